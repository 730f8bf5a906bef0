/** The append-only log of all matches: a small interface, and Postgres behind it. */
import type { Pool } from 'pg'
import type { Times } from '../clocks/times.js'
import type { Append } from './append.js'
import type { Awaiting, Entry } from './entry.js'
import { groupCommit, type LogListeners, type Outcome } from './group-commit.js'
import { HASH } from './stored-hash.js'

/** An entry as it is stored. */
export interface StoredEntry extends Entry {
  readonly at: string
  /** Who was awaited after it. */
  readonly awaiting: readonly Awaiting[]
  /** Where the clocks stood after it; null in a match without one. */
  readonly times: Times | null
}

/** The newest entry of a match: its version, 0 if there is none, and its hash. */
export interface Newest {
  readonly version: number
  readonly hash: string | null
}

/** Entries in their order, and the hash of the one before them: null if there is none. */
export interface Continuation {
  readonly before: string | null
  readonly entries: StoredEntry[]
}

/** An entry together with the request that caused it. */
export interface KeyedEntry extends StoredEntry {
  readonly request: string
}

export interface Log {
  append(row: Append): Promise<Outcome>
  read(match: string, after: number, limit: number): Promise<StoredEntry[]>
  /** The same, with the hash that the first of them builds on: whether it is the expected one tells if the log has gone back meanwhile. */
  continuation(match: string, after: number, limit: number): Promise<Continuation>
  /** Asked by many at once, it costs one query. */
  newest(match: string): Promise<Newest>
  /** Number of entries; 0 if there is none. */
  head(match: string): Promise<number>
  findByKey(match: string, seat: number, key: string): Promise<KeyedEntry | undefined>
}

/** Appends may go through a pool of their own, with shorter time-outs, so that neither waits for the other's connections. */
export function postgresLog(pool: Pool, listeners: LogListeners, appending: Pool = pool): Log {
  const newest = batched((matches: string[]) => heads(pool, matches))
  const continuation = async (match: string, after: number, limit: number): Promise<Continuation> => {
    const { rows } = await pool.query<EntryRow & { before: string | null }>({
      name: 'entries-after',
      text: ENTRIES_AFTER,
      values: [match, after, limit],
    })
    return { before: rows[0]?.before ?? null, entries: rows.map(fromRow) }
  }
  return {
    append: groupCommit(appending, listeners),
    newest,
    head: async (match) => (await newest(match)).version,
    continuation,
    read: async (match, after, limit) => (await continuation(match, after, limit)).entries,
    findByKey: (match, seat, key) => findByKey(pool, match, seat, key),
  }
}

const COLUMNS = `version, rules, command, events, rolls, awaiting, times, at, ${HASH()} as hash, request`
const ENTRIES_AFTER = `select ${COLUMNS}, (select ${HASH('b')} from entry b where match_id = $1 and version = $2) as before
from entry where match_id = $1 and version > $2 order by version limit $3`

export interface EntryRow {
  version: number
  rules: number
  command: Entry['command']
  events: Entry['events']
  rolls: Entry['rolls']
  awaiting: Awaiting[]
  times: Times | null
  at: Date | string
  hash: string
  request?: string | null
}

export const fromRow = ({ version, rules, command, events, rolls, awaiting, times, at, hash }: EntryRow): StoredEntry => ({
  version,
  rules,
  command,
  events,
  rolls,
  awaiting,
  times,
  at: new Date(at).toISOString(),
  hash,
})

async function findByKey(pool: Pool, match: string, seat: number, key: string): Promise<KeyedEntry | undefined> {
  const { rows } = await pool.query<EntryRow>({
    name: 'entry-by-key',
    text: `select ${COLUMNS} from entry where match_id = $1 and seat = $2
           and hashtextextended(idempotency_key, 0) = hashtextextended($3, 0) and idempotency_key = $3`,
    values: [match, seat, key],
  })
  return rows[0] && { ...fromRow(rows[0]), request: rows[0].request ?? '' }
}

const HEADS = `select coalesce(newest.version, 0) as version, newest.hash
from unnest($1::uuid[]) with ordinality as asked(id, place)
left join lateral (select version, ${HASH()} as hash from entry where match_id = asked.id order by version desc limit 1) newest on true
order by asked.place`

async function heads(pool: Pool, matches: string[]): Promise<Newest[]> {
  const { rows } = await pool.query<Newest>({
    name: 'heads',
    text: HEADS,
    values: [matches],
  })
  return rows
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
