/** What players accept: stated by themselves, read by everybody, and asked before they are invited or paired. */
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../clocks/clock.js'
import { findGame } from '../../games/registry.js'
import { invalid, Problem } from '../../platform/problem.js'
import { Acceptance, EVERYTHING } from '../finding-shapes.js'
import { IN_PLAY } from '../store/holdings.js'

/** As much of a match as is asked about. */
export interface Proposal {
  readonly game: string
  readonly seats: number
  /** Null or left out: none. */
  readonly clock?: Clock | null | undefined
}

export async function acceptanceOf(client: Pool | PoolClient, player: string): Promise<Acceptance> {
  const { rows } = await client.query<{ terms: unknown }>('select terms from acceptance where player_id = $1', [player])
  return readTerms(rows[0]?.terms)
}

/** Of a row, if there is one. */
export const readTerms = (terms: unknown): Acceptance => (terms ? Acceptance.parse(terms) : EVERYTHING)

/** Only games that there are: a slip of the pen would accept nothing. */
export function checkedAcceptance(stated: Acceptance): Acceptance {
  const games = stated.games ?? []
  const unknown = games.find(({ game }) => !findGame(game))
  if (unknown) throw invalid(`games: there is no game ${unknown.game}`)
  if (new Set(games.map(({ game }) => game)).size < games.length) throw invalid('games: name each game once')
  return stated
}

export const storeAcceptance = (client: PoolClient, player: string, stated: Acceptance): Promise<unknown> =>
  client.query(
    'insert into acceptance (player_id, terms) values ($1, $2) on conflict (player_id) do update set terms = excluded.terms',
    [player, JSON.stringify(stated)],
  )

/** Why the proposal is outside; undefined if it is not. How many matches there are at once is counted by `isBusy`. */
export function outside({ games, ...terms }: Acceptance, { game, seats, clock }: Proposal): string | undefined {
  const accepted = games?.find((one) => one.game === game)
  if (games && !accepted) return `no ${game}`
  if (accepted?.seats && !accepted.seats.includes(seats)) return `no ${game} with ${seats} seats`
  return clock ? tooShort(terms, clock) : terms.untimed ? undefined : 'no match without a clock'
}

function tooShort(
  { decisionSeconds, bankSeconds }: Pick<Acceptance, 'decisionSeconds' | 'bankSeconds'>,
  clock: Clock,
): string | undefined {
  const [least, of] = clock.kind === 'bank' ? [bankSeconds, 'bank'] : [decisionSeconds, 'limit for a decision']
  return least !== null && clock.seconds < least ? `no ${of} of less than ${least} seconds` : undefined
}

const MATCHES = `(select count(*) from seat s join match m on m.id = s.match_id
    where s.player_id = $1 and s.${IN_PLAY} and s.left_version is null and m.status in ('open', 'running'))`
const INVITATIONS = `(select count(*) from invitation where guest_id = $1 and status = 'pending')`
const BUSY = { pairing: MATCHES, inviting: `${MATCHES} + ${INVITATIONS}` } as const

/**
 * Whether the player has as many matches as they want. Exact while the caller holds the lock of the player. Invitations that are pending count where there is to be another,
 * because all of them may be accepted; but nobody keeps a player from being paired by inviting them.
 */
export async function isBusy(
  client: PoolClient,
  player: string,
  { atOnce }: Acceptance,
  purpose: keyof typeof BUSY,
): Promise<boolean> {
  if (atOnce === null) return false
  const { rows } = await client.query<{ busy: string }>(`select ${BUSY[purpose]} as busy`, [player])
  return Number(rows[0]?.busy) >= atOnce
}

export interface LockedPlayer {
  readonly id: string
  readonly name: string
  readonly isErased: boolean
  readonly isBlocked: boolean
}

/**
 * Invitations, seeks and pairings of a player come one after the other, so that what is counted stays so. Before any match or seek is locked, and
 * in one order: two who lock the same players do not wait for each other. Whoever only refers to a player, as a seat does, is not held up.
 */
export async function lockPlayers(client: PoolClient, players: readonly string[]): Promise<Map<string, LockedPlayer>> {
  const { rows } = await client.query<LockedPlayer>(
    `select id, name, erased_at is not null as "isErased", blocked_at is not null as "isBlocked"
     from player where id = any($1) order by id for no key update`,
    [players],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whoever asks may have been erased since their token was looked at. */
export function requireLiving(players: ReadonlyMap<string, LockedPlayer>, player: string): void {
  if (players.get(player)?.isErased !== false) throw new Problem(401, 'TOKEN_REVOKED', 'This player has been erased.')
}
