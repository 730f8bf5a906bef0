import type { Progress } from '../platform/backup/backup.js'
import { type Io, progress } from './terminal.js'

interface TableProgress extends Progress {
  clear(): void
  /** Of all tables so far. */
  rows(): number
  tables(): number
}

/** A progress bar for each table, on a terminal; and how much there was. */
export function tableProgress(io: Io): TableProgress {
  let bar = progress(io, 0, '')
  let tables = 0
  let before = 0
  let now = 0
  return {
    table(name, rows) {
      tables++
      before += now
      now = 0
      bar = progress(io, rows, `rows of ${name}`)
    },
    done(rows) {
      now = rows
      bar.done(rows)
    },
    clear: () => bar.clear(),
    rows: () => before + now,
    tables: () => tables,
  }
}
