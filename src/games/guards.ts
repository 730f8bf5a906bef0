/** The refusals that are the same in every game, so that no engine has to repeat them. */
import { type Command, type Phase, type Refusal, refuse, type Seat } from './contract.js'

export interface Table {
  readonly started: boolean
  readonly seats: number
  /** Seats that have left, in the order in which they did. */
  readonly left: readonly Seat[]
  readonly phase: Phase
}

/** Why this command cannot be looked at, whatever the rules of the game: undefined if it can. */
export function refusedAtTheDoor(table: Table, command: Command<unknown>): { ok: false; refusal: Refusal } | undefined {
  if (command.type === 'start') return table.started ? refuse('ALREADY_STARTED', 'The match has begun.') : undefined
  if (!table.started) return refuse('NOT_STARTED', 'The match has not begun.')
  if (table.phase.over) return refuse('MATCH_OVER', 'The match is over.')
  if (!Number.isInteger(command.seat) || command.seat < 0 || command.seat >= table.seats)
    return refuse('NO_SUCH_SEAT', `Seats are numbered 0 to ${table.seats - 1}.`)
  if (table.left.includes(command.seat)) return refuse('SEAT_HAS_LEFT', 'This seat has left the match.')
  if (command.type === 'move' && !table.phase.awaiting.some(({ seat }) => seat === command.seat))
    return refuse('NOT_YOUR_TURN', notAwaited(table.phase))
  return undefined
}

const notAwaited = ({ awaiting }: Phase): string =>
  awaiting.length === 1
    ? `Seat ${awaiting[0]?.seat} is to choose (${awaiting[0]?.decision}).`
    : `The match waits for seats ${awaiting.map(({ seat }) => seat).join(', ')}.`
