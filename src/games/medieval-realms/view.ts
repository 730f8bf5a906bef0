/** What each viewer may know. The only secret is a placement before the reveal. */
import type { Viewer } from '../contract.js'
import { hasLeft, playerAt } from '../seating.js'
import type { CardRow } from './cards.js'
import { type Catalogue, catalogueOf } from './catalogue.js'
import { landsInPlay } from './content.js'
import { priceOf, printedAmount } from './costs.js'
import { describeCard } from './describe.js'
import type { Event, Notice, View } from './schema.js'
import { buffersOf, copyOfStock, faceOf, type State } from './state.js'

/** Lists are copied by `slice`: what is spread goes through an iterator. */
export function view(state: State, viewer: Viewer): View {
  const { options, stage, round, order, starter, turn, fields, coming, deck, discarded, left, places } = state
  return {
    options,
    stage,
    round,
    order: order.slice(),
    starter: starter < 0 ? null : starter,
    turn: turn < 0 ? null : turn,
    fields: fields.map((card, index) => ({ field: index + 1, price: priceOf(index + 1), card })),
    coming: coming.slice(),
    deck: deck.slice(),
    discarded: discarded.slice(),
    players: state.players.map((_, seat) => playerView(state, seat, viewer)),
    auction: auctionView(state),
    choices: state.choices && { seat: state.choices.seat, offers: state.choices.offers.slice() },
    lands: catalogueOf(options).lands.slice(0, landsInPlay(state.players.length)),
    cards: cardKinds(catalogueOf(options), state.players.length),
    leftInOrder: left.slice(),
    places: places ? places.slice() : null,
  }
}

function playerView(state: State, seat: number, viewer: Viewer): View['players'][number] {
  const { points, stock, leaders, hand, inPlay, passed, pair, placement } = playerAt(state, seat)
  const maySee = state.stage !== 'placement' || viewer === 'referee' || viewer === seat
  return {
    seat,
    points,
    stock: copyOfStock(stock),
    mayors: leaders.mayor,
    admirals: leaders.admiral,
    generals: leaders.general,
    buffers: buffersOf(state),
    hand: hand.slice(),
    inPlay: inPlay.slice(),
    passed,
    left: hasLeft(state, seat),
    pair: pair.slice(),
    hasPlaced: placement !== null,
    placement: maySee ? placement : null,
  }
}

function auctionView(state: State): View['auction'] {
  if (!state.auction) return null
  const { card, bid, bidder, speaker, bidders } = state.auction
  return { card, currency: faceOf(state, card).cost.pay, bid, bidder, speaker, bidders: bidders.slice() }
}

/** The cards of a match never change: they are put into words once for each number of seats. */
const worded = new WeakMap<Catalogue, Map<number, View['cards']>>()

function cardKinds(catalogue: Catalogue, seats: number): View['cards'] {
  const bySeats = worded.get(catalogue) ?? new Map<number, View['cards']>()
  worded.set(catalogue, bySeats)
  const kinds = bySeats.get(seats) ?? catalogue.rows.map((row) => cardKind(row, seats))
  bySeats.set(seats, kinds)
  return kinds
}

const cardKind = (row: CardRow, seats: number): View['cards'][number] => ({
  id: row.id,
  family: row.family,
  name: row.name,
  copies: row.copies,
  kind: row.kind,
  colour: row.colour,
  currency: row.cost.pay,
  amount: printedAmount(row, seats) ?? null,
  personality: row.personality,
  text: describeCard(row, seats),
})

export function notice(event: Event, viewer: Viewer): Notice {
  if (event.type !== 'LeadersPlaced') return event
  const maySee = viewer === 'referee' || viewer === event.seat
  return { type: event.type, seat: event.seat, placement: maySee ? event.placement : null }
}
