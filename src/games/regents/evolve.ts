/** How each event changes the table. No rule is judged here. */
import { ACTIONS, type Location, locationNumber, OUTSIDE, roomOf, SEATS_WITH_NEUTRAL, stepOf, THRESHOLD_STEPS, type Track, trackNumber } from './content.js'
import type { Event, EventOf } from './schema.js'
import { type Choice, IDLE_TURN, type Player, playerAt, type State, type Turn } from './state.js'

type Recorders = { readonly [Type in Event['type']]: (state: State, event: EventOf<Type>) => State }

export const evolve = (state: State, event: Event): State => (recorders[event.type] as (state: State, event: Event) => State)(state, event)

const recorders: Recorders = {
  ClanDealt: (state, { seat, clan }) => withPlayer(state, seat, { ...playerAt(state, seat), clan }),
  DomainDealt: (state, { seat, domain }) => withPlayer(state, seat, { ...playerAt(state, seat), domain }),
  NeutralJoined: (state, { clan, locations }) =>
    locations.reduce<State>((now, location) => shiftAgent(now, SEATS_WITH_NEUTRAL, OUTSIDE, locationNumber(location)), { ...state, neutralClan: clan }),
  StarterChosen: (state, { seat }) => ({ ...state, starter: seat, stage: 'placement' }),
  PlacementTurnBegan: (state, { seat }) => ({ ...state, seatOnTurn: seat }),
  AgentPlaced: (state, { seat, location }) => shiftAgent(state, seat, OUTSIDE, locationNumber(location)),
  RoundBegan: (state, { round }) => ({ ...state, round }),
  TurnBegan: (state, { seat }) => ({ ...state, seatOnTurn: seat, stage: 'actions', turn: { ...IDLE_TURN, actionsLeft: ACTIONS } }),

  AgentMoved: (state, { seat, from, to }) => moveAgent(withTurn(state, spend(state.turn)), seat, from, to),
  KingMoved: (state, { to }) => ({ ...state, king: to, turn: spend(state.turn) }),
  CounsellorRecruited: (state, { seat }) => takeCounsellors(withTurn(state, { ...spend(state.turn), recruited: true }), seat, 1),
  CounsellorPlaced: (state, { seat, location }) =>
    withTurn(withPlayer(state, seat, { ...playerAt(state, seat), counsellors: playerAt(state, seat).counsellors - 1 }), {
      ...spend(state.turn),
      counsellorsOut: counsellorsAfter(state, location, 1),
    }),
  SpiedOn: (state, { seat, target, card }) => {
    const playedBefore = playerAt(state, target).played.length
    const spyings = [...state.spyings, { round: state.round, seat, target, playedBefore, card }]
    return { ...state, spyings, turn: { ...spend(state.turn), spied: true } }
  },
  AccusationMade: (state) => withTurn(state, spend(state.turn)),
  AccusationUpheld: (state, { seat, target, clan, counsellors }) => {
    const accused = withPlayer(state, target, { ...playerAt(state, target), clanOpen: true, convicted: true })
    return takeCounsellors(withAccusation(accused, { seat, target, upheld: true, tilesLost: 1, tile: clan }), seat, counsellors)
  },
  AccusationFailed: (state, { seat, target, tile, tilesLost }) => withAccusation(state, { seat, target, upheld: false, tilesLost, tile }),
  AgentReturned: (state, { seat, location }) => shiftAgent(withTurn(state, spend(state.turn)), seat, OUTSIDE, locationNumber(location)),

  CardPlayed: (state, { seat, card }) =>
    withTurn(withPlayer(state, seat, { ...playerAt(state, seat), played: [...playerAt(state, seat).played, card] }), { ...state.turn, card }),
  LastCardPlayed: (state, { seat }) =>
    withTurn(withPlayer(state, seat, { ...playerAt(state, seat), clanOpen: true }), { ...state.turn, lastCardBonus: true }),
  AgentExpelled: (state, { target, location }) => shiftAgent(state, target, locationNumber(location), OUTSIDE),
  AgentsSwapped: (state, { first, second }) =>
    moveAgent(moveAgent(state, first.owner, first.location, second.location), second.owner, second.location, first.location),
  SecondAgentMoved: (state, { seat, from, to }) => answered(moveAgent(state, seat, from, to)),
  DomainRevealed: (state, { seat, domain, counsellors }) => ({
    ...withPlayer(state, seat, { ...playerAt(state, seat), domainOpen: true }),
    reserve: state.reserve - counsellors,
    turn: { ...state.turn, counsellorsOut: counsellorsAfter(state, roomOf(domain), counsellors) },
  }),
  ChipUsed: (state, { seat }) => ({
    ...withPlayer(state, seat, { ...playerAt(state, seat), chips: playerAt(state, seat).chips - 1 }),
    chipsSpent: state.chipsSpent + 1,
    turn: { ...state.turn, actionsLeft: state.turn.actionsLeft + 1, chipUsed: true },
  }),
  ActionsEnded: (state) => ({ ...state, stage: 'counting' }),

  NeutralMoved: (state, { from, to }) => answered(moveAgent(state, SEATS_WITH_NEUTRAL, from, to)),
  TieNamed: (state, { location }) => ({ ...state, choice: null, turn: { ...state.turn, tie: location } }),
  MajoritiesCounted: (state, { majorities }) => ({ ...state, stage: 'scoring', turn: { ...state.turn, toScore: majorities } }),
  LocationScored: (state, { location }) =>
    withTurn(state, { ...state.turn, toScore: state.turn.toScore.filter((one) => one.location !== location) }),
  ScoringEnded: (state) => ({ ...state, stage: 'cleanup' }),
  ChoiceOpened: (state, { seat, decision, spaces, movedTo }) => ({
    ...state,
    turn: decision === 'lastCardAdvance' ? { ...state.turn, lastCardBonus: false } : state.turn,
    choice: { seat, decision, spaces, movedTo },
  }),
  ChoiceDeclined: (state) => answered(state),
  SpacesLost: (state) => answered(state),
  MarkerAdvanced: (state, { seat, track, toSpace }) => stepMade(withMarker(state, seat, track, toSpace)),
  MarkerSetBack: (state, { seat, track, toSpace }) => stepMade(withMarker(state, seat, track, toSpace)),
  ChipTaken: (state, { seat, track, space }) => ({
    ...withPlayer(state, seat, { ...playerAt(state, seat), chips: playerAt(state, seat).chips + 1 }),
    chips: state.chips.with(trackNumber(track), withoutChip(state, track, space)),
  }),

  TurnEnded: (state) => ({ ...state, reserve: state.reserve + sum(state.turn.counsellorsOut), turn: IDLE_TURN, choice: null }),
  CounsellorsGranted: (state, { seat, counsellors }) => takeCounsellors(state, seat, counsellors),
  SeatLeft: (state, { seat }) => ({
    ...withPlayer(state, seat, { ...playerAt(state, seat), counsellors: 0 }),
    reserve: state.reserve + playerAt(state, seat).counsellors,
    choice: state.choice?.seat === seat || state.seatOnTurn === seat ? null : state.choice,
    left: [...state.left, seat],
  }),
  SeatScored: (state) => state,
  MatchEnded: (state, { places }) => ({ ...state, seatOnTurn: -1, choice: null, places }),
}

const withPlayer = (state: State, seat: number, player: Player): State => ({ ...state, players: state.players.with(seat, player) })
const withTurn = (state: State, turn: Turn): State => ({ ...state, turn })
const spend = (turn: Turn): Turn => ({ ...turn, actionsLeft: turn.actionsLeft - 1, spent: turn.spent + 1 })
const answered = (state: State): State => ({ ...state, choice: null })

/** A choice of several spaces goes on until the last of them. */
const stepMade = (state: State): State => (state.choice ? { ...state, choice: oneLess(state.choice) } : state)
const oneLess = (choice: Choice): Choice | null => (choice.spaces > 1 ? { ...choice, spaces: choice.spaces - 1 } : null)

const moveAgent = (state: State, owner: number, from: Location, to: Location): State =>
  shiftAgent(state, owner, locationNumber(from), locationNumber(to))

function shiftAgent(state: State, owner: number, from: number, to: number): State {
  const row = [...(state.agents[owner] as readonly number[])]
  row[from] = (row[from] as number) - 1
  row[to] = (row[to] as number) + 1
  return { ...state, agents: state.agents.with(owner, row) }
}

const takeCounsellors = (state: State, seat: number, count: number): State => ({
  ...withPlayer(state, seat, { ...playerAt(state, seat), counsellors: playerAt(state, seat).counsellors + count }),
  reserve: state.reserve - count,
})

function counsellorsAfter(state: State, location: Location, count: number): number[] {
  const number = locationNumber(location)
  return state.turn.counsellorsOut.with(number, (state.turn.counsellorsOut[number] as number) + count)
}

const withAccusation = (state: State, accusation: Omit<State['accusations'][number], 'round'>): State => ({
  ...state,
  accusations: [...state.accusations, { round: state.round, ...accusation }],
})

const withMarker = (state: State, seat: number, track: Track, space: number): State =>
  withPlayer(state, seat, { ...playerAt(state, seat), steps: playerAt(state, seat).steps.with(trackNumber(track), stepOf(space)) })

const withoutChip = (state: State, track: Track, space: number): boolean[] =>
  (state.chips[trackNumber(track)] as readonly boolean[]).map((lies, level) => lies && THRESHOLD_STEPS[level] !== stepOf(space))

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
