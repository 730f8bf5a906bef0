/** What each chosen move does at once. What follows from it: turns.ts. */
import type { Dice } from '../contract.js'
import type { Unfolding } from '../unfolding.js'
import {
  CHOSEN_SPACES,
  type Clan,
  DOMAIN_COUNSELLORS,
  HAND,
  SPACES,
  THRESHOLD_STEPS,
  type Track,
  trackNumber,
} from './content.js'
import { secondMoves } from './moves.js'
import type { DecisionName, Event, Move } from './schema.js'
import { type Choice, handOf, playerAt, type State, stepsOn, tilesOf } from './state.js'

export type Play = Unfolding<State, Event>
type MoveOf<Type extends Move['type']> = Extract<Move, { type: Type }>
type Actors = { readonly [Type in Move['type']]: (play: Play, seat: number, move: MoveOf<Type>, dice: Dice) => void }

export const carryOut = (play: Play, seat: number, move: Move, dice: Dice): void =>
  (actors[move.type] as (play: Play, seat: number, move: Move, dice: Dice) => void)(play, seat, move, dice)

const actors: Actors = {
  placeAgent: (play, seat, { location }) => play.emit({ type: 'AgentPlaced', seat, location }),
  moveAgent: (play, seat, { from, to }) => play.emit({ type: 'AgentMoved', seat, from, to }),
  moveKing: (play, seat, { to }) => play.emit({ type: 'KingMoved', seat, from: play.state.king, to }),
  recruit: (play, seat) => play.emit({ type: 'CounsellorRecruited', seat }),
  placeCounsellor: (play, seat, { location }) => play.emit({ type: 'CounsellorPlaced', seat, location }),
  spy: (play, seat, { target }, dice) => {
    const [card] = dice.draw(`spy:${play.state.round}:${seat}`, handOf(playerAt(play.state, target)))
    play.emit({ type: 'SpiedOn', seat, target, card: card as ReturnType<typeof handOf>[number] })
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
    const choice: Choice = { seat, decision: 'privilegeSecondMove', spaces: 0, movedTo: to }
    if (secondMoves(play.state, choice).length > 0) play.emit({ type: 'ChoiceOpened', ...choice })
  },
  playInfluence: (play, seat) => {
    playCard(play, seat, 'influence')
    openSpaces(play, seat, 'influenceAdvance')
  },
  playBetrayal: (play, seat, { first, second }) => {
    playCard(play, seat, 'betrayal')
    if (first && second) play.emit({ type: 'AgentsSwapped', seat, first, second })
  },

  revealDomain: (play, seat) => {
    const domain = playerAt(play.state, seat).domain as Track
    play.emit({ type: 'DomainRevealed', seat, domain, counsellors: Math.min(DOMAIN_COUNSELLORS, play.state.reserve) })
  },
  useChip: (play, seat) => play.emit({ type: 'ChipUsed', seat }),
  endActions: (play, seat) => play.emit({ type: 'ActionsEnded', seat }),

  advance: (play, seat, { track }) => advance(play, seat, track, stepsOn(playerAt(play.state, seat), track) + 1),
  setBack: (play, _, { track }) => setBack(play, play.state.seatOnTurn, track),
  pushBack: (play, _, { target, track }) => setBack(play, target, track),
  moveSecondAgent: (play, seat, { from, to }) => play.emit({ type: 'SecondAgentMoved', seat, from, to }),
  moveNeutral: (play, seat, { from, to }) => play.emit({ type: 'NeutralMoved', seat, from, to }),
  nameTie: (play, seat, { location }) => play.emit({ type: 'TieNamed', seat, location }),
  scoreLocation: () => undefined,
  decline: (play, seat) => play.emit({ type: 'ChoiceDeclined', seat, decision: (play.state.choice as Choice).decision }),
}

/** The fifth card tells the clan to all; its bonus comes after the card's own effect. */
function playCard(play: Play, seat: number, card: Parameters<typeof cardPlayed>[1]): void {
  play.emit(cardPlayed(seat, card))
  const { played, clan } = playerAt(play.state, seat)
  if (played.length === HAND) play.emit({ type: 'LastCardPlayed', seat, clan: clan as Clan })
}

const cardPlayed = (seat: number, card: Extract<Event, { type: 'CardPlayed' }>['card']): Event => ({
  type: 'CardPlayed',
  seat,
  card,
})

function accuse(play: Play, seat: number, { target, clan: tile }: MoveOf<'accuse'>): void {
  const accused = playerAt(play.state, target)
  play.emit({ type: 'AccusationMade', seat, target, tile })
  if (accused.clan === tile) {
    play.emit({
      type: 'AccusationUpheld',
      seat,
      target,
      clan: tile,
      discarded: handOf(accused),
      counsellors: Math.min(1, play.state.reserve),
    })
    openSpaces(play, seat, 'accuserAdvance')
  } else {
    const clan = accused.clan as Clan
    play.emit({ type: 'AccusationFailed', seat, target, tile, clan, tilesLost: tilesOf(play.state, seat).includes(clan) ? 2 : 1 })
    openSpaces(play, target, 'accusedChoosesLoss')
  }
}

export const openSpaces = (play: Play, seat: number, decision: DecisionName, spaces = CHOSEN_SPACES): void =>
  play.emit({ type: 'ChoiceOpened', seat, decision, spaces, movedTo: null })

/** Markers go space by space, so every chip on the way is reached; the first to come takes it. */
export function advance(play: Play, seat: number, track: Track, toStep: number): void {
  const fromStep = stepsOn(playerAt(play.state, seat), track)
  if (toStep === fromStep) return
  moveMarker(play, 'MarkerAdvanced', seat, track, toStep)
  THRESHOLD_STEPS.forEach((step, level) => {
    if (step > fromStep && step <= toStep && play.state.chips[trackNumber(track)]?.[level]) {
      play.emit({ type: 'ChipTaken', seat, track, space: SPACES[step] as number })
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
  const fromSpace = SPACES[stepsOn(playerAt(play.state, seat), track)] as number
  play.emit({ type, seat, track, fromSpace, toSpace: SPACES[toStep] as number })
}
