/** What the bots of the kit think of a move in Kingdoms, worked out from a log: the same in every language, so all of them are held to it. */
import { findGame } from '../../src/games/registry.js'
import { statesOf } from '../../src/match/offline/take-back.js'
import type { Transcript } from '../../src/match/offline/transcript.js'

interface Field {
  readonly row: number
  readonly column: number
  readonly tile: string | null
}
type Castle = { readonly type: string; readonly rank?: number; readonly row?: number; readonly column?: number }

/** From this on a field is worth a castle. */
const ENOUGH = 7

function rate(board: readonly Field[], { type, rank = 0, row, column }: Castle): number {
  if (type !== 'placeCastle') return 0
  let worth = -ENOUGH
  for (const field of board) {
    const [, kind, value = '0'] = /^(land|hazard)(\d)$/.exec(field.tile ?? '') ?? []
    if (field.row === row || field.column === column) worth += Number(value) * (kind === 'hazard' ? -1 : 1)
  }
  return worth * rank
}

/** By move of the seat, how much better it could have chosen; all of them 0 for a bot of the kit. */
export function regrets({ game: id, options, seats, entries }: Transcript, seat: number): number[] {
  const game = findGame(id)
  if (!game) throw new Error(`no game ${id}`)
  const states = statesOf(game, game.initial(options, seats), entries)
  return entries.flatMap(({ command, version }) => {
    if (command.type !== 'move' || command.seat !== seat) return []
    const { board } = game.view(states[version - 1], seat)
    const rates = [...game.legalMoves(states[version - 1], seat)].map((move) => rate(board, move))
    return Math.max(...rates) - rate(board, command.move)
  })
}
