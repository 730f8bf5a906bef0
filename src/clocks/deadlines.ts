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
  const { clock, times, house } = after
  if (!clock && house.length === 0) return null
  const deadlines = house.length === 0 ? ofPlayers(after, after.awaiting, spans) : withHouse(after, at, spans)
  // A move of a player brings no deadline nearer than it was; the house and an absence that is taken back do.
  if (command.type !== 'move' || house.length > 0) return { times, deadlines, epoch }
  const opening = deadlines.filter(({ opened }) => opened === times?.at)
  return opening.length > 1 ? { times, deadlines, epoch } : { times, deadlines, epoch, opening: opening[0] ?? null }
}

/** By hand, as every move of a match with a clock asks for them. */
function ofPlayers(after: Timed, awaiting: Timed['awaiting'], spans: readonly Span[]): Deadline[] {
  const deadlines: Deadline[] = []
  for (const { seat } of awaiting) {
    const due = dueOf(after, seat, spans)
    const opened = after.times?.opened[seat] ?? null
    if (due !== undefined && opened !== null) deadlines.push({ seat, due, opened })
  }
  return deadlines
}

function withHouse(after: Timed, at: string | null, spans: readonly Span[]): Deadline[] {
  const { awaiting, house, isInTurn } = after
  const ofHouse = awaiting.filter(({ seat }) => house.includes(seat))
  const inTurn = isInTurn ? ofHouse.slice(0, 1) : ofHouse
  const others = awaiting.filter((one) => !ofHouse.includes(one))
  return [
    ...inTurn.map(({ seat, since }) => ({ seat, due: Date.parse(at ?? ''), opened: null, since })),
    ...ofPlayers(after, others, spans),
  ]
}
