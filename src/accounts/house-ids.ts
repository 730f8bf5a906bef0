/** Which players are the house: one for each of its bots, with an id that is always the same. */
import { BOTS, type BotName } from '../bots/names.js'

/** The ids of the house begin so, and no others: the index that gives a player one seat of a match knows it too. */
const PREFIX = '5ea70000-0000-4000-8000-'
const id = (last: string): string => PREFIX + last.padStart(12, '0')

/** The house of matches from before its bots were players of their own. It plays as `random` does. */
export const HOUSE = id('0')

const IDS: Readonly<Record<BotName, string>> = {
  random: id('1'),
  greedy: id('2'),
  'search:1': id('11'),
  'search:2': id('12'),
  'search:3': id('13'),
  'search:4': id('14'),
  'search:5': id('15'),
}

const BY_ID: ReadonlyMap<string, BotName> = new Map([[HOUSE, 'random'], ...BOTS.map((bot) => [IDS[bot], bot] as const)])

export const isHouse = (player: string | null | undefined): boolean => player?.startsWith(PREFIX) ?? false

/** Id of the player that the bot is. */
export const houseOf = (bot: BotName): string => IDS[bot]

/** How this player of the house plays; undefined if it is none, or one of a later version of the server. */
export const botOf = (player: string | null | undefined): BotName | undefined => BY_ID.get(player ?? '')
