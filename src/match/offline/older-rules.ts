/**
 * What can be said of an entry that older rules decided. `decide` knows only today's, so whether the command was allowed and gave these events is not
 * judged; what holds under any rules is. Moves are read as today's schema has them, and the golden matches of older rules hold the schemas to that.
 */
import type { AnyGame } from '../../games/contract.js'
import type { Entry } from '../../log/entry.js'
import { type Position, readMove } from './step.js'

/** Why no rules could have made this entry; undefined if some could. `left`: the seats that left before it. */
export function impossibleUnderAnyRules(
  game: AnyGame,
  { version, state }: Position,
  { command }: Entry,
  { seats, left }: { seats: number; left: ReadonlySet<number> },
): string | undefined {
  if ((command.type === 'start') !== (version === 0))
    return version === 0 ? 'the first entry is not the start' : 'the match has begun before'
  if (command.type === 'start' || command.type === 'abort' || command.type === 'takeBack') return undefined
  if (command.seat >= seats) return `there is no seat ${command.seat}`
  if (left.has(command.seat)) return `seat ${command.seat} has left before`
  if (command.type === 'leave' || command.type === 'handOver' || command.type === 'absence') return undefined
  if (!game.phase(state).awaiting.some(({ seat }) => seat === command.seat)) return `seat ${command.seat} is not awaited`
  return readMove(game, command.move).ok ? undefined : NO_MOVE
}

export const NO_MOVE = 'the command holds no move of this game'

/** Why this number cannot stand here; undefined if it can. Rules are only ever replaced by newer ones. */
export function misnumbered({ rules }: Entry, before: number, today: number): string | undefined {
  if (rules > today) return `it names rules ${rules}, and this version of Chancery knows those up to ${today}`
  return rules < before ? `it names rules ${rules}, and the entry before was decided by rules ${before}` : undefined
}
