/** How each event changes the state. No rule is judged here. */
import { type Draft, evolving, type OfType, type Recorders } from '../evolving.js'
import { changed, numberAt, renumbered, replaced } from '../lists.js'
import { playerAt } from '../seating.js'
import { boardOf, epochMarkersOf, findCity, findPosition, pointsOfTitle, positionAt } from './board.js'
import {
  type CountryCards,
  type Counts,
  countryIndex,
  countryPile,
  countsOfCountries,
  countsOfPairs,
  type IntrigueCards,
  intriguePile,
  kindOf,
  minus,
  NO_COUNTRY_CARDS,
  NO_INTRIGUE_CARDS,
  plus,
  total,
  withCountryCard,
  withIntrigueCard,
  without,
} from './cards.js'
import { CUBES_PER_CLAIM, cardsInPlay, EPOCHS, INTRIGUE_CARDS, TITLES } from './content.js'
import { cityMarker, countryMarker, epochMarker, nobleHouseMarker } from './markers.js'
import type { Event, Marker } from './schema.js'
import { copyOf, hiddenCards, type Player, type State, trailsOf } from './state.js'
import { laidCards, laidIntrigue, shuffledCards, shuffledIntrigue } from './trails.js'
import type { DrawOption } from './vocabulary.js'

const recorders: Recorders<State, Event> = {
  MatchBegan: (next, { starter }) => begin(next, starter),
  TurnBegan: (next, { seat, round, firstDraw }) => {
    next.turn = seat
    next.round = round
    next.stage = 'draw'
    owe(next, null, firstDraw ?? 0, 0)
  },
  DrawOptionChosen: (next, { option, owedCards, owedIntrigue }) => owe(next, option, owedCards, owedIntrigue),
  DisplayCardTaken: (next, { seat, country }) => takeOpenCard(next, seat, countryIndex(country)),
  CountryCardDrawn: (next, { seat, piece }) => drawBlind(next, seat, piece),
  IntrigueCardDrawn: (next, { seat, piece }) => drawIntrigue(next, seat, piece),
  IntrigueDeckRenewed: (next, { shuffle }) => {
    for (let seat = 0; seat < next.players.length; seat++) rememberIntrigue(draftPlayer(next, seat))
    next.intrigueDeck = intriguePile(next.intrigueDiscard)
    next.intrigueDiscard = NO_INTRIGUE_CARDS
    next.intrigueShuffle = shuffle
  },
  PositionClaimed: (next, event) => {
    const player = draftPlayer(next, event.seat)
    layDownCards(next, player, countsOfCountries(event.cards))
    occupy(next, player, event)
  },
  PositionTakenOver: (next, event) => {
    displace(next, event)
    occupy(next, layDown(next, event), event)
  },
  CityMarkerTaken: (next, { seat, city, points }) => giveMarker(next, seat, cityMarker(city, points)),
  CountryMarkerTaken: (next, { seat, country, points }) => {
    next.countryMarkersTaken = changed(next.countryMarkersTaken, countryIndex(country), 1)
    giveMarker(next, seat, countryMarker(country, points))
  },
  NobleHouseMarkerTaken: (next, { seat, points }) => {
    next.nobleHousesTaken += 1
    giveMarker(next, seat, nobleHouseMarker(points))
  },
  PlayEnded: (next) => {
    next.stage = 'discard'
  },
  CardsDiscarded: (next, event) => {
    layDown(next, event)
  },
  DisplayFilled: (next, { pieces }) => {
    const display = next.display.slice()
    for (const piece of pieces) display.push(kindOf(piece))
    next.display = display
    next.countryDeck = without(next.countryDeck, ...pieces)
  },
  CountryDeckRenewed: (next, { shuffle }) => {
    for (let seat = 0; seat < next.players.length; seat++) rememberCards(draftPlayer(next, seat))
    next.countryDeck = countryPile(next.countryDiscard)
    next.countryDiscard = NO_COUNTRY_CARDS
    next.countryShuffle = shuffle
  },
  CountryScored: (next, event) => scoreCountry(next, event),
  EpochEnded: (next, { epoch }) => {
    next.epoch = Math.min(EPOCHS, epoch + 1)
    next.epochsScored = epoch
  },
  LastRoundBegan: (next) => {
    next.lastRound = true
  },
  TitleScored: (next, event) => scoreTitle(next, event),
  SeatLeft: (next, event) => {
    next.left = [...next.left, event.seat]
    layDown(next, event)
  },
  MatchEnded: (next, { places }) => {
    next.places = places
    next.players = next.players.map(({ older: _, ...player }) => player)
    next.turn = -1
    next.stage = 'draw'
    owe(next, null, 0, 0)
  },
}

export const evolve = evolving(copyOf, recorders)

function begin(next: Draft<State>, starter: number): void {
  next.epoch = 1
  next.starter = starter
  next.countryDeck = countryPile(cardsInPlay(next.players.length))
  next.countryShuffle = 1
  next.intrigueDeck = intriguePile(INTRIGUE_CARDS)
  next.intrigueShuffle = 1
}

function owe(next: Draft<State>, option: DrawOption | null, cards: number, intrigue: number): void {
  next.drawOption = option
  next.owedCards = cards
  next.owedIntrigue = intrigue
}

/** A copy of the player in the draft, to be written to. */
function draftPlayer(next: Draft<State>, seat: number): Draft<Player> {
  const { cards, intrigue, shown, cubes, markers, older } = playerAt(next, seat)
  const player = { cards, intrigue, shown, cubes, markers, older }
  next.players = replaced(next.players, seat, player)
  return player
}

function rememberCards(player: Draft<Player>): void {
  player.older = shuffledCards(trailsOf(player), hiddenCards(player))
}

function rememberIntrigue(player: Draft<Player>): void {
  player.older = shuffledIntrigue(trailsOf(player), player.intrigue)
}

/** The stage of playing begins once no card is owed. */
function playIfAllDrawn(next: Draft<State>): void {
  if (next.owedCards + next.owedIntrigue === 0) next.stage = 'play'
}

function takeOpenCard(next: Draft<State>, seat: number, country: number): void {
  const player = draftPlayer(next, seat)
  player.cards = withCountryCard(player.cards, country)
  player.shown = withCountryCard(player.shown, country)
  next.display = without(next.display, country)
  next.owedCards -= 1
  playIfAllDrawn(next)
}

function drawBlind(next: Draft<State>, seat: number, piece: string): void {
  const player = draftPlayer(next, seat)
  player.cards = withCountryCard(player.cards, kindOf(piece))
  next.countryDeck = without(next.countryDeck, piece)
  next.owedCards -= 1
  playIfAllDrawn(next)
}

function drawIntrigue(next: Draft<State>, seat: number, piece: string): void {
  const player = draftPlayer(next, seat)
  player.intrigue = withIntrigueCard(player.intrigue, kindOf(piece))
  next.intrigueDeck = without(next.intrigueDeck, piece)
  next.owedIntrigue -= 1
  playIfAllDrawn(next)
}

interface LaidDown {
  readonly seat: number
  readonly cards: CountryCards
  readonly intrigue: IntrigueCards
}

/** Cards go from a hand to the discard pile of their kind. */
function layDown(next: Draft<State>, { seat, cards, intrigue }: LaidDown): Draft<Player> {
  const player = draftPlayer(next, seat)
  layDownCards(next, player, countsOfCountries(cards))
  const paid = countsOfPairs(intrigue)
  player.intrigue = minus(player.intrigue, paid)
  if (next.intrigueShuffle > 1) player.older = laidIntrigue(trailsOf(player), paid, total(player.intrigue))
  next.intrigueDiscard = plus(next.intrigueDiscard, paid)
  return player
}

/** Cards of a kind are alike, so those that everybody knew of count as laid down first. */
function layDownCards(next: Draft<State>, player: Draft<Player>, cards: Counts): void {
  const shown = player.shown.slice()
  const hidden = cards.slice()
  for (let kind = 0; kind < shown.length; kind++) {
    const open = Math.min(numberAt(shown, kind), numberAt(cards, kind))
    shown[kind] = numberAt(shown, kind) - open
    hidden[kind] = numberAt(cards, kind) - open
  }
  player.cards = minus(player.cards, cards)
  player.shown = shown
  if (next.countryShuffle > 1) player.older = laidCards(trailsOf(player), hidden, total(player.cards) - total(player.shown))
  next.countryDiscard = plus(next.countryDiscard, cards)
}

interface OnPosition {
  readonly seat: number
  readonly city: string
  readonly title: string
}

/** One cube on the position, one on the title marker. */
function occupy(next: Draft<State>, player: Draft<Player>, { seat, city, title }: OnPosition): void {
  const board = boardOf(next.options)
  const position = findPosition(board, city, title)
  const onTitle = positionAt(board, position).title * next.players.length + seat
  next.holders = renumbered(next.holders, position, seat)
  next.titleCubes = changed(next.titleCubes, onTitle, 1)
  player.cubes -= CUBES_PER_CLAIM
}

/** The cube on the position moves to the city field; the one on the title marker stays. */
function displace(next: Draft<State>, { city, from }: { readonly city: string; readonly from: number }): void {
  const field = findCity(boardOf(next.options), city) * next.players.length + from
  next.displaced = changed(next.displaced, field, 1)
}

function giveMarker(next: Draft<State>, seat: number, marker: Marker): void {
  const player = draftPlayer(next, seat)
  player.markers = [...player.markers, marker]
}

/** The markers of the country for this epoch that nobody takes leave the game. */
function scoreCountry(next: Draft<State>, { epoch, country, awards }: OfType<Event, 'CountryScored'>): void {
  const { higher, lower } = epochMarkersOf(boardOf(next.options), epoch, country)
  for (const { seat, points } of awards) giveMarker(next, seat, epochMarker(epoch, country, points))
  const unawarded = [higher, lower].slice(awards.length).map((points) => epochMarker(epoch, country, points))
  next.removed = [...next.removed, ...unawarded]
}

function scoreTitle(next: Draft<State>, { title, awards }: OfType<Event, 'TitleScored'>): void {
  const kind = awards.length === 2 ? 'halfTitle' : 'title'
  for (const { seat, points } of awards) giveMarker(next, seat, { kind, of: title, points })
  if (awards.length > 0) return
  const points = pointsOfTitle(boardOf(next.options), TITLES.indexOf(title))
  next.removed = [...next.removed, { kind, of: title, points }]
}
