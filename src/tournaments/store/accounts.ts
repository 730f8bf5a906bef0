/** The accounts by which entrants play, as they are now: names are not in the records, because players can be erased. */
import type { Pool } from 'pg'
import type { Player } from '../../accounts/caller.js'

export async function playersOf(pool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, Player>> {
  const { rows } = await pool.query<{ id: string; name: string; kind: Player['kind']; created_at: Date }>({
    name: 'players-of-tournament',
    text: 'select id, name, kind, created_at from player where id = any($1)',
    values: [ids],
  })
  return new Map(rows.map(({ id, name, kind, created_at }) => [id, { id, name, kind, createdAt: created_at.toISOString() }]))
}

const GONE = 'not e.withdrawn and (p.blocked_at is not null or p.erased_at is not null)'

/** Entrants whose accounts were blocked or erased. */
export async function goneOf(pool: Pool, tournament: string): Promise<number[]> {
  const { rows } = await pool.query<{ number: number }>({
    name: 'gone-of-tournament',
    text: `select e.number from tournament_entrant e join player p on p.id = e.player_id where e.tournament_id = $1 and ${GONE} order by e.number`,
    values: [tournament],
  })
  return rows.map(({ number }) => number)
}

/** Tournaments in which something may be to do: those that run, and those before their start that an account is gone from. */
export async function unsettled(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'unsettled-tournaments',
    text: `select t.id from tournament t where t.settled_at is null and (t.status <> 'open'
      or exists (select from tournament_entrant e join player p on p.id = e.player_id where e.tournament_id = t.id and ${GONE})) order by t.id`,
  })
  return rows.map(({ id }) => id)
}
