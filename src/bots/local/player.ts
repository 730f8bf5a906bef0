/** A local program as the player of a seat: its answers are judged, and where it has none that counts, the match goes on without one. */
import { seededStream } from '../../dice/seeded.js'
import type { LeaveReason } from '../../games/contract.js'
import type { Answer, Opening, Player, Turn } from '../../match/offline/playing.js'
import { clipped } from '../../platform/complaint.js'
import type { Fault, FaultKind } from './fault.js'
import { about, type Judged, judge, questionOf } from './judging.js'
import { program } from './program.js'

export const ON_FAULT = ['forfeit', 'random'] as const
/** What becomes of a seat whose program has done something wrong: it leaves the match, or a random legal move is made for it. */
export type OnFault = (typeof ON_FAULT)[number]

export interface LocalSetting {
  readonly limitMs: number
  readonly onFault: OnFault
}

/** A fault, and where it was made. */
export interface Recorded extends Fault {
  /** Number of the match within the run. */
  readonly match: number
  readonly seat: number
  /** Number of the move in its match, from 1; undefined if it was made after the program had nothing more to decide. */
  readonly move: number | undefined
  readonly stderr: readonly string[]
}

export interface LocalPlayer extends Player {
  /** For people. */
  readonly name: string
  /** Of the answers that counted: how many, and the milliseconds they took. */
  readonly moves: { readonly count: number; readonly ms: number; readonly longest: number }
  /** How many of each kind. */
  readonly counts: ReadonlyMap<FaultKind, number>
  /** The first ones; there may be very many. */
  readonly faults: readonly Recorded[]
  end(): Promise<void>
}

const MOST_RECORDED = 20

/** How many they have made together. */
export const faultsOf = (players: readonly Pick<LocalPlayer, 'counts'>[]): number =>
  players.flatMap(({ counts }) => [...counts.values()]).reduce((sum, times) => sum + times, 0)

export function localPlayer(name: string, command: string, { limitMs, onFault }: LocalSetting): LocalPlayer {
  const played = program(command)
  const moves = { count: 0, ms: 0, longest: 0 }
  const counts = new Map<FaultKind, number>()
  const faults: Recorded[] = []
  let last: Opening | undefined

  const record = ({ kind, reason, line }: Fault, { number, seat }: Opening, move: number | undefined): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (faults.length >= MOST_RECORDED) return
    const written = line === undefined ? {} : { line: clipped(line) }
    faults.push({ kind, reason: clipped(reason), ...written, match: number, seat, move, stderr: [...played.stderr()] })
  }
  const chosen = async (turn: Turn): Promise<Judged> => {
    const asked = performance.now()
    const heard = await played.ask(questionOf(turn, limitMs), limitMs)
    if (!heard.ok) return heard
    const judged = judge(turn, heard.line)
    if (!judged.ok) return judged
    const ms = performance.now() - asked
    moves.count++
    moves.ms += ms
    moves.longest = Math.max(moves.longest, ms)
    return judged
  }

  return {
    name,
    moves,
    counts,
    faults,
    opens(opening) {
      const fault = played.open({ type: 'start', ...about(opening), options: { ...opening.options } })
      if (fault && last) record(fault, last, undefined)
      last = opening
    },
    async answers(turn) {
      const judged = await chosen(turn)
      if (judged.ok) return { move: judged.move }
      record(judged.fault, turn, turn.version)
      // Whoever writes something else than answers may have written one already.
      if (judged.fault.kind === 'nonsense') played.drop()
      return onFault === 'random' ? randomAnswer(turn) : { leaves: reasonOf(judged.fault.kind) }
    },
    ends: (opening, places) => played.tell({ type: 'end', ...about(opening), places: [...places] }),
    end: () => played.end(),
  }
}

function randomAnswer({ legalMoves, seed }: Turn): Answer {
  return { move: legalMoves.at(Math.floor(seededStream(seed)() * legalMoves.size)) }
}

const reasonOf = (kind: FaultKind): LeaveReason => (kind === 'tookTooLong' ? 'timeout' : 'removed')
