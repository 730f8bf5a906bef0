/** Situations of Royals, set up without the events that lead to them. Cards are letters: F, G, B, S; intrigue cards are pairs: FG. */
import { itemAt, numberAt } from '../../../src/games/lists.js'
import { boardOf, findCity, findPosition } from '../../../src/games/royals/board.js'
import {
  type CountryCards,
  countPile,
  countryCards,
  countryPile,
  type IntrigueCards,
  intrigueCards,
  intriguePile,
} from '../../../src/games/royals/cards.js'
import { COUNTRIES, type Country, PAIRS, TITLES, type Title } from '../../../src/games/royals/content.js'
import { royals, type Types } from '../../../src/games/royals/index.js'
import type { Event, Marker, Move, Options } from '../../../src/games/royals/schema.js'
import type { State } from '../../../src/games/royals/state.js'
import type { DrawOption, Source } from '../../../src/games/royals/vocabulary.js'
import { given, type Situation, situation } from '../../support/scenario.js'

const LETTERS = ['F', 'G', 'B', 'S']
const PAIR_LETTERS = ['FG', 'FB', 'FS', 'GB', 'GS', 'BS']

/** `FFG`: two cards of France and one of the German States. */
export const counts = (letters: string): number[] => LETTERS.map((letter) => letters.split(letter).length - 1)
/** `FG FG BS`: two intrigue cards France/German States and one Britain/Spain. */
export const pairCounts = (pairs: string): number[] =>
  PAIR_LETTERS.map((pair) => pairs.split(/\s+/).filter((one) => one === pair).length)
export const cards = (letters: string): CountryCards => countryCards(counts(letters))
export const intrigue = (pairs: string): IntrigueCards => intrigueCards(pairCounts(pairs))

export interface Arrangement {
  readonly seats?: number
  readonly options?: Partial<Options>
  readonly hands?: readonly string[]
  readonly intrigue?: readonly string[]
  readonly display?: string
  /** Country and intrigue cards left to draw. */
  readonly deck?: string
  readonly intrigueDeck?: string
  readonly discard?: string
  readonly intrigueDiscard?: string
  /** `{ 'king Madrid': 1 }`: who holds what. Every holder has its cube on the title marker too. */
  readonly held?: Readonly<Record<string, number>>
  /** `{ London: [1, 1] }`: displaced cubes by city. */
  readonly displaced?: Readonly<Record<string, readonly number[]>>
  /** `{ duke: [2, 0] }`: cubes on title markers by seat, beyond those of the holders. */
  readonly titles?: { readonly [title in Title]?: readonly number[] }
  readonly cubes?: readonly number[]
  readonly markers?: readonly (readonly number[])[]
  readonly change?: Partial<State>
}

/** By default seat 0 is on turn in the second round and about to play. */
export function arranged(setting: Arrangement = {}): Situation<Types> {
  const { seats = 2, options = {}, change = {} } = setting
  const begun = given(royals, { seats, options }, { type: 'MatchBegan', starter: 0 }).state
  const players = begun.players.map((player, seat) => ({
    ...player,
    cards: counts(setting.hands?.[seat] ?? ''),
    intrigue: pairCounts(setting.intrigue?.[seat] ?? ''),
    cubes: setting.cubes?.[seat] ?? player.cubes,
    markers: (setting.markers?.[seat] ?? []).map((points): Marker => ({ kind: 'city', of: `city ${points}`, points })),
  }))
  return situation(royals, {
    ...begun,
    round: 2,
    turn: 0,
    stage: 'play',
    players,
    display: letters(setting.display ?? 'FGB'),
    ...(setting.deck === undefined ? {} : { countryDeck: countryPile(counts(setting.deck)) }),
    ...(setting.intrigueDeck === undefined ? {} : { intrigueDeck: intriguePile(pairCounts(setting.intrigueDeck)) }),
    countryDiscard: counts(setting.discard ?? ''),
    intrigueDiscard: pairCounts(setting.intrigueDiscard ?? ''),
    ...cubesOn(begun, setting),
    ...change,
  })
}

const letters = (text: string): number[] => [...text].map((letter) => LETTERS.indexOf(letter))

function cubesOn(state: State, { held = {}, displaced = {}, titles = {} }: Arrangement): Partial<State> {
  const board = boardOf(state.options)
  const seats = state.players.length
  const holders = [...state.holders]
  const titleCubes = [...state.titleCubes]
  const fields = [...state.displaced]
  const add = (list: number[], row: number, seat: number, count = 1): void => {
    list[row * seats + seat] = numberAt(list, row * seats + seat) + count
  }
  for (const [name, seat] of Object.entries(held)) {
    const { city, title } = position(name)
    holders[findPosition(board, city, title)] = seat
    add(titleCubes, TITLES.indexOf(title), seat)
  }
  for (const [city, owners] of Object.entries(displaced)) for (const seat of owners) add(fields, findCity(board, city), seat)
  for (const title of TITLES)
    for (const [seat, count] of (titles[title] ?? []).entries()) add(titleCubes, TITLES.indexOf(title), seat, count)
  return { holders, titleCubes, displaced: fields }
}

export const draw = (...sources: Source[]): Move => ({ type: 'draw', sources })
export const drawWith = (option: DrawOption, ...sources: Source[]): Move => ({ type: 'draw', option, sources })
export const three = (...sources: Source[]): Move => drawWith('threeCountryCards', ...sources)
export const two = (...sources: Source[]): Move => drawWith('countryAndIntrigue', ...sources)

/** `duke Berlin`: the city need not be on the board. */
function position(name: string): { city: string; title: Title } {
  const [first = '', city = ''] = name.split(' ')
  const title = TITLES.find((one) => one === first)
  if (!title) throw new Error(`${name} does not begin with a title`)
  return { city, title }
}
/** `claim('duke Berlin', 'GGGG')`; without cards the payment is left out. */
export const claim = (name: string, paid?: string): Move =>
  paid === undefined ? { type: 'claim', ...position(name) } : { type: 'claim', ...position(name), cards: cards(paid) }
export const takeOver = (name: string, paid?: string, pairs?: string): Move => ({
  type: 'takeOver',
  ...position(name),
  ...(paid === undefined ? {} : { cards: cards(paid) }),
  ...(pairs === undefined ? {} : { intrigue: intrigue(pairs) }),
})
export const endPlay: Move = { type: 'endPlay' }
export const discard = (letters: string, pairs = ''): Move => ({
  type: 'discard',
  cards: cards(letters),
  intrigue: intrigue(pairs),
})

export const claimed = (seat: number, name: string, paid: string): Event => ({
  type: 'PositionClaimed',
  seat,
  ...position(name),
  cards: cards(paid),
})
export const takenOver = (seat: number, name: string, from: number, paid: string, pairs: string): Event => ({
  type: 'PositionTakenOver',
  seat,
  ...position(name),
  from,
  cards: cards(paid),
  intrigue: intrigue(pairs),
})
export const discarded = (seat: number, letters: string, pairs = ''): Event => ({
  type: 'CardsDiscarded',
  seat,
  cards: cards(letters),
  intrigue: intrigue(pairs),
})
export const ended = (seat: number, surplusCards = 0, surplusIntrigue = 0): Event => ({
  type: 'PlayEnded',
  seat,
  surplusCards,
  surplusIntrigue,
})
export const turn = (seat: number, round: number, firstDraw: number | null = null): Event => ({
  type: 'TurnBegan',
  seat,
  round,
  firstDraw,
})
export const cityMarker = (seat: number, city: string, points: number): Event => ({ type: 'CityMarkerTaken', seat, city, points })
export const countryMarker = (seat: number, country: Country, points: number): Event => ({
  type: 'CountryMarkerTaken',
  seat,
  country,
  points,
})
export const nobleHouse = (seat: number, points: number): Event => ({ type: 'NobleHouseMarkerTaken', seat, points })

export const hand = (table: Situation<Types>, seat: number): string => spelt(table.state.players[seat]?.cards ?? [], LETTERS)
export const spelt = (list: readonly number[], names: readonly string[] = LETTERS): string =>
  list.map((count, kind) => itemAt(names, kind).repeat(count)).join('')
export const deckOf = (table: Situation<Types>): string => spelt(countPile(table.state.countryDeck, COUNTRIES.length))
export const pairsOf = (list: readonly number[]): string =>
  list.flatMap((count, kind) => Array(count).fill(PAIR_LETTERS[kind])).join(' ')
export const intrigueDeckOf = (table: Situation<Types>): string => pairsOf(countPile(table.state.intrigueDeck, PAIRS.length))
export const types = (events: readonly { type: string }[]): string[] => events.map(({ type }) => type)
/** A refused move leaves the state as it was. */
export function unchanged(table: Situation<Types>, attempt: () => unknown): void {
  const before = JSON.stringify(table.state)
  attempt()
  if (JSON.stringify(table.state) !== before) throw new Error('a refused move has changed the state')
}
