/** What strangers know of: tokens of several scopes and players, and matches in every state. Made anew now and then, because they spoil it. */
import { type Client, connect, register } from '../../src/client/index.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import type { Chance } from '../chance.js'
import { createMatch } from '../played.js'
import type { Caller } from './request.js'

export interface World {
  readonly callers: () => readonly Caller[]
  /** Of players. */
  readonly ids: () => readonly string[]
  readonly matches: () => readonly string[]
  /** Replaces it as a whole: tokens are exchanged for others, matches left, full or over. */
  renew(): Promise<void>
}

export interface Account {
  readonly id: string
  readonly token: string
  readonly client: Client
}

const PATIENCE = { timeout: 20_000, retries: 6 }
const SCOPES = ['read', 'play', 'host'] as const
const MOST_SEATS = Math.max(...games.map(({ seats }) => seats.min))

export async function newAccount(url: string, name: string): Promise<Account> {
  const { player, token } = await register({ url, name: `${name} ${process.hrtime.bigint()}`.slice(0, 40), kind: 'bot' })
  return { id: player.id, token, client: connect({ ...PATIENCE, url, token }) }
}

/** A token of the same player that can do no more than this; undefined if the server does not give one. */
export async function tokenWith(url: string, { token }: Account, scopes: readonly string[]): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/me/tokens`, { method: 'POST', headers, body: JSON.stringify({ scopes }) })
  const text = await response.text()
  return /"token":"([^"]+)"/.exec(text)?.[1]
}

export async function makeWorld(url: string): Promise<World> {
  let state = await newState(url)
  return {
    callers: () => state.callers,
    ids: () => state.ids,
    matches: () => state.matches,
    async renew() {
      state = await newState(url)
    },
  }
}

interface State {
  readonly callers: readonly Caller[]
  readonly ids: readonly string[]
  /** One of each game in each state. */
  readonly matches: readonly string[]
}

async function newState(url: string): Promise<State> {
  const accounts: Account[] = []
  for (let index = 0; index < MOST_SEATS + 1; index++) accounts.push(await newAccount(url, `Stranger ${index}`))
  const callers: Caller[] = [
    { name: 'nobody' },
    { name: 'a bad token', authorization: `Bearer chy_${'A'.repeat(43)}` },
    ...accounts.map(({ token }, index) => ({ name: `player ${index}`, authorization: `Bearer ${token}` })),
  ]
  for (const scope of SCOPES) {
    const token = await tokenWith(url, itemAt(accounts, 0), [scope])
    if (token) callers.push({ name: `player 0, ${scope} only`, authorization: `Bearer ${token}` })
  }
  const matches = await makeMatches(accounts.map(({ client }) => client))
  return { callers, ids: accounts.map(({ id }) => id), matches }
}

async function makeMatches(clients: readonly Client[]): Promise<string[]> {
  const made: string[] = []
  for (const game of games) {
    const seats = game.seats.min
    const host = itemAt(clients, 0)
    const open = await createMatch(host, game, { seats, options: {} })
    const hidden = await createMatch(host, game, { seats, options: {}, visibility: 'private' })
    const running = await createMatch(host, game, { seats, options: {} })
    const over = await createMatch(host, game, { seats, options: {} })
    for (const guest of clients.slice(1, seats)) {
      await guest.join(running.id)
      await guest.join(over.id)
    }
    for (const guest of clients.slice(1, seats)) await guest.leave(over.id)
    made.push(open.id, hidden.id, running.id, over.id)
  }
  return made
}

const UNKNOWN = ['00000000-0000-0000-0000-000000000000', '7b3f8a52-1111-4222-8333-944445555666']

export const anyId = (world: World, random: Chance): string =>
  random.pick(random.once(8) ? [...UNKNOWN, ...world.ids()] : world.matches())

export const anyCaller = (world: World, random: Chance): Caller => random.pick(world.callers())
