/** Turn order: most goods first; ties go clockwise. */
import { playerAt, type State, stillPlaying } from './state.js'

/** Steps clockwise from one seat to another; a seat is nearest to itself. */
export const clockwise = (state: State, from: number, to: number): number =>
  (to - from + state.players.length) % state.players.length

/** The new start player is found from the old one; everybody else is then ranked from the new one. */
export function newOrder(state: State): number[] {
  const [starter] = byGoods(state, stillPlaying(state), state.starter)
  const others = stillPlaying(state).filter((seat) => seat !== starter)
  return [starter as number, ...byGoods(state, others, starter as number)]
}

const byGoods = (state: State, seats: readonly number[], origin: number): number[] =>
  seats.toSorted(
    (a, b) =>
      playerAt(state, b).stock.goods - playerAt(state, a).stock.goods ||
      clockwise(state, origin, a) - clockwise(state, origin, b),
  )
