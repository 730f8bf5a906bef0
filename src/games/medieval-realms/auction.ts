/** An auction: who holds the highest bid, who may still raise it, and whose turn it is to speak. Seats speak clockwise. */
import { numberAt, without } from '../lists.js'

export interface Auction {
  readonly card: string
  readonly bid: number
  readonly bidder: number
  /** Seats that have not dropped out, in seat order; the bidder is one of them, unless it has left the match. */
  readonly bidders: readonly number[]
  readonly speaker: number
}

/** Every seat takes part, even if it has passed for the round. */
export const opened = (card: string, seat: number, bid: number, bidders: readonly number[]): Auction => ({
  card,
  bid,
  bidder: seat,
  bidders,
  speaker: nextOf(bidders, seat),
})

// Field by field: a spread costs several times as much.
export const afterRaising = ({ card, bidders }: Auction, seat: number, bid: number): Auction => ({
  card,
  bid,
  bidder: seat,
  bidders,
  speaker: nextOf(bidders, seat),
})

export const afterDropping = ({ card, bid, bidder, bidders, speaker }: Auction, seat: number): Auction => ({
  card,
  bid,
  bidder,
  bidders: without(bidders, seat),
  speaker: speaker === seat ? nextOf(bidders, seat) : speaker,
})

/** Whether anybody is left who may raise; if not, the bidder has won, even if it has left the match. */
export function isOpen({ bidder, bidders }: Auction): boolean {
  for (const seat of bidders) if (seat !== bidder) return true
  return false
}

function nextOf(bidders: readonly number[], seat: number): number {
  for (const other of bidders) if (other > seat) return other
  return numberAt(bidders, 0)
}
