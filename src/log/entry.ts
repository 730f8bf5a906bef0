/** One accepted command and what it caused. Rows of this shape are only ever inserted. */
import { z } from 'zod'
import { Roll } from '../dice/rolls.js'
import { LEAVE_REASONS } from '../games/contract.js'

const seat = z.int().min(0)

/** Only as much of a move as all games share: the game's own schema has read it before it came here. */
const StoredMove = z.looseObject({ type: z.string() })
export type StoredMove = z.infer<typeof StoredMove>

const StoredCommand = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start') }),
  z.strictObject({ type: z.literal('move'), seat, move: StoredMove }),
  z.strictObject({ type: z.literal('leave'), seat, reason: z.enum(LEAVE_REASONS) }),
])

export type StoredCommand = z.infer<typeof StoredCommand>

export const Entry = z.strictObject({
  version: z.int().min(1),
  rules: z.int().min(1),
  command: StoredCommand,
  events: z.array(z.looseObject({ type: z.string() })),
  rolls: z.array(Roll),
  /** When the server accepted it; null in a simulated match. */
  at: z.iso.datetime().nullable(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
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
