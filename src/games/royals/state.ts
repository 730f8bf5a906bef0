/** The table, and how each event changes it. No rule is judged here. */
import type { Placing } from '../contract.js'
import { boardOf, findPlace } from './board.js'
import {
  type Counts,
  countryIndex,
  countryPile,
  countsOfCountries,
  countsOfPairs,
  intriguePile,
  kindOf,
  minus,
  NO_COUNTRY_CARDS,
  NO_INTRIGUE_CARDS,
  oneMore,
  plus,
  total,
  without,
} from './cards.js'
import {
  COLOURS_FOR_TWO,
  type Colour,
  CUBES,
  CUBES_PER_CLAIM,
  cardsInPlay,
  EPOCH_YEARS,
  EPOCHS,
  INTRIGUE_CARDS,
  TITLES,
} from './content.js'
import type { DrawOption, Event, Marker, Options, STAGES } from './schema.js'

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
}

export interface State {
  readonly options: Options
  /** 0 before the start. */
  readonly epoch: number
  readonly epochsScored: number
  readonly starter: number
  readonly round: number
  readonly lastRound: boolean
  readonly turn: number
  readonly stage: (typeof STAGES)[number]
  readonly drawOption: DrawOption | null
  readonly owedCards: number
  readonly owedIntrigue: number
  /** Cards to draw, in the order of the box: never in the order of drawing. */
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
    holders: board.places.map(() => -1),
    displaced: new Array(board.figures.cities.length * seats).fill(0),
    titleCubes: new Array(TITLES.length * seats).fill(0),
    countryMarkersTaken: NO_COUNTRY_CARDS,
    nobleHousesTaken: 0,
    removed: [],
    players: coloursOf(options, seats).map((colour) => ({
      cards: NO_COUNTRY_CARDS,
      intrigue: NO_INTRIGUE_CARDS,
      shown: NO_COUNTRY_CARDS,
      cubes: CUBES[colour],
      markers: [],
    })),
    left: [],
    places: null,
  }
}

/** The colour of each seat. Two seats play with the two large colours. */
export const coloursOf = ({ colours }: Options, seats: number): Colour[] =>
  seats === 2 ? colours.filter((colour) => COLOURS_FOR_TWO.includes(colour)) : colours.slice(0, seats)

export const hasLeft = (state: State, seat: number): boolean => state.left.includes(seat)
export const stillPlaying = (state: State): number[] => state.players.map((_, seat) => seat).filter((seat) => !hasLeft(state, seat))
export const playerAt = (state: State, seat: number): Player => state.players[seat] as Player

/** The noble house markers of this match, highest first: two seats play with the lowest alone. */
export function nobleHousesOf(options: Options, seats: number): readonly number[] {
  const { nobleHouseMarkers } = boardOf(options).figures
  return seats === 2 ? nobleHouseMarkers.slice(-1) : nobleHouseMarkers
}

export function evolve(state: State, event: Event): State {
  switch (event.type) {
    case 'MatchBegan':
      return begin(state, event.starter)
    case 'TurnBegan':
      return { ...state, turn: event.seat, round: event.round, stage: 'draw', drawOption: null, owedCards: event.firstDraw ?? 0, owedIntrigue: 0 }
    case 'DrawOptionChosen':
      return { ...state, drawOption: event.option, owedCards: event.owedCards, owedIntrigue: event.owedIntrigue }
    case 'DisplayCardTaken':
      return takeOpenCard(state, event.seat, countryIndex(event.country))
    case 'CountryCardDrawn':
      return drawBlind(state, event.seat, event.piece)
    case 'IntrigueCardDrawn':
      return drawIntrigue(state, event.seat, event.piece)
    case 'IntrigueDeckRenewed':
      return {
        ...state,
        intrigueDeck: intriguePile(state.intrigueDiscard),
        intrigueDiscard: NO_INTRIGUE_CARDS,
        intrigueShuffle: event.shuffle,
      }
    case 'PositionClaimed':
      return occupy(layDown(state, event.seat, countsOfCountries(event.cards), NO_INTRIGUE_CARDS), event)
    case 'PositionTakenOver':
      return occupy(displace(layDown(state, event.seat, countsOfCountries(event.cards), countsOfPairs(event.intrigue)), event), event)
    case 'CityMarkerTaken':
      return withMarker(state, event.seat, { kind: 'city', of: event.city, points: event.points })
    case 'CountryMarkerTaken':
      return {
        ...withMarker(state, event.seat, { kind: 'country', of: event.country, points: event.points }),
        countryMarkersTaken: oneMore(state.countryMarkersTaken, countryIndex(event.country)),
      }
    case 'NobleHouseMarkerTaken':
      return {
        ...withMarker(state, event.seat, { kind: 'nobleHouse', of: 'nobleHouse', points: event.points }),
        nobleHousesTaken: state.nobleHousesTaken + 1,
      }
    case 'PlayEnded':
      return { ...state, stage: 'discard' }
    case 'CardsDiscarded':
      return layDown(state, event.seat, countsOfCountries(event.cards), countsOfPairs(event.intrigue))
    default:
      return evolveTable(state, event)
  }
}

type TableEvent = Extract<
  Event,
  { type: 'DisplayFilled' | 'CountryDeckRenewed' | 'CountryScored' | 'EpochEnded' | 'LastRoundBegan' | 'TitleScored' | 'SeatLeft' | 'MatchEnded' }
>

/** What happens to the table between the turns. */
function evolveTable(state: State, event: TableEvent): State {
  switch (event.type) {
    case 'DisplayFilled':
      return event.pieces.reduce(
        (table, piece) => ({ ...table, countryDeck: without(table.countryDeck, piece), display: [...table.display, kindOf(piece)] }),
        state,
      )
    case 'CountryDeckRenewed':
      return {
        ...state,
        countryDeck: countryPile(state.countryDiscard),
        countryDiscard: NO_COUNTRY_CARDS,
        countryShuffle: event.shuffle,
      }
    case 'CountryScored':
      return scoreCountry(state, event)
    case 'EpochEnded':
      return { ...state, epoch: Math.min(EPOCHS, event.epoch + 1), epochsScored: event.epoch }
    case 'LastRoundBegan':
      return { ...state, lastRound: true }
    case 'TitleScored':
      return scoreTitle(state, event)
    case 'SeatLeft':
      return { ...layDown(state, event.seat, countsOfCountries(event.cards), countsOfPairs(event.intrigue)), left: [...state.left, event.seat] }
    case 'MatchEnded':
      return { ...state, places: event.places, turn: -1, stage: 'draw', drawOption: null, owedCards: 0, owedIntrigue: 0 }
  }
}

const begin = (state: State, starter: number): State => ({
  ...state,
  epoch: 1,
  starter,
  countryDeck: countryPile(cardsInPlay(state.players.length)),
  countryShuffle: 1,
  intrigueDeck: intriguePile(INTRIGUE_CARDS),
  intrigueShuffle: 1,
})

const withPlayer = (state: State, seat: number, change: (player: Player) => Player): readonly Player[] =>
  state.players.with(seat, change(playerAt(state, seat)))

/** Cards that were owed have been drawn; with the last of them the stage of playing begins. */
const drawn = (owedCards: number, owedIntrigue: number): Pick<State, 'owedCards' | 'owedIntrigue' | 'stage'> => ({
  owedCards,
  owedIntrigue,
  stage: owedCards + owedIntrigue === 0 ? 'play' : 'draw',
})

const takeOpenCard = (state: State, seat: number, country: number): State => ({
  ...state,
  ...drawn(state.owedCards - 1, state.owedIntrigue),
  display: state.display.toSpliced(state.display.indexOf(country), 1),
  players: withPlayer(state, seat, (player) => ({
    ...player,
    cards: oneMore(player.cards, country),
    shown: oneMore(player.shown, country),
  })),
})

const drawBlind = (state: State, seat: number, piece: string): State => ({
  ...state,
  ...drawn(state.owedCards - 1, state.owedIntrigue),
  countryDeck: without(state.countryDeck, piece),
  players: withPlayer(state, seat, (player) => ({ ...player, cards: oneMore(player.cards, kindOf(piece)) })),
})

const drawIntrigue = (state: State, seat: number, piece: string): State => ({
  ...state,
  ...drawn(state.owedCards, state.owedIntrigue - 1),
  intrigueDeck: without(state.intrigueDeck, piece),
  players: withPlayer(state, seat, (player) => ({ ...player, intrigue: oneMore(player.intrigue, kindOf(piece)) })),
})

/** Cards go from a hand to their discard piles. Cards of a kind are alike: what others knew of goes first. */
const layDown = (state: State, seat: number, cards: Counts, intrigue: Counts): State => ({
  ...state,
  countryDiscard: plus(state.countryDiscard, cards),
  intrigueDiscard: total(intrigue) > 0 ? plus(state.intrigueDiscard, intrigue) : state.intrigueDiscard,
  players: withPlayer(state, seat, (player) => ({
    ...player,
    cards: minus(player.cards, cards),
    intrigue: minus(player.intrigue, intrigue),
    shown: player.shown.map((count, kind) => Math.max(0, count - (cards[kind] as number))),
  })),
})

interface OnPosition {
  readonly seat: number
  readonly city: string
  readonly title: string
}

/** One cube on the position, one on the title marker. */
function occupy(state: State, { seat, city, title }: OnPosition): State {
  const board = boardOf(state.options)
  const place = findPlace(board, city, title)
  const onTitle = (board.places[place]?.title as number) * state.players.length + seat
  return {
    ...state,
    holders: state.holders.with(place, seat),
    titleCubes: oneMore(state.titleCubes, onTitle),
    players: withPlayer(state, seat, (player) => ({ ...player, cubes: player.cubes - CUBES_PER_CLAIM })),
  }
}

/** The cube that gives way goes to the city field; its twin on the title marker stays. */
function displace(state: State, { city, from }: { readonly city: string; readonly from: number }): State {
  const field = (boardOf(state.options).cityByName.get(city) as number) * state.players.length + from
  return { ...state, displaced: oneMore(state.displaced, field) }
}

const withMarker = (state: State, seat: number, marker: Marker): State => ({
  ...state,
  players: withPlayer(state, seat, (player) => ({ ...player, markers: [...player.markers, marker] })),
})

function scoreCountry(state: State, event: Extract<Event, { type: 'CountryScored' }>): State {
  const { higher, lower } = boardOf(state.options).figures.epochMarkers[event.epoch - 1]?.[event.country] as { higher: number; lower: number }
  const marker = (points: number): Marker => ({ kind: 'epoch', of: `${event.country} ${EPOCH_YEARS[event.epoch - 1]}`, points })
  const rest = [higher, lower].slice(event.awards.length).map(marker)
  const awarded = event.awards.reduce((table, { seat, points }) => withMarker(table, seat, marker(points)), state)
  return { ...awarded, removed: [...state.removed, ...rest] }
}

function scoreTitle(state: State, event: Extract<Event, { type: 'TitleScored' }>): State {
  const kind = event.awards.length === 2 ? 'halfTitle' : 'title'
  const points = boardOf(state.options).figures.titles[TITLES.indexOf(event.title)]?.points as number
  const rest: Marker[] = event.awards.length === 0 ? [{ kind: 'title', of: event.title, points }] : []
  const awarded = event.awards.reduce((table, { seat, points: won }) => withMarker(table, seat, { kind, of: event.title, points: won }), state)
  return { ...awarded, removed: [...state.removed, ...rest] }
}

/** The number of cards in a hand is public; their kinds are not. */
export const cardCount = (player: Player): number => total(player.cards)
export const intrigueCount = (player: Player): number => total(player.intrigue)
