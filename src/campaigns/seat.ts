/** A client that plays one seat: it follows the stream, and moves as fast as it is awaited. */
import { isDeepStrictEqual } from 'node:util'
import { ChanceryProblem, type Client, type GameId, type LegalMoves } from '../client/index.js'
import type { Heard, Promised, Table } from './table.js'

export interface SeatPlay {
  readonly table: Table
  readonly seat: number
  readonly client: Client
  /** Makes one of the moves, and says what was acknowledged. */
  move(page: LegalMoves): Promise<void>
  readonly signal: AbortSignal
}

/** Resolves when the match is over and the stream has ended. */
export async function playSeat({ table, seat, client, move, signal }: SeatPlay): Promise<void> {
  const stream = listen(table, client, { where: `seat ${seat}`, viewer: seat, items: [] }, signal)
  while (!signal.aborted) {
    const page = await client.legalMoves(table.id, { first: 200 })
    if (page.decision !== null) await move(page)
    else if (await stream.isOverAfter(page.version)) break
  }
  await stream.ended
}

export interface Listening {
  /** Waits for the next entry after a version; true if there will be none. */
  isOverAfter(version: number): Promise<boolean>
  readonly ended: Promise<void>
}

export function listen(table: Table, client: Client, heard: Heard, signal: AbortSignal): Listening {
  table.heard.push(heard)
  let wake: () => void = () => undefined
  let over = false
  const follow = async (): Promise<void> => {
    try {
      for await (const item of client.notices<GameId>(table.id, { signal })) {
        heard.items.push(item)
        wake()
      }
    } finally {
      over = true
      wake()
    }
  }
  const ended = follow()
  // Awaited at the end of the match; until then a failure is not unhandled.
  ended.catch(() => undefined)
  return {
    ended,
    async isOverAfter(version) {
      while (!over && (heard.items.at(-1)?.version ?? 0) <= version)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return over && (heard.items.at(-1)?.version ?? 0) <= version
    },
  }
}

/** Acknowledged: written down at once. Undefined if the move was refused, which a race may well cause. */
export async function submitAndKeep(
  table: Table,
  seat: number,
  client: Client,
  move: object,
  how: { expectedVersion?: number | undefined; idempotencyKey: string },
): Promise<Promised | undefined> {
  try {
    const { version, head } = await client.submit(table.id, move as never, how)
    return { seat, version, head, move }
  } catch (error) {
    if (error instanceof ChanceryProblem && error.version !== undefined) return undefined
    throw error
  }
}

export const same = (a: Promised | undefined, b: Promised | undefined): boolean => isDeepStrictEqual(a, b)
