/**
 * Seats that change hands. To the house at once; to another player by an offer that they accept, because a seat is a duty. Who has the seat is changed by the
 * statement that writes the entry, so on every server the newer version tells who may see and play.
 */
import type { Pool } from 'pg'
import type { Player } from '../../accounts/caller.js'
import { houseOf, isHouse } from '../../accounts/house-ids.js'
import type { BotName } from '../../bots/names.js'
import { forbidden, invalid, notFound, Problem } from '../../platform/problem.js'
import { conflict } from '../conflict.js'
import type { OfferSeat, SeatOffer } from '../hand-shapes.js'
import { alreadySeated, SEAT_NOT_OFFERED } from '../handing-over.js'
import { step } from '../offline/step.js'
import { requireUnrated } from '../rated-match.js'
import { PAGE } from '../shapes.js'
import { hasHeld } from '../store/holdings.js'
import type { Live } from '../store/live.js'
import type { Submissions } from './submission.js'

export interface Handing {
  /** Offers the seat to a player; an earlier offer of it is replaced. */
  offer(live: Live, seat: number, to: Player, terms: OfferSeat): Promise<SeatOffer>
  /** The seats that are offered by the player, and to them. */
  offers(player: string): Promise<SeatOffer[]>
  /** Withdraws what the player offers in this match, or declines what is offered to them; nothing, if there is none. */
  drop(player: string, match: string): Promise<void>
  /** The seat of the match that is offered to the player; SEAT_NOT_OFFERED if there is none. */
  offeredSeat(player: string, match: string): Promise<number>
  accept(live: Live, seat: number, player: string): Promise<void>
  /** By its holder; the clock has a way of its own (expiring.ts). */
  toHouse(live: Live, seat: number, bot: BotName): Promise<void>
}

interface HandingDeps {
  readonly pool: Pool
  readonly submissions: Submissions
  /** Sees to it that the player is there whom the bot is. */
  readonly makeHouse: (bot: BotName) => Promise<void>
}

const KEPT = 'whoever began it plays it to the end, or leaves it'

export const handing = ({ pool, submissions, makeHouse }: HandingDeps): Handing => ({
  offer: (live, seat, to, terms) => offer(pool, live, seat, to, terms),
  offers: (player) => offersOf(pool, player),
  async drop(player, match) {
    await pool.query(
      `delete from seat_offer o using seat s where s.match_id = o.match_id and s.seat = o.seat and o.match_id = $1 and $2 in (o.player_id, s.player_id)`,
      [match, player],
    )
  },
  async offeredSeat(player, match) {
    const offered = (await offersOf(pool, player, match)).find(({ to }) => to.id === player)
    if (!offered) throw conflict(SEAT_NOT_OFFERED)
    return offered.seat
  },
  async accept(live, seat, player) {
    await requireNoReferee(pool, player)
    const done = await submissions.command(live, { type: 'handOver', seat, to: 'player', by: 'holder' }, player)
    if (!done.ok) throw conflict(done.refusal)
  },
  async toHouse(live, seat, bot) {
    requireUnrated(live.fixed, KEPT)
    await makeHouse(bot)
    const done = await submissions.command(live, { type: 'handOver', seat, to: 'house', by: 'holder' }, houseOf(bot))
    if (!done.ok) throw conflict(done.refusal)
  },
})

/** The seat is looked at once more: it may have changed hands, or have left, since. */
async function offer(pool: Pool, live: Live, seat: number, to: Player, { expiresInHours }: OfferSeat): Promise<SeatOffer> {
  const holder = live.holdings.present[seat]
  requireUnrated(live.fixed, KEPT)
  requirePlaying(live, seat)
  if (isHouse(to.id)) throw invalid('player: the house takes a seat without an offer')
  if (to.id === holder) throw invalid('player: this is yourself')
  if (hasHeld(live.holdings, to.id)) throw alreadySeated('This player has a seat in this match, or has had one.')
  await requireNoReferee(pool, to.id)
  const { rowCount } = await pool.query(
    `insert into seat_offer (match_id, seat, player_id, expires_at)
     select s.match_id, s.seat, $4, now() + make_interval(hours => $5) from seat s join match m on m.id = s.match_id
     where s.match_id = $1 and s.seat = $2 and s.player_id = $3 and s.left_version is null and m.status = 'running'
     on conflict (match_id, seat) do update set player_id = excluded.player_id, expires_at = excluded.expires_at`,
    [live.fixed.id, seat, holder, to.id, expiresInHours],
  )
  const made = rowCount === 0 ? undefined : (await offersOf(pool, holder ?? '', live.fixed.id)).find((one) => one.seat === seat)
  if (!made) throw new Problem(412, 'STALE_VERSION', 'The match has moved on at this moment: look again.')
  return made
}

/** The same refusals as when the entry is made. */
function requirePlaying({ fixed, position }: Live, seat: number): void {
  const tried = step(fixed.game, position, { type: 'handOver', seat, to: 'player', by: 'holder' }, fixed, null)
  if (!tried.ok) throw conflict(tried.refusal)
}

/** An administrator may have looked at the match as its referee. */
async function requireNoReferee(pool: Pool, player: string): Promise<void> {
  const { rows } = await pool.query<{ admin: boolean }>('select admin from player where id = $1 and erased_at is null', [player])
  if (!rows[0]) throw notFound('player')
  if (rows[0].admin)
    throw forbidden('REFEREE_PLAYS', 'An administrator may have seen all of a match and cannot take a seat of it over.')
}

interface OfferRow {
  match_id: string
  game: string
  seat: number
  expires_at: Date
  by: Player
  to: Player
}

const player = (p: string): string =>
  `json_build_object('id', ${p}.id, 'name', ${p}.name, 'kind', ${p}.kind, 'createdAt', ${p}.created_at)`

/** Only those that can be taken: whoever has got another seat of the match since, or has become an administrator, cannot. */
const OFFERS = `select o.match_id, m.game, o.seat, o.expires_at, ${player('holder')} as by, ${player('taker')} as to
from seat_offer o join seat s on s.match_id = o.match_id and s.seat = o.seat and s.left_version is null
join match m on m.id = o.match_id and m.status = 'running'
join player holder on holder.id = s.player_id join player taker on taker.id = o.player_id and not taker.admin
where o.expires_at > now() and (o.player_id = $1 or s.player_id = $1) and ($2::uuid is null or o.match_id = $2)
  and not exists (select 1 from seat own where own.match_id = o.match_id and own.player_id = o.player_id)
  and not exists (select 1 from seat_holding had where had.match_id = o.match_id and had.player_id = o.player_id)
order by o.expires_at, o.match_id, o.seat limit ${PAGE.max}`

/** In one match, or in all of them. */
async function offersOf(pool: Pool, player: string, match: string | null = null): Promise<SeatOffer[]> {
  const { rows } = await pool.query<OfferRow>({ name: 'offers', text: OFFERS, values: [player, match] })
  return rows.map(({ match_id, game, seat, expires_at, by, to }) => ({
    match: match_id,
    game,
    seat,
    by: withTime(by),
    to: withTime(to),
    expiresAt: expires_at.toISOString(),
  }))
}

/** The database writes times in a way of its own. */
const withTime = (player: Player): Player => ({ ...player, createdAt: new Date(player.createdAt).toISOString() })
