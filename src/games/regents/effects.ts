/** What each move does at once. What follows from it: turns.ts. */
import type { Dice } from '../contract.js'
import type { Unfolding } from '../deciding.js'
import type { OfType } from '../evolving.js'
import { itemAt } from '../lists.js'
import { playerAt } from '../seating.js'
import {
  type Card,
  CHOSEN_SPACES,
  DOMAIN_COUNSELLORS,
  HAND,
  spaceAt,
  THRESHOLD_STEPS,
  type Track,
  trackNumber,
} from './content.js'
import { secondMoves } from './moves.js'
import { decisionOf } from './phase.js'
import type { Event, Move } from './schema.js'
import { clanOf, domainOf, handOf, type State, stepsOn, tilesOf } from './state.js'
import type { DecisionName } from './vocabulary.js'

export type Play = Unfolding<State, Event>
type Effect<Chosen> = (play: Play, seat: number, move: Chosen, dice: Dice) => void
type Effects = { readonly [Type in Move['type']]: Effect<OfType<Move, Type>> }

export function carryOut(play: Play, seat: number, move: Move, dice: Dice): void {
  // The key fits the move, which TypeScript cannot follow through a union.
  const effect = effects[move.type] as Effect<Move>
  effect(play, seat, move, dice)
}

/** Drawn from a pile, first to last. */
export const drawn = <Piece extends string>(dice: Dice, pile: string, pieces: readonly Piece[], count: number): Piece[] =>
  // The dice know strings only, but they return some of those that they are given.
  dice.draw(pile, pieces, count) as Piece[]

const effects: Effects = {
  placeAgent: (play, seat, { location }) => play.emit({ type: 'AgentPlaced', seat, location }),
  moveAgent: (play, seat, { from, to }) => play.emit({ type: 'AgentMoved', seat, from, to }),
  moveKing: (play, seat, { to }) => play.emit({ type: 'KingMoved', seat, from: play.state.king, to }),
  recruit: (play, seat) => play.emit({ type: 'CounsellorRecruited', seat }),
  placeCounsellor: (play, seat, { location }) => play.emit({ type: 'CounsellorPlaced', seat, location }),
  spy: (play, seat, { target }, dice) => {
    const cards = drawn(dice, `spy:${play.state.round}:${seat}`, handOf(playerAt(play.state, target)), 1)
    play.emit({ type: 'SpiedOn', seat, target, card: itemAt(cards, 0) })
  },
  accuse,
  returnAgent: (play, seat, { location }) => play.emit({ type: 'AgentReturned', seat, location }),

  playSuspicion: (play, seat, { target, location }) => {
    playCard(play, seat, 'suspicion')
    play.emit({ type: 'AgentExpelled', seat, target, location })
  },
  playDiplomacy: (play, seat) => playCard(play, seat, 'diplomacy'),
  playAlliance: (play, seat) => playCard(play, seat, 'alliance'),
  playPrivilege: (play, seat, { from, to }) => {
    playCard(play, seat, 'privilege')
    play.emit({ type: 'AgentMoved', seat, from, to })
    if (secondMoves(play.state, seat, to).length === 0) return
    play.emit({ type: 'ChoiceOpened', seat, decision: 'privilegeSecondMove', spaces: 0, movedTo: to })
  },
  playInfluence: (play, seat) => {
    playCard(play, seat, 'influence')
    openChoice(play, seat, 'influenceAdvance')
  },
  playBetrayal: (play, seat, { first, second }) => {
    playCard(play, seat, 'betrayal')
    if (first && second) play.emit({ type: 'AgentsSwapped', seat, first, second })
  },

  revealDomain: (play, seat) => {
    const domain = domainOf(playerAt(play.state, seat))
    play.emit({ type: 'DomainRevealed', seat, domain, counsellors: Math.min(DOMAIN_COUNSELLORS, play.state.reserve) })
  },
  useChip: (play, seat) => {
    const atOnce = decisionOf(play.state) === 'chipAtOnce'
    play.emit({ type: 'ChipUsed', seat })
    if (atOnce) openChoice(play, seat, 'extraAction', 0)
  },
  endActions: (play, seat) => play.emit({ type: 'ActionsEnded', seat }),

  advance: (play, seat, { track }) => advance(play, seat, track, stepsOn(playerAt(play.state, seat), track) + 1),
  setBack: (play, _, { track }) => setBack(play, play.state.seatOnTurn, track),
  pushBack: (play, _, { target, track }) => setBack(play, target, track),
  moveSecondAgent: (play, seat, { from, to }) => play.emit({ type: 'SecondAgentMoved', seat, from, to }),
  moveNeutral: (play, seat, { from, to }) => play.emit({ type: 'NeutralMoved', seat, from, to }),
  nameTie: (play, seat, { location }) => play.emit({ type: 'TieNamed', seat, location }),
  // A majority is scored in the same way when it is the only one left: see turns.ts.
  scoreLocation: () => undefined,
  decline: (play, seat) => play.emit({ type: 'ChoiceDeclined', seat, decision: decisionOf(play.state) }),
}

/** The fifth card tells the clan to all; its bonus comes after the card's own effect. */
function playCard(play: Play, seat: number, card: Card): void {
  play.emit({ type: 'CardPlayed', seat, card })
  const player = playerAt(play.state, seat)
  if (player.played.length === HAND) play.emit({ type: 'LastCardPlayed', seat, clan: clanOf(player) })
}

function accuse(play: Play, seat: number, { target, clan: tile }: OfType<Move, 'accuse'>): void {
  const accused = playerAt(play.state, target)
  const clan = clanOf(accused)
  play.emit({ type: 'AccusationMade', seat, target, tile })
  if (clan === tile) {
    const counsellors = Math.min(1, play.state.reserve)
    play.emit({ type: 'AccusationUpheld', seat, target, clan, discarded: handOf(accused), counsellors })
    openChoice(play, seat, 'accuserAdvance')
  } else {
    const tilesLost = tilesOf(play.state, seat).includes(clan) ? 2 : 1
    play.emit({ type: 'AccusationFailed', seat, target, tile, clan, tilesLost })
    openChoice(play, target, 'accusedChoosesLoss')
  }
}

export const openChoice = (play: Play, seat: number, decision: DecisionName, spaces = CHOSEN_SPACES): void =>
  play.emit({ type: 'ChoiceOpened', seat, decision, spaces, movedTo: null })

export function advance(play: Play, seat: number, track: Track, toStep: number): void {
  const before = playerAt(play.state, seat)
  const fromStep = stepsOn(before, track)
  if (toStep === fromStep) return
  moveMarker(play, 'MarkerAdvanced', seat, track, toStep)
  takeChips(play, seat, track, fromStep)
  const won = playerAt(play.state, seat).chips > before.chips
  if (won && mayUseChipInScoring(play.state)) openChoice(play, seat, 'chipAtOnce', 0)
}

const mayUseChipInScoring = ({ rules, stage, turn }: State): boolean =>
  rules.chipUse === 'atOnce' && stage === 'scoring' && !turn.chipUsed

/** Markers go space by space, so a chip on the way is taken too, if nobody has taken it before. */
export function takeChips(play: Play, seat: number, track: Track, fromStep: number): void {
  const toStep = stepsOn(playerAt(play.state, seat), track)
  THRESHOLD_STEPS.forEach((step, level) => {
    if (step > fromStep && step <= toStep && itemAt(play.state.chips, trackNumber(track))[level]) {
      play.emit({ type: 'ChipTaken', seat, track, space: spaceAt(step) })
    }
  })
}

const setBack = (play: Play, seat: number, track: Track): void =>
  moveMarker(play, 'MarkerSetBack', seat, track, stepsOn(playerAt(play.state, seat), track) - 1)

export function moveMarker(
  play: Play,
  type: 'MarkerAdvanced' | 'MarkerSetBack',
  seat: number,
  track: Track,
  toStep: number,
): void {
  const fromSpace = spaceAt(stepsOn(playerAt(play.state, seat), track))
  play.emit({ type, seat, track, fromSpace, toSpace: spaceAt(toStep) })
}
