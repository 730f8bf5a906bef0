/** What runs in a thread of its own: one question, one answer, nothing remembered in between. */
import { findGame } from '../../games/registry.js'
import type { Move } from '../bot.js'
import { strategyOf } from '../roster.js'
import type { Question } from './question.js'

export default function answer({ game: id, bot, ...asked }: Question): Move {
  const game = findGame(id)
  if (!game) throw new RangeError(`there is no game ${id}`)
  return strategyOf(bot)({ game, ...asked })
}
