/** What each viewer may know, and worlds that fit it. The only secret is a placement before the reveal. */
import type { Dice, Viewer } from '../contract.js'
import type { CardRow } from './cards.js'
import { type Catalogue, catalogueOf } from './catalogue.js'
import { landsInPlay } from './content.js'
import { priceOf, printedAmount } from './costs.js'

import { samplePlacements } from './sample.js'
import type { Event, Notice, Placement, View } from './schema.js'
import { buffersOf, faceOf, hasLeft, playerAt, type State } from './state.js'
import { describeCard } from './wording.js'

export function view(state: State, viewer: Viewer): View {
  const { options, stage, round, order, starter, turn, fields, coming, deck, discarded, left, places } = state
  return {
    options,
    stage,
    round,
    order: [...order],
    starter: starter < 0 ? null : starter,
    turn: turn < 0 ? null : turn,
    fields: fields.map((card, index) => ({ field: index + 1, price: priceOf(index + 1), card })),
    coming: [...coming],
    deck: [...deck],
    discarded: [...discarded],
    players: state.players.map((_, seat) => playerView(state, seat, viewer)),
    auction: auctionView(state),
    choices: state.choices && { seat: state.choices.seat, offers: [...state.choices.offers] },
    lands: catalogueOf(options).lands.slice(0, landsInPlay(state.players.length)),
    cards: cardKinds(catalogueOf(options), state.players.length),
    leftInOrder: [...left],
    places: places && [...places],
  }
}

function playerView(state: State, seat: number, viewer: Viewer): View['players'][number] {
  const { points, stock, leaders, hand, inPlay, passed, pair, placement } = playerAt(state, seat)
  const maySee = state.stage !== 'placement' || viewer === 'referee' || viewer === seat
  return {
    seat,
    points,
    stock: { ...stock },
    mayors: leaders.mayor,
    admirals: leaders.admiral,
    generals: leaders.general,
    buffers: buffersOf(state),
    hand: [...hand],
    inPlay: [...inPlay],
    passed,
    left: hasLeft(state, seat),
    pair: [...pair],
    hasPlaced: placement !== null,
    placement: maySee ? placement : null,
  }
}

function auctionView(state: State): View['auction'] {
  if (!state.auction) return null
  const { card, bid, bidder, speaker, bidders } = state.auction
  return { card, currency: faceOf(state, card).cost.pay, bid, bidder, speaker, bidders: [...bidders] }
}

/** The faces of a match never change: they are worded once for each number of seats. */
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

/** Gives every seat that has placed its leaders out of sight a placement that it may have chosen. */
export function imagine(seen: View, _seat: number, dice: Dice): State {
  const known = visibleState(seen)
  const guess = (seat: number): Placement => {
    const sample = samplePlacements(known, seat)
    return sample.at(dice.roll(`imagined placement:${seat}`, sample.size))
  }
  const players = known.players.map((player, seat) => {
    const hidden = seen.players[seat]?.hasPlaced && player.placement === null
    return hidden ? { ...player, placement: guess(seat) } : player
  })
  return { ...known, players }
}

const visibleState = (seen: View): State => ({
  options: seen.options,
  stage: seen.stage,
  round: seen.round,
  order: seen.order,
  starter: seen.starter ?? -1,
  turn: seen.turn ?? -1,
  fields: seen.fields.map(({ card }) => card),
  coming: seen.coming,
  deck: seen.deck,
  discarded: seen.discarded,
  players: seen.players.map(({ stock, mayors, admirals, generals, points, hand, inPlay, passed, pair, placement }) => ({
    stock,
    leaders: { mayor: mayors, admiral: admirals, general: generals },
    points,
    hand,
    inPlay,
    passed,
    pair,
    placement,
  })),
  auction: seen.auction && auctionOf(seen.auction),
  choices: seen.choices,
  left: seen.leftInOrder,
  places: seen.places,
})

const auctionOf = ({ card, bid, bidder, bidders, speaker }: NonNullable<View['auction']>): NonNullable<State['auction']> => ({
  card,
  bid,
  bidder,
  bidders,
  speaker,
})
