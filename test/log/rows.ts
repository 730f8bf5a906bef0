/** Rows for a log that knows nothing of games. */
import { createHash, randomUUID } from 'node:crypto'
import type { Append } from '../../src/log/group-commit.js'

export type RowParts = Partial<Pick<Append, 'match' | 'seat' | 'idempotencyKey' | 'request'>> & {
  version?: number
  note?: string
}

export function row({
  match = randomUUID(),
  version = 1,
  note = '',
  seat = 0,
  idempotencyKey = null,
  request = null,
}: RowParts = {}): Append {
  const entry = {
    version,
    rules: 1,
    command: { type: 'move' as const, seat: seat ?? 0, move: { type: 'wait', note } },
    events: [{ type: 'Waited', note }],
    rolls: [],
    at: '2026-11-16T12:00:00.000Z',
    hash: createHash('sha256').update(`${match} ${version} ${note}`).digest('hex'),
  }
  return { match, seat, entry, awaiting: [], idempotencyKey, request, becomes: null, result: null, leaves: null }
}
