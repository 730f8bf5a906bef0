/** Rows for a log that knows nothing of games. */
import { createHash, randomUUID } from 'node:crypto'
import type { Append } from '../../src/log/append.js'

export type RowParts = Partial<
  Pick<Append, 'match' | 'seat' | 'idempotencyKey' | 'request' | 'previous' | 'becomes' | 'leaves' | 'timing'>
> & {
  version?: number
  note?: string
  at?: string
}

const hashOf = (match: string, version: number, note: string): string =>
  createHash('sha256').update(`${match} ${version} ${note}`).digest('hex')

/** It builds on the row of the version before without a note, unless another is named. */
export function row({
  match = randomUUID(),
  version = 1,
  note = '',
  seat = 0,
  idempotencyKey = null,
  request = null,
  previous = hashOf(match, version - 1, ''),
  becomes = null,
  leaves = null,
  timing = null,
  at = '2026-11-16T12:00:00.000Z',
}: RowParts = {}): Append {
  const entry = {
    version,
    rules: 1,
    command: { type: 'move' as const, seat: seat ?? 0, move: { type: 'wait', note } },
    events: [{ type: 'Waited', note }],
    rolls: [],
    at,
    hash: hashOf(match, version, note),
  }
  const asked = { becomes, agreed: false, result: null, leaves, hands: null, backTo: null, timing, substituted: null }
  return { match, seat, entry, previous, awaiting: [], idempotencyKey, request, ...asked }
}
