/** Which moves are open to a seat. Why one is not: refusals.ts. */
import { type Choices, computed, joined, listed, none } from '../choices.js'
import { itemAt } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { agentRow, agentsAt, agentsInTheCastle, agentsOutside, hasSecondAgentAt, neutralOwner, shareLocation } from './agents.js'
import { adjacentTo, roomsBeside } from './castle.js'
import {
  ACTIONS,
  type Card,
  LOCATIONS,
  type Location,
  locationNumber,
  type MapName,
  ROOMS,
  ROUNDS,
  TRACKS,
  type Track,
  trackNumber,
} from './content.js'
import { ties } from './majorities.js'
import { awaitedSeat, decisionOf, isOwnTurn } from './phase.js'
import type { Move } from './schema.js'
import { type Choice, handCount, handOf, hasBeenShown, type Player, type State, tilesOf } from './state.js'
import { canBeSetBack, tracksToAdvance, tracksToSetBack } from './tracks.js'

/** For each map, the moves that start from each location. */
type MovesByLocation = Readonly<Record<MapName, readonly (readonly Move[])[]>>

const perMap = <Value>(value: (map: MapName) => Value): Record<MapName, Value> => ({
  hub: value('hub'),
  seven: value('seven'),
  wheel: value('wheel'),
})
const toAdjacent = (type: 'moveAgent' | 'playPrivilege' | 'moveSecondAgent' | 'moveNeutral'): MovesByLocation =>
  perMap((map) => LOCATIONS.map((from) => adjacentTo(map, from).map((to): Move => ({ type, from, to }))))
const perTrack = (type: 'advance' | 'setBack'): Move[] => TRACKS.map((track): Move => ({ type, track }))
const places = (type: 'placeAgent' | 'placeCounsellor' | 'returnAgent', locations: readonly Location[]): Move[] =>
  locations.map((location): Move => ({ type, location }))

// Moves that are the same in every match are made once.
const MOVE_AGENT = toAdjacent('moveAgent')
const PLAY_PRIVILEGE = toAdjacent('playPrivilege')
const MOVE_SECOND_AGENT = toAdjacent('moveSecondAgent')
const MOVE_NEUTRAL = toAdjacent('moveNeutral')
/** From each room, because the king never stands elsewhere. */
const MOVE_KING: MovesByLocation = perMap((map) =>
  ROOMS.map((room) => roomsBeside(map, room).map((to): Move => ({ type: 'moveKing', to }))),
)
const PLACE_IN_ROOMS = listed(places('placeAgent', ROOMS))
const PLACE_ANYWHERE = listed(places('placeAgent', LOCATIONS))
const PLACE_COUNSELLOR = places('placeCounsellor', LOCATIONS)
const RETURN_AGENT = places('returnAgent', LOCATIONS)
const ADVANCE = perTrack('advance')
const SET_BACK = perTrack('setBack')
const DECLINE: Move = { type: 'decline' }
const RECRUIT: Move = { type: 'recruit' }
const REVEAL_DOMAIN: Move = { type: 'revealDomain' }
const USE_CHIP: Move = { type: 'useChip' }
const END_ACTIONS: Move = { type: 'endActions' }

export function legalMoves(state: State, seat: number): Choices<Move> {
  if (seat < 0 || awaitedSeat(state) !== seat) return none()
  if (state.choice) return listed([...answers(state, state.choice), ...showing(state, seat)])
  const decision = decisionOf(state)
  if (decision === 'placeAgent') return state.rules.placement === 'rooms' ? PLACE_IN_ROOMS : PLACE_ANYWHERE
  if (decision === 'chooseLocation')
    return listed([
      ...state.turn.toScore.map(({ location }): Move => ({ type: 'scoreLocation', location })),
      ...showing(state, seat),
    ])
  return actions(state, seat)
}

const showing = (state: State, seat: number): Move[] =>
  isOwnTurn(state) && !playerAt(state, seat).domainOpen ? [REVEAL_DOMAIN] : []

/** Answers to an open choice. */
export function answers(state: State, choice: Choice): Move[] {
  const { seat, decision } = choice
  switch (decision) {
    case 'accuserAdvance':
    case 'influenceAdvance':
    case 'lastCardAdvance':
      return onTracks(ADVANCE, tracksToAdvance(state, seat, decision))
    case 'towerTrack':
      return [...onTracks(ADVANCE, tracksToAdvance(state, seat, decision)), DECLINE]
    case 'accusedChoosesLoss':
    case 'accuserChoosesLoss':
      return onTracks(SET_BACK, tracksToSetBack(state, state.seatOnTurn))
    case 'rampartVictim':
      return [...pushes(state, seat), DECLINE]
    case 'privilegeSecondMove':
      return [...secondMoves(state, seat, choice.movedTo), DECLINE]
    case 'neutralMove':
      return [...fromAgents(MOVE_NEUTRAL, state, neutralOwner(state)), DECLINE]
    case 'chipAtOnce':
      return [USE_CHIP, DECLINE]
    case 'extraAction':
      return [...paidActions(state, seat, playerAt(state, seat)), DECLINE]
    case 'diplomacyLocation':
      return ties(state, seat).map((location) => ({ type: 'nameTie', location }))
    case 'placeAgent':
    case 'actions':
    case 'chooseLocation':
      return []
  }
}

const onTracks = (moves: readonly Move[], tracks: readonly Track[]): Move[] =>
  tracks.map((track) => itemAt(moves, trackNumber(track)))

/** The moves that start where this owner has an agent. */
function fromAgents(movesByLocation: MovesByLocation, state: State, owner: number): Move[] {
  const row = agentRow(state, owner)
  const moves: Move[] = []
  movesByLocation[state.options.map].forEach((fromHere, number) => {
    if (row[number]) moves.push(...fromHere)
  })
  return moves
}

/** Rampart: any marker of an opponent that stands beyond space 1. */
export const pushes = (state: State, seat: number): Move[] =>
  state.players.flatMap((player, target) =>
    target === seat
      ? []
      : TRACKS.filter((track) => canBeSetBack(player, track)).map((track): Move => ({ type: 'pushBack', target, track })),
  )

/** Privilege: the moves of any agent but the one just moved, which stands at `movedTo`. */
export const secondMoves = (state: State, seat: number, movedTo: Location | null): Move[] =>
  MOVE_SECOND_AGENT[state.options.map].flatMap((moves, number) =>
    hasSecondAgentAt(state, seat, movedTo, itemAt(LOCATIONS, number)) ? moves : [],
  )

function actions(state: State, seat: number): Choices<Move> {
  const { turn } = state
  const player = playerAt(state, seat)
  const moves: Move[] = turn.actionsLeft > 0 ? paidActions(state, seat, player) : []
  moves.push(...showing(state, seat))
  if (player.chips > 0 && !turn.chipUsed) moves.push(USE_CHIP)
  if (turn.spent >= ACTIONS) moves.push(END_ACTIONS)
  if (turn.card !== null || state.round === ROUNDS) return listed(moves)
  const hand = handOf(player)
  for (const card of hand) if (card !== 'betrayal') moves.push(...cardMoves(state, seat, card))
  return hand.includes('betrayal') ? joined(listed(moves), betrayals(state)) : listed(moves)
}

function paidActions(state: State, seat: number, player: Player): Move[] {
  const moves = fromAgents(MOVE_AGENT, state, seat)
  moves.push(...itemAt(MOVE_KING[state.options.map], locationNumber(state.king)))
  if (!state.turn.recruited && state.reserve > 0) moves.push(RECRUIT)
  if (player.counsellors > 0) moves.push(...PLACE_COUNSELLOR)
  if (!state.turn.spied) addSpying(moves, state, seat)
  if (agentsAt(state, seat, state.king) > 0) addAccusations(moves, state, seat)
  if (agentsOutside(state, seat) > 0) moves.push(...RETURN_AGENT)
  return moves
}

function addSpying(moves: Move[], state: State, seat: number): void {
  state.players.forEach((player, target) => {
    if (target === seat || hasLeft(state, target) || handCount(player) < 2 || !mayBeSpiedOn(state, seat, target)) return
    moves.push({ type: 'spy', target })
  })
}

/** German edition: only where agents of both stand together. */
export const mayBeSpiedOn = (state: State, seat: number, target: number): boolean =>
  state.rules.spying === 'anyone' || shareLocation(state, seat, target)

function addAccusations(moves: Move[], state: State, seat: number): void {
  const tiles = tilesOf(state, seat)
  state.players.forEach((player, target) => {
    if (target === seat || player.clanOpen || hasLeft(state, target) || hasBeenShown(state, seat, target)) return
    for (const clan of tiles) moves.push({ type: 'accuse', target, clan })
  })
}

function cardMoves(state: State, seat: number, card: Exclude<Card, 'betrayal'>): Move[] {
  switch (card) {
    case 'suspicion':
      return agentsInTheCastle(state)
        .filter(({ owner }) => owner !== seat && owner !== neutralOwner(state))
        .map(({ owner, location }) => ({ type: 'playSuspicion', target: owner, location }))
    case 'diplomacy':
      return [{ type: 'playDiplomacy' }]
    case 'alliance':
      return [{ type: 'playAlliance' }]
    case 'privilege':
      return state.turn.actionsLeft > 0 ? fromAgents(PLAY_PRIVILEGE, state, seat) : []
    case 'influence':
      return [{ type: 'playInfluence' }]
  }
}

/** Any two agents at different locations, in either order; if there are none, the card is played without naming any. */
function betrayals(state: State): Choices<Move> {
  const agents = agentsInTheCastle(state)
  const pairs = joined(
    ...agents.map((first) => {
      const others = agents.filter(({ location }) => location !== first.location)
      return computed(others.length, (i): Move => ({ type: 'playBetrayal', first, second: itemAt(others, i) }))
    }),
  )
  return pairs.size > 0 ? pairs : listed([{ type: 'playBetrayal' }])
}
