/** The state of a match, and questions about it. How events change it: evolve.ts. */
import type { Placing } from '../contract.js'
import { itemAt, numberAt } from '../lists.js'
import { playerAt } from '../seating.js'
import {
  AGENTS,
  CARDS,
  type Card,
  CLANS,
  type Clan,
  COUNSELLORS,
  cardBit,
  cardMissing,
  clanBit,
  EDITIONS,
  HAND,
  LOCATIONS,
  type Location,
  type Rules,
  SEATS_WITH_NEUTRAL,
  TRACKS,
  type Track,
  trackNumber,
} from './content.js'
import type { Options } from './options.js'
import type { DecisionName, STAGES } from './vocabulary.js'

export interface Player {
  /** Steps made on each track, in the order of the tracks. */
  readonly steps: readonly number[]
  readonly chips: number
  readonly counsellors: number
  /** The hand is not stored: it follows from the clan and the cards played, so that the secret is in one place. */
  readonly clan: Clan | null
  readonly clanOpen: boolean
  /** True after an upheld accusation: the hand has been discarded. */
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

/** What is reset when the turn ends. */
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

/** A match begun under rules 1 or 2 goes on without the switches that came later: as `actions` and `left`. */
export type RulesInForce = Omit<Rules, LaterSwitch> & Partial<Pick<Rules, LaterSwitch>>
type LaterSwitch = 'chipUse' | 'finalChips'

export interface State {
  readonly options: Options
  readonly rules: RulesInForce
  readonly stage: (typeof STAGES)[number]
  readonly round: number
  readonly starter: number
  readonly seatOnTurn: number
  readonly turn: Turn
  readonly choice: Choice | null
  readonly king: Location
  readonly reserve: number
  /** For each track and each of its thresholds, whether the chip still lies there. */
  readonly chips: readonly (readonly boolean[])[]
  readonly chipsSpent: number
  /** For each owner, how many agents stand at each location and outside; with three seats the neutral clan is the fourth owner. */
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
    rules: rulesBefore(options),
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
    agents: Array.from({ length: owners }, () => [...NO_PIECES, AGENTS]),
    players: Array.from({ length: seats }, () => NEW_PLAYER),
    neutralClan: null,
    spyings: [],
    accusations: [],
    left: [],
    places: null,
  }
}

/** What holds if the log does not tell the rules of the match, as none did under rules 1 and 2: no edition limited thresholds to scoring. */
function rulesBefore(options: Options): RulesInForce {
  const { chipUse: _use, finalChips: _chips, ...rules } = rulesOf(options)
  return options.thresholdScope === 'edition' ? { ...rules, thresholdScope: 'all' } : rules
}

/** A switch of its own in the options overrides the edition. */
export function rulesOf(options: Options): Rules {
  const edition = EDITIONS[options.edition]
  return {
    spying: options.spying === 'edition' ? edition.spying : options.spying,
    thresholdNeeds: options.thresholdNeeds === 'edition' ? edition.thresholdNeeds : options.thresholdNeeds,
    thresholdScope: options.thresholdScope === 'edition' ? edition.thresholdScope : options.thresholdScope,
    neutralMove: options.neutralMove === 'edition' ? edition.neutralMove : options.neutralMove,
    placement: options.placement === 'edition' ? edition.placement : options.placement,
    round4: options.round4 === 'edition' ? edition.round4 : options.round4,
    chipUse: options.chipUse === 'edition' ? edition.chipUse : (options.chipUse ?? edition.chipUse),
    finalChips: options.finalChips === 'edition' ? edition.finalChips : (options.finalChips ?? edition.finalChips),
  }
}

export const hasStarted = ({ stage }: State): boolean => stage !== 'setup'
export const hasNeutral = ({ players }: State): boolean => players.length === SEATS_WITH_NEUTRAL
export const stepsOn = (player: Player, track: Track): number => numberAt(player.steps, trackNumber(track))

/** Clan and domain card of a player once they have been dealt; to ask before is a bug. */
export const clanOf = ({ clan }: Player): Clan => dealt(clan)
export const domainOf = ({ domain }: Player): Track => dealt(domain)
function dealt<Value>(value: Value | null): Value {
  if (value === null) throw new Error('no card has been dealt to this seat yet')
  return value
}

/** Public: everybody sees how many cards a hand has. */
export const handCount = ({ clan, convicted, played }: Player): number => (clan === null || convicted ? 0 : HAND - played.length)
export const handOf = (player: Player): Card[] =>
  player.clan === null || player.convicted ? [] : unplayed(player.clan, player.played)
export function unplayed(clan: Clan, played: readonly Card[]): Card[] {
  let gone = cardBit(cardMissing(clan))
  for (const card of played) gone |= cardBit(card)
  return itemAt(CARDS_WITHOUT, gone)
}

/** For every set of clans or cards, what is not in it. Made once: no list of these is ever changed. */
const CARDS_WITHOUT = Array.from({ length: 1 << CARDS.length }, (_, gone) => CARDS.filter((card) => !(gone & cardBit(card))))
const CLANS_WITHOUT = Array.from({ length: 1 << CLANS.length }, (_, gone) => CLANS.filter((clan) => !(gone & clanBit(clan))))

/** Accusation tiles that a seat still has. Each accusation costs the tile played; if it cost two, also the tile of the true clan. */
export function tilesOf(state: State, seat: number): Clan[] {
  let lost = 0
  for (const one of state.accusations) {
    if (one.seat !== seat) continue
    lost |= clanBit(one.tile)
    if (one.tilesLost === 2) lost |= clanBit(clanOf(playerAt(state, one.target)))
  }
  return itemAt(CLANS_WITHOUT, lost)
}

/** Whether a failed accusation has shown this seat the clan card of the target. */
export const hasBeenShown = (state: State, seat: number, target: number): boolean =>
  state.accusations.some((one) => one.seat === seat && one.target === target && !one.upheld)
