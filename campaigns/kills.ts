/**
 * Nothing lost, nothing twice: clients play flat out while the server and its Postgres are killed at random moments. Every move
 * that was acknowledged must be in its log exactly once, and a retry with the same key must have played nothing twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LegalMoves } from '../src/client/index.js'
import { itemAt } from '../src/games/lists.js'
import { games } from '../src/games/registry.js'
import { anyMove, type Chance, chance } from './chance.js'
import type { Flags } from './flags.js'
import { type Ground, prepareGround } from './ground.js'
import type { Connected } from './move-lists.js'
import { OUT_OF_TIME, type Outcome, type Say } from './outcome.js'
import { countPromised, openMatch, type Played } from './played.js'
import { isSameAnswer, newPlayers, type Player, playSeat, submit } from './players.js'
import { fetchTranscript, type Proof, prove, sumOf } from './proof.js'
import { type Sending, sendingBy } from './sending.js'
import { isReady, type ServerProcess } from './server-process.js'
import { movesOverSockets } from './socket-way.js'

/** One acknowledged move in so many is sent once more with its key. */
const REPEATED = 6
/** Players around one match after the other: enough for every game. */
const GROUP = Math.max(3, ...games.map(({ seats }) => seats.min))
/** Matches of one group at a time, so that moves of several may go in one request. */
const AT_ONCE = 2

interface Tally {
  serverKills: number
  databaseKills: number
  retries: number
  repeated: number
  readonly failures: string[]
}

interface Play {
  readonly ground: Ground
  readonly server: ServerProcess
  readonly random: Chance
  readonly matches: Played[]
  readonly tally: Tally
  readonly sending: Sending
  readonly signal: AbortSignal
  readonly game: string | undefined
  goesOn: boolean
}

export async function kills(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  const tally: Tally = { serverKills: 0, databaseKills: 0, retries: 0, repeated: 0, failures: [] }
  try {
    const server = await ground.server()
    await server.start()
    const signal = AbortSignal.timeout(flags.minutes * 60_000)
    const patience = { timeout: 5_000, retries: 10_000, longestPause: 250, onRetry: () => void tally.retries++ }
    const players = await newPlayers(server.url, Math.ceil(flags.matches / AT_ONCE) * GROUP, patience)
    const clients = players.map((player) => player.at(server.url))
    const { seed, game } = flags
    const sending = sendingBy(chance(seed + 1_000))
    const play: Play = { ground, server, random: chance(seed), matches: [], tally, sending, signal, game, goesOn: true }
    const groups = Array.from({ length: flags.matches }, (_, table) => {
      const group = Math.floor(table / AT_ONCE)
      return playOn(play, clients.slice(group * GROUP, (group + 1) * GROUP), chance(seed + table + 1))
    })
    await Promise.race([killAll(play, flags, say), Promise.all(groups)])
    play.goesOn = false
    await Promise.all(groups)
    await countMatches(play, players)
    return await conclude(play, itemAt(players, 0))
  } finally {
    await ground.close()
  }
}

/** One match after the other, until all kills are done. */
async function playOn(play: Play, clients: readonly Connected[], random: Chance): Promise<void> {
  const { matches, signal } = play
  while (play.goesOn && !signal.aborted) {
    const match = await openMatch(clients, random, play.game)
    matches.push(match)
    const seated = clients.slice(0, match.seats)
    await Promise.all(
      seated.map((client, seat) => {
        const mover: Mover = { play, match, seat, client, random }
        return playSeat({ match, seat, client, signal, move: (page) => moveOnce(mover, page) })
      }),
    )
  }
  if (signal.aborted) play.tally.failures.push(OUT_OF_TIME)
}

interface Mover {
  readonly play: Play
  readonly match: Played
  readonly seat: number
  readonly client: Connected
  readonly random: Chance
}

/** Now and then the move is sent a second time with its key, perhaps in another way: the answer must be the same. */
async function moveOnce({ play, match, seat, client, random }: Mover, page: LegalMoves): Promise<void> {
  const { tally, sending } = play
  const move = anyMove(page.moves, random)
  const request = { match, seat, client, move, expectedVersion: page.version, idempotencyKey: randomUUID() }
  const promised = await submit(request, sending.send)
  if (!promised) return
  match.promised.push(promised)
  if (!random.once(REPEATED)) return
  tally.repeated++
  if (!isSameAnswer(promised, await submit(request, sending.send)))
    tally.failures.push(`${match.id}: the same key at version ${promised.version} was answered otherwise the second time`)
}

async function killAll(play: Play, flags: Flags, say: Say): Promise<void> {
  const { random, signal, matches } = play
  const victims = [...Array<'server'>(flags.kills).fill('server'), ...Array<'database'>(flags.databaseKills).fill('database')]
  while (victims.length > 0 && !signal.aborted) {
    const [victim] = victims.splice(random.between(0, victims.length - 1), 1)
    await progress(play, random.between(1, 40))
    await sleep(random.between(0, 400))
    await (victim === 'server' ? killServer(play) : killDatabase(play))
    say(`killed the ${victim}: ${victims.length} to go, ${countPromised(matches)} moves acknowledged`)
  }
  await progress(play, 20)
}

async function killServer({ server, tally, random }: Play): Promise<void> {
  await server.kill('SIGKILL')
  tally.serverKills++
  // Now and then it is killed again while it starts.
  if (random.once(6)) {
    server.launch()
    await sleep(random.between(50, 1_000))
    await server.kill('SIGKILL')
    tally.serverKills++
  }
  await server.start()
}

async function killDatabase(play: Play): Promise<void> {
  const { ground, server, tally, random } = play
  while (!(await ground.killDatabase())) await sleep(50)
  tally.databaseKills++
  // Both at once: the next server has to start it.
  if (random.once(3)) await killServer(play)
  while (!(await isReady(server.url))) await sleep(50)
}

/** Waits until so many more moves have been acknowledged: killing a server on which nobody has moved would show nothing. */
async function progress({ matches, signal }: Play, moves: number): Promise<void> {
  const before = countPromised(matches)
  while (countPromised(matches) < before + moves && !signal.aborted) await sleep(5)
}

/** Making and joining were retried too: a match too many would be one made twice. */
async function countMatches({ server, matches, tally }: Play, players: readonly Player[]): Promise<void> {
  const listed = new Set<string>()
  for (const player of players) for await (const { id } of player.at(server.url).matches({ mine: true })) listed.add(id)
  const known = new Set(matches.map(({ id }) => id))
  for (const id of listed) if (!known.has(id)) tally.failures.push(`${id}: the match was made, but nobody was told`)
  for (const id of known) if (!listed.has(id)) tally.failures.push(`${id}: the match is gone`)
}

async function conclude({ server, matches, tally, sending, signal }: Play, anyone: Player): Promise<Outcome> {
  const proofs: Proof[] = []
  for (const match of signal.aborted ? [] : matches)
    proofs.push(prove(match, await fetchTranscript(anyone.at(server.url), match.id)))
  const { entries, lost, twice, failures } = sumOf(proofs)
  const counts = {
    'kills of the server': tally.serverKills,
    'kills of Postgres': tally.databaseKills,
    matches: matches.length,
    'entries in their logs': entries,
    'moves acknowledged': countPromised(matches),
    ...sending.counts,
    'of them over WebSockets': movesOverSockets(),
    'requests tried again': tally.retries,
    'moves sent twice on purpose': tally.repeated,
    'streams compared with the log': matches.reduce((sum, { heard }) => sum + heard.length, 0),
    'moves lost': lost,
    'moves played twice': twice,
  }
  return { counts, failures: [...tally.failures, ...sending.failures, ...failures] }
}
