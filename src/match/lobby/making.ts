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
  const { game, options } = checkedGame(input)
  const id = randomUUID()
  const secret = await secrets.create(client, id)
  const invitation = input.visibility === 'private' ? randomBytes(9).toString('base64url') : null
  await client.query(
    `insert into match (id, game, options, seats, visibility, seating, invitation, commitment, created_by, rematch_of, clock, rated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      game.id,
      JSON.stringify(options),
      input.seats,
      input.visibility,
      input.seating,
      invitation,
      commitmentTo(secret, id),
      player,
      before,
      input.clock ? JSON.stringify(settled(input.clock)) : null,
      input.rated,
    ],
  )
  return { id, invitation }
}
