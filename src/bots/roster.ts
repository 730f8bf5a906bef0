/** The bots of the house, by name. */
import type { Strategy } from './bot.js'
import { greedy } from './greedy.js'
import { type BotName, isBotName, LEVELS, type Level } from './names.js'
import { random } from './random.js'
import { type Budget, search } from './search/search.js'

export { BOTS, type BotName, isBotName } from './names.js'

/** Iterations for a move, by level. */
export const ITERATIONS: Readonly<Record<Level, number>> = { 1: 20, 2: 70, 3: 200, 4: 600, 5: 1500 }

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

/** A name, or `search` with a budget of its own: `search:400i` (iterations) or `search:200ms` (time for a move). Undefined if it is neither. */
export function strategyFor(text: string): Strategy | undefined {
  if (isBotName(text)) return strategyOf(text)
  const [, amount, unit] = /^search:([1-9]\d{0,5})(i|ms)$/.exec(text) ?? []
  if (amount === undefined) return undefined
  return unit === 'ms' ? searchingFor(Number(amount)) : searching({ iterations: Number(amount) })
}

/** Whoever thinks by the clock may choose otherwise another time. */
export const thinksByTheClock = (text: string): boolean => text.endsWith('ms') && strategyFor(text) !== undefined

/** Whoever thinks for some tens of milliseconds, and so for more than a second in a whole match. */
export function thinksLong(text: string): boolean {
  const [, amount, unit = ''] = /^search:(\d+)(i|ms)?$/.exec(text) ?? []
  return amount !== undefined && Number(amount) >= (unit === 'i' ? ITERATIONS[2] : unit === 'ms' ? 20 : 2)
}

const searchingFor =
  (ms: number): Strategy =>
  (asked) => {
    const until = performance.now() + ms
    return search(asked, { iterations: Number.POSITIVE_INFINITY, goesOn: () => performance.now() < until })
  }
