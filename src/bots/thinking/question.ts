/** What is asked of a worker: plain data, which goes from one thread to another. */
import type { Asked } from '../bot.js'
import type { BotName } from '../names.js'

export interface Question extends Omit<Asked, 'game'> {
  /** Id of the game. */
  readonly game: string
  readonly bot: BotName
}
