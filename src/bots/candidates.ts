/** The moves that a bot thinks about: all of them, or a sample that is spread over the list. */
import type { Stream } from '../dice/seeded.js'
import type { Choices } from '../games/choices.js'
import type { Move } from './bot.js'

/** One from each of `most` equal parts of the list, so that moves of every kind are among them: lists go by kind. */
export function candidates(moves: Choices<Move>, most: number, next: Stream): Move[] {
  if (moves.size <= most) return [...moves]
  const part = moves.size / most
  return Array.from({ length: most }, (_, index) => moves.at(Math.floor((index + next()) * part)))
}
