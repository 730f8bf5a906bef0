/** Who must choose what, and which types of move answer each decision. */
import type { Phase } from '../contract.js'
import type { Move } from './schema.js'
import type { State } from './state.js'
import type { DecisionName } from './vocabulary.js'

export const DECISIONS: Readonly<Record<DecisionName, string>> = {
  placeAgent: 'Place an agent in the castle.',
  actions: 'Take an action, or end your actions.',
  accuserAdvance: 'Advance for an accusation that was upheld.',
  influenceAdvance: 'Advance for the card Influence.',
  lastCardAdvance: 'Advance for the last card.',
  accusedChoosesLoss: 'Say where the accuser, who was wrong, goes back.',
  accuserChoosesLoss: 'Say where you go back for an accusation that was wrong.',
  privilegeSecondMove: 'Move a second agent for the card Privilege, or decline.',
  neutralMove: 'Move an agent of the neutral clan, or decline.',
  diplomacyLocation: 'Name the tie that the card Diplomacy decides.',
  chooseLocation: 'Choose the majority that is scored next.',
  towerTrack: 'Advance a marker for the tower, or decline.',
  rampartVictim: 'Set an opponent back for the rampart, or decline.',
}

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

export const ACTION_MOVES: readonly MoveType[] = [
  'moveAgent',
  'moveKing',
  'recruit',
  'placeCounsellor',
  'spy',
  'accuse',
  'returnAgent',
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
}
