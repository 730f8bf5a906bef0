/** Which moves are open to a seat. */
import { type Choices, computed, listed, none } from '../choices.js'
import type { OfType } from '../evolving.js'
import { itemAt, numberAt } from '../lists.js'
import { playerAt } from '../seating.js'
import type { Auction } from './auction.js'
import { type CardRow, RESOURCES } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { canPay, priceOf } from './costs.js'
import { decisionOf } from './phase.js'
import { samplePlacements } from './placement.js'
import type { Move } from './schema.js'
import {
  auctionIn,
  canHold,
  canReceive,
  faceAmong,
  faceOf,
  holding,
  isExcluded,
  isPairTaken,
  type Player,
  type State,
} from './state.js'

export function legalMoves(state: State, seat: number): Choices<Move> {
  switch (decisionOf(state, seat)) {
    case 'pickPair':
      return listed(openPairs(state), false)
    case 'placeLeaders':
      return placements(state, seat)
    case 'action':
      return actions(state, seat)
    case 'bid':
      return bids(state, seat, auctionIn(state))
    case 'chooseResource':
    case 'chooseBonus':
    case 'chooseCard':
      return listed(openAnswers(state))
    case undefined:
      return none()
  }
}

/** Each pair once; the same two the other way round are the same choice. */
const PAIRS: readonly OfType<Move, 'pickPair'>[] = RESOURCES.flatMap((first, index) =>
  RESOURCES.slice(index + 1).map((second) => ({ type: 'pickPair' as const, first, second })),
)

const openPairs = (state: State): Move[] => PAIRS.filter(({ first, second }) => !isPairTaken(state, first, second))

function placements(state: State, seat: number): Choices<Move> {
  const sample = samplePlacements(state, seat)
  const at = (index: number): Move => {
    const { mayors, admirals, generals, buffers } = sample.at(index)
    return { type: 'placeLeaders', mayors, admirals, generals, buffers }
  }
  return computed(sample.size, at, false)
}

const PASS: Move = { type: 'pass' }
const DROP_OUT: Move = { type: 'dropOut' }

/** An auction that the seat can open, with any bid from 1 to `most`. */
interface Opening {
  readonly field: number
  readonly most: number
}

/** Cards to activate and to play; auctions, each with every bid that the seat can open it with; and passing. */
function actions(state: State, seat: number): Choices<Move> {
  const player = playerAt(state, seat)
  const { faces } = catalogueOf(state.options)
  const fields: number[] = []
  const openings: Opening[] = []
  let bidsToOpen = 0
  for (let field = 1; field <= state.fields.length; field++) {
    const card = state.fields[field - 1]
    if (!card) continue
    const face = faceAmong(faces, card)
    const most = mostToOpen(player, face)
    if (most > 0) openings.push({ field, most })
    else if (canBuy(state, player, face, field)) fields.push(field)
    bidsToOpen += most
  }
  const cards: string[] = []
  for (const card of player.hand) if (canPay(state, seat, faceAmong(faces, card))) cards.push(card)
  const single = fields.length + cards.length
  const before = single + bidsToOpen
  return computed(before + 1, (index): Move => {
    if (index < fields.length) return { type: 'activate', field: numberAt(fields, index) }
    if (index < single) return { type: 'playCard', card: itemAt(cards, index - fields.length) }
    return index < before ? openingBid(openings, index - single) : PASS
  })
}

function openingBid(openings: readonly Opening[], index: number): Move {
  let rest = index
  for (const { field, most } of openings) {
    if (rest < most) return { type: 'activate', field, bid: rest + 1 }
    rest -= most
  }
  throw new RangeError(`no auction has bid number ${index}`)
}

function canBuy(state: State, player: Player, { kind, colour }: CardRow, field: number): boolean {
  if (kind === 'auction' || player.stock.goods < priceOf(field)) return false
  return kind === 'majority' || canHold(state, player, colour)
}

/** The highest opening bid of this player; 0 if the card is not auctioned. */
const mostToOpen = (player: Player, face: CardRow): number => (face.kind === 'auction' ? holding(player, face.cost.pay) : 0)

/** Whether the seat can do anything but pass. */
export function canAct(state: State, seat: number): boolean {
  const player = playerAt(state, seat)
  const { faces } = catalogueOf(state.options)
  for (let field = 1; field <= state.fields.length; field++) {
    const card = state.fields[field - 1]
    if (!card) continue
    const face = faceAmong(faces, card)
    if (canBuy(state, player, face, field) || mostToOpen(player, face) > 0) return true
  }
  for (const card of player.hand) if (canPay(state, seat, faceAmong(faces, card))) return true
  return false
}

function bids(state: State, seat: number, auction: Auction): Choices<Move> {
  const higher = mostToBid(state, seat, auction) - auction.bid
  return computed(higher + 1, (index): Move => (index < higher ? { type: 'bid', amount: auction.bid + 1 + index } : DROP_OUT))
}

const mostToBid = (state: State, seat: number, auction: Auction): number =>
  holding(playerAt(state, seat), faceOf(state, auction.card).cost.pay)

/** Whether the seat that must speak can bid more than the highest bid. */
export const canRaise = (state: State, auction: Auction): boolean => mostToBid(state, auction.speaker, auction) > auction.bid

type Answer = OfType<Move, 'chooseResource' | 'takeCard'>

/** All answers to the offer that a seat must answer now. */
export function openAnswers(state: State): Answer[] {
  const { choices } = state
  if (!choices) return []
  return choices.offers[0]?.choice === 'eventField' ? gifts(state, playerAt(state, choices.seat)) : openKinds(state)
}

const openKinds = (state: State): Answer[] =>
  RESOURCES.filter((kind) => !isExcluded(state, kind)).map((resource) => ({ type: 'chooseResource', resource }))

const gifts = (state: State, player: Player): Answer[] =>
  state.fields.flatMap((card, index) =>
    card !== null && canReceive(state, player, faceOf(state, card)) ? [{ type: 'takeCard', field: index + 1 }] : [],
  )
