/** A whole tournament without a server, from its plan to the file that is kept of it. */
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { LocalSetting } from '../../bots/local/player.js'
import { archiveText } from '../archive/archive.js'
import { type Conduct, kept, nothingDone, together } from '../conduct.js'
import type { Tournament } from '../state.js'
import type { Identity } from './identity.js'
import { type Journal, openJournal } from './journal.js'
import type { Log } from './log.js'
import { runToEnd } from './running.js'
import { seating } from './seating.js'
import { threads } from './threads.js'

export interface Run extends LocalSetting {
  /** Everybody has entered, and it has started. */
  readonly log: Log
  readonly identity: Identity
  /** The file that is kept of it. */
  readonly out: string
  readonly workers: number
  /** Whether it holds transcripts of the matches. */
  readonly logs: boolean
  /** Called with the number of tables that were played before, and after each table. */
  readonly onProgress: (tables: number, tournament: Tournament) => void
}

export interface Ran {
  /** Tables that were played now, not before. */
  readonly played: number
  readonly programs: readonly Conduct[]
  readonly bytes: number
}

/** What has been played so far, until the file is written. */
export const journalOf = (out: string): string => `${out}.journal`

export async function playTournament(run: Run): Promise<Ran> {
  const { log, identity, out, workers, logs, onFault } = run
  const journal = await openJournal(journalOf(out), { id: identity.id, onFault, logs })
  const before = journal.lines.size
  const pool = threads(workers)
  const seated = seating(pool, run)
  run.onProgress(before, log.tournament)
  const onPlayed = (tournament: Tournament): void => run.onProgress(journal.lines.size, tournament)
  const chances = { setting: log.tournament.setting, ...identity }
  try {
    await runToEnd({ log, chances, journal, seating: seated, atOnce: 2 * workers, logs, onPlayed })
    const programs = conductsIn(journal, log.tournament)
    await write(out, run, programs, logs ? transcriptsIn(journal, log.tournament) : null)
    journal.remove()
    return { played: journal.lines.size - before, programs, bytes: statSync(out).size }
  } finally {
    await Promise.all([seated.end(), pool.close()])
    journal.close()
  }
}

/** Of each program, over all its tables. */
function conductsIn({ lines }: Journal, { entrants, tables }: Tournament): readonly Conduct[] {
  const all = tables.flatMap(({ number }) => lines.get(number)?.programs ?? [])
  return entrants.flatMap(({ number, who }) =>
    who.kind === 'program' ? [all.filter(({ entrant }) => entrant === number).reduce(together, nothingDone(number))] : [],
  )
}

function* transcriptsIn(journal: Journal, { tables }: Tournament): Generator<string, void, undefined> {
  for (const { number } of tables) {
    const transcript = journal.transcriptOf(number)
    if (transcript !== null) yield transcript
  }
}

/** Beside it first, so that the file is there only as a whole. */
async function write(
  out: string,
  { log, identity }: Run,
  programs: readonly Conduct[],
  matches: Iterable<string> | null,
): Promise<void> {
  const { id, secret, commitment } = identity
  const archived = {
    id,
    setting: log.tournament.setting,
    commitment,
    secret: secret.toString('hex'),
    records: log.records,
    ...(programs.length > 0 && { programs: programs.map(kept) }),
  }
  const part = `${out}.part`
  try {
    await pipeline(Readable.from(archiveText(archived, matches)), createWriteStream(part))
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  renameSync(part, out)
}
