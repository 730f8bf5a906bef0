/**
 * How much time each seat has: pure arithmetic over the times of entries and over spans that are not charged. All times are whole milliseconds since
 * 1970, so that a log gives the same to whoever works it out again.
 */
import type { Clock } from './clock.js'

/** A time that no seat is charged for. */
export interface Span {
  readonly from: number
  readonly to: number
  /** When it was written down: what was decided before then knew nothing of it. */
  readonly known: number
}

/** Where the clocks of a match stand after an entry. */
export interface Times {
  /** By seat: what is in its bank, before what its open decision takes; null where every decision has its own limit. */
  readonly banks: readonly number[] | null
  /** By seat: when its open decision began; null if it has none. */
  readonly opened: readonly (number | null)[]
  /** When the entry was accepted. */
  readonly at: number
  /** By seat: when its player is away, in a match whose clock allows it; left out where nobody has said so. */
  readonly away?: readonly (readonly Span[])[]
}

/** A seat that must choose, and the version at which its decision opened. */
interface Opened {
  readonly seat: number
  readonly since: number
}

/** What an entry does to the clocks. */
export interface Change {
  readonly at: number
  readonly before: readonly Opened[]
  readonly after: readonly Opened[]
  /** What is now known of the absence of a seat's player; it takes the place of what was said before of the time from now on. */
  readonly away?: { readonly seat: number; readonly spans: readonly Pick<Span, 'from' | 'to'>[] } | undefined
  /** The seat that made a decision with it, by itself or by the house; null if none did. */
  readonly decided: number | null
}

const SECOND = 1000

/** Before the first entry. */
export const timesAtFirst = ({ kind, seconds }: Clock, seats: number): Times => ({
  banks: kind === 'bank' ? Array.from({ length: seats }, () => seconds * SECOND) : null,
  opened: Array.from({ length: seats }, () => null),
  at: 0,
})

/** A decision that an entry closes is charged; one that stays open goes on counting. */
export function timesAfter(clock: Clock, before: Times, change: Change, spans: readonly Span[]): Times {
  const at = Math.max(change.at, before.at)
  const left = (bank: number, seat: number): number => {
    const since = before.opened[seat] ?? null
    if (since === null || isOpenStill(change, seat)) return bank
    const rest = Math.max(0, bank - charged(since, at, unchargedOf(before, seat, spans)))
    return change.decided === seat ? rest + clock.increment * SECOND : rest
  }
  const opened = before.opened.map((since, seat) => {
    if (sinceOf(change.after, seat) === undefined) return null
    return since !== null && isOpenStill(change, seat) ? since : at
  })
  const banks = before.banks?.map(left) ?? null
  if (!before.away && !change.away) return { banks, opened, at }
  const away = awayAfter(before, change, at, opened)
  return { banks, opened, at, ...(away && { away }) }
}

/** By hand, as every move asks it several times: undefined if the seat has nothing to decide. */
function sinceOf(list: readonly Opened[], seat: number): number | undefined {
  for (const one of list) if (one.seat === seat) return one.since
  return undefined
}

const isOpenStill = ({ before, after }: Change, seat: number): boolean => sinceOf(before, seat) === sinceOf(after, seat)

const awayOf = ({ away }: Times, seat: number): readonly Span[] => away?.[seat] ?? []

/** Not copied for every move of matches in which nobody is away. */
const unchargedOf = (times: Times, seat: number, spans: readonly Span[]): readonly Span[] =>
  times.away ? [...spans, ...awayOf(times, seat)] : spans

/** What is past and no longer counts for an open decision is forgotten. */
function awayAfter(before: Times, { away }: Change, at: number, opened: Times['opened']): Times['away'] {
  const after = opened.map((since, seat) => {
    const spans = away?.seat === seat ? replaced(awayOf(before, seat), away.spans, at) : awayOf(before, seat)
    return spans.filter(({ to }) => to > (since ?? at))
  })
  return after.some((spans) => spans.length > 0) ? after : undefined
}

/** What has passed of an absence has passed; from now on the new ones count. */
const replaced = (old: readonly Span[], spans: readonly Pick<Span, 'from' | 'to'>[], at: number): Span[] => [
  ...old.map((span) => ({ ...span, to: Math.min(span.to, at) })).filter(({ from, to }) => from < to),
  ...spans.map(({ from, to }) => ({ from, to, known: at })),
]

/** The time from one moment to another without what is not charged, as far as that was known by then. */
export function charged(from: number, to: number, spans: readonly Span[]): number {
  if (arePast(spans, from)) return Math.max(0, to - from)
  const known = spans.filter((span) => span.known <= to)
  return disjoint(known, from, to).reduce((rest, span) => rest - (span.to - span.from), Math.max(0, to - from))
}

/** When the time of the seat is up; null if it has no decision to make. A decision at this very millisecond is in time. */
export function deadlineOf(clock: Clock, times: Times, seat: number, spans: readonly Span[]): number | null {
  const { banks, opened } = times
  const from = opened[seat] ?? null
  if (from === null) return null
  let due = from + (banks?.[seat] ?? clock.seconds * SECOND)
  const uncharged = unchargedOf(times, seat, spans)
  if (arePast(uncharged, from)) return due
  for (const span of disjoint(uncharged, from, Number.POSITIVE_INFINITY)) {
    if (span.from >= due) break
    due += span.to - span.from
  }
  return due
}

/** As most are, and every move asks. */
const arePast = (spans: readonly Span[], from: number): boolean => spans.every((span) => span.to <= from)

/** The parts of the spans that lie between two moments, in order, none of them twice. */
function disjoint(spans: readonly Span[], from: number, to: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = []
  let end = from
  const later = spans.filter((span) => span.to > from)
  for (const span of later.toSorted((one, other) => one.from - other.from)) {
    const part = { from: Math.max(span.from, end), to: Math.min(span.to, to) }
    if (part.from >= part.to) continue
    parts.push(part)
    end = part.to
  }
  return parts
}

/** What the clocks of a server go by. */
export interface Time {
  /** By the clock of the database, as well as it is known here. */
  now(): number
  /** What is not charged, as far as it is known here. */
  readonly spans: readonly Span[]
  /** How many spans there were when they were read: an entry decided with fewer than there are is not written. */
  readonly epoch: number
  /** Whether this server has said so just now, so that there can be no gap. */
  isUp(): boolean
  /** Says that the service is up, and reads the spans if there are more. */
  beat(): Promise<void>
}
