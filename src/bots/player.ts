/** A bot of the house in a match without a server. */
import type { Player } from '../match/offline/playing.js'
import type { Strategy } from './bot.js'

export const thinking = (strategy: Strategy): Player => ({
  answers: ({ game, view, seat, seed }) => ({ move: strategy({ game, view, seat, seed }) }),
})
