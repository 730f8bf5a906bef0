/** What each viewer may know. */
import type { Viewer } from '../contract.js'
import { type Board, boardOf, cityAt, placeAt, placesIn } from './board.js'
import { isCityMarkerTaken } from './bonuses.js'
import { type Counts, countPile, countryCards, intrigueCards, kindOf, minus, plus } from './cards.js'
import { COUNTRIES, countryAt, EPOCH_YEARS, PAIRS, pairAt, titleAt } from './content.js'
import type { Event, Notice, View } from './schema.js'
import { pointsOf } from './scoring.js'
import { cardCount, coloursOf, hasLeft, intrigueCount, nobleHousesOf, type Player, playerAt, type State } from './state.js'

export function view(state: State, viewer: Viewer): View {
  const board = boardOf(state.options)
  return {
    ...course(state),
    ...piles(state, viewer),
    cities: board.figures.cities.map((_, city) => cityView(state, board, city)),
    titles: board.figures.titles.map(({ title, cards, points }, rank) => ({
      title,
      needed: cards,
      value: points,
      cubes: cubesAt(state, state.titleCubes, rank),
    })),
    ...markersOnBoard(state, board),
    players: state.players.map((_, seat) => playerView(state, seat, maySee(state, viewer, seat))),
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
  }
}

/** A seat's secrets are its own; the referee sees all, and so does everybody after the end. */
const maySee = (state: State, viewer: Viewer, seat: number): boolean =>
  viewer === seat || viewer === 'referee' || state.places !== null

function course(state: State) {
  const { jokers, starter, colours, evenCubes, edition } = state.options
  return {
    options: { jokers, starter, colours, evenCubes, edition },
    epoch: state.epoch,
    round: state.round,
    lastRound: state.lastRound,
    starter: state.starter < 0 ? null : state.starter,
    turn: state.turn < 0 ? null : state.turn,
    stage: state.turn < 0 ? null : state.stage,
    drawOption: state.drawOption,
    owedCards: state.owedCards,
    owedIntrigue: state.owedIntrigue,
  }
}

function piles(state: State, viewer: Viewer) {
  const deck = countPile(state.countryDeck, COUNTRIES.length)
  const intrigueDeck = countPile(state.intrigueDeck, PAIRS.length)
  const hidden = state.players.filter((_, seat) => !maySee(state, viewer, seat))
  return {
    display: state.display.map(countryAt),
    countryDeckCount: state.countryDeck.length,
    countryShuffle: state.countryShuffle,
    countryDiscard: countryCards(state.countryDiscard),
    intrigueDeckCount: state.intrigueDeck.length,
    intrigueShuffle: state.intrigueShuffle,
    intrigueDiscard: intrigueCards(state.intrigueDiscard),
    unseenCards: countryCards(hidden.reduce<Counts>((sum, player) => plus(sum, minus(player.cards, player.shown)), deck)),
    unseenIntrigue: intrigueCards(hidden.reduce<Counts>((sum, player) => plus(sum, player.intrigue), intrigueDeck)),
    decks: viewer === 'referee' ? { cards: countryCards(deck), intrigue: intrigueCards(intrigueDeck) } : null,
  }
}

function cityView(state: State, board: Board, city: number): View['cities'][number] {
  const { city: name, country, bonus } = cityAt(board, city)
  return {
    city: name,
    country,
    bonus,
    markerTaken: isCityMarkerTaken(state, board, city),
    positions: placesIn(board, city).map((place) => positionView(state, board, place)),
    displaced: cubesAt(state, state.displaced, city),
  }
}

function positionView(state: State, board: Board, place: number): View['cities'][number]['positions'][number] {
  const { title, needed, influence } = placeAt(board, place)
  const holder = state.holders[place] as number
  return { title: titleAt(title), needed, influence, holder: holder < 0 ? null : holder }
}

const cubesAt = (state: State, cubes: Counts, row: number): { seat: number; count: number }[] =>
  state.players
    .map((_, seat) => ({
      seat,
      count: cubes[row * state.players.length + seat] as number,
    }))
    .filter(({ count }) => count > 0)

function markersOnBoard(state: State, { figures }: Board) {
  return {
    countryMarkers: COUNTRIES.map((country, index) => ({
      country,
      ...figures.countryMarkers[country],
      taken: state.countryMarkersTaken[index] as number,
    })),
    nobleHouses: {
      values: [...nobleHousesOf(state.options, state.players.length)],
      taken: state.nobleHousesTaken,
    },
    epochMarkers: figures.epochMarkers.flatMap((markers, index) =>
      COUNTRIES.map((country) => ({
        epoch: index + 1,
        country,
        ...markers[country],
        awarded: index < state.epochsScored ? 2 - removedIn(state, `${country} ${EPOCH_YEARS[index]}`) : null,
      })),
    ),
  }
}

const removedIn = (state: State, of: string): number =>
  state.removed.filter((marker) => marker.kind === 'epoch' && marker.of === of).length

function playerView(state: State, seat: number, open: boolean): View['players'][number] {
  const player: Player = playerAt(state, seat)
  return {
    seat,
    colour: coloursOf(state.options, state.players.length)[seat] as View['players'][number]['colour'],
    cubes: player.cubes,
    cardCount: cardCount(player),
    intrigueCount: intrigueCount(player),
    shown: countryCards(player.shown),
    markerCount: player.markers.length,
    hand: open
      ? {
          cards: countryCards(player.cards),
          intrigue: intrigueCards(player.intrigue),
        }
      : null,
    markers: open ? player.markers.map((marker) => ({ ...marker })) : null,
    points: open ? pointsOf(player) : null,
    left: hasLeft(state, seat),
  }
}

/** Only cards drawn blind are hidden: all that is laid on the table or lifted from it is seen by everybody. */
export function notice(event: Event, viewer: Viewer): Notice {
  switch (event.type) {
    case 'DisplayFilled':
      return {
        type: event.type,
        countries: event.pieces.map((piece) => countryAt(kindOf(piece))),
      }
    case 'CountryCardDrawn':
      return {
        type: event.type,
        seat: event.seat,
        secretCountry: isOwn(event.seat, viewer) ? countryAt(kindOf(event.piece)) : null,
      }
    case 'IntrigueCardDrawn':
      return {
        type: event.type,
        seat: event.seat,
        secretPair: isOwn(event.seat, viewer) ? pairAt(kindOf(event.piece)) : null,
      }
    default:
      return event
  }
}

const isOwn = (seat: number, viewer: Viewer): boolean => viewer === seat || viewer === 'referee'
