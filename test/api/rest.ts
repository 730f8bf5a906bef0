/** A plain HTTP client for the tests of this folder: what a bot author would write. */
import { itemAt } from '../../src/games/lists.js'
import { startApp, type TestApp } from '../support/app.js'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
  readonly body: any
}

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

export const caller =
  (url: string, token?: string): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: /json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : text,
    }
  }

let names = 0

export interface Table {
  readonly app: TestApp
  readonly anyone: Call
  readonly stranger: Call
  readonly players: readonly [Call, Call]
  /** Of the two players and of the stranger. */
  readonly tokens: readonly [string, string, string]
}

/** A server with two players and a stranger. */
export async function openTable(app?: TestApp): Promise<Table> {
  const server = app ?? (await startApp())
  const tokenFor = async (name: string) => (await server.register(`${name} ${Date.now()} ${++names}`)).token
  const tokens = [await tokenFor('Anne'), await tokenFor('Ben'), await tokenFor('Cleo')] as const
  const as = (token?: string): Call => caller(server.url, token)
  return { app: server, anyone: as(), stranger: as(tokens[2]), players: [as(tokens[0]), as(tokens[1])], tokens }
}

/** A running match of Kingdoms in which seat 0 begins. */
export async function startMatch({ players }: Pick<Table, 'players'>, options: object = { starter: 'seat0' }): Promise<string> {
  const made = await itemAt(players, 0)('POST', '/v1/matches', { game: 'kingdoms', seats: players.length, options })
  for (const player of players.slice(1)) await player('POST', `/v1/matches/${made.body.id}/join`, {})
  return made.body.id
}

/** Plays the first legal move of whoever is awaited, over and over; returns the number of moves made. */
export async function playOn(
  { players }: Pick<Table, 'players'>,
  match: string,
  atMost = Number.POSITIVE_INFINITY,
): Promise<number> {
  for (let moves = 0; ; moves++) {
    const { body } = await itemAt(players, 0)('GET', `/v1/matches/${match}`)
    if (body.status === 'over' || moves >= atMost) return moves
    const { seat } = body.awaiting[0]
    const player = itemAt(
      players,
      body.seats.findIndex((one: { seat: number }) => one.seat === seat),
    )
    const legal = await player('GET', `/v1/matches/${match}/legal-moves?first=1`)
    const played = await player('POST', `/v1/matches/${match}/moves`, legal.body.moves[0].move)
    if (played.status !== 200) throw new Error(JSON.stringify(played.body))
  }
}
