/** How every command is decided, the same in every game: the refusals that all games share, the game's own rules, then the consequences. */
import type { Command, Decision, Dice, LeaveReason, Phase, Refusal, Seat } from './contract.js'
import { outOfPlace } from './guards.js'
import type { Seated } from './seating.js'
import { type Unfolding, unfolding } from './unfolding.js'

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
      const refusal = course.illegality(state, command.seat, command.move)
      if (refusal) return { ok: false, refusal }
      course.move(play, command.seat, command.move, dice)
    }
    return { ok: true, events: play.events, state: play.state }
  }
}
