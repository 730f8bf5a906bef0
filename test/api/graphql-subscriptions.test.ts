import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startApp } from '../support/app.js'
import { type Ask, asker, subscriber } from './graphql.js'

let server: Awaited<ReturnType<typeof startApp>>
let tokens: string[]
let players: Ask[]

beforeAll(async () => {
  server = await startApp()
  tokens = []
  for (const name of ['Anne', 'Ben']) tokens.push((await server.register(name)).token)
  players = tokens.map((token) => asker(server.url, token))
})
afterAll(() => server.close())

const FOLLOW =
  'subscription ($id: ID!, $after: Int) { matchNotices(matchId: $id, after: $after) { version head text notices { __typename } } }'
const INBOX = 'subscription ($after: String) { inbox(after: $after) { cursor match version status yourTurn } }'
const MOVES = 'query ($id: ID!) { match(id: $id) { status awaiting { seat } } }'
const LEGAL = 'query ($id: ID!) { match(id: $id) { legalMoves(first: 1) { moves { move } } } }'
const SUBMIT = 'mutation ($input: SubmitMoveInput!) { submitMove(input: $input) { ... on MoveAccepted { status version } } }'

async function started(): Promise<string> {
  const [anne, ben] = players as [Ask, Ask]
  const { data } = await anne('mutation { kingdomsCreateMatch(input: { seats: 2 }) { id } }')
  const { id } = data.kingdomsCreateMatch
  await ben('mutation ($id: ID!) { joinMatch(input: { matchId: $id }) { id } }', { id })
  return id
}

/** Plays up to so many moves; returns the version that was reached. */
async function play(id: string, moves: number): Promise<number> {
  let version = 0
  for (let n = 0; n < moves; n++) {
    const { match } = (await (players[0] as Ask)(MOVES, { id })).data
    if (match.status === 'over') break
    const player = players[match.awaiting[0].seat] as Ask
    const { move } = (await player(LEGAL, { id })).data.match.legalMoves.moves[0]
    version = (await player(SUBMIT, { input: { matchId: id, move } })).data.submitMove.version
  }
  return version
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent.
type Result = any

async function take(results: AsyncIterableIterator<Result>, count: number): Promise<Result[]> {
  const taken: Result[] = []
  while (taken.length < count) {
    const { done, value } = await results.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

describe('matchNotices', () => {
  test('every entry once and in order, resumed after cuts, to the end of the match', async () => {
    const id = await started()
    const playing = play(id, 1000)
    const versions: number[] = []
    for (let isOver = false; !isOver; ) {
      const client = subscriber(server.url, tokens[0])
      const results = client.iterate({ query: FOLLOW, variables: { id, after: versions.at(-1) ?? 0 } })
      const some = await take(results, 7)
      versions.push(...some.map(({ data }) => data.matchNotices.version))
      isOver = some.length < 7
      await client.dispose()
    }
    const last = await playing
    expect(versions).toEqual(Array.from({ length: last }, (_, n) => n + 1))
  })

  test('each seat is told what it may know', async () => {
    const id = await started()
    const texts = await Promise.all(
      [...tokens, undefined].map(async (token) => {
        const client = subscriber(server.url, token)
        const [first] = await take(client.iterate({ query: FOLLOW, variables: { id } }), 1)
        await client.dispose()
        return first.data.matchNotices
      }),
    )
    expect(new Set(texts.map(({ head }) => head)).size).toBe(1)
    expect(texts[0].text).not.toEqual(texts[1].text)
  })

  test('unknown matches and bad arguments are errors with a code', async () => {
    const client = subscriber(server.url, tokens[0])
    const [missing] = await take(client.iterate({ query: FOLLOW, variables: { id: 'x' } }), 1)
    expect(missing.errors[0].extensions.code).toBe('NOT_FOUND')
    const [negative] = await take(client.iterate({ query: FOLLOW, variables: { id: 'x', after: -1 } }), 1)
    expect(negative.errors[0].extensions.code).toBe('INVALID_INPUT')
    await client.dispose()
  })

  test.each([
    ['GRAPHQL_VALIDATION_FAILED', 'subscription { nonsense }'],
    ['GRAPHQL_PARSE_FAILED', 'subscription {'],
    ['QUERY_TOO_LONG', `subscription { ${'inbox { cursor } '.repeat(600)} }`],
  ])('%s', async (code, query) => {
    const client = subscriber(server.url, tokens[0])
    const refused = await take(client.iterate({ query }), 1).catch((error: unknown) => error)
    expect(refused).toMatchObject([{ extensions: { code } }])
    await client.dispose()
  })
})

describe('inbox', () => {
  test('what waits now, then what happens, resumed by cursor', async () => {
    const id = await started()
    const client = subscriber(server.url, tokens[0])
    const results = client.iterate({ query: INBOX, variables: {} })
    const version = await play(id, 4)
    const seen: Result[] = []
    while (seen.at(-1)?.version !== version) {
      const [item] = await take(results, 1)
      if (item.data.inbox.match === id) seen.push(item.data.inbox)
    }
    const [first] = seen
    const again = client.iterate({ query: INBOX, variables: { after: first.cursor } })
    const repeated: Result[] = []
    while (repeated.at(-1)?.version !== version) {
      const [item] = await take(again, 1)
      if (item.data.inbox.match === id) repeated.push(item.data.inbox)
    }
    expect(repeated).toEqual(seen.slice(1).filter((item) => item.version > first.version))
    await client.dispose()
  })

  test('needs a token', async () => {
    const client = subscriber(server.url)
    const [refused] = await take(client.iterate({ query: INBOX }), 1)
    expect(refused.errors[0].extensions.code).toBe('TOKEN_REQUIRED')
    await client.dispose()
  })
})

describe('connections', () => {
  const open = (protocol = 'graphql-transport-ws', path = '/graphql') =>
    new WebSocket(`${server.url.replace('http', 'ws')}${path}`, protocol)
  const closing = async (socket: WebSocket) => {
    const [code, reason] = await once(socket, 'close')
    return [code, String(reason)]
  }

  test('a bad token closes with 4403 and its code', async () => {
    const socket = open()
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer chy_no' } })))
    expect(await closing(socket)).toEqual([4403, 'TOKEN_INVALID'])
  })

  test('garbage, silence before the greeting and other protocols are shown the door', async () => {
    const garbage = open()
    garbage.on('open', () => garbage.send('{'))
    expect(await closing(garbage)).toEqual([4400, expect.any(String)])
    const hasty = open()
    hasty.on('open', () => hasty.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: INBOX } })))
    expect(await closing(hasty)).toEqual([4401, expect.any(String)])
    expect((await closing(open()))[0]).toBe(4408)
    const reversed = open()
    reversed.on('open', () => reversed.send(JSON.stringify({ type: 'connection_init' })))
    reversed.on('message', () => reversed.send(JSON.stringify({ id: '1', type: 'next', payload: { data: {} } })))
    expect((await closing(reversed))[0]).toBe(4400)
  })

  test('too large a message, and a socket elsewhere', async () => {
    const large = open()
    large.on('open', () => large.send('x'.repeat(70_000)))
    expect((await closing(large))[0]).toBe(1009)
    const elsewhere = open('graphql-transport-ws', '/elsewhere')
    const [error] = await once(elsewhere, 'error')
    expect(String(error)).toContain('404')
  })

  test('no more subscriptions than a connection carries', async () => {
    const id = await started()
    const socket = open()
    const codes: string[] = []
    socket.on('message', (message) => {
      const { type, payload } = JSON.parse(String(message))
      if (type === 'connection_ack')
        for (let n = 0; n < 51; n++)
          socket.send(JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query: FOLLOW, variables: { id, after: 1 } } }))
      if (type === 'error') codes.push(payload[0].extensions.code)
      if (codes.length > 0) socket.close()
    })
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${tokens[0]}` } })),
    )
    await closing(socket)
    expect(codes).toEqual(['TOO_MANY_SUBSCRIPTIONS'])
  })

  const greeted = async (socket: WebSocket, token?: string) => {
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'connection_init', payload: token ? { authorization: `Bearer ${token}` } : {} }))
    await once(socket, 'message')
    return socket
  }

  test('a ping is answered, its payload is not', async () => {
    const socket = await greeted(open())
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(1000) } }))
    const [answer] = await once(socket, 'message')
    expect(JSON.parse(String(answer))).toEqual({ type: 'pong' })
    socket.close()
  })

  test('a client that does not read is let go before much waits for it', async () => {
    const socket = await greeted(open())
    const query = `subscription { ${Array.from({ length: 5 }, (_, n) => `unknown${n}`.padEnd(100, 'x')).join(' ')} }`
    const text = (n: number) => JSON.stringify({ id: `${n}`, type: 'subscribe', payload: { query } })
    const ended = once(socket, 'close')
    socket.on('error', () => undefined)
    socket.pause()
    let sent = 0
    // Each of these is answered by five errors. Buffers of the system take some megabytes before the server has to wait.
    for (; sent < 50_000 && socket.readyState === socket.OPEN; sent++) {
      socket.send(text(sent))
      if (sent % 50 === 0) await sleep(1)
    }
    socket.resume()
    expect((await ended)[0]).toBe(1006)
    expect(sent).toBeLessThan(50_000)
  })

  test('a long id used twice is an error of the client', async () => {
    const socket = await greeted(open(), tokens[0])
    const ended = once(socket, 'close')
    const id = '\u20ac'.repeat(100)
    for (let n = 0; n < 2; n++) socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: INBOX } }))
    expect((await ended)[0]).toBe(4409)
  })

  test('an id that is longer than any client sends closes the socket, and is not sent back', async () => {
    const socket = await greeted(open(), tokens[0])
    const ended = once(socket, 'close')
    const heard: number[] = []
    socket.on('message', (message) => heard.push(String(message).length))
    for (let n = 0; n < 40; n++)
      socket.send(JSON.stringify({ id: `${n}${'x'.repeat(60_000)}`, type: 'subscribe', payload: { query: INBOX } }))
    expect((await ended)[0]).toBe(4400)
    expect(heard).toEqual([])
  })

  test('messages cost what requests cost', { timeout: 30_000 }, async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '100' } })
    const elsewhere = new WebSocket(`${limited.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await greeted(elsewhere)
    const cycle = `subscription { ...A } ${Array.from({ length: 20 }, (_, n) => `fragment ${'ABCDEFGHIJKLMNOPQRST'[n]} on Subscription { ...${'BCDEFGHIJKLMNOPQRSTA'[n]} inbox { cursor } }`).join(' ')}`
    for (let id = 0; id < 60; id++) elsewhere.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query: cycle } }))
    const [code, reason] = await once(elsewhere, 'close')
    expect([code, String(reason)]).toEqual([4429, 'RATE_LIMITED'])
    expect((await fetch(`${limited.url}/v1/games`)).status).toBe(429)
    await limited.close()
  })

  test('a client that merely offers HTTP/2 is served as it is', async () => {
    const body = JSON.stringify({ query: '{ games { id } }' })
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\n${offer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    // The body in two pieces, and twice over the same connection.
    for (let answers = 1; answers <= 2; answers++) {
      socket.write(head + body.slice(0, 5))
      await sleep(20)
      socket.write(body.slice(5))
      await expect.poll(() => heard.split('"kingdoms"').length - 1).toBe(answers)
    }
    socket.destroy()
    expect(heard).toMatch(/^HTTP\/1.1 200/)
  })
})

test('items are charged: a subscription that cannot pay ends with RATE_LIMITED, and goes on later where it was', async () => {
  const id = await started()
  const last = await play(id, 40)
  const aliases = Array.from({ length: 30 }, (_, n) => `a${n}: text`).join(' ')
  const query = `subscription ($id: ID!, $after: Int) { matchNotices(matchId: $id, after: $after) { version ${aliases} } }`
  /** By a server that has counted nothing yet; ends at the last version, or with an error. */
  const follow = async (limit: number, after: number): Promise<{ versions: number[]; code: string | undefined }> => {
    const limited = await startApp({ env: { RATE_LIMIT: `${limit}` }, databaseUrl: server.databaseUrl })
    const client = subscriber(limited.url, tokens[0])
    const versions: number[] = []
    let code: string | undefined
    try {
      for await (const { data } of client.iterate<Result>({ query, variables: { id, after } })) {
        versions.push(data?.matchNotices.version)
        if (versions.at(-1) === last) break
      }
    } catch (error) {
      code = (error as { extensions: { code: string } }[])[0]?.extensions.code
    }
    await client.dispose()
    await limited.close()
    return { versions, code }
  }
  const first = await follow(10, 0)
  expect(first.code).toBe('RATE_LIMITED')
  expect(first.versions.length).toBeGreaterThan(5)
  expect(first.versions.length).toBeLessThan(30)
  const rest = await follow(6000, first.versions.at(-1) ?? 0)
  expect([...first.versions, ...rest.versions]).toEqual(Array.from({ length: last }, (_, n) => n + 1))
})
