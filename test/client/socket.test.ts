/** Moves of the SDK over a WebSocket: the same answers and problems as by HTTP, whatever becomes of the socket. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  type Accepted,
  ChanceryProblem,
  type Client,
  connect,
  type GameId,
  type MoveOf,
  type Settings,
} from '../../src/client/index.js'
import { games } from '../../src/games/registry.js'
import { startApp, type TestApp } from '../support/app.js'
import { type FaultyFetch, faultyFetch } from './faults.js'

let server: TestApp
let names = 0
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

/** Counts what is sent over it, and can be cut. */
class Watched extends WebSocket {
  static open: Watched[] = []
  static moves = 0
  /** After a move is sent, the connection is cut; as often as this says. */
  static cuts = 0

  constructor(url: string, protocol: string) {
    super(url, protocol)
    Watched.open.push(this)
  }
  override send(text: string): void {
    const isMove = text.includes('submitMove')
    super.send(text)
    if (isMove) Watched.moves++
    if (!isMove || Watched.cuts === 0) return
    Watched.cuts--
    // The server has it, and its answer is not heard.
    this.removeAllListeners('message')
    setTimeout(() => this.terminate(), 200)
  }
}

interface Player {
  readonly token: string
  readonly http: FaultyFetch
  readonly client: Client
  /** The same player without a socket. */
  readonly plain: Client
}

async function player(more: Partial<Settings> = {}): Promise<Player> {
  const { token } = await server.register(`Socket ${++names}`)
  const http = faultyFetch()
  const settings = { url: server.url, token, longestPause: 50, fetch: http.fetch, socket: Watched, ...more }
  return { token, http, client: connect(settings), plain: connect({ url: server.url, token }) }
}

async function table<G extends GameId>(game: G, seats: number, players: readonly Player[]): Promise<string> {
  const [first, ...others] = players
  const { id } = (await first?.client.createMatch({ game, seats } as never)) ?? { id: '' }
  for (const { client } of others) await client.join(id)
  return id
}

const isMove = ({ method, path }: FaultyFetch['calls'][number]): boolean => method === 'POST' && path.endsWith('/moves')

describe('answers', () => {
  test.each(games.map(({ id, seats }) => [id, seats.min] as const))(
    '%s: what is played over a socket is answered as by HTTP',
    async (game, seats) => {
      const players = await Promise.all(Array.from({ length: seats }, () => player()))
      const id = await table(game as GameId, seats, players)
      for (let n = 0; n < 12; n++) {
        const looks = await Promise.all(players.map(({ client }) => client.look(id)))
        const at = looks.findIndex(({ yourTurn }) => yourTurn)
        const [{ client, plain }, look] = [players[at] as Player, looks[at]]
        const move = look?.legalMoves?.moves[0]?.move as MoveOf<GameId>
        const how = {
          idempotencyKey: `move-${n}`,
          ...(n % 2 === 0 && { include: ['view', 'legalMoves'] as const, expectedVersion: look?.version }),
        }
        const accepted: Accepted = await client.submit(id, move, how)
        // Asked again with the same key, an answer is made anew from the entry.
        expect(accepted).toEqual(await plain.submit(id, move, how))
        expect(Object.keys(accepted)).toContain(n % 2 === 0 ? 'view' : 'text')
      }
      expect(players.flatMap(({ http }) => http.calls.filter(isMove))).toEqual([])
    },
  )

  test('a whole match is played over one socket for each player', async () => {
    const players = [await player(), await player()]
    const id = await table('kingdoms', 2, players)
    const before = Watched.open.length
    await Promise.all(
      players.map(({ client }) => client.play(({ legalMoves }) => (legalMoves[0] as (typeof legalMoves)[0]).move, { match: id })),
    )
    expect((await players[0]?.plain.match(id))?.status).toBe('over')
    expect(Watched.open.length - before).toBe(2)
    expect(players.flatMap(({ http }) => http.calls.filter(isMove))).toEqual([])
  })
})

test('the example of docs/client.md does what it says', async () => {
  const [, example = ''] =
    /## Moves over a WebSocket[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync('docs/client.md', 'utf8')) ?? []
  expect(example).toContain('socket: WebSocket')
  const players = [await player(), await player()]
  const id = await table('kingdoms', 2, players)
  const token = (await players[0]?.plain.match(id))?.yourTurn ? players[0]?.token : players[1]?.token
  const code = example.replace(/^import .*/, '')
  const run = new Function('connect', 'WebSocket', 'url', 'token', 'id', `return (async () => { ${code} return version })()`)
  expect(await run(connect, Watched, server.url, token, id)).toBe(2)
})

describe('problems', () => {
  const problemOf = async (asked: Promise<unknown>) => {
    const problem = await asked.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(problem instanceof ChanceryProblem)) throw problem ?? new Error('nothing was thrown')
    const { status, code, detail, version, errors } = problem
    return { status, code, detail, version, errors }
  }
  const NOWHERE = '00000000-0000-7000-8000-000000000000'
  const castle = { type: 'placeCastle', rank: 1, row: 1, column: 1 } as const

  test('are those of HTTP, with the same words', async () => {
    const players = [await player(), await player()]
    const [anne, ben] = players as [Player, Player]
    const id = await table('kingdoms', 2, players)
    const first = (await anne.plain.match(id)).awaiting[0]?.seat === 0 ? anne : ben
    const second = first === anne ? ben : anne
    const cases: [string, Player, ...Parameters<Client['submit']>][] = [
      ['NOT_YOUR_TURN', second, id, castle],
      ['MALFORMED_MOVE', first, id, { type: 'placeCastle', rank: 9 } as never],
      ['STALE_VERSION', first, id, castle, { expectedVersion: 0 }],
      ['NOT_FOUND', first, NOWHERE, castle],
      ['NOT_SEATED', await player(), id, castle],
    ]
    for (const [code, { client, plain }, ...args] of cases) {
      const told = await problemOf(client.submit(...args))
      expect(told).toEqual(await problemOf(plain.submit(...args)))
      expect(told.code).toBe(code)
    }
  })

  test('a token that is refused is told by HTTP', async () => {
    const { client } = await player({ token: 'chy_nonsense' })
    expect(await problemOf(client.submit(NOWHERE, castle))).toMatchObject({ status: 401, code: 'TOKEN_INVALID' })
  })

  test('a signal of your own goes through as it is', async () => {
    const { client } = await player()
    const reason = new Error('enough')
    await expect(client.submit(NOWHERE, castle, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const soon = new AbortController()
    const asked = client.submit(NOWHERE, castle, { signal: soon.signal })
    soon.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  test('where there is no class of a socket, connecting says so', () => {
    if ('WebSocket' in globalThis) return
    expect(() => connect({ url: server.url, socket: true })).toThrow('There is no WebSocket here')
  })
})

describe('a socket that breaks', () => {
  test('a lost answer is asked for again with the same key: the move is played once, and the next goes over a new socket', async () => {
    const players = [await player(), await player()]
    const id = await table('kingdoms', 2, players)
    const retried: string[] = []
    const [first] = await awaited(players, id)
    const client = connect({
      url: server.url,
      token: first.token,
      fetch: first.http.fetch,
      socket: Watched,
      onRetry: ({ code }) => retried.push(code),
    })
    Watched.cuts = 1
    const { version } = await client.submit(id, await anyMove(first, id))
    expect(version).toBe(2)
    expect(retried).toEqual(['UNREACHABLE'])
    const [call] = first.http.calls.filter(isMove)
    expect(call?.key).toBeDefined()
    expect((await first.plain.match(id)).version).toBe(2)
    const before = [Watched.open.length, first.http.calls.filter(isMove).length]
    const [next] = await awaited(players, id)
    const again = next === first ? client : next.client
    await again.submit(id, await anyMove(next, id))
    expect([Watched.open.length, first.http.calls.filter(isMove).length]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })

  test('without retries it is told', async () => {
    const players = [await player({ retries: 0 }), await player({ retries: 0 })]
    const id = await table('kingdoms', 2, players)
    const [first] = await awaited(players, id)
    Watched.cuts = 1
    await expect(first.client.submit(id, await anyMove(first, id))).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 })
  })

  test('where none can be opened, moves go by HTTP, and it is not tried with every one of them', async () => {
    class Shut extends Watched {
      constructor(_: string, protocol: string) {
        super('ws://127.0.0.1:9/', protocol)
      }
    }
    const players = [await player({ socket: Shut }), await player({ socket: Shut })]
    const id = await table('kingdoms', 2, players)
    const before = Watched.open.length
    for (let n = 0; n < 6; n++) {
      const [next] = await awaited(players, id)
      await next.client.submit(id, await anyMove(next, id))
    }
    expect((await players[0]?.plain.match(id))?.version).toBe(7)
    expect(Watched.open.length - before).toBeLessThanOrEqual(2)
  })

  test('more at a time than a connection carries: the rest goes by HTTP', async () => {
    const [anne, ben] = [await player(), await player()]
    const ids = await Promise.all(Array.from({ length: 60 }, () => table('kingdoms', 2, [anne, ben])))
    const mine: [string, MoveOf<GameId>][] = []
    for (const id of ids) if ((await anne.plain.match(id)).yourTurn) mine.push([id, await anyMove(anne, id)])
    const answers = await Promise.all(mine.map(([id, move]) => anne.client.submit(id, move)))
    expect(answers.map(({ version }) => version)).toEqual(mine.map(() => 2))
  })

  async function awaited(players: readonly Player[], id: string): Promise<[Player]> {
    for (const one of players) if ((await one.plain.match(id)).yourTurn) return [one]
    throw new Error('nobody is awaited')
  }
  const anyMove = async ({ plain }: Player, id: string): Promise<MoveOf<GameId>> =>
    (await plain.legalMoves(id, { first: 1 })).moves[0]?.move as MoveOf<GameId>
})
