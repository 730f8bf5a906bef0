/** The bots of the house, by name. */
import type { Strategy } from './bot.js'
import { greedy } from './greedy.js'
import { random } from './random.js'
import { type Budget, search } from './search/search.js'

export const LEVELS = [1, 2, 3, 4, 5] as const
type Level = (typeof LEVELS)[number]

/** Iterations for a move, by level. */
export const ITERATIONS: Readonly<Record<Level, number>> = { 1: 30, 2: 100, 3: 300, 4: 1000, 5: 3000 }

/** All that can be given a seat. `search` alone is level 3. */
export const BOTS = ['random', 'greedy', ...LEVELS.map((level) => `search:${level}` as const)] as const
export type BotName = (typeof BOTS)[number]

const searching =
  (budget: Budget): Strategy =>
  (asked) =>
    search(asked, budget)

const STRATEGIES: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['random', random],
  ['greedy', greedy],
  ...LEVELS.map((level): [string, Strategy] => [`search:${level}`, searching({ iterations: ITERATIONS[level] })]),
])

export const isBotName = (name: string): name is BotName => STRATEGIES.has(name)

export function strategyOf(name: BotName): Strategy {
  const strategy = STRATEGIES.get(name)
  if (!strategy) throw new RangeError(`there is no bot ${name}`)
  return strategy
}
