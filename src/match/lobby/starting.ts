/**
 * The start of a match: by whoever takes the last seat, by the first who plays in it or leaves it, at the start of a server, and by a sweep that
 * every server makes every few seconds, so that a server that dies between the last join and the start holds nobody up. Never by a reader.
 */
import type { Pool } from 'pg'
import type { Submissions } from '../play/submission.js'
import { houseSeats } from '../store/holdings.js'
import type { Live, LiveMatches } from '../store/live.js'
import { loadUnbegun } from '../store/loading.js'
import type { Secrets } from '../store/secrets.js'

export interface Starting {
  /** Begins the match if it is full and has not begun; otherwise does nothing. */
  begin(match: string): Promise<void>
  /** Begins every match that is full and has not begun; their number. */
  startWaiting(): Promise<number>
}

interface StartingDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly live: Pick<LiveMatches, 'takeIn'>
  readonly submissions: Pick<Submissions, 'command'>
  /** A full match that cannot begin, because its secret cannot be opened or this server does not know its game. */
  readonly onStuck: (match: string, error: unknown) => void
}

export function starting({ pool, secrets, live, submissions, onStuck }: StartingDeps): Starting {
  const stuck = new Set<string>()

  const begin = async (match: string): Promise<void> => {
    const found = await loadUnbegun(pool, secrets, match)
    if (!found || found.fixed.isCancelled || !isFull(found)) return
    // Nobody gives up a seat of a full match, so its holders are still those who were found.
    if (await start(submissions, found)) live.takeIn(found)
  }
  const beginOrReport = async (match: string): Promise<void> => {
    try {
      await begin(match)
      stuck.delete(match)
    } catch (error) {
      // Tried again at every sweep, but reported once.
      if (!stuck.has(match)) onStuck(match, error)
      stuck.add(match)
    }
  }
  return {
    begin,
    async startWaiting() {
      const matches = await waiting(pool)
      for (const match of matches) await beginOrReport(match)
      return matches.length
    },
  }
}

const isFull = ({ holdings }: Live): boolean => holdings.present.every((player) => player !== null)

/** Whether it was started here. Two may start a match at the same moment: the second finds it started, which is as good. */
async function start(submissions: StartingDeps['submissions'], unbegun: Live): Promise<boolean> {
  const house = houseSeats(unbegun.holdings)
  const started = await submissions.command(unbegun, { type: 'start', ...(house.length > 0 && { house: [...house] }) })
  if (started.ok || started.refusal.code === 'ALREADY_STARTED') return started.ok
  throw new Error(`match ${unbegun.fixed.id} cannot start: ${started.refusal.code}, ${started.refusal.message}`)
}

/** Reads an index that holds nothing but what it looks for, however many matches wait for players. */
async function waiting(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'waiting-to-start',
    text: `select id from match where status = 'open' and full_at is not null order by full_at`,
  })
  return rows.map(({ id }) => id)
}
