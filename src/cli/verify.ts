/** `chancery verify`: is this file the match that was played? */
import { readFileSync } from 'node:fs'
import { readTranscript, verifyTranscript } from '../match/offline/transcript.js'
import { codeOf } from '../platform/thrown.js'
import { type Io, progress } from './terminal.js'
import { expected, parseArguments } from './usage.js'

export const VERIFY_HELP = `chancery verify FILE...

Checks match files (as \`chancery simulate --log\` writes them and a finished match is downloaded): the commitment, the chain of
hashes, every roll against the secret, and the rules by replaying every command.

Exit code 0 if all are right, 1 if a file was altered (its first bad entry is named), 2 if a file is no match file.`

const ALTERED = 1
const MALFORMED = 2

export function verify(argv: readonly string[], io: Io): number {
  const { values, positionals: files } = parseArguments(argv, { help: { type: 'boolean', short: 'h', default: false } })
  if (values.help) {
    io.out(VERIFY_HELP)
    return 0
  }
  if (files.length === 0) throw expected('FILE', 'at least one match file', undefined)
  const bar = progress(io, files.length, 'files')
  const codes = files.map((file, index) => {
    const code = verifyFile(file, { ...io, out: lineAbove(io, io.out), complain: lineAbove(io, io.complain) })
    bar.done(index + 1)
    return code
  })
  bar.clear()
  if (files.length > 1) io.out(`${codes.filter((code) => code === 0).length} of ${files.length} files are right`)
  return codes.includes(ALTERED) ? ALTERED : codes.includes(MALFORMED) ? MALFORMED : 0
}

/** On a terminal the progress bar is wiped before a line is printed. */
const lineAbove =
  (io: Io, print: (line: string) => void) =>
  (line: string): void => {
    io.status?.('')
    print(line)
  }

function verifyFile(file: string, io: Io): number {
  const read = readFile(file)
  if (!read.ok) {
    io.complain(`${file}: ${read.problem}`)
    return 'entry' in read ? ALTERED : MALFORMED
  }
  const verdict = verifyTranscript(read.transcript)
  if (!verdict.ok) {
    io.complain(`${file}: entry ${verdict.entry}: ${verdict.problem}`)
    return ALTERED
  }
  io.out(`${file}: right, ${verdict.entries} entries, match ${verdict.aborted ? 'aborted' : verdict.over ? 'over' : 'not over'}`)
  return 0
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
