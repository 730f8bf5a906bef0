/** The five influence tracks: how far a marker may go forward, and who leads. */
import { numberAt } from '../lists.js'
import { playerAt } from '../seating.js'
import { LAST_STEP, THRESHOLD_NEEDS, THRESHOLD_STEPS, TRACKS, type Track, trackNumber } from './content.js'
import { type Player, type State, stepsOn } from './state.js'
import type { DecisionName } from './vocabulary.js'

/** Whether thresholds hold for an advance: always at scoring, elsewhere unless the rules limit them to scoring. */
export const thresholdsHold = (state: State, decision: DecisionName): boolean =>
  state.rules.thresholdScope === 'all' || decision === 'towerTrack' || decision === 'chooseLocation'

/** The steps of one player's markers, by track. */
type Steps = readonly number[]

/** Only a marker that stands on a threshold can be held: it goes on if all other markers of the player have come far enough. */
export function isHeldAtThreshold(state: State, steps: Steps, track: number): boolean {
  const level = THRESHOLD_STEPS.indexOf(numberAt(steps, track))
  if (level < 0) return false
  const needed = numberAt(THRESHOLD_NEEDS[state.rules.thresholdNeeds], level)
  return steps.some((step, other) => other !== track && step < needed)
}

export const isAtTheEnd = (steps: Steps, track: number): boolean => steps[track] === LAST_STEP

export const canAdvance = (state: State, player: Player, track: Track, decision: DecisionName): boolean =>
  !isAtTheEnd(player.steps, trackNumber(track)) &&
  !(thresholdsHold(state, decision) && isHeldAtThreshold(state, player.steps, trackNumber(track)))

export const tracksToAdvance = (state: State, seat: number, decision: DecisionName): Track[] =>
  TRACKS.filter((track) => canAdvance(state, playerAt(state, seat), track, decision))

/** The step at which a marker arrives if it scores `spaces`; it may be stopped before, and then the rest is lost. */
export function stepAfter(state: State, seat: number, track: Track, spaces: number): number {
  const number = trackNumber(track)
  const steps = [...playerAt(state, seat).steps]
  for (let made = 0; made < spaces; made++) {
    if (isAtTheEnd(steps, number) || isHeldAtThreshold(state, steps, number)) break
    steps[number] = numberAt(steps, number) + 1
  }
  return numberAt(steps, number)
}

/** A marker on space 1 stays on the track, and one off the track has nothing to lose. */
export const canBeSetBack = (player: Player, track: Track): boolean => stepsOn(player, track) >= 2
export const tracksToSetBack = (state: State, seat: number): Track[] =>
  TRACKS.filter((track) => canBeSetBack(playerAt(state, seat), track))

/** Strictly ahead of every other player, those who have left included. */
export function isAloneAhead(state: State, seat: number, track: Track): boolean {
  const own = stepsOn(playerAt(state, seat), track)
  return own > 0 && state.players.every((player, other) => other === seat || stepsOn(player, track) < own)
}
