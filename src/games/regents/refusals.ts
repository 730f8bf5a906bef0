/** Why the awaited seat may not make a move, judged only by what that seat knows. Each reason has its own code. */
import { type Refusal, refusal } from '../contract.js'
import type { OfType } from '../evolving.js'
import { hasLeft, playerAt } from '../seating.js'
import { agentsAt, agentsOutside, canSwapAgents, hasSecondAgentAt, neutralOwner } from './agents.js'
import { adjacentTo } from './castle.js'
import { ACTIONS, type Card, isRoom, type Location, ROUNDS, trackNumber } from './content.js'
import { ties } from './majorities.js'
import { mayBeSpiedOn } from './moves.js'
import { ACTION_MOVES, ANSWERS, decisionOf, isOwnTurn } from './phase.js'
import type { Move } from './schema.js'
import { handCount, handOf, hasBeenShown, type State, tilesOf } from './state.js'
import { canBeSetBack, isAtTheEnd, isHeldAtThreshold, thresholdsHold } from './tracks.js'

type MoveOf<Type extends Move['type']> = OfType<Move, Type>
type Verdict = Refusal | undefined
type Judge<Chosen> = (state: State, seat: number, move: Chosen) => Verdict
type Judges = { readonly [Type in Move['type']]: Judge<MoveOf<Type>> }

export function illegality(state: State, seat: number, move: Move): Verdict {
  // The key fits the move, which TypeScript cannot follow through a union.
  const judge = judges[move.type] as Judge<Move>
  return wrongMoment(state, move.type) ?? judge(state, seat, move)
}

function wrongMoment(state: State, type: Move['type']): Verdict {
  const decision = decisionOf(state)
  if (ANSWERS[decision].includes(type) || (type === 'revealDomain' && isOwnTurn(state))) return undefined
  if (decision === 'placeAgent') return refusal('PLACEMENT_FIRST', 'All agents are placed before the first round begins.')
  if (type === 'placeAgent')
    return refusal('PLACEMENT_OVER', 'Agents are placed before round 1; an expelled one comes back with returnAgent.')
  if (type === 'decline' && decision !== 'actions') return refusal('MUST_CHOOSE', `${decision} cannot be declined.`)
  if (!ACTION_MOVES.includes(type) && decision === 'actions')
    return refusal('NO_SUCH_CHOICE', `There is no open choice that ${type} would answer.`)
  return refusal('CHOICE_OPEN', `First answer ${decision} with ${ANSWERS[decision].join(' or ')}.`)
}

const judges: Judges = {
  placeAgent: ({ rules }, _, { location }) =>
    rules.placement === 'rooms' && !isRoom(location)
      ? refusal('ROOMS_ONLY', 'Agents are first placed in the five rooms, not in the tower or on the rampart.')
      : undefined,
  moveAgent: (state, seat, { from, to }) => noAction(state) ?? badStep(state, seat, from, to),
  moveKing: (state, _, { to }) => noAction(state) ?? badKingStep(state, to),
  recruit: (state) => noAction(state) ?? cannotRecruit(state),
  placeCounsellor: (state, seat) =>
    noAction(state) ??
    (playerAt(state, seat).counsellors > 0 ? undefined : refusal('NO_COUNSELLOR', 'You hold no counsellor to place.')),
  spy: (state, seat, { target }) => noAction(state) ?? cannotSpy(state, seat, target),
  accuse: (state, seat, move) => noAction(state) ?? cannotAccuse(state, seat, move),
  returnAgent: (state, seat) =>
    noAction(state) ??
    (agentsOutside(state, seat) > 0 ? undefined : refusal('NO_AGENT_OUTSIDE', 'None of your agents has been expelled.')),

  playSuspicion: (state, seat, move) => cannotPlay(state, seat, 'suspicion') ?? cannotExpel(state, seat, move),
  playDiplomacy: (state, seat) => cannotPlay(state, seat, 'diplomacy'),
  playAlliance: (state, seat) => cannotPlay(state, seat, 'alliance'),
  playPrivilege: (state, seat, { from, to }) =>
    cannotPlay(state, seat, 'privilege') ?? noAction(state) ?? badStep(state, seat, from, to),
  playInfluence: (state, seat) => cannotPlay(state, seat, 'influence'),
  playBetrayal: (state, seat, move) => cannotPlay(state, seat, 'betrayal') ?? cannotSwap(state, move),

  revealDomain: (state, seat) =>
    playerAt(state, seat).domainOpen
      ? refusal('DOMAIN_ALREADY_OPEN', 'Your domain card lies open: it is shown once.')
      : undefined,
  useChip: cannotUseChip,
  endActions: ({ turn }) =>
    turn.spent < ACTIONS
      ? refusal('ACTIONS_NOT_SPENT', `Three actions are to be spent; you have spent ${turn.spent}.`)
      : undefined,

  advance: (state, seat, { track }) => cannotAdvance(state, seat, trackNumber(track)),
  setBack: (state, _, { track }) =>
    canBeSetBack(playerAt(state, state.seatOnTurn), track)
      ? undefined
      : refusal('MARKER_STAYS_ON_TRACK', 'A marker on space 1 or off the track is not set back.'),
  pushBack: cannotPushBack,
  moveSecondAgent: (state, seat, { from, to }) => notSecondAgent(state, seat, from) ?? badStep(state, seat, from, to),
  moveNeutral: (state, _, { from, to }) => badStep(state, neutralOwner(state), from, to),
  nameTie: (state, seat, { location }) =>
    ties(state, seat).includes(location)
      ? undefined
      : refusal('NO_TIE_THERE', 'Diplomacy needs a location without the king where your pieces tie for most.'),
  scoreLocation: ({ turn }, _, { location }) =>
    turn.toScore.some((one) => one.location === location)
      ? undefined
      : refusal('NOTHING_TO_SCORE_THERE', `You have no majority left to score in ${location}.`),
  decline: () => undefined,
}

const noAction = ({ turn }: State): Verdict =>
  turn.actionsLeft > 0 ? undefined : refusal('NO_ACTIONS_LEFT', 'You have spent all actions of this turn.')

function badStep(state: State, owner: number, from: Location, to: Location): Verdict {
  if (agentsAt(state, owner, from) === 0) return refusal('NO_AGENT_THERE', `There is no such agent in ${from}.`)
  return adjacentTo(state.options.map, from).includes(to)
    ? undefined
    : refusal('NOT_ADJACENT', `An agent steps to an adjacent location; ${from} and ${to} do not touch.`)
}

function badKingStep({ king, options }: State, to: Location): Verdict {
  if (!isRoom(to)) return refusal('KING_IN_ROOMS_ONLY', 'King Edward never enters the tower or the rampart.')
  return adjacentTo(options.map, king).includes(to)
    ? undefined
    : refusal('KING_NOT_ADJACENT', `King Edward steps to an adjacent room; ${king} and ${to} do not touch.`)
}

function cannotRecruit({ turn, reserve }: State): Verdict {
  if (turn.recruited) return refusal('ALREADY_RECRUITED', 'A counsellor is recruited once a turn.')
  return reserve > 0 ? undefined : refusal('RESERVE_EMPTY', 'There is no counsellor left in the reserve.')
}

/** Opponents who have left are included: for spying and accusing see `absent`. */
function badOpponent(state: State, seat: number, target: number): Verdict {
  if (target === seat) return refusal('TARGET_IS_YOU', 'Choose an opponent, not yourself.')
  if (target === neutralOwner(state))
    return refusal('TARGET_IS_NEUTRAL', 'The neutral clan has no cards, no markers and cannot be expelled.')
  if (target >= state.players.length) return refusal('NO_SUCH_OPPONENT', `Nobody sits at seat ${target}.`)
  return undefined
}

const absent = (state: State, target: number): Verdict =>
  hasLeft(state, target) ? refusal('OPPONENT_HAS_LEFT', 'A seat that has left is neither spied on nor accused.') : undefined

function cannotSpy(state: State, seat: number, target: number): Verdict {
  if (state.turn.spied) return refusal('ALREADY_SPIED', 'Spying is allowed once a turn.')
  const bad = badOpponent(state, seat, target) ?? absent(state, target)
  if (bad) return bad
  if (handCount(playerAt(state, target)) < 2)
    return refusal('TOO_FEW_CARDS', 'An opponent with fewer than two action cards cannot be spied on.')
  return mayBeSpiedOn(state, seat, target)
    ? undefined
    : refusal('NO_SHARED_LOCATION', 'Spying needs an agent of yours and one of the opponent at one location.')
}

function cannotAccuse(state: State, seat: number, { target, clan }: MoveOf<'accuse'>): Verdict {
  if (agentsAt(state, seat, state.king) === 0)
    return refusal('NO_AGENT_BESIDE_KING', 'An accuser needs an agent in the room of King Edward.')
  const bad = badOpponent(state, seat, target) ?? absent(state, target)
  if (bad) return bad
  if (playerAt(state, target).clanOpen) return refusal('CLAN_ALREADY_OPEN', 'The clan of this opponent is known to all.')
  if (hasBeenShown(state, seat, target))
    return refusal('CLAN_ALREADY_SHOWN', 'This opponent has shown you the clan card after an accusation.')
  return tilesOf(state, seat).includes(clan) ? undefined : refusal('TILE_GONE', `You no longer have the accusation tile ${clan}.`)
}

function cannotPlay(state: State, seat: number, card: Card): Verdict {
  if (state.round === ROUNDS) return refusal('NO_CARDS_IN_LAST_ROUND', 'No action card is played in the last round.')
  if (state.turn.card !== null) return refusal('CARD_ALREADY_PLAYED', 'One action card is played in a turn.')
  return handOf(playerAt(state, seat)).includes(card) ? undefined : refusal('CARD_NOT_IN_HAND', `You do not hold ${card}.`)
}

function cannotExpel(state: State, seat: number, { target, location }: MoveOf<'playSuspicion'>): Verdict {
  return (
    badOpponent(state, seat, target) ??
    (agentsAt(state, target, location) > 0 ? undefined : refusal('NO_AGENT_THERE', `Seat ${target} has no agent in ${location}.`))
  )
}

function cannotSwap(state: State, { first, second }: MoveOf<'playBetrayal'>): Verdict {
  if (!first && !second)
    return canSwapAgents(state)
      ? refusal('AGENTS_NOT_NAMED', 'Betrayal names two agents as long as two can change places.')
      : undefined
  if (!first || !second) return refusal('ONE_AGENT_NAMED', 'Betrayal names two agents, or none if all stand together.')
  for (const { owner, location } of [first, second]) {
    if (owner >= state.agents.length) return refusal('NO_SUCH_OWNER', `Nobody has the agents of seat ${owner}.`)
    if (agentsAt(state, owner, location) === 0) return refusal('NO_AGENT_THERE', `Seat ${owner} has no agent in ${location}.`)
  }
  return first.location === second.location
    ? refusal('SAME_LOCATION', 'Two agents at one location have no places to change.')
    : undefined
}

function cannotUseChip(state: State, seat: number): Verdict {
  if (state.turn.chipUsed) return refusal('CHIP_ALREADY_USED', 'One privilege chip is spent in a turn.')
  return playerAt(state, seat).chips > 0 ? undefined : refusal('NO_CHIP', 'You have no privilege chip.')
}

function cannotAdvance(state: State, seat: number, track: number): Verdict {
  const { steps } = playerAt(state, seat)
  if (isAtTheEnd(steps, track)) return refusal('END_OF_TRACK', 'The marker stands on the last space.')
  if (!thresholdsHold(state, decisionOf(state)) || !isHeldAtThreshold(state, steps, track)) return undefined
  return refusal('THRESHOLD_HOLDS', 'A marker goes beyond a threshold only when all your other tracks have come far enough.')
}

function cannotPushBack(state: State, seat: number, { target, track }: MoveOf<'pushBack'>): Verdict {
  const bad = badOpponent(state, seat, target)
  if (bad) return bad
  return canBeSetBack(playerAt(state, target), track)
    ? undefined
    : refusal('MARKER_STAYS_ON_TRACK', 'A marker on space 1 or off the track is not set back.')
}

function notSecondAgent(state: State, seat: number, from: Location): Verdict {
  if (agentsAt(state, seat, from) === 0) return refusal('NO_AGENT_THERE', `You have no agent in ${from}.`)
  return hasSecondAgentAt(state, seat, state.choice?.movedTo ?? null, from)
    ? undefined
    : refusal('SAME_AGENT', 'Privilege moves two different agents, each once.')
}
