/**
 * Nothing lost, nothing twice: clients play flat out while the server and its Postgres are killed at random moments. Every move
 * that was acknowledged must be in its log exactly once, and a retry with the same key must have played nothing twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LegalMoves } from '../client/index.js'
import { games } from '../games/registry.js'
import { type Chance, chance } from './chance.js'
import { type Ground, isReady, prepareGround, type Server } from './ground.js'
import type { Options } from './options.js'
import type { Outcome, Say } from './outcome.js'
import { fetchTranscript, prove } from './proof.js'
import { playSeat, same, submitAndKeep } from './seat.js'
import { anyMove, newPlayers, openTable, type Player, type Table } from './table.js'

/** One acknowledged move in so many is sent once more with its key. */
const REPEATED = 6
/** Room for every game. */
const MOST_SEATS = Math.max(3, ...games.map(({ seats }) => seats.min))

interface Tally {
  serverKills: number
  databaseKills: number
  retries: number
  repeated: number
  readonly failures: string[]
}

interface Play {
  readonly url: string
  readonly tables: Table[]
  readonly tally: Tally
  readonly signal: AbortSignal
  readonly game: string | undefined
  goesOn: boolean
}

export async function kills(options: Options, say: Say): Promise<Outcome> {
  const random = chance(options.seed)
  const ground = await prepareGround(options.server)
  const tally: Tally = { serverKills: 0, databaseKills: 0, retries: 0, repeated: 0, failures: [] }
  try {
    const server = await ground.server()
    await server.start()
    const signal = AbortSignal.timeout(options.minutes * 60_000)
    const settings = { timeout: 5_000, retries: 10_000, longestPause: 250, onRetry: () => void tally.retries++ }
    const players = await newPlayers(server.url, options.matches * MOST_SEATS, settings)
    const play: Play = { url: server.url, tables: [], tally, signal, game: options.game, goesOn: true }
    const places = Array.from({ length: options.matches }, (_, place) =>
      playOn(play, players.slice(place * MOST_SEATS, (place + 1) * MOST_SEATS), chance(options.seed + place + 1)),
    )
    await Promise.race([killAll(ground, server, play, options, random, say), Promise.all(places)])
    play.goesOn = false
    await Promise.all(places)
    await countMatches(play, players)
    return await conclude(play, players[0] as Player)
  } finally {
    await ground.close()
  }
}

/** One match after the other, until all kills are done. */
async function playOn(play: Play, players: readonly Player[], random: Chance): Promise<void> {
  const clients = players.map((player) => player.at(play.url))
  while (play.goesOn && !play.signal.aborted) {
    const table = await openTable(clients, random, play.game)
    play.tables.push(table)
    await Promise.all(
      clients.slice(0, table.seats).map((client, seat) =>
        playSeat({
          table,
          seat,
          client,
          signal: play.signal,
          move: (page) => moveOnce(play, table, seat, client, page, random),
        }),
      ),
    )
  }
  if (play.signal.aborted) play.tally.failures.push('the time was up before the campaign was over')
}

async function moveOnce(
  play: Play,
  table: Table,
  seat: number,
  client: Parameters<typeof submitAndKeep>[2],
  page: LegalMoves,
  random: Chance,
): Promise<void> {
  const move = anyMove(page.moves, random)
  const how = { expectedVersion: page.version, idempotencyKey: randomUUID() }
  const promised = await submitAndKeep(table, seat, client, move, how)
  if (!promised) return
  table.promised.push(promised)
  if (!random.once(REPEATED)) return
  play.tally.repeated++
  const again = await submitAndKeep(table, seat, client, move, how)
  if (!same(promised, again))
    play.tally.failures.push(`${table.id}: the same key at version ${promised.version} was answered otherwise the second time`)
}

async function killAll(ground: Ground, server: Server, play: Play, options: Options, random: Chance, say: Say): Promise<void> {
  const { tally, signal } = play
  const blows = [...Array<'server'>(options.kills).fill('server'), ...Array<'database'>(options.databaseKills).fill('database')]
  while (blows.length > 0 && !signal.aborted) {
    const [blow] = blows.splice(random.between(0, blows.length - 1), 1)
    await progress(play, random.between(1, 40), signal)
    await sleep(random.between(0, 400))
    if (blow === 'server') await strikeServer(server, tally, random)
    else await strikeDatabase(ground, server, tally, random)
    say(`killed the ${blow}: ${blows.length} to go, ${count(play.tables)} moves acknowledged`)
  }
  await progress(play, 20, signal)
}

async function strikeServer(server: Server, tally: Tally, random: Chance): Promise<void> {
  await server.kill('SIGKILL')
  tally.serverKills++
  // Now and then it is killed again while it starts.
  if (random.once(6)) {
    server.launch()
    await sleep(random.between(50, 1_000))
    await server.kill('SIGKILL')
    tally.serverKills++
  }
  while ((await server.start()) === 'died') await sleep(200)
}

async function strikeDatabase(ground: Ground, server: Server, tally: Tally, random: Chance): Promise<void> {
  while (!(await ground.killDatabase())) await sleep(50)
  tally.databaseKills++
  // Both at once: the next server has to start it.
  if (random.once(3)) await strikeServer(server, tally, random)
  while (!(await isReady(server.url))) await sleep(50)
}

const count = (tables: readonly Table[]): number => tables.reduce((sum, { promised }) => sum + promised.length, 0)

/** Waits until so many more moves have been acknowledged: a server that nobody plays on is not worth a kill. */
async function progress({ tables }: Play, moves: number, signal: AbortSignal): Promise<void> {
  const before = count(tables)
  while (count(tables) < before + moves && !signal.aborted) await sleep(5)
}

/** Making and joining were retried too: a match too many would be one made twice. */
async function countMatches({ url, tables, tally }: Play, players: readonly Player[]): Promise<void> {
  const listed = new Set<string>()
  for (const player of players) for await (const { id } of player.at(url).matches({ mine: true })) listed.add(id)
  const known = new Set(tables.map(({ id }) => id))
  for (const id of listed) if (!known.has(id)) tally.failures.push(`${id}: the match was made, but nobody was told`)
  for (const id of known) if (!listed.has(id)) tally.failures.push(`${id}: the match is gone`)
}

async function conclude({ url, tables, tally, signal }: Play, anyone: Player): Promise<Outcome> {
  const failures = [...tally.failures]
  let [entries, lost, twice] = [0, 0, 0]
  for (const table of signal.aborted ? [] : tables) {
    const proof = prove(table, await fetchTranscript(anyone.at(url), table.id))
    failures.push(...proof.failures)
    entries += proof.entries
    lost += proof.lost
    twice += proof.twice
  }
  const counts = {
    'kills of the server': tally.serverKills,
    'kills of Postgres': tally.databaseKills,
    matches: tables.length,
    'entries in their logs': entries,
    'moves acknowledged': count(tables),
    'requests tried again': tally.retries,
    'moves sent twice on purpose': tally.repeated,
    'streams compared with the log': tables.reduce((sum, { heard }) => sum + heard.length, 0),
    'moves lost': lost,
    'moves played twice': twice,
  }
  return { counts, failures }
}
