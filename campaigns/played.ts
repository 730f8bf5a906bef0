/** A match of a campaign: what its players were promised, and what they heard. */
import type { Card, Client, NewMatch } from '../src/client/index.js'
import type { AnyGame, Viewer } from '../src/games/contract.js'
import { itemAt } from '../src/games/lists.js'
import { games } from '../src/games/registry.js'
import type { CreateMatch } from '../src/match/shapes.js'
import { type Chance, randomOptions } from './chance.js'

export type Clock = NonNullable<CreateMatch['clock']>

/** A move that the server has acknowledged: from then on it must be in the log, once, with this hash. */
export interface Promised {
  readonly seat: number
  readonly version: number
  readonly head: string
  readonly move: object
}

/** What a stream hands out for one entry of the log. The rest of it is compared as a whole. */
export interface Told {
  readonly version: number
}

/** Everything that one stream has handed out, in that order. */
export interface Heard {
  readonly where: string
  readonly viewer: Viewer
  readonly items: Told[]
}

export interface Played {
  readonly id: string
  readonly game: AnyGame
  readonly seats: number
  readonly promised: Promised[]
  readonly heard: Heard[]
}

/** Any registered game, or the one that is named, with any number of seats up to that of the clients, and random options. */
export async function openMatch(clients: readonly Client[], random: Chance, only?: string, clock?: Clock): Promise<Played> {
  const fitting = games.filter(({ id, seats }) => seats.min <= clients.length && (only === undefined || id === only))
  const game = random.pick(fitting)
  const seats = random.between(game.seats.min, Math.min(game.seats.max, clients.length))
  const { id } = await createMatch(itemAt(clients, 0), game, {
    seats,
    options: randomOptions(game, random),
    ...(clock && { clock }),
  })
  // One after the other, so that the client with index n has seat n.
  for (const guest of clients.slice(1, seats)) await guest.join(id)
  return { id, game, seats, promised: [], heard: [] }
}

interface Wanted {
  readonly seats: number
  readonly options: object
  readonly visibility?: 'public' | 'private'
  readonly join?: boolean
  readonly clock?: Clock
}

export const createMatch = (host: Client, game: AnyGame, wanted: Wanted): Promise<Card> =>
  // The SDK knows the options of each game by its id; here the game is any of them, and the server parses its options.
  host.createMatch({ ...wanted, game: game.id } as NewMatch)

export const countPromised = (matches: readonly Played[]): number =>
  matches.reduce((sum, { promised }) => sum + promised.length, 0)
