/** The game that is named, with options that fit it, for as many as can play it. */
import type { z } from 'zod'
import type { AnyGame } from '../games/contract.js'
import { findGame, games } from '../games/registry.js'
import { clipped, complaintOf, inputErrors, readInput } from '../platform/complaint.js'
import { Problem } from '../platform/problem.js'
import type { CreateMatch } from './shapes.js'

interface Checked {
  readonly game: AnyGame
  /** With their defaults. */
  readonly options: Record<string, unknown>
}

export function checkedGame({ game: named, seats, options }: Pick<CreateMatch, 'game' | 'seats' | 'options'>): Checked {
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
