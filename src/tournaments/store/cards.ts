/** Tournaments as they are listed: one SQL read, no replay. */
import type { Pool } from 'pg'
import type { Caller, Player } from '../../accounts/caller.js'
import { cursorOf, readCursor } from '../../accounts/lists.js'
import type { Page } from '../../match/matches.js'
import { invalid } from '../../platform/problem.js'
import { TournamentSetting } from '../setting.js'
import { isTournamentId, type TournamentCard, type TournamentFilter } from '../shapes.js'
import type { Asked } from '../tournaments.js'

interface CardRow {
  id: string
  organiser: Player
  setting: unknown
  status: TournamentCard['status']
  entrants: number
  rounds: number
  tables: number
  tables_begun: number
  tables_ended: number
  records: number
  you: number[] | null
  commitment: string
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  settled: boolean
}

/** $1: the caller, or null. */
const CARD = `select t.id, json_build_object('id', p.id, 'name', p.name, 'kind', p.kind, 'createdAt', p.created_at) as organiser, t.setting, t.status,
  t.entrants, t.rounds, t.tables, t.tables_begun, t.tables_ended, t.records, t.commitment, t.created_at, t.started_at, t.ended_at, t.settled_at is not null as settled,
  (select json_agg(e.number order by e.number) from tournament_entrant e where e.tournament_id = t.id and e.player_id = $1::uuid and not e.withdrawn) as you
from tournament t join player p on p.id = t.organiser_id`

const LIST = `${CARD} where ($2::text is null or t.status = $2) and ($3::text is null or t.setting ->> 'format' = $3)
  and ($4::text is null or exists (select from json_array_elements(t.setting -> 'games') g where g ->> 'game' = $4))
  and ($5::uuid is null or t.organiser_id = $5)
  and ($6::uuid is null or exists (select from tournament_entrant e where e.tournament_id = t.id and e.player_id = $6))
  and ($7::timestamptz is null or (t.created_at, t.id) < ($7::timestamptz, $8::uuid))
order by t.created_at desc, t.id desc limit $9`

/** The filter with ids of players in place of whatever named them. */
export interface Chosen extends TournamentFilter {}

export interface Cards {
  find(caller: Caller, id: string): Promise<TournamentCard | undefined>
  list(caller: Caller, filter: Chosen, page: Asked): Promise<Page<TournamentCard>>
}

/** `secretOf`: asked for those that are settled. */
export function cards(pool: Pool, secretOf: (tournament: string) => Promise<Uint8Array>): Cards {
  const toCard = async (row: CardRow): Promise<TournamentCard> => {
    const secret = row.settled ? await secretOf(row.id) : null
    const setting = TournamentSetting.parse(row.setting)
    return {
      id: row.id,
      name: setting.name,
      organiser: { ...row.organiser, createdAt: new Date(row.organiser.createdAt).toISOString() },
      setting,
      status: row.status,
      entrants: row.entrants,
      rounds: row.rounds,
      tables: row.tables,
      tablesBegun: row.tables_begun,
      tablesEnded: row.tables_ended,
      records: row.records,
      you: row.you ?? [],
      commitment: row.commitment,
      secret: secret && Buffer.from(secret).toString('hex'),
      createdAt: row.created_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
    }
  }
  return {
    async find(caller, id) {
      const { rows } = await pool.query<CardRow>({
        name: 'tournament-card',
        text: `${CARD} where t.id = $2`,
        values: [caller.player?.id ?? null, id],
      })
      return rows[0] && toCard(rows[0])
    },
    async list(caller, { status, format, game, organiser, player }, { first, after }) {
      const [createdAt, id] = after === undefined ? [null, null] : placeOf(after)
      const { rows } = await pool.query<CardRow>({
        name: 'tournament-cards',
        text: LIST,
        values: [
          caller.player?.id ?? null,
          status ?? null,
          format ?? null,
          game ?? null,
          organiser ?? null,
          player ?? null,
          createdAt,
          id,
          first + 1,
        ],
      })
      const items = await Promise.all(rows.slice(0, first).map(toCard))
      const cursors = items.map((card) => cursorOf(card.createdAt, card.id))
      return { items, cursors, next: rows.length > first ? (cursors.at(-1) ?? null) : null }
    },
  }
}

function placeOf(cursor: string): readonly string[] {
  const [createdAt = '', id = ''] = readCursor(cursor, 2)
  if (Number.isNaN(Date.parse(createdAt)) || !isTournamentId(id)) throw invalid('after: not a cursor of this list')
  return [createdAt, id]
}
