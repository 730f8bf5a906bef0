/** Holds the log of a finished match against all that was promised and heard while it was played. */
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../src/client/index.js'
import type { AnyGame, Viewer } from '../src/games/contract.js'
import { type Transcript, verifyTranscript } from '../src/match/offline/transcript.js'
import type { MatchCard } from '../src/match/shapes.js'
import type { Heard, Played, Promised, Told } from './played.js'
import { type Entry, readEvents } from './replay.js'

export interface Proof {
  readonly entries: number
  /** Acknowledged, but not in the log with that hash. */
  readonly lost: number
  /** In the log, but never acknowledged as a move of its own: played twice, or unasked. */
  readonly twice: number
  readonly failures: readonly string[]
}

export async function fetchTranscript(client: Client, id: string): Promise<Transcript> {
  const log = await client.log(id)
  if (log.format !== 'chancery-match/1') throw new Error(`${id}: the match is not over`)
  return log
}

export function prove(match: Played, log: Transcript): Proof {
  const { id, game, promised, heard } = match
  const { entries } = log
  const moves = entries.filter(({ command }) => command.type === 'move' && command.by === undefined)
  const lost = promised.filter((one) => !isKept(game, one, entries[one.version - 1]))
  const kept = new Set(promised.map(({ version }) => version))
  const twice = moves.filter(({ version }) => !kept.has(version))
  const doubled = promised.length - kept.size
  const failures = [
    ...lost.map(
      ({ seat, version }) => `the acknowledged move of seat ${seat} at version ${version} is not in the log as promised`,
    ),
    ...(doubled > 0 ? [`${doubled} moves were acknowledged with the version of another`] : []),
    ...twice.map(({ version }) => `nobody was told about the move at version ${version}`),
    ...unverified(log),
    ...heard.flatMap((one) => misheard(game, one, entries)),
  ]
  return {
    entries: entries.length,
    lost: lost.length + doubled,
    twice: twice.length,
    failures: failures.map((what) => `${id}: ${what}`),
  }
}

/** Several proofs as one. */
export const sumOf = (proofs: readonly Proof[]): Proof => ({
  entries: proofs.reduce((sum, { entries }) => sum + entries, 0),
  lost: proofs.reduce((sum, { lost }) => sum + lost, 0),
  twice: proofs.reduce((sum, { twice }) => sum + twice, 0),
  failures: proofs.flatMap(({ failures }) => failures),
})

function isKept(game: AnyGame, { seat, version, head, move }: Promised, entry: Entry | undefined): boolean {
  if (entry?.version !== version || entry.hash !== head || entry.command.type !== 'move' || entry.command.seat !== seat)
    return false
  return isDeepStrictEqual(game.schema.move.parse(entry.command.move), game.schema.move.parse(move))
}

function unverified(log: Transcript): string[] {
  const verdict = verifyTranscript(log)
  if (!verdict.ok) return [`the log does not verify at entry ${verdict.entry}: ${verdict.problem}`]
  return verdict.over || verdict.aborted ? [] : ['the log ends before the match']
}

/** Every entry once, in order, and with the words that this viewer may hear. */
function misheard(game: AnyGame, { where, viewer, items }: Heard, entries: readonly Entry[]): string[] {
  const versions = items.map(({ version }) => version)
  const expected = entries.map(({ version }) => version)
  if (!isDeepStrictEqual(versions, expected))
    return [`the stream of ${where} told ${ranges(versions)} instead of ${ranges(expected)}`]
  const wrong = entries.find(
    (entry, index) => !isDeepStrictEqual(items[index], itemOf(game, entry, viewer, index === entries.length - 1)),
  )
  return wrong ? [`the stream of ${where} told version ${wrong.version} otherwise than the log`] : []
}

/** What an entry tells a viewer. Worked out here and not by the server's own redactor, which is what is on trial. */
export function told(game: AnyGame, { events, command }: Entry, viewer: Viewer): { notices: object[]; text: string[] } {
  if (command.type === 'abort') return { notices: [], text: ['The match is aborted: it ends without a result.'] }
  const notices: object[] = readEvents(game, events).flatMap((event) => game.notice(event, viewer) ?? [])
  return { notices, text: notices.map((notice) => game.describe.notice(notice)) }
}

/** How far a match has come with an entry; nothing follows the last. */
export const statusAfter = ({ command }: Entry, isLast: boolean): MatchCard['status'] =>
  command.type === 'abort' ? 'aborted' : isLast ? 'over' : 'running'

interface NoticeItem extends Told {
  readonly at: string | null
  readonly head: string
  readonly status: string
  readonly notices: readonly object[]
  readonly text: readonly string[]
  readonly handedOver: null
  readonly takenBackTo: null
  readonly clocks: null
}

/** What a stream must hand out for an entry. */
export const itemOf = (game: AnyGame, entry: Entry, viewer: Viewer, isLast: boolean): NoticeItem => ({
  version: entry.version,
  at: entry.at,
  head: entry.hash,
  status: statusAfter(entry, isLast),
  ...told(game, entry, viewer),
  // Campaigns that follow streams play without clocks, and in seats that do not change hands.
  handedOver: null,
  takenBackTo: null,
  clocks: null,
})

/** `1-5 7 6 8-9`: shows gaps, repetitions and disorder at a glance. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ') || 'nothing'
}
