/** Where in its course a match is: the same to everybody. */
import type { View } from './schema.js'
import type { State } from './state.js'

export type TurnView = Pick<
  View,
  'epoch' | 'lastRound' | 'starter' | 'turn' | 'stage' | 'drawOption' | 'owedCards' | 'owedIntrigue'
>

export const turnView = ({ epoch, lastRound, starter, turn, stage, drawOption, owedCards, owedIntrigue }: State): TurnView => ({
  epoch,
  lastRound,
  starter: starter < 0 ? null : starter,
  turn: turn < 0 ? null : turn,
  stage: turn < 0 ? null : stage,
  drawOption,
  owedCards,
  owedIntrigue,
})
