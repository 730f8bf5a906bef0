/** The bots of the house, by name. */
import type { Strategy } from './bot.js'
import { greedy } from './greedy.js'
import { type BotName, LEVELS, type Level } from './names.js'
import { random } from './random.js'
import { type Budget, search } from './search/search.js'

export { BOTS, type BotName, isBotName } from './names.js'

/** Iterations for a move, by level. */
export const ITERATIONS: Readonly<Record<Level, number>> = { 1: 30, 2: 100, 3: 300, 4: 1000, 5: 3000 }

const searching =
  (budget: Budget): Strategy =>
  (asked) =>
    search(asked, budget)

const STRATEGIES: ReadonlyMap<string, Strategy> = new Map<string, Strategy>([
  ['random', random],
  ['greedy', greedy],
  ...LEVELS.map((level): [string, Strategy] => [`search:${level}`, searching({ iterations: ITERATIONS[level] })]),
])

export function strategyOf(name: BotName): Strategy {
  const strategy = STRATEGIES.get(name)
  if (!strategy) throw new RangeError(`there is no bot ${name}`)
  return strategy
}
