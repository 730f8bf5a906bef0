/** Matches being played: their newest known position in memory, loaded from snapshot and tail, bounded in number. */
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { labelledDice } from '../dice/labelled.js'
import type { AnyGame, Dice } from '../games/contract.js'
import { findGame } from '../games/registry.js'
import { genesisHash } from '../log/chain.js'
import { type Awaiting, type EntryRow, fromRow, type Log, type StoredEntry } from '../log/log.js'
import { fingerprints } from './fingerprint.js'
import type { Secrets } from './secrets.js'
import { readSnapshot, type Snapshot, type StoredSnapshot } from './snapshot.js'
import { fold, type Position, readEvents } from './table.js'

/** What never changes once a match has begun. */
export interface Fixed {
  readonly id: string
  readonly game: AnyGame
  /** As stored: the hash chain begins with them. */
  readonly options: object
  readonly seats: number
  readonly visibility: string
  readonly commitment: string
  /** Who made the match, with a seat or without. */
  readonly host: string
  /** Player ids by seat. */
  readonly holders: readonly (string | null)[]
  readonly secret: Uint8Array
  readonly dice: Dice
}

export interface Live {
  readonly fixed: Fixed
  position: Position
  awaiting: readonly Awaiting[]
  /** By seat: the version at which it left, or null. */
  leftAt: readonly (number | null)[]
}

export interface LiveMatches {
  /** Undefined if there is no such match or it has not begun. May be behind the log: see `freshen`. */
  get(match: string): Promise<Live | undefined>
  /** Brings a position up to the head of the log. */
  freshen(live: Live): Promise<void>
  forget(match: string): void
}

export interface LiveOptions {
  readonly capacity: number
  readonly onLookup: (hit: boolean) => void
}

export function liveMatches(pool: Pool, log: Log, secrets: Secrets, { capacity, onLookup }: LiveOptions): LiveMatches {
  const cache = new LRUCache<string, Live>({ max: capacity })
  const loading = new Map<string, Promise<Live | undefined>>()

  const loadOnce = (match: string): Promise<Live | undefined> => {
    const running = loading.get(match)
    if (running) return running
    const load = loadMatch(pool, secrets, match)
      .then((live) => {
        if (live) cache.set(match, live)
        return live
      })
      .finally(() => loading.delete(match))
    loading.set(match, load)
    return load
  }

  return {
    async get(match) {
      const known = cache.get(match)
      onLookup(known !== undefined)
      return known ?? loadOnce(match)
    },
    async freshen(live) {
      const head = await log.head(live.fixed.id)
      if (head > live.position.version)
        for (const entry of await log.read(live.fixed.id, live.position.version, head)) advance(live, entry)
    },
    forget: (match) => void cache.delete(match),
  }
}

/** Takes one more entry of the log into account. An entry that is already known is passed over. */
export function advance(live: Live, entry: StoredEntry): void {
  if (entry.version !== live.position.version + 1) return
  const { game } = live.fixed
  live.position = {
    version: entry.version,
    head: entry.hash,
    state: fold(game, live.position.state, readEvents(game, entry.events)),
  }
  live.awaiting = entry.awaiting
  live.leftAt = leftAfter(live.leftAt, entry)
}

export const leftAfter = (
  leftAt: Live['leftAt'],
  { command, version }: Pick<StoredEntry, 'command' | 'version'>,
): Live['leftAt'] => (command.type === 'leave' ? leftAt.with(command.seat, version) : leftAt)

export interface MatchRow {
  id: string
  game: string
  options: object
  seats: number
  visibility: string
  commitment: string
  created_by: string
  sealed: Buffer
  holders: { seat: number; player: string }[] | null
  snapshot: StoredSnapshot | null
  snapshot_version: number | null
  tail: EntryRow[] | null
}

/** One round trip: the match, its secret, its holders, the newest usable snapshot, and the entries after it. */
const LOAD = `
select m.id, m.game, m.options, m.seats, m.visibility, m.commitment, m.created_by, s.sealed, n.version as snapshot_version, n.state as snapshot,
  (select json_agg(json_build_object('seat', seat, 'player', player_id)) from seat where match_id = m.id) as holders,
  (select json_agg(json_build_object('version', version, 'rules', rules, 'command', command, 'events', events, 'rolls', rolls,
     'awaiting', awaiting, 'at', at, 'hash', hash) order by version)
   from entry where match_id = m.id and version > coalesce(n.version, 0) and version <= $3) as tail
from match m join secret s on s.match_id = m.id
left join lateral (
  select version, state from snapshot where match_id = m.id and fingerprint = any($2) and version <= $3 order by version desc limit 1
) n on true
where m.id = $1 and m.status <> 'open'`

const known = [...fingerprints.values()]
const LATEST = 2 ** 31 - 1

/** The match at its newest version, or at `upTo` if that is given. */
export async function loadMatch(pool: Pool, secrets: Secrets, match: string, upTo = LATEST): Promise<Live | undefined> {
  const { rows } = await pool.query<MatchRow>({ name: 'load-match', text: LOAD, values: [match, known, upTo] })
  const row = rows[0]
  if (!row) return undefined
  const snapshot = usable(row)
  if (snapshot === 'damaged') {
    await pool.query('delete from snapshot where match_id = $1 and version = $2', [match, row.snapshot_version])
    return loadMatch(pool, secrets, match, upTo)
  }
  const live = startingPoint(fixedPart(row, secrets), row, snapshot)
  for (const entry of row.tail ?? []) advance(live, fromRow(entry))
  return live
}

export function fixedPart(row: MatchRow, secrets: Secrets): Fixed {
  const game = findGame(row.game)
  if (!game) throw new Error(`match ${row.id} is of the game ${row.game}, which this server does not know`)
  const secret = secrets.open(row.sealed)
  const holders = Array.from({ length: row.seats }, (_, seat) => row.holders?.find((one) => one.seat === seat)?.player ?? null)
  const { id, options, seats, visibility, commitment, created_by: host } = row
  return { id, game, options, seats, visibility, commitment, host, holders, secret, dice: labelledDice(secret) }
}

function usable({ id, snapshot, snapshot_version }: MatchRow): Snapshot | 'damaged' | undefined {
  if (!snapshot || !snapshot_version) return undefined
  return readSnapshot(id, snapshot_version, snapshot) ?? 'damaged'
}

function startingPoint(fixed: Fixed, { snapshot_version }: MatchRow, snapshot: Snapshot | undefined): Live {
  if (!snapshot || !snapshot_version) return beginning(fixed)
  const { head, state, awaiting, leftAt } = snapshot
  return { fixed, position: { version: snapshot_version, head, state }, awaiting, leftAt }
}

/** The table before the first entry. */
export function beginning(fixed: Fixed): Live {
  const { id, game, options, seats, commitment } = fixed
  const head = genesisHash({ match: id, game: game.id, options, seats, commitment })
  return {
    fixed,
    position: { version: 0, head, state: game.initial(game.schema.options.parse(options), seats) },
    awaiting: [],
    leftAt: Array.from({ length: seats }, () => null),
  }
}
