/** Resource markers of a seat, by kind. */
import { type Amount, RESOURCES, type Resource } from './cards.js'

export type Stock = Readonly<Record<Resource, number>>

export const NOTHING: Stock = { goods: 0, science: 0, culture: 0, religion: 0, gold: 0, raw: 0, combat: 0 }

/** Field by field: a spread costs several times as much. */
export function withAmounts(stock: Stock, amounts: readonly Amount[]): Stock {
  if (amounts.length === 0) return stock
  const { goods, science, culture, religion, gold, raw, combat } = stock
  const sum = { goods, science, culture, religion, gold, raw, combat }
  for (const { resource, amount } of amounts) sum[resource] += amount
  return sum
}

export const amountsIn = (stock: Stock): Amount[] =>
  RESOURCES.filter((resource) => stock[resource] > 0).map((resource) => ({ resource, amount: stock[resource] }))

export const totalOf = (stock: Stock): number => RESOURCES.reduce((sum, resource) => sum + stock[resource], 0)
