/** An auction: who holds the highest bid, who may still raise it, and whose turn it is to speak. Seats speak clockwise. */
import { itemAt } from '../lists.js'

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

export const afterRaising = (auction: Auction, seat: number, bid: number): Auction => ({
  ...auction,
  bid,
  bidder: seat,
  speaker: nextOf(auction.bidders, seat),
})

export const afterDropping = (auction: Auction, seat: number): Auction => ({
  ...auction,
  bidders: auction.bidders.filter((other) => other !== seat),
  speaker: auction.speaker === seat ? nextOf(auction.bidders, seat) : auction.speaker,
})

/** Whether anybody is left who may raise; if not, the bidder has won, even if it has left the match. */
export const isOpen = ({ bidder, bidders }: Auction): boolean => bidders.some((seat) => seat !== bidder)

const nextOf = (bidders: readonly number[], seat: number): number => bidders.find((other) => other > seat) ?? itemAt(bidders, 0)
