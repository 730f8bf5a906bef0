/** The table, and how each event changes it. No rule is judged here. */
import type { Placing } from '../contract.js'
import { type Auction, afterDropping, afterLeaving, afterRaising, opened } from './auction.js'
import { type Amount, type CardRow, type Currency, LEADERS, type Leader, type Resource } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { BUFFERS, EVENT_FIELDS, START_LEADERS } from './content.js'
import type { Event, Offer, Options, Placement, Stage } from './schema.js'
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

const isLeader = (currency: Currency): currency is Leader => (LEADERS as readonly string[]).includes(currency)
export const holding = (player: Player, currency: Currency): number =>
  isLeader(currency) ? player.leaders[currency] : player.stock[currency]

export function evolve(state: State, event: Event): State {
  switch (event.type) {
    case 'OrderDrawn':
      return { ...state, stage: 'pairs', order: event.order, starter: event.order[0] as number }
    case 'FieldsFilled':
      return fill(state, event)
    case 'TurnBegan':
      return { ...state, turn: event.seat }
    case 'PairPicked':
      return withPlayer(state, event.seat, (player) => pick(player, event.first, event.second))
    case 'RoundBegan':
      return beginRound(state, event.round)
    case 'LeadersPlaced':
      return withPlayer(state, event.seat, (player) => ({ ...player, placement: event.placement }))
    case 'LeadersRevealed':
      return { ...state, stage: 'actions' }
    case 'LandsFought':
    case 'RoundEnded':
      return state
    case 'ResourcesProduced':
      return event.harvests.reduce(
        (table, { seat, fromMayors, fromLands }) => gained(table, seat, [...fromMayors, ...fromLands]),
        state,
      )
    case 'GoodsSupplied':
      return event.seats.reduce((table, seat) => gained(table, seat, [{ resource: 'goods', amount: event.goods }]), state)
    case 'TurnOrderSet':
      return { ...state, order: event.order, starter: event.order[0] as number }
    case 'SeatPassed':
      return withPlayer(state, event.seat, (player) => ({ ...player, passed: true }))
    case 'CardsDiscarded':
      return discard(state, event.cards)
    case 'SeatLeft':
      return leave(state, event.seat)
    case 'SeatScored':
      return withPlayer(state, event.seat, (player) => ({ ...player, points: event.total }))
    case 'MatchEnded':
      return { ...state, stage: 'over', turn: -1, auction: null, choices: null, places: event.places }
    default:
      return evolveAction(state, event)
  }
}

type ActionEvent = Extract<
  Event,
  {
    type:
      | 'CardTaken'
      | 'MajorityDecided'
      | 'AuctionOpened'
      | 'BidRaised'
      | 'SeatDroppedOut'
      | 'AuctionWon'
      | 'CardPlayed'
      | 'EffectResolved'
      | 'ChoiceOffered'
      | 'ResourceChosen'
  }
>

function evolveAction(state: State, event: ActionEvent): State {
  switch (event.type) {
    case 'CardTaken':
      return withPlayer(emptied(state, event.field), event.seat, (player) =>
        inHand(pay(player, 'goods', event.price), event.card),
      )
    case 'MajorityDecided':
      return giveMajority(state, event)
    case 'AuctionOpened':
      return { ...emptied(state, event.field), auction: opened(event.card, event.seat, event.bid, stillPlaying(state)) }
    case 'BidRaised':
      return { ...state, auction: afterRaising(state.auction as Auction, event.seat, event.bid) }
    case 'SeatDroppedOut':
      return { ...state, auction: afterDropping(state.auction as Auction, event.seat) }
    case 'AuctionWon':
    case 'CardPlayed':
      return withPlayer({ ...state, auction: null }, event.seat, (player) =>
        intoPlay(pay(player, event.currency, event.amount), event.card),
      )
    case 'EffectResolved':
      return withPlayer(state, event.seat, (player) => ({
        ...player,
        points: player.points + event.points,
        stock: withAmounts(player.stock, event.gains),
        leaders: event.leaders.reduce((all, { leader, count }) => ({ ...all, [leader]: all[leader] + count }), player.leaders),
      }))
    case 'ChoiceOffered': {
      const { seat, choice, amount, except } = event
      return { ...state, choices: { seat, offers: [...(state.choices?.offers ?? []), { choice, amount, except }] } }
    }
    case 'ResourceChosen': {
      const offers = state.choices?.offers.slice(1) ?? []
      const { seat, resource, amount } = event
      return gained({ ...state, choices: offers.length > 0 ? { seat, offers } : null }, seat, [{ resource, amount }])
    }
  }
}

const withPlayer = (state: State, seat: number, change: (player: Player) => Player): State => ({
  ...state,
  players: state.players.with(seat, change(playerAt(state, seat))),
})

const gained = (state: State, seat: number, amounts: readonly Amount[]): State =>
  amounts.length === 0 ? state : withPlayer(state, seat, (player) => ({ ...player, stock: withAmounts(player.stock, amounts) }))

const pay = (player: Player, currency: Currency, amount: number): Player =>
  isLeader(currency)
    ? { ...player, leaders: { ...player.leaders, [currency]: player.leaders[currency] - amount } }
    : { ...player, stock: { ...player.stock, [currency]: player.stock[currency] - amount } }

const pick = (player: Player, first: Resource, second: Resource): Player => ({
  ...player,
  pair: [first, second],
  stock: withAmounts(player.stock, [
    { resource: first, amount: 1 },
    { resource: second, amount: 1 },
  ]),
})

const inHand = (player: Player, card: string): Player => ({ ...player, hand: [...player.hand, card] })
const intoPlay = (player: Player, card: string): Player => ({
  ...player,
  hand: player.hand.filter((other) => other !== card),
  inPlay: [...player.inPlay, card],
})

const emptied = (state: State, field: number): State => ({ ...state, fields: state.fields.with(field - 1, null) })

function giveMajority(state: State, event: Extract<Event, { type: 'MajorityDecided' }>): State {
  const paid = withPlayer(emptied(state, event.field), event.seat, (player) => pay(player, 'goods', event.price))
  if (event.receiver === null) return { ...paid, discarded: [...paid.discarded, event.card] }
  return withPlayer(paid, event.receiver, (player) => inHand(player, event.card))
}

const fill = (state: State, { fields, coming, drawn }: Extract<Event, { type: 'FieldsFilled' }>): State => ({
  ...state,
  fields: Array.from({ length: EVENT_FIELDS }, (_, index) => fields[index] ?? null),
  coming,
  deck: state.deck.filter((card) => !drawn.includes(card)),
})

const discard = (state: State, cards: readonly string[]): State => ({
  ...state,
  fields: state.fields.map((card) => (card !== null && cards.includes(card) ? null : card)),
  discarded: [...state.discarded, ...cards],
})

const beginRound = (state: State, round: number): State => ({
  ...state,
  stage: 'placement',
  round,
  turn: -1,
  players: state.players.map((player, seat) => ({ ...player, placement: null, passed: hasLeft(state, seat) })),
})

/** A high bid stands; a placement that is still secret, and choices not yet made, are gone. */
function leave(state: State, seat: number): State {
  const gone = withPlayer(state, seat, (player) => ({
    ...player,
    passed: true,
    placement: state.stage === 'placement' ? null : player.placement,
  }))
  return {
    ...gone,
    auction: state.auction && afterLeaving(state.auction, seat),
    choices: state.choices?.seat === seat ? null : state.choices,
    left: [...state.left, seat],
  }
}
