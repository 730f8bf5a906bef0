/** What runs in threads of their own: whole tables of bots of the house, single thoughts of such bots where a program plays with them, and the check of a match. */
import type { Asked, Move, Strategy } from '../../bots/bot.js'
import { thinking } from '../../bots/player.js'
import { strategyFor } from '../../bots/roster.js'
import { compareMatch, type ExpectedMatch, type MatchVerdict, verifyMatch } from '../archive/match-check.js'
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
  /** Whether the log is to be proven, or only compared. */
  readonly proof: boolean
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

export const matchCheck = ({ proof, expected, text }: MatchCheck): MatchVerdict =>
  proof ? verifyMatch(expected, text) : compareMatch(expected, text)

function strategyOf(bot: string): Strategy {
  const strategy = strategyFor(bot)
  if (!strategy) throw new RangeError(`there is no bot ${bot}`)
  return strategy
}
