/** `chancery admin ratings`: all ratings worked out again from the log of results, with the database at hand. */
import { createPool } from '../platform/database.js'
import { failure } from '../platform/failure.js'
import { codeOf } from '../platform/thrown.js'
import { loadRate } from '../ratings/rate.js'
import { type Recomputed, recompute } from '../ratings/recomputing.js'
import type { Io } from './terminal.js'

const NO_TABLE = '42P01'

/** 0 if all agree or were put right, else 1. */
export async function recomputeRatings(url: string, { write }: { readonly write: boolean }, io: Io): Promise<number> {
  const pool = createPool({ url, name: 'chancery admin', max: 1, onError: () => {} })
  try {
    const recomputed = await recompute(pool, await loadRate(), { write })
    for (const line of recomputed.length === 0 ? ['No result has been rated yet.'] : recomputed.map((one) => told(one, write)))
      io.out(line)
    return write || recomputed.every(agrees) ? 0 : 1
  } catch (error) {
    if (codeOf(error) === NO_TABLE) throw failure('The database has no tables for ratings yet: start a server on it first.')
    throw error
  } finally {
    await pool.end()
  }
}

const agrees = ({ ratings, history }: Recomputed): boolean => ratings + history === 0

function told(one: Recomputed, write: boolean): string {
  const of = `${one.game}: ${one.results} results, ${one.players} players`
  if (agrees(one)) return `${of}: all ratings agree with the log of results`
  const how = `${one.ratings} ratings and ${one.history} lines of the history differ from what follows from the log of results`
  return `${of}: ${how}${write ? '; put right' : ' (--write puts them right)'}`
}
