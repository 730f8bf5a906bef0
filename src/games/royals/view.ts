/** What each viewer may know. */
import type { Viewer } from '../contract.js'
import { itemAt } from '../lists.js'
import { hasLeft, playerAt } from '../seating.js'
import { type Board, boardOf, cityAt, epochMarkersOf, positionAt, positionsIn } from './board.js'
import { isCityMarkerTaken } from './bonuses.js'
import { type Counts, countPile, countryCards, intrigueCards, kindOf, plus } from './cards.js'
import { coloursOf } from './colours.js'
import { COUNTRIES, type Country, countryAt, EPOCH_YEARS, PAIRS, pairAt, titleAt } from './content.js'
import { epochMarkerName, type Takers, takersIn, takersOf } from './markers.js'
import type { Event, Notice, Options, View } from './schema.js'
import { pointsOf } from './scoring.js'
import {
  cardCount,
  hiddenCards,
  holderOf,
  intrigueCount,
  nobleHousesOf,
  type Older,
  olderOf,
  type Player,
  type State,
} from './state.js'

export function view(state: State, viewer: Viewer): View {
  const board = boardOf(state.options)
  const deck = countPile(state.countryDeck, COUNTRIES.length)
  const intrigueDeck = countPile(state.intrigueDeck, PAIRS.length)
  const takers = takersIn(state)
  const hidden = state.players.filter((_, seat) => !maySee(state, viewer, seat))
  const unseen = hidden.reduce<Counts>((sum, player) => plus(sum, hiddenCards(player)), deck)
  const unseenIntrigue = hidden.reduce<Counts>((sum, { intrigue }) => plus(sum, intrigue), intrigueDeck)
  return {
    options: settings(state.options),
    epoch: state.epoch,
    round: state.round,
    lastRound: state.lastRound,
    starter: state.starter < 0 ? null : state.starter,
    turn: state.turn < 0 ? null : state.turn,
    stage: state.turn < 0 ? null : state.stage,
    drawOption: state.drawOption,
    owedCards: state.owedCards,
    owedIntrigue: state.owedIntrigue,
    display: state.display.map(countryAt),
    countryDeckCount: state.countryDeck.length,
    countryShuffle: state.countryShuffle,
    countryDiscard: countryCards(state.countryDiscard),
    intrigueDeckCount: state.intrigueDeck.length,
    intrigueShuffle: state.intrigueShuffle,
    intrigueDiscard: intrigueCards(state.intrigueDiscard),
    unseenCards: countryCards(unseen),
    unseenIntrigue: intrigueCards(unseenIntrigue),
    deckCards: countryCards(mayBeInDeck(unseen, hidden, ({ cards }) => cards)),
    deckIntrigue: intrigueCards(mayBeInDeck(unseenIntrigue, hidden, ({ intrigue }) => intrigue)),
    cities: board.figures.cities.map((_, city) => cityView(state, board, takers, city)),
    titles: board.figures.titles.map((_, rank) => titleView(state, board, rank)),
    countryMarkers: COUNTRIES.map((_, country) => countryMarkersView(state, board, takers, country)),
    nobleHouses: {
      values: [...nobleHousesOf(state.options, state.players.length)],
      taken: state.nobleHousesTaken,
      takers: takersOf(takers, 'nobleHouse'),
    },
    epochMarkers: EPOCH_YEARS.flatMap((_, index) =>
      COUNTRIES.map((country) => epochMarkersView(state, board, takers, index + 1, country)),
    ),
    players: state.players.map((_, seat) => playerView(state, seat, maySee(state, viewer, seat))),
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
    decks: viewer === 'referee' ? { cards: countryCards(deck), intrigue: intrigueCards(intrigueDeck) } : null,
  }
}

/**
 * Whatever was in a hidden hand when the deck was shuffled is not in the deck. What was laid down since may have come from either: where more of
 * a kind were laid down than had been held, the surplus came from the deck, and it is no longer unseen.
 */
function mayBeInDeck(unseen: Counts, hidden: readonly Player[], ofKind: (older: Older) => Counts): Counts {
  const lists = hidden.map((player) => ofKind(olderOf(player)))
  return unseen.map((count, kind) => {
    let older = 0
    for (const list of lists) older += itemAt(list, kind)
    return count - Math.max(0, older)
  })
}

const settings = ({ jokers, starter, colours, evenCubes, edition, intrigueRenewal, content }: Options): View['options'] => ({
  jokers,
  starter,
  colours: [...colours],
  evenCubes,
  edition,
  intrigueRenewal: intrigueRenewal ?? 'atOnce',
  ownFigures: content !== undefined,
})

/** A seat's secrets are its own; the referee sees all, and so does everybody after the end. */
const maySee = (state: State, viewer: Viewer, seat: number): boolean =>
  viewer === seat || viewer === 'referee' || state.places !== null

function cityView(state: State, board: Board, takers: Takers, city: number): View['cities'][number] {
  const { city: name, country, bonus } = cityAt(board, city)
  return {
    city: name,
    country,
    bonus,
    markerTaken: isCityMarkerTaken(state, board, city),
    taker: takersOf(takers, 'city', name)[0] ?? null,
    positions: positionsIn(board, city).map((number) => positionView(state, board, number)),
    displaced: cubesAt(state, state.displaced, city),
  }
}

function positionView(state: State, board: Board, number: number): View['cities'][number]['positions'][number] {
  const { title, needed, influence } = positionAt(board, number)
  const holder = holderOf(state, number)
  return { title: titleAt(title), needed, influence, holder: holder < 0 ? null : holder }
}

function titleView(state: State, { figures }: Board, rank: number): View['titles'][number] {
  const { title, cards, points } = itemAt(figures.titles, rank)
  return { title, needed: cards, value: points, cubes: cubesAt(state, state.titleCubes, rank) }
}

function cubesAt(state: State, cubes: Counts, row: number): { seat: number; count: number }[] {
  const seats = state.players.length
  const list: { seat: number; count: number }[] = []
  for (let seat = 0; seat < seats; seat++) {
    const count = itemAt(cubes, row * seats + seat)
    if (count > 0) list.push({ seat, count })
  }
  return list
}

function countryMarkersView(state: State, { figures }: Board, takers: Takers, index: number): View['countryMarkers'][number] {
  const country = countryAt(index)
  const { higher, lower } = figures.countryMarkers[country]
  return { country, higher, lower, taken: itemAt(state.countryMarkersTaken, index), takers: takersOf(takers, 'country', country) }
}

function epochMarkersView(
  state: State,
  board: Board,
  takers: Takers,
  epoch: number,
  country: Country,
): View['epochMarkers'][number] {
  const { higher, lower } = epochMarkersOf(board, epoch, country)
  const awarded = epoch <= state.epochsScored ? 2 - removedIn(state, epoch, country) : null
  return { epoch, country, higher, lower, awarded, takers: takersOf(takers, 'epoch', epochMarkerName(epoch, country)) }
}

function removedIn(state: State, epoch: number, country: Country): number {
  const of = epochMarkerName(epoch, country)
  return state.removed.filter((marker) => marker.kind === 'epoch' && marker.of === of).length
}

function playerView(state: State, seat: number, open: boolean): View['players'][number] {
  const player = playerAt(state, seat)
  return {
    seat,
    colour: itemAt(coloursOf(state.options, state.players.length), seat),
    cubes: player.cubes,
    cardCount: cardCount(player),
    intrigueCount: intrigueCount(player),
    shown: countryCards(player.shown),
    markerCount: player.markers.length,
    hand: open ? { cards: countryCards(player.cards), intrigue: intrigueCards(player.intrigue) } : null,
    markers: open ? player.markers.map((marker) => ({ ...marker })) : null,
    points: open ? pointsOf(player) : null,
    left: hasLeft(state, seat),
  }
}

/** Only cards drawn blind are hidden: everybody sees a card that is laid down, or taken from the display. */
export function notice(event: Event, viewer: Viewer): Notice {
  switch (event.type) {
    case 'DisplayFilled':
      return { type: event.type, countries: event.pieces.map((piece) => countryAt(kindOf(piece))) }
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
