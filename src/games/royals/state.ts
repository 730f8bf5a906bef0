/** The state of a match, and plain questions about it. */
import type { Placing } from '../contract.js'
import type { Draft } from '../evolving.js'
import { numberAt } from '../lists.js'
import { boardOf } from './board.js'
import { type Counts, minus, NO_COUNTRY_CARDS, NO_INTRIGUE_CARDS, repeated, total } from './cards.js'
import { coloursOf } from './colours.js'
import { COUNTRY_LIMIT, CUBES, EVEN_CUBES, INTRIGUE_LIMIT, TITLES } from './content.js'
import type { Marker, Options } from './schema.js'
import { NO_TRAILS, type Trails } from './trails.js'
import type { DrawOption, Stage } from './vocabulary.js'

export interface Player {
  /** Country cards in hand: secret. */
  readonly cards: Counts
  /** Intrigue cards in hand: secret. */
  readonly intrigue: Counts
  /** The part of the hand that everybody knows: taken from the display and not laid down since. */
  readonly shown: Counts
  readonly cubes: number
  /** Markers taken: secret until the end. */
  readonly markers: readonly Marker[]
  /** Left out at the end, when nothing is hidden. */
  readonly older?: Trails | undefined
}

export interface State {
  readonly options: Options
  /** 0 before the start. */
  readonly epoch: number
  readonly epochsScored: number
  /** -1 before the start. */
  readonly starter: number
  readonly round: number
  readonly lastRound: boolean
  /** The seat on turn; -1 before the start and after the end. */
  readonly turn: number
  readonly stage: Stage
  readonly drawOption: DrawOption | null
  /** Cards that the seat on turn must still draw. */
  readonly owedCards: number
  readonly owedIntrigue: number
  /** Cards to draw, sorted by kind: the order of drawing is not kept anywhere. */
  readonly countryDeck: readonly string[]
  readonly countryShuffle: number
  /** Open cards, as indices of `COUNTRIES`. */
  readonly display: readonly number[]
  readonly countryDiscard: Counts
  readonly intrigueDeck: readonly string[]
  readonly intrigueShuffle: number
  readonly intrigueDiscard: Counts
  /** The seat on each position, -1 for none. */
  readonly holders: readonly number[]
  /** Displaced cubes on the city fields: at `city * seats + seat`. */
  readonly displaced: readonly number[]
  /** Cubes on the title markers: at `title * seats + seat`. */
  readonly titleCubes: readonly number[]
  readonly countryMarkersTaken: Counts
  readonly nobleHousesTaken: number
  /** Markers that left the game without an owner. */
  readonly removed: readonly Marker[]
  readonly players: readonly Player[]
  readonly left: readonly number[]
  readonly places: readonly Placing[] | null
}

export function initial(options: Options, seats: number): State {
  const board = boardOf(options)
  return {
    options,
    epoch: 0,
    epochsScored: 0,
    starter: -1,
    round: 0,
    lastRound: false,
    turn: -1,
    stage: 'draw',
    drawOption: null,
    owedCards: 0,
    owedIntrigue: 0,
    countryDeck: [],
    countryShuffle: 0,
    display: [],
    countryDiscard: NO_COUNTRY_CARDS,
    intrigueDeck: [],
    intrigueShuffle: 0,
    intrigueDiscard: NO_INTRIGUE_CARDS,
    holders: repeated(board.positions.length, -1),
    displaced: repeated(board.figures.cities.length * seats, 0),
    titleCubes: repeated(TITLES.length * seats, 0),
    countryMarkersTaken: NO_COUNTRY_CARDS,
    nobleHousesTaken: 0,
    removed: [],
    players: coloursOf(options, seats).map((colour) => ({
      cards: NO_COUNTRY_CARDS,
      intrigue: NO_INTRIGUE_CARDS,
      shown: NO_COUNTRY_CARDS,
      cubes: options.evenCubes && seats > 2 ? EVEN_CUBES : CUBES[colour],
      markers: [],
      older: NO_TRAILS,
    })),
    left: [],
    places: null,
  }
}

/** To be written to; field by field, so that all states have one shape. */
export const copyOf = (state: State): Draft<State> => ({
  options: state.options,
  epoch: state.epoch,
  epochsScored: state.epochsScored,
  starter: state.starter,
  round: state.round,
  lastRound: state.lastRound,
  turn: state.turn,
  stage: state.stage,
  drawOption: state.drawOption,
  owedCards: state.owedCards,
  owedIntrigue: state.owedIntrigue,
  countryDeck: state.countryDeck,
  countryShuffle: state.countryShuffle,
  display: state.display,
  countryDiscard: state.countryDiscard,
  intrigueDeck: state.intrigueDeck,
  intrigueShuffle: state.intrigueShuffle,
  intrigueDiscard: state.intrigueDiscard,
  holders: state.holders,
  displaced: state.displaced,
  titleCubes: state.titleCubes,
  countryMarkersTaken: state.countryMarkersTaken,
  nobleHousesTaken: state.nobleHousesTaken,
  removed: state.removed,
  players: state.players,
  left: state.left,
  places: state.places,
})

export const hasStarted = ({ epoch }: State): boolean => epoch > 0

/** Every seat has its first turn in the first round. */
export const isFirstTurn = ({ round }: State): boolean => round === 1

/** The seat on a position; -1 for none. */
export const holderOf = ({ holders }: State, position: number): number => numberAt(holders, position)

/** The noble house markers of this match, highest first: two seats play with the lowest alone. */
export function nobleHousesOf(options: Options, seats: number): readonly number[] {
  const { nobleHouseMarkers } = boardOf(options).figures
  return seats === 2 ? nobleHouseMarkers.slice(-1) : nobleHouseMarkers
}

/** The number of cards in a hand is public; their kinds are not. */
export const cardCount = (player: Player): number => total(player.cards)
export const intrigueCount = (player: Player): number => total(player.intrigue)

export const trailsOf = ({ older }: Player): Trails => older ?? NO_TRAILS

/** Cards in a hand that not everybody knows to be there. */
export const hiddenCards = ({ cards, shown }: Player): Counts => minus(cards, shown)

/** Cards above the hand limit. */
export const surplusCards = (player: Player): number => Math.max(0, cardCount(player) - COUNTRY_LIMIT)
export const surplusIntrigue = (player: Player): number => Math.max(0, intrigueCount(player) - INTRIGUE_LIMIT)
