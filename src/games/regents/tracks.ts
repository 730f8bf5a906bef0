/** The five influence tracks: how far a marker may go forward, and who leads. */
import { LAST_STEP, THRESHOLD_NEEDS, THRESHOLD_STEPS, TRACKS, type Track, trackNumber } from './content.js'
import type { DecisionName } from './schema.js'
import { type Player, playerAt, type State } from './state.js'

/** Whether thresholds hold for an advance: at scoring always, otherwise unless the switch says so. */
export const thresholdsHold = (state: State, decision: DecisionName): boolean =>
  state.rules.thresholdScope === 'all' || decision === 'towerTrack' || decision === 'chooseLocation'

/** Markers of one player while they move. */
type Steps = readonly number[]

/** A marker on a threshold goes on only if every other track has come far enough; anywhere else it goes on within its level. */
export function isHeldAtThreshold(state: State, steps: Steps, track: number): boolean {
  const level = THRESHOLD_STEPS.indexOf(steps[track] as (typeof THRESHOLD_STEPS)[number])
  if (level < 0) return false
  const needed = THRESHOLD_NEEDS[state.rules.thresholdNeeds][level] as number
  return steps.some((step, other) => other !== track && step < needed)
}

export const isAtTheEnd = (steps: Steps, track: number): boolean => steps[track] === LAST_STEP

export const canAdvance = (state: State, player: Player, track: Track, decision: DecisionName): boolean =>
  !isAtTheEnd(player.steps, trackNumber(track)) &&
  !(thresholdsHold(state, decision) && isHeldAtThreshold(state, player.steps, trackNumber(track)))

export const tracksToAdvance = (state: State, seat: number, decision: DecisionName): Track[] =>
  TRACKS.filter((track) => canAdvance(state, playerAt(state, seat), track, decision))

/** Where a marker gets to by up to `spaces` steps of one scoring; steps that it is refused are lost. */
export function stepsReached(state: State, seat: number, track: Track, spaces: number): number {
  const number = trackNumber(track)
  const steps = [...playerAt(state, seat).steps]
  for (let made = 0; made < spaces; made++) {
    if (isAtTheEnd(steps, number) || isHeldAtThreshold(state, steps, number)) break
    steps[number] = (steps[number] as number) + 1
  }
  return steps[number] as number
}

/** A marker on space 1 stays on the track, and one off the track has nothing to lose. */
export const canBeSetBack = (player: Player, track: Track): boolean => (player.steps[trackNumber(track)] as number) >= 2
export const tracksToSetBack = (state: State, seat: number): Track[] =>
  TRACKS.filter((track) => canBeSetBack(playerAt(state, seat), track))

/** Strictly ahead of every other player, those who have left included. */
export function isAloneAhead(state: State, seat: number, track: Track): boolean {
  const number = trackNumber(track)
  const own = playerAt(state, seat).steps[number] as number
  return own > 0 && state.players.every(({ steps }, other) => other === seat || (steps[number] as number) < own)
}
