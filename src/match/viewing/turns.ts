/** Matches that wait for a player: the soonest deadline first, then the newest. */
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import type { Clock } from '../../clocks/clock.js'
import { deadlineOf, type Times } from '../../clocks/times.js'
import { inWords } from '../../log/entry.js'
import { given } from '../../platform/given.js'
import type { Page } from '../matches.js'
import { isMatchId, type MatchCard } from '../shapes.js'
import { IN_PLAY } from '../store/holdings.js'
import { type CardDeps, type CardRow, card, decoded, encoded, HEAD, LISTED, Moment, notACursor, toCard, who } from './cards.js'

interface TurnRow {
  id: string
  created_at: Date
  seat: number
  clock: Clock | null
  times: Times | null
}

/** A match that waits, by what its place in the list goes by. All in words: they are written as they are sorted. */
interface Turn {
  readonly due: string
  readonly createdAt: string
  readonly id: string
}

/**
 * All that wait for the caller, and no more of each than its deadline follows from: the newest entry of each has to be read anyway to know whether it waits. No column says when the
 * deadline is, because it would have to be written with every move.
 */
const WAITING = `
with own as materialized (select match_id, seat from seat where player_id = ${given('$1::uuid')} and ${IN_PLAY})
select m.id, m.created_at, own.seat, m.clock, case when m.clock is not null then head.times end as times
from own join match m on m.id = own.match_id and m.status = 'running' ${HEAD}
where exists (select 1 from json_array_elements(head.awaiting) a where (a ->> 'seat')::int = own.seat)`

const OF_PAGE = `${card(LISTED)} where m.id = any(${given('$3::uuid[]')}::uuid[])`

export async function listTurns(
  deps: CardDeps,
  caller: Caller,
  page: { first: number; after?: string | undefined },
): Promise<Page<MatchCard>> {
  const { id } = requirePlayer(caller, 'read')
  const after = page.after === undefined ? undefined : readTurnCursor(page.after)
  const { rows } = await deps.pool.query<TurnRow>({ name: 'waiting-for', text: WAITING, values: [id] })
  const turns = rows.map((row) => toTurn(row, deps)).toSorted(byDeadline)
  const rest = after ? turns.filter((turn) => byDeadline(turn, after) > 0) : turns
  const chosen = rest.slice(0, page.first)
  const cards = await readCards(deps, caller, chosen)
  // Somebody may have moved between the two queries.
  const shown = chosen.flatMap((turn) => {
    const found = cards.get(turn.id)
    return found?.yourTurn ? [{ found, cursor: cursorOf(turn) }] : []
  })
  const last = chosen.at(-1)
  return {
    items: shown.map(({ found }) => found),
    cursors: shown.map(({ cursor }) => cursor),
    next: last && rest.length > chosen.length ? cursorOf(last) : null,
  }
}

async function readCards(deps: CardDeps, caller: Caller, turns: readonly Turn[]): Promise<ReadonlyMap<string, MatchCard>> {
  if (turns.length === 0) return new Map()
  const values = [...who(caller), turns.map(({ id }) => id)]
  const { rows } = await deps.pool.query<CardRow>({ name: 'cards-of-turns', text: OF_PAGE, values })
  return new Map(rows.map((row) => [row.id, toCard(row, deps, caller)]))
}

/** Whoever has no deadline comes after all who have one: letters come after digits. */
const FOREVER = 'infinity'

function toTurn({ id, created_at, seat, clock, times }: TurnRow, { time }: CardDeps): Turn {
  const due = clock && times && deadlineOf(clock, times, seat, time.spans)
  return { due: due === null ? FOREVER : inWords(due), createdAt: created_at.toISOString(), id }
}

const byDeadline = (one: Turn, other: Turn): number =>
  compare(one.due, other.due) || compare(other.createdAt, one.createdAt) || compare(other.id, one.id)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const cursorOf = ({ due, createdAt, id }: Turn): string => encoded([due, createdAt, id])

function readTurnCursor(cursor: string): Turn {
  const [due = '', createdAt = '', id = '', ...more] = decoded(cursor)
  const isMoment = (text: string): boolean => Moment.safeParse(text).success
  if (!(due === FOREVER || isMoment(due)) || !isMoment(createdAt) || !isMatchId(id) || more.length > 0) throw notACursor()
  return { due, createdAt, id }
}
