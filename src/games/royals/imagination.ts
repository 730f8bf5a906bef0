/** Worlds that fit a view: the unseen cards are dealt at random, and so are the markers whose owner the view does not name. */
import type { Dice } from '../contract.js'
import { boardOf, citiesIn, findPlace } from './board.js'
import { hasEveryTitle, isInEveryCity, isPresent } from './bonuses.js'
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
import { type ByCountry, COUNTRIES, type Country, EPOCH_YEARS, EPOCHS, type MarkerPair, PAIRS } from './content.js'
import type { Options } from './options.js'
import { dealMarkers, type MarkerGroup } from './ownership.js'
import type { Content } from './pack.js'
import type { Marker, View } from './schema.js'
import { initial, type Player, type State } from './state.js'

export function imagine(seen: View, _seat: number, dice: Dice): State {
  const options = optionsIn(seen)
  const table: State = {
    ...initial(options, seen.players.length),
    ...course(seen),
    ...cubes(seen, options),
    ...dealCards(seen, dice),
  }
  const groups = markerGroups(seen, table)
  const room = seen.players.map(({ markers, markerCount }) => (markers ? 0 : markerCount))
  const dealt = dealMarkers(groups, room, dice)
  const players = table.players.map((player, seat) => ({
    ...player,
    markers: seen.players[seat]?.markers ?? (dealt[seat] as Marker[]),
  }))
  return { ...table, players }
}

function optionsIn(seen: View): Options {
  const { ownFigures, ...options } = seen.options
  return ownFigures ? { ...options, content: figuresIn(seen) } : options
}

function figuresIn(seen: View): Content {
  const markers = (rows: readonly ({ country: string } & MarkerPair)[]): ByCountry<MarkerPair> =>
    Object.fromEntries(rows.map(({ country, higher, lower }) => [country, { higher, lower }])) as ByCountry<MarkerPair>
  return {
    titles: seen.titles.map(({ title, needed, value }) => ({
      title,
      cards: needed,
      points: value,
    })),
    cities: seen.cities.map(({ city, country, bonus, positions }) => ({
      city,
      country,
      bonus,
      positions: positions.map(({ title, influence }) => ({
        title,
        influence,
      })),
    })),
    countryMarkers: markers(seen.countryMarkers),
    nobleHouseMarkers: seen.nobleHouses.values,
    epochMarkers: Array.from({ length: EPOCHS }, (_, index) =>
      markers(seen.epochMarkers.filter(({ epoch }) => epoch === index + 1)),
    ),
  }
}

function course(seen: View): Partial<State> {
  return {
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
    removed: [...seen.epochMarkers.flatMap(removedMarkers), ...removedTitles(seen)],
    left: seen.leftInOrder,
    places: seen.places,
  }
}

const epochMarker = ({ country, epoch }: { country: string; epoch: number }, points: number): Marker => ({
  kind: 'epoch',
  of: `${country} ${EPOCH_YEARS[epoch - 1]}`,
  points,
})
const removedMarkers = (row: View['epochMarkers'][number]): Marker[] =>
  row.awarded === null ? [] : [row.higher, row.lower].slice(row.awarded).map((points) => epochMarker(row, points))

/** Titles are scored with the third epoch; then every marker lies open. */
function removedTitles({ titles, players, epochMarkers }: View): Marker[] {
  if (epochMarkers.some(({ awarded }) => awarded === null)) return []
  const owned = new Set(players.flatMap(({ markers }) => markers ?? []).map(({ of }) => of))
  return titles.filter(({ title }) => !owned.has(title)).map(({ title, value }) => ({ kind: 'title', of: title, points: value }))
}

function cubes(seen: View, options: Options): Partial<State> {
  const board = boardOf(options)
  const seats = seen.players.length
  const holders = board.places.map(() => -1)
  for (const { city, positions } of seen.cities)
    for (const { title, holder } of positions) holders[findPlace(board, city, title)] = holder ?? -1
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
    const { hand } = player
    return {
      cards: hand ? countsOfCountries(hand.cards) : plus(shown, deal(cards, player.cardCount - total(shown), COUNTRIES.length)),
      intrigue: hand ? countsOfPairs(hand.intrigue) : deal(intrigue, player.intrigueCount, PAIRS.length),
      shown,
      cubes: player.cubes,
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

/** The markers that have left the board and are not known to be anybody's. */
function markerGroups(seen: View, table: State): MarkerGroup[] {
  const known = seen.players.flatMap(({ markers }) => markers ?? [])
  const isKnown = (marker: Marker): boolean =>
    known.some(({ kind, of, points }) => kind === marker.kind && of === marker.of && points === marker.points)
  const hidden = seen.players.flatMap(({ seat, markers }) => (markers ? [] : [seat]))
  return takenMarkers(seen, table)
    .map(({ markers, mayHave }) => ({
      markers: markers.filter((one) => !isKnown(one)),
      eligible: hidden.filter(mayHave),
    }))
    .filter(({ markers }) => markers.length > 0)
}

interface TakenMarkers {
  readonly markers: readonly Marker[]
  readonly mayHave: (seat: number) => boolean
}

/** Where a seat has been it still has a cube, so presence tells who can have taken what. */
function takenMarkers(seen: View, table: State): TakenMarkers[] {
  const board = boardOf(table.options)
  const isIn = (country: Country) => (seat: number) =>
    citiesIn(board, countryIndex(country)).some((city) => isPresent(table, board, seat, city))
  return [
    ...seen.cities.map(({ city, bonus, markerTaken }, index) => ({
      markers: markerTaken ? [{ kind: 'city' as const, of: city, points: bonus }] : [],
      mayHave: (seat: number) => isPresent(table, board, seat, index),
    })),
    ...seen.countryMarkers.map(({ country, higher, lower, taken }, index) => ({
      markers: [higher, lower].slice(0, taken).map((points) => ({ kind: 'country' as const, of: country, points })),
      mayHave: (seat: number) => isInEveryCity(table, board, seat, index),
    })),
    {
      markers: seen.nobleHouses.values.slice(0, seen.nobleHouses.taken).map((points) => ({
        kind: 'nobleHouse' as const,
        of: 'nobleHouse',
        points,
      })),
      mayHave: (seat: number) => hasEveryTitle(table, seat),
    },
    ...seen.epochMarkers.map((row) => ({
      markers: [row.higher, row.lower].slice(0, row.awarded ?? 0).map((points) => epochMarker(row, points)),
      mayHave: isIn(row.country),
    })),
  ]
}
