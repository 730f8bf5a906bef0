/**
 * The same tournament twice: once on one quiet server, and once, from a copy of the database in which it was made and not started, on two servers that are killed again and again. Deals follow
 * from its secret and bots of the house from what they see, so both must come to the same: every table the same moves, and the same final tables.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Client } from '../src/client/index.js'
import { itemAt } from '../src/games/lists.js'
import { games } from '../src/games/registry.js'
import { type Transcript, verifyTranscript } from '../src/match/offline/transcript.js'
import { type Chance, chance } from './chance.js'
import type { Flags } from './flags.js'
import { type Ground, prepareGround } from './ground.js'
import { OUT_OF_TIME, type Outcome, type Say } from './outcome.js'
import { newPlayers, type Player } from './players.js'
import { fetchTranscript } from './proof.js'
import type { ServerProcess } from './server-process.js'

const BOTS = ['random', 'greedy'] as const
/** Enters where all games are played. */
const THINKER = 'search:1'
/** On a busy machine a bot may think for long; what it comes to must not depend on that. */
const ENVIRONMENT = { BOT_SECONDS: '600' }
const PATIENCE = { timeout: 5_000, retries: 10_000, longestPause: 250 }
const LOOK_EVERY_MS = 100
/** Few, so that it lasts until all kills are done. */
const AT_ONCE = 3

interface Campaign {
  readonly servers: readonly [ServerProcess, ServerProcess]
  readonly organiser: Player
  /** Id of the tournament. */
  readonly id: string
  readonly signal: AbortSignal
  readonly say: Say
}

export async function tournaments(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  try {
    const servers = [await ground.server(ENVIRONMENT), await ground.server(ENVIRONMENT)] as const
    await servers[0].start()
    const organiser = await newOrganiser(ground, servers[0])
    const id = await make(organiser.at(servers[0].url), flags)
    const campaign = { servers, organiser, id, signal: AbortSignal.timeout(flags.minutes * 60_000), say }
    const copy = await ground.copyDatabase()
    const quiet = await playQuietly(campaign)
    await servers[0].kill('SIGTERM')
    await copy.putBack()
    const killed = await playKilled(campaign, flags.kills, chance(flags.seed))
    return conclude(campaign, quiet, killed, 2 * flags.kills)
  } finally {
    await ground.close()
  }
}

/** Registered like anybody, and then allowed to organise, as an administrator would do. */
async function newOrganiser(ground: Ground, { url }: ServerProcess): Promise<Player> {
  const player = itemAt(await newPlayers(url, 1, PATIENCE), 0)
  const client = new pg.Client({ connectionString: await ground.databaseUrl() })
  await client.connect()
  await client.query(`update token set scopes = scopes || '{organise}' where player_id = $1`, [player.id])
  await client.end()
  return player
}

async function make(client: Client, { game, matches, seed }: Flags): Promise<string> {
  const played = games.filter(({ id }) => game === undefined || id === game)
  const { id } = await client.call('POST /v1/tournaments', {
    'idempotency-key': randomUUID(),
    body: {
      name: 'Played twice',
      format: 'roundRobin',
      games: played.map((one) => ({ game: one.id, seats: one.seats.min })),
      repeats: matches,
      atOnce: { all: AT_ONCE },
      seed,
      bots: [...BOTS, ...(game === undefined ? ([THINKER] as const) : [])],
    },
  })
  return id
}

interface Played {
  readonly standings: object
  readonly crosstable: object
  readonly strengths: object
  readonly tables: readonly object[]
  /** By number of the table. */
  readonly logs: readonly Transcript[]
  readonly kills: number
}

async function playQuietly({ servers, organiser, id, signal, say }: Campaign): Promise<Played> {
  const client = organiser.at(servers[0].url)
  await client.call('POST /v1/tournaments/{id}/start', { id })
  while (!signal.aborted && !(await isSettled(client, id))) await sleep(LOOK_EVERY_MS)
  say('played to its end on one server')
  return outcomeOf(client, id, 0)
}

/** Never both at a time: each as soon as the other is up again and plays. */
async function playKilled(campaign: Campaign, each: number, random: Chance): Promise<Played> {
  const { servers, organiser, id, signal, say } = campaign
  for (const server of servers) await server.start()
  const client = organiser.at(servers[0].url)
  await client.call('POST /v1/tournaments/{id}/start', { id })
  const victims = Array.from({ length: 2 * each }, (_, kill) => itemAt(servers, kill % 2))
  let kills = 0
  while (!signal.aborted && !(await isSettled(client, id))) {
    await sleep(random.between(LOOK_EVERY_MS, 10 * LOOK_EVERY_MS))
    const victim = victims[kills]
    if (!victim || (await isSettled(client, id))) continue
    await victim.kill('SIGKILL')
    kills++
    say(`killed server ${1 + servers.indexOf(victim)}: ${victims.length - kills} to go`)
    await victim.start()
  }
  return outcomeOf(client, id, kills)
}

/** Over, and everything shown. */
const isSettled = async (client: Client, id: string): Promise<boolean> =>
  (await client.call('GET /v1/tournaments/{id}', { id })).secret !== null

async function outcomeOf(client: Client, id: string, kills: number): Promise<Played> {
  const tables = await tablesOf(client, id)
  const logs: Transcript[] = []
  for (const { match } of tables) if (match !== null) logs.push(await fetchTranscript(client, match))
  return {
    standings: await client.call('GET /v1/tournaments/{id}/standings', { id }),
    crosstable: await client.call('GET /v1/tournaments/{id}/crosstable', { id }),
    strengths: await client.call('GET /v1/tournaments/{id}/strengths', { id }),
    tables,
    logs,
    kills,
  }
}

async function tablesOf(client: Client, id: string) {
  const pages = []
  for (let after: string | undefined; ; ) {
    const page = await client.call('GET /v1/tournaments/{id}/tables', { id, first: 100, ...(after !== undefined && { after }) })
    pages.push(...page.items)
    if (page.next === null) return pages
    after = page.next
  }
}

const TABLES = ['standings', 'crosstable', 'strengths', 'tables'] as const

function conclude({ signal }: Campaign, quiet: Played, killed: Played, kills: number): Outcome {
  const other = quiet.logs.filter((log, index) => !isDeepStrictEqual(timeless(log), timeless(killed.logs[index])))
  const unproven = killed.logs.filter((log) => !isProven(log))
  const failures = [
    ...(signal.aborted ? [OUT_OF_TIME] : []),
    ...TABLES.filter((name) => !isDeepStrictEqual(quiet[name], killed[name])).map((name) => `the ${name} are not the same`),
    ...other.map(({ match }) => `the log of ${match} is another one, times left out`),
    ...unproven.map(({ match }) => `the log of ${match} does not verify`),
    ...(killed.kills === kills ? [] : ['it was over before all kills were done: let each pair play more often (--matches)']),
    ...(killed.logs.length === quiet.logs.length ? [] : [`${killed.logs.length} logs instead of ${quiet.logs.length}`]),
  ]
  const entries = killed.logs.reduce((sum, log) => sum + log.entries.length, 0)
  return { counts: { tables: killed.logs.length, entries, 'kills of a server': killed.kills }, failures }
}

/** All but the moments of its entries, which each hash covers as well. */
const timeless = (log: Transcript | undefined) =>
  log && { ...log, entries: log.entries.map(({ at: _at, hash: _hash, ...entry }) => entry) }

function isProven(log: Transcript): boolean {
  const verdict = verifyTranscript(log)
  return verdict.ok && verdict.over
}
