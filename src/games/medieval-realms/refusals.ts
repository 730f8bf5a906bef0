/** Why a move is not allowed: every refusal of the game, in words. */
import { type Refusal, refusal } from '../contract.js'
import type { OfType } from '../evolving.js'
import { playerAt } from '../seating.js'
import type { CardRow } from './cards.js'
import { landsInPlay } from './content.js'
import { canPay, costOf, priceOf } from './costs.js'
import { answers, decisionOf } from './phase.js'
import type { Move, Placement } from './schema.js'
import {
  auctionIn,
  buffersOf,
  faceOf,
  handIsFull,
  hasColourInHand,
  holding,
  isExcluded,
  isPairTaken,
  type State,
} from './state.js'

/** Why the awaited seat may not make this move; undefined if it may. */
export function illegality(state: State, seat: number, move: Move): Refusal | undefined {
  const decision = decisionOf(state, seat)
  if (!decision) throw new Error(`seat ${seat} is not awaited`)
  if (!answers(decision, move))
    return refusal('NOT_THIS_DECISION', `You are asked for ${decision}: ${move.type} does not answer that.`)
  switch (move.type) {
    case 'pickPair':
      return cannotPick(state, move)
    case 'placeLeaders':
      return cannotPlace(state, seat, move)
    case 'activate':
      return cannotActivate(state, seat, move)
    case 'playCard':
      return cannotPlay(state, seat, move.card)
    case 'bid':
      return cannotBid(state, seat, move.amount)
    case 'chooseResource':
      return cannotChoose(state, move)
    case 'takeCard':
      return cannotReceive(state, seat, move.field)
    case 'dropOut':
    case 'pass':
      return undefined
  }
}

function cannotPick(state: State, { first, second }: OfType<Move, 'pickPair'>): Refusal | undefined {
  if (first === second) return refusal('SAME_RESOURCE_TWICE', 'A pair is two different resources.')
  return isPairTaken(state, first, second)
    ? refusal('PAIR_TAKEN', `Another seat has picked ${first} and ${second}: pairs must differ in at least one resource.`)
    : undefined
}

const cannotChoose = (state: State, { resource }: OfType<Move, 'chooseResource'>): Refusal | undefined =>
  isExcluded(state, resource)
    ? refusal('RESOURCE_EXCLUDED', `This card gives any one kind of resource but ${resource}.`)
    : undefined

const cannotPlace = (state: State, seat: number, placement: Placement): Refusal | undefined =>
  wrongNumber(state, seat, placement) ?? wrongLand(state, placement) ?? besideBuffer(placement)

function wrongNumber(state: State, seat: number, placement: Placement): Refusal | undefined {
  const { mayor, admiral, general } = playerAt(state, seat).leaders
  return (
    miscount('mayor', placement.mayors.length, mayor) ??
    miscount('admiral', placement.admirals.length, admiral) ??
    miscount('general', placement.generals.length, general) ??
    bufferMiscount(placement.buffers.length, buffersOf(state))
  )
}

/** The codes of a kind of which too few or too many were placed. */
const MISCOUNTS = {
  mayor: { few: 'MAYOR_NOT_PLACED', many: 'TOO_MANY_MAYORS' },
  admiral: { few: 'ADMIRAL_NOT_PLACED', many: 'TOO_MANY_ADMIRALS' },
  general: { few: 'GENERAL_NOT_PLACED', many: 'TOO_MANY_GENERALS' },
  buffer: { few: 'BUFFER_NOT_PLACED', many: 'TOO_MANY_BUFFERS' },
} as const

function miscount(name: keyof typeof MISCOUNTS, placed: number, owned: number): Refusal | undefined {
  if (placed === owned) return undefined
  const { few, many } = MISCOUNTS[name]
  if (placed < owned) return refusal(few, `You own ${owned} of this kind and placed ${placed}: every ${name} must be placed.`)
  return refusal(many, `You placed ${placed} of this kind and own ${owned} (${name}).`)
}

const bufferMiscount = (placed: number, owned: number): Refusal | undefined =>
  owned === 0 && placed > 0
    ? refusal('NO_BUFFERS', 'Buffer mayors are used with two seats only.')
    : miscount('buffer', placed, owned)

function wrongLand(state: State, { admirals, generals, buffers }: Placement): Refusal | undefined {
  const last = landsInPlay(state.players.length)
  const outside = firstBeyond(admirals, last) ?? firstBeyond(generals, last) ?? firstBeyond(buffers, last)
  return outside
    ? refusal('LAND_NOT_IN_PLAY', `Land ${outside} is used with five seats only; here the lands are 1 to ${last}.`)
    : undefined
}

function firstBeyond(lands: readonly number[], last: number): number | undefined {
  for (const land of lands) if (land > last) return land
  return undefined
}

function besideBuffer({ admirals, generals, buffers }: Placement): Refusal | undefined {
  const shared = buffers.find((land) => admirals.includes(land) || generals.includes(land))
  return shared
    ? refusal('BUFFER_BESIDE_MILITARY', `A buffer stands only where you have no admiral or general: not on land ${shared}.`)
    : undefined
}

function cannotReceive(state: State, seat: number, field: number): Refusal | undefined {
  const card = state.fields[field - 1]
  if (!card) return fieldEmpty(field)
  const face = faceOf(state, card)
  return face.kind === 'auction'
    ? refusal('AUCTION_CARD', `${face.name} is auctioned: such a card never comes into a hand.`)
    : cannotTake(state, seat, face)
}

const fieldEmpty = (field: number): Refusal =>
  refusal('FIELD_EMPTY', `No card lies on field ${field}; fields are filled again at the end of the round.`)

function cannotActivate(state: State, seat: number, { field, bid }: OfType<Move, 'activate'>): Refusal | undefined {
  const card = state.fields[field - 1]
  if (!card) return fieldEmpty(field)
  const face = faceOf(state, card)
  if (face.kind === 'auction') return cannotOpen(state, seat, face, bid)
  if (bid !== undefined)
    return refusal('BID_NOT_WANTED', `${face.name} is not auctioned: it is activated with goods, without a bid.`)
  const { goods } = playerAt(state, seat).stock
  if (goods < priceOf(field))
    return refusal('NOT_ENOUGH_GOODS', `Field ${field} costs ${priceOf(field)} goods, and you have ${goods}.`)
  return face.kind === 'majority' ? undefined : cannotTake(state, seat, face)
}

function cannotTake(state: State, seat: number, { colour }: CardRow): Refusal | undefined {
  const player = playerAt(state, seat)
  if (handIsFull(player)) return refusal('HAND_FULL', 'You hold four cards: no other may be taken.')
  return hasColourInHand(state, player, colour)
    ? refusal('COLOUR_IN_HAND', `You hold a ${colour} card: no hand has two of one colour.`)
    : undefined
}

function cannotOpen(state: State, seat: number, face: CardRow, bid: number | undefined): Refusal | undefined {
  if (bid === undefined)
    return refusal('BID_MISSING', `${face.name} is auctioned: open with a bid of at least 1 ${face.cost.pay}.`)
  return aboveHolding(state, seat, face, bid)
}

function aboveHolding(state: State, seat: number, { cost }: CardRow, bid: number): Refusal | undefined {
  const most = holding(playerAt(state, seat), cost.pay)
  return bid > most ? refusal('BID_ABOVE_HOLDING', `You have ${most} ${cost.pay}: nobody bids more than they own.`) : undefined
}

function cannotBid(state: State, seat: number, amount: number): Refusal | undefined {
  const { card, bid } = auctionIn(state)
  if (amount <= bid) return refusal('BID_TOO_LOW', `The highest bid is ${bid}: bid more or drop out.`)
  return aboveHolding(state, seat, faceOf(state, card), amount)
}

function cannotPlay(state: State, seat: number, card: string): Refusal | undefined {
  const player = playerAt(state, seat)
  if (!player.hand.includes(card)) return refusal('CARD_NOT_IN_HAND', `You do not hold ${card}.`)
  const face = faceOf(state, card)
  if (canPay(state, seat, face)) return undefined
  const { pay } = face.cost
  const message = `${face.name} costs you ${costOf(state, seat, face)} ${pay}, and you have ${holding(player, pay)}.`
  return refusal('COST_NOT_MET', message)
}
