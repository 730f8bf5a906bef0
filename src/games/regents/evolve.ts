/** How each event changes the state. No rule is judged here. */
import { type Draft, evolving, type Recorders } from '../evolving.js'
import { changed, itemAt, numberAt, renumbered, replaced } from '../lists.js'
import { playerAt } from '../seating.js'
import {
  ACTIONS,
  type Location,
  locationNumber,
  OUTSIDE,
  roomOf,
  SEATS_WITH_NEUTRAL,
  stepOf,
  THRESHOLD_STEPS,
  type Track,
  trackNumber,
} from './content.js'
import type { Event } from './schema.js'
import { type Accusation, IDLE_TURN, type Player, type State, type Turn } from './state.js'

type Next = Draft<State>

const recorders: Recorders<State, Event> = {
  RulesSettled(next, { rules }) {
    next.rules = rules
  },
  ClanDealt(next, { seat, clan }) {
    draftPlayer(next, seat).clan = clan
  },
  DomainDealt(next, { seat, domain }) {
    draftPlayer(next, seat).domain = domain
  },
  NeutralJoined(next, { clan, locations }) {
    next.neutralClan = clan
    for (const location of locations) shiftAgent(next, SEATS_WITH_NEUTRAL, OUTSIDE, locationNumber(location))
  },
  StarterChosen(next, { seat }) {
    next.starter = seat
    next.stage = 'placement'
  },
  PlacementTurnBegan(next, { seat }) {
    next.seatOnTurn = seat
  },
  AgentPlaced(next, { seat, location }) {
    shiftAgent(next, seat, OUTSIDE, locationNumber(location))
  },
  RoundBegan(next, { round }) {
    next.round = round
  },
  TurnBegan(next, { seat }) {
    next.seatOnTurn = seat
    next.stage = 'actions'
    next.turn = IDLE_TURN
    draftTurn(next).actionsLeft = ACTIONS
  },

  AgentMoved(next, { seat, from, to }) {
    spendAction(next)
    moveAgent(next, seat, from, to)
  },
  KingMoved(next, { to }) {
    spendAction(next)
    next.king = to
  },
  CounsellorRecruited(next, { seat }) {
    spendAction(next).recruited = true
    takeCounsellors(next, seat, 1)
  },
  CounsellorPlaced(next, { seat, location }) {
    const turn = spendAction(next)
    turn.counsellorsOut = changed(turn.counsellorsOut, locationNumber(location), 1)
    draftPlayer(next, seat).counsellors--
  },
  SpiedOn(next, { seat, target, card }) {
    spendAction(next).spied = true
    const playedBefore = playerAt(next, target).played.length
    next.spyings = [...next.spyings, { round: next.round, seat, target, playedBefore, card }]
  },
  AccusationMade(next) {
    spendAction(next)
  },
  AccusationUpheld(next, { seat, target, clan, counsellors }) {
    addAccusation(next, { seat, target, upheld: true, tilesLost: 1, tile: clan })
    takeCounsellors(next, seat, counsellors)
    const accused = draftPlayer(next, target)
    accused.clanOpen = true
    accused.convicted = true
  },
  AccusationFailed(next, { seat, target, tile, tilesLost }) {
    addAccusation(next, { seat, target, upheld: false, tilesLost, tile })
  },
  AgentReturned(next, { seat, location }) {
    spendAction(next)
    shiftAgent(next, seat, OUTSIDE, locationNumber(location))
  },

  CardPlayed(next, { seat, card }) {
    const player = draftPlayer(next, seat)
    player.played = [...player.played, card]
    draftTurn(next).card = card
  },
  LastCardPlayed(next, { seat }) {
    draftPlayer(next, seat).clanOpen = true
    draftTurn(next).lastCardBonus = true
  },
  AgentExpelled(next, { target, location }) {
    shiftAgent(next, target, locationNumber(location), OUTSIDE)
  },
  AgentsSwapped(next, { first, second }) {
    moveAgent(next, first.owner, first.location, second.location)
    moveAgent(next, second.owner, second.location, first.location)
  },
  SecondAgentMoved(next, { seat, from, to }) {
    moveAgent(next, seat, from, to)
    next.choice = null
  },
  DomainRevealed(next, { seat, domain, counsellors }) {
    draftPlayer(next, seat).domainOpen = true
    const turn = draftTurn(next)
    turn.counsellorsOut = changed(turn.counsellorsOut, locationNumber(roomOf(domain)), counsellors)
    next.reserve -= counsellors
  },
  ChipUsed(next, { seat }) {
    draftPlayer(next, seat).chips--
    next.chipsSpent++
    const turn = draftTurn(next)
    turn.actionsLeft++
    turn.chipUsed = true
    next.choice = null
  },
  ActionsEnded(next) {
    next.stage = 'counting'
  },

  NeutralMoved(next, { from, to }) {
    moveAgent(next, SEATS_WITH_NEUTRAL, from, to)
    next.choice = null
  },
  TieNamed(next, { location }) {
    draftTurn(next).tie = location
    next.choice = null
  },
  MajoritiesCounted(next, { majorities }) {
    next.stage = 'scoring'
    draftTurn(next).toScore = majorities
  },
  LocationScored(next, { location }) {
    const turn = draftTurn(next)
    turn.toScore = turn.toScore.filter((one) => one.location !== location)
  },
  ScoringEnded(next) {
    next.stage = 'cleanup'
  },
  ChoiceOpened(next, { seat, decision, spaces, movedTo }) {
    next.choice = { seat, decision, spaces, movedTo }
    if (decision === 'lastCardAdvance') draftTurn(next).lastCardBonus = false
  },
  ChoiceDeclined(next) {
    next.choice = null
  },
  SpacesLost(next) {
    next.choice = null
  },
  MarkerAdvanced(next, { seat, track, toSpace }) {
    putMarker(next, seat, track, toSpace)
  },
  MarkerSetBack(next, { seat, track, toSpace }) {
    putMarker(next, seat, track, toSpace)
  },
  ChipTaken(next, { seat, track, space }) {
    draftPlayer(next, seat).chips++
    const number = trackNumber(track)
    const level = THRESHOLD_STEPS.indexOf(stepOf(space))
    next.chips = replaced(next.chips, number, replaced(itemAt(next.chips, number), level, false))
  },

  TurnEnded(next) {
    for (const count of next.turn.counsellorsOut) next.reserve += count
    next.turn = IDLE_TURN
    next.choice = null
  },
  CounsellorsGranted(next, { seat, counsellors }) {
    takeCounsellors(next, seat, counsellors)
  },
  SeatLeft(next, { seat }) {
    const player = draftPlayer(next, seat)
    next.reserve += player.counsellors
    player.counsellors = 0
    next.left = [...next.left, seat]
    if (next.choice?.seat === seat || next.seatOnTurn === seat) next.choice = null
  },
  // Only told: the points follow from the rest of the state.
  SeatScored() {},
  MatchEnded(next, { places }) {
    next.places = places
    next.seatOnTurn = -1
    next.choice = null
  },
}

function draftPlayer(next: Next, seat: number): Draft<Player> {
  const player = copyOfPlayer(playerAt(next, seat))
  next.players = replaced(next.players, seat, player)
  return player
}

function draftTurn(next: Next): Draft<Turn> {
  const turn = copyOfTurn(next.turn)
  next.turn = turn
  return turn
}

function spendAction(next: Next): Draft<Turn> {
  if (next.choice?.decision === 'extraAction') next.choice = null
  const turn = draftTurn(next)
  turn.actionsLeft--
  turn.spent++
  return turn
}

const moveAgent = (next: Next, owner: number, from: Location, to: Location): void =>
  shiftAgent(next, owner, locationNumber(from), locationNumber(to))

function shiftAgent(next: Next, owner: number, from: number, to: number): void {
  const row = itemAt(next.agents, owner).slice()
  row[from] = numberAt(row, from) - 1
  row[to] = numberAt(row, to) + 1
  next.agents = replaced(next.agents, owner, row)
}

function takeCounsellors(next: Next, seat: number, count: number): void {
  draftPlayer(next, seat).counsellors += count
  next.reserve -= count
}

function addAccusation(next: Next, accusation: Omit<Accusation, 'round'>): void {
  next.accusations = [...next.accusations, { round: next.round, ...accusation }]
}

/** A choice of several spaces stays open until the last of them has been made. */
function putMarker(next: Next, seat: number, track: Track, space: number): void {
  const player = draftPlayer(next, seat)
  player.steps = renumbered(player.steps, trackNumber(track), stepOf(space))
  if (next.choice) next.choice = next.choice.spaces > 1 ? { ...next.choice, spaces: next.choice.spaces - 1 } : null
}

/** The copies are made field by field: see `evolving`. */
const copyOfState = (state: State): Next => ({
  options: state.options,
  rules: state.rules,
  stage: state.stage,
  round: state.round,
  starter: state.starter,
  seatOnTurn: state.seatOnTurn,
  turn: state.turn,
  choice: state.choice,
  king: state.king,
  reserve: state.reserve,
  chips: state.chips,
  chipsSpent: state.chipsSpent,
  agents: state.agents,
  players: state.players,
  neutralClan: state.neutralClan,
  spyings: state.spyings,
  accusations: state.accusations,
  left: state.left,
  places: state.places,
})

const copyOfTurn = (turn: Turn): Draft<Turn> => ({
  actionsLeft: turn.actionsLeft,
  spent: turn.spent,
  recruited: turn.recruited,
  spied: turn.spied,
  chipUsed: turn.chipUsed,
  card: turn.card,
  lastCardBonus: turn.lastCardBonus,
  tie: turn.tie,
  counsellorsOut: turn.counsellorsOut,
  toScore: turn.toScore,
})

const copyOfPlayer = (player: Player): Draft<Player> => ({
  steps: player.steps,
  chips: player.chips,
  counsellors: player.counsellors,
  clan: player.clan,
  clanOpen: player.clanOpen,
  convicted: player.convicted,
  played: player.played,
  domain: player.domain,
  domainOpen: player.domainOpen,
})

export const evolve = evolving(copyOfState, recorders)
