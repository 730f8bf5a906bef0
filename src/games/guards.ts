/** The refusals that are the same in every game, so that no engine has to repeat them. */
import { type Command, type Phase, type Refusal, refusal } from './contract.js'
import { hasLeft, type Seated } from './seating.js'

/** Why this command is out of place, whatever the rules of the game; undefined if it is not. */
export function outOfPlace(state: Seated, started: boolean, phase: Phase, command: Command<unknown>): Refusal | undefined {
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
