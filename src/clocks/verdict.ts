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
  const house = new Set<number>()
  return {
    expired,
    next(entry) {
      const { command, before, after } = entry
      const at = entry.at === null ? Number.NaN : Date.parse(entry.at)
      if (Number.isNaN(at)) return 'it has no time, in a match with a clock'
      if (at < times.at) return 'it is older than the entry before'
      const due = dueAt(clock, times, command, at, spans)
      const done = doneByClock(command, house)
      const problem = untimely(clock, command, { done, at, due })
      if (due !== null && done && 'seat' in command)
        expired.push({ entry: entry.version, seat: command.seat, due, lateMs: at - due })
      if (command.type === 'handOver' && command.to === 'house') house.add(command.seat)
      const decided = command.type === 'move' ? command.seat : null
      times = timesAfter(clock, times, { at, before, after, decided }, spans)
      return problem
    },
  }
}

/** When the time of the seat that the command is of was up, as far as it was known at this moment; null if it had nothing to decide. */
function dueAt(clock: Clock, times: Times, command: StoredCommand, at: number, spans: readonly Span[]): number | null {
  if (!('seat' in command)) return null
  const known = spans.filter((span) => span.known <= at)
  return deadlineOf(clock, times, command.seat, known)
}

/** What of `onExpiry` the clock did with this command; undefined if it did nothing. The house needs no clock for seats of its own. */
function doneByClock(command: StoredCommand, house: ReadonlySet<number>): Clock['onExpiry'] | undefined {
  if (command.type === 'leave' && command.reason === 'timeout') return 'leave'
  if (command.type === 'handOver' && command.by === 'clock') return 'botFromNowOn'
  return command.type === 'move' && command.by === 'house' && !house.has(command.seat) ? 'botOnce' : undefined
}

interface Done {
  readonly done: Clock['onExpiry'] | undefined
  readonly at: number
  readonly due: number | null
}

/** Why this could not be done at this moment; undefined if it could. What is done by the seat itself is never late, what the clock does never early. */
function untimely({ onExpiry }: Clock, command: StoredCommand, { done, at, due }: Done): string | undefined {
  if (!('seat' in command)) return undefined
  const { seat } = command
  if (done === undefined) {
    const isLate = command.type === 'move' && command.by === undefined && due !== null && at > due
    return isLate ? `seat ${seat} moved ${at - due} ms after its time was up` : undefined
  }
  if (done !== onExpiry) return 'the clock of this match does something else when the time of a seat is up'
  if (due === null) return `seat ${seat} had nothing to decide, and so no time that was up`
  return at < due ? `the time of seat ${seat} was not up for another ${due - at} ms` : undefined
}
