/** The state of a match, and plain questions about it. */
import type { Placing } from '../contract.js'
import type { Unfolding } from '../deciding.js'
import type { Draft } from '../evolving.js'
import type { Seated } from '../seating.js'
import type { Auction } from './auction.js'
import type { Amount, CardRow, Colour, Currency, Leader, Resource } from './cards.js'
import { catalogueOf, type Face } from './catalogue.js'
import { BUFFERS, EVENT_FIELDS, HAND_LIMIT, START_LEADERS } from './content.js'
import type { Event, Offer, Options, Placement, Stage } from './schema.js'

/** Resource markers of a seat, by kind. */
export type Stock = Readonly<Record<Resource, number>>

export interface Player {
  readonly stock: Stock
  /** Mayors without the buffers. */
  readonly leaders: Readonly<Record<Leader, number>>
  readonly points: number
  readonly hand: readonly string[]
  readonly inPlay: readonly string[]
  readonly passed: boolean
  readonly pair: readonly Resource[]
  /** Secret while the stage is `placement`; stays until the next round begins. */
  readonly placement: Placement | null
}

export interface State extends Seated<Player> {
  readonly options: Options
  readonly stage: Stage
  readonly round: number
  readonly order: readonly number[]
  readonly starter: number
  /** The seat that picks a pair, or whose action is being carried out, also while others bid or choose; -1 for none. */
  readonly turn: number
  readonly fields: readonly (string | null)[]
  readonly coming: readonly string[]
  /** Cards not yet drawn, in the order of the box: never in the order of drawing. */
  readonly deck: readonly string[]
  readonly discarded: readonly string[]
  readonly auction: Auction | null
  /** What a seat must choose before play goes on. */
  readonly choices: { readonly seat: number; readonly offers: readonly Offer[] } | null
  readonly places: readonly Placing[] | null
}

export type Play = Unfolding<State, Event>

export const NOTHING: Stock = { goods: 0, science: 0, culture: 0, religion: 0, gold: 0, raw: 0, combat: 0 }

export function initial(options: Options, seats: number): State {
  const { cards, start } = catalogueOf(options)
  const player: Player = {
    stock: withAmounts(NOTHING, start),
    leaders: START_LEADERS,
    points: 0,
    hand: [],
    inPlay: [],
    passed: false,
    pair: [],
    placement: null,
  }
  return {
    options,
    stage: 'waiting',
    round: 0,
    order: [],
    starter: -1,
    turn: -1,
    fields: new Array<string | null>(EVENT_FIELDS).fill(null),
    coming: [],
    deck: cards,
    discarded: [],
    players: Array.from({ length: seats }, () => player),
    auction: null,
    choices: null,
    left: [],
    places: null,
  }
}

export function withAmounts(stock: Stock, amounts: readonly Amount[]): Stock {
  if (amounts.length === 0) return stock
  const sum = copyOfStock(stock)
  for (const { resource, amount } of amounts) addTo(sum, resource, amount)
  return sum
}

export function withAmount(stock: Stock, resource: Resource, amount: number): Stock {
  const sum = copyOfStock(stock)
  addTo(sum, resource, amount)
  return sum
}

/** Field by field: a spread costs several times as much. */
export const copyOfStock = ({ goods, science, culture, religion, gold, raw, combat }: Stock): Draft<Stock> => ({
  goods,
  science,
  culture,
  religion,
  gold,
  raw,
  combat,
})

/** By a switch, here and in `amountOf`: a field whose name is not known before takes V8 three times as long. */
export function addTo(stock: Draft<Stock>, resource: Resource, amount: number): void {
  switch (resource) {
    case 'goods':
      stock.goods += amount
      break
    case 'science':
      stock.science += amount
      break
    case 'culture':
      stock.culture += amount
      break
    case 'religion':
      stock.religion += amount
      break
    case 'gold':
      stock.gold += amount
      break
    case 'raw':
      stock.raw += amount
      break
    case 'combat':
      stock.combat += amount
      break
  }
}

export function amountOf(stock: Stock, resource: Resource): number {
  switch (resource) {
    case 'goods':
      return stock.goods
    case 'science':
      return stock.science
    case 'culture':
      return stock.culture
    case 'religion':
      return stock.religion
    case 'gold':
      return stock.gold
    case 'raw':
      return stock.raw
    case 'combat':
      return stock.combat
  }
}

export const totalOf = ({ goods, science, culture, religion, gold, raw, combat }: Stock): number =>
  goods + science + culture + religion + gold + raw + combat

export function holding({ leaders, stock }: Player, currency: Currency): number {
  switch (currency) {
    case 'mayor':
      return leaders.mayor
    case 'admiral':
      return leaders.admiral
    case 'general':
      return leaders.general
    default:
      return amountOf(stock, currency)
  }
}

export const hasStarted = ({ stage }: State): boolean => stage !== 'waiting'

export const faceOf = (state: State, card: string): Face => faceAmong(catalogueOf(state.options).faces, card)

/** For loops, which look up the faces of the match once. */
export function faceAmong(faces: ReadonlyMap<string, Face>, card: string): Face {
  const face = faces.get(card)
  return face === undefined ? noCard(card) : face
}

function noCard(card: string): never {
  throw new RangeError(`there is no card ${card} in this match`)
}

/** The auction under way, where the caller knows that there is one. */
export function auctionIn({ auction }: State): Auction {
  if (!auction) throw new Error('no auction is under way')
  return auction
}

export const buffersOf = ({ players }: State): number => (players.length === 2 ? BUFFERS : 0)

/** Steps clockwise from one seat to another; a seat is 0 steps from itself. */
export const stepsClockwise = ({ players }: State, from: number, to: number): number =>
  (to - from + players.length) % players.length

export const handIsFull = (player: Player): boolean => player.hand.length >= HAND_LIMIT
export function hasColourInHand(state: State, player: Player, colour: Colour): boolean {
  const { faces } = catalogueOf(state.options)
  for (const card of player.hand) if (faceAmong(faces, card).colour === colour) return true
  return false
}

/** Whether a card of this colour may come into the hand. */
export const canHold = (state: State, player: Player, colour: Colour): boolean =>
  !handIsFull(player) && !hasColourInHand(state, player, colour)

/** Whether a seat has picked these two resources, in either order. */
export const isPairTaken = ({ players }: State, first: Resource, second: Resource): boolean =>
  players.some(({ pair }) => pair.includes(first) && pair.includes(second))

/** Whether a gift may bring this card into the hand: one that is auctioned never comes there. */
export const canReceive = (state: State, player: Player, { kind, colour }: CardRow): boolean =>
  kind !== 'auction' && canHold(state, player, colour)

/** Whether the offer that a seat must answer now leaves out this kind of resource. */
export const isExcluded = ({ choices }: State, resource: Resource): boolean =>
  choices?.offers[0]?.except.includes(resource) === true
