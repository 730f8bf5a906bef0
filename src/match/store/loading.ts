/** Matches read from the database: one in play from its newest snapshot and the entries after it, one that has not begun from its row. */
import type { Pool } from 'pg'
import type { Clock } from '../../clocks/clock.js'
import { labelledDice } from '../../dice/labelled.js'
import { findGame } from '../../games/registry.js'
import { type EntryRow, fromRow, type StoredEntry } from '../../log/log.js'
import { HASH } from '../../log/stored-hash.js'
import type { Position } from '../offline/step.js'
import { HOLDINGS, type HoldingsRow, holdingsOf } from './holdings.js'
import { advance, beginning, type Fixed, type Live, type TableOf } from './live.js'
import { SECRET, type Secrets, VEILED, type WithSecret } from './secrets.js'
import { fingerprints, readSnapshot, type Snapshot, type StoredSnapshot } from './snapshots.js'
import { readOptions } from './stored-options.js'

interface MatchRow extends WithSecret, HoldingsRow {
  id: string
  game: string
  options: string
  seats: number
  clock: Clock | null
  rated: boolean
  visibility: string
  status: string
  commitment: string
  created_by: string | null
  tournament_id: string | null
  table_number: number | null
  veiled: boolean
  entrants: string[] | null
}

interface RunningRow extends MatchRow {
  snapshot: StoredSnapshot | null
  snapshot_version: number | null
  /** Hash of the entry that the snapshot was taken after; null if the log does not hold it. */
  snapshot_entry: string | null
  tail: EntryRow[] | null
}

const MATCH = `m.id, m.game, m.options::text as options, m.seats, m.clock, m.rated, m.visibility, m.status, m.commitment, m.created_by,
  m.tournament_id, m.table_number, ${VEILED}, (select json_agg(distinct player_id) from tournament_entrant e where e.tournament_id = m.tournament_id) as entrants,
  ${SECRET}, ${HOLDINGS}`

/** One round trip: the match, its secret, its holders, the newest usable snapshot, and the entries after it. */
const RUNNING = `
select ${MATCH}, n.version as snapshot_version, n.state as snapshot,
  (select ${HASH()} from entry where match_id = m.id and version = n.version) as snapshot_entry,
  (select json_agg(json_build_object('version', version, 'rules', rules, 'command', command, 'events', events, 'rolls', rolls,
     'awaiting', awaiting, 'times', times, 'at', at, 'hash', ${HASH()}) order by version)
   from entry where match_id = m.id and version > coalesce(n.version, 0) and version <= $3) as tail
from match m
left join lateral (
  select version, state from snapshot where match_id = m.id and fingerprint = any($2) and version <= $3 order by version desc limit 1
) n on true
where m.id = $1 and m.status not in ('open', 'cancelled')`

const UNBEGUN = `select ${MATCH} from match m where m.id = $1 and m.status in ('open', 'cancelled')`

const engines = [...fingerprints.values()]
const LATEST = 2 ** 31 - 1

/** The match at its newest version, or at `upTo` if that is given. Undefined if there is no such match or it has not begun. */
export async function loadMatch(pool: Pool, secrets: Secrets, match: string, upTo = LATEST): Promise<Live | undefined> {
  const { rows } = await pool.query<RunningRow>({ name: 'load-match', text: RUNNING, values: [match, engines, upTo] })
  const row = rows[0]
  if (!row) return undefined
  const snapshot = usable(row)
  if (snapshot === 'damaged') {
    await pool.query('delete from snapshot where match_id = $1 and version = $2', [match, row.snapshot_version])
    return loadMatch(pool, secrets, match, upTo)
  }
  const live = startingPoint(fixedPart(row, secrets), row, snapshot)
  await replay(
    live,
    (row.tail ?? []).map(fromRow),
    async (version) => (await loadMatch(pool, secrets, match, version))?.position.state,
  )
  return live
}

/** A take-back may go to a version before those that are replayed: that one is loaded by itself. */
async function replay(live: Live, entries: readonly StoredEntry[], load: (version: number) => Promise<unknown>): Promise<void> {
  const states = new Map<number, unknown>()
  for (const { command } of entries) if (command.type === 'takeBack') states.set(command.to, undefined)
  for (const version of states.keys()) if (version < live.position.version) states.set(version, await load(version))
  const keep = ({ version, state }: Position): void => {
    if (states.has(version)) states.set(version, state)
  }
  keep(live.position)
  for (const entry of entries) {
    advance(live, entry, (version) => states.get(version))
    keep(live.position)
  }
}

/** One that is open or was cancelled. Undefined if there is no such match or it has begun. */
export async function loadUnbegun(pool: Pool, secrets: Secrets, match: string): Promise<Live | undefined> {
  const { rows } = await pool.query<MatchRow>({ name: 'load-unbegun', text: UNBEGUN, values: [match] })
  return rows[0] && beginning(fixedPart(rows[0], secrets), holdingsOf(rows[0], rows[0].seats))
}

function fixedPart(row: MatchRow, secrets: Secrets): Fixed {
  const game = findGame(row.game)
  if (!game) throw new Error(`match ${row.id} is of the game ${row.game}, which this server does not know`)
  const secret = secrets.open(row)
  const { id, seats, clock, rated, visibility, commitment, created_by: host } = row
  const read = readOptions(game, row.options)
  const isCancelled = row.status === 'cancelled'
  const table = tableOf(row)
  return {
    id,
    game,
    ...read,
    seats,
    clock,
    rated,
    visibility,
    table,
    isCancelled,
    commitment,
    host,
    secret,
    dice: labelledDice(secret),
  }
}

const tableOf = ({ tournament_id, table_number, veiled, entrants }: MatchRow): TableOf | null =>
  tournament_id === null || table_number === null
    ? null
    : { tournament: tournament_id, number: table_number, isVeiled: veiled, entrants: entrants ?? [] }

/** A snapshot of what is not in the log, because the database has gone back since, is as wrong as a changed one. */
function usable({ id, snapshot, snapshot_version, snapshot_entry }: RunningRow): Snapshot | 'damaged' | undefined {
  if (!snapshot || !snapshot_version) return undefined
  const kept = readSnapshot(id, snapshot_version, snapshot)
  return kept?.head === snapshot_entry ? kept : 'damaged'
}

function startingPoint(fixed: Fixed, row: RunningRow, snapshot: Snapshot | undefined): Live {
  const { snapshot_version, seats } = row
  const holdings = holdingsOf(row, seats)
  if (!snapshot || !snapshot_version) return beginning(fixed, holdings)
  const { head, state, awaiting, leftAt, times = null } = snapshot
  return { fixed, position: { version: snapshot_version, head, state, aborted: false }, awaiting, leftAt, times, holdings }
}
