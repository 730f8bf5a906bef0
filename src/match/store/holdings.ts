/**
 * Who holds the seats of a match, and who held them before. The log tells that a seat changed hands, and at which version; who it was is kept beside it,
 * because players can be erased.
 */

import { isHouse } from '../../accounts/house-ids.js'
import type { Entry } from '../../log/entry.js'

/** Somebody who held a seat up to, and not including, version `until`. */
export interface FormerHolding {
  readonly seat: number
  readonly player: string
  readonly until: number
}

export interface Holdings {
  /** Player ids by seat; null where nobody has taken it yet. */
  readonly present: readonly (string | null)[]
  readonly former: readonly FormerHolding[]
}

/** As `HOLDINGS` selects them. */
export interface HoldingsRow {
  holders: { seat: number; player: string }[] | null
  former: FormerHolding[] | null
}

/** A condition on `seat`: its match has not ended. With an index by player, which holds the others apart from these. */
export const IN_PLAY = "match_ended_at = 'infinity'"

/** Columns for a query over `match m`. */
export const HOLDINGS = `(select json_agg(json_build_object('seat', seat, 'player', player_id)) from seat where match_id = m.id) as holders,
  (select json_agg(json_build_object('seat', seat, 'player', player_id, 'until', to_version) order by to_version)
   from seat_holding where match_id = m.id) as former`

export const holdingsOf = ({ holders, former }: HoldingsRow, seats: number): Holdings => ({
  present: Array.from({ length: seats }, (_, seat) => holders?.find((one) => one.seat === seat)?.player ?? null),
  former: former ?? [],
})

/** Who holds the seats after an entry; `takenBy` is who gets the one that changes hands with it. */
export function holdingsAfter(before: Holdings, { command, version }: Entry, takenBy: string | undefined): Holdings {
  if (command.type !== 'handOver' || takenBy === undefined) return before
  const { seat } = command
  const player = before.present[seat]
  const gone = player === null || player === undefined ? [] : [{ seat, player, until: version }]
  return { present: before.present.with(seat, takenBy), former: [...before.former, ...gone] }
}

const NONE: readonly number[] = []

/** Seats that the house holds. */
export const houseSeats = ({ present }: Holdings): readonly number[] =>
  present.some(isHouse) ? present.flatMap((player, seat) => (isHouse(player) ? [seat] : [])) : NONE

/** From which version on the present holder has had the seat; 0 for whoever took it before the start. */
export const heldSince = ({ former }: Holdings, seat: number): number => former.findLast((one) => one.seat === seat)?.until ?? 0

/** Whether the player holds a seat of the match or has held one. */
export const hasHeld = ({ present, former }: Holdings, player: string): boolean =>
  present.includes(player) || former.some((one) => one.player === player)
