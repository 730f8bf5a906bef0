/** One accepted command and what it caused. Rows of this shape are only ever inserted. */
import { z } from 'zod'
import { Roll } from '../dice/rolls.js'
import { LeaveReason, member } from '../games/described.js'

const seat = z.int().min(0).describe('Seat number, from 0.')

/** Only as much of a move as all games share: the game's own schema has read it before it came here. */
const StoredMove = z.looseObject({ type: z.string().describe('Which move of the game it is.') })
export type StoredMove = z.infer<typeof StoredMove>

const StoredCommand = z.discriminatedUnion('type', [
  member('start', 'The match starts.', {}),
  member('move', 'A seat moves.', { seat, move: StoredMove.describe('The move, in the shape of the game.') }),
  member('leave', 'A seat leaves.', { seat, reason: LeaveReason.describe('Why.') }),
])

export type StoredCommand = z.infer<typeof StoredCommand>

export const Entry = z.strictObject({
  version: z.int().min(1).describe('Its place in the log, from 1.'),
  rules: z.int().min(1).describe('Number of the rules by which it was decided.'),
  command: StoredCommand.describe('What was asked.'),
  events: z
    .array(z.looseObject({ type: z.string().describe('Which event of the game it is.') }))
    .describe('What followed, in the shape of the game.'),
  rolls: z.array(Roll).describe('All chance that it took, in order.'),
  at: z.iso.datetime().nullable().describe('When the server accepted it; null in a simulated match.'),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('Hash over this entry and the one before.'),
})
export type Entry = z.infer<typeof Entry>
export type UnhashedEntry = Omit<Entry, 'hash'>

/** A seat that must choose after an entry. */
export interface Awaiting {
  readonly seat: number
  readonly decision: string
  /** The version at which the decision opened. */
  readonly since: number
}
