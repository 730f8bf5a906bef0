/** Crews of threads for commands that take long. Loaded when one is needed: short runs do without. */
import type { StoredLog } from '../match/stored-logs.js'
import { openThreads } from '../platform/threads.js'
import type { Crew } from './all-cores.js'
import type { Outcome, Series } from './simulate/matches.js'
import type { CheckedFile, Demands } from './verify/files.js'
import type { CheckedLog } from './verify/logs.js'
import type { SomeFiles, SomeMatches } from './worker.js'

const WORKER = 'cli/worker.js'

/** `Task` is what the function of this name takes. */
function crew<Task, Piece, Result>(
  workers: number,
  name: string,
  taskOf: (pieces: readonly Piece[]) => Task,
): Crew<Piece, Result> {
  const { run, close } = openThreads({ worker: WORKER, most: workers })
  return { work: (pieces) => run(taskOf(pieces), { name }), close }
}

/** `bots`: their names by seat; undefined for random moves. */
export const matchCrew = (workers: number, series: Series, bots: readonly string[] | undefined): Crew<number, Outcome> =>
  crew(workers, 'matches', (numbers): SomeMatches => ({ series, bots, numbers }))

export const fileCrew = (workers: number, demands: Demands): Crew<string, CheckedFile> =>
  crew(workers, 'files', (files): SomeFiles => ({ demands, files }))

export const logCrew = (workers: number): Crew<StoredLog, CheckedLog> => crew(workers, 'logs', (some) => some)
