/** A position from the middle of a match, as its seat sees it: an example for readers, the same whenever it is made. */
import type { AnyGame } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import type { StoredMove } from '../../log/entry.js'
import { fold, readEvents } from '../offline/replay.js'
import { viewOf } from '../offline/seen.js'
import { simulateMatch } from '../offline/simulation.js'

export interface MidPlay {
  readonly seats: number
  readonly version: number
  /** The seat that moves next, and as whom the match is seen. */
  readonly seat: number
  readonly decision: string
  readonly view: object
  readonly move: StoredMove
  readonly label: string
}

export function midPlay(game: AnyGame): MidPlay {
  const seats = game.seats.min
  const options = game.schema.options.parse({})
  const { entries } = simulateMatch(game, { seats, options, seed: 1, match: 1 }).transcript
  const version = Math.floor(entries.length / 2)
  const events = entries.slice(0, version).flatMap((entry) => readEvents(game, entry.events))
  const state = fold(game, game.initial(options, seats), events)
  const { command } = itemAt(entries, version)
  if (command.type !== 'move') throw new Error(`${game.id}: a simulated match goes on with a move, not a ${command.type}`)
  const { seat, move } = command
  const decision = game.phase(state).awaiting.find((awaited) => awaited.seat === seat)?.decision ?? ''
  return { seats, version, seat, decision, view: viewOf(game, state, seat), move, label: game.describe.move(move) }
}
