/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { type CardRow, isLeader, RESOURCES, type Resource } from './cards.js'
import { type Catalogue, catalogueOf } from './catalogue.js'
import { HAND_LIMIT, ROUNDS } from './content.js'
import { expectedHarvest } from './harvest.js'
import { type Realm, realmOf } from './realm.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'
import { LEFTOVER, leaderWorth, markerWorth, personalityPoints, priceIn, worthInPlay, worthOfPlaying } from './worth.js'

type Stock = Record<Resource, number>

export function evaluate(view: View): number[] {
  const points = view.players.map((player) => player.points)
  if (view.places) return shares(points, WEIGHTS.spread, view.leftInOrder)
  const catalogue = catalogueOf(view.options)
  const rounds = ROUNDS - Math.max(1, view.round) + (view.stage === 'actions' ? 0 : 1)
  const realms = view.players.map((player) =>
    realmOf(player, catalogue, rounds - (player.placement && view.stage === 'placement' ? 1 : 0)),
  )
  const expected = realms.map((realm) => realm.player.points + realmWorth(view, realm))
  addMajorities(view, catalogue, realms, expected)
  addAuction(view, catalogue, realms, expected)
  return shares(expected, WEIGHTS.spread + WEIGHTS.spreadPerRound * rounds, view.leftInOrder)
}

function realmWorth(view: View, realm: Realm): number {
  const { player, inPlay, personalities } = realm
  const stock = expectedStock(view, realm)
  let worth = personalityPoints(personalities) + player.mayors * leaderWorth(realm, 'mayor')
  worth += player.admirals * leaderWorth(realm, 'admiral') + player.generals * leaderWorth(realm, 'general')
  for (const row of inPlay) worth += worthInPlay(realm, row)
  if (!player.passed) worth += WEIGHTS.active
  return worth + offersWorth(view, realm) + stockWorth(view, realm, stock) + handWorth(view, realm, stock)
}

/** With what the leaders will bring who have been placed. */
function expectedStock(view: View, { player }: Realm): Stock {
  const stock = { ...player.stock }
  if (view.stage === 'placement' && player.placement) expectedHarvest(view, player.seat, player.placement, stock)
  return stock
}

function offersWorth({ choices }: View, realm: Realm): number {
  if (choices?.seat !== realm.player.seat) return 0
  return choices.offers.reduce(
    (sum, { choice, amount }) => sum + amount * (choice === 'eventField' ? WEIGHTS.freeCard : markerWorth(realm)),
    0,
  )
}

/** Every marker is a leftover at least; those that are needed are worth more. */
function stockWorth(view: View, realm: Realm, stock: Stock): number {
  const future = Math.min(1, realm.rounds / 2)
  let worth = 0
  for (const resource of RESOURCES) {
    const needed = Math.min(stock[resource], needOf(view, realm, resource))
    worth += stock[resource] * LEFTOVER + future * (needed * WEIGHTS.needed + (stock[resource] - needed) * WEIGHTS.spare)
  }
  return worth
}

function needOf(view: View, realm: Realm, resource: Resource): number {
  let need = resource === 'goods' ? WEIGHTS.reserveOfGoods : WEIGHTS.reserve
  for (const row of realm.hand) if (row.cost.pay === resource) need += priceIn(realm, row, view.players.length)
  return need
}

/** What the cards in hand would bring above their cost, as far as they can be paid. */
function handWorth(view: View, realm: Realm, stock: Stock): number {
  if (!realm.acts) return 0
  const left = { ...stock, mayor: realm.player.mayors, admiral: realm.player.admirals, general: realm.player.generals }
  let worth = 0
  for (const row of realm.hand) {
    const { pay } = row.cost
    const price = priceIn(realm, row, view.players.length)
    const gain = worthOfPlaying(realm, row) - price * (isLeader(pay) ? leaderWorth(realm, pay) : markerWorth(realm))
    if (gain <= 0) continue
    const ready = Math.min(1, left[pay] / price)
    worth += gain * (ready === 1 ? WEIGHTS.payable : WEIGHTS.unpaid * ready * ready * Math.min(1, realm.rounds / 2))
    left[pay] -= price * ready
  }
  return worth
}

/** Whoever has most of its resource, and a hand that may take it, is likely to get a majority card. */
function addMajorities(view: View, { faces }: Catalogue, realms: readonly Realm[], expected: number[]): void {
  for (const { card } of view.fields) {
    const row = card === null ? undefined : faces.get(card)
    if (row?.kind !== 'majority' || isLeader(row.cost.pay)) continue
    const seat = aheadIn(realms, row, row.cost.pay)
    if (seat >= 0) expected[seat] = itemAt(expected, seat) + WEIGHTS.majority
  }
}

/** -1 if nobody is ahead of all others. */
function aheadIn(realms: readonly Realm[], row: CardRow, resource: Resource): number {
  let [ahead, most] = [-1, 0]
  realms.forEach(({ player, hand }, seat) => {
    if (player.left || hand.length >= HAND_LIMIT || hand.some(({ colour }) => colour === row.colour)) return
    const held = player.stock[resource]
    if (held > most) [ahead, most] = [seat, held]
    else if (held === most) ahead = -1
  })
  return ahead
}

function addAuction({ auction }: View, { faces }: Catalogue, realms: readonly Realm[], expected: number[]): void {
  const row = auction ? faces.get(auction.card) : undefined
  if (!auction || !row) return
  const realm = itemAt(realms, auction.bidder)
  const gain = worthOfPlaying(realm, row) - auction.bid * markerWorth(realm)
  expected[auction.bidder] = itemAt(expected, auction.bidder) + WEIGHTS.bid * gain
}
