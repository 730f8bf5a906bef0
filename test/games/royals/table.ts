/** Positions of Royals, arranged without the long way that leads to them. Cards are letters: F, G, B, S; intrigue cards are pairs: FG. */
import type { Game } from '../../../src/games/contract.js'
import { boardOf, findPosition } from '../../../src/games/royals/board.js'
import {
  type CountryCards,
  countPile,
  countryCards,
  countryPile,
  type IntrigueCards,
  intrigueCards,
  intriguePile,
} from '../../../src/games/royals/cards.js'
import { COUNTRIES, PAIRS, TITLES } from '../../../src/games/royals/content.js'
import { royals } from '../../../src/games/royals/index.js'
import type { DrawOption, Event, Marker, Move, Options, Source } from '../../../src/games/royals/schema.js'
import type { State } from '../../../src/games/royals/state.js'
import { given, move, type Outcome, type Script, type Situation, situation } from '../../support/scenario.js'

type Types = typeof royals extends Game<infer T> ? T : never
export type Table = Situation<Types>

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
  readonly titles?: Readonly<Record<string, readonly number[]>>
  readonly cubes?: readonly number[]
  readonly markers?: readonly (readonly number[])[]
  readonly change?: Partial<State>
}

/** Seat 0 is in the second round and about to play, unless told otherwise. */
export function arranged(setting: Arrangement = {}): Table {
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
  const add = (list: number[], index: number, count = 1): void => {
    list[index] = (list[index] as number) + count
  }
  for (const [name, seat] of Object.entries(held)) {
    const [title, city] = name.split(' ') as [string, string]
    holders[findPosition(board, city, title)] = seat
    add(titleCubes, TITLES.indexOf(title as (typeof TITLES)[number]) * seats + seat)
  }
  for (const [city, owners] of Object.entries(displaced))
    for (const seat of owners) add(fields, (board.cityByName.get(city) as number) * seats + seat)
  for (const [title, bySeat] of Object.entries(titles))
    for (const [seat, count] of bySeat.entries())
      add(titleCubes, TITLES.indexOf(title as (typeof TITLES)[number]) * seats + seat, count)
  return { holders, titleCubes, displaced: fields }
}

export const play = (table: Table, seat: number, chosen: Move, script: Script = {}): Outcome<Types> =>
  table.when(move(seat, chosen), script)

export const draw = (...sources: Source[]): Move => ({ type: 'draw', sources })
export const drawWith = (option: DrawOption, ...sources: Source[]): Move => ({ type: 'draw', option, sources })
export const three = (...sources: Source[]): Move => drawWith('threeCountryCards', ...sources)
export const two = (...sources: Source[]): Move => drawWith('countryAndIntrigue', ...sources)

type TitleName = (typeof TITLES)[number]
const position = (name: string): { city: string; title: TitleName } => {
  const [title, city] = name.split(' ') as [TitleName, string]
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
export const countryMarker = (seat: number, country: (typeof COUNTRIES)[number], points: number): Event => ({
  type: 'CountryMarkerTaken',
  seat,
  country,
  points,
})
export const nobleHouse = (seat: number, points: number): Event => ({ type: 'NobleHouseMarkerTaken', seat, points })

export const hand = (table: Table, seat: number): string => spelt(table.state.players[seat]?.cards ?? [], LETTERS)
export const spelt = (list: readonly number[], names: readonly string[] = LETTERS): string =>
  list.map((count, kind) => (names[kind] as string).repeat(count)).join('')
export const deckOf = (table: Table): string => spelt(countPile(table.state.countryDeck, COUNTRIES.length))
export const pairsOf = (list: readonly number[]): string =>
  list.flatMap((count, kind) => Array(count).fill(PAIR_LETTERS[kind])).join(' ')
export const intrigueDeckOf = (table: Table): string => pairsOf(countPile(table.state.intrigueDeck, PAIRS.length))
export const types = (events: readonly { type: string }[]): string[] => events.map(({ type }) => type)
/** What a move is refused for leaves everything as it was. */
export const unchanged = (table: Table, attempt: () => unknown): void => {
  const before = JSON.stringify(table.state)
  attempt()
  if (JSON.stringify(table.state) !== before) throw new Error('a refused move has changed the table')
}
