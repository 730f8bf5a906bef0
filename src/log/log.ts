/** The append-only log of all matches: a small interface, and Postgres behind it. */
import type { Pool } from 'pg'
import type { Awaiting, Entry } from './entry.js'
import { type Append, groupCommit, type LogListeners } from './group-commit.js'

/** An entry as it is stored. */
export interface StoredEntry extends Entry {
  readonly at: string
  /** Who was awaited after it. */
  readonly awaiting: readonly Awaiting[]
}

/** An entry together with the request that caused it. */
export interface KeyedEntry extends StoredEntry {
  readonly request: string
}

export interface Log {
  /** `conflict`: another entry of this version, or of this seat and idempotency key, was there first. */
  append(row: Append): Promise<'appended' | 'conflict'>
  read(match: string, after: number, limit: number): Promise<StoredEntry[]>
  /** Number of entries; 0 if there is none. Asked by many at once, it costs one query. */
  head(match: string): Promise<number>
  findByKey(match: string, seat: number, key: string): Promise<KeyedEntry | undefined>
}

export function postgresLog(pool: Pool, listeners: LogListeners): Log {
  return {
    append: groupCommit(pool, listeners),
    async read(match, after, limit) {
      const { rows } = await pool.query<EntryRow>({ name: 'entries-after', text: ENTRIES_AFTER, values: [match, after, limit] })
      return rows.map(fromRow)
    },
    head: batched((matches: string[]) => heads(pool, matches)),
    findByKey: (match, seat, key) => findByKey(pool, match, seat, key),
  }
}

const COLUMNS = 'version, rules, command, events, rolls, awaiting, at, hash, request'
const ENTRIES_AFTER = `select ${COLUMNS} from entry where match_id = $1 and version > $2 order by version limit $3`

export interface EntryRow {
  version: number
  rules: number
  command: Entry['command']
  events: Entry['events']
  rolls: Entry['rolls']
  awaiting: Awaiting[]
  at: Date | string
  hash: string
  request?: string | null
}

export const fromRow = ({ version, rules, command, events, rolls, awaiting, at, hash }: EntryRow): StoredEntry => ({
  version,
  rules,
  command,
  events,
  rolls,
  awaiting,
  at: new Date(at).toISOString(),
  hash,
})

async function findByKey(pool: Pool, match: string, seat: number, key: string): Promise<KeyedEntry | undefined> {
  const { rows } = await pool.query<EntryRow>({
    name: 'entry-by-key',
    text: `select ${COLUMNS} from entry where match_id = $1 and seat = $2 and idempotency_key = $3`,
    values: [match, seat, key],
  })
  return rows[0] && { ...fromRow(rows[0]), request: rows[0].request ?? '' }
}

async function heads(pool: Pool, matches: string[]): Promise<number[]> {
  const { rows } = await pool.query<{ version: number }>({
    name: 'heads',
    text: `select coalesce((select max(version) from entry where match_id = asked.id), 0) as version
           from unnest($1::uuid[]) with ordinality as asked(id, place) order by asked.place`,
    values: [matches],
  })
  return rows.map(({ version }) => version)
}

/** Many questions asked in the same moment, answered together: `ask` gives one answer for each key, in their order. */
export function batched<Answer extends NonNullable<unknown>>(
  ask: (keys: string[]) => Promise<Answer[]>,
): (key: string) => Promise<Answer> {
  let waiting: { key: string; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  const flush = async (): Promise<void> => {
    const asked = waiting
    waiting = []
    try {
      const answers = await ask(asked.map(({ key }) => key))
      for (const [index, { key, resolve, reject }] of asked.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error(`no answer for ${key}`))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (waiting.length === 1) setImmediate(flush)
    })
}
