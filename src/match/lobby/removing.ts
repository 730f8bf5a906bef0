/** Takes a player out of a match, as leaving would; but the log tells that the seat was removed. */
import type { Pool } from 'pg'
import { Problem } from '../../platform/problem.js'
import type { Submissions } from '../play/submission.js'
import type { LiveMatches } from '../store/live.js'
import type { Secrets } from '../store/secrets.js'
import { lobby } from './lobby.js'
import type { Starting } from './starting.js'

interface RemovingDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly submissions: Submissions
  readonly live: LiveMatches
  readonly starts: Starting
}

export function removal({ pool, secrets, submissions, live, starts }: RemovingDeps) {
  const seats = lobby(pool, secrets)
  return async (player: string, match: string): Promise<void> => {
    if (await seats.leave(player, match).catch(ifAlreadyGone)) return
    await starts.begin(match)
    const known = await live.get(match)
    // They may have got the seat since this server last looked.
    const found = known && (await live.freshen(known))
    const seat = found?.holdings.present.indexOf(player) ?? -1
    if (found && seat >= 0) await submissions.command(found, { type: 'leave', seat, reason: 'removed' })
  }
}

/** Another server was faster. */
function ifAlreadyGone(error: unknown): true {
  if (error instanceof Problem) return true
  throw error
}
