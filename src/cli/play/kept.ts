/** Where matches of one's own are kept, and which was played last. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { formatTranscript, readTranscript, type Transcript, verifyTranscript } from '../../match/offline/transcript.js'
import { failure } from '../../platform/failure.js'
import { codeOf } from '../../platform/thrown.js'
import type { Keeping } from './local-match.js'

/** By the XDG base directory specification. */
const folder = (): string => join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'chancery')

/** The match that was played last: in a file, or on a server. A token is not kept. */
const Last = z.union([z.strictObject({ file: z.string() }), z.strictObject({ url: z.string(), match: z.string() })])
export type Last = z.infer<typeof Last>

const lastFile = (): string => join(folder(), 'last.json')

export function remember(last: Last): void {
  write(lastFile(), `${JSON.stringify(last)}\n`)
}

export function lastPlayed(): Last {
  const text = readIfThere(lastFile())
  if (text === undefined) throw failure('There is no match to go on with: `chancery play` begins one.', 1)
  const read = Last.safeParse(parsed(text))
  if (!read.success) throw failure(`${lastFile()} cannot be understood: name the file or the match to go on with.`, 1)
  return read.data
}

/** A file of its own for a new match; the same seed gives the same match again, and both are kept. */
export function newFile({ match, game }: Transcript): string {
  const name = join(folder(), `${game}-${/-([0-9a-f]+):/.exec(match)?.[1] ?? 'match'}`)
  for (let number = 1; ; number++) {
    const file = `${name}${number > 1 ? `-${number}` : ''}.json`
    if (isReserved(file)) return file
  }
}

/** False if somebody has it: also another terminal, at the same moment. */
function isReserved(file: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw failure(`${file} cannot be written (${codeOf(error)})`, 1)
  }
}

/** Written beside it first: what is there is always a whole match. */
export const keptIn = (file: string): Keeping => ({
  file: resolve(file),
  save: (transcript) => write(resolve(file), formatTranscript(transcript)),
})

export function readMatch(file: string): Transcript {
  const text = readIfThere(file)
  if (text === undefined) throw failure(`${file}: no such file`, 2)
  const read = readTranscript(text)
  if (!read.ok) throw failure(`${file}: ${read.problem}`, 2)
  const verdict = verifyTranscript(read.transcript)
  if (!verdict.ok) throw failure(`${file}: entry ${verdict.entry}: ${verdict.problem}`, 1)
  return read.transcript
}

/** The log of a match that was played elsewhere; where it is now. */
export function saveLog(match: string, transcript: Transcript): string {
  const file = join(folder(), `${match}.json`)
  write(file, formatTranscript(transcript))
  return file
}

export const isThere = (file: string): boolean => readIfThere(file) !== undefined

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw failure(`${file} cannot be read (${codeOf(error)})`, 2)
  }
}

function write(file: string, text: string): void {
  // Two terminals may write the same file at the same moment: which match was the last.
  const beside = `${file}.${process.pid}.new`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(beside, text, { mode: 0o600 })
    renameSync(beside, file)
  } catch (error) {
    throw failure(`${file} cannot be written (${codeOf(error)})`, 1)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
