/**
 * The logs of tournaments in Postgres. A record is written only after the ones by which it was decided: whoever comes second finds that there are more, reads again and decides anew. Numbers
 * are given under the lock of the tournament's row, so that none is seen before those in front of it.
 */
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient } from 'pg'
import { houseOf } from '../../accounts/house-ids.js'
import { isBotName } from '../../bots/names.js'
import { transaction } from '../../platform/database.js'
import { TournamentRecord, type Who } from '../record.js'
import { TournamentSetting } from '../setting.js'
import { afterAll, newTournament, playing, type Tournament, tournamentOf } from '../state.js'
import { TOURNAMENTS_CHANNEL } from './channel.js'

/** A tournament as far as it has come. */
export interface Kept {
  readonly id: string
  /** Id of the player who organises it. */
  readonly organiser: string
  readonly tournament: Tournament
  /** Number of the newest record. */
  readonly newest: number
  /** How often the setting was changed. */
  readonly revision: number
  /** It is over, its last match has ended, and everything is shown. */
  readonly isSettled: boolean
}

export interface StoredRecord {
  readonly number: number
  readonly at: Date
  readonly record: TournamentRecord
}

/** Done in the transaction that writes the records. */
export type Besides = (client: PoolClient, after: Tournament) => Promise<void>

export interface NewTournament {
  readonly id: string
  readonly organiser: string
  readonly setting: TournamentSetting
  readonly commitment: string
}

export interface TournamentLog {
  /** A new one, with its first records; within a transaction of the caller's. */
  create(client: PoolClient, made: NewTournament, records: readonly TournamentRecord[]): Promise<void>
  /** As it stands now. Undefined if there is none. */
  read(id: string): Promise<Kept | undefined>
  /** False, and nothing is written, if it has gone on since it was read. */
  append(kept: Kept, records: readonly TournamentRecord[], besides?: Besides): Promise<boolean>
  /** Records after a number, in order. */
  page(id: string, after: number, first: number): Promise<StoredRecord[]>
  /** The setting in place of the one before; false if it has gone on since it was read. */
  change(kept: Kept, setting: TournamentSetting): Promise<boolean>
  /** Nothing is left to do. */
  settle(id: string, besides: (client: PoolClient) => Promise<void>): Promise<void>
}

interface Row {
  organiser: string
  setting: unknown
  revision: number
  newest: number
  settled: boolean
  /** From the newest that is known on. */
  records: { number: number; at: string; record: unknown }[] | null
}

const READ = `select t.organiser_id as organiser, t.setting, t.revision, t.records as newest, t.settled_at is not null as settled,
  (select json_agg(json_build_object('number', r.number, 'at', r.at, 'record', r.record) order by r.number)
   from tournament_record r where r.tournament_id = t.id and r.number >= $2) as records
from tournament t where t.id = $1`

/** What is known here, and when its newest record was written: another moment says that the database went back. */
interface Known {
  readonly kept: Kept
  readonly at: string | undefined
}

/** Tournaments that are kept in memory. */
const REMEMBERED = 100

export function tournamentLog(pool: Pool): TournamentLog {
  const known = new LRUCache<string, Known>({ max: REMEMBERED })

  const read = async (id: string): Promise<Kept | undefined> => {
    const before = known.get(id)
    const { rows } = await pool.query<Row>({ name: 'tournament', text: READ, values: [id, before?.kept.newest ?? 0] })
    const row = rows[0]
    if (!row) return undefined
    if (before && !goesOn(before, row)) {
      known.delete(id)
      return read(id)
    }
    const now = broughtOn(id, before, row)
    known.set(id, now)
    return now.kept
  }

  return {
    read,
    async create(client, { id, organiser, setting, commitment }, records) {
      await client.query('insert into tournament (id, organiser_id, setting, commitment) values ($1, $2, $3, $4)', [
        id,
        organiser,
        JSON.stringify(setting),
        commitment,
      ])
      const tournament = newTournament(setting)
      if (records.length > 0)
        await write(client, { id, organiser, tournament, newest: 0, revision: 0, isSettled: false }, records)
    },
    append: (kept, records, besides) =>
      transaction(pool, async (client) => {
        const next = await write(client, kept, records)
        if (!next) return false
        await besides?.(client, next)
        await client.query('select pg_notify($1, $2)', [TOURNAMENTS_CHANNEL, kept.id])
        return true
      }),
    async page(id, after, first) {
      const { rows } = await pool.query<{ number: number; at: Date; record: unknown }>({
        name: 'tournament-records',
        text: 'select number, at, record from tournament_record where tournament_id = $1 and number > $2 order by number limit $3',
        values: [id, after, first],
      })
      return rows.map(({ record, ...row }) => ({ ...row, record: TournamentRecord.parse(record) }))
    },
    async change({ id, newest, revision }, setting) {
      const { rowCount } = await pool.query(
        'update tournament set setting = $4, revision = revision + 1 where id = $1 and records = $2 and revision = $3',
        [id, newest, revision, JSON.stringify(setting)],
      )
      return rowCount === 1
    },
    settle: (id, besides) =>
      transaction(pool, async (client) => {
        await client.query('update tournament set settled_at = now() where id = $1 and settled_at is null', [id])
        await besides(client)
      }),
  }
}

/** Whether what is read begins with the newest record that is known, and goes by the same setting. */
const goesOn = ({ kept, at }: Known, { revision, newest, records }: Row): boolean =>
  kept.revision === revision && kept.newest <= newest && (kept.newest === 0 || records?.[0]?.at === at)

function broughtOn(id: string, before: Known | undefined, row: Row): Known {
  const { organiser, revision, newest, settled: isSettled } = row
  const more = (row.records ?? []).filter(({ number }) => number > (before?.kept.newest ?? 0))
  const records = more.map(({ record }) => TournamentRecord.parse(record))
  const tournament = before
    ? afterAll(before.kept.tournament, records)
    : tournamentOf(TournamentSetting.parse(row.setting), records)
  return { kept: { id, organiser, tournament, newest, revision, isSettled }, at: more.at(-1)?.at ?? before?.at }
}

/** Undefined if it has gone on since it was read. */
async function write(client: PoolClient, kept: Kept, records: readonly TournamentRecord[]): Promise<Tournament | undefined> {
  const next = afterAll(kept.tournament, records)
  if (!(await advance(client, kept, records, next))) return undefined
  await insert(client, kept, records)
  return next
}

/** The figures that lists show go with the records. */
const ADVANCE = `update tournament set records = $4, status = $5, entrants = $6, rounds = $7, tables = $8, tables_begun = $9, tables_ended = $10,
  started_at = case when $11 then now() else started_at end, ended_at = case when $12 then now() else ended_at end
where id = $1 and records = $2 and revision = $3`

async function advance(
  client: PoolClient,
  { id, newest, revision }: Kept,
  records: readonly TournamentRecord[],
  next: Tournament,
): Promise<boolean> {
  const has = (type: TournamentRecord['type']): boolean => records.some((record) => record.type === type)
  const { rowCount } = await client.query({
    name: 'tournament-advance',
    text: ADVANCE,
    values: [
      id,
      newest,
      revision,
      newest + records.length,
      next.status,
      playing(next).length,
      next.rounds.length,
      next.tables.length,
      next.matches.size,
      next.results.size,
      has('started'),
      has('ended'),
    ],
  })
  return rowCount === 1
}

async function insert(client: PoolClient, { id, newest }: Kept, records: readonly TournamentRecord[]): Promise<void> {
  await client.query({
    name: 'tournament-insert',
    text: `insert into tournament_record (tournament_id, number, record)
      select $1, $2::int + place, record from json_array_elements($3::json) with ordinality as given(record, place)`,
    values: [id, newest, JSON.stringify(records)],
  })
  const entered = records.filter((record) => record.type === 'entered')
  const withdrew = records.filter((record) => record.type === 'withdrew')
  if (entered.length > 0)
    await client.query(
      'insert into tournament_entrant (tournament_id, number, player_id) select $1, * from unnest($2::int[], $3::uuid[])',
      [id, entered.map(({ entrant }) => entrant), entered.map(({ who }) => accountOf(who))],
    )
  if (withdrew.length > 0)
    await client.query('update tournament_entrant set withdrawn = true where tournament_id = $1 and number = any($2)', [
      id,
      withdrew.map(({ entrant }) => entrant),
    ])
}

/** The account by which an entrant plays. Local programs enter no tournament of a server. */
export function accountOf(who: Who): string {
  if (who.kind === 'player') return who.player
  if (who.kind === 'house' && isBotName(who.bot)) return houseOf(who.bot)
  throw new Error(`${JSON.stringify(who)} has no account`)
}
