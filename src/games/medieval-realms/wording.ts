/** Cards and amounts in words. */
import type { Amount, CardRow, Count, Effect, Moment } from './cards.js'
import { printedAmount } from './costs.js'

export const list = (parts: readonly string[]): string => (parts.length > 0 ? parts.join(', ') : 'nothing')
export const inWords = (amounts: readonly Amount[]): string =>
  list(amounts.map(({ resource, amount }) => `${amount} ${resource}`))
export const points = (count: number): string => (count === 1 ? '1 point' : `${count} points`)

const EACH: Partial<Record<Count, string>> = {
  mayors: 'own mayor',
  strength: 'strength of own military leaders',
  colours: 'colour among own cards in play',
}
const eachOf = (count: Count): string => EACH[count] ?? `own ${count.slice(0, -'Cards'.length)} card in play`

const WHEN: Record<Moment, string> = {
  played: 'When it comes into play',
  cardPlayed: 'Whenever you play another card',
  production: "In each round's production",
  end: 'At the end of the game',
}

/** Cost and effects of a card, one sentence each. */
export const describeCard = (row: CardRow, seats: number): string =>
  [costInWords(row, seats), ...row.effects.map(effectInWords)].join(' ')

function costInWords(row: CardRow, seats: number): string {
  const { pay, plus, plusPer } = row.cost
  if (row.kind === 'auction') return `Auctioned for ${pay}.`
  const more = plus > 0 ? `, and ${plus} more per ${eachOf(plusPer)}` : ''
  return `Costs ${printedAmount(row, seats)} ${pay}${more}.`
}

function effectInWords(effect: Effect): string {
  const when = effect.colours.length > 0 ? `${WHEN[effect.when]} (${effect.colours.join(' or ')})` : WHEN[effect.when]
  const per = effect.per === 'one' ? '' : ` per ${eachOf(effect.per)}`
  const condition = effect.atLeast > 0 ? ` if there are at least ${effect.atLeast}: ${eachOf(effect.condition)}` : ''
  return `${when}: ${gainInWords(effect)}${per}${condition}.`
}

function gainInWords({ gain, amount, except }: Effect): string {
  if (gain === 'points') return points(amount)
  if (gain !== 'choice') return `${amount} ${gain}`
  return `${amount} of one resource of your choice${except.length > 0 ? `, not ${except.join(' or ')}` : ''}`
}
