/** A new match: its secret, its commitment and its row. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { settled } from '../../clocks/clock.js'
import { commitmentTo } from '../../log/chain.js'
import { checkedGame } from '../checked-game.js'
import type { CreateMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'

/** Whether a match that is asked for may be rated is decided before (rateable.ts). */
type NewMatch = Pick<CreateMatch, 'game' | 'seats' | 'options' | 'visibility' | 'seating' | 'clock' | 'rated'>

interface Made {
  readonly id: string
  /** Null for a public match. */
  readonly invitation: string | null
}

/** A match without players. `before` is the one that it is a rematch of. */
export async function makeMatch(
  client: PoolClient,
  secrets: Secrets,
  player: string,
  input: NewMatch,
  before: string | null = null,
): Promise<Made> {
  const id = randomUUID()
  const secret = await secrets.create(client, id)
  const invitation = input.visibility === 'private' ? randomBytes(9).toString('base64url') : null
  await storeMatch(client, input, { id, secret, invitation, host: player, before })
  return { id, invitation }
}

interface Origin {
  readonly id: string
  readonly secret: Uint8Array
  readonly invitation?: string | null
  /** Null: nobody, because it is the match of a table. */
  readonly host: string | null
  readonly before?: string | null
  readonly table?: { readonly tournament: string; readonly number: number; readonly deal: string }
}

export async function storeMatch(client: PoolClient, input: NewMatch, origin: Origin): Promise<void> {
  const { game, options } = checkedGame(input)
  const { id, secret, invitation = null, host, before = null, table } = origin
  await client.query(
    `insert into match (id, game, options, seats, visibility, seating, invitation, commitment, created_by, rematch_of, clock, rated, tournament_id, table_number, deal_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      game.id,
      JSON.stringify(options),
      input.seats,
      input.visibility,
      input.seating,
      invitation,
      commitmentTo(secret, id),
      host,
      before,
      input.clock ? JSON.stringify(settled(input.clock)) : null,
      input.rated,
      table?.tournament ?? null,
      table?.number ?? null,
      table?.deal ?? null,
    ],
  )
}
