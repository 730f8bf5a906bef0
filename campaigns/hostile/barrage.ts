/** The grammar-made requests: many connections at once, each with choices of its own, and among them some that behave badly. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLSchema } from 'graphql'
import { type Chance, chance } from '../chance.js'
import type { Say } from '../outcome.js'
import type { Published } from './document.js'
import { anyAsked, graphqlRequest } from './graphql.js'
import { openLane } from './lane.js'
import { progressOf } from './progress.js'
import { type Answer, type Request, spelled } from './request.js'
import { restRequest } from './rest.js'
import { ROUGH } from './rough.js'
import { openSocketLane } from './socket-lane.js'
import { SOCKETS } from './sockets.js'
import { type Tool, toolRequest } from './tools.js'
import { anyCaller, type World } from './world.js'

export interface Barrage {
  readonly port: number
  readonly world: World
  readonly published: Published
  readonly schema: GraphQLSchema
  readonly tools: readonly Tool[]
  readonly seed: number
  readonly requests: number
  readonly signal: AbortSignal
  readonly say: Say
  /** On a machine that is busy with other things an outage is no finding. */
  readonly isPatient: boolean
  isAlive(): boolean
}

export interface Tally {
  sent: number
  rough: number
  overSockets: number
  readonly statuses: Map<number, number>
  readonly findings: string[]
  longest: number
  /** Answers that the database could not be reached, which a starved one may cause. */
  outages: number
}

const LANES = 8
const SOCKET_LANES = 2
const ROUGH_LANES = 2
/** Rough connections send one request in so many; without a bound they would send most of them. */
const ROUGH_ONE_IN = 4
/** Requests that are sent at once on a connection. */
const MOST_TOGETHER = 6
/** Matches are spoilt by then: left, full or over. */
const WORLD_LASTS = 5_000
/** More than any honest answer. */
export const LONGEST_ANSWER = 4 * 1024 * 1024
/** Beyond so many the server is broken, and more of the same teach nothing. */
const ENOUGH = 200

export async function barrage(how: Barrage): Promise<Tally> {
  const tally: Tally = { sent: 0, rough: 0, overSockets: 0, statuses: new Map(), findings: [], longest: 0, outages: 0 }
  const progress = progressOf(how.requests, how.say)
  const goesOn = (): boolean =>
    tally.sent < how.requests && tally.findings.length < ENOUGH && !how.signal.aborted && how.isAlive()
  const tell = (): void => progress.at(tally.sent, () => `${tally.findings.length} findings`)
  let renewed = 0
  const renew = async (): Promise<void> => {
    if (tally.sent < renewed + WORLD_LASTS) return
    renewed = tally.sent
    await how.world.renew()
  }
  await Promise.all([
    ...Array.from({ length: LANES }, (_, lane) => fire(how, tally, chance(how.seed * 100 + lane), goesOn, tell)),
    ...Array.from({ length: ROUGH_LANES }, (_, lane) =>
      misbehave(how, tally, chance(how.seed * 100 + LANES + lane), goesOn, renew),
    ),
    ...Array.from({ length: SOCKET_LANES }, (_, lane) =>
      fireOverSockets(how, tally, chance(how.seed * 100 + LANES + ROUGH_LANES + lane), goesOn),
    ),
  ])
  return tally
}

type GoesOn = () => boolean

async function fire(how: Barrage, tally: Tally, random: Chance, goesOn: GoesOn, tell: () => void): Promise<void> {
  const lane = openLane(how.port)
  while (goesOn()) {
    const requests = Array.from({ length: random.between(1, MOST_TOGETHER) }, () => anyRequest(how, random))
    const lost = await lane.exchange(requests, (request, answer) => judge(tally, request, answer, how.isPatient))
    tally.sent += requests.length
    if (lost) tally.findings.push(`${lost.how}: ${spelled(lost.request)}`)
    tell()
  }
  lane.close()
}

/** Queries and mutations of the same grammar over a socket, until it is closed or has carried some; then another caller's. */
async function fireOverSockets(how: Barrage, tally: Tally, random: Chance, goesOn: GoesOn): Promise<void> {
  while (goesOn()) {
    const lane = await openSocketLane(how.port, anyCaller(how.world, random))
    if (!lane) await sleep(50)
    for (let left = random.between(1, 10); lane && left > 0 && goesOn(); left--) {
      const asked = Array.from({ length: random.between(1, MOST_TOGETHER) }, () => anyAsked(how.schema, how.world, random, false))
      const faults = await lane.exchange(asked)
      tally.sent += asked.length
      tally.overSockets += asked.length
      tally.findings.push(...faults)
    }
    lane?.close()
  }
}

/** Messages of the protocol for models cost their server most, and say the least that is not said by the others. */
const TOOLS_ONE_IN = 12

function anyRequest({ published, schema, tools, world }: Barrage, random: Chance): Request {
  if (random.once(TOOLS_ONE_IN)) return toolRequest(tools, world, random)
  return random.once(2) ? restRequest(published, world, random) : graphqlRequest(schema, world, random)
}

function judge(tally: Tally, request: Request, answer: Answer, isPatient: boolean): void {
  const { status, body } = answer
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  tally.longest = Math.max(tally.longest, body.length)
  const isOutage = status === 503 && body.includes('DATABASE_UNAVAILABLE')
  if (isOutage) tally.outages++
  if (isOutage && isPatient) return
  const fault = faultOf(request, answer)
  if (fault !== undefined)
    tally.findings.push(`${fault}: ${spelled(request)} was answered ${status} ${JSON.stringify(String(body.subarray(0, 300)))}`)
}

function faultOf(request: Request, answer: Answer): string | undefined {
  if (answer.status >= 500) return `status ${answer.status}`
  if (answer.body.length > LONGEST_ANSWER) return `an answer of ${answer.body.length} bytes`
  const misfit = request.judge(answer)
  return misfit === undefined ? undefined : `misfit, ${misfit}`
}

const BEHAVIOURS = Object.entries({ ...ROUGH, ...SOCKETS })

async function misbehave(how: Barrage, tally: Tally, random: Chance, goesOn: GoesOn, renew: () => Promise<void>): Promise<void> {
  while (goesOn()) {
    await renew()
    if (tally.rough * ROUGH_ONE_IN > tally.sent) {
      await sleep(10)
      continue
    }
    const [name, behave] = random.pick(BEHAVIOURS)
    const alarm = (fault: string): void => void tally.findings.push(`${name}: ${fault}`)
    const sent = await behave({ port: how.port, world: how.world, random, alarm })
    tally.sent += sent
    tally.rough += sent
  }
}
