/**
 * Two servers, one truth: both players of every match play on different servers, with moves that race through both at once. The
 * log must be the same through both, every acknowledged move in it, and every stream on either server complete and in order.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { LegalMoves } from '../src/client/index.js'
import { itemAt } from '../src/games/lists.js'
import { anyMove, type Chance, chance } from './chance.js'
import type { Flags } from './flags.js'
import { prepareGround } from './ground.js'
import type { Connected } from './move-lists.js'
import { OUT_OF_TIME, type Outcome, type Say } from './outcome.js'
import { countPromised, openMatch, type Played, type Promised } from './played.js'
import { isSameAnswer, listen, newPlayers, type Player, playSeat, submit } from './players.js'
import { fetchTranscript, type Proof, prove, sumOf } from './proof.js'
import { type Sending, sendingBy } from './sending.js'
import { movesOverSockets } from './socket-way.js'

/** Matches of the same two players, so that moves of several may go in one request. */
const AT_ONCE = 2

/** The same player on both servers; `[0]` is the one it plays on. */
type Pair = readonly [Connected, Connected]

interface Race {
  readonly match: Played
  /** By seat. */
  readonly pairs: readonly Pair[]
  readonly random: Chance
  readonly tally: Tally
  readonly sending: Sending
}

interface Tally {
  sameKey: number
  rivals: number
  outOfTurn: number
  /** Pairs of rival moves of which none was accepted. */
  readonly unaccepted: { readonly match: Played; readonly seat: number; readonly version: number }[]
  /** Moves that a seat made through its other client, while somebody else's turn was raced for. */
  readonly intrusions: Set<Promised>
  readonly failures: string[]
}

export async function race(flags: Flags, say: Say): Promise<Outcome> {
  const ground = await prepareGround(flags.server)
  const tally: Tally = { sameKey: 0, rivals: 0, outOfTurn: 0, unaccepted: [], intrusions: new Set(), failures: [] }
  try {
    const [a, b] = [await ground.server(), await ground.server()]
    await a.start()
    await b.start()
    const signal = AbortSignal.timeout(flags.minutes * 60_000)
    const tables = Math.ceil(flags.matches / AT_ONCE)
    const players = await newPlayers(a.url, tables * 2, { timeout: 15_000, retries: 20 })
    const everybody = players.map((player, index) =>
      index % 2 === 0 ? pairOf(player, a.url, b.url) : pairOf(player, b.url, a.url),
    )
    const sending = sendingBy(chance(flags.seed + 1_000))
    const races = await Promise.all(
      Array.from({ length: flags.matches }, async (_, index) => {
        const table = 2 * Math.floor(index / AT_ONCE)
        const pairs = everybody.slice(table, table + 2)
        const run = await openRace(pairs, chance(flags.seed + index), { tally, sending }, flags.game)
        await playMatch(run, signal)
        say(`match ${index + 1} is over after ${run.match.promised.length} moves`)
        return run
      }),
    )
    if (signal.aborted) tally.failures.push(OUT_OF_TIME)
    return await conclude(races, { tally, sending }, signal)
  } finally {
    await ground.close()
  }
}

const pairOf = (player: Player, own: string, other: string): Pair => [player.at(own), player.at(other)]

async function openRace(
  pairs: readonly Pair[],
  random: Chance,
  kept: Pick<Race, 'tally' | 'sending'>,
  game: string | undefined,
): Promise<Race> {
  const clients = pairs.map(([own]) => own)
  return { match: await openMatch(clients, random, game), pairs, random, ...kept }
}

/** The answers of both servers to what is asked at the same time. */
const onBoth = <Answer>(pair: Pair, ask: (client: Connected) => Promise<Answer>): Promise<[Answer, Answer]> =>
  Promise.all([ask(pair[0]), ask(pair[1])])

/** Each seat plays on its own server; each match is followed on both, by both seats. */
async function playMatch(run: Race, signal: AbortSignal): Promise<void> {
  const { match, pairs } = run
  const elsewhere = pairs.map(([, other], seat) =>
    listen(match, other, { where: `seat ${seat} on the other server`, viewer: seat, items: [] }, signal),
  )
  await Promise.all(
    pairs.map(([client], seat) => playSeat({ match, seat, client, signal, move: (page) => moveInARace(run, seat, page) })),
  )
  await Promise.all(elsewhere.map(({ ended }) => ended))
}

/** The awaited seat moves through both servers at once, and the other seats try to, too. */
async function moveInARace(run: Race, seat: number, page: LegalMoves): Promise<void> {
  const others = run.pairs.flatMap((pair, other) =>
    other === seat || !run.random.once(2) ? [] : [intrude(run, other, pair, page)],
  )
  const own = run.random.once(2) ? moveTwiceWithOneKey(run, seat, page) : moveWithRivals(run, seat, page)
  await Promise.all([own, ...others])
}

/** One request, sent to both servers at the same time: one move, and the same answer from both. */
async function moveTwiceWithOneKey(
  { match, pairs, random, tally, sending }: Race,
  seat: number,
  page: LegalMoves,
): Promise<void> {
  const request = {
    match,
    seat,
    move: anyMove(page.moves, random),
    expectedVersion: page.version,
    idempotencyKey: randomUUID(),
  }
  const answers = await onBoth(itemAt(pairs, seat), (client) => submit({ ...request, client }, sending.send))
  tally.sameKey++
  if (!isSameAnswer(...answers))
    tally.failures.push(
      `${match.id}: two servers answered the same key otherwise at version ${page.version}: ${JSON.stringify(answers)}`,
    )
  keep(match, answers.slice(0, 1))
}

/**
 * Two different requests for the same decision: exactly one is accepted. None may be if the seat's other client, intruding from
 * the turn of another seat, was faster; that is looked up at the end.
 */
async function moveWithRivals({ match, pairs, random, tally, sending }: Race, seat: number, page: LegalMoves): Promise<void> {
  const answers = await onBoth(itemAt(pairs, seat), (client) =>
    submit(
      {
        match,
        seat,
        client,
        move: anyMove(page.moves, random),
        expectedVersion: page.version,
        idempotencyKey: randomUUID(),
      },
      sending.send,
    ),
  )
  tally.rivals++
  const accepted = answers.filter((answer) => answer !== undefined)
  if (accepted.length > 1) tally.failures.push(`${match.id}: both of two rival moves were accepted at version ${page.version}`)
  if (accepted.length === 0) tally.unaccepted.push({ match, seat, version: page.version })
  keep(match, accepted)
}

/** A seat that may not be awaited sends the other's move through both servers; what is accepted all the same must be in the log. */
async function intrude({ match, random, tally, sending }: Race, seat: number, pair: Pair, page: LegalMoves): Promise<void> {
  const expectedVersion = random.once(2) ? page.version : undefined
  const answers = await onBoth(pair, (client) =>
    submit(
      { match, seat, client, move: anyMove(page.moves, random), expectedVersion, idempotencyKey: randomUUID() },
      sending.send,
    ),
  )
  tally.outOfTurn += 2
  for (const answer of answers) if (answer) tally.intrusions.add(answer)
  keep(match, answers)
}

const keep = ({ promised }: Played, answers: readonly (Promised | undefined)[]): void => {
  promised.push(...answers.filter((answer) => answer !== undefined))
}

/** Where an intrusion came first, the next move of the seat is that intrusion. */
function hadNoReason({ intrusions }: Tally, { match, seat, version }: Tally['unaccepted'][number]): boolean {
  const later = match.promised.filter((one) => one.seat === seat && one.version > version)
  const [next] = later.sort((a, b) => a.version - b.version)
  return !next || !intrusions.has(next)
}

async function conclude(
  races: readonly Race[],
  { tally, sending }: Pick<Race, 'tally' | 'sending'>,
  signal: AbortSignal,
): Promise<Outcome> {
  const rivals = tally.unaccepted
    .filter((one) => hadNoReason(tally, one))
    .map(({ match, version }) => `${match.id}: none of two rival moves was accepted at version ${version}`)
  const compared = signal.aborted ? [] : await compareLogs(races)
  const diverged = compared.filter(({ isSame }) => !isSame).map(({ match }) => `${match.id}: the servers show different logs`)
  const { entries, lost, twice, failures } = sumOf(compared.map(({ proof }) => proof))
  const matches = races.map(({ match }) => match)
  const counts = {
    servers: 2,
    matches: matches.length,
    'entries in their logs': entries,
    'moves acknowledged': countPromised(matches),
    'moves sent over WebSockets': movesOverSockets(),
    'moves sent to both servers with one key': tally.sameKey,
    'pairs of rival moves': tally.rivals,
    'moves sent out of turn': tally.outOfTurn,
    ...sending.counts,
    'streams compared with the log': matches.reduce((sum, { heard }) => sum + heard.length, 0),
    'updates lost': lost,
    'moves played twice': twice,
    'logs that differ between the servers': diverged.length,
  }
  return { counts, failures: [...tally.failures, ...sending.failures, ...rivals, ...diverged, ...failures] }
}

interface Compared {
  readonly match: Played
  readonly isSame: boolean
  readonly proof: Proof
}

/** One match after the other, because logs are long. */
async function compareLogs(races: readonly Race[]): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const { match, pairs } of races) {
    const [one, other] = await onBoth(itemAt(pairs, 0), (client) => fetchTranscript(client, match.id))
    compared.push({ match, isSame: isDeepStrictEqual(one, other), proof: prove(match, one) })
  }
  return compared
}
