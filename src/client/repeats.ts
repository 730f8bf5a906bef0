/** After a restart of the database an inbox may tell something again: this remembers what has been told. */
import type { InboxItem } from './generated/shared.js'

/** The server repeats a minute at most. */
const KEPT = 10_000

/** What waits for us is no repeat, however often it is told: the match may have gone back to where it was. */
export function repeats(): (item: InboxItem) => boolean {
  const told = new Set<string>()
  return ({ match, version, at, yourTurn }) => {
    const id = `${match} ${version} ${at}`
    const isKnown = told.has(id)
    told.add(id)
    const [oldest] = told
    if (told.size > KEPT && oldest !== undefined) told.delete(oldest)
    return isKnown && !yourTurn
  }
}
