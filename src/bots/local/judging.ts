/** What a program is asked, and what is made of the line that it answers. */
import { legalMovePage } from '../../match/offline/listing.js'
import type { Opening, Turn } from '../../match/offline/playing.js'
import type { ReadMove } from '../../match/offline/step.js'
import { complaintOf } from '../../platform/complaint.js'
import type { Fault } from './fault.js'
import { AnswerLine, MOST_MOVES, type Told } from './protocol.js'

export type Judged = Extract<ReadMove, { ok: true }> | { readonly ok: false; readonly fault: Fault }

export const about = ({ match, game, seats, seat }: Opening) => ({ match, game: game.id, seats, seat })

export const questionOf = (turn: Turn, limitMs: number): Told => ({
  type: 'decision',
  ...about(turn),
  version: turn.version,
  decision: turn.decision,
  view: { ...turn.view },
  legalMoves: legalMovePage(turn, turn.legalMoves, { first: MOST_MOVES }),
  limitMs,
})

export function judge(turn: Turn, line: string): Judged {
  const read = AnswerLine.safeParse(parsed(line))
  if (!read.success) return nonsense(`expected one line of JSON: a move, or the index of one (${complaintOf(read.error)})`, line)
  const told = Math.min(turn.legalMoves.size, MOST_MOVES)
  if (typeof read.data === 'number' && read.data >= told)
    return nonsense(`expected the index of a legal move, 0 to ${told - 1}`, line)
  const judged = turn.judge(typeof read.data === 'number' ? turn.legalMoves.at(read.data) : read.data)
  if (judged.ok) return judged
  const { code, message } = judged.refusal
  return { ok: false, fault: { kind: 'illegalMove', reason: `${code}: ${message}`, line } }
}

const nonsense = (reason: string, line: string): Judged => ({ ok: false, fault: { kind: 'nonsense', reason, line } })

/** Undefined if it is no JSON, which no answer is. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
