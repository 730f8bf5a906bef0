/** The course of a round's actions: what each move leads to, down to the next real choice of a seat. */
import type { Dice, LeaveReason } from '../contract.js'
import type { OfType } from '../evolving.js'
import { itemAt, numberAt } from '../lists.js'
import { hasLeft, playerAt, stillPlaying } from '../seating.js'
import { isOpen } from './auction.js'
import type { Resource } from './cards.js'
import { costOf, priceOf } from './costs.js'
import { takeEffect } from './effects.js'
import { receiverOf } from './majority.js'
import { canAct, canRaise, openAnswers } from './moves.js'
import { inOrder } from './placement.js'
import { beginRound, endMatch, endRound, reveal, setUp } from './rounds.js'
import type { Move, Offer } from './schema.js'
import { faceOf, type Play, type State } from './state.js'

export function start(play: Play, dice: Dice): void {
  setUp(play, dice)
  nextPair(play)
}

export function move(play: Play, seat: number, chosen: Move, dice: Dice): void {
  switch (chosen.type) {
    case 'pickPair':
      play.emit({ type: 'PairPicked', seat, first: chosen.first, second: chosen.second })
      nextPair(play)
      break
    case 'placeLeaders':
      play.emit({ type: 'LeadersPlaced', seat, placement: inOrder(chosen) })
      revealIfAllHavePlaced(play, dice)
      break
    default:
      act(play, seat, chosen)
      finishAction(play, dice)
  }
}

function act(play: Play, seat: number, chosen: Exclude<Move, OfType<Move, 'pickPair' | 'placeLeaders'>>): void {
  switch (chosen.type) {
    case 'activate':
      activate(play, seat, chosen.field, chosen.bid)
      break
    case 'playCard':
      playCard(play, seat, chosen.card)
      break
    case 'bid':
      play.emit({ type: 'BidRaised', seat, bid: chosen.amount })
      break
    case 'dropOut':
      play.emit({ type: 'SeatDroppedOut', seat, forced: false })
      break
    case 'chooseResource':
      choose(play, chosen.resource)
      break
    case 'takeCard':
      receive(play, chosen.field)
      break
    case 'pass':
      play.emit({ type: 'SeatPassed', seat, forced: false })
      break
  }
}

export function leave(play: Play, seat: number, reason: LeaveReason, dice: Dice): void {
  const before = play.state
  play.emit({ type: 'SeatLeft', seat, reason })
  if (stillPlaying(play.state).length === 1) endEarly(play)
  else if (before.stage === 'placement') revealIfAllHavePlaced(play, dice)
  else if (wasHeldUpBy(before, seat)) goOn(play, dice)
}

/** An auction under way is cancelled: nobody pays, and its card is discarded. */
function endEarly(play: Play): void {
  const { auction } = play.state
  if (auction) play.emit({ type: 'CardsDiscarded', cards: [auction.card] })
  endMatch(play)
}

const goOn = (play: Play, dice: Dice): void => (play.state.stage === 'pairs' ? nextPair(play) : finishAction(play, dice))

/** Whether play waited for the seat that left, or an auction may be over without it. */
const wasHeldUpBy = ({ auction, choices, turn }: State, seat: number): boolean =>
  choices ? choices.seat === seat : auction !== null || turn === seat

/** In reverse turn order; a seat that has left is skipped. */
function nextPair(play: Play): void {
  const { order } = play.state
  const seat = order.findLast((one) => playerAt(play.state, one).pair.length === 0 && !hasLeft(play.state, one))
  if (seat === undefined) beginRound(play, 1)
  else play.emit({ type: 'TurnBegan', seat })
}

function revealIfAllHavePlaced(play: Play, dice: Dice): void {
  if (stillPlaying(play.state).some((seat) => playerAt(play.state, seat).placement === null)) return
  reveal(play)
  nextTurn(play, dice)
}

function cardOn({ fields }: State, field: number): string {
  const card = itemAt(fields, field - 1)
  if (card === null) throw new Error(`no card lies on field ${field}`)
  return card
}

function activate(play: Play, seat: number, field: number, bid: number | undefined): void {
  const card = cardOn(play.state, field)
  const face = faceOf(play.state, card)
  const price = priceOf(field)
  if (bid !== undefined) play.emit({ type: 'AuctionOpened', seat, field, card, bid })
  else if (face.kind === 'simple') play.emit({ type: 'CardTaken', seat, field, card, price })
  else play.emit({ type: 'MajorityDecided', seat, field, card, price, receiver: receiverOf(play.state, seat, face, price) })
}

function playCard(play: Play, seat: number, card: string): void {
  const face = faceOf(play.state, card)
  play.emit({ type: 'CardPlayed', seat, card, currency: face.cost.pay, amount: costOf(play.state, seat, face) })
  takeEffect(play, seat, card)
}

/** The offer to be answered, and by whom. */
function openOffer({ choices }: State): Omit<Offer, 'except'> & { seat: number } {
  if (!choices) throw new Error('no seat has anything to choose')
  const { choice, amount } = itemAt(choices.offers, 0)
  return { seat: choices.seat, choice, amount }
}

function choose(play: Play, resource: Resource): void {
  const { seat, choice, amount } = openOffer(play.state)
  play.emit({ type: 'ResourceChosen', seat, choice, resource, amount })
}

function receive(play: Play, field: number): void {
  const { seat } = openOffer(play.state)
  play.emit({ type: 'CardReceived', seat, field, card: cardOn(play.state, field) })
}

function lapse(play: Play): void {
  const { seat, choice, amount } = openOffer(play.state)
  play.emit({ type: 'ChoiceLapsed', seat, choice, amount })
}

/** The auction and the choices that an action has caused come first; then the next seat acts. */
function finishAction(play: Play, dice: Dice): void {
  runAuction(play)
  answerForced(play)
  if (!play.state.auction && !play.state.choices) nextTurn(play, dice)
}

/** What seats own is public, so whoever cannot raise drops out without being asked. When nobody is left to raise, the highest bid wins. */
function runAuction(play: Play): void {
  let { auction } = play.state
  while (auction && isOpen(auction) && !canRaise(play.state, auction)) {
    play.emit({ type: 'SeatDroppedOut', seat: auction.speaker, forced: true })
    auction = play.state.auction
  }
  if (auction && !isOpen(auction)) winAuction(play, auction.bidder, auction.card, auction.bid)
}

function winAuction(play: Play, seat: number, card: string, bid: number): void {
  play.emit({ type: 'AuctionWon', seat, card, currency: faceOf(play.state, card).cost.pay, amount: bid })
  takeEffect(play, seat, card)
}

/** An offer of a host's own card may leave a single answer, which is given without asking, or none. */
function answerForced(play: Play): void {
  while (play.state.choices) {
    const [only, another] = openAnswers(play.state)
    if (another) return
    if (only) act(play, play.state.choices.seat, only)
    else lapse(play)
  }
}

/** In turn order after the seat that acted; a seat that can only pass does so unasked. When all have passed, the round is over. */
function nextTurn(play: Play, dice: Dice): void {
  const { order, turn } = play.state
  const acted = order.indexOf(turn)
  for (let step = 1; step <= order.length; step++) {
    const seat = numberAt(order, (acted + step) % order.length)
    if (playerAt(play.state, seat).passed) continue
    if (canAct(play.state, seat)) {
      play.emit({ type: 'TurnBegan', seat })
      return
    }
    play.emit({ type: 'SeatPassed', seat, forced: true })
  }
  endRound(play, dice)
}
