/** `chancery verify`: is this the match that was played? */
import { isArchive } from '../tournaments/archive/recognising.js'
import { doAll, onAllCores } from './all-cores.js'
import { type Io, progress } from './terminal.js'
import { expected, parseArguments, workersGiven } from './usage.js'
import { ALTERED, type CheckedFile, checkFile, type Demands, filesIn, MALFORMED } from './verify/files.js'

export const VERIFY_HELP = `chancery verify FILE|FOLDER... [--head HASH]... [--strict] [--workers N]
chancery verify --database [--strict] [--workers N]

Checks match files, also all that are in a folder (as \`chancery simulate --log\` writes them and a finished match is downloaded): the commitment, the chain of
hashes, every roll against the secret, and the rules by replaying every command. Entries that older rules decided are replayed,
but whether those rules allowed them is not judged: the verdict counts them.

Of the file of a tournament (\`chancery tournament run --out\`, or an export of a server) every match is checked in the same way, and that
it is the one of its table: dealt from the tournament's secret, with the places and the head that are recorded.

With --database every log of a server is checked so, running matches included, and that the row of the match has the same status and
result. The database is the one that DATABASE_URL names, or the embedded one in DATA_DIR, whether a server uses it or not.

  --head HASH  the log must have this head, which the server told with a move or a notice: it proves every entry up to it.
               For one file; may be given several times
  --strict     a log with entries that are not judged, or a file without its end, is not right
  --database   check the logs of a database in place of files; SECRETS_KEY as the server has it
  --workers N  logs that are checked at once, in as many threads; one for each core if left out. It changes nothing but the time

Without --head a file proves only that it agrees with itself: whoever has the secret can make another that does.

Exit code 0 if all are right, 1 if a file was altered (its first bad entry is named) or lacks a head, 2 if a file is no match file.`

export async function verify(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(argv, {
    help: { type: 'boolean', short: 'h', default: false },
    head: { type: 'string', multiple: true, default: [] },
    strict: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    workers: { type: 'string' },
  })
  if (values.help) {
    io.out(VERIFY_HELP)
    return 0
  }
  const workers = workersGiven(values.workers)
  if (!values.database) return verifyFiles(positionals, { heads: values.head.map(readHead), strict: values.strict }, workers, io)
  const [surplus] = [...positionals, ...values.head]
  if (surplus !== undefined) throw expected('--database', 'neither FILE nor --head with it', surplus)
  // Loaded when asked for: files need no database.
  return (await import('./verify/database.js')).verifyDatabase({ strict: values.strict, workers }, above(io))
}

async function verifyFiles(names: readonly string[], demands: Demands, workers: number, io: Io): Promise<number> {
  const files = filesIn(names)
  if (files.length === 0) throw expected('FILE', 'at least one match file', names[0])
  if (demands.heads.length > 0 && files.length > 1) throw expected('FILE', 'one match file where there is --head', files[1])
  const told = above(io)
  const codes: number[] = []
  for await (const { code, out, complaints } of checked(files, demands, workers, told)) {
    for (const line of out) told.out(line)
    for (const line of complaints) told.complain(line)
    codes.push(code)
  }
  if (files.length > 1) io.out(`${codes.filter((code) => code === 0).length} of ${files.length} files are right`)
  return codes.includes(ALTERED) ? ALTERED : codes.includes(MALFORMED) ? MALFORMED : 0
}

function readHead(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw expected('--head', '64 hexadecimal digits', text)
  return text.toLowerCase()
}

/** On a terminal the progress bar is wiped before a line is printed. */
function above(io: Io): Io {
  const lineAbove = (print: (line: string) => void) => (line: string) => {
    io.status?.('')
    print(line)
  }
  return { ...io, out: lineAbove(io.out), complain: lineAbove(io.complain) }
}

/** In the order of the files. The file of a tournament has many matches: they are checked at once, and then the next file. */
async function* checked(
  files: readonly string[],
  demands: Demands,
  workers: number,
  io: Io,
): AsyncGenerator<CheckedFile, void, undefined> {
  const isOfTournament = files.map(isArchive)
  const bar = progress(io, files.length, 'files')
  for (let at = 0; at < files.length; ) {
    const next = isOfTournament.indexOf(true, at)
    const matches = files.slice(at, next === -1 ? undefined : next)
    yield* checkedMatches(matches, demands, workers, (count) => bar.done(at + count))
    at += matches.length
    const archive = files[at]
    if (archive !== undefined) yield await checkedArchive(archive, demands, workers, io)
    at++
  }
  bar.clear()
}

const checkedMatches = (
  files: readonly string[],
  demands: Demands,
  workers: number,
  onDone: (count: number) => void,
): AsyncGenerator<CheckedFile, void, undefined> =>
  onAllCores({
    pieces: files,
    total: files.length,
    workers,
    here: (some) => doAll(some, (file) => checkFile(file, demands)),
    there: async () => (await import('./threads.js')).fileCrew(workers, demands),
    onDone,
  })

async function checkedArchive(file: string, { heads, strict }: Demands, workers: number, io: Io): Promise<CheckedFile> {
  if (heads.length > 0) throw expected('FILE', 'a match file where there is --head', file)
  // Loaded when asked for: a match needs neither threads nor tournaments.
  const { verifyArchive } = await import('./verify/archive.js')
  const verdict = await verifyArchive(file, { strict, workers }, io)
  return { code: { right: 0, altered: ALTERED, malformed: MALFORMED }[verdict], out: [], complaints: [] }
}
