/** The players of a campaign: accounts that can play on any server, follow the stream of a match and move when awaited. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ChanceryProblem, type Client, connect, type LegalMoves, register, type Settings } from '../src/client/index.js'
import { itemAt } from '../src/games/lists.js'
import type { Connected } from './move-lists.js'
import type { Heard, Played, Promised } from './played.js'
import { alone, type Sent } from './sending.js'
import { CountedSocket } from './socket-way.js'

export interface Player {
  readonly id: string
  readonly token: string
  /** The same player on any server. */
  at(url: string): Connected
}

type Patience = Omit<Settings, 'url' | 'token'>

export const newPlayers = (url: string, count: number, patience?: Patience): Promise<Player[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => newPlayer(url, `Campaign ${index}`, patience)))

async function newPlayer(url: string, name: string, patience: Patience = {}): Promise<Player> {
  const { player, token } = await register({ url, name: `${name} ${randomUUID().slice(0, 8)}`, kind: 'bot' })
  return {
    id: player.id,
    token,
    at: (where) => ({ ...connect({ ...patience, ...nextWay(), url: where, token }), url: where, token }),
  }
}

/** How moves are sent. Clients take turns, so that all ways meet in a match, and one player uses several. */
const WAYS: readonly Patience[] = [{}, { socket: CountedSocket }]
let clients = 0
const nextWay = (): Patience => itemAt(WAYS, clients++ % WAYS.length)

export interface SeatPlay {
  readonly match: Played
  readonly seat: number
  readonly client: Client
  /** Makes one of the moves, and writes down what was acknowledged. */
  move(page: LegalMoves): Promise<void>
  readonly signal: AbortSignal
}

/** Resolves when the match is over and the stream has ended. */
export async function playSeat({ match, seat, client, move, signal }: SeatPlay): Promise<void> {
  const stream = listen(match, client, { where: `seat ${seat}`, viewer: seat, items: [] }, signal)
  while (!signal.aborted) {
    const page = await client.legalMoves(match.id, { first: 200 })
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

export function listen(match: Played, client: Client, heard: Heard, signal: AbortSignal): Listening {
  match.heard.push(heard)
  let wake: () => void = () => undefined
  let over = false
  const follow = async (): Promise<void> => {
    try {
      for await (const item of client.notices(match.id, { signal })) {
        heard.items.push(item)
        wake()
      }
    } finally {
      over = true
      wake()
    }
  }
  const hasHeardNothingAfter = (version: number): boolean => (heard.items.at(-1)?.version ?? 0) <= version
  const ended = follow()
  // Awaited at the end of the match; until then a failure is not unhandled.
  ended.catch(() => undefined)
  return {
    ended,
    async isOverAfter(version) {
      while (!over && hasHeardNothingAfter(version))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return over && hasHeardNothingAfter(version)
    },
  }
}

interface Request extends Omit<Sent, 'match'> {
  readonly match: Played
  readonly seat: number
}

/** What was acknowledged. Undefined if the move was refused, which a race may well cause. */
export async function submit({ match, seat, ...sent }: Request, send = alone): Promise<Promised | undefined> {
  try {
    const { version, head } = await send({ ...sent, match: match.id })
    return { seat, version, head, move: sent.move }
  } catch (error) {
    if (error instanceof ChanceryProblem && error.version !== undefined) return undefined
    throw error
  }
}

export const isSameAnswer = (a: Promised | undefined, b: Promised | undefined): boolean => isDeepStrictEqual(a, b)
