/** What runs in threads of their own: whole tables of bots of the house, single thoughts of such bots where a program plays with them, and the check of a match. */
import type { Asked, Move, Strategy } from '../../bots/bot.js'
import { thinking } from '../../bots/player.js'
import { strategyFor } from '../../bots/roster.js'
import { type ExpectedMatch, faultOfMatch } from '../archive/match-check.js'
import { gameOf, type TableOrder } from '../table-order.js'
import { type PlayedTable, playTable } from './table.js'

export interface HouseTable {
  readonly order: TableOrder
  /** By seat. */
  readonly bots: readonly string[]
}

export interface Thought extends Omit<Asked, 'game'> {
  readonly game: string
  readonly bot: string
}

export interface MatchCheck {
  readonly expected: ExpectedMatch
  /** JSON of its transcript. */
  readonly text: string
}

export const houseTable = ({ order, bots }: HouseTable): Promise<PlayedTable> =>
  playTable(
    order,
    bots.map((bot) => thinking(strategyOf(bot))),
  )

export const thought = ({ game, bot, ...asked }: Thought): Move => strategyOf(bot)({ game: gameOf({ game }), ...asked })

export const matchCheck = ({ expected, text }: MatchCheck): string | undefined => faultOfMatch(expected, text)

function strategyOf(bot: string): Strategy {
  const strategy = strategyFor(bot)
  if (!strategy) throw new RangeError(`there is no bot ${bot}`)
  return strategy
}
