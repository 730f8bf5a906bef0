/**
 * Standing orders beside the log. The entry of an ordered move and what becomes of the order are one statement: it is written only while the order waits, so an order
 * is played once, and one that was withdrawn is not played at all.
 */

/** Whose move an entry is. */
export interface Ordered {
  /** Id of the order. */
  readonly id: string
  /** Which of its moves, from 0. */
  readonly move: number
}

/** A column for a query over `written`. A scalar subquery, because the planner may turn `exists` into a scan of all orders. */
export const HAS_ORDERS = `(select seat from standing_order where match_id = written.match_id and status = 'waiting' limit 1) is not null as has_orders`

/** Whoever withdraws the order at this moment is waited for and then looked at again, or waits in turn and finds it played. */
export const LOCK_ORDER = `, ordering as materialized (
  select o.match_id from asked join standing_order o on o.match_id = asked.match_id and o.id = asked.order_id
  where o.status = 'waiting' order by o.match_id for update of o
)`
export const IF_ORDERED = `
    and (asked.order_id is null or (select count(*) from ordering where ordering.match_id = asked.match_id) = 1)`

/** The place of an order in an inbox: after that of an entry which is written by the same statement. */
export const SETTLED_NOW = `clock_timestamp() + interval '1 microsecond'`

/**
 * With the entry of an ordered move its order is played. Those that wait are dropped with the end of a match, with moves that are taken back (what they were left for is no
 * more), and of a seat that leaves, changes hands or has had a decision made by the house.
 */
export const SETTLE_ORDERS = `, played as (
  update standing_order o set status = 'played', version = asked.version, played = asked.order_move, settled_at = ${SETTLED_NOW}
  from asked join written using (match_id)
  where o.match_id = asked.match_id and o.id = asked.order_id
), dropped as (
  update standing_order o set status = 'dropped', version = asked.version, settled_at = ${SETTLED_NOW},
    why = case
      when o.seat = asked.leaves then 'seatLeft'
      when asked.becomes in ('over', 'aborted') then 'matchEnded'
      when asked.back_to is not null then 'takenBack'
      when o.seat = asked.hands then 'handedOver'
      else 'houseDecided' end
  from asked join written using (match_id)
  where o.match_id = asked.match_id and o.status = 'waiting' and o.id is distinct from asked.order_id
    and (asked.becomes in ('over', 'aborted') or asked.back_to is not null or o.seat in (asked.leaves, asked.hands, asked.substituted))
)`

/** The same where nothing but the end of a match can drop them. */
export const DROP_ORDERS = `, dropped as (
  update standing_order o set status = 'dropped', version = asked.version, settled_at = ${SETTLED_NOW}, why = 'matchEnded'
  from asked join written using (match_id)
  where o.match_id = asked.match_id and o.status = 'waiting' and asked.becomes in ('over', 'aborted')
)`
