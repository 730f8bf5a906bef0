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

/** `unjudged`: how many of its entries older rules decided. */
export type MatchVerdict =
  | { readonly ok: true; readonly entries: number; readonly unjudged: number }
  | { readonly ok: false; readonly problem: string }

/** The whole proof: that the match was played by the rules, and that it is the one of the table. */
export function verifyMatch({ order, result }: ExpectedMatch, text: string): MatchVerdict {
  const read = readTranscript(text)
  if (!read.ok) return bad(read.problem)
  const foreign = notOfTable(order, read.transcript)
  if (foreign) return bad(foreign)
  const verdict = verifyTranscript(read.transcript)
  if (!verdict.ok) return bad(`entry ${verdict.entry}: ${verdict.problem}`)
  const problem = notSoEnded(result, read.transcript, verdict)
  return problem ? bad(problem) : { ok: true, entries: verdict.entries, unjudged: verdict.unjudged?.entries ?? 0 }
}

/** Without proof of the log: whether it is the match of the table, and its end is the one that is recorded. */
export function compareMatch({ order, result }: ExpectedMatch, text: string): MatchVerdict {
  const read = readTranscript(text)
  if (!read.ok) return bad(read.problem)
  const problem = notOfTable(order, read.transcript) ?? unlessUnreadable(() => otherResult(result, read.transcript))
  return problem ? bad(problem) : { ok: true, entries: read.transcript.entries.length, unjudged: 0 }
}

const bad = (problem: string): MatchVerdict => ({ ok: false, problem })

/** Whoever made the file may have written any events. */
function unlessUnreadable(look: () => string | undefined): string | undefined {
  try {
    return look()
  } catch {
    return 'its log cannot be replayed'
  }
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
