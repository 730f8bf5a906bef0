/** Whether the clocks of a match were kept: worked out again from its log alone, and from what was not charged. */
import { givenToHouse, type StoredCommand } from '../log/entry.js'
import type { Clock } from './clock.js'
import { awayWith } from './deadlines.js'
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
      if (command.type === 'absence' && !clock.absence) return 'the clock of this match stops for nobody who is away'
      const done = doneByClock(command, house)
      const problem = done ? outOfTime(clock, done, at, due) : lateness(command, at, due)
      if (done && due !== null) expired.push({ entry: entry.version, seat: done.seat, due, lateMs: at - due })
      for (const seat of givenToHouse(command)) house.add(seat)
      const decided = command.type === 'move' ? command.seat : null
      times = timesAfter(clock, times, { at, before, after, decided, away: awayWith(command) }, spans)
      return problem
    },
  }
}

/** When the time of the seat that the command is of was up, as far as it was known at this moment; null if it had nothing to decide. */
function dueAt(clock: Clock, times: Times, command: StoredCommand, at: number, spans: readonly Span[]): number | null {
  if (!('seat' in command) || command.type === 'absence') return null
  const known = spans.filter((span) => span.known <= at)
  return deadlineOf(clock, times, command.seat, known)
}

interface Done {
  readonly seat: number
  readonly how: Clock['onExpiry']
}

/** What the clock did with this command; undefined if it did nothing. What the house does in a seat that it holds is no affair of the clock. */
function doneByClock(command: StoredCommand, house: ReadonlySet<number>): Done | undefined {
  if (command.type === 'leave' && command.reason === 'timeout') return { seat: command.seat, how: 'leave' }
  if (command.type === 'handOver' && command.by === 'clock') return { seat: command.seat, how: 'botFromNowOn' }
  const isForThePlayer = command.type === 'move' && command.by === 'house' && !house.has(command.seat)
  return isForThePlayer ? { seat: command.seat, how: 'botOnce' } : undefined
}

/** Why the clock could not do this at this moment; undefined if it could. */
function outOfTime({ onExpiry }: Clock, { seat, how }: Done, at: number, due: number | null): string | undefined {
  if (how !== onExpiry) return 'the clock of this match does something else when the time of a seat is up'
  if (due === null) return `seat ${seat} had nothing to decide, and so no time that was up`
  return at < due ? `the time of seat ${seat} was not up for another ${due - at} ms` : undefined
}

/** Of a move that a player made after the time was up; undefined if it is none. */
const lateness = (command: StoredCommand, at: number, due: number | null): string | undefined =>
  command.type === 'move' && command.by === undefined && due !== null && at > due
    ? `seat ${command.seat} moved ${at - due} ms after its time was up`
    : undefined
