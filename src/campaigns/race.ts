/**
 * Two servers, one truth: both players of every match play on different servers, with moves that race through both at once. The
 * log must be the same through both, every acknowledged move in it, and every stream on either server complete and in order.
 */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Client, LegalMoves } from '../client/index.js'
import { type Chance, chance } from './chance.js'
import { prepareGround } from './ground.js'
import type { Options } from './options.js'
import type { Outcome, Say } from './outcome.js'
import { fetchTranscript, prove } from './proof.js'
import { listen, playSeat, same, submitAndKeep } from './seat.js'
import { anyMove, newPlayers, openTable, type Player, type Promised, type Table } from './table.js'

/** The same player on both servers; `[0]` is the one it plays on. */
type Pair = readonly [Client, Client]

interface Race {
  readonly table: Table
  readonly pairs: readonly Pair[]
  readonly random: Chance
  readonly tally: Tally
}

interface Tally {
  sameKey: number
  rivals: number
  outOfTurn: number
  /** Pairs of rival moves of which none was accepted. */
  readonly unaccepted: { table: Table; seat: number; version: number }[]
  /** Moves that a seat made through its other client, while somebody else's turn was raced for. */
  readonly intrusions: Set<Promised>
  readonly failures: string[]
}

export async function race(options: Options, say: Say): Promise<Outcome> {
  const ground = await prepareGround(options.server)
  const tally: Tally = { sameKey: 0, rivals: 0, outOfTurn: 0, unaccepted: [], intrusions: new Set(), failures: [] }
  try {
    const [a, b] = [await ground.server(), await ground.server()]
    await a.start()
    await b.start()
    const signal = AbortSignal.timeout(options.minutes * 60_000)
    const players = await newPlayers(a.url, options.matches * 2, { timeout: 15_000, retries: 20 })
    const tables = await Promise.all(
      Array.from({ length: options.matches }, async (_, index) => {
        const pairs = [players[2 * index], players[2 * index + 1]].map((player, seat) =>
          pairOf(player as Player, seat === 0 ? [a.url, b.url] : [b.url, a.url]),
        )
        const random = chance(options.seed + index)
        const table = await openTable(
          pairs.map(([own]) => own),
          random,
          options.game,
        )
        await playMatch({ table, pairs, random, tally }, signal)
        say(`match ${index + 1} is over after ${table.promised.length} moves`)
        return { table, pairs }
      }),
    )
    if (signal.aborted) tally.failures.push('the time was up before the campaign was over')
    return await conclude(tables, tally, signal)
  } finally {
    await ground.close()
  }
}

const pairOf = (player: Player, [own, other]: [string, string]): Pair => [player.at(own), player.at(other)]

/** Each seat plays on its own server; each match is followed on both, by both seats. */
async function playMatch(run: Race, signal: AbortSignal): Promise<void> {
  const { table, pairs } = run
  const elsewhere = pairs.map(([, other], seat) =>
    listen(table, other, { where: `seat ${seat} on the other server`, viewer: seat, items: [] }, signal),
  )
  await Promise.all(
    pairs.map(([client], seat) => playSeat({ table, seat, client, signal, move: (page) => moveInARace(run, seat, page) })),
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
async function moveTwiceWithOneKey({ table, pairs, random, tally }: Race, seat: number, page: LegalMoves): Promise<void> {
  const move = anyMove(page.moves, random)
  const how = { expectedVersion: page.version, idempotencyKey: randomUUID() }
  const answers = await Promise.all((pairs[seat] as Pair).map((client) => submitAndKeep(table, seat, client, move, how)))
  tally.sameKey++
  if (!same(answers[0], answers[1]))
    tally.failures.push(
      `${table.id}: two servers answered the same key otherwise at version ${page.version}: ${JSON.stringify(answers)}`,
    )
  keep(table, answers.slice(0, 1))
}

/**
 * Two different requests for the same decision: exactly one is accepted. None may be if the seat's other client, intruding from
 * the turn of another seat, was faster; that is looked up at the end.
 */
async function moveWithRivals({ table, pairs, random, tally }: Race, seat: number, page: LegalMoves): Promise<void> {
  const answers = await Promise.all(
    (pairs[seat] as Pair).map((client) =>
      submitAndKeep(table, seat, client, anyMove(page.moves, random), {
        expectedVersion: page.version,
        idempotencyKey: randomUUID(),
      }),
    ),
  )
  tally.rivals++
  const accepted = answers.filter((answer) => answer !== undefined)
  if (accepted.length > 1) tally.failures.push(`${table.id}: both of two rival moves were accepted at version ${page.version}`)
  if (accepted.length === 0) tally.unaccepted.push({ table, seat, version: page.version })
  keep(table, accepted)
}

/** A seat that may not be awaited sends the other's move through both servers; what is accepted all the same must be in the log. */
async function intrude({ table, random, tally }: Race, seat: number, pair: Pair, page: LegalMoves): Promise<void> {
  const expectedVersion = random.once(2) ? page.version : undefined
  const answers = await Promise.all(
    pair.map((client) =>
      submitAndKeep(table, seat, client, anyMove(page.moves, random), { expectedVersion, idempotencyKey: randomUUID() }),
    ),
  )
  tally.outOfTurn += 2
  for (const answer of answers) if (answer) tally.intrusions.add(answer)
  keep(table, answers)
}

const keep = (table: Table, answers: readonly (Promised | undefined)[]): void => {
  table.promised.push(...answers.filter((answer) => answer !== undefined))
}

/** The next move of the seat must be one that came in between. */
function hadNoReason({ intrusions }: Tally, { table, seat, version }: Tally['unaccepted'][number]): boolean {
  const later = table.promised.filter((one) => one.seat === seat && one.version > version).sort((a, b) => a.version - b.version)
  return !later[0] || !intrusions.has(later[0])
}

async function conclude(
  tables: readonly { table: Table; pairs: readonly Pair[] }[],
  tally: Tally,
  signal: AbortSignal,
): Promise<Outcome> {
  const failures = [
    ...tally.failures,
    ...tally.unaccepted
      .filter((one) => hadNoReason(tally, one))
      .map(({ table, version }) => `${table.id}: none of two rival moves was accepted at version ${version}`),
  ]
  let [entries, lost, twice, diverged] = [0, 0, 0, 0]
  for (const { table, pairs } of signal.aborted ? [] : tables) {
    const [one, two] = await Promise.all((pairs[0] as Pair).map((client) => fetchTranscript(client, table.id)))
    if (!one || !isDeepStrictEqual(one, two)) {
      diverged++
      failures.push(`${table.id}: the servers show different logs`)
    }
    if (!one) continue
    const proof = prove(table, one)
    failures.push(...proof.failures)
    entries += proof.entries
    lost += proof.lost
    twice += proof.twice
  }
  const counts = {
    servers: 2,
    matches: tables.length,
    'entries in their logs': entries,
    'moves acknowledged': tables.reduce((sum, { table }) => sum + table.promised.length, 0),
    'moves sent to both servers with one key': tally.sameKey,
    'pairs of rival moves': tally.rivals,
    'moves sent out of turn': tally.outOfTurn,
    'streams compared with the log': tables.reduce((sum, { table }) => sum + table.heard.length, 0),
    'updates lost': lost,
    'moves played twice': twice,
    'logs that differ between the servers': diverged,
  }
  return { counts, failures }
}
