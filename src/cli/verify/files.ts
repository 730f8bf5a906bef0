/** Match files, and what is told of each. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readTranscript, type Verdict, verifyTranscript, versionOfHead } from '../../match/offline/transcript.js'
import { codeOf } from '../../platform/thrown.js'

export interface Demands {
  /** Heads that the log must have. */
  readonly heads: readonly string[]
  /** Whether nothing may be left open. */
  readonly strict: boolean
}

export const ALTERED = 1
export const MALFORMED = 2

/** Plain data, which goes from one thread to another. */
export interface CheckedFile {
  /** The exit code, if there was no other file. */
  readonly code: number
  readonly out: readonly string[]
  readonly complaints: readonly string[]
}

/** Files as they are, and of folders all files of JSON in them and below, by name. */
export const filesIn = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [name]
    return readdirSync(name, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .sort()
      .map((file) => join(name, file))
  })

export function checkFile(file: string, { heads, strict }: Demands): CheckedFile {
  const read = readFile(file)
  if (!read.ok) return complaint(file, 'entry' in read ? ALTERED : MALFORMED, read.problem)
  const verdict = verifyTranscript(read.transcript)
  if (!verdict.ok) return complaint(file, ALTERED, `entry ${verdict.entry}: ${verdict.problem}`)
  const lacking = heads.find((head) => versionOfHead(read.transcript, head) === undefined)
  if (lacking !== undefined) return complaint(file, ALTERED, `no entry has the head ${lacking}`)
  const doubts = doubtsAbout(verdict)
  const told = [`right, ${verdict.entries} entries, match ${statusOf(verdict)}`, ...doubts].join('; ')
  const kept = heads.map((head) => `entry ${versionOfHead(read.transcript, head)} has the head ${head}`)
  return {
    code: strict && doubts.length > 0 ? ALTERED : 0,
    out: [told, ...kept].map((line) => `${file}: ${line}`),
    complaints: [],
  }
}

const complaint = (file: string, code: number, problem: string): CheckedFile => ({
  code,
  out: [],
  complaints: [`${file}: ${problem}`],
})

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
