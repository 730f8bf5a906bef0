/** `chancery restore`: a backup becomes the database of a server. */
import { readIntoDatabase } from '../platform/backup/restore.js'
import { CACHES } from './backup.js'
import { WHICH, withDatabase } from './database.js'
import { tableProgress } from './table-progress.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

const RESTORE_HELP = `chancery restore FILE [--force]

Reads a file of \`chancery backup\` into an empty database that no server uses, all of it or nothing. A backup of an earlier version is
brought up to date by the next start of a server.

  --force   delete what is in the database first

${WHICH}`

export async function restore(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, {
    force: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(RESTORE_HELP)
    return 0
  }
  const [file, surplus] = positionals
  if (file === undefined || surplus !== undefined) throw expected('FILE', 'one file of chancery backup', surplus)
  const progress = tableProgress(io)
  const onStrange = (table: string) => io.complain(`${file}: left out ${table}, a table that is none of Chancery's`)
  const settings = { force: values.force, caches: CACHES, progress, onStrange }
  const { header, rows } = await withDatabase({ mayBeNew: true }, (url) => readIntoDatabase(url, file, settings)).finally(
    progress.clear,
  )
  io.out(`${file}: restored ${rows} rows of ${progress.tables()} tables, as they were at ${header.madeAt}`)
  return 0
}
