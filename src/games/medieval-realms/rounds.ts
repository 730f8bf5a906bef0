/** The rounds: set-up, the reveal with all that follows from it, the turn order, the rows of cards, and the end of the match. */
import type { Dice } from '../contract.js'
import type { OfType } from '../evolving.js'
import { itemAt, numberAt } from '../lists.js'
import { playerAt, stillPlaying } from '../seating.js'
import { COMING_FIELDS, EVENT_FIELDS, ROUNDS, SUPPLIED_GOODS, sweptFields } from './content.js'
import { produce } from './effects.js'
import { fightForLands, harvestsOf } from './lands.js'
import type { Event } from './schema.js'
import { finalPlaces, finalScore } from './scoring.js'
import { type Play, type State, stepsClockwise } from './state.js'

export function setUp(play: Play, dice: Dice): void {
  const { options, players } = play.state
  const seats = players.map((_, seat) => `${seat}`)
  const order = options.firstOrder === 'seats' ? seats : dice.draw('order', seats, seats.length)
  play.emit({ type: 'OrderDrawn', order: order.map(Number) })
  fillFields(play, dice)
}

export const beginRound = (play: Play, round: number): void => play.emit({ type: 'RoundBegan', round })

/** Everything between the last placement and the first action is automatic. */
export function reveal(play: Play): void {
  const seats = stillPlaying(play.state)
  play.emit({ type: 'LeadersRevealed', placements: placementsIn(play.state) })
  const outcomes = fightForLands(play.state)
  play.emit({ type: 'LandsFought', outcomes })
  play.emit({ type: 'ResourcesProduced', harvests: harvestsOf(play.state, outcomes) })
  for (const seat of seats) produce(play, seat)
  play.emit({ type: 'GoodsSupplied', seats, goods: SUPPLIED_GOODS })
  play.emit({ type: 'TurnOrderSet', order: newOrder(play.state) })
}

function placementsIn({ players }: State): OfType<Event, 'LeadersRevealed'>['placements'] {
  const placements: OfType<Event, 'LeadersRevealed'>['placements'] = []
  for (let seat = 0; seat < players.length; seat++) {
    const { placement } = itemAt(players, seat)
    if (placement) placements.push({ seat, placement })
  }
  return placements
}

/** Most goods first. The new start player is found from the old one; everybody else is then ranked from the new one. */
function newOrder(state: State): number[] {
  const seats = stillPlaying(state)
  const starter = numberAt(byGoods(state, seats, state.starter), 0)
  const others = seats.filter((seat) => seat !== starter)
  return [starter, ...byGoods(state, others, starter)]
}

/** Ties go clockwise from `origin`. */
const byGoods = (state: State, seats: readonly number[], origin: number): number[] =>
  seats.toSorted(
    (a, b) =>
      playerAt(state, b).stock.goods - playerAt(state, a).stock.goods ||
      stepsClockwise(state, origin, a) - stepsClockwise(state, origin, b),
  )

export function endRound(play: Play, dice: Dice): void {
  const { round } = play.state
  play.emit({ type: 'RoundEnded', round })
  if (round === ROUNDS) endMatch(play)
  else prepareRound(play, dice, round + 1)
}

function prepareRound(play: Play, dice: Dice, round: number): void {
  sweep(play)
  fillFields(play, dice)
  beginRound(play, round)
}

/** The cheapest fields are swept; for one that is empty already no other card is discarded. */
function sweep(play: Play): void {
  const { fields, players } = play.state
  const cards = fields.slice(0, sweptFields(players.length)).filter((card) => card !== null)
  if (cards.length > 0) play.emit({ type: 'CardsDiscarded', cards })
}

/** What is left moves up, the coming cards follow in their order, and the deck fills the rest as far as it goes. */
function fillFields(play: Play, dice: Dice): void {
  const { fields, coming, deck } = play.state
  const line: string[] = []
  for (const card of fields) if (card !== null) line.push(card)
  for (const card of coming) line.push(card)
  const missing = Math.min(EVENT_FIELDS + COMING_FIELDS - line.length, deck.length)
  const drawn = missing > 0 ? dice.draw('deck:1', deck, missing) : []
  for (const card of drawn) line.push(card)
  play.emit({ type: 'FieldsFilled', fields: line.slice(0, EVENT_FIELDS), coming: line.slice(EVENT_FIELDS), drawn })
}

export function endMatch(play: Play): void {
  for (const seat of stillPlaying(play.state)) play.emit(finalScore(play.state, seat))
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}
