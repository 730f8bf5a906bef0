/** Which moves are open to a seat, and why a move is not. */
import { type Choices, computed, listed, none } from '../choices.js'
import type { Awaited, Refusal } from '../contract.js'
import type { Auction } from './auction.js'
import { type CardRow, RESOURCES, type Resource } from './cards.js'
import { canHold, canPay, costOf, handIsFull, hasColourInHand, priceOf } from './costs.js'
import { placementFault } from './placement.js'
import { samplePlacements } from './sample.js'
import type { Move, Offer } from './schema.js'
import { faceOf, hasLeft, holding, playerAt, type State } from './state.js'

/** What this seat is asked for now; undefined if it is not. */
function decisionOf(state: State, seat: number): string | undefined {
  const { stage, turn, auction, choices } = state
  if (choices) return choices.seat !== seat ? undefined : choices.offers[0]?.choice === 'bonus' ? 'chooseBonus' : 'chooseResource'
  if (auction) return auction.speaker === seat ? 'bid' : undefined
  if (stage === 'placement') return playerAt(state, seat).placement || hasLeft(state, seat) ? undefined : 'placeLeaders'
  if (turn !== seat) return undefined
  return stage === 'pairs' ? 'pickPair' : 'action'
}

/** Only a placement is asked of several seats at once. */
export function awaited(state: State): Awaited[] {
  const all: Awaited[] = []
  for (let seat = 0; seat < state.players.length; seat++) {
    const decision = decisionOf(state, seat)
    if (decision) all.push({ seat, decision })
  }
  return all
}

export function legalMoves(state: State, seat: number): Choices<Move> {
  switch (decisionOf(state, seat)) {
    case 'pickPair':
      return listed(openPairs(state), false)
    case 'placeLeaders':
      return placements(state, seat)
    case 'action':
      return actions(state, seat)
    case 'bid':
      return bids(state, seat, state.auction as Auction)
    case 'chooseResource':
    case 'chooseBonus':
      return listed(openKinds(state).map((resource): Move => ({ type: 'chooseResource', resource })))
    default:
      return none()
  }
}

/** Each pair once; the same two the other way round are the same choice. */
function openPairs(state: State): Move[] {
  const pairs: Move[] = []
  RESOURCES.forEach((first, index) => {
    for (const second of RESOURCES.slice(index + 1))
      if (!isTaken(state, first, second)) pairs.push({ type: 'pickPair', first, second })
  })
  return pairs
}

const isTaken = (state: State, first: Resource, second: Resource): boolean =>
  state.players.some(({ pair }) => pair.includes(first) && pair.includes(second))

function placements(state: State, seat: number): Choices<Move> {
  const sample = samplePlacements(state, seat)
  return computed(sample.size, (index): Move => ({ type: 'placeLeaders', ...sample.at(index) }), false)
}

const PASS: Move = { type: 'pass' }
const DROP_OUT: Move = { type: 'dropOut' }

/** Cards to activate and to play; auctions, each with every bid that the seat can open it with; and passing. */
function actions(state: State, seat: number): Choices<Move> {
  const single: Move[] = []
  const auctions: { readonly field: number; readonly most: number }[] = []
  let openings = 0
  state.fields.forEach((card, index) => {
    if (card === null) return
    const face = faceOf(state, card)
    const most = mostToOpen(state, seat, face)
    if (canBuy(state, seat, face, index + 1)) single.push({ type: 'activate', field: index + 1 })
    else if (most > 0) auctions.push({ field: index + 1, most })
    openings += most
  })
  for (const card of playerAt(state, seat).hand)
    if (canPay(state, seat, faceOf(state, card))) single.push({ type: 'playCard', card })
  const before = single.length + openings
  return computed(before + 1, (index) => single[index] ?? (index < before ? opening(auctions, index - single.length) : PASS))
}

function opening(auctions: readonly { readonly field: number; readonly most: number }[], index: number): Move {
  let rest = index
  for (const { field, most } of auctions) {
    if (rest < most) return { type: 'activate', field, bid: rest + 1 }
    rest -= most
  }
  throw new RangeError(`no auction has bid number ${index}`)
}

function canBuy(state: State, seat: number, face: CardRow, field: number): boolean {
  const player = playerAt(state, seat)
  if (face.kind === 'auction' || player.stock.goods < priceOf(field)) return false
  return face.kind === 'majority' || canHold(state, player, face.colour)
}

/** The highest opening bid of this seat; 0 if the card is not auctioned. */
const mostToOpen = (state: State, seat: number, face: CardRow): number =>
  face.kind === 'auction' ? holding(playerAt(state, seat), face.cost.pay) : 0

/** Whether the seat can do anything but pass. */
export function canAct(state: State, seat: number): boolean {
  const onField = (card: string | null, index: number): boolean => {
    if (card === null) return false
    const face = faceOf(state, card)
    return canBuy(state, seat, face, index + 1) || mostToOpen(state, seat, face) > 0
  }
  return state.fields.some(onField) || playerAt(state, seat).hand.some((card) => canPay(state, seat, faceOf(state, card)))
}

function bids(state: State, seat: number, auction: Auction): Choices<Move> {
  const higher = mostToBid(state, seat, auction) - auction.bid
  return computed(higher + 1, (index): Move => (index < higher ? { type: 'bid', amount: auction.bid + 1 + index } : DROP_OUT))
}

const mostToBid = (state: State, seat: number, auction: Auction): number =>
  holding(playerAt(state, seat), faceOf(state, auction.card).cost.pay)

/** Whether the seat that must speak can bid more than the highest bid. */
export const canRaise = (state: State, auction: Auction): boolean => mostToBid(state, auction.speaker, auction) > auction.bid

const offer = (state: State): Offer | undefined => state.choices?.offers[0]

export const openKinds = (state: State): Resource[] => RESOURCES.filter((kind) => !offer(state)?.except.includes(kind))

const DECISIONS: Readonly<Record<Move['type'], readonly string[]>> = {
  pickPair: ['pickPair'],
  placeLeaders: ['placeLeaders'],
  activate: ['action'],
  playCard: ['action'],
  pass: ['action'],
  bid: ['bid'],
  dropOut: ['bid'],
  chooseResource: ['chooseResource', 'chooseBonus'],
}

/** Why the awaited seat may not make this move; undefined if it may. */
export function illegality(state: State, seat: number, move: Move): Refusal | undefined {
  const decision = decisionOf(state, seat) as string
  if (!DECISIONS[move.type].includes(decision))
    return no('NOT_THIS_DECISION', `You are asked for ${decision}: ${move.type} does not answer that.`)
  switch (move.type) {
    case 'pickPair':
      return cannotPick(state, move)
    case 'placeLeaders':
      return placementFault(state, seat, move)
    case 'activate':
      return cannotActivate(state, seat, move)
    case 'playCard':
      return cannotPlay(state, seat, move.card)
    case 'bid':
      return cannotBid(state, seat, move.amount)
    case 'chooseResource':
      return offer(state)?.except.includes(move.resource)
        ? no('RESOURCE_EXCLUDED', `This card gives any one kind of resource but ${move.resource}.`)
        : undefined
    case 'dropOut':
    case 'pass':
      return undefined
  }
}

function cannotPick(state: State, { first, second }: Extract<Move, { type: 'pickPair' }>): Refusal | undefined {
  if (first === second) return no('SAME_RESOURCE_TWICE', 'A pair is two different resources.')
  return isTaken(state, first, second)
    ? no('PAIR_TAKEN', `Another seat has picked ${first} and ${second}: pairs must differ in at least one resource.`)
    : undefined
}

function cannotActivate(state: State, seat: number, { field, bid }: Extract<Move, { type: 'activate' }>): Refusal | undefined {
  const card = state.fields[field - 1]
  if (!card) return no('FIELD_EMPTY', `No card lies on field ${field}; fields are filled again at the end of the round.`)
  const face = faceOf(state, card)
  if (face.kind === 'auction') return cannotOpen(state, seat, face, bid)
  if (bid !== undefined) return no('BID_NOT_WANTED', `${face.name} is not auctioned: it is activated with goods, without a bid.`)
  const player = playerAt(state, seat)
  if (player.stock.goods < priceOf(field))
    return no('NOT_ENOUGH_GOODS', `Field ${field} costs ${priceOf(field)} goods, and you have ${player.stock.goods}.`)
  if (face.kind === 'majority') return undefined
  if (handIsFull(player)) return no('HAND_FULL', 'You hold four cards: no simple card may be taken.')
  return hasColourInHand(state, player, face.colour)
    ? no('COLOUR_IN_HAND', `You hold a ${face.colour} card: no hand has two of one colour.`)
    : undefined
}

function cannotOpen(state: State, seat: number, face: CardRow, bid: number | undefined): Refusal | undefined {
  if (bid === undefined) return no('BID_MISSING', `${face.name} is auctioned: open with a bid of at least 1 ${face.cost.pay}.`)
  return aboveHolding(state, seat, face, bid)
}

function aboveHolding(state: State, seat: number, { cost }: CardRow, bid: number): Refusal | undefined {
  const most = holding(playerAt(state, seat), cost.pay)
  return bid > most ? no('BID_ABOVE_HOLDING', `You have ${most} ${cost.pay}: nobody bids more than they own.`) : undefined
}

function cannotBid(state: State, seat: number, amount: number): Refusal | undefined {
  const auction = state.auction as Auction
  if (amount <= auction.bid) return no('BID_TOO_LOW', `The highest bid is ${auction.bid}: bid more or drop out.`)
  return aboveHolding(state, seat, faceOf(state, auction.card), amount)
}

function cannotPlay(state: State, seat: number, card: string): Refusal | undefined {
  if (!playerAt(state, seat).hand.includes(card)) return no('CARD_NOT_IN_HAND', `You do not hold ${card}.`)
  const face = faceOf(state, card)
  if (canPay(state, seat, face)) return undefined
  return no(
    'COST_NOT_MET',
    `${face.name} costs you ${costOf(state, seat, face)} ${face.cost.pay}, and you have ${holding(playerAt(state, seat), face.cost.pay)}.`,
  )
}

const no = (code: string, message: string): Refusal => ({ code, message })
