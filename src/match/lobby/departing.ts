/**
 * Erased players leave their matches: seats of open ones are free again, running ones are left through the one write path, and open ones that they made
 * and nobody sits in are cancelled. A server that dies meanwhile holds nothing up: every server looks for those who have not departed yet.
 */
import type { Pool } from 'pg'
import { isHouse } from '../../accounts/house-ids.js'
import { transaction } from '../../platform/database.js'
import { IN_PLAY } from '../store/holdings.js'
import { forgetInvitations } from './answering.js'
import { closeUnbegun, seated } from './seats.js'

export interface Departing {
  depart(player: string): Promise<void>
  /** All who have been erased and still sit somewhere; their number. */
  departErased(): Promise<number>
}

interface DepartingDeps {
  readonly pool: Pool
  /** Gives the seat up, or takes the player out of a match that has begun. */
  readonly leave: (player: string, match: string) => Promise<void>
}

export function departing({ pool, leave }: DepartingDeps): Departing {
  const depart = async (player: string): Promise<void> => {
    for (const match of await seatsOf(pool, player)) await leave(player, match)
    for (const match of await madeBy(pool, player)) await close(pool, match)
    await forgetInvitations(pool, player)
    await pool.query('delete from kept_seat where player_id = $1', [player])
    await pool.query('delete from seat_offer where player_id = $1', [player])
    await pool.query('delete from seek where player_id = $1', [player])
    await pool.query('delete from acceptance where player_id = $1', [player])
    await pool.query('delete from absence where player_id = $1', [player])
    await pool.query('delete from standing_order where player_id = $1', [player])
    await pool.query('update player set departed_at = now() where id = $1 and erased_at is not null', [player])
  }
  return {
    depart,
    async departErased() {
      const { rows } = await pool.query<{ id: string }>({
        name: 'departing',
        text: 'select id from player where erased_at is not null and departed_at is null order by erased_at',
      })
      for (const { id } of rows) await depart(id)
      return rows.length
    },
  }
}

async function seatsOf(pool: Pool, player: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select m.id from seat s join match m on m.id = s.match_id
     where s.player_id = $1 and s.${IN_PLAY} and s.left_version is null and m.status in ('open', 'running')`,
    [player],
  )
  return rows.map(({ id }) => id)
}

async function madeBy(pool: Pool, player: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from match where created_by = $1 and status = 'open'`, [player])
  return rows.map(({ id }) => id)
}

/** Whoever takes a seat at the same moment keeps it. */
const close = (pool: Pool, match: string): Promise<void> =>
  transaction(pool, async (client) => {
    const { rows } = await client.query(`select from match where id = $1 and status = 'open' for update`, [match])
    const isEmpty = (await seated(client, match)).every((one) => isHouse(one.player_id))
    if (rows.length > 0 && isEmpty) await closeUnbegun(client, match)
  })
