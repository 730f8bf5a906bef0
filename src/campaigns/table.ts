/** A match of a campaign: who sits there, what they were promised, and what they heard. */
import { randomUUID } from 'node:crypto'
import { type Client, connect, type GameId, type LegalMove, type NoticeItem, register, type Settings } from '../client/index.js'
import type { AnyGame, Viewer } from '../games/contract.js'
import { games } from '../games/registry.js'
import type { Chance } from './chance.js'

/** A move that the server has acknowledged: from then on it must be in the log, once, with this hash. */
export interface Promised {
  readonly seat: number
  readonly version: number
  readonly head: string
  readonly move: object
}

/** Everything that one stream has handed out, in that order. */
export interface Heard {
  readonly where: string
  readonly viewer: Viewer
  readonly items: NoticeItem[]
}

export interface Table {
  readonly id: string
  readonly game: AnyGame
  readonly seats: number
  readonly promised: Promised[]
  readonly heard: Heard[]
}

export interface Player {
  readonly id: string
  readonly token: string
  /** The same player on any server. */
  at(url: string): Client
}

export async function newPlayer(url: string, name: string, settings: Omit<Settings, 'url' | 'token'> = {}): Promise<Player> {
  const { player, token } = await register({ url, name: `${name} ${randomUUID().slice(0, 8)}`, kind: 'bot' })
  return { id: player.id, token, at: (where) => connect({ ...settings, url: where, token }) }
}

export const newPlayers = (url: string, count: number, settings?: Omit<Settings, 'url' | 'token'>): Promise<Player[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => newPlayer(url, `Campaign ${index}`, settings)))

/** Any registered game, or the one that is named, with any number of seats up to that of the clients, and random options. */
export async function openTable(clients: readonly Client[], chance: Chance, only?: string): Promise<Table> {
  const fitting = games.filter(({ id, seats }) => seats.min <= clients.length && (only === undefined || id === only))
  const game = chance.pick(fitting)
  const seats = chance.between(game.seats.min, Math.min(game.seats.max, clients.length))
  const [host, ...guests] = clients.slice(0, seats) as [Client, ...Client[]]
  const { id } = await host.createMatch({ game: game.id as GameId, seats, options: randomOptions(game, chance) as object })
  // One after the other, so that the client with index n has seat n.
  for (const guest of guests) await guest.join(id)
  return { id, game, seats, promised: [], heard: [] }
}

/** Switches that the game knows, each on or off; a choice that the game refuses leaves it with its defaults. */
export function randomOptions(game: AnyGame, chance: Chance): object {
  const defaults = game.schema.options.parse({}) as Record<string, unknown>
  const switches = Object.entries(defaults).filter(([, value]) => typeof value === 'boolean')
  const options = Object.fromEntries(switches.map(([name]) => [name, chance.once(6)]))
  return game.schema.options.safeParse(options).success ? options : {}
}

/** Any legal move, each kind as often as any other: of a hundred places for a castle only one draws a card. */
export function anyMove(moves: readonly LegalMove[], chance: Chance): LegalMove['move'] {
  const kind = chance.pick([...new Set(moves.map(({ move }) => move.type))])
  return chance.pick(moves.filter(({ move }) => move.type === kind)).move
}
