/** `chancery verify`: is this file the match that was played? */
import { readFileSync } from 'node:fs'
import { readTranscript, type Verdict, verifyTranscript, versionOfHead } from '../match/offline/transcript.js'
import { codeOf } from '../platform/thrown.js'
import { isArchive } from '../tournaments/archive/recognising.js'
import { type Io, progress } from './terminal.js'
import { expected, parseArguments } from './usage.js'

export const VERIFY_HELP = `chancery verify FILE... [--head HASH]... [--strict]

Checks match files (as \`chancery simulate --log\` writes them and a finished match is downloaded): the commitment, the chain of
hashes, every roll against the secret, and the rules by replaying every command. Entries that older rules decided are replayed,
but whether those rules allowed them is not judged: the verdict counts them.

Of the file of a tournament (\`chancery tournament run --out\`, or an export of a server) every match is checked in the same way, and that
it is the one of its table: dealt from the tournament's secret, with the places and the head that are recorded.

  --head HASH  the log must have this head, which the server told with a move or a notice: it proves every entry up to it.
               For one file; may be given several times
  --strict     a log with entries that are not judged, or without its end, is not right

Without --head a file proves only that it agrees with itself: whoever has the secret can make another that does.

Exit code 0 if all are right, 1 if a file was altered (its first bad entry is named) or lacks a head, 2 if a file is no match file.`

const ALTERED = 1
const MALFORMED = 2

interface Demands {
  readonly heads: readonly string[]
  readonly strict: boolean
}

export async function verify(argv: readonly string[], io: Io): Promise<number> {
  const { values, positionals: files } = parseArguments(argv, {
    help: { type: 'boolean', short: 'h', default: false },
    head: { type: 'string', multiple: true, default: [] },
    strict: { type: 'boolean', default: false },
  })
  if (values.help) {
    io.out(VERIFY_HELP)
    return 0
  }
  const demands = { heads: values.head.map(readHead), strict: values.strict }
  if (files.length === 0) throw expected('FILE', 'at least one match file', undefined)
  if (demands.heads.length > 0 && files.length > 1) throw expected('FILE', 'one match file where there is --head', files[1])
  const bar = progress(io, files.length, 'files')
  const above = { ...io, out: lineAbove(io, io.out), complain: lineAbove(io, io.complain) }
  const codes: number[] = []
  for (const [index, file] of files.entries()) {
    codes.push(isArchive(file) ? await codeOfArchive(file, demands, above) : verifyFile(file, demands, above))
    bar.done(index + 1)
  }
  bar.clear()
  if (files.length > 1) io.out(`${codes.filter((code) => code === 0).length} of ${files.length} files are right`)
  return codes.includes(ALTERED) ? ALTERED : codes.includes(MALFORMED) ? MALFORMED : 0
}

function readHead(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw expected('--head', '64 hexadecimal digits', text)
  return text.toLowerCase()
}

/** On a terminal the progress bar is wiped before a line is printed. */
const lineAbove =
  (io: Io, print: (line: string) => void) =>
  (line: string): void => {
    io.status?.('')
    print(line)
  }

async function codeOfArchive(file: string, { heads, strict }: Demands, io: Io): Promise<number> {
  if (heads.length > 0) throw expected('FILE', 'a match file where there is --head', file)
  // Loaded when asked for: a match needs neither threads nor tournaments.
  const { verifyArchive } = await import('./verify-archive.js')
  return { right: 0, altered: ALTERED, malformed: MALFORMED }[await verifyArchive(file, strict, io)]
}

function verifyFile(file: string, { heads, strict }: Demands, io: Io): number {
  const read = readFile(file)
  if (!read.ok) {
    io.complain(`${file}: ${read.problem}`)
    return 'entry' in read ? ALTERED : MALFORMED
  }
  const verdict = verifyTranscript(read.transcript)
  const lacking = heads.find((head) => versionOfHead(read.transcript, head) === undefined)
  if (!verdict.ok || lacking !== undefined) {
    io.complain(`${file}: ${verdict.ok ? `no entry has the head ${lacking}` : `entry ${verdict.entry}: ${verdict.problem}`}`)
    return ALTERED
  }
  const doubts = doubtsAbout(verdict)
  io.out(`${file}: ${[`right, ${verdict.entries} entries, match ${statusOf(verdict)}`, ...doubts].join('; ')}`)
  for (const head of heads) io.out(`${file}: entry ${versionOfHead(read.transcript, head)} has the head ${head}`)
  return strict && doubts.length > 0 ? ALTERED : 0
}

type Right = Extract<Verdict, { ok: true }>

const statusOf = ({ aborted, over }: Right): string => (aborted ? 'aborted' : over ? 'over' : 'not over')

/** What a log that is right leaves open. */
function doubtsAbout({ entries, over, aborted, unjudged }: Right): string[] {
  const cut = over || aborted ? [] : ['the end of the log is missing']
  const older = unjudged
    ? [
        `${unjudged.entries} of ${entries} entries were decided by older rules (${unjudged.rules.join(', ')}) and are not judged by them`,
      ]
    : []
  return [...cut, ...older]
}

function readFile(file: string): ReturnType<typeof readTranscript> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    return { ok: false, problem: code === 'ENOENT' ? 'no such file' : `expected a readable file, got ${code}` }
  }
  return readTranscript(text)
}
