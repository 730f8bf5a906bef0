/** How each event changes the table. No rule is judged here. */
import { type Auction, afterDropping, afterRaising, opened } from './auction.js'
import type { Amount, Currency, Leader, Resource } from './cards.js'
import { EVENT_FIELDS } from './content.js'
import type { Event } from './schema.js'
import { hasLeft, isLeader, type Player, playerAt, type State, stillPlaying } from './state.js'
import { withAmounts } from './stock.js'

type Draft = { -readonly [Key in keyof State]: State[Key] }
type Of<Type extends Event['type']> = Extract<Event, { type: Type }>

/** Field by field, because a spread costs several times as much and this is the hot path of every search. */
const copyOf = (state: State): Draft => ({
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

export function evolve(state: State, event: Event): State {
  const next = copyOf(state)
  record(next, event)
  return next
}

/** Only the draft itself is written to; what hangs on it is shared with the state before and is replaced, never changed. */
function record(next: Draft, event: Event): void {
  switch (event.type) {
    case 'OrderDrawn':
      next.stage = 'pairs'
      setOrder(next, event.order)
      break
    case 'FieldsFilled':
      fill(next, event)
      break
    case 'TurnBegan':
      next.turn = event.seat
      break
    case 'PairPicked':
      changePlayer(next, event.seat, { pair: [event.first, event.second] })
      gain(next, event.seat, [one(event.first), one(event.second)])
      break
    case 'RoundBegan':
      beginRound(next, event.round)
      break
    case 'LeadersPlaced':
      changePlayer(next, event.seat, { placement: event.placement })
      break
    case 'LeadersRevealed':
      next.stage = 'actions'
      break
    case 'LandsFought':
    case 'RoundEnded':
      break
    case 'ResourcesProduced':
      for (const { seat, fromMayors, fromLands } of event.harvests) gain(next, seat, fromMayors, fromLands)
      break
    case 'GoodsSupplied':
      for (const seat of event.seats) gain(next, seat, [{ resource: 'goods', amount: event.goods }])
      break
    case 'TurnOrderSet':
      setOrder(next, event.order)
      break
    case 'SeatPassed':
      changePlayer(next, event.seat, { passed: true })
      break
    case 'CardsDiscarded':
      discard(next, event.cards)
      break
    case 'SeatLeft':
      leave(next, event.seat)
      break
    case 'SeatScored':
      changePlayer(next, event.seat, { points: event.total })
      break
    case 'MatchEnded':
      endMatch(next, event)
      break
    default:
      recordAction(next, event)
  }
}

type ActionEvent = Of<
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
>

function recordAction(next: Draft, event: ActionEvent): void {
  switch (event.type) {
    case 'CardTaken':
      activate(next, event)
      intoHand(next, event.seat, event.card)
      break
    case 'MajorityDecided':
      activate(next, event)
      if (event.receiver === null) next.discarded = [...next.discarded, event.card]
      else intoHand(next, event.receiver, event.card)
      break
    case 'AuctionOpened':
      next.fields = replaced(next.fields, event.field - 1, null)
      next.auction = opened(event.card, event.seat, event.bid, stillPlaying(next))
      break
    case 'BidRaised':
      next.auction = afterRaising(next.auction as Auction, event.seat, event.bid)
      break
    case 'SeatDroppedOut':
      next.auction = afterDropping(next.auction as Auction, event.seat)
      break
    case 'AuctionWon':
    case 'CardPlayed':
      next.auction = null
      pay(next, event.seat, event.currency, event.amount)
      intoPlay(next, event.seat, event.card)
      break
    case 'EffectResolved':
      takeEffect(next, event)
      break
    case 'ChoiceOffered':
      offer(next, event)
      break
    case 'ResourceChosen':
      choose(next, event)
      break
  }
}

/** `slice` and one write: `Array.with` is several times slower. */
function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  const copy = list.slice()
  copy[index] = value
  return copy
}

function changePlayer(next: Draft, seat: number, changes: Partial<Player>): void {
  const player = playerAt(next, seat)
  const { stock = player.stock, leaders = player.leaders, points = player.points, hand = player.hand } = changes
  const { inPlay = player.inPlay, passed = player.passed, pair = player.pair, placement = player.placement } = changes
  next.players = replaced(next.players, seat, { stock, leaders, points, hand, inPlay, passed, pair, placement })
}

const one = (resource: Resource): Amount => ({ resource, amount: 1 })

function gain(next: Draft, seat: number, ...gains: readonly (readonly Amount[])[]): void {
  changePlayer(next, seat, { stock: gains.reduce(withAmounts, playerAt(next, seat).stock) })
}

function pay(next: Draft, seat: number, currency: Currency, amount: number): void {
  if (isLeader(currency)) changeLeaders(next, seat, currency, -amount)
  else changePlayer(next, seat, { stock: withAmounts(playerAt(next, seat).stock, [{ resource: currency, amount: -amount }]) })
}

function changeLeaders(next: Draft, seat: number, leader: Leader, by: number): void {
  const { mayor, admiral, general } = playerAt(next, seat).leaders
  const leaders = { mayor, admiral, general }
  leaders[leader] += by
  changePlayer(next, seat, { leaders })
}

function activate(next: Draft, { seat, field, price }: Of<'CardTaken' | 'MajorityDecided'>): void {
  next.fields = replaced(next.fields, field - 1, null)
  pay(next, seat, 'goods', price)
}

const intoHand = (next: Draft, seat: number, card: string): void =>
  changePlayer(next, seat, { hand: [...playerAt(next, seat).hand, card] })

function intoPlay(next: Draft, seat: number, card: string): void {
  const { hand, inPlay } = playerAt(next, seat)
  changePlayer(next, seat, { hand: hand.filter((other) => other !== card), inPlay: [...inPlay, card] })
}

function takeEffect(next: Draft, { seat, points, gains, leaders }: Of<'EffectResolved'>): void {
  const player = playerAt(next, seat)
  changePlayer(next, seat, { points: player.points + points, stock: withAmounts(player.stock, gains) })
  for (const { leader, count } of leaders) changeLeaders(next, seat, leader, count)
}

function offer(next: Draft, { seat, choice, amount, except }: Of<'ChoiceOffered'>): void {
  next.choices = { seat, offers: [...(next.choices?.offers ?? []), { choice, amount, except }] }
}

function choose(next: Draft, { seat, resource, amount }: Of<'ResourceChosen'>): void {
  const offers = next.choices?.offers.slice(1) ?? []
  next.choices = offers.length > 0 ? { seat, offers } : null
  gain(next, seat, [{ resource, amount }])
}

function setOrder(next: Draft, order: readonly number[]): void {
  next.order = order
  next.starter = order[0] as number
}

function fill(next: Draft, { fields, coming, drawn }: Of<'FieldsFilled'>): void {
  const gone = new Set(drawn)
  next.fields = Array.from({ length: EVENT_FIELDS }, (_, index) => fields[index] ?? null)
  next.coming = coming
  next.deck = next.deck.filter((card) => !gone.has(card))
}

function discard(next: Draft, cards: readonly string[]): void {
  next.fields = next.fields.map((card) => (card !== null && cards.includes(card) ? null : card))
  next.discarded = [...next.discarded, ...cards]
  if (next.auction && cards.includes(next.auction.card)) next.auction = null
}

function beginRound(next: Draft, round: number): void {
  next.stage = 'placement'
  next.round = round
  next.turn = -1
  for (let seat = 0; seat < next.players.length; seat++)
    changePlayer(next, seat, { placement: null, passed: hasLeft(next, seat) })
}

/** A high bid stands, but its seat cannot raise again; a placement that is still secret, and choices not yet made, are gone. */
function leave(next: Draft, seat: number): void {
  changePlayer(next, seat, { passed: true })
  if (next.stage === 'placement') changePlayer(next, seat, { placement: null })
  next.auction = next.auction && afterDropping(next.auction, seat)
  if (next.choices?.seat === seat) next.choices = null
  next.left = [...next.left, seat]
}

function endMatch(next: Draft, { places }: Of<'MatchEnded'>): void {
  next.stage = 'over'
  next.turn = -1
  next.auction = null
  next.choices = null
  next.places = places
}
