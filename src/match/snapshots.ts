/** Snapshots: a cache that makes a cold load short. Losing them costs time and nothing else. */
import type { Pool } from 'pg'
import { fingerprints } from './fingerprint.js'
import type { Live } from './live.js'
import { storeSnapshot } from './snapshot.js'

/** A snapshot every so many entries: a cold load never replays more than this. */
const EVERY = 32

/** Writes one in the background if it is due. */
export function snapshotWriter(pool: Pool, onError: (error: unknown) => void): (live: Live) => void {
  return (live) => {
    const { position, awaiting, leftAt, fixed } = live
    if (position.version % EVERY !== 0) return
    const { version, head, state } = position
    pool
      .query({
        name: 'write-snapshot',
        text: 'insert into snapshot (match_id, version, fingerprint, state) values ($1, $2, $3, $4) on conflict do nothing',
        values: [
          fixed.id,
          version,
          fingerprints.get(fixed.game.id),
          storeSnapshot(fixed.id, version, { head, state, awaiting, leftAt }),
        ],
      })
      .catch(onError)
  }
}
