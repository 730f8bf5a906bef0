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

/** A class with plain fields: an object with a getter or a function of its own would cost a hidden class or a closure for every command. */
class Play<State, Event> implements Unfolding<State, Event> {
  // Declared only: the constructor makes them, and a field that is defined first costs a second write.
  declare state: State
  declare readonly events: Event[]
  declare private readonly evolve: (state: State, event: Event) => State

  constructor(state: State, evolve: (state: State, event: Event) => State) {
    this.state = state
    this.events = []
    this.evolve = evolve
  }

  emit(event: Event): void {
    this.state = this.evolve(this.state, event)
    this.events.push(event)
  }
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
    const play = new Play(state, course.evolve)
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
  return command.type === 'move' && !isAwaited(phase, command.seat) ? refusal('NOT_YOUR_TURN', notAwaited(phase)) : undefined
}

function isAwaited({ awaiting }: Phase, seat: Seat): boolean {
  for (const awaited of awaiting) if (awaited.seat === seat) return true
  return false
}

const notAwaited = ({ awaiting }: Phase): string =>
  awaiting.length === 1
    ? `Seat ${awaiting[0]?.seat} is to choose (${awaiting[0]?.decision}).`
    : `The match waits for seats ${awaiting.map(({ seat }) => seat).join(', ')}.`
