/** The rounds: set-up, the reveal with all that it brings, the sliding rows, and the end of the match. */
import type { Dice } from '../contract.js'
import type { Unfolding } from '../unfolding.js'
import { COMING_FIELDS, EVENT_FIELDS, ROUNDS, SUPPLIED_GOODS, sweptFields } from './content.js'
import { produce } from './effects.js'
import { fightForLands, harvestsOf } from './lands.js'
import { newOrder } from './order.js'
import type { Event } from './schema.js'
import { finalPlaces, finalScore } from './scoring.js'
import { type State, stillPlaying } from './state.js'

export type Play = Unfolding<State, Event>

export function setUp(play: Play, dice: Dice): void {
  const { options, players } = play.state
  const seats = players.map((_, seat) => `${seat}`)
  const order = options.firstOrder === 'seats' ? seats : dice.draw('order', seats, seats.length)
  play.emit({ type: 'OrderDrawn', order: order.map(Number) })
  fillFields(play, dice)
}

export const beginRound = (play: Play, round: number): void => play.emit({ type: 'RoundBegan', round })

/** Everything between the last commitment and the first action is automatic. */
export function reveal(play: Play): void {
  const seats = stillPlaying(play.state)
  play.emit({
    type: 'LeadersRevealed',
    placements: play.state.players.flatMap(({ placement }, seat) => (placement ? [{ seat, placement }] : [])),
  })
  const outcomes = fightForLands(play.state)
  play.emit({ type: 'LandsFought', outcomes })
  play.emit({ type: 'ResourcesProduced', harvests: harvestsOf(play.state, outcomes) })
  for (const seat of seats) produce(play, seat)
  play.emit({ type: 'GoodsSupplied', seats, goods: SUPPLIED_GOODS })
  play.emit({ type: 'TurnOrderSet', order: newOrder(play.state) })
}

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

/** The cheapest fields are swept; one that is empty already costs no other card. */
function sweep(play: Play): void {
  const { fields, players } = play.state
  const cards = fields.slice(0, sweptFields(players.length)).filter((card) => card !== null)
  if (cards.length > 0) play.emit({ type: 'CardsDiscarded', cards })
}

/** What is left moves up, the coming cards follow in their order, and the deck fills the rest as far as it goes. */
function fillFields(play: Play, dice: Dice): void {
  const { fields, coming, deck } = play.state
  const queue = [...fields.filter((card) => card !== null), ...coming]
  const missing = Math.min(EVENT_FIELDS + COMING_FIELDS - queue.length, deck.length)
  const drawn = missing > 0 ? dice.draw('deck:1', deck, missing) : []
  const line = [...queue, ...drawn]
  play.emit({ type: 'FieldsFilled', fields: line.slice(0, EVENT_FIELDS), coming: line.slice(EVENT_FIELDS), drawn })
}

export function endMatch(play: Play): void {
  for (const seat of stillPlaying(play.state)) play.emit(finalScore(play.state, seat))
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}
