/** The clocks of a match as everybody may see them: time is no secret. */
import type { Clock } from '../../clocks/clock.js'
import { deadlineOf, type Span, type Times } from '../../clocks/times.js'
import { type Awaiting, inWords } from '../../log/entry.js'
import type { AwaitedDecision, SeatClock } from '../shapes.js'

/** A match with a clock, or without one, after one of its entries. */
export interface Clocked {
  readonly clock: Clock | null
  readonly times: Times | null
}

/** What is not charged, as far as this server knows it. */
export interface Spans {
  readonly spans: readonly Span[]
}

/** Null in a match without a clock. */
export function clocksOf({ clock, times }: Clocked, time: Spans): SeatClock[] | null {
  if (!clock || !times) return null
  return times.opened.map((_, seat) => ({
    seat,
    bank: inSeconds(times.banks?.[seat]),
    deadline: told(deadlineOf(clock, times, seat, time.spans)),
  }))
}

export function withDeadlines(awaiting: readonly Awaiting[], { clock, times }: Clocked, time: Spans): AwaitedDecision[] {
  return awaiting.map(({ seat, decision, since }) => ({
    seat,
    decision,
    since,
    deadline: clock && times && told(deadlineOf(clock, times, seat, time.spans)),
  }))
}

/** Whole ones: GraphQL has no number for the milliseconds of two months. */
const inSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.floor(ms / 1000))
const told = (ms: number | null): string | null => (ms === null ? null : inWords(ms))
