/** A full state that one seat cannot tell from the true one: hidden cards are dealt at random, markers are with whoever was seen to take them. */
import type { Dice } from '../contract.js'
import { itemAt, numberAt, packed, packedNumbers } from '../lists.js'
import {
  countryIndex,
  countryPile,
  countsOfCountries,
  countsOfPairs,
  intriguePile,
  NO_COUNTRY_CARDS,
  NO_INTRIGUE_CARDS,
  plus,
  repeated,
  total,
} from './cards.js'
import { type ByCountry, type Country, EPOCHS, type MarkerPair } from './content.js'
import { type Dealt, dealt, type Unseen, unseenOf } from './dealing.js'
import { epochMarker, markersIn } from './markers.js'
import type { HiddenHand } from './must-have-held.js'
import type { Content } from './pack.js'
import type { Marker, Options, View } from './schema.js'
import { copyOf, type Player, type State, trailsOf } from './state.js'
import { NO_TRAILS, type Trail, type Trails } from './trails.js'

export function imagine(seen: View, _seat: number, dice: Dice): State {
  const { state, hidden, cards, intrigue } = frameOf(seen)
  const dealtCards = dealt(dice, 'imagined country cards', cards)
  const dealtIntrigue = dealt(dice, 'imagined intrigue cards', intrigue)
  const world = copyOf(state)
  world.countryDeck = countryPile(dealtCards.deck)
  world.intrigueDeck = intriguePile(dealtIntrigue.deck)
  const players = state.players.slice()
  for (let hand = 0; hand < hidden.length; hand++) {
    const seat = numberAt(hidden, hand)
    players[seat] = imaginedPlayer(itemAt(players, seat), hand, dealtCards, dealtIntrigue)
  }
  world.players = players
  return world
}

/** What a view tells: all but the hidden cards. */
interface Frame {
  readonly state: State
  /** The seats whose hands the viewer does not see. */
  readonly hidden: readonly number[]
  readonly cards: Unseen
  readonly intrigue: Unseen
}

/** A view never changes, and a search imagines many worlds from one: they share what is the same in all of them. */
const known = new WeakMap<View, Frame>()

function frameOf(seen: View): Frame {
  const found = known.get(seen)
  if (found) return found
  const state = seenState(seen)
  const hidden = seen.players.flatMap(({ hand, seat }) => (hand ? [] : [seat]))
  const frame = { state, hidden, cards: unseenCards(seen, state, hidden), intrigue: unseenIntrigue(seen, state, hidden) }
  known.set(seen, frame)
  return frame
}

/** The state as far as the view tells it: decks and hidden hands are empty. */
function seenState(seen: View): State {
  const seats = seen.players.length
  return {
    options: optionsIn(seen),
    epoch: seen.epoch,
    epochsScored: epochsScored(seen),
    starter: seen.starter ?? -1,
    round: seen.round,
    lastRound: seen.lastRound,
    turn: seen.turn ?? -1,
    stage: seen.stage ?? 'draw',
    drawOption: seen.drawOption,
    owedCards: seen.owedCards,
    owedIntrigue: seen.owedIntrigue,
    countryDeck: [],
    countryShuffle: seen.countryShuffle,
    display: packedNumbers(seen.display.map(countryIndex)),
    countryDiscard: countsOfCountries(seen.countryDiscard),
    intrigueDeck: [],
    intrigueShuffle: seen.intrigueShuffle,
    intrigueDiscard: countsOfPairs(seen.intrigueDiscard),
    holders: packedNumbers(seen.cities.flatMap(({ positions }) => positions.map(({ holder }) => holder ?? -1))),
    displaced: cubesBySeat(seen.cities, seats, ({ displaced }) => displaced),
    titleCubes: cubesBySeat(seen.titles, seats, ({ cubes }) => cubes),
    countryMarkersTaken: packedNumbers(seen.countryMarkers.map(({ taken }) => taken)),
    nobleHousesTaken: seen.nobleHouses.taken,
    removed: packed([...seen.epochMarkers.flatMap(removedEpochMarkers), ...removedTitleMarkers(seen)]),
    players: packed(seenPlayers(seen)),
    left: seen.leftInOrder,
    places: seen.places,
  }
}

function optionsIn(seen: View): Options {
  const { ownFigures, ...chosen } = seen.options
  return ownFigures ? { ...chosen, content: figuresIn(seen) } : chosen
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

function epochsScored({ epochMarkers }: View): number {
  let scored = 0
  for (const { epoch, awarded } of epochMarkers) if (awarded !== null) scored = epoch
  return scored
}

const removedEpochMarkers = ({ epoch, country, higher, lower, awarded }: View['epochMarkers'][number]): Marker[] =>
  awarded === null ? [] : [higher, lower].slice(awarded).map((points) => epochMarker(epoch, country, points))

/** Titles are scored after the third epoch, at the end of the match; then the view shows every marker. */
function removedTitleMarkers({ titles, players, epochMarkers }: View): Marker[] {
  if (epochMarkers.some(({ awarded }) => awarded === null)) return []
  const owned = new Set(players.flatMap(({ markers }) => markers ?? []).map(({ of }) => of))
  return titles.filter(({ title }) => !owned.has(title)).map(({ title, value }) => ({ kind: 'title', of: title, points: value }))
}

type Cubes = readonly { readonly seat: number; readonly count: number }[]

/** One number for each row and seat, as the state has them. */
function cubesBySeat<Row>(rows: readonly Row[], seats: number, cubesOn: (row: Row) => Cubes): number[] {
  const counts = repeated(rows.length * seats, 0)
  rows.forEach((row, index) => {
    for (const { seat, count } of cubesOn(row)) counts[index * seats + seat] = count
  })
  return counts
}

const unseenCards = (seen: View, { players }: State, hidden: readonly number[]): Unseen =>
  unseenOf(
    countsOfCountries(seen.unseenCards),
    countsOfCountries(seen.heldUnseen.cards),
    hidden.map((seat) => {
      const { cardCount, sinceShuffle } = itemAt(seen.players, seat)
      const player = itemAt(players, seat)
      return hiddenHand(cardCount - total(player.shown), sinceShuffle.cards?.count ?? 0, trailsOf(player).cards)
    }),
  )

const unseenIntrigue = (seen: View, { players }: State, hidden: readonly number[]): Unseen =>
  unseenOf(
    countsOfPairs(seen.unseenIntrigue),
    countsOfPairs(seen.heldUnseen.intrigue),
    hidden.map((seat) => {
      const { intrigueCount, sinceShuffle } = itemAt(seen.players, seat)
      return hiddenHand(intrigueCount, sinceShuffle.intrigue?.count ?? 0, trailsOf(itemAt(players, seat)).intrigue)
    }),
  )

const hiddenHand = (count: number, atShuffle: number, trail: Trail): HiddenHand => ({
  count,
  atShuffle,
  laid: trail.laid,
  proofs: trail.proofs,
})

function seenPlayers(seen: View): Player[] {
  const markers = markersIn(seen)
  return seen.players.map(({ hand, shown: open, cubes, sinceShuffle }, seat) => {
    const shown = countsOfCountries(open)
    return {
      cards: hand ? countsOfCountries(hand.cards) : shown,
      intrigue: hand ? countsOfPairs(hand.intrigue) : NO_INTRIGUE_CARDS,
      shown,
      cubes,
      markers: itemAt(markers, seat),
      older: seenTrails(sinceShuffle),
    }
  })
}

/** What was held is empty if the viewer may not see it. */
const seenTrails = ({ cards, intrigue }: View['players'][number]['sinceShuffle']): Trails => ({
  cards: cards
    ? {
        held: cards.held ? countsOfCountries(cards.held) : NO_COUNTRY_CARDS,
        laid: countsOfCountries(cards.laid),
        proofs: packed(cards.proofs.map(({ count, among }) => ({ count, among: countsOfCountries(among) }))),
      }
    : NO_TRAILS.cards,
  intrigue: intrigue
    ? {
        held: intrigue.held ? countsOfPairs(intrigue.held) : NO_INTRIGUE_CARDS,
        laid: countsOfPairs(intrigue.laid),
        proofs: packed(intrigue.proofs.map(({ count, among }) => ({ count, among: countsOfPairs(among) }))),
      }
    : NO_TRAILS.intrigue,
})

function imaginedPlayer(player: Player, hand: number, cards: Dealt, intrigue: Dealt): Player {
  const trails = trailsOf(player)
  return {
    cards: plus(player.shown, itemAt(cards.hands, hand)),
    intrigue: itemAt(intrigue.hands, hand),
    shown: player.shown,
    cubes: player.cubes,
    markers: player.markers,
    older: {
      cards: { held: itemAt(cards.held, hand), laid: trails.cards.laid, proofs: trails.cards.proofs },
      intrigue: { held: itemAt(intrigue.held, hand), laid: trails.intrigue.laid, proofs: trails.intrigue.proofs },
    },
  }
}
