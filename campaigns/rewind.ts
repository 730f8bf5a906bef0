/**
 * The database goes back under a running server: single matches by SQL, as a standby that was behind would show them, and all of them by a real
 * restore of the data folder. Never a gap, every log verifies, clients are told, and play goes on to the end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ChanceryProblem, type Client } from '../src/client/index.js'
import { itemAt } from '../src/games/lists.js'
import { verifyTranscript } from '../src/match/offline/transcript.js'
import { anyMove, type Chance, chance } from './chance.js'
import type { Flags } from './flags.js'
import { type Ground, prepareGround } from './ground.js'
import { OUT_OF_TIME, type Outcome, type Say } from './outcome.js'
import { openMatch, type Played, type Told } from './played.js'
import { newPlayers, type Player } from './players.js'
import { fetchTranscript, ranges } from './proof.js'

interface Tally {
  rewinds: number
  restores: number
  moves: number
  stale: number
  resyncs: number
  readonly failures: string[]
}

interface Item extends Told {
  readonly head: string
}

/** A match, what its followers have heard of it, and what was acknowledged since the database went back for the last time. */
interface Table {
  readonly match: Played
  readonly clients: readonly Client[]
  readonly heard: Item[][]
  readonly kept: { readonly version: number; readonly head: string; readonly age: number }[]
}

interface Play {
  readonly ground: Ground
  readonly random: Chance
  readonly tables: Table[]
  readonly tally: Tally
  readonly signal: AbortSignal
  /** How often the database has begun to go back, and has been put back, so far. */
  age: number
  goesOn: boolean
}

const SEATS = 2
/** How long a player waits who is not awaited, or who has been refused. */
const LOOK_EVERY = 60

export async function rewind(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  const tally: Tally = { rewinds: 0, restores: 0, moves: 0, stale: 0, resyncs: 0, failures: [] }
  const play: Play = {
    ground,
    random: chance(flags.seed),
    tables: [],
    tally,
    signal: AbortSignal.timeout(flags.minutes * 60_000),
    age: 0,
    goesOn: true,
  }
  try {
    const server = await ground.server()
    await server.start()
    const players = await newPlayers(server.url, flags.matches * SEATS, patienceOf(tally))
    await sitDown(play, players, server.url, flags)
    const playing = play.tables.flatMap((table, index) => [...seatsOf(play, table, chance(flags.seed + index + 1))])
    await goBackAgainAndAgain(play, flags, say)
    play.goesOn = false
    await Promise.all(playing)
    if (play.signal.aborted) tally.failures.push(OUT_OF_TIME)
    else for (const table of play.tables) await examine(play, table)
    return conclude(play)
  } finally {
    await ground.close()
  }
}

const patienceOf = (tally: Tally) => ({
  timeout: 5_000,
  retries: 10_000,
  longestPause: 250,
  onRetry: (error: unknown) => {
    if (error instanceof ChanceryProblem && error.code === 'RESYNC') tally.resyncs++
  },
})

async function sitDown({ tables, random }: Play, players: readonly Player[], url: string, flags: Flags): Promise<void> {
  for (let group = 0; group < flags.matches; group++) {
    const clients = players.slice(group * SEATS, (group + 1) * SEATS).map((player) => player.at(url))
    tables.push({ match: await openMatch(clients, random, flags.game), clients, heard: [], kept: [] })
  }
}

/** Every player moves and listens until the match is over and the database goes back no more. */
function* seatsOf(play: Play, table: Table, random: Chance): Generator<Promise<void>> {
  for (const [seat, client] of table.clients.slice(0, table.match.seats).entries()) {
    yield moveOn(play, table, client, random)
    yield listen(play, table, client, seat)
  }
}

async function moveOn(play: Play, table: Table, client: Client, random: Chance): Promise<void> {
  while (!play.signal.aborted) {
    const moved = await tryToMove(play, table, client, random)
    if (moved) continue
    if (!play.goesOn && (await isOver(client, table.match.id))) return
    await sleep(LOOK_EVERY)
  }
}

/** Card and view are read one after the other: if the match goes back in between, the look is refused and has to be made again. */
const isOver = (client: Client, match: string): Promise<boolean> =>
  client.match(match).then(({ status }) => status === 'over', lookAgain)

function lookAgain(error: unknown): false {
  if (!(error instanceof ChanceryProblem) || error.status >= 500) throw error
  return false
}

/** Refusals are no failures here: the position may have gone while the player was choosing. */
async function tryToMove(play: Play, { match, kept }: Table, client: Client, random: Chance): Promise<boolean> {
  const { age, tally } = play
  try {
    const page = await client.legalMoves(match.id, { first: 200 })
    if (page.decision === null) return false
    const { version, head } = await client.submit(match.id, anyMove(page.moves, random), { expectedVersion: page.version })
    tally.moves++
    kept.push({ version, head, age })
    return true
  } catch (error) {
    if (error instanceof ChanceryProblem && error.code === 'STALE_VERSION') tally.stale++
    return lookAgain(error)
  }
}

/** An item that does not come after the last one says that the match went back: what was heard from there on is void. */
async function listen(play: Play, { match, heard }: Table, client: Client, seat: number): Promise<void> {
  while (!play.signal.aborted) {
    const last = !play.goesOn
    const items: Item[] = []
    heard[seat] = items
    const ended = await hearOut(client.notices(match.id, { signal: play.signal }), items).catch(lookAgain)
    if (last && ended) return
    await sleep(LOOK_EVERY * 4)
  }
}

async function hearOut(stream: AsyncIterable<Item>, items: Item[]): Promise<true> {
  for await (const item of stream) {
    while ((items.at(-1)?.version ?? 0) >= item.version) items.pop()
    items.push(item)
  }
  return true
}

async function goBackAgainAndAgain(play: Play, flags: Flags, say: Say): Promise<void> {
  const { random, tally, signal } = play
  const restores = new Set(
    Array.from({ length: flags.databaseKills }, (_, index) =>
      Math.floor(((index + 1) * flags.kills) / (flags.databaseKills + 1)),
    ),
  )
  for (let round = 0; round < flags.kills && !signal.aborted; round++) {
    if (restores.has(round)) await restore(play)
    await progress(play, random.between(2, 12) * play.tables.length)
    await goBack(play)
    say(
      `went back ${tally.rewinds} times, restored ${tally.restores} times; ${tally.moves} moves acknowledged, ${tally.stale} stale`,
    )
  }
  await progress(play, 4)
}

/** Waits until so many more moves have been acknowledged, or nobody can move any more because every match is over. */
async function progress({ tally, signal }: Play, moves: number): Promise<void> {
  const before = tally.moves
  for (let waited = 0; tally.moves < before + moves && waited < 3_000 && !signal.aborted; waited += 20) await sleep(20)
}

/** A copy of the stopped data folder is put back after more has been played: caches, streams and players have seen what is then gone. */
async function restore(play: Play): Promise<void> {
  const { ground, random, tally } = play
  const copy = await ground.copyDatabase()
  await progress(play, random.between(3, 10) * play.tables.length)
  play.age++
  await copy.putBack()
  play.age++
  tally.restores++
  await noGaps(play)
}

async function goBack(play: Play): Promise<void> {
  const { random, tally, tables } = play
  const some = tables.filter(() => !random.once(3))
  play.age++
  await inDatabase(play, async (client) => {
    await client.query('begin')
    // A restore never runs beside writers; and triggers are off, because entries are append-only otherwise.
    await client.query('lock table entry in exclusive mode')
    await client.query('set local session_replication_role = replica')
    for (const { match } of some) await putBack(client, match.id, random)
    await client.query('commit')
  })
  play.age++
  tally.rewinds++
  await noGaps(play)
}

const BACK = [
  'delete from entry where match_id = $1 and version > $2',
  `update match set status = case when $2 = 0 then 'open' else 'running' end, result = null, ended_at = null,
     started_at = case when $2 = 0 then null else started_at end where id = $1`,
  'update seat set left_version = null where match_id = $1 and left_version > $2',
]
/** Half of the time snapshots outlive their entries: they are written beside the log. */
const SNAPSHOTS = 'delete from snapshot where match_id = $1 and version > $2'

async function putBack(client: pg.Client, match: string, random: Chance): Promise<void> {
  const { rows } = await client.query<{ head: number }>(
    'select coalesce(max(version), 0) as head from entry where match_id = $1',
    [match],
  )
  const { head } = itemAt(rows, 0)
  const version = random.once(10) ? 0 : Math.max(0, head - random.between(1, random.once(3) ? 40 : 6))
  for (const sql of random.once(2) ? BACK : [...BACK, SNAPSHOTS]) await client.query(sql, [match, version])
}

async function noGaps(play: Play): Promise<void> {
  await inDatabase(play, async (client) => {
    const { rows } = await client.query<{ match_id: string }>(
      'select match_id from entry group by match_id having count(*) <> max(version) or min(version) <> 1',
    )
    for (const { match_id } of rows) play.tally.failures.push(`${match_id}: the log has a gap`)
  })
}

/** Tried again while Postgres is starting. */
async function inDatabase({ ground, signal }: Play, work: (client: pg.Client) => Promise<void>): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: await ground.databaseUrl(), connectionTimeoutMillis: 3_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await work(client)
    } catch (error) {
      if (signal.aborted) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function examine({ tally, age }: Play, { match, clients, heard, kept }: Table): Promise<void> {
  const log = await fetchTranscript(itemAt(clients, 0), match.id)
  const fail = (what: string) => void tally.failures.push(`${match.id}: ${what}`)
  const verdict = verifyTranscript(log)
  if (!verdict.ok) fail(`the log does not verify at entry ${verdict.entry}: ${verdict.problem}`)
  for (const { version, head, age: then } of kept)
    if (then === age && log.entries[version - 1]?.hash !== head)
      fail(`the move at version ${version} was acknowledged and is lost`)
  const heads = log.entries.map(({ hash }) => hash)
  for (const [seat, items] of heard.entries()) {
    if (items.length === heads.length && items.every(({ head }, index) => head === heads[index])) continue
    fail(`seat ${seat} heard ${ranges(items.map(({ version }) => version))} of 1-${heads.length}, or otherwise than the log`)
  }
}

function conclude({ tally, tables, age }: Play): Outcome {
  const counts = {
    'times that matches went back': tally.rewinds,
    'restores of the data folder': tally.restores,
    matches: tables.length,
    'moves acknowledged': tally.moves,
    'of these since the last time': tables.reduce((sum, { kept }) => sum + kept.filter((one) => one.age === age).length, 0),
    'answers STALE_VERSION': tally.stale,
    'streams that were told to look again': tally.resyncs,
  }
  return { counts, failures: tally.failures }
}
