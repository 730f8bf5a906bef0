/** A full state that one seat cannot tell from the true one: hidden cards are dealt at random, markers are with whoever was seen to take them. */
import type { Dice } from '../contract.js'
import { itemAt } from '../lists.js'
import { boardOf, findPosition } from './board.js'
import {
  type Counts,
  countPile,
  countryIndex,
  countryPile,
  countsOfCountries,
  countsOfPairs,
  intriguePile,
  plus,
  total,
} from './cards.js'
import { type ByCountry, COUNTRIES, type Country, EPOCHS, type MarkerPair, PAIRS } from './content.js'
import { epochMarker, markersIn } from './markers.js'
import type { Content } from './pack.js'
import type { Marker, Options, View } from './schema.js'
import { initial, type Player, type State } from './state.js'

export function imagine(seen: View, _seat: number, dice: Dice): State {
  const options = optionsIn(seen)
  const state: State = {
    ...initial(options, seen.players.length),
    ...course(seen),
    ...cubes(seen, options),
    ...dealCards(seen, dice),
  }
  const markers = markersIn(seen)
  const players = state.players.map((player, seat) => ({ ...player, markers: itemAt(markers, seat) }))
  return { ...state, players }
}

function optionsIn(seen: View): Options {
  const { ownFigures, ...options } = seen.options
  return ownFigures ? { ...options, content: figuresIn(seen) } : options
}

const figuresIn = (seen: View): Content => ({
  titles: seen.titles.map(({ title, needed, value }) => ({ title, cards: needed, points: value })),
  cities: seen.cities.map(({ city, country, bonus, positions }) => ({
    city,
    country,
    bonus,
    positions: positions.map(({ title, influence }) => ({ title, influence })),
  })),
  countryMarkers: byCountry(seen.countryMarkers),
  nobleHouseMarkers: seen.nobleHouses.values,
  epochMarkers: Array.from({ length: EPOCHS }, (_, index) =>
    byCountry(seen.epochMarkers.filter(({ epoch }) => epoch === index + 1)),
  ),
})

/** The view lists the markers in the order of `COUNTRIES`. */
function byCountry(rows: readonly MarkerPair[]): ByCountry<MarkerPair> {
  const pairOf = (country: Country): MarkerPair => {
    const { higher, lower } = itemAt(rows, countryIndex(country))
    return { higher, lower }
  }
  return { france: pairOf('france'), germanStates: pairOf('germanStates'), britain: pairOf('britain'), spain: pairOf('spain') }
}

const course = (seen: View): Partial<State> => ({
  epoch: seen.epoch,
  epochsScored: Math.max(0, ...seen.epochMarkers.map(({ epoch, awarded }) => (awarded === null ? 0 : epoch))),
  starter: seen.starter ?? -1,
  round: seen.round,
  lastRound: seen.lastRound,
  turn: seen.turn ?? -1,
  stage: seen.stage ?? 'draw',
  drawOption: seen.drawOption,
  owedCards: seen.owedCards,
  owedIntrigue: seen.owedIntrigue,
  display: seen.display.map(countryIndex),
  countryShuffle: seen.countryShuffle,
  countryDiscard: countsOfCountries(seen.countryDiscard),
  intrigueShuffle: seen.intrigueShuffle,
  intrigueDiscard: countsOfPairs(seen.intrigueDiscard),
  countryMarkersTaken: seen.countryMarkers.map(({ taken }) => taken),
  nobleHousesTaken: seen.nobleHouses.taken,
  removed: [...seen.epochMarkers.flatMap(removedEpochMarkers), ...removedTitleMarkers(seen)],
  left: seen.leftInOrder,
  places: seen.places,
})

const removedEpochMarkers = ({ epoch, country, higher, lower, awarded }: View['epochMarkers'][number]): Marker[] =>
  awarded === null ? [] : [higher, lower].slice(awarded).map((points) => epochMarker(epoch, country, points))

/** Titles are scored after the third epoch, at the end of the match; then the view shows every marker. */
function removedTitleMarkers({ titles, players, epochMarkers }: View): Marker[] {
  if (epochMarkers.some(({ awarded }) => awarded === null)) return []
  const owned = new Set(players.flatMap(({ markers }) => markers ?? []).map(({ of }) => of))
  return titles.filter(({ title }) => !owned.has(title)).map(({ title, value }) => ({ kind: 'title', of: title, points: value }))
}

function cubes(seen: View, options: Options): Partial<State> {
  const board = boardOf(options)
  const seats = seen.players.length
  const holders = board.positions.map(() => -1)
  for (const { city, positions } of seen.cities)
    for (const { title, holder } of positions) holders[findPosition(board, city, title)] = holder ?? -1
  const rows = (list: readonly (readonly { seat: number; count: number }[])[]): number[] =>
    list.flatMap((row) => Array.from({ length: seats }, (_, seat) => row.find((one) => one.seat === seat)?.count ?? 0))
  return {
    holders,
    displaced: rows(seen.cities.map(({ displaced }) => displaced)),
    titleCubes: rows(seen.titles.map((row) => row.cubes)),
  }
}

/** What is left when every hidden hand has got its cards is the deck. */
function dealCards(seen: View, dice: Dice): Pick<State, 'players' | 'countryDeck' | 'intrigueDeck'> {
  const cards = shuffled(dice, 'imagined country cards', countryPile(countsOfCountries(seen.unseenCards)))
  const intrigue = shuffled(dice, 'imagined intrigue cards', intriguePile(countsOfPairs(seen.unseenIntrigue)))
  const deal = (pile: string[], count: number, kinds: number): Counts => countPile(pile.splice(0, count), kinds)
  const players = seen.players.map((player): Player => {
    const shown = countsOfCountries(player.shown)
    const { hand, cardCount, intrigueCount, cubes } = player
    return {
      cards: hand ? countsOfCountries(hand.cards) : plus(shown, deal(cards, cardCount - total(shown), COUNTRIES.length)),
      intrigue: hand ? countsOfPairs(hand.intrigue) : deal(intrigue, intrigueCount, PAIRS.length),
      shown,
      cubes,
      markers: [],
    }
  })
  return {
    players,
    countryDeck: countryPile(countPile(cards, COUNTRIES.length)),
    intrigueDeck: intriguePile(countPile(intrigue, PAIRS.length)),
  }
}

const shuffled = (dice: Dice, label: string, cards: readonly string[]): string[] => dice.draw(label, cards, cards.length)
