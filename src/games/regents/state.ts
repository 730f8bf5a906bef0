/** The table. How events change it: evolve.ts. */
import type { Placing } from '../contract.js'
import {
  AGENTS,
  CARDS,
  type Card,
  CLANS,
  type Clan,
  COUNSELLORS,
  cardMissing,
  EDITIONS,
  HAND,
  LOCATIONS,
  type Location,
  locationNumber,
  OUTSIDE,
  type Rules,
  SEATS_WITH_NEUTRAL,
  TRACKS,
  type Track,
  trackNumber,
} from './content.js'
import type { DecisionName, Options, STAGES } from './schema.js'

export interface Player {
  /** Steps made on each track, in the order of the tracks. */
  readonly steps: readonly number[]
  readonly chips: number
  readonly counsellors: number
  /** Hand and removed card follow from the clan and the cards played, so that the secret is in one place. */
  readonly clan: Clan | null
  readonly clanOpen: boolean
  /** True after an upheld accusation: the hand is gone. */
  readonly convicted: boolean
  readonly played: readonly Card[]
  readonly domain: Track | null
  readonly domainOpen: boolean
}

export interface Spying {
  readonly round: number
  readonly seat: number
  readonly target: number
  /** Cards that the target had played by then. */
  readonly playedBefore: number
  readonly card: Card
}

export interface Accusation {
  readonly round: number
  readonly seat: number
  readonly target: number
  readonly upheld: boolean
  readonly tilesLost: number
  readonly tile: Clan
}

export interface Majority {
  readonly location: Location
  readonly spaces: number
}

/** A choice that must be made before play goes on. */
export interface Choice {
  readonly seat: number
  readonly decision: DecisionName
  readonly spaces: number
  readonly movedTo: Location | null
}

/** What is forgotten when the turn ends. */
export interface Turn {
  readonly actionsLeft: number
  readonly spent: number
  readonly recruited: boolean
  readonly spied: boolean
  readonly chipUsed: boolean
  readonly card: Card | null
  readonly lastCardBonus: boolean
  readonly tie: Location | null
  /** Counsellors of the seat on turn, by location. */
  readonly counsellorsOut: readonly number[]
  readonly toScore: readonly Majority[]
}

export interface State {
  readonly options: Options
  readonly rules: Rules
  readonly stage: (typeof STAGES)[number]
  readonly round: number
  readonly starter: number
  readonly seatOnTurn: number
  readonly turn: Turn
  readonly choice: Choice | null
  readonly king: Location
  readonly reserve: number
  /** For each track, which of its three chips still lie there. */
  readonly chips: readonly (readonly boolean[])[]
  readonly chipsSpent: number
  /** Agents by owner, counted at each location and outside; with three seats the neutral clan is the fourth owner. */
  readonly agents: readonly (readonly number[])[]
  readonly players: readonly Player[]
  readonly neutralClan: Clan | null
  readonly spyings: readonly Spying[]
  readonly accusations: readonly Accusation[]
  readonly left: readonly number[]
  readonly places: readonly Placing[] | null
}

const NO_PIECES: readonly number[] = LOCATIONS.map(() => 0)
export const IDLE_TURN: Turn = {
  actionsLeft: 0,
  spent: 0,
  recruited: false,
  spied: false,
  chipUsed: false,
  card: null,
  lastCardBonus: false,
  tie: null,
  counsellorsOut: NO_PIECES,
  toScore: [],
}

const NEW_PLAYER: Player = {
  steps: TRACKS.map(() => 0),
  chips: 0,
  counsellors: 0,
  clan: null,
  clanOpen: false,
  convicted: false,
  played: [],
  domain: null,
  domainOpen: false,
}

export function initial(options: Options, seats: number): State {
  const owners = seats === SEATS_WITH_NEUTRAL ? seats + 1 : seats
  return {
    options,
    rules: rulesOf(options),
    stage: 'setup',
    round: 0,
    starter: -1,
    seatOnTurn: -1,
    turn: IDLE_TURN,
    choice: null,
    king: 'throne',
    reserve: COUNSELLORS,
    chips: TRACKS.map(() => [true, true, true]),
    chipsSpent: 0,
    agents: Array.from({ length: owners }, () => NO_PIECES.concat(AGENTS)),
    players: Array.from({ length: seats }, () => NEW_PLAYER),
    neutralClan: null,
    spyings: [],
    accusations: [],
    left: [],
    places: null,
  }
}

/** The edition sets every switch that has not been set alone. */
export function rulesOf(options: Options): Rules {
  const edition = EDITIONS[options.edition]
  return {
    spying: options.spying === 'edition' ? edition.spying : options.spying,
    thresholdNeeds: options.thresholdNeeds === 'edition' ? edition.thresholdNeeds : options.thresholdNeeds,
    thresholdScope: options.thresholdScope === 'edition' ? edition.thresholdScope : options.thresholdScope,
    neutralMove: options.neutralMove === 'edition' ? edition.neutralMove : options.neutralMove,
    placement: options.placement === 'edition' ? edition.placement : options.placement,
    round4: options.round4 === 'edition' ? edition.round4 : options.round4,
  }
}

export const playerAt = (state: State, seat: number): Player => state.players[seat] as Player
export const hasLeft = (state: State, seat: number): boolean => state.left.includes(seat)
export const hasNeutral = (state: State): boolean => state.players.length === SEATS_WITH_NEUTRAL
/** The owner number of the neutral clan; no owner at all with more than three seats. */
export const neutralOwner = (state: State): number => (hasNeutral(state) ? SEATS_WITH_NEUTRAL : -1)

export const agentsAt = (state: State, owner: number, location: Location): number =>
  agentRow(state, owner)[locationNumber(location)] as number
export const agentsOutside = (state: State, owner: number): number => agentRow(state, owner)[OUTSIDE] as number
export const agentRow = (state: State, owner: number): readonly number[] => state.agents[owner] as readonly number[]
export const stepsOn = (player: Player, track: Track): number => player.steps[trackNumber(track)] as number

/** Clockwise from the starter. */
export function seatsInOrder(state: State): number[] {
  const seats = state.players.length
  return state.players.map((_, place) => (state.starter + place) % seats)
}

/** Public: everybody sees how many cards a hand has. */
export const handCount = ({ clan, convicted, played }: Player): number => (clan === null || convicted ? 0 : HAND - played.length)
export const handOf = (player: Player): Card[] =>
  player.clan === null || player.convicted ? [] : unplayed(player.clan, player.played)
export const unplayed = (clan: Clan, played: readonly Card[]): Card[] =>
  CARDS.filter((card) => card !== cardMissing(clan) && !played.includes(card))

/** Accusation tiles that a seat has lost: the tile played, and after a failure also that of the true clan if two went. */
export function tilesOf(state: State, seat: number): Clan[] {
  if (state.accusations.length === 0) return [...CLANS]
  const own = state.accusations.filter((one) => one.seat === seat)
  const lost = own.flatMap((one) => (one.tilesLost === 2 ? [one.tile, playerAt(state, one.target).clan] : [one.tile]))
  return CLANS.filter((clan) => !lost.includes(clan))
}

/** A failed accusation has shown this seat the clan card of the target. */
export const hasBeenShown = (state: State, seat: number, target: number): boolean =>
  state.accusations.some((one) => one.seat === seat && one.target === target && !one.upheld)
