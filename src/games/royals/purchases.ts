/** What the cards and cubes of a seat are good for. */
import { itemAt } from '../lists.js'
import { countryIndex } from './cards.js'
import { COUNTRIES, COUNTRY_JOKER, COUNTRY_LIMIT, CUBES_PER_CLAIM, INTRIGUE_LIMIT } from './content.js'
import type { Judged } from './judged.js'
import type { Table } from './outlook.js'
import { WEIGHTS } from './weights.js'

/** Towards the end of the match less and less can be done with them. */
export function handWorth(view: Judged, table: Table, seat: number): number {
  const { cubes, cardCount, intrigueCount } = itemAt(view.players, seat)
  const isDrawing = view.turn === seat
  const cards = Math.min(COUNTRY_LIMIT, cardCount + (isDrawing ? view.owedCards : 0))
  const intrigue = Math.min(INTRIGUE_LIMIT, intrigueCount + (isDrawing ? view.owedIntrigue : 0))
  if (cubes < CUBES_PER_CLAIM) return 0
  let worth = cards * WEIGHTS.card + intrigue * WEIGHTS.intrigue + cubes * WEIGHTS.cube
  findBest(table, seat, cardCount)
  for (let country = 0; country < best.length; country++) worth += WEIGHTS.purchase * (best[country] ?? 0)
  return worth * Math.min(1, (table.turns.at(-1) ?? 0) / WEIGHTS.handTurns)
}

/** By country what the best position would bring that its cards can nearly pay: scratch paper, used for one seat at a time. */
const best = new Float64Array(COUNTRIES.length)

function findBest({ cities, cards, turns }: Table, seat: number, cardCount: number): void {
  best.fill(0)
  for (let index = 0; index < cities.length; index++) {
    const { country: name, bonus, markerTaken, positions } = itemAt(cities, index)
    const country = countryIndex(name)
    const count = itemAt(cards, seat)[country] ?? 0
    const owned = count + (cardCount - count) / (2 * COUNTRY_JOKER)
    for (let place = 0; place < positions.length; place++) {
      const { holder, needed, influence } = itemAt(positions, place)
      if (holder === seat) continue
      const ready = owned < needed ? (owned / needed) * (owned / needed) : 1
      const open = holder === null ? 1 : WEIGHTS.takeOver
      const worth =
        (markerTaken ? 0 : bonus) + influence * turns.length * WEIGHTS.purchaseInfluence + needed * WEIGHTS.purchaseTitle
      best[country] = Math.max(best[country] ?? 0, worth * ready * open)
    }
  }
}

/** What a seat will gain in its turn of this round, if that is still to come: so the hopes of all are weighed alike, whoever is on turn. */
export function turnToCome({ turn, starter, stage, drawOption, owedCards, players, lastRound }: Judged, seat: number): number {
  if (turn === null || starter === null) return 0
  const place = (one: number): number => (one - starter + players.length) % players.length
  const isToCome = turn === seat ? stage === 'draw' && drawOption === null && owedCards === 0 : place(seat) > place(turn)
  return isToCome ? (lastRound ? WEIGHTS.lastTurn : WEIGHTS.turn) : 0
}
