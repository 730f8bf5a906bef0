/** Whether the clocks of a match were kept: worked out again from its log alone, and from what was not charged. */
import type { StoredCommand } from '../log/entry.js'
import type { Clock } from './clock.js'
import { type Change, deadlineOf, type Span, type Times, timesAfter, timesAtFirst } from './times.js'

/** An entry, as far as clocks are concerned. */
export interface Clocked extends Omit<Change, 'at' | 'decided'> {
  readonly version: number
  readonly at: string | null
  readonly command: StoredCommand
}

/** A seat whose time was up, and the entry that says what came of it. */
export interface Expired {
  readonly entry: number
  readonly seat: number
  /** When the time was up, in milliseconds since 1970. */
  readonly due: number
  readonly lateMs: number
}

export interface ClockCheck {
  /** Takes the next entry into account. What is wrong with it; undefined if nothing is. */
  next(entry: Clocked): string | undefined
  /** Of the entries taken into account. */
  readonly expired: readonly Expired[]
}

export function clockCheck(clock: Clock, seats: number, spans: readonly Span[]): ClockCheck {
  const expired: Expired[] = []
  let times = timesAtFirst(clock, seats)
  return {
    expired,
    next(entry) {
      const { command, before, after } = entry
      const at = entry.at === null ? Number.NaN : Date.parse(entry.at)
      if (Number.isNaN(at)) return 'it has no time, in a match with a clock'
      if (at < times.at) return 'it is older than the entry before'
      const due = dueAt(clock, times, command, at, spans)
      const problem = untimely(clock, command, at, due)
      const seat = expiredSeat(command)
      if (due !== null && seat !== undefined) expired.push({ entry: entry.version, seat, due, lateMs: at - due })
      const decided = command.type === 'move' ? command.seat : null
      times = timesAfter(clock, times, { at, before, after, decided }, spans)
      return problem
    },
  }
}

/** When the time of the seat that the command is of was up, as far as it was known at this moment; null if it had nothing to decide. */
function dueAt(clock: Clock, times: Times, command: StoredCommand, at: number, spans: readonly Span[]): number | null {
  if (command.type !== 'move' && command.type !== 'leave') return null
  const known = spans.filter((span) => span.known <= at)
  return deadlineOf(clock, times, command.seat, known)
}

/** The seat for which the clock did it, and not its player; undefined if its player did. */
function expiredSeat(command: StoredCommand): number | undefined {
  const isExpiry =
    (command.type === 'move' && command.by === 'house') || (command.type === 'leave' && command.reason === 'timeout')
  return isExpiry ? command.seat : undefined
}

/** Why this could not be done at this moment; undefined if it could. What is done by the seat itself is never late, what the clock does never early. */
function untimely({ onExpiry }: Clock, command: StoredCommand, at: number, due: number | null): string | undefined {
  const seat = expiredSeat(command)
  if (seat === undefined) {
    const isLate = command.type === 'move' && due !== null && at > due
    return isLate ? `seat ${command.seat} moved ${at - due} ms after its time was up` : undefined
  }
  if ((onExpiry === 'leave') !== (command.type === 'leave'))
    return 'the clock of this match does something else when the time of a seat is up'
  if (due === null) return `seat ${seat} had nothing to decide, and so no time that was up`
  return at < due ? `the time of seat ${seat} was not up for another ${due - at} ms` : undefined
}
