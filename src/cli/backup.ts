/** `chancery backup`: the database of a server, running or not, as a file. */
import { writeBackup } from '../platform/backup/backup.js'
import { packageVersion } from '../platform/package.js'
import { WHICH, withDatabase } from './database.js'
import { tableProgress } from './table-progress.js'
import type { Io } from './terminal.js'
import { expected, parseArguments } from './usage.js'

const BACKUP_HELP = `chancery backup FILE

Writes everything that a server keeps to FILE, as it is at one moment; servers may go on playing. \`chancery restore\` reads it.
Keep SECRETS_KEY beside it, if the server has one: the secrets of matches are encrypted with it in the file too.

${WHICH}`

/** Positions that are replayed from the log if they are missing. */
export const CACHES = ['snapshot']

export async function backup(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, { help: { type: 'boolean', short: 'h', default: false } })
  if (values.help) {
    io.out(BACKUP_HELP)
    return 0
  }
  const [file, surplus] = positionals
  if (file === undefined || surplus !== undefined) throw expected('FILE', 'one file to write', surplus)
  const progress = tableProgress(io)
  const settings = { version: packageVersion(new URL('../../package.json', import.meta.url)), caches: CACHES, progress }
  const bytes = await withDatabase({ mayBeNew: false }, (url) => writeBackup(url, file, settings)).finally(progress.clear)
  io.out(`${file}: ${progress.rows()} rows of ${progress.tables()} tables, ${bytes} bytes`)
  return 0
}
