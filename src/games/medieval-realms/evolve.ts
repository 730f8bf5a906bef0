/** How each event changes the state. No rule is judged here. */
import { type Draft, evolving, type OfType, type Recorders } from '../evolving.js'
import { itemAt, replaced } from '../lists.js'
import { hasLeft, playerAt, stillPlaying } from '../seating.js'
import { afterDropping, afterRaising, opened } from './auction.js'
import { type Amount, type Currency, isLeader, type Leader, type Resource } from './cards.js'
import { EVENT_FIELDS } from './content.js'
import type { Event } from './schema.js'
import { auctionIn, type Player, type State, withAmounts } from './state.js'

type Next = Draft<State>
type Of<Type extends Event['type']> = OfType<Event, Type>

const copyOf = (state: State): Next => ({
  options: state.options,
  stage: state.stage,
  round: state.round,
  order: state.order,
  starter: state.starter,
  turn: state.turn,
  fields: state.fields,
  coming: state.coming,
  deck: state.deck,
  discarded: state.discarded,
  players: state.players,
  auction: state.auction,
  choices: state.choices,
  left: state.left,
  places: state.places,
})

/** For events that change nothing by themselves: what follows from them is in other events. */
const nothing = (): void => undefined

const recorders: Recorders<State, Event> = {
  OrderDrawn(next, { order }) {
    next.stage = 'pairs'
    setOrder(next, order)
  },
  FieldsFilled(next, { fields, coming, drawn }) {
    const gone = new Set(drawn)
    next.fields = Array.from({ length: EVENT_FIELDS }, (_, index) => fields[index] ?? null)
    next.coming = coming
    next.deck = next.deck.filter((card) => !gone.has(card))
  },
  TurnBegan(next, { seat }) {
    next.turn = seat
  },
  PairPicked(next, { seat, first, second }) {
    changePlayer(next, seat, { pair: [first, second] })
    gain(next, seat, [one(first), one(second)])
  },
  RoundBegan(next, { round }) {
    next.stage = 'placement'
    next.round = round
    next.turn = -1
    for (let seat = 0; seat < next.players.length; seat++)
      changePlayer(next, seat, { placement: null, passed: hasLeft(next, seat) })
  },
  LeadersPlaced(next, { seat, placement }) {
    changePlayer(next, seat, { placement })
  },
  LeadersRevealed(next) {
    next.stage = 'actions'
  },
  LandsFought: nothing,
  ResourcesProduced(next, { harvests }) {
    for (const { seat, fromMayors, fromLands } of harvests) gain(next, seat, fromMayors, fromLands)
  },
  GoodsSupplied(next, { seats, goods }) {
    for (const seat of seats) gain(next, seat, [{ resource: 'goods', amount: goods }])
  },
  TurnOrderSet(next, { order }) {
    setOrder(next, order)
  },
  CardTaken(next, event) {
    activate(next, event)
    intoHand(next, event.seat, event.card)
  },
  MajorityDecided(next, event) {
    activate(next, event)
    if (event.receiver === null) next.discarded = [...next.discarded, event.card]
    else intoHand(next, event.receiver, event.card)
  },
  AuctionOpened(next, { seat, field, card, bid }) {
    next.fields = replaced(next.fields, field - 1, null)
    next.auction = opened(card, seat, bid, stillPlaying(next))
  },
  BidRaised(next, { seat, bid }) {
    next.auction = afterRaising(auctionIn(next), seat, bid)
  },
  SeatDroppedOut(next, { seat }) {
    next.auction = afterDropping(auctionIn(next), seat)
  },
  AuctionWon: bringIntoPlay,
  CardPlayed: bringIntoPlay,
  EffectResolved(next, { seat, points, gains, leaders }) {
    const player = playerAt(next, seat)
    changePlayer(next, seat, { points: player.points + points, stock: withAmounts(player.stock, gains) })
    for (const { leader, count } of leaders) changeLeaders(next, seat, leader, count)
  },
  ChoiceOffered(next, { seat, choice, amount, except }) {
    next.choices = { seat, offers: [...(next.choices?.offers ?? []), { choice, amount, except }] }
  },
  ResourceChosen(next, { seat, resource, amount }) {
    dropOffer(next)
    gain(next, seat, [{ resource, amount }])
  },
  CardReceived(next, { seat, field, card }) {
    next.fields = replaced(next.fields, field - 1, null)
    intoHand(next, seat, card)
    countDownOffer(next)
  },
  ChoiceLapsed: dropOffer,
  SeatPassed(next, { seat }) {
    changePlayer(next, seat, { passed: true })
  },
  RoundEnded: nothing,
  CardsDiscarded(next, { cards }) {
    next.fields = next.fields.map((card) => (card !== null && cards.includes(card) ? null : card))
    next.discarded = [...next.discarded, ...cards]
    if (next.auction && cards.includes(next.auction.card)) next.auction = null
  },
  /** A high bid stands, but its seat cannot raise again; a placement that is still secret, and choices not yet made, are gone. */
  SeatLeft(next, { seat }) {
    changePlayer(next, seat, { passed: true })
    if (next.stage === 'placement') changePlayer(next, seat, { placement: null })
    next.auction = next.auction && afterDropping(next.auction, seat)
    if (next.choices?.seat === seat) next.choices = null
    next.left = [...next.left, seat]
  },
  SeatScored(next, { seat, total }) {
    changePlayer(next, seat, { points: total })
  },
  MatchEnded(next, { places }) {
    next.stage = 'over'
    next.turn = -1
    next.auction = null
    next.choices = null
    next.places = places
  },
}

export const evolve = evolving<State, Event>(copyOf, recorders)

function changePlayer(next: Next, seat: number, changes: Partial<Player>): void {
  const player = playerAt(next, seat)
  const { stock = player.stock, leaders = player.leaders, points = player.points, hand = player.hand } = changes
  const { inPlay = player.inPlay, passed = player.passed, pair = player.pair, placement = player.placement } = changes
  next.players = replaced(next.players, seat, { stock, leaders, points, hand, inPlay, passed, pair, placement })
}

const one = (resource: Resource): Amount => ({ resource, amount: 1 })

function gain(next: Next, seat: number, ...gains: readonly (readonly Amount[])[]): void {
  changePlayer(next, seat, { stock: gains.reduce(withAmounts, playerAt(next, seat).stock) })
}

function pay(next: Next, seat: number, currency: Currency, amount: number): void {
  if (isLeader(currency)) changeLeaders(next, seat, currency, -amount)
  else changePlayer(next, seat, { stock: withAmounts(playerAt(next, seat).stock, [{ resource: currency, amount: -amount }]) })
}

function changeLeaders(next: Next, seat: number, leader: Leader, by: number): void {
  const { mayor, admiral, general } = playerAt(next, seat).leaders
  const leaders = { mayor, admiral, general }
  leaders[leader] += by
  changePlayer(next, seat, { leaders })
}

function activate(next: Next, { seat, field, price }: Of<'CardTaken' | 'MajorityDecided'>): void {
  next.fields = replaced(next.fields, field - 1, null)
  pay(next, seat, 'goods', price)
}

const intoHand = (next: Next, seat: number, card: string): void =>
  changePlayer(next, seat, { hand: [...playerAt(next, seat).hand, card] })

function intoPlay(next: Next, seat: number, card: string): void {
  const { hand, inPlay } = playerAt(next, seat)
  changePlayer(next, seat, { hand: hand.filter((other) => other !== card), inPlay: [...inPlay, card] })
}

function dropOffer(next: Next): void {
  const [, ...offers] = next.choices?.offers ?? []
  next.choices = next.choices && offers.length > 0 ? { seat: next.choices.seat, offers } : null
}

/** An offer of several cards stands until the last of them has been taken. */
function countDownOffer(next: Next): void {
  const [offer, ...offers] = next.choices?.offers ?? []
  if (!next.choices || !offer || offer.amount === 1) dropOffer(next)
  else next.choices = { seat: next.choices.seat, offers: [{ ...offer, amount: offer.amount - 1 }, ...offers] }
}

function setOrder(next: Next, order: readonly number[]): void {
  next.order = order
  next.starter = itemAt(order, 0)
}

/** A card that was won or played is paid for and lies in play. */
function bringIntoPlay(next: Next, { seat, card, currency, amount }: Of<'AuctionWon' | 'CardPlayed'>): void {
  next.auction = null
  pay(next, seat, currency, amount)
  intoPlay(next, seat, card)
}
