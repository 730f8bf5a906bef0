/** The effects of cards, read from their rows. */
import { hasLeft, playerAt } from '../seating.js'
import { type Amount, type CardRow, type Effect, isLeader, type Leader } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { BONUS_EVERY } from './content.js'
import { countOf } from './costs.js'
import type { Offer } from './schema.js'
import { faceAmong, type Play, type State } from './state.js'

interface Outcome {
  points: number
  readonly gains: Amount[]
  readonly leaders: { leader: Leader; count: number }[]
  readonly offers: Offer[]
}

/** What these effects of a card give the seat, if there are any; `trigger` is the card whose colour has called them up. */
export function outcomeOf(state: State, seat: number, effects: readonly Effect[], trigger?: CardRow): Outcome | undefined {
  let outcome: Outcome | undefined
  for (const effect of effects) {
    if (!isCalledUp(effect, trigger)) continue
    outcome ??= { points: 0, gains: [], leaders: [], offers: [] }
    add(outcome, effect, worthOf(state, seat, effect))
  }
  return outcome
}

const isCalledUp = (effect: Effect, trigger: CardRow | undefined): boolean =>
  trigger === undefined || effect.colours.includes(trigger.colour)

const worthOf = (state: State, seat: number, effect: Effect): number =>
  countOf(state, seat, effect.condition) < effect.atLeast ? 0 : effect.amount * countOf(state, seat, effect.per)

function add(outcome: Outcome, { gain, except }: Effect, amount: number): void {
  if (amount === 0) return
  if (gain === 'points') outcome.points += amount
  else if (gain === 'choice') outcome.offers.push({ choice: 'card', amount, except })
  else if (gain === 'card') outcome.offers.push({ choice: 'eventField', amount, except })
  else if (isLeader(gain)) outcome.leaders.push({ leader: gain, count: amount })
  else outcome.gains.push({ resource: gain, amount })
}

/** A card has come into play: its own effects, then those of the owner's other cards that its colour calls up, then the point track. */
export function takeEffect(play: Play, seat: number, card: string): void {
  const { points: before } = playerAt(play.state, seat)
  const { faces } = catalogueOf(play.state.options)
  const face = faceAmong(faces, card)
  const offers: Offer[] = []
  resolve(play, seat, card, outcomeOf(play.state, seat, face.at.played), offers)
  for (const other of playerAt(play.state, seat).inPlay)
    if (other !== card)
      resolve(play, seat, other, outcomeOf(play.state, seat, faceAmong(faces, other).at.cardPlayed, face), offers)
  addBonuses(offers, before, playerAt(play.state, seat).points)
  if (hasLeft(play.state, seat)) return
  for (const { choice, amount, except } of offers) play.emit({ type: 'ChoiceOffered', seat, choice, amount, except })
}

/** One marker for every multiple of `BONUS_EVERY` points that was reached or passed. */
function addBonuses(offers: Offer[], before: number, after: number): void {
  const bonuses = Math.floor(after / BONUS_EVERY) - Math.floor(before / BONUS_EVERY)
  for (let bonus = 0; bonus < bonuses; bonus++) offers.push({ choice: 'bonus', amount: 1, except: [] })
}

/** The production of all cards in play, repeated every round. */
export function produce(play: Play, seat: number): void {
  const { faces } = catalogueOf(play.state.options)
  for (const card of playerAt(play.state, seat).inPlay)
    resolve(play, seat, card, outcomeOf(play.state, seat, faceAmong(faces, card).at.production), [])
}

/** Choices are made when all effects are known. */
function resolve(play: Play, seat: number, card: string, outcome: Outcome | undefined, offers: Offer[]): void {
  if (!outcome) return
  const { points, gains, leaders } = outcome
  if (points > 0 || gains.length > 0 || leaders.length > 0)
    play.emit({ type: 'EffectResolved', seat, card, points, gains, leaders })
  for (const offer of outcome.offers) offers.push(offer)
}
