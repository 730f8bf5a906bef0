/**
 * No text and no connection of a stranger takes the server down: a barrage of requests made from the published documents, connections that behave
 * badly, and the attacks that once worked, against a server with a heap of 512 MB, while two honest players go on with their match.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { chance } from '../chance.js'
import type { Flags } from '../flags.js'
import { type Ground, prepareGround } from '../ground.js'
import { OUT_OF_TIME, type Outcome, type Say } from '../outcome.js'
import type { ServerProcess } from '../server-process.js'
import type { Attack } from './attack.js'
import { ATTACKS } from './attacks.js'
import { barrage, LONGEST_ANSWER, type Tally } from './barrage.js'
import { readPublished } from './document.js'
import { readSchema } from './graphql.js'
import { type Experience, type Honest, playHonestly } from './honest.js'
import { readTools } from './tools.js'
import { type Figures, processFigures, type Watch, watch } from './watch.js'
import { makeWorld } from './world.js'

/** What an attack and the barrage may lead to at most. */
export interface Bounds {
  /** Bytes of one answer. */
  readonly answer: number
  /** Milliseconds for which the loop may be busy. */
  readonly delay: number
  /** Resident megabytes: the heap, and what lies beside it. */
  readonly memory: number
  /** Megabytes by which one attack may make it grow. */
  readonly growth: number
  /** Milliseconds, of the honest players. */
  readonly p99: number
  /** Time proves nothing: a database that could not be reached in time is no finding. */
  readonly isPatient: boolean
}

const BOUNDS: Bounds = { answer: LONGEST_ANSWER, delay: 2_000, memory: 900, growth: 200, p99: 1_000, isPatient: false }
/** A short run shares its machine with other tests, which proves nothing about time; only the worst is a finding then. */
const PATIENT: Bounds = { ...BOUNDS, delay: 40_000, p99: 20_000, isPatient: true }
const SHORT_RUN = 50_000

const HEAP = { NODE_OPTIONS: '--max-old-space-size=512', LOG_LEVEL: 'error' }
const LIMITED = { ...HEAP, RATE_LIMIT: '6000' }

interface Run {
  readonly ground: Ground
  readonly flags: Flags
  readonly bounds: Bounds
  readonly say: Say
  readonly failures: string[]
  readonly counts: Record<string, number>
}

export async function hostile(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  const bounds = flags.requests < SHORT_RUN ? PATIENT : BOUNDS
  const run: Run = { ground, flags, bounds, say, failures: [], counts: {} }
  try {
    await attackAll(run)
    await bombard(run)
    return { counts: run.counts, failures: run.failures }
  } finally {
    await ground.close()
  }
}

const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port)

interface Scene extends Run {
  readonly server: ServerProcess
  readonly watching: Watch
  readonly honest: Honest
}

async function attackAll(run: Run): Promise<void> {
  const scene = await prepareScene(run, LIMITED)
  try {
    for (const attack of ATTACKS) if (attack.rateLimit === undefined) await attackOnce(scene, attack)
  } finally {
    await leave(scene)
  }
  for (const attack of ATTACKS) if (attack.rateLimit !== undefined) await attackAlone(run, attack, attack.rateLimit)
}

async function prepareScene(run: Run, environment: Readonly<Record<string, string>>): Promise<Scene> {
  const server = await run.ground.server(environment)
  await server.start()
  const honest = await playHonestly(server.url, chance(run.flags.seed))
  return { ...run, server, watching: watch(server), honest }
}

async function attackAlone({ ground, bounds, say, failures }: Run, { name, run }: Attack, rateLimit: number): Promise<void> {
  const server = await ground.server({ ...HEAP, RATE_LIMIT: String(rateLimit) })
  await server.start()
  const { finding } = await run({ url: server.url, port: portOf(server), isShort: bounds.isPatient })
  await server.kill('SIGTERM')
  say(`${name}: ${finding ?? 'refused'}`)
  if (finding !== undefined) failures.push(`${name}: ${finding}`)
}

async function attackOnce(scene: Scene, { name, run, cpu: mostCpu }: Attack): Promise<void> {
  const { server, watching, honest, say, failures, bounds } = scene
  watching.take()
  honest.take()
  const before = await processFigures(server.pid())
  const { answer, finding } = await run({ url: server.url, port: portOf(server), isShort: bounds.isPatient })
  await settled(server)
  const after = await processFigures(server.pid())
  const figures = highest(watching.take(), after)
  const experience = honest.take()
  const isDead = server.pid() === undefined
  const cpu = isDead ? Number.NaN : after.cpu - before.cpu
  say(
    `${name}: longest answer ${answer} bytes, ${told(figures, experience)}, ${isDead ? 'THE SERVER DIED' : `${cpu.toFixed(1)} s of CPU`}`,
  )
  const faults = isDead ? ['the server died'] : faultsOf(figures, experience, bounds)
  if (finding !== undefined && !isDead) faults.push(finding)
  if (cpu > mostCpu) faults.push(`${cpu.toFixed(1)} s of CPU, ${mostCpu} are allowed`)
  if (answer > bounds.answer) faults.push(`an answer of ${answer} bytes`)
  if (figures.memory - before.memory > bounds.growth) faults.push(`memory grew from ${before.memory} to ${figures.memory} MB`)
  failures.push(...faults.map((fault) => `${name}: ${fault}`))
  if (isDead) await server.start()
}

/** An attack may be over before the watch has looked once. */
const highest = (seen: Figures, now: Pick<Figures, 'memory' | 'files'>): Figures => ({
  ...seen,
  memory: Math.max(seen.memory, now.memory),
  files: Math.max(seen.files, now.files),
})

const told = ({ delay, memory, files }: Figures, { p99, moves }: Experience): string =>
  `loop busy for up to ${Math.round(delay)} ms, top memory ${memory} MB, ${files} files; honest players: ${moves} moves, p99 ${Math.round(p99)} ms`

function faultsOf(figures: Figures, { p99, troubles }: Experience, bounds: Bounds): string[] {
  const faults: string[] = []
  if (figures.delay > bounds.delay) faults.push(`the loop was busy for ${Math.round(figures.delay)} ms`)
  if (figures.memory > bounds.memory) faults.push(`${figures.memory} MB of memory`)
  if (p99 > bounds.p99) faults.push(`the p99 of honest players was ${Math.round(p99)} ms`)
  const told = troubles.filter((trouble) => !(bounds.isPatient && trouble.startsWith('DATABASE_UNAVAILABLE')))
  if (told.length > 0) faults.push(`honest players had ${told.length} troubles, such as: ${told[0]}`)
  return faults
}

const ANSWERS_AGAIN_MS = 120_000

/** Until the server answers again, or is dead. */
async function settled({ url, pid }: ServerProcess): Promise<void> {
  const until = Date.now() + ANSWERS_AGAIN_MS
  while (pid() !== undefined && Date.now() < until) {
    const signal = AbortSignal.timeout(5_000)
    const isAnswered = await fetch(`${url}/health/live`, { signal }).then(
      (response) => response.text(),
      () => undefined,
    )
    if (isAnswered !== undefined) return
    await sleep(100)
  }
}

async function leave({ honest, watching, server }: Scene): Promise<void> {
  await honest.stop()
  await watching.stop()
  await server.kill('SIGTERM')
}

/** Without a limit of requests: what is refused by it is not looked at. */
async function bombard(run: Run): Promise<void> {
  const scene = await prepareScene(run, HEAP)
  try {
    await bombardScene(scene)
  } finally {
    await leave(scene)
  }
}

async function bombardScene({ flags, server, say, honest, watching, failures, bounds, counts }: Scene): Promise<void> {
  const world = await makeWorld(server.url)
  const before = await processFigures(server.pid())
  const signal = AbortSignal.timeout(flags.minutes * 60_000)
  const { requests, seed } = flags
  const documents = { published: readPublished(), schema: readSchema(), tools: await readTools(server.url) }
  const mood = { isPatient: bounds.isPatient, isAlive: () => server.pid() !== undefined }
  const tally = await barrage({ port: portOf(server), world, ...documents, seed, requests, signal, say, ...mood })
  const isDead = server.pid() === undefined
  const experience = honest.take()
  const figures = watching.take()
  if (signal.aborted) failures.push(OUT_OF_TIME)
  if (isDead) failures.push('barrage: the server died')
  failures.push(...tally.findings, ...faultsOf(figures, experience, bounds), ...complaintsOf(server, bounds))
  Object.assign(counts, countsOf(tally, figures, experience))
  counts['seconds of CPU'] = Math.round((await processFigures(server.pid())).cpu - before.cpu)
  counts['files and sockets left over'] = await leftOver(server, before.files, failures)
}

const LINES = 5

/** A fault that no client was told, because it had hung up, is in the log. */
function complaintsOf(server: ServerProcess, { isPatient }: Bounds): string[] {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)|"status":5\d\d|FATAL|Uncaught/.test(line) && !(isPatient && line.includes('"status":503')))
  return lines.slice(0, LINES).map((line) => `in the log of the server: ${line.slice(0, 1_000)}`)
}

function countsOf(tally: Tally, figures: Figures, { moves, p99, slowest }: Experience): Record<string, number> {
  const of = (kind: number): number =>
    [...tally.statuses].reduce((sum, [status, count]) => (Math.floor(status / 100) === kind ? sum + count : sum), 0)
  return {
    requests: tally.sent,
    'of them on rough connections': tally.rough,
    'of them over WebSockets': tally.overSockets,
    'answers 2xx': of(2),
    'answers 4xx': of(4),
    'answers 5xx': of(5),
    'longest answer, bytes': tally.longest,
    'of them 503 (outage)': tally.outages,
    findings: tally.findings.length,
    'longest loop delay, ms': Math.round(figures.delay),
    'top memory, MB': figures.memory,
    'most files and sockets': figures.files,
    'honest moves': moves,
    'honest p99, ms': Math.round(p99),
    'honest slowest, ms': Math.round(slowest),
  }
}

/** Beyond what it has when nobody attacks: pools may have grown, but connections of strangers must be gone. */
const SPARE_FILES = 40
const CLOSED_WITHIN_MS = 20_000

async function leftOver(server: ServerProcess, before: number, failures: string[]): Promise<number> {
  const until = Date.now() + CLOSED_WITHIN_MS
  for (;;) {
    const { files } = await processFigures(server.pid())
    const surplus = Math.max(0, files - before)
    if (surplus <= SPARE_FILES) return surplus
    if (Date.now() > until) {
      failures.push(`${surplus} more files and sockets are open than before`)
      return surplus
    }
    await sleep(250)
  }
}
