/** The table. */
import type { Placing } from '../contract.js'
import type { Auction } from './auction.js'
import { type CardRow, type Currency, LEADERS, type Leader, type Resource } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { BUFFERS, EVENT_FIELDS, START_LEADERS } from './content.js'
import type { Offer, Options, Placement, Stage } from './schema.js'
import { NOTHING, type Stock, withAmounts } from './stock.js'

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

export interface State {
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
  readonly players: readonly Player[]
  readonly auction: Auction | null
  /** Resources that a seat must name before play goes on. */
  readonly choices: { readonly seat: number; readonly offers: readonly Offer[] } | null
  readonly left: readonly number[]
  readonly places: readonly Placing[] | null
}

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

export const playerAt = (state: State, seat: number): Player => state.players[seat] as Player
export const faceOf = (state: State, card: string): CardRow => catalogueOf(state.options).faces.get(card) as CardRow
export const hasLeft = (state: State, seat: number): boolean => state.left.includes(seat)
export const stillPlaying = (state: State): number[] =>
  state.players.map((_, seat) => seat).filter((seat) => !hasLeft(state, seat))
export const buffersOf = (state: State): number => (state.players.length === 2 ? BUFFERS : 0)

export const isLeader = (currency: Currency): currency is Leader => (LEADERS as readonly string[]).includes(currency)
export const holding = (player: Player, currency: Currency): number =>
  isLeader(currency) ? player.leaders[currency] : player.stock[currency]
