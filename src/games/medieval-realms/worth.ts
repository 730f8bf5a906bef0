/** What cards and leaders are worth to a seat, in points. */
import { type CardRow, type Effect, isLeader, type Leader } from './cards.js'
import { PERSONALITY_POINTS, RESOURCES_PER_POINT } from './content.js'
import { countIn, type Realm } from './realm.js'
import { WEIGHTS } from './weights.js'

/** What a marker brings if nothing better is done with it. */
export const LEFTOVER = 1 / RESOURCES_PER_POINT

/** Resources can only become more than leftovers while there is time to use them. */
export const markerWorth = ({ rounds }: Realm): number => LEFTOVER + WEIGHTS.needed * Math.min(1, rounds / 2)

export const leaderWorth = (realm: Realm, leader: Leader): number => realm.rounds * weightOf(leader) * markerWorth(realm)

/** By name of the field, which V8 finds several times as fast as one whose name is not known before. */
function weightOf(leader: Leader): number {
  if (leader === 'mayor') return WEIGHTS.mayor
  return leader === 'admiral' ? WEIGHTS.admiral : WEIGHTS.general
}

/** A card in play: what it will still bring. */
export function worthInPlay(realm: Realm, row: CardRow, more?: CardRow): number {
  let worth = 0
  for (const effect of row.effects)
    if (effect.when !== 'played') worth += effect.when === 'end' ? endWorth(realm, effect, more) : laterWorth(realm, effect)
  return worth
}

/** A card that is not in play yet: all that it would bring, without its cost. */
export function worthOfPlaying(realm: Realm, row: CardRow): number {
  let worth = worthInPlay(realm, row, row)
  for (const effect of row.effects)
    if (effect.when === 'played') worth += effect.amount * countIn(realm, effect.per, row) * worthOfGain(realm, effect)
  if (row.personality) worth += personalityPoints(realm.personalities + 1) - personalityPoints(realm.personalities)
  return worth
}

export const personalityPoints = (count: number): number =>
  PERSONALITY_POINTS[Math.min(count, PERSONALITY_POINTS.length - 1)] ?? 0

function endWorth(realm: Realm, { amount, per, condition, atLeast }: Effect, more: CardRow | undefined): number {
  const reached = countIn(realm, condition, more)
  if (reached < atLeast) return (amount * WEIGHTS.hopedFor * reached * Math.min(1, realm.rounds)) / atLeast
  const counted = countIn(realm, per, more)
  return amount * (per === 'one' ? counted : counted * (1 + WEIGHTS.growth * realm.rounds))
}

/** Every round, or as often as its colour is played. */
function laterWorth(realm: Realm, effect: Effect): number {
  const times = effect.when === 'production' ? realm.rounds : realm.rounds * WEIGHTS.calledUp
  return times * effect.amount * worthOfGain(realm, effect)
}

function worthOfGain(realm: Realm, { gain }: Effect): number {
  if (gain === 'points') return 1
  if (gain === 'card') return WEIGHTS.freeCard
  return isLeader(gain) ? leaderWorth(realm, gain) : markerWorth(realm)
}
