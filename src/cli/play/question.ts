/** What a bot is asked in a local match: plain data, which goes from one thread to another. */
import type { Asked, Move } from '../../bots/bot.js'
import { type BotName, strategyOf } from '../../bots/roster.js'
import { findGame } from '../../games/registry.js'

export interface Question extends Omit<Asked, 'game'> {
  /** Id of the game. */
  readonly game: string
  readonly bot: BotName
}

export function answerTo({ game: id, bot, ...asked }: Question): Move {
  const game = findGame(id)
  if (!game) throw new RangeError(`there is no game ${id}`)
  return strategyOf(bot)({ game, ...asked })
}
