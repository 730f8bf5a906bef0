/** `chancery tournament replay`: is this what follows from what happened? */
import { checkMatches } from '../../tournaments/archive/matches.js'
import type { Archive } from '../../tournaments/archive/reading.js'
import { recompute } from '../../tournaments/archive/replay.js'
import { playAgain } from '../../tournaments/local/again.js'
import { type Threads, threads } from '../../tournaments/local/threads.js'
import type { Tournament } from '../../tournaments/state.js'
import { type Io, progress } from '../terminal.js'
import { parseArguments, workersGiven } from '../usage.js'
import { archiveAt } from './archive.js'

export const REPLAY_HELP = `chancery tournament replay EVENT.json [--matches] [--workers N]

Works out again, from the setting and the records in the file, every round and forfeit and the final tables, and compares them to the
byte; and holds the recorded results to the logs of the matches, where the file has them. That the logs themselves are right is
checked by \`chancery verify EVENT.json\`.

  --matches    play every table of house bots again, and compare the heads of the logs; of a server's, which have times in them, compare
               every command, roll and event
  --workers N  tables that are played at once; one for each core if left out
  --help       print this

Exit code 0 if all agrees, 1 if something does not (it is named), 2 if the file is not that of a tournament.`

const DIFFERENT = 1

export async function replay(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, {
    matches: { type: 'boolean', default: false },
    workers: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(REPLAY_HELP)
    return 0
  }
  const workers = workersGiven(values.workers)
  const { file, archive } = await archiveAt(positionals)
  const recomputed = recompute(archive.head)
  if (!recomputed.ok) {
    io.complain(`${file}: ${recomputed.problem}`)
    return DIFFERENT
  }
  io.out(`${file}: ${countsOf(recomputed.tournament)}: every round and the final tables agree to the byte`)
  const pool = threads(workers)
  const checks = [resultsAgree, ...(values.matches ? [headsAgree] : [])]
  try {
    for (const check of checks)
      if (!(await check({ file, archive, tournament: recomputed.tournament, pool, atOnce: 2 * workers }, io))) return DIFFERENT
    return 0
  } finally {
    await pool.close()
  }
}

interface Subject {
  readonly file: string
  readonly archive: Archive
  readonly tournament: Tournament
  readonly pool: Threads
  readonly atOnce: number
}

async function resultsAgree({ file, archive, pool, atOnce }: Subject, io: Io): Promise<boolean> {
  if (!archive.matches) {
    io.out(`${file}: it has no logs, so results were taken as they are recorded`)
    return true
  }
  const bar = progress(io, 0, 'matches compared')
  const check = await checkMatches(archive, {
    check: (expected, text) => pool.check({ proof: false, expected, text }),
    atOnce,
    onChecked: bar.done,
  })
  bar.clear()
  for (const problem of check.problems) io.complain(`${file}: ${problem}`)
  if (check.problems.length === 0) io.out(`${file}: the results are those of its ${check.matches} logs`)
  return check.problems.length === 0
}

async function headsAgree({ file, archive, tournament, pool, atOnce }: Subject, io: Io): Promise<boolean> {
  const bar = progress(io, 0, 'matches played again', { perMinute: true })
  const again = await playAgain(archive, tournament, { threads: pool, atOnce, onPlayed: bar.done })
  bar.clear()
  const words = { head: ['another head', 'every head is'], moves: ['other moves', 'all moves are'] }[again.by]
  for (const table of again.different) io.complain(`${file}: table ${table}: played again, it has ${words[0]}`)
  const others = again.others === 0 ? '' : `; ${again.others} of programs, players or clocks cannot be played again`
  if (again.different.length === 0) io.out(`${file}: ${again.tables} tables played again, ${words[1]} the same${others}`)
  return again.different.length === 0
}

const countsOf = ({ entrants, rounds, tables }: Tournament): string =>
  `${entrants.length} entrants, ${rounds.length} rounds, ${tables.length} tables`
