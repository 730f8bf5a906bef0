/** Who must choose what, and which types of move answer each decision. */
import type { Phase } from '../contract.js'
import type { Move } from './schema.js'
import type { State } from './state.js'
import type { DecisionName } from './vocabulary.js'

/** The open choice, or else what the seat on turn has to do at this stage. */
export function decisionOf(state: State): DecisionName {
  if (state.choice) return state.choice.decision
  if (state.stage === 'placement') return 'placeAgent'
  return state.stage === 'scoring' ? 'chooseLocation' : 'actions'
}

/** -1 if nobody is awaited. */
export const awaitedSeat = (state: State): number => (state.places ? -1 : (state.choice?.seat ?? state.seatOnTurn))

export function phase(state: State): Phase {
  if (state.places) return { awaiting: [], over: state.places }
  const seat = awaitedSeat(state)
  return { awaiting: seat < 0 ? [] : [{ seat, decision: decisionOf(state) }], over: null }
}

type MoveType = Move['type']

/** The seven actions, A to G. */
const PAID_ACTIONS: readonly MoveType[] = ['moveAgent', 'moveKing', 'recruit', 'placeCounsellor', 'spy', 'accuse', 'returnAgent']
export const ACTION_MOVES: readonly MoveType[] = [
  ...PAID_ACTIONS,
  'playSuspicion',
  'playDiplomacy',
  'playAlliance',
  'playPrivilege',
  'playInfluence',
  'playBetrayal',
  'revealDomain',
  'useChip',
  'endActions',
]

export const ANSWERS: Record<DecisionName, readonly MoveType[]> = {
  placeAgent: ['placeAgent'],
  actions: ACTION_MOVES,
  accuserAdvance: ['advance'],
  influenceAdvance: ['advance'],
  lastCardAdvance: ['advance'],
  accusedChoosesLoss: ['setBack'],
  accuserChoosesLoss: ['setBack'],
  privilegeSecondMove: ['moveSecondAgent', 'decline'],
  neutralMove: ['moveNeutral', 'decline'],
  diplomacyLocation: ['nameTie'],
  chooseLocation: ['scoreLocation'],
  towerTrack: ['advance', 'decline'],
  rampartVictim: ['pushBack', 'decline'],
  chipAtOnce: ['useChip', 'decline'],
  extraAction: [...PAID_ACTIONS, 'decline'],
}

/** The domain card may be shown whenever its owner, in a turn of his own, has something to choose. */
export const isOwnTurn = (state: State): boolean => state.stage !== 'placement' && awaitedSeat(state) === state.seatOnTurn
