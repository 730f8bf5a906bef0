/** What is written beside an entry of a match whose seats have deadlines. */
import type { Awaiting, Deadline, Entry, StoredCommand, Timing } from '../log/entry.js'
import type { Clock } from './clock.js'
import { type Change, deadlineOf, type Span, type Time, type Times } from './times.js'

/** Seats, as far as their deadlines are concerned. */
export interface Timed {
  readonly clock: Clock | null
  readonly times: Times | null
  readonly awaiting: readonly Pick<Awaiting, 'seat' | 'since'>[]
  /** Seats that the house plays: their decisions are due at once, also in a match without a clock. */
  readonly house: readonly number[]
  /** Of several seats that the house is to decide for, only the first: what follows is then the same however long each of them thinks. */
  readonly isInTurn?: boolean
}

/** Undefined for a seat that nothing hurries. */
export function dueOf({ clock, times, house }: Timed, seat: number, spans: readonly Span[]): number | undefined {
  if (house.includes(seat)) return 0
  return clock && times ? (deadlineOf(clock, times, seat, spans) ?? undefined) : undefined
}

/** Whether the seat can no longer make its decision itself. */
export function isLate(
  { clock, times }: Pick<Timed, 'clock' | 'times'>,
  seat: number,
  now: number,
  spans: readonly Span[],
): boolean {
  const deadline = clock && times && deadlineOf(clock, times, seat, spans)
  return deadline !== null && now > deadline
}

/** What a command says about the absence of a seat's player. Whoever gets a seat is not away because the one before them was. */
export function awayWith(command: StoredCommand): Change['away'] {
  if (command.type === 'handOver') return { seat: command.seat, spans: [] }
  if (command.type !== 'absence') return undefined
  return { seat: command.seat, spans: command.away.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })) }
}

/** Null if the match has neither a clock nor a seat of the house, so that nothing is written. */
export function timingOf(
  after: Timed,
  { at, command }: Pick<Entry, 'at' | 'command'>,
  { spans, epoch }: Pick<Time, 'spans' | 'epoch'>,
): Timing | null {
  const { clock, times, awaiting, house, isInTurn } = after
  const first = awaiting.find(({ seat }) => house.includes(seat))?.seat
  if (!clock && house.length === 0) return null
  const deadlines = awaiting.flatMap(({ seat, since }): Deadline[] => {
    if (house.includes(seat) && isInTurn && seat !== first) return []
    if (house.includes(seat)) return [{ seat, due: Date.parse(at ?? ''), opened: null, since }]
    const due = dueOf(after, seat, spans)
    const opened = times?.opened[seat] ?? null
    return due === undefined || opened === null ? [] : [{ seat, due, opened }]
  })
  const opening = deadlines.filter(({ opened }) => opened === times?.at)
  // A move of a player brings no deadline nearer than it was; the house and an absence that is taken back do.
  const isPlain = command.type === 'move' && house.length === 0 && opening.length <= 1
  return { times, deadlines, epoch, ...(isPlain && { opening: opening[0] ?? null }) }
}
