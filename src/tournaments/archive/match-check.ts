/** Whether a transcript is that of a table: dealt, played and ended as the records of its tournament say. */
import { resultOf } from '../../match/offline/result.js'
import { readTranscript, type Transcript, type Verdict, verifyTranscript } from '../../match/offline/transcript.js'
import { canonicalJson } from '../../platform/canonical-json.js'
import type { TableResult } from '../record.js'
import { optionsOf, type TableOrder } from '../table-order.js'

/** Plain data, which goes from one thread to another. */
export interface ExpectedMatch {
  readonly order: TableOrder
  readonly result: TableResult
}

/** What is wrong with the match, in words; undefined if nothing is. */
export function faultOfMatch(expected: ExpectedMatch, text: string): string | undefined {
  const read = readTranscript(text)
  if (!read.ok) return read.problem
  const { transcript } = read
  const foreign = notOfTable(expected.order, transcript)
  if (foreign) return foreign
  const verdict = verifyTranscript(transcript)
  if (!verdict.ok) return `entry ${verdict.entry}: ${verdict.problem}`
  return notSoEnded(expected.result, transcript, verdict)
}

/** Without proof of the log itself: whether it belongs to the table, and its end is the one that is recorded. */
export function disagreement({ order, result }: ExpectedMatch, transcript: Transcript): string | undefined {
  return notOfTable(order, transcript) ?? otherResult(result, transcript)
}

function notOfTable(order: TableOrder, { match, game, seats, options, secret }: Transcript): string | undefined {
  if (match !== order.match) return `the match is ${match}, and that of the table ${order.match}`
  if (game !== order.game) return `the game is ${game}, and that of the table ${order.game}`
  if (seats !== order.seats) return `it has ${seats} seats, and the table ${order.seats}`
  if (canonicalJson(options) !== canonicalJson(optionsOf(order))) return 'its options are not those of the setting'
  return secret === order.secret ? undefined : 'its secret is not that of its deal'
}

function notSoEnded(
  result: TableResult,
  transcript: Transcript,
  { over, aborted }: Extract<Verdict, { ok: true }>,
): string | undefined {
  if (result.outcome === 'void') return aborted ? undefined : 'it counts for nothing, and was not aborted'
  return over ? otherResult(result, transcript) : 'its end is missing'
}

function otherResult({ outcome, places, left, head }: TableResult, transcript: Transcript): string | undefined {
  if (outcome !== 'played') return undefined
  const end = resultOf(transcript)
  if (canonicalJson(end.places) !== canonicalJson(places)) return 'the places are not those that are recorded'
  if (canonicalJson(end.left) !== canonicalJson(left)) return 'other seats left it than those that are recorded'
  return end.head === head ? undefined : 'its head is not the one that is recorded'
}
