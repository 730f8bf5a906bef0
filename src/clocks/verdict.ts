/** Whether the clocks of a match were kept: worked out again from its log alone, and from what was not charged. */
import type { StoredCommand } from '../log/entry.js'
import type { Clock } from './clock.js'
import { type Change, deadlineOf, type Span, type Times, timesAfter, timesAtFirst } from './times.js'

/** An entry, as far as clocks are concerned. */
export interface Clocked extends Omit<Change, 'at' | 'decided'> {
  readonly at: string | null
  readonly command: StoredCommand
}

export interface ClockCheck {
  /** Takes the next entry into account. What is wrong with it; undefined if nothing is. */
  next(entry: Clocked): string | undefined
}

export function clockCheck(clock: Clock, seats: number, spans: readonly Span[]): ClockCheck {
  let times = timesAtFirst(clock, seats)
  const house = new Set<number>()
  return {
    next(entry) {
      const { command, before, after } = entry
      const at = entry.at === null ? Number.NaN : Date.parse(entry.at)
      if (Number.isNaN(at)) return 'it has no time, in a match with a clock'
      if (at < times.at) return 'it is older than the entry before'
      const problem = untimely(clock, { times, house }, command, at, spans)
      if (command.type === 'handOver' && command.to === 'house') house.add(command.seat)
      const decided = command.type === 'move' ? command.seat : null
      times = timesAfter(clock, times, { at, before, after, decided }, spans)
      return problem
    },
  }
}

/** What of `onExpiry` the clock did with this command; undefined if it did nothing. */
function doneByClock(command: StoredCommand, house: ReadonlySet<number>): Clock['onExpiry'] | undefined {
  if (command.type === 'leave' && command.reason === 'timeout') return 'leave'
  if (command.type === 'handOver' && command.by === 'clock') return 'botFromNowOn'
  return command.type === 'move' && command.by === 'house' && !house.has(command.seat) ? 'botOnce' : undefined
}

/** Why this could not be done at this moment; undefined if it could. What is done by the seat itself is never late, what the clock does never early. */
function untimely(
  clock: Clock,
  { times, house }: { times: Times; house: ReadonlySet<number> },
  command: StoredCommand,
  at: number,
  spans: readonly Span[],
): string | undefined {
  if (!('seat' in command)) return undefined
  const { seat } = command
  const known = spans.filter((span) => span.known <= at)
  const deadline = deadlineOf(clock, times, seat, known)
  if (command.type === 'move' && command.by === undefined)
    return deadline !== null && at > deadline ? `seat ${seat} moved ${at - deadline} ms after its time was up` : undefined
  const done = doneByClock(command, house)
  if (done === undefined) return undefined
  if (done !== clock.onExpiry) return 'the clock of this match does something else when the time of a seat is up'
  if (deadline === null) return `seat ${seat} had nothing to decide, and so no time that was up`
  return at < deadline ? `the time of seat ${seat} was not up for another ${deadline - at} ms` : undefined
}
