/** How each event changes the state. No rule is judged here. */
import { byType, type Draft, type OfType, type Recorders } from '../evolving.js'
import { numberAt, replaced, without, withoutAll } from '../lists.js'
import { hasLeft, playerAt, stillPlaying } from '../seating.js'
import { afterDropping, afterRaising, opened } from './auction.js'
import { type Currency, isLeader, type Leader, type Resource } from './cards.js'
import { EVENT_FIELDS } from './content.js'
import type { Event } from './schema.js'
import { auctionIn, type Player, type State, withAmount, withAmounts } from './state.js'

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
    next.fields = filled(fields)
    next.coming = coming
    next.deck = withoutAll(next.deck, drawn)
  },
  TurnBegan(next, { seat }) {
    next.turn = seat
  },
  PairPicked(next, { seat, first, second }) {
    const player = changing(next, seat)
    player.pair = [first, second]
    player.stock = withAmount(withAmount(player.stock, first, 1), second, 1)
  },
  RoundBegan(next, { round }) {
    next.stage = 'placement'
    next.round = round
    next.turn = -1
    next.players = next.players.map((player, seat) => unplaced(player, hasLeft(next, seat)))
  },
  LeadersPlaced(next, { seat, placement }) {
    changing(next, seat).placement = placement
  },
  LeadersRevealed(next) {
    next.stage = 'actions'
  },
  LandsFought: nothing,
  ResourcesProduced(next, { harvests }) {
    for (const { seat, fromMayors, fromLands } of harvests) {
      const player = changing(next, seat)
      player.stock = withAmounts(withAmounts(player.stock, fromMayors), fromLands)
    }
  },
  GoodsSupplied(next, { seats, goods }) {
    for (const seat of seats) gain(changing(next, seat), 'goods', goods)
  },
  TurnOrderSet(next, { order }) {
    setOrder(next, order)
  },
  CardTaken(next, event) {
    const player = activate(next, event)
    player.hand = [...player.hand, event.card]
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
    const player = changing(next, seat)
    player.points += points
    player.stock = withAmounts(player.stock, gains)
    for (const { leader, count } of leaders) changeLeaders(player, leader, count)
  },
  ChoiceOffered(next, { seat, choice, amount, except }) {
    next.choices = { seat, offers: [...(next.choices?.offers ?? []), { choice, amount, except }] }
  },
  ResourceChosen(next, { seat, resource, amount }) {
    dropOffer(next)
    gain(changing(next, seat), resource, amount)
  },
  CardReceived(next, { seat, field, card }) {
    next.fields = replaced(next.fields, field - 1, null)
    intoHand(next, seat, card)
    countDownOffer(next)
  },
  ChoiceLapsed: dropOffer,
  SeatPassed(next, { seat }) {
    changing(next, seat).passed = true
  },
  RoundEnded: nothing,
  CardsDiscarded(next, { cards }) {
    next.fields = next.fields.map((card) => (card !== null && cards.includes(card) ? null : card))
    next.discarded = [...next.discarded, ...cards]
    if (next.auction && cards.includes(next.auction.card)) next.auction = null
  },
  /** A high bid stands, but its seat cannot raise again; a placement that is still secret, and choices not yet made, are gone. */
  SeatLeft(next, { seat }) {
    const player = changing(next, seat)
    player.passed = true
    if (next.stage === 'placement') player.placement = null
    next.auction = next.auction && afterDropping(next.auction, seat)
    if (next.choices?.seat === seat) next.choices = null
    next.left = [...next.left, seat]
  },
  SeatScored(next, { seat, total }) {
    changing(next, seat).points = total
  },
  MatchEnded(next, { places }) {
    next.stage = 'over'
    next.turn = -1
    next.auction = null
    next.choices = null
    next.places = places
  },
}

const recordByType = byType<State, Event>(recorders)

/**
 * As `evolving` does it, but the commonest events are told apart by name: to find a recorder by a key takes V8 a thirtieth of all the time
 * that a search of this game has.
 */
export function evolve(state: State, event: Event): State {
  const next = copyOf(state)
  record(next, event)
  return next
}

function record(next: Next, event: Event): void {
  switch (event.type) {
    case 'TurnBegan':
      recorders.TurnBegan(next, event)
      break
    case 'SeatDroppedOut':
      recorders.SeatDroppedOut(next, event)
      break
    case 'EffectResolved':
      recorders.EffectResolved(next, event)
      break
    case 'LeadersPlaced':
      recorders.LeadersPlaced(next, event)
      break
    case 'SeatPassed':
      recorders.SeatPassed(next, event)
      break
    case 'MajorityDecided':
      recorders.MajorityDecided(next, event)
      break
    case 'CardPlayed':
      recorders.CardPlayed(next, event)
      break
    case 'CardTaken':
      recorders.CardTaken(next, event)
      break
    case 'AuctionOpened':
      recorders.AuctionOpened(next, event)
      break
    case 'AuctionWon':
      recorders.AuctionWon(next, event)
      break
    case 'BidRaised':
      recorders.BidRaised(next, event)
      break
    default:
      recordByType(next, event)
  }
}

/** The player in this seat, copied so that the recorder of one event may write to it. */
function changing(next: Next, seat: number): Draft<Player> {
  const player = copyOfPlayer(playerAt(next, seat))
  next.players = replaced(next.players, seat, player)
  return player
}

const copyOfPlayer = ({ stock, leaders, points, hand, inPlay, passed, pair, placement }: Player): Draft<Player> => ({
  stock,
  leaders,
  points,
  hand,
  inPlay,
  passed,
  pair,
  placement,
})

function unplaced(player: Player, passed: boolean): Player {
  const next = copyOfPlayer(player)
  next.passed = passed
  next.placement = null
  return next
}

function gain(player: Draft<Player>, resource: Resource, amount: number): void {
  player.stock = withAmount(player.stock, resource, amount)
}

function pay(player: Draft<Player>, currency: Currency, amount: number): void {
  if (isLeader(currency)) changeLeaders(player, currency, -amount)
  else gain(player, currency, -amount)
}

function changeLeaders(player: Draft<Player>, leader: Leader, by: number): void {
  const { mayor, admiral, general } = player.leaders
  player.leaders = {
    mayor: leader === 'mayor' ? mayor + by : mayor,
    admiral: leader === 'admiral' ? admiral + by : admiral,
    general: leader === 'general' ? general + by : general,
  }
}

/** From field 1 on; the rest is empty. */
function filled(cards: readonly string[]): (string | null)[] {
  const fields: (string | null)[] = []
  for (let index = 0; index < EVENT_FIELDS; index++) fields.push(cards[index] ?? null)
  return fields
}

/** The player who activated, as after paying. */
function activate(next: Next, { seat, field, price }: Of<'CardTaken' | 'MajorityDecided'>): Draft<Player> {
  next.fields = replaced(next.fields, field - 1, null)
  const player = changing(next, seat)
  gain(player, 'goods', -price)
  return player
}

function intoHand(next: Next, seat: number, card: string): void {
  const player = changing(next, seat)
  player.hand = [...player.hand, card]
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
  next.starter = numberAt(order, 0)
}

/** A card that was won or played is paid for and lies in play. */
function bringIntoPlay(next: Next, { seat, card, currency, amount }: Of<'AuctionWon' | 'CardPlayed'>): void {
  next.auction = null
  const player = changing(next, seat)
  pay(player, currency, amount)
  player.hand = without(player.hand, card)
  player.inPlay = [...player.inPlay, card]
}
