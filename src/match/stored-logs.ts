/** The logs of all matches that have begun, as they lie in the database: for whoever checks them there. They hold the secrets of matches that still run. */
import type { ClientBase } from 'pg'
import type { Span } from '../clocks/times.js'
import type { Placing } from '../games/contract.js'
import { itemAt } from '../games/lists.js'
import { inWords } from '../log/entry.js'
import { HASH } from '../log/stored-hash.js'
import { failure } from '../platform/failure.js'
import type { Transcript } from './offline/transcript.js'
import { SECRET, type Secrets, secretStore, type WithSecret } from './store/secrets.js'

/** Plain data, which goes from one thread to another. */
export interface StoredLog {
  readonly match: string
  /** What the row of the match says of it. */
  readonly status: string
  readonly result: readonly Placing[] | null
  /** JSON of its transcript. */
  readonly text: string
}

interface StoredLogs {
  count(): Promise<number>
  /** By their ids. */
  all(): AsyncGenerator<StoredLog, void, undefined>
}

type Queries = Pick<ClientBase, 'query'>

interface Row extends WithSecret, Pick<Transcript, 'game' | 'seats' | 'commitment'> {
  id: string
  options: string
  clock: Transcript['clock'] | null
  status: string
  result: Placing[] | null
  entries: string
}

const BEGUN = `m.status not in ('open', 'cancelled')`
/** Logs that are read at a time. */
const PAGE = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const LOGS = `select m.id, m.game, m.options::text as options, m.seats, m.commitment, m.clock, m.status, m.result, ${SECRET},
  coalesce((select json_agg(json_build_object('version', version, 'rules', rules, 'command', command, 'events', events, 'rolls', rolls,
    'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hash', ${HASH()}) order by version)
    from entry where match_id = m.id), '[]')::text as entries
from match m where m.id > $1 and ${BEGUN} order by m.id limit ${PAGE}`

/** `spans`: what clocks have not charged. */
export function storedLogs(client: Queries, key: Uint8Array | null, spans: readonly Span[]): StoredLogs {
  const secrets = secretStore(key)
  return {
    async count() {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from match m where ${BEGUN}`)
      return itemAt(rows, 0).count
    },
    async *all() {
      for (let after = BEFORE_ALL; ; ) {
        const { rows } = await client.query<Row>({ name: 'stored-logs', text: LOGS, values: [after] })
        yield* rows.map((row) => storedLog(row, secretOf(secrets, row), spans))
        after = rows.at(-1)?.id ?? ''
        if (rows.length < PAGE) return
      }
    },
  }
}

function secretOf(secrets: Secrets, row: Row): Uint8Array {
  try {
    return secrets.open(row)
  } catch {
    throw failure(`SECRETS_KEY: it does not open the secret of the match ${row.id}. Set the key that the server has.`, 2)
  }
}

/** The entries are handed on as the text that they came as. */
function storedLog(row: Row, secret: Uint8Array, spans: readonly Span[]): StoredLog {
  const { id: match, game, seats, commitment, clock, status, result } = row
  const uncharged = spans.map(({ from, to, known }) => ({ from: inWords(from), to: inWords(to), known: inWords(known) }))
  const head: Omit<Transcript, 'entries'> = {
    format: 'chancery-match/1',
    ...{ match, game, options: JSON.parse(row.options), seats, commitment, secret: Buffer.from(secret).toString('hex') },
    ...(clock && { clock, uncharged }),
  }
  return { match, status, result, text: `${JSON.stringify(head).slice(0, -1)},"entries":${row.entries}}` }
}
