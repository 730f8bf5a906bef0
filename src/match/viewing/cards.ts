/** Matches as they are listed: one SQL read, no replay. The newest entry of the log says the version and who is awaited. */
import type { Pool } from 'pg'
import { z } from 'zod'
import { type Caller, type Player, requirePlayer } from '../../accounts/caller.js'
import type { Clock } from '../../clocks/clock.js'
import type { Times } from '../../clocks/times.js'
import { findGame } from '../../games/registry.js'
import { AGREES, AGREES_TO_GO_BACK } from '../../log/agreement.js'
import type { Awaiting } from '../../log/entry.js'
import { given } from '../../platform/given.js'
import { invalid, notFound, type Problem } from '../../platform/problem.js'
import type { Page } from '../matches.js'
import { isMatchId, type MatchCard, type MatchFilter } from '../shapes.js'
import { NO_SECRET, SECRET_WHEN_OVER, type Secrets, type WithRevealed } from '../store/secrets.js'
import { clocksOf, type Spans, withDeadlines } from './clocks.js'
import { isSealed, LOOKED_AT, later, lookedUpTo, type Place, sealedPlace, seatsOf, unsealedPlace } from './looked-at.js'

export interface CardDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly time: Spans
}

export interface CardRow extends WithRevealed {
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
  clock: Clock | null
  rated: boolean
  times: Times | null
  agreed: number[] | null
  back: MatchCard['takeBackAgreed'] | null
  rematch_of: string | null
  rematch: string | null
  tournament_id: string | null
  table_number: number | null
  holders: (PlayerRow & { left: boolean; colour: string | null })[] | null
  kept: PlayerRow[] | null
}

interface PlayerRow {
  seat: number
  id: string
  name: string
  kind: Player['kind']
  createdAt: string
}

/** Chosen by the query that uses it: lists leave large content out, and so never read it. */
const WHOLE = 'm.options'
export const LISTED = 'coalesce(m.options_in_lists, m.options)'

export const HEAD =
  'left join lateral (select version, awaiting, times from entry where match_id = m.id order by version desc limit 1) head on true'

const PLAYER = `'id', p.id, 'name', p.name, 'kind', p.kind, 'createdAt', p.created_at`

const CALLER = given('$1::uuid')
const ADMINISTERS = given('$2::boolean')

/**
 * Strangers do not see private matches, neither in a list nor by id. $1: the caller, or null; $2: is an administrator, who sees those of a tournament unless
 * they play in it. Not by `exists`: for that the planner may read all seats that the caller has ever had, for a page of twenty.
 */
const isOfIt = (m: string): string => `(${ADMINISTERS} and (${m}.tournament_id is null
    or (select true from tournament_entrant e where e.tournament_id = ${m}.tournament_id and e.player_id = ${CALLER} limit 1) is null))
  or ${m}.created_by = ${CALLER}
  or (select true from seat where match_id = ${m}.id and player_id = ${CALLER} limit 1)`
const visible = (m: string): string => `(${m}.visibility = 'public' or ${isOfIt(m)}
  or exists (select 1 from kept_seat where match_id = ${m}.id and player_id = ${CALLER}))`
const VISIBLE = visible('m')
/** Whoever is invited by name joins without the code, and has none to pass on. */
const CODE = `case when m.invitation is not null and (${isOfIt('m')}) then m.invitation end`

export const card = (options: string): string => `
select m.id, m.game, ${options} as options, m.seats, m.visibility, m.seating, ${CODE} as invitation, m.status, m.commitment, m.result,
  m.created_at, m.started_at, m.ended_at, head.version, head.awaiting, head.times, m.clock, m.rated, m.tournament_id, m.table_number,
  ${SECRET_WHEN_OVER},
  (select json_agg(json_build_object('seat', seat.seat, ${PLAYER}, 'left', seat.left_version is not null, 'colour', seat.colour))
   from seat join player p on p.id = seat.player_id where seat.match_id = m.id) as holders,
  case when m.status in ('open', 'cancelled') then (select json_agg(json_build_object('seat', k.seat, ${PLAYER}))
   from kept_seat k join player p on p.id = k.player_id where k.match_id = m.id) end as kept,
  case when m.status = 'running' then (select json_agg(s.seat order by s.seat) from seat s where s.match_id = m.id and ${AGREES}) end as agreed,
  case when m.status = 'running' then (select json_agg(json_build_object('seat', s.seat, 'to', s.take_back_to) order by s.seat)
   from seat s where s.match_id = m.id and ${AGREES_TO_GO_BACK('head.version')}) end as back,
  (select before.id from match before where before.id = m.rematch_of and ${visible('before')}) as rematch_of,
  (select again.id from match again where again.rematch_of = m.id and ${visible('again')}) as rematch
from match m ${HEAD}`

export const who = (caller: Caller): [string | null, boolean] => [caller.player?.id ?? null, caller.scopes.has('admin')]

export async function findCard(deps: CardDeps, caller: Caller, match: string): Promise<MatchCard> {
  const { rows } = await deps.pool.query<CardRow>({
    name: 'card',
    text: `${card(WHOLE)} where m.id = $3 and ${VISIBLE}`,
    values: [...who(caller), match],
  })
  return rows[0] ? toCard(rows[0], deps, caller) : findFormerCard(deps, caller, match)
}

/** The holder of `seat` before the match got to version `until`. */
const HOLDER_BEFORE = `coalesce((select h.player_id from seat_holding h where h.match_id = seat.match_id and h.seat = seat.seat and h.to_version >= former.until
  order by h.to_version limit 1), seat.player_id)`

/** For whoever has given a seat of a private match away: as it stood before that, whatever has become of it. */
const FORMER_CARD = `
select m.id, m.game, m.options, m.seats, m.visibility, m.seating, null as invitation, 'running' as status, m.commitment, null as result,
  m.created_at, m.started_at, null as ended_at, head.version, head.awaiting, head.times, m.clock, m.rated, m.tournament_id, m.table_number, ${NO_SECRET},
  (select json_agg(json_build_object('seat', seat.seat, ${PLAYER}, 'left', coalesce(seat.left_version < former.until, false), 'colour', seat.colour))
   from seat join player p on p.id = ${HOLDER_BEFORE} where seat.match_id = m.id) as holders,
  null as kept, null as agreed, null as back, null as rematch_of, null as rematch
from match m
join lateral (select max(to_version) as until from seat_holding where match_id = m.id and player_id = $1::uuid) former on former.until is not null
join entry head on head.match_id = m.id and head.version = former.until - 1
where m.id = $2`

async function findFormerCard(deps: CardDeps, caller: Caller, match: string): Promise<MatchCard> {
  const { rows } = await deps.pool.query<CardRow>({
    name: 'former-card',
    text: FORMER_CARD,
    values: [caller.player?.id ?? null, match],
  })
  if (!rows[0]) throw notFound('match')
  return { ...toCard(rows[0], deps, caller), you: null, yourTurn: false }
}

/** For whoever has just given up a seat: they may be a stranger now, and are told what became of the match, but not its invitation. */
export async function findLeftCard(deps: CardDeps, caller: Caller, match: string): Promise<MatchCard> {
  const { rows } = await deps.pool.query<CardRow>({
    name: 'left-card',
    text: `${card(WHOLE)} where m.id = $3`,
    values: [...who(caller), match],
  })
  if (!rows[0]) throw notFound('match')
  return toCard(rows[0], deps, caller)
}

/**
 * The matches of a page, before anything is read of them: the newest of all, or those in which a player has a seat, which knows when its match was made. A page looks at a
 * bounded number of them, in the order of an index; which of a player's matches wait for them is known by the newest entry alone, and only of those that have not ended.
 */
const AFTER = '($5::timestamptz is null or (m.created_at, m.id) < ($5::timestamptz, $6::uuid))'
const OWN = 'newest join match m on m.id = newest.match_id'
const CHOSEN = {
  all: 'newest m where true',
  theirs: `${OWN} where true`,
  mine: `${OWN} where true`,
  myTurn: `${OWN} and m.status = 'running' ${HEAD}
    where exists (select 1 from json_array_elements(head.awaiting) a where (a ->> 'seat')::int = newest.seat)`,
} as const
type Chosen = keyof typeof CHOSEN

function newest(chosen: Chosen, status: string, inPlay: boolean): string {
  if (chosen === 'all')
    return `select id, game, status, seats, visibility, created_by, tournament_id, created_at, clock from match m
      where m.status ${status} and ${AFTER} order by m.created_at desc, m.id desc limit ${LOOKED_AT}`
  const seats = seatsOf(inPlay || chosen === 'myTurn', chosen === 'theirs' ? '$8' : '$1', '$5', '$6')
  return chosen === 'myTurn' ? seats : `${seats} limit ${LOOKED_AT}`
}

const JOINABLE = `m.status = 'open' and m.seats > (select count(*) from seat where match_id = m.id) + (select count(*) from kept_seat where match_id = m.id)`

const pageOf = (chosen: Chosen, status: string, inPlay: boolean): string => `
with newest as not materialized (${newest(chosen, status, inPlay)}),
chosen as not materialized (select m.id, ${chosen === 'all' ? 'm' : 'newest'}.created_at from ${CHOSEN[chosen]} and ${VISIBLE}
  and ($3::text is null or m.game = $3) and m.status ${status}
  and ($8::uuid is null or (select true from seat where match_id = m.id and player_id = $8 limit 1))
  and ($9::int is null or m.seats = $9) and ($10::boolean is null or $10 = (${JOINABLE}))
  and ($11::boolean is null or $11 = (m.clock is not null))
  and ${AFTER}),
page as (select id from chosen order by created_at desc, id desc limit $7)
${card(LISTED)} where m.id in (select id from page) order by m.created_at desc, m.id desc`

const STATUS = { all: "<> 'cancelled' and $4::text is null", one: '= $4::text' }

/** The filter with the player's id in place of whatever named them. */
export interface Listed extends Omit<MatchFilter, 'player'> {
  readonly player?: string | undefined
}

export async function listCards(
  deps: CardDeps,
  caller: Caller,
  filter: Listed,
  page: { first: number; after?: string | undefined },
): Promise<Page<MatchCard>> {
  if (filter.myTurn || filter.mine) requirePlayer(caller, 'read')
  const after = page.after === undefined ? undefined : await placeOf(deps, page.after)
  // Whatever else is open cannot be joined.
  const status = filter.status ?? (filter.joinable ? 'open' : null)
  const chosen = amongWhich(filter)
  const inPlay = status === 'open' || status === 'running'
  const values = [
    ...who(caller),
    filter.game ?? null,
    status,
    after?.createdAt ?? null,
    after?.id ?? null,
    page.first + 1,
    filter.player ?? null,
    filter.seats ?? null,
    filter.joinable ?? null,
    filter.timed ?? null,
  ]
  const { rows } = await deps.pool.query<CardRow>(pageOf(chosen, status ? STATUS.one : STATUS.all, inPlay), values)
  const items = rows.slice(0, page.first).map((row) => toCard(row, deps, caller))
  const cursors = items.map(cursorOf)
  if (rows.length > page.first) return { items, cursors, next: cursors.at(-1) ?? null }
  const range = chosen === 'myTurn' ? undefined : { status, inPlay, player: whose(chosen, caller, filter) }
  const end = range && (await lookedUpTo(deps.pool, range, after))
  return { items, cursors, next: end ? await goingOn(deps, end, items.at(-1)) : null }
}

/** After the last match that is shown, or that was looked at, whichever comes later. */
async function goingOn({ pool, secrets }: CardDeps, end: Place, last: MatchCard | undefined): Promise<string> {
  const place = later(end, last)
  return place === last ? cursorOf(last) : sealedPlace(await secrets.worldKey(pool), place)
}

async function placeOf({ pool, secrets }: CardDeps, cursor: string): Promise<Place> {
  if (!isSealed(cursor)) return readCursor(cursor)
  const place = unsealedPlace(await secrets.worldKey(pool), cursor)
  if (!place) throw notACursor()
  return place
}

function whose(chosen: Chosen, caller: Caller, filter: Listed): string | null {
  if (chosen === 'all') return null
  return (chosen === 'theirs' ? filter.player : caller.player?.id) ?? null
}

/** Among which matches a list looks. */
function amongWhich({ myTurn, mine, player }: Listed): Chosen {
  if (myTurn) return 'myTurn'
  if (mine) return 'mine'
  return player === undefined ? 'all' : 'theirs'
}

export const encoded = (parts: readonly string[]): string => Buffer.from(parts.join(' ')).toString('base64url')
export const decoded = (cursor: string): string[] => Buffer.from(cursor, 'base64url').toString().split(' ')
export const notACursor = (): Problem => invalid('after: not a cursor of this list')

const cursorOf = ({ createdAt, id }: Place): string => encoded([createdAt, id])

export const Moment = z.iso.datetime({ precision: 3 })

function readCursor(cursor: string): Place {
  const [createdAt, id, ...more] = decoded(cursor)
  if (!Moment.safeParse(createdAt).success || createdAt === undefined || id === undefined || !isMatchId(id) || more.length > 0)
    throw notACursor()
  return { createdAt, id }
}

export function toCard(row: CardRow, { secrets, time }: CardDeps, caller: Caller): MatchCard {
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
    awaiting: withDeadlines(awaiting, row, time),
    yourTurn: awaiting.some(({ seat }) => seat === you),
    clock: row.clock,
    clocks: clocksOf(row, time),
    rated: row.rated,
    abortAgreed: row.agreed ?? [],
    takeBackAgreed: row.back ?? [],
    result: row.result,
    commitment: row.commitment,
    secret: secret && Buffer.from(secret).toString('hex'),
    invitation: row.invitation,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    rematchOf: row.rematch_of,
    rematch: row.rematch,
    tournament: row.tournament_id,
    table: row.table_number,
  }
}

function holder(row: CardRow, seat: number): MatchCard['seats'][number] {
  const found = row.holders?.find((one) => one.seat === seat)
  const kept = row.kept?.find((one) => one.seat === seat)
  return {
    seat,
    player: found ? toPlayer(found) : null,
    left: found?.left ?? false,
    colour: found?.colour ?? null,
    keptFor: kept ? toPlayer(kept) : null,
  }
}

const toPlayer = ({ id, name, kind, createdAt }: PlayerRow): Player => ({
  id,
  name,
  kind,
  createdAt: new Date(createdAt).toISOString(),
})
