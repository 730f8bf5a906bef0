/** A plain HTTP client for the tests of this folder: what a bot author would write. */
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
  readonly players: readonly Call[]
  readonly tokens: readonly string[]
}

/** A server with two players and a stranger. */
export async function openTable(app?: TestApp): Promise<Table> {
  const server = app ?? (await startApp())
  const tokens: string[] = []
  for (const name of ['Anne', 'Ben', 'Cleo']) tokens.push((await server.register(`${name} ${Date.now()} ${++names}`)).token)
  const [anne, ben, cleo] = tokens.map((token) => caller(server.url, token)) as [Call, Call, Call]
  return { app: server, anyone: caller(server.url), stranger: cleo, players: [anne, ben], tokens }
}

/** A running match of Kingdoms in which seat 0 begins. */
export async function startMatch({ players }: Pick<Table, 'players'>, options: object = { starter: 'seat0' }): Promise<string> {
  const [host, ...others] = players as [Call, ...Call[]]
  const made = await host('POST', '/v1/matches', { game: 'kingdoms', seats: players.length, options })
  for (const player of others) await player('POST', `/v1/matches/${made.body.id}/join`, {})
  return made.body.id
}

/** Plays the first legal move of whoever is awaited, over and over; returns the number of moves made. */
export async function playOn(
  { players }: Pick<Table, 'players'>,
  match: string,
  atMost = Number.POSITIVE_INFINITY,
): Promise<number> {
  const [host] = players as [Call]
  for (let moves = 0; ; moves++) {
    const { body } = await host('GET', `/v1/matches/${match}`)
    if (body.status === 'over' || moves >= atMost) return moves
    const seat = body.awaiting[0].seat as number
    const player = players[body.seats.findIndex((one: { seat: number }) => one.seat === seat)] as Call
    const legal = await player('GET', `/v1/matches/${match}/legal-moves?first=1`)
    const played = await player('POST', `/v1/matches/${match}/moves`, legal.body.moves[0].move)
    if (played.status !== 200) throw new Error(JSON.stringify(played.body))
  }
}
