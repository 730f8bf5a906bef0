/** Holds the log of a finished match against all that was promised and heard while it was played. */
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../client/index.js'
import type { AnyGame, Viewer } from '../games/contract.js'
import type { Entry } from '../log/entry.js'
import { readEvents } from '../match/offline/step.js'
import { type Transcript, verifyTranscript } from '../match/offline/transcript.js'
import type { Heard, Promised, Table } from './table.js'

export interface Proof {
  readonly entries: number
  /** Acknowledged, but not in the log with that hash. */
  readonly lost: number
  /** In the log, but never acknowledged as a move of its own: played twice, or unasked. */
  readonly twice: number
  readonly failures: string[]
}

export async function fetchTranscript(client: Client, id: string): Promise<Transcript> {
  const log = await client.log(id)
  if (log.format !== 'chancery-match/1') throw new Error(`${id}: the match is not over`)
  return log
}

export function prove(table: Table, log: Transcript): Proof {
  const { entries } = log
  const moves = entries.filter(({ command }) => command.type === 'move')
  const lost = table.promised.filter((one) => !isKept(table.game, one, entries[one.version - 1]))
  const kept = new Set(table.promised.map(({ version }) => version))
  const twice = moves.filter(({ version }) => !kept.has(version))
  const doubled = table.promised.length - kept.size
  const verdict = verifyTranscript(log)
  return {
    entries: entries.length,
    lost: lost.length + doubled,
    twice: twice.length,
    failures: [
      ...lost.map(
        ({ seat, version }) =>
          `${table.id}: the acknowledged move of seat ${seat} at version ${version} is not in the log as promised`,
      ),
      ...(doubled > 0 ? [`${table.id}: ${doubled} moves were acknowledged with the version of another`] : []),
      ...twice.map(({ version }) => `${table.id}: nobody was told about the move at version ${version}`),
      ...(verdict.ok ? [] : [`${table.id}: the log does not verify at entry ${verdict.entry}: ${verdict.problem}`]),
      ...(verdict.ok && !verdict.over ? [`${table.id}: the log ends before the match`] : []),
      ...table.heard.flatMap((heard) => misheard(table, heard, entries)),
    ],
  }
}

function isKept(game: AnyGame, { seat, version, head, move }: Promised, entry: Entry | undefined): boolean {
  if (entry?.version !== version || entry.hash !== head || entry.command.type !== 'move' || entry.command.seat !== seat)
    return false
  return isDeepStrictEqual(game.schema.move.parse(entry.command.move), game.schema.move.parse(move))
}

/** Every entry once, in order, and with the words that this viewer may hear. */
function misheard({ id, game }: Table, { where, viewer, items }: Heard, entries: readonly Entry[]): string[] {
  const versions = items.map(({ version }) => version)
  const expected = entries.map(({ version }) => version)
  if (!isDeepStrictEqual(versions, expected))
    return [`${id}: the stream of ${where} told ${ranges(versions)} instead of ${ranges(expected)}`]
  const wrong = entries.find((entry, index) => !isDeepStrictEqual(items[index], itemOf(game, entry, viewer)))
  return wrong ? [`${id}: the stream of ${where} told version ${wrong.version} otherwise than the log`] : []
}

/** What an entry tells a viewer. Worked out here and not by the server's own redactor, which is what is on trial. */
export function told(game: AnyGame, { events }: Pick<Entry, 'events'>, viewer: Viewer): { notices: object[]; text: string[] } {
  const notices: object[] = readEvents(game, events).flatMap((event) => (game.notice(event, viewer) as object | undefined) ?? [])
  return { notices, text: notices.map((notice) => game.describe.notice(notice)) }
}

/** What a stream must hand out for an entry. */
export const itemOf = (game: AnyGame, entry: Entry, viewer: Viewer): object => ({
  version: entry.version,
  at: entry.at,
  head: entry.hash,
  ...told(game, entry, viewer),
})

/** `1-5 7 6 8-9`: gaps, repetitions and disorder meet the eye. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ') || 'nothing'
}
