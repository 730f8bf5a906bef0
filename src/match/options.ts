/** Options of a match as they come from outside. */
import { z } from 'zod'
import type { AnyGame } from '../games/contract.js'

export type ReadOptions = { ok: true; options: object } | { ok: false; field: string; problem: string }

/** Defaults filled in; or the first field that is wrong and what was expected there. */
export function readOptions(game: AnyGame, given: unknown): ReadOptions {
  const parsed = game.schema.options.safeParse(given)
  if (parsed.success) return { ok: true, options: parsed.data }
  const issue = parsed.error.issues[0] as z.core.$ZodIssue
  if (issue.code !== 'unrecognized_keys') return { ok: false, field: issue.path.join('.'), problem: issue.message }
  const { options } = game.schema
  const known = options instanceof z.ZodObject ? Object.keys(options.shape).join(', ') : 'those of the game'
  return { ok: false, field: [...issue.path, issue.keys[0]].join('.'), problem: `unknown option, expected one of ${known}` }
}
