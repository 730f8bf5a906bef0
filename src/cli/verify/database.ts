/** `chancery verify --database`: every log that a server keeps. */
import { readSpans } from '../../clocks/timekeeper.js'
import { storedLogs } from '../../match/stored-logs.js'
import { readConfig } from '../../platform/config.js'
import { createPool } from '../../platform/database.js'
import { failure } from '../../platform/failure.js'
import { codeOf } from '../../platform/thrown.js'
import { doAll, onAllCores } from '../all-cores.js'
import { withDatabase } from '../database.js'
import { type Io, progress } from '../terminal.js'
import { ALTERED } from './files.js'
import { checkLog } from './logs.js'

const NO_TABLE = '42P01'

interface Asked {
  readonly strict: boolean
  readonly workers: number
}

/** The exit code. */
export const verifyDatabase = (asked: Asked, io: Io): Promise<number> =>
  withDatabase({ mayBeNew: false }, async (url) => {
    const pool = createPool({ url, name: 'chancery verify', max: 1, onError: () => {} })
    try {
      const { spans } = await readSpans(pool)
      return await checkAll(storedLogs(pool, readConfig(process.env).secretsKey ?? null, spans), asked, io)
    } catch (error) {
      if (codeOf(error) === NO_TABLE) throw failure('The database has no tables for matches yet: start a server on it first.')
      throw error
    } finally {
      await pool.end()
    }
  })

async function checkAll(logs: ReturnType<typeof storedLogs>, { strict, workers }: Asked, io: Io): Promise<number> {
  const total = await logs.count()
  const bar = progress(io, total, 'matches')
  const sum = { matches: 0, right: 0, running: 0, entries: 0, unjudged: 0 }
  const checked = onAllCores({
    pieces: logs.all(),
    total,
    workers,
    here: (some) => doAll(some, checkLog),
    there: async () => (await import('../threads.js')).logCrew(workers),
    onDone: bar.done,
  })
  try {
    for await (const { problem, entries, unjudged, isRunning } of checked) {
      sum.matches++
      sum.right += problem === undefined ? 1 : 0
      sum.running += isRunning ? 1 : 0
      sum.entries += entries
      sum.unjudged += unjudged
      if (problem !== undefined) io.complain(problem)
    }
  } finally {
    bar.clear()
  }
  io.out(told(sum))
  return sum.right < sum.matches || (strict && sum.unjudged > 0) ? ALTERED : 0
}

interface Sum {
  readonly matches: number
  readonly right: number
  readonly running: number
  readonly entries: number
  readonly unjudged: number
}

function told({ matches, right, running, entries, unjudged }: Sum): string {
  const older = unjudged === 0 ? [] : [`${unjudged} entries were decided by older rules and are not judged by them`]
  return [`${right} of ${matches} matches are right, ${entries} entries, ${running} matches still run`, ...older].join('; ')
}
