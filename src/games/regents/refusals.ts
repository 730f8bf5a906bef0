/** Why the awaited seat may not make a move, judged only by what that seat knows. Each way to be wrong has its own code. */
import type { Refusal } from '../contract.js'
import { adjacentTo } from './castle.js'
import { ACTIONS, type Card, isRoom, type Location, ROUNDS, trackNumber } from './content.js'
import { ACTION_MOVES, ANSWERS, decisionOf } from './decisions.js'
import { ties } from './majorities.js'
import { isSecondAgentAt, mayBeSpiedOn, someSwapExists } from './moves.js'
import type { Move } from './schema.js'
import {
  agentsAt,
  agentsOutside,
  type Choice,
  handCount,
  handOf,
  hasBeenShown,
  hasLeft,
  neutralOwner,
  playerAt,
  type State,
  tilesOf,
} from './state.js'
import { canBeSetBack, isAtTheEnd, isHeldAtThreshold, thresholdsHold } from './tracks.js'

type MoveOf<Type extends Move['type']> = Extract<Move, { type: Type }>
type Verdict = Refusal | undefined
type Judges = { readonly [Type in Move['type']]: (state: State, seat: number, move: MoveOf<Type>) => Verdict }

export const illegality = (state: State, seat: number, move: Move): Verdict =>
  wrongMoment(state, move.type) ?? (judges[move.type] as (state: State, seat: number, move: Move) => Verdict)(state, seat, move)

function wrongMoment(state: State, type: Move['type']): Verdict {
  const decision = decisionOf(state)
  if (ANSWERS[decision].includes(type)) return undefined
  if (decision === 'placeAgent') return no('PLACEMENT_FIRST', 'All agents are placed before the first round begins.')
  if (type === 'placeAgent')
    return no('PLACEMENT_OVER', 'Agents are placed before round 1; an expelled one comes back with returnAgent.')
  if (type === 'decline' && decision !== 'actions') return no('MUST_CHOOSE', `${decision} cannot be declined.`)
  if (!ACTION_MOVES.includes(type) && decision === 'actions')
    return no('NO_SUCH_CHOICE', `There is no open choice that ${type} would answer.`)
  return no('CHOICE_OPEN', `First answer ${decision} with ${ANSWERS[decision].join(' or ')}.`)
}

const judges: Judges = {
  placeAgent: ({ rules }, _, { location }) =>
    rules.placement === 'rooms' && !isRoom(location)
      ? no('ROOMS_ONLY', 'Agents are first placed in the five rooms, not in the tower or on the rampart.')
      : undefined,
  moveAgent: (state, seat, { from, to }) => noAction(state) ?? badStep(state, seat, from, to),
  moveKing: (state, _, { to }) => noAction(state) ?? badKingStep(state, to),
  recruit: (state) => noAction(state) ?? cannotRecruit(state),
  placeCounsellor: (state, seat) =>
    noAction(state) ??
    (playerAt(state, seat).counsellors > 0 ? undefined : no('NO_COUNSELLOR', 'You hold no counsellor to place.')),
  spy: (state, seat, { target }) => noAction(state) ?? cannotSpy(state, seat, target),
  accuse: (state, seat, move) => noAction(state) ?? cannotAccuse(state, seat, move),
  returnAgent: (state, seat) =>
    noAction(state) ??
    (agentsOutside(state, seat) > 0 ? undefined : no('NO_AGENT_OUTSIDE', 'None of your agents has been expelled.')),

  playSuspicion: (state, seat, move) => cannotPlay(state, seat, 'suspicion') ?? cannotExpel(state, seat, move),
  playDiplomacy: (state, seat) => cannotPlay(state, seat, 'diplomacy'),
  playAlliance: (state, seat) => cannotPlay(state, seat, 'alliance'),
  playPrivilege: (state, seat, { from, to }) =>
    cannotPlay(state, seat, 'privilege') ?? noAction(state) ?? badStep(state, seat, from, to),
  playInfluence: (state, seat) => cannotPlay(state, seat, 'influence'),
  playBetrayal: (state, seat, move) => cannotPlay(state, seat, 'betrayal') ?? cannotSwap(state, move),

  revealDomain: (state, seat) =>
    playerAt(state, seat).domainOpen ? no('DOMAIN_ALREADY_OPEN', 'Your domain card lies open: it is shown once.') : undefined,
  useChip: cannotUseChip,
  endActions: ({ turn }) =>
    turn.spent < ACTIONS ? no('ACTIONS_NOT_SPENT', `Three actions are to be spent; you have spent ${turn.spent}.`) : undefined,

  advance: (state, seat, { track }) => cannotAdvance(state, seat, trackNumber(track)),
  setBack: (state, _, { track }) =>
    canBeSetBack(playerAt(state, state.seatOnTurn), track)
      ? undefined
      : no('MARKER_STAYS_ON_TRACK', 'A marker on space 1 or off the track is not set back.'),
  pushBack: cannotPushBack,
  moveSecondAgent: (state, seat, { from, to }) => notSecondAgent(state, from) ?? badStep(state, seat, from, to),
  moveNeutral: (state, _, { from, to }) => badStep(state, neutralOwner(state), from, to),
  nameTie: (state, seat, { location }) =>
    ties(state, seat).includes(location)
      ? undefined
      : no('NO_TIE_THERE', 'Diplomacy needs a location without the king where your pieces tie for most.'),
  scoreLocation: ({ turn }, _, { location }) =>
    turn.toScore.some((one) => one.location === location)
      ? undefined
      : no('NOTHING_TO_SCORE_THERE', `You have no majority left to score in ${location}.`),
  decline: () => undefined,
}

const noAction = ({ turn }: State): Verdict =>
  turn.actionsLeft > 0 ? undefined : no('NO_ACTIONS_LEFT', 'You have spent all actions of this turn.')

function badStep(state: State, owner: number, from: Location, to: Location): Verdict {
  if (agentsAt(state, owner, from) === 0) return no('NO_AGENT_THERE', `There is no such agent in ${from}.`)
  return adjacentTo(state.options.map, from).includes(to)
    ? undefined
    : no('NOT_ADJACENT', `An agent steps to an adjacent location; ${from} and ${to} do not touch.`)
}

function badKingStep({ king, options }: State, to: Location): Verdict {
  if (!isRoom(to)) return no('KING_IN_ROOMS_ONLY', 'King Edward never enters the tower or the rampart.')
  return adjacentTo(options.map, king).includes(to)
    ? undefined
    : no('KING_NOT_ADJACENT', `King Edward steps to an adjacent room; ${king} and ${to} do not touch.`)
}

function cannotRecruit({ turn, reserve }: State): Verdict {
  if (turn.recruited) return no('ALREADY_RECRUITED', 'A counsellor is recruited once a turn.')
  return reserve > 0 ? undefined : no('RESERVE_EMPTY', 'There is no counsellor left in the reserve.')
}

/** A real opponent, still at the table. */
function badOpponent(state: State, seat: number, target: number): Verdict {
  if (target === seat) return no('TARGET_IS_YOU', 'Choose an opponent, not yourself.')
  if (target === neutralOwner(state))
    return no('TARGET_IS_NEUTRAL', 'The neutral clan has no cards, no markers and cannot be expelled.')
  if (target >= state.players.length) return no('NO_SUCH_OPPONENT', `Nobody sits at seat ${target}.`)
  return undefined
}

const absent = (state: State, target: number): Verdict =>
  hasLeft(state, target) ? no('OPPONENT_HAS_LEFT', 'A seat that has left is neither spied on nor accused.') : undefined

function cannotSpy(state: State, seat: number, target: number): Verdict {
  if (state.turn.spied) return no('ALREADY_SPIED', 'Spying is allowed once a turn.')
  const bad = badOpponent(state, seat, target) ?? absent(state, target)
  if (bad) return bad
  if (handCount(playerAt(state, target)) < 2)
    return no('TOO_FEW_CARDS', 'An opponent with fewer than two action cards cannot be spied on.')
  return mayBeSpiedOn(state, seat, target)
    ? undefined
    : no('NO_SHARED_LOCATION', 'Spying needs an agent of yours and one of the opponent at one location.')
}

function cannotAccuse(state: State, seat: number, { target, clan }: MoveOf<'accuse'>): Verdict {
  if (agentsAt(state, seat, state.king) === 0)
    return no('NO_AGENT_BESIDE_KING', 'An accuser needs an agent in the room of King Edward.')
  const bad = badOpponent(state, seat, target) ?? absent(state, target)
  if (bad) return bad
  if (playerAt(state, target).clanOpen) return no('CLAN_ALREADY_OPEN', 'The clan of this opponent is known to all.')
  if (hasBeenShown(state, seat, target))
    return no('CLAN_ALREADY_SHOWN', 'This opponent has shown you the clan card after an accusation.')
  return tilesOf(state, seat).includes(clan) ? undefined : no('TILE_GONE', `You no longer have the accusation tile ${clan}.`)
}

function cannotPlay(state: State, seat: number, card: Card): Verdict {
  if (state.round === ROUNDS) return no('NO_CARDS_IN_LAST_ROUND', 'No action card is played in the last round.')
  if (state.turn.card !== null) return no('CARD_ALREADY_PLAYED', 'One action card is played in a turn.')
  return handOf(playerAt(state, seat)).includes(card) ? undefined : no('CARD_NOT_IN_HAND', `You do not hold ${card}.`)
}

function cannotExpel(state: State, seat: number, { target, location }: MoveOf<'playSuspicion'>): Verdict {
  return (
    badOpponent(state, seat, target) ??
    (agentsAt(state, target, location) > 0 ? undefined : no('NO_AGENT_THERE', `Seat ${target} has no agent in ${location}.`))
  )
}

function cannotSwap(state: State, { first, second }: MoveOf<'playBetrayal'>): Verdict {
  if (!first && !second)
    return someSwapExists(state)
      ? no('AGENTS_NOT_NAMED', 'Betrayal names two agents as long as two can change places.')
      : undefined
  if (!first || !second) return no('ONE_AGENT_NAMED', 'Betrayal names two agents, or none if all stand together.')
  for (const { owner, location } of [first, second]) {
    if (owner >= state.agents.length) return no('NO_SUCH_OWNER', `Nobody has the agents of seat ${owner}.`)
    if (agentsAt(state, owner, location) === 0) return no('NO_AGENT_THERE', `Seat ${owner} has no agent in ${location}.`)
  }
  return first.location === second.location
    ? no('SAME_LOCATION', 'Two agents at one location have no places to change.')
    : undefined
}

function cannotUseChip({ turn, players }: State, seat: number): Verdict {
  if (turn.chipUsed) return no('CHIP_ALREADY_USED', 'One privilege chip is spent in a turn.')
  return (players[seat]?.chips ?? 0) > 0 ? undefined : no('NO_CHIP', 'You have no privilege chip.')
}

function cannotAdvance(state: State, seat: number, track: number): Verdict {
  const { steps } = playerAt(state, seat)
  if (isAtTheEnd(steps, track)) return no('END_OF_TRACK', 'The marker stands on the last space.')
  if (!thresholdsHold(state, decisionOf(state)) || !isHeldAtThreshold(state, steps, track)) return undefined
  return no('THRESHOLD_HOLDS', 'A marker goes beyond a threshold only when all your other tracks have come far enough.')
}

function cannotPushBack(state: State, seat: number, { target, track }: MoveOf<'pushBack'>): Verdict {
  const bad = badOpponent(state, seat, target)
  if (bad) return bad
  return canBeSetBack(playerAt(state, target), track)
    ? undefined
    : no('MARKER_STAYS_ON_TRACK', 'A marker on space 1 or off the track is not set back.')
}

function notSecondAgent(state: State, from: Location): Verdict {
  const choice = state.choice as Choice
  if (agentsAt(state, choice.seat, from) === 0) return no('NO_AGENT_THERE', `You have no agent in ${from}.`)
  return isSecondAgentAt(state, choice, from) ? undefined : no('SAME_AGENT', 'Privilege moves two different agents, each once.')
}

const no = (code: string, message: string): Refusal => ({ code, message })
