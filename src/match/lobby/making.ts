/** A new match: its secret, its commitment and its row. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { z } from 'zod'
import { settled } from '../../clocks/clock.js'
import type { AnyGame } from '../../games/contract.js'
import { findGame, games } from '../../games/registry.js'
import { commitmentTo } from '../../log/chain.js'
import { clipped, complaintOf, inputErrors, readInput } from '../../platform/complaint.js'
import { Problem } from '../../platform/problem.js'
import type { CreateMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'

type NewMatch = Pick<CreateMatch, 'game' | 'seats' | 'options' | 'visibility' | 'seating' | 'clock'>

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
    `insert into match (id, game, options, seats, visibility, seating, invitation, commitment, created_by, rematch_of, clock)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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
    ],
  )
  return { id, invitation }
}

interface Checked {
  readonly game: AnyGame
  /** With their defaults. */
  readonly options: Record<string, unknown>
}

export function checkedGame({ game: named, seats, options }: Pick<NewMatch, 'game' | 'seats' | 'options'>): Checked {
  const game = findGame(named)
  if (!game)
    throw new Problem(400, 'UNKNOWN_GAME', `There is no game ${clipped(named)}; known: ${games.map(({ id }) => id).join(', ')}.`)
  const { min, max } = game.seats
  if (seats < min || seats > max)
    throw new Problem(400, 'SEATS_OUT_OF_RANGE', `${game.name} is played with ${min} to ${max} seats, not ${seats}.`)
  const parsed = readInput(game.schema.options, options)
  if (!parsed.success) throw invalidOptions(parsed.error)
  return { game, options: parsed.data }
}

const invalidOptions = (error: z.ZodError): Problem =>
  new Problem(400, 'INVALID_OPTIONS', `options: ${complaintOf(error)}`, undefined, inputErrors(error, 'options'))
