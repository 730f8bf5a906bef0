/** Followers of a match that goes back are told to look again, in every form of stream, and the SDK does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, connect } from '../../src/client/index.js'
import { goBack } from '../match/going-back.js'
import { startApp, type TestApp } from '../support/app.js'
import { subscriber } from './graphql.js'

let server: TestApp
let tokens: [string, string]
let clients: [Client, Client]
beforeAll(async () => {
  server = await startApp()
  tokens = [(await server.register('Anne')).token, (await server.register('Ben')).token]
  clients = [connect({ url: server.url, token: tokens[0], longestPause: 50 }), connect({ url: server.url, token: tokens[1] })]
})
afterAll(() => server.close())

async function begun(moves: number): Promise<string> {
  const { id } = await clients[0].createMatch({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
  await clients[1].join(id)
  for (let made = 0; made < moves; made++) await moveIn(id)
  return id
}
async function moveIn(id: string, which = 0): Promise<number> {
  const { awaiting } = await clients[0].match(id)
  const client = clients[awaiting[0]?.seat === 1 ? 1 : 0]
  const { moves } = await client.legalMoves(id)
  return (await client.submit(id, moves.at(which)?.move as never)).version
}
/** All that comes until the server ends the answer. */
const stream = async (id: string, accept: string, after: number): Promise<string> => {
  const headers = { authorization: `Bearer ${tokens[0]}`, accept }
  return (await fetch(`${server.url}/v1/matches/${id}/notices?after=${after}`, { headers })).text()
}

test('server-sent events: an event `resync` with the version that stands, as its id too', async () => {
  const id = await begun(4)
  const open = stream(id, 'text/event-stream', 4)
  await goBack(server.databaseUrl, { match: id, version: 3 })
  expect(await open).toMatch(/id: 3\nevent: resync\ndata: \{"version":3\}\n\n$/)
  expect(await stream(id, 'text/event-stream', 5)).toBe('id: 3\nevent: resync\ndata: {"version":3}\n\n')
})

test('NDJSON: a line `resync`, and JSON is refused', async () => {
  const id = await begun(4)
  await goBack(server.databaseUrl, { match: id, version: 3 })
  expect(await stream(id, 'application/x-ndjson', 5)).toBe('{"resync":{"version":3}}\n')
  expect(JSON.parse(await stream(id, 'application/json', 5))).toMatchObject({ status: 412, code: 'STALE_VERSION' })
})

test('an ETag tells two histories apart that have come to the same version', async () => {
  const id = await begun(4)
  const look = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/v1/matches/${id}${path}`, { headers: { authorization: `Bearer ${tokens[0]}`, ...headers } })
  const tags = await Promise.all(
    ['', '/view'].map(async (path) => [path, (await look(path)).headers.get('etag') as string] as const),
  )
  for (const [path, tag] of tags) expect((await look(path, { 'if-none-match': tag })).status).toBe(304)
  await goBack(server.databaseUrl, { match: id, version: 3 })
  for (const version of [4, 5]) expect(await moveIn(id, -1)).toBe(version)
  for (const [path, tag] of tags) {
    const reply = await look(path, { 'if-none-match': tag })
    expect([reply.status, reply.headers.get('etag') === tag]).toEqual([200, false])
  }
})

test('GraphQL: the subscription ends with an error STALE_VERSION', async () => {
  const id = await begun(4)
  await goBack(server.databaseUrl, { match: id, version: 3 })
  const client = subscriber(server.url, tokens[0])
  const query = 'subscription ($id: ID!, $after: Int) { matchNotices(matchId: $id, after: $after) { version } }'
  const results = client.iterate({ query, variables: { id, after: 5 } })
  const told = await results.next().then(
    ({ value }) => JSON.stringify(value),
    (error: unknown) => JSON.stringify(error),
  )
  expect(told).toContain('STALE_VERSION')
  await client.dispose()
})

test('the SDK hands the newest entry that stands out again, then what follows; if it went on otherwise, from where it differs', async () => {
  const id = await begun(4)
  const stop = new AbortController()
  const versions: number[] = []
  const heads = new Map<number, string>()
  const listening = (async () => {
    for await (const { version, head } of clients[0].notices(id, { signal: stop.signal })) {
      versions.push(version)
      heads.set(version, head)
    }
  })()
  await expect.poll(() => versions, { timeout: 10_000 }).toEqual([1, 2, 3, 4, 5])
  await goBack(server.databaseUrl, { match: id, version: 3 })
  await expect.poll(() => versions.slice(5), { timeout: 10_000 }).toEqual([3])
  expect(await moveIn(id, -1)).toBe(4)
  await expect.poll(() => versions.slice(5), { timeout: 10_000 }).toEqual([3, 4])
  expect((await clients[0].log(id)) as { entries: unknown[] }).toMatchObject({
    entries: [1, 2, 3, 4].map((version) => ({ version, head: heads.get(version) })),
  })
  stop.abort()
  await listening
})

test('a bot plays on where the match stands, though nobody else moves', { timeout: 120_000 }, async () => {
  const id = await begun(6)
  const choose = ({ legalMoves }: { legalMoves: readonly { move: unknown }[] }) => legalMoves[0]?.move
  const playing = Promise.all(clients.map((client) => client.play(choose as never, { match: id, onError: () => {} })))
  await expect.poll(async () => (await clients[0].match(id)).version, { timeout: 20_000 }).toBeGreaterThan(12)
  await goBack(server.databaseUrl, { match: id, version: 5 })
  await playing
  expect(await clients[0].match(id)).toMatchObject({ status: 'over' })
})
