/**
 * Seeks with the same terms become matches, the oldest first, among players who are as strong as the others want. A match, its seats and what becomes of its seeks are one transaction. Servers that
 * choose the same players wait for each other by the locks of these, and whoever comes second looks again. The start follows as with any full match.
 */
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../clocks/clock.js'
import { itemAt } from '../../games/lists.js'
import { transaction } from '../../platform/database.js'
import { turns } from '../../platform/turns.js'
import type { Secrets } from '../store/secrets.js'
import { isBusy, lockPlayers, outside, readTerms } from './acceptance.js'
import { makeMatch } from './making.js'
import { tell } from './news.js'
import { admits, fittingTogether, isBounded, type Range } from './ranges.js'
import { takeSeat } from './seats.js'

export interface Pairing {
  /** Makes as many matches as there are players for. */
  pair(terms: string): Promise<void>
  /** The same for whatever can be paired, as after a crash; the number of terms that were looked at. */
  pairWaiting(): Promise<number>
}

/** What the ratings of these players in a game are; asked only where a seek has a range. */
export type RatingsOf = (client: PoolClient, game: string, players: readonly string[]) => Promise<(player: string) => number>

interface PairingDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly ratingsOf: RatingsOf
  /** Starts a match that is full. */
  readonly begin: (match: string) => Promise<void>
}

/** Connections that are used at a time, however many seek. */
const AT_ONCE = 2

export function pairing(deps: PairingDeps): Pairing {
  const { pool, begin } = deps
  const inTurn = turns(AT_ONCE)
  const pair = async (terms: string): Promise<void> => {
    const passedOver = new Set<string>()
    for (;;) {
      const made = await inTurn(() => transaction(pool, (client) => pairOldest(client, deps, terms, passedOver)))
      if (made === 'too few') return
      if (made !== 'again') await begin(made.match)
    }
  }
  return {
    pair,
    async pairWaiting() {
      const found = await pairable(pool)
      for (const terms of found) await pair(terms)
      return found.length
    },
  }
}

/** In no order: terms whose players are all busy hold up nobody. */
async function pairable(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ terms: string }>({
    name: 'pairable-seeks',
    text: `select terms from seek where status = 'waiting' and expires_at > now()
      group by terms, seats having count(distinct player_id) >= seats order by random() limit 100`,
  })
  return rows.map(({ terms }) => terms)
}

interface Waiting {
  id: string
  player_id: string
  game: string
  seats: number
  options: Record<string, unknown>
  clock: Clock | null
  rated: boolean
  range: Range
  accepted: unknown
}

/** 'again' if somebody had to be passed over, whom the caller remembers. */
type Paired = { readonly match: string } | 'too few' | 'again'

async function pairOldest(
  client: PoolClient,
  { secrets, ratingsOf }: Pick<PairingDeps, 'secrets' | 'ratingsOf'>,
  terms: string,
  passedOver: Set<string>,
): Promise<Paired> {
  const waiting = (await oldest(client, terms)).filter(({ id }) => !passedOver.has(id))
  const chosen = await firstWhoFit(client, ratingsOf, waiting)
  if (!chosen) return 'too few'
  const unfit = await notToBePaired(client, chosen)
  for (const id of unfit) passedOver.add(id)
  return unfit.length > 0 ? 'again' : { match: await seatThem(client, secrets, chosen) }
}

async function firstWhoFit(
  client: PoolClient,
  ratingsOf: RatingsOf,
  waiting: readonly Waiting[],
): Promise<readonly Waiting[] | undefined> {
  const [first] = waiting
  if (!first || waiting.length < first.seats) return undefined
  if (!waiting.some(({ range }) => isBounded(range))) return waiting.slice(0, first.seats)
  const players = waiting.map(({ player_id }) => player_id)
  const ratingOf = await ratingsOf(client, first.game, players)
  return fittingTogether(waiting, first.seats, ({ range }, other) => admits(range, ratingOf(other.player_id)))
}

const MOST = 500

/** One of each player: nobody plays against themselves. */
async function oldest(client: PoolClient, terms: string): Promise<Waiting[]> {
  const { rows } = await client.query<Waiting>(
    `select s.id, s.player_id, s.game, s.seats, s.options, s.clock, s.rated, a.terms as accepted,
       json_build_object('least', s.least_rating, 'most', s.most_rating) as range
     from (select distinct on (player_id) * from seek where terms = $1 and status = 'waiting' and expires_at > now()
       order by player_id, created_at, id) s
     left join acceptance a on a.player_id = s.player_id
     where not exists (select from player p where p.id = s.player_id and (p.blocked_at is not null or p.erased_at is not null))
     order by s.created_at, s.id limit ${MOST}`,
    [terms],
  )
  return rows.filter((row) => outside(readTerms(row.accepted), row) === undefined)
}

/** The ids of seeks that are being withdrawn, or whose player is blocked, erased or busy by now. The others, and their players, are locked. */
async function notToBePaired(client: PoolClient, chosen: readonly Waiting[]): Promise<string[]> {
  const players = await lockPlayers(
    client,
    chosen.map(({ player_id }) => player_id),
  )
  const { rows } = await client.query<{ id: string }>(
    `select id from seek where id = any($1) and status = 'waiting' order by id for update skip locked`,
    [chosen.map(({ id }) => id)],
  )
  const locked = new Set(rows.map(({ id }) => id))
  const unfit: string[] = []
  for (const { id, player_id, accepted } of chosen) {
    const player = players.get(player_id)
    const isGone = !locked.has(id) || !player || player.isErased || player.isBlocked
    if (isGone || (await isBusy(client, player_id, readTerms(accepted), 'pairing'))) unfit.push(id)
  }
  return unfit
}

/** Made in the name of whoever has waited longest; seats are dealt as in any match with random seating. */
async function seatThem(client: PoolClient, secrets: Secrets, chosen: readonly Waiting[]): Promise<string> {
  const { game, seats, options, clock, rated, player_id: host } = itemAt(chosen, 0)
  const { id: match } = await makeMatch(client, secrets, host, {
    game,
    seats,
    options,
    clock: clock ?? undefined,
    rated,
    visibility: 'public',
    seating: 'random',
  })
  for (const { player_id } of chosen) await takeSeat(client, secrets, player_id, match, {})
  const ids = chosen.map(({ id }) => id)
  await client.query(`update seek set status = 'paired', match_id = $2, ended_at = now() where id = any($1)`, [ids, match])
  await tell(
    client,
    chosen.map(({ id, player_id }) => ({ player: player_id, kind: 'paired' as const, match, about: id })),
  )
  return match
}
