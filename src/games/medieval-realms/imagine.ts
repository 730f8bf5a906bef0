/** A full state that fits what a seat sees: hidden placements are guessed. */
import type { Dice } from '../contract.js'
import type { Draft } from '../evolving.js'
import { itemAt } from '../lists.js'
import type { Auction } from './auction.js'
import { randomPlacement } from './placement.js'
import type { View } from './schema.js'
import type { Player, State } from './state.js'

/** Gives every seat whose placement is hidden one that it may have chosen. */
export function imagine(seen: View, _seat: number, dice: Dice): State {
  const state = visibleState(seen)
  for (let seat = 0; seat < state.players.length; seat++) {
    const player = itemAt(state.players, seat)
    const hidden = itemAt(seen.players, seat).hasPlaced && player.placement === null
    if (hidden) player.placement = randomPlacement(state, seat, dice)
  }
  return state
}

const visibleState = (seen: View): Omit<State, 'players'> & { readonly players: readonly Draft<Player>[] } => ({
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

const auctionOf = ({ card, bid, bidder, bidders, speaker }: NonNullable<View['auction']>): Auction => ({
  card,
  bid,
  bidder,
  bidders,
  speaker,
})
