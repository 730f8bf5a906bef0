/** Matches as they are listed: one SQL read, no replay. The newest entry of the log says the version and who is awaited. */
import type { Pool } from 'pg'
import { z } from 'zod'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { findGame } from '../../games/registry.js'
import type { Awaiting } from '../../log/entry.js'
import { invalid, notFound } from '../../platform/problem.js'
import type { Page } from '../matches.js'
import { isMatchId, type MatchCard, type MatchFilter } from '../shapes.js'
import { SECRET_WHEN_OVER, type Secrets, type WithRevealed } from '../store/secrets.js'

interface CardRow extends WithRevealed {
  id: string
  game: string
  options: Record<string, unknown>
  seats: number
  visibility: MatchCard['visibility']
  seating: MatchCard['seating']
  invitation: string | null
  status: MatchCard['status']
  commitment: string
  result: MatchCard['result']
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  version: number | null
  awaiting: Awaiting[] | null
  holders:
    | {
        seat: number
        id: string
        name: string
        kind: 'person' | 'bot'
        createdAt: string
        left: boolean
        colour: string | null
      }[]
    | null
}

/** Chosen by the query that uses it: lists leave large content out, and so never read it. */
interface Shown {
  readonly options: string
  readonly invitation: string
}

const WHOLE: Shown = { options: 'm.options', invitation: 'm.invitation' }
const LISTED: Shown = { ...WHOLE, options: 'coalesce(m.options_in_lists, m.options)' }

const HEAD =
  'left join lateral (select version, awaiting from entry where match_id = m.id order by version desc limit 1) head on true'

const card = ({ options, invitation }: Shown): string => `
select m.id, m.game, ${options} as options, m.seats, m.visibility, m.seating, ${invitation} as invitation, m.status, m.commitment, m.result,
  m.created_at, m.started_at, m.ended_at, head.version, head.awaiting,
  ${SECRET_WHEN_OVER},
  (select json_agg(json_build_object('seat', seat.seat, 'id', p.id, 'name', p.name, 'kind', p.kind, 'createdAt', p.created_at, 'left', seat.left_version is not null, 'colour', seat.colour))
   from seat join player p on p.id = seat.player_id where seat.match_id = m.id) as holders
from match m ${HEAD}`

/** Strangers do not see private matches, neither in a list nor by id. $1: the caller, or null; $2: is an administrator. */
const VISIBLE = `(m.visibility = 'public' or $2::boolean or exists (select 1 from seat where match_id = m.id and player_id = $1::uuid) or m.created_by = $1::uuid)`

const who = (caller: Caller): [string | null, boolean] => [caller.player?.id ?? null, caller.scopes.has('admin')]

export async function findCard(pool: Pool, secrets: Secrets, caller: Caller, match: string): Promise<MatchCard> {
  const { rows } = await pool.query<CardRow>({
    name: 'card',
    text: `${card(WHOLE)} where m.id = $3 and ${VISIBLE}`,
    values: [...who(caller), match],
  })
  if (!rows[0]) throw notFound('match')
  return toCard(rows[0], secrets, caller)
}

/** For whoever has just given up a seat: they may be a stranger now, and are told what became of the match, but not its invitation. */
export async function findLeftCard(pool: Pool, secrets: Secrets, caller: Caller, match: string): Promise<MatchCard> {
  const { rows } = await pool.query<CardRow>({
    name: 'left-card',
    text: `${card({ ...WHOLE, invitation: `case when ${VISIBLE} then m.invitation end` })} where m.id = $3`,
    values: [...who(caller), match],
  })
  if (!rows[0]) throw notFound('match')
  return toCard(rows[0], secrets, caller)
}

/**
 * The matches of a page, before anything is read of them. A player's own are looked for among their seats, however many matches there are;
 * which of them wait for the player is known by the newest entry alone.
 */
const OWN = 'own join match m on m.id = own.match_id'
const CHOSEN = {
  all: 'match m where true',
  mine: `${OWN} where true`,
  myTurn: `${OWN} and m.status = 'running' ${HEAD}
    where exists (select 1 from json_array_elements(head.awaiting) a where (a ->> 'seat')::int = own.seat)`,
} as const

const pageOf = (chosen: keyof typeof CHOSEN): string => `
with own as materialized (select match_id, seat from seat where player_id = $1::uuid),
page as (select m.id from ${CHOSEN[chosen]} and ${VISIBLE}
  and ($3::text is null or m.game = $3) and ($4::text is null or m.status = $4)
  and ($5::timestamptz is null or (m.created_at, m.id) < ($5::timestamptz, $6::uuid))
  order by m.created_at desc, m.id desc limit $7)
${card(LISTED)} where m.id in (select id from page) order by m.created_at desc, m.id desc`

export async function listCards(
  pool: Pool,
  secrets: Secrets,
  caller: Caller,
  filter: MatchFilter,
  page: { first: number; after?: string | undefined },
): Promise<Page<MatchCard>> {
  const chosen = filter.myTurn ? 'myTurn' : filter.mine ? 'mine' : 'all'
  if (chosen !== 'all') requirePlayer(caller, 'read')
  const [createdAt, id] = page.after === undefined ? [null, null] : readCursor(page.after)
  const values = [...who(caller), filter.game ?? null, filter.status ?? null, createdAt, id, page.first + 1]
  const { rows } = await pool.query<CardRow>(pageOf(chosen), values)
  const items = rows.slice(0, page.first).map((row) => toCard(row, secrets, caller))
  const cursors = items.map(cursorOf)
  return { items, cursors, next: rows.length > page.first ? (cursors.at(-1) ?? null) : null }
}

const cursorOf = ({ createdAt, id }: MatchCard): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

const Moment = z.iso.datetime({ precision: 3 })

function readCursor(cursor: string): [createdAt: string, id: string] {
  const [createdAt, id, ...more] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!Moment.safeParse(createdAt).success || createdAt === undefined || id === undefined || !isMatchId(id) || more.length > 0)
    throw invalid('after: not a cursor of this list')
  return [createdAt, id]
}

function toCard(row: CardRow, secrets: Secrets, caller: Caller): MatchCard {
  const seats = Array.from({ length: row.seats }, (_, seat) => holder(row, seat))
  const you = seats.find(({ player }) => player !== null && player.id === caller.player?.id)?.seat ?? null
  const rules = findGame(row.game)?.rules ?? 0
  const secret = secrets.reveal(row)
  const awaiting = row.awaiting ?? []
  return {
    id: row.id,
    game: row.game,
    rules,
    options: row.options,
    status: row.status,
    version: row.version ?? 0,
    visibility: row.visibility,
    seating: row.seating,
    seatCount: row.seats,
    seats,
    you,
    awaiting,
    yourTurn: awaiting.some(({ seat }) => seat === you),
    result: row.result,
    commitment: row.commitment,
    secret: secret && Buffer.from(secret).toString('hex'),
    invitation: row.invitation,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

function holder(row: CardRow, seat: number): MatchCard['seats'][number] {
  const found = row.holders?.find((one) => one.seat === seat)
  const player = found
    ? { id: found.id, name: found.name, kind: found.kind, createdAt: new Date(found.createdAt).toISOString() }
    : null
  return { seat, player, left: found?.left ?? false, colour: found?.colour ?? null }
}
