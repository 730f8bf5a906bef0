/** Snapshots: a cache that makes a cold load short. Losing them costs time and nothing else. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import type { Times } from '../../clocks/times.js'
import { games } from '../../games/registry.js'
import type { Awaiting } from '../../log/entry.js'
import { binaryArray, type ElementType } from '../../platform/binary-arrays.js'
import { type Taken, takingUp } from '../../platform/taking-up.js'
import type { Position } from '../offline/step.js'

/** All of a live match that follows from its log. */
export interface Snapshot {
  readonly head: string
  readonly state: unknown
  readonly awaiting: readonly Awaiting[]
  /** By seat: the version at which it left, or null. */
  readonly leftAt: readonly (number | null)[]
  /** Left out in a match without a clock. */
  readonly times?: Times | undefined
}

/** As stored: with a digest, so that a damaged snapshot is recognised and ignored. */
export interface StoredSnapshot {
  readonly digest: string
  readonly kept: Snapshot
}

/** Covers match and version: a row that was moved is as wrong as one that was changed. */
const digestOf = (match: string, version: number, text: string): string =>
  createHash('sha256').update(`${match} ${version} ${text}`).digest('base64url')

function formatSnapshot(match: string, version: number, { head, state, awaiting, leftAt, times }: Snapshot): string {
  const text = JSON.stringify({ head, state, awaiting, leftAt, times })
  return `{"digest":"${digestOf(match, version, text)}","kept":${text}}`
}

/** Undefined if it is not what was stored. */
export function readSnapshot(match: string, version: number, { digest, kept }: StoredSnapshot): Snapshot | undefined {
  return kept !== undefined && digestOf(match, version, JSON.stringify(kept)) === digest ? kept : undefined
}

const gamesFolder = new URL('../../games/', import.meta.url)

/** A name for the exact code of an engine: a snapshot written by other code is ignored. */
function fingerprint(game: string): string {
  const hash = createHash('sha256')
  for (const folder of [gamesFolder, new URL(`${game}/`, gamesFolder)]) {
    const files = readdirSync(folder).filter((file) => /\.(js|ts)$/.test(file) && !file.endsWith('.d.ts'))
    for (const file of files.sort()) hash.update(file).update(readFileSync(new URL(file, folder)))
  }
  return hash.digest('base64url').slice(0, 16)
}

/** By the id of the game. */
export const fingerprints: ReadonlyMap<string, string> = new Map(games.map(({ id }) => [id, fingerprint(id)]))

/** A live match, as far as its snapshot needs it. */
interface Source {
  readonly fixed: { readonly id: string; readonly game: { readonly id: string } }
  readonly position: Position
  readonly awaiting: readonly Awaiting[]
  readonly leftAt: Snapshot['leftAt']
  readonly times: Times | null
}

/** A snapshot every so many entries: a cold load never replays more than this. */
const EVERY = 32

export interface SnapshotWriter {
  /** Has one written in the background if it is due. Never of an aborted match, so that a snapshot need not say whether it is of one. */
  keep(live: Source): void
  /** Writes what waits to be written. */
  close(): Promise<void>
}

/** Nobody waits for a snapshot, so those of a quarter of a second go in one statement: one by one they took a fourth of all that Postgres did for moves. */
const GATHER_MS = 250

/** Sorted: two servers that write the same ones in another order would wait for each other for ever. */
const WRITE = `insert into snapshot (match_id, version, fingerprint, state)
select match_id::uuid, version, fingerprint, state from unnest($1::text[], $2::int[], $3::text[], $4::json[]) as kept(match_id, version, fingerprint, state)
order by match_id, version
on conflict do nothing`

interface WaitingRow {
  readonly match: string
  readonly version: number
  readonly fingerprint: string
  readonly stored: string
}

export function snapshotWriter(pool: Pool, onError: (error: unknown) => void): SnapshotWriter {
  let waiting: WaitingRow[] = []
  const writeAll = async (): Promise<Taken> => {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return 'done'
    const column = (type: ElementType, of: (row: WaitingRow) => string | number): Buffer => binaryArray(type, rows.map(of))
    const values = [
      column('text', ({ match }) => match),
      column('int', ({ version }) => version),
      column('text', ({ fingerprint }) => fingerprint),
      column('json', ({ stored }) => stored),
    ]
    await pool.query({ name: 'write-snapshots', text: WRITE, values })
    return 'done'
  }
  const { nudge, look, stop } = takingUp({ step: writeAll, gatherMs: GATHER_MS, onError })
  return {
    keep({ fixed, position, awaiting, leftAt, times }) {
      if (position.version % EVERY !== 0 || position.aborted) return
      const { version, head, state } = position
      const stored = formatSnapshot(fixed.id, version, { head, state, awaiting, leftAt, times: times ?? undefined })
      waiting.push({ match: fixed.id, version, fingerprint: fingerprints.get(fixed.game.id) ?? '', stored })
      nudge()
    },
    async close() {
      await look().catch(onError)
      await stop()
    },
  }
}
