/** The check of one log of a database: as that of a file, and whether the row of its match says the same. */
import { resultOf } from '../../match/offline/result.js'
import { readTranscript, type Transcript, type Verdict, verifyTranscript } from '../../match/offline/transcript.js'
import type { StoredLog } from '../../match/stored-logs.js'
import { canonicalJson } from '../../platform/canonical-json.js'

/** Plain data, which goes from one thread to another. */
export interface CheckedLog {
  readonly entries: number
  /** How many of them older rules decided. */
  readonly unjudged: number
  readonly isRunning: boolean
  /** Undefined if it is right. */
  readonly problem?: string
}

export function checkLog({ match, status, result, text }: StoredLog): CheckedLog {
  const read = readTranscript(text)
  const wrong = (problem: string): CheckedLog => ({
    entries: 0,
    unjudged: 0,
    isRunning: false,
    problem: `match ${match}: ${problem}`,
  })
  if (!read.ok) return wrong(read.problem)
  const verdict = verifyTranscript(read.transcript)
  if (!verdict.ok) return wrong(`entry ${verdict.entry}: ${verdict.problem}`)
  const inLog = statusOf(verdict)
  if (inLog !== status) return wrong(`it is said to be ${status}, and is ${inLog} by its log`)
  if (status === 'over' && isOther(result, read.transcript)) return wrong('its result is another than that of its log')
  return { entries: verdict.entries, unjudged: verdict.unjudged?.entries ?? 0, isRunning: inLog === 'running' }
}

const statusOf = ({ aborted, over }: Extract<Verdict, { ok: true }>): string => (aborted ? 'aborted' : over ? 'over' : 'running')

const isOther = (result: StoredLog['result'], transcript: Transcript): boolean =>
  canonicalJson(result) !== canonicalJson(resultOf(transcript).places)
