/** The end of the game: effects of cards in play, leftovers, great personalities, and the places. */
import type { Placing } from '../contract.js'
import type { OfType } from '../evolving.js'
import { numberAt } from '../lists.js'
import { placings } from '../placings.js'
import { playerAt } from '../seating.js'
import { PERSONALITY_POINTS, RESOURCES_PER_POINT } from './content.js'
import { countOf } from './costs.js'
import { outcomeOf } from './effects.js'
import type { Event } from './schema.js'
import { faceOf, type State, stepsClockwise, totalOf } from './state.js'

/** The last points of a seat. They are added after play, so they bring no markers of the point track. */
export function finalScore(state: State, seat: number): OfType<Event, 'SeatScored'> {
  const { inPlay, stock, points } = playerAt(state, seat)
  const byCards = inPlay
    .map((card) => ({ card, points: outcomeOf(state, seat, faceOf(state, card).at.end)?.points ?? 0 }))
    .filter((one) => one.points > 0)
  const leftovers = Math.floor(totalOf(stock) / RESOURCES_PER_POINT)
  const personalities = personalityPoints(inPlay.filter((card) => faceOf(state, card).personality).length)
  const total = byCards.reduce((sum, one) => sum + one.points, points + leftovers + personalities)
  return { type: 'SeatScored', seat, byCards, leftovers, personalities, total }
}

const personalityPoints = (count: number): number => numberAt(PERSONALITY_POINTS, Math.min(count, PERSONALITY_POINTS.length - 1))

/** By points, then cards in play, fortresses, leaders, and at last nearness to the last start player, in which no two seats are equal. */
export function finalPlaces(state: State): Placing[] {
  const standings = state.players.map(({ points, inPlay, leaders }, seat) => {
    const fortresses = inPlay.filter((card) => faceOf(state, card).family === 'fortress').length
    const ofLeaders = countOf(state, seat, 'mayors') + leaders.admiral + leaders.general
    return {
      seat,
      score: points,
      key: [points, inPlay.length, fortresses, ofLeaders, -stepsClockwise(state, state.starter, seat)],
    }
  })
  return placings(standings, state.left)
}
