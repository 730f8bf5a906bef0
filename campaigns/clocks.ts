/**
 * Clocks of seconds on two servers, one of which is killed again and again, and Postgres too, while players come and go. Every deadline must have exactly
 * one effect, never before it has passed and never more than two seconds after, while a server and Postgres are up; every log must prove it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChanceryProblem, type Client, type LegalMoves } from '../src/client/index.js'
import { itemAt, numberAt } from '../src/games/lists.js'
import { games } from '../src/games/registry.js'
import { type Transcript, verifyTranscript } from '../src/match/offline/transcript.js'
import { anyMove, type Chance, chance } from './chance.js'
import type { Flags } from './flags.js'
import { type Ground, prepareGround } from './ground.js'
import type { Connected } from './move-lists.js'
import { OUT_OF_TIME, type Outcome, type Say } from './outcome.js'
import { type Clock, countPromised, openMatch, type Played, type Promised } from './played.js'
import { newPlayers, type Player, playSeat, submit } from './players.js'
import { fetchTranscript, type Proof, prove, sumOf } from './proof.js'
import { isReady, type ServerProcess } from './server-process.js'

/** Matches at a time. */
const AT_ONCE = 20
const GROUP = Math.max(4, ...games.map(({ seats }) => seats.min))
/** A decision in so many is not made by the seat's player, and a player in so many leaves for good. */
const SAT_OUT = 25
/** Restarts are short: with the usual grace the campaign would mostly wait. */
const GRACE_SECONDS = '2'

interface Trouble {
  readonly from: number
  readonly to: number
}

interface Kill {
  readonly at: number
  readonly what: string
}

interface Campaign {
  readonly ground: Ground
  readonly servers: readonly ServerProcess[]
  readonly matches: Played[]
  /** What was killed, and when. */
  readonly kills: Kill[]
  /** When Postgres was away, so that nothing could be written, or this machine so busy that the campaign itself stood still. */
  readonly troubles: Trouble[]
  readonly stalls: Trouble[]
  readonly lost: Map<Played, ReadonlySet<number>>
  readonly failures: string[]
  readonly signal: AbortSignal
  begun: number
  ended: number
  goesOn: boolean
}

export async function clocks(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  try {
    const servers = [await ground.server(ENVIRONMENT), await ground.server(ENVIRONMENT)]
    for (const server of servers) await server.start()
    const campaign = newCampaign(ground, servers, flags)
    const groups = Math.min(AT_ONCE, flags.matches)
    const players = await newPlayers(itemAt(servers, 0).url, groups * GROUP, {
      timeout: 5_000,
      retries: 10_000,
      longestPause: 250,
    })
    const stopWatching = watchMachine(campaign.stalls)
    const killing = killAll(campaign, flags, say)
    // Awaited at the end; if the campaign fails before, that is what is told.
    killing.catch(() => undefined)
    await Promise.all(
      Array.from({ length: groups }, (_, group) =>
        playOn(campaign, players.slice(group * GROUP, (group + 1) * GROUP), flags, chance(flags.seed + group + 1), say),
      ),
    )
    campaign.goesOn = false
    await killing
    stopWatching()
    return await conclude(campaign, itemAt(players, 0), flags.latestMs)
  } finally {
    await ground.close()
  }
}

const ENVIRONMENT = { CLOCK_GRACE_SECONDS: GRACE_SECONDS }

const newCampaign = (ground: Ground, servers: readonly ServerProcess[], { minutes }: Flags): Campaign => ({
  ground,
  servers,
  matches: [],
  kills: [],
  troubles: [],
  stalls: [],
  lost: new Map(),
  failures: [],
  signal: AbortSignal.timeout(minutes * 60_000),
  begun: 0,
  ended: 0,
  goesOn: true,
})

function randomClock(random: Chance): Clock {
  const kind = random.pick(['decision', 'bank'] as const)
  // Seldom, because what is saved up has to be waited for.
  const increment = kind === 'bank' && random.once(6) ? 1 : 0
  return {
    kind,
    seconds: random.between(1, 4),
    increment,
    onExpiry: random.pick(['leave', 'botOnce', 'botFromNowOn']),
    absence: false,
  }
}

/** One match after the other, until all are played. The seats of a match play on both servers. */
async function playOn(campaign: Campaign, players: readonly Player[], flags: Flags, random: Chance, say: Say): Promise<void> {
  const { servers, matches, signal } = campaign
  const clients = players.map((player, index) => player.at(itemAt(servers, index % servers.length).url))
  while (campaign.begun < flags.matches && !signal.aborted) {
    campaign.begun++
    const match = await openMatch(clients, random, flags.game, randomClock(random))
    matches.push(match)
    const lost = new Set<number>()
    campaign.lost.set(match, lost)
    await Promise.all(
      clients.slice(0, match.seats).map((client, seat) => {
        const mover: Mover = { match, seat, client, random, lost, isGone: random.once(SAT_OUT), satOut: -1 }
        return playSeat({ match, seat, client, signal, move: (page) => moveOrNot(mover, page) }).catch(ifSeatIsGone)
      }),
    )
    await untilOver(itemAt(clients, 0), match, signal)
    campaign.ended++
    if (campaign.ended % 10 === 0) say(`${campaign.ended} matches are over, ${countPromised(matches)} moves made in time`)
  }
  if (signal.aborted) campaign.failures.push(OUT_OF_TIME)
}

/** The clock has given the seat to the house. */
function ifSeatIsGone(error: unknown): void {
  if (!(error instanceof ChanceryProblem) || error.code !== 'NOT_SEATED') throw error
}

/** The house plays on when no player is left. */
async function untilOver(client: Client, { id }: Played, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await client.match(id)).status === 'running') await sleep(250)
}

interface Mover {
  readonly match: Played
  readonly seat: number
  readonly client: Connected
  readonly random: Chance
  readonly isGone: boolean
  /** Seats of the match whose last move was sent again when the house had the seat: whether it was written is not told to them any more. */
  readonly lost: Set<number>
  /** The version at which the player last chose to do nothing. */
  satOut: number
}

/** Most decisions are made at once; some are not made at all, and the clock has to. */
async function moveOrNot(mover: Mover, page: LegalMoves): Promise<void> {
  const { match, seat, client, random, isGone } = mover
  const isIdle = isGone || mover.satOut === page.version || random.once(SAT_OUT)
  if (isIdle) {
    mover.satOut = page.version
    await sleep(250)
    return
  }
  const move = anyMove(page.moves, random)
  const request = { match, seat, client, move, expectedVersion: page.version, idempotencyKey: randomUUID() }
  const promised = await submit(request).catch((error: unknown) => {
    ifSeatIsGone(error)
    mover.lost.add(seat)
    throw error
  })
  if (promised) match.promised.push(promised)
}

const WATCH_EVERY_MS = 50

/** Writes down when this process was held up: then the servers, which share the machine, were too, and no clock of theirs can be blamed. */
function watchMachine(stalls: Trouble[]): () => void {
  let before = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - before > 2 * WATCH_EVERY_MS) stalls.push({ from: before + WATCH_EVERY_MS, to: now })
    before = now
  }, WATCH_EVERY_MS)
  return () => clearInterval(timer)
}

/** One server at a time, so that there is always another; Postgres in between. */
async function killAll(campaign: Campaign, flags: Flags, say: Say): Promise<void> {
  const random = chance(flags.seed)
  const victims = [...Array<'server'>(flags.kills).fill('server'), ...Array<'database'>(flags.databaseKills).fill('database')]
  while (victims.length > 0 && campaign.goesOn && !campaign.signal.aborted) {
    const [victim] = victims.splice(random.between(0, victims.length - 1), 1)
    await sleep(random.between(500, 3_000))
    if (victim === 'server') await killServer(campaign, random)
    else await killDatabase(campaign)
    say(`killed ${victim === 'server' ? 'a server' : 'Postgres'}: ${victims.length} to go`)
  }
}

async function killServer(campaign: Campaign, random: Chance): Promise<void> {
  const server = random.pick(campaign.servers)
  await server.kill('SIGKILL')
  campaign.kills.push({ at: Date.now(), what: `server ${campaign.servers.indexOf(server) + 1}` })
  await sleep(random.between(0, 1_000))
  await server.start()
}

/** It is back as soon as one of the servers says so. */
async function killDatabase({ ground, servers, troubles, kills }: Campaign): Promise<void> {
  while (!(await ground.killDatabase())) await sleep(50)
  const from = Date.now()
  kills.push({ at: from, what: 'Postgres' })
  await Promise.any(servers.map(({ url }) => untilReady(url)))
  troubles.push({ from, to: Date.now() })
}

async function untilReady(url: string): Promise<void> {
  while (!(await isReady(url))) await sleep(20)
}

interface Judged extends Proof {
  readonly expiries: number
  readonly latestMs: number
  readonly uncharged: number
}

async function conclude(campaign: Campaign, anyone: Player, latestMs = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const { matches, servers, signal, troubles, stalls, failures } = campaign
  const client = anyone.at(itemAt(servers, 0).url)
  const judged: Judged[] = []
  for (const match of signal.aborted ? [] : matches)
    judged.push(
      await judge(
        match,
        client,
        { troubles: [...troubles, ...stalls], latestMs, kills: campaign.kills },
        campaign.lost.get(match),
      ),
    )
  const { entries, lost, twice, failures: found } = sumOf(judged)
  const sum = (count: (one: Judged) => number): number => judged.reduce((all, one) => all + count(one), 0)
  return {
    counts: {
      servers: servers.length,
      'kills of a server': campaign.kills.length - troubles.length,
      'kills of Postgres': troubles.length,
      matches: matches.length,
      'entries in their logs': entries,
      'moves acknowledged': countPromised(matches),
      'deadlines that passed': sum(({ expiries }) => expiries),
      'milliseconds late at most, while a server and Postgres were up': Math.max(0, ...judged.map(({ latestMs }) => latestMs)),
      'milliseconds that this machine stood still at a time, at most': Math.max(0, ...stalls.map(({ from, to }) => to - from)),
      'matches with time that was not charged': sum(({ uncharged }) => uncharged),
      'moves lost': lost,
      'moves nobody made': twice,
    },
    failures: [...failures, ...found],
  }
}

/** What streams tell about clocks is not judged here: they move while nobody plays. */
async function judge(
  match: Played,
  client: Client,
  {
    troubles,
    latestMs,
    kills,
  }: { readonly troubles: readonly Trouble[]; readonly latestMs: number; readonly kills: readonly Kill[] },
  lost: ReadonlySet<number> = new Set(),
): Promise<Judged> {
  const log = await fetchTranscript(client, match.id)
  const unanswered = [...lost].flatMap((seat) => lastMoveOf(log, seat, match) ?? [])
  const proof = prove({ ...match, promised: [...match.promised, ...unanswered], heard: [] }, log)
  const verdict = verifyTranscript(log)
  const expired = verdict.ok ? (verdict.expired ?? []) : []
  const lateness = expired.map(({ due, lateMs }) => lateMs - away(troubles, due, due + lateMs))
  const late = expired.flatMap(({ entry, due }, index) => {
    const ms = numberAt(lateness, index)
    return ms > latestMs
      ? [`${match.id}: what was due before entry ${entry} was done ${ms} ms late${killedAround(kills, due)}`]
      : []
  })
  const { failures } = proof
  return {
    ...proof,
    failures: [...failures, ...late],
    expiries: expired.length,
    latestMs: Math.max(0, ...lateness),
    uncharged: log.uncharged?.length ? 1 : 0,
  }
}

/** How far from it a kill may have to do with it, in milliseconds. */
const AROUND_MS = 5_000

const killedAround = (kills: readonly Kill[], due: number): string =>
  kills
    .filter(({ at }) => Math.abs(at - due) < AROUND_MS)
    .map(({ at, what }) => `, ${what} killed ${Math.abs(at - due)} ms ${at < due ? 'before' : 'after'} it was due`)
    .join('')

/** The last move that the player of a seat made, unless it was acknowledged. */
function lastMoveOf({ entries }: Transcript, seat: number, { promised }: Played): Promised | undefined {
  const last = entries.findLast(({ command }) => command.type === 'move' && command.seat === seat && command.by === undefined)
  if (last?.command.type !== 'move' || promised.some(({ version }) => version === last.version)) return undefined
  return { seat, version: last.version, head: last.hash, move: last.command.move }
}

/** Milliseconds between two moments in which there was trouble. */
const away = (troubles: readonly Trouble[], from: number, to: number): number =>
  troubles.reduce((sum, trouble) => sum + Math.max(0, Math.min(trouble.to, to) - Math.max(trouble.from, from)), 0)
