/** How well each seat stands. */
import { fractionAt, itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { type Colour, isLeader, type Leader, type Resource } from './cards.js'
import { HAND_LIMIT, ROUNDS } from './content.js'
import { withHarvest } from './harvest.js'
import { type Judged, judgedState, judgedView } from './judged.js'
import { type Held, needOf, type Realm, realmOf } from './realm.js'
import type { View } from './schema.js'
import { amountOf, type State, type Stock } from './state.js'
import { WEIGHTS } from './weights.js'
import { LEFTOVER, leaderWorth, markerWorth, personalityPoints, worthInPlay, worthOfPlaying } from './worth.js'

export const evaluate = (view: View): number[] => judge(judgedView(view))
export const evaluateState = (state: State): number[] => judge(judgedState(state))

function judge(match: Judged): number[] {
  const { players, places, stage, left, catalogue } = match
  if (places)
    return shares(
      players.map(({ points }) => points),
      WEIGHTS.spread,
      left,
    )
  const rounds = ROUNDS - Math.max(1, match.round) + (stage === 'actions' ? 0 : 1)
  const realms: Realm[] = []
  const expected: number[] = []
  for (const player of players) {
    const hasPlaced = stage === 'placement' && player.placement !== null
    const realm = realmOf(player, players.length, catalogue, hasPlaced ? rounds - 1 : rounds)
    realms.push(realm)
    expected.push(player.points + realmWorth(match, realm))
  }
  addMajorities(match, realms, expected)
  addAuction(match, realms, expected)
  return shares(expected, WEIGHTS.spread + WEIGHTS.spreadPerRound * rounds, left)
}

function realmWorth(match: Judged, realm: Realm): number {
  const { player, inPlay, personalities } = realm
  const stock = expectedStock(match, realm)
  let worth = personalityPoints(personalities) + player.mayors * leaderWorth(realm, 'mayor')
  worth += player.admirals * leaderWorth(realm, 'admiral') + player.generals * leaderWorth(realm, 'general')
  for (const row of inPlay) worth += worthInPlay(realm, row)
  if (!player.passed) worth += WEIGHTS.active
  return worth + offersWorth(match, realm) + stockWorth(realm, stock) + handWorth(realm, stock)
}

/** With what the leaders will bring who have been placed. */
function expectedStock(match: Judged, { player }: Realm): Stock {
  if (match.stage !== 'placement' || !player.placement) return player.stock
  return withHarvest(match, player.seat, player.placement)
}

function offersWorth({ choices }: Judged, realm: Realm): number {
  if (choices?.seat !== realm.player.seat) return 0
  return choices.offers.reduce(
    (sum, { choice, amount }) => sum + amount * (choice === 'eventField' ? WEIGHTS.freeCard : markerWorth(realm)),
    0,
  )
}

/** Every marker is a leftover at least; those that are needed are worth more. */
function stockWorth(realm: Realm, { goods, science, culture, religion, gold, raw, combat }: Stock): number {
  let worth = markersWorth(realm, 'goods', goods, WEIGHTS.reserveOfGoods)
  worth += markersWorth(realm, 'science', science, WEIGHTS.reserve)
  worth += markersWorth(realm, 'culture', culture, WEIGHTS.reserve)
  worth += markersWorth(realm, 'religion', religion, WEIGHTS.reserve)
  worth += markersWorth(realm, 'gold', gold, WEIGHTS.reserve)
  worth += markersWorth(realm, 'raw', raw, WEIGHTS.reserve)
  return worth + markersWorth(realm, 'combat', combat, WEIGHTS.reserve)
}

function markersWorth(realm: Realm, resource: Resource, held: number, reserve: number): number {
  const needed = Math.min(held, reserve + needOf(realm, resource))
  return held * LEFTOVER + Math.min(1, realm.rounds / 2) * (needed * WEIGHTS.needed + (held - needed) * WEIGHTS.spare)
}

/** What the cards in hand would bring above their cost, as far as they can be paid one after the other. */
function handWorth(realm: Realm, stock: Stock): number {
  if (!realm.acts) return 0
  let worth = 0
  for (const held of realm.hand) worth += heldWorth(realm, stock, held)
  return worth
}

function heldWorth(realm: Realm, stock: Stock, held: Held): number {
  const { row, price } = held
  const { pay } = row.cost
  const gain = worthOfPlaying(realm, row) - price * (isLeader(pay) ? leaderWorth(realm, pay) : markerWorth(realm))
  if (gain <= 0) return 0
  const left = (isLeader(pay) ? leadersOf(realm, pay) : amountOf(stock, pay)) - spentBefore(realm, held)
  const ready = Math.max(0, Math.min(1, left / price))
  return gain * (ready === 1 ? WEIGHTS.payable : WEIGHTS.unpaid * ready * ready * Math.min(1, realm.rounds / 2))
}

function leadersOf({ player }: Realm, leader: Leader): number {
  if (leader === 'mayor') return player.mayors
  return leader === 'admiral' ? player.admirals : player.generals
}

/** What cards before this one in the hand cost in the same currency. */
function spentBefore({ hand }: Realm, held: Held): number {
  const { pay } = held.row.cost
  let spent = 0
  for (const before of hand) {
    if (before === held) break
    if (before.row.cost.pay === pay) spent += before.price
  }
  return spent
}

/** Whoever has most of its resource, and a hand that may take it, is likely to get a majority card. */
function addMajorities({ fields, catalogue }: Judged, realms: readonly Realm[], expected: number[]): void {
  for (const card of fields) {
    const row = card === null ? undefined : catalogue.faces.get(card)
    if (row?.kind !== 'majority' || isLeader(row.cost.pay)) continue
    const seat = aheadIn(realms, row.colour, row.cost.pay)
    if (seat >= 0) expected[seat] = fractionAt(expected, seat) + WEIGHTS.majority
  }
}

/** -1 if nobody is ahead of all others. */
function aheadIn(realms: readonly Realm[], colour: Colour, resource: Resource): number {
  let [ahead, most] = [-1, 0]
  for (const { player, hand } of realms) {
    const held = amountOf(player.stock, resource)
    if (held < most || player.left || hand.length >= HAND_LIMIT || holdsColour(hand, colour)) continue
    ahead = held > most ? player.seat : -1
    most = held
  }
  return ahead
}

function holdsColour(hand: readonly Held[], colour: Colour): boolean {
  for (const { row } of hand) if (row.colour === colour) return true
  return false
}

function addAuction({ auction, catalogue }: Judged, realms: readonly Realm[], expected: number[]): void {
  const row = auction ? catalogue.faces.get(auction.card) : undefined
  if (!auction || !row) return
  const realm = itemAt(realms, auction.bidder)
  const gain = worthOfPlaying(realm, row) - auction.bid * markerWorth(realm)
  expected[auction.bidder] = fractionAt(expected, auction.bidder) + WEIGHTS.bid * gain
}
