/** How every command is decided, the same in every game: the refusals that all games share, the game's own rules, then the consequences. */
import {
  type Command,
  type Decision,
  type Dice,
  type LeaveReason,
  type Phase,
  type Refusal,
  refusal,
  type Seat,
} from './contract.js'
import { hasLeft, type Seated } from './seating.js'

/**
 * The consequences of one command while they are being worked out: each event is recorded and applied at once, so that
 * the next rule looks at the table as it has become.
 */
export interface Unfolding<State, Event> {
  readonly state: State
  readonly events: readonly Event[]
  emit(event: Event): void
}

/** A plain field and no getter: each getter would cost a hidden class of its own, which keeps the whole position alive. */
function unfolding<State, Event>(start: State, evolve: (state: State, event: Event) => State): Unfolding<State, Event> {
  const events: Event[] = []
  const play = {
    state: start,
    events,
    emit(event: Event): void {
      play.state = evolve(play.state, event)
      events.push(event)
    },
  }
  return play
}

/** What a game adds to it. */
export interface Course<State, Move, Event> {
  hasStarted(state: State): boolean
  phase(state: State): Phase
  evolve(state: State, event: Event): State
  /** Why an awaited seat may not make this move; undefined if it may. */
  illegality(state: State, seat: Seat, move: Move): Refusal | undefined
  start(play: Unfolding<State, Event>, dice: Dice): void
  move(play: Unfolding<State, Event>, seat: Seat, move: Move, dice: Dice): void
  leave(play: Unfolding<State, Event>, seat: Seat, reason: LeaveReason, dice: Dice): void
}

export function deciding<State extends Seated, Move, Event>(course: Course<State, Move, Event>) {
  return (state: State, command: Command<Move>, dice: Dice): Decision<Event> => {
    const refused = outOfPlace(state, course.hasStarted(state), course.phase(state), command)
    if (refused) return { ok: false, refusal: refused }
    const play = unfolding(state, course.evolve)
    if (command.type === 'start') course.start(play, dice)
    else if (command.type === 'leave') course.leave(play, command.seat, command.reason, dice)
    else {
      const illegal = course.illegality(state, command.seat, command.move)
      if (illegal) return { ok: false, refusal: illegal }
      course.move(play, command.seat, command.move, dice)
    }
    return { ok: true, events: play.events, state: play.state }
  }
}

/** Why this command is out of place, whatever the rules of the game; undefined if it is not. */
function outOfPlace(state: Seated, started: boolean, phase: Phase, command: Command<unknown>): Refusal | undefined {
  if (command.type === 'start') return started ? refusal('ALREADY_STARTED', 'The match has begun.') : undefined
  if (!started) return refusal('NOT_STARTED', 'The match has not begun.')
  if (phase.over) return refusal('MATCH_OVER', 'The match is over.')
  const seats = state.players.length
  if (!Number.isInteger(command.seat) || command.seat < 0 || command.seat >= seats)
    return refusal('NO_SUCH_SEAT', `Seats are numbered 0 to ${seats - 1}.`)
  if (hasLeft(state, command.seat)) return refusal('SEAT_HAS_LEFT', 'This seat has left the match.')
  if (command.type === 'move' && !phase.awaiting.some(({ seat }) => seat === command.seat))
    return refusal('NOT_YOUR_TURN', notAwaited(phase))
  return undefined
}

const notAwaited = ({ awaiting }: Phase): string =>
  awaiting.length === 1
    ? `Seat ${awaiting[0]?.seat} is to choose (${awaiting[0]?.decision}).`
    : `The match waits for seats ${awaiting.map(({ seat }) => seat).join(', ')}.`
