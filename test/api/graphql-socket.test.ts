/** Queries and mutations over a WebSocket: the answers, limits and refusals of HTTP, in the protocol that clients expect. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker, subscriber } from './graphql.js'
import { answerOf, type Conversation, codesIn, talk } from './socket.js'

let server: TestApp
let tokens: string[]
let players: Ask[]
let open: Conversation[]

beforeAll(async () => {
  server = await startApp({ env: { METRICS_TOKEN: 'a-token-for-the-figures' } })
  tokens = []
  open = []
  for (const name of ['Anne', 'Ben']) tokens.push((await server.register(name)).token)
  players = tokens.map((token) => asker(server.url, token))
})
afterAll(async () => {
  for (const { socket } of open) socket.terminate()
  await server.close()
})

const CASTLE = `mutation ($matchId: ID!, $row: Int!, $column: Int!, $version: Int, $key: String) {
  kingdomsPlaceCastle(input: { matchId: $matchId, rank: 1, row: $row, column: $column, expectedVersion: $version, idempotencyKey: $key }) {
    __typename
    ... on MoveAccepted { version head status text yourTurn awaiting { seat decision since } notices { __typename } }
    ... on MoveRefused { code message version }
  }
}`
const VERSION = 'query ($id: ID!) { match(id: $id) { version } }'
const WAIT = 'query ($id: ID!) { match(id: $id, wait: 30) { version yourTurn } }'

async function started(by = players): Promise<string> {
  const [anne, ben] = by as [Ask, Ask]
  const { data } = await anne('mutation { kingdomsCreateMatch(input: { seats: 2, options: { starter: seat0 } }) { id } }')
  const { id } = data.kingdomsCreateMatch
  await ben('mutation ($id: ID!) { joinMatch(input: { matchId: $id }) { id } }', { id })
  return id
}

const versionOf = async (id: string): Promise<number> => (await (players[0] as Ask)(VERSION, { id })).data.match.version

async function talking(token = tokens[0], url = server.url): Promise<Conversation> {
  const conversation = await talk(url, token)
  open.push(conversation)
  return conversation
}

describe('an operation', () => {
  test('is answered by one `next` and one `complete` under its id, as graphql-ws itself reads them', async () => {
    const conversation = await talking()
    expect(await conversation.asked('{ games { id } }', undefined, 'a "name"')).toMatchObject([
      { id: 'a "name"', type: 'next', payload: { data: { games: [{ id: 'kingdoms' }, {}, {}, {}] } } },
      { id: 'a "name"', type: 'complete' },
    ])
    expect(conversation.heard).toHaveLength(2)
    const client = subscriber(server.url, tokens[0])
    const results: unknown[] = []
    for await (const result of client.iterate({ query: '{ me { player { name } } }' })) results.push(result)
    expect(results).toEqual([{ data: { me: { player: { name: 'Anne' } } } }])
    await client.dispose()
  })

  test('a move is that of HTTP: with the same key each answers what the other did', async () => {
    const id = await started()
    const conversation = await talking()
    const first = { matchId: id, row: 1, column: 2, version: 1, key: 'over-the-socket' }
    const { data } = answerOf(await conversation.asked(CASTLE, first))
    expect(data.kingdomsPlaceCastle).toMatchObject({ __typename: 'MoveAccepted', version: 2, status: 'running' })
    expect((await (players[0] as Ask)(CASTLE, first)).data).toEqual(data)
    expect(await versionOf(id)).toBe(2)
    const ben = await talking(tokens[1])
    const second = { matchId: id, row: 2, column: 2, key: 'over-http' }
    const byHttp = (await (players[1] as Ask)(CASTLE, second)).data
    expect(answerOf(await ben.asked(CASTLE, second)).data).toEqual(byHttp)
    expect(codesIn(await ben.asked(CASTLE, { ...second, row: 3 }))).toEqual(['IDEMPOTENCY_KEY_REUSED'])
  })

  test('a refusal of the rules is an answer; what a field fails of comes with the rest', async () => {
    const id = await started()
    const ben = await talking(tokens[1])
    const refused = answerOf(await ben.asked(CASTLE, { matchId: id, row: 1, column: 1 }))
    expect(refused).toMatchObject({ data: { kingdomsPlaceCastle: { code: 'NOT_YOUR_TURN', version: 1 } } })
    const query = 'mutation { missing: leaveMatch(matchId: "x") { id } none: cancelMatch(matchId: "y") { id } }'
    const overHttp = await (players[1] as Ask)(query)
    expect(answerOf(await ben.asked(query))).toEqual({ data: overHttp.data, errors: overHttp.errors })
  })

  test.each([
    ['GRAPHQL_PARSE_FAILED', '{', {}],
    ['GRAPHQL_VALIDATION_FAILED', 'mutation { nonsense }', {}],
    ['OPERATION_UNKNOWN', 'query A { me { scopes } } query B { me { scopes } }', {}],
    ['QUERY_TOO_DEEP', `{ ${'match(id: "x") { view { ... on KingdomsView { board '.repeat(6)} }`, {}],
    ['TOO_MANY_ALIASES', `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: games { id }`).join(' ')} }`, {}],
    ['QUERY_TOO_COSTLY', '{ matches(first: 100) { nodes { log { transcript } } } }', {}],
    ['BAD_USER_INPUT', VERSION, {}],
    ['INVALID_INPUT', VERSION, { id: 'a\0b' }],
  ])('%s is told as by HTTP, and nothing else is said', async (_, query, variables) => {
    const conversation = await talking()
    const { errors } = await (players[0] as Ask)(query, variables)
    expect(await conversation.asked(query, variables)).toEqual([{ id: '1', type: 'error', payload: errors }])
    expect(conversation.heard).toHaveLength(1)
  })

  test('keys that reach into prototypes are refused before anything is read', async () => {
    const conversation = await talking()
    conversation.socket.send(
      `{"id":"1","type":"subscribe","payload":{"query":"{ games { id } }","variables":{"__proto__":{"a":1}}}}`,
    )
    expect(await conversation.ended).toBe('4400 Invalid message received')
  })
})

describe('several at a time', () => {
  test('are run side by side, and each is answered under its own id', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => started()))
    const conversation = await talking()
    const waits = conversation.asked(WAIT, { id: await started([...players].reverse()) }, 'waits')
    const answers = await Promise.all(
      ids.map((matchId, n) => conversation.asked(CASTLE, { matchId, row: 1, column: 1 }, `move ${n}`)),
    )
    expect(answers.map((said) => answerOf(said).data.kingdomsPlaceCastle.version)).toEqual(ids.map(() => 2))
    expect(conversation.about('waits')).toEqual([])
    conversation.say({ id: 'waits', type: 'complete' })
    await expect(Promise.race([waits, conversation.asked('{ games { id } }').then(() => 'left')])).resolves.toBe('left')
    conversation.socket.terminate()
    await waits.catch(() => undefined)
  })

  test('an id is taken for as long as it is not answered, and free again afterwards', async () => {
    const id = await started([...players].reverse())
    const conversation = await talking()
    for (let n = 0; n < 2; n++) await conversation.asked('{ games { id } }', {}, 'again')
    conversation.ask(WAIT, { id }, 'taken')
    conversation.ask('{ games { id } }', {}, 'taken')
    expect(await conversation.ended).toBe('4409 Subscriber for taken already exists')
    const mixed = await talking()
    mixed.ask('subscription { inbox { cursor } }', {}, 'stream')
    mixed.ask('{ games { id } }', {}, 'stream')
    expect(await mixed.ended).toBe('4409 Subscriber for stream already exists')
  })

  test('whoever leaves one to itself hears nothing of it, and may use its id; what it does is done', async () => {
    const id = await started()
    const conversation = await talking()
    conversation.ask(CASTLE, { matchId: id, row: 4, column: 4 }, 'left')
    conversation.say({ id: 'left', type: 'complete' })
    expect(answerOf(await conversation.asked('{ me { scopes } }', {}, 'left')).data.me).toBeDefined()
    await expect.poll(() => versionOf(id)).toBe(2)
    expect(conversation.heard).toHaveLength(2)
  })

  test('no more than a connection carries, subscriptions included; those beyond are told to come again', async () => {
    const id = await started([...players].reverse())
    const conversation = await talking()
    conversation.ask('subscription { inbox { cursor } }', {}, 'stream')
    for (let n = 0; n < 49; n++) conversation.ask(WAIT, { id }, `wait ${n}`)
    const [said] = await conversation.asked(CASTLE, { matchId: id, row: 1, column: 1 }, 'beyond')
    expect(said).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'TOO_MANY_OPERATIONS', status: 429, retryAfter: 1 } }],
    })
    const [subscription] = await conversation.asked('subscription { inbox { cursor } }', {}, 'one more')
    expect(subscription).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } }] })
    conversation.say({ id: 'wait 0', type: 'complete' })
    await expect.poll(async () => answerOf(await conversation.asked('{ games { id } }'))).toBeDefined()
  })

  test('a client that does not read its answers is let go', async () => {
    const conversation = await talking()
    conversation.socket.pause()
    const query = '{ games { rulesText } }'
    let sent = 0
    for (; sent < 5000 && conversation.socket.readyState === conversation.socket.OPEN; sent++) {
      conversation.ask(query)
      if (sent % 10 === 0) await new Promise((later) => setTimeout(later, 1))
    }
    conversation.socket.resume()
    expect(await conversation.ended).toMatch(/^1006/)
  })
})

describe('waiting', () => {
  test('answers when it is the turn of the caller', async () => {
    const id = await started()
    const ben = await talking(tokens[1])
    const waits = ben.asked(WAIT, { id })
    await ben.asked('{ games { id } }')
    const move = await (players[0] as Ask)(CASTLE, { matchId: id, row: 1, column: 1 })
    expect(move.data.kingdomsPlaceCastle.version).toBe(2)
    expect(answerOf(await waits).data.match).toEqual({ version: 2, yourTurn: true })
  })
})

describe('limits', () => {
  test('a message that cannot be paid is told so, what is under way is answered, and the socket closes with 4429', async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '100' }, databaseUrl: server.databaseUrl })
    const id = await started([...players].reverse())
    const conversation = await talking(tokens[0], limited.url)
    conversation.ask(WAIT, { id }, 'under way')
    for (let n = 0; n < 120; n++) conversation.ask('{ __typename }', {}, `${n}`)
    expect(await conversation.ended).toBe('4429 RATE_LIMITED')
    const refused = conversation.heard.filter((one) => codesIn([one])[0] === 'RATE_LIMITED')
    expect(refused).toMatchObject([
      { type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED', status: 429, retryAfter: expect.any(Number) } }] },
    ])
    expect(answerOf(conversation.about('under way')).data.match).toEqual({ version: 1, yourTurn: false })
    await limited.close()
  })

  /** How many of the same answers there are before the points of a minute are used up. */
  const affordable = async (
    query: string,
    variables: object,
    send: (url: string) => Promise<(query: string, variables: object) => Promise<string | undefined>>,
  ) => {
    const limited = await startApp({ env: { RATE_LIMIT: '200' }, databaseUrl: server.databaseUrl })
    const ask = await send(limited.url)
    let answered = 0
    while ((await ask(query, variables).catch(() => 'RATE_LIMITED')) !== 'RATE_LIMITED') answered++
    await limited.close()
    return answered
  }
  const byHttp = async (url: string) => {
    const ask = asker(url, tokens[0])
    return async (query: string, variables: object) => (await ask(query, variables)).code
  }
  const bySocket = async (url: string) => {
    const conversation = await talking(tokens[0], url)
    return async (query: string, variables: object) => codesIn(await conversation.asked(query, variables))[0]
  }

  test.each([
    ['a short query', '{ __typename }', {}],
    ['long variables', 'query ($a: ID!) { a: game(id: $a) { id } b: game(id: $a) { id } }', { a: 'x'.repeat(9000) }],
    ['a long answer', '{ games { rulesText } }', {}],
    ['a costly one', '{ matches(first: 20) { nodes { id view { __typename } } } }', {}],
    [
      'a mutation that pays for its parts',
      'query ($m: [JSON!]!) { apply(game: kingdoms, input: { start: { seats: 2 }, moves: $m }) { results { __typename } } }',
      { m: Array.from({ length: 10 }, () => ({ type: 'x' })) },
    ],
  ])('%s costs what it costs by HTTP', async (_, query, variables) => {
    const [http, socket] = [await affordable(query, variables, byHttp), await affordable(query, variables, bySocket)]
    expect(http).toBeGreaterThan(2)
    // The handshake and the greeting are messages too, and an envelope is a few bytes more to read.
    expect(Math.abs(http - socket)).toBeLessThanOrEqual(Math.max(2, http * 0.05))
  })

  test('registrations are counted by address, with those by HTTP', async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '500' } })
    const conversation = await talk(limited.url)
    open.push(conversation)
    const register = (name: string) =>
      conversation.asked('mutation ($name: String!) { registerPlayer(input: { name: $name }) { token } }', { name })
    expect(answerOf(await register('First')).data.registerPlayer.token).toMatch(/^chy_/)
    for (let n = 0; n < 9; n++) await limited.register(`Bot ${n}`)
    expect(await limited.register('One too many').catch(String)).toContain('No more than 10 registrations a minute.')
    expect(answerOf(await register('And another')).errors).toMatchObject([
      { message: 'No more than 10 registrations a minute.', extensions: { code: 'RATE_LIMITED', status: 429 } },
    ])
    await limited.close()
  })
})

describe('the end of a connection', () => {
  const issue = async (replace = false) => {
    const { data } = await (players[0] as Ask)(
      'mutation ($replace: Boolean!) { issueToken(input: { scopes: [read, play, host], replace: $replace }) { id token } }',
      { replace },
    )
    return data.issueToken as { id: string; token: string }
  }

  test('nothing is run that comes after a revocation', async () => {
    const id = await started()
    const { token, id: tokenId } = await issue()
    const conversation = await talking(token)
    await conversation.asked('{ games { id } }')
    await (players[0] as Ask)('mutation ($id: ID!) { revokeToken(id: $id) }', { id: tokenId })
    conversation.ask(CASTLE, { matchId: id, row: 1, column: 1 }, 'late')
    expect(await conversation.ended).toBe('4403 TOKEN_REVOKED')
    expect(conversation.about('late')).toEqual([])
    expect(await versionOf(id)).toBe(1)
  })

  test('nor after a token has expired: it is told so, and the connection ends', async () => {
    const id = await started()
    const { token, id: tokenId } = await issue()
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    await client.query("update token set expires_at = now() + interval '1500 milliseconds' where id = $1", [tokenId])
    const conversation = await talking(token)
    expect(answerOf(await conversation.asked('{ me { scopes } }')).data.me).toBeDefined()
    await client.query('select pg_sleep(1.6)')
    await client.end()
    expect(codesIn(await conversation.asked(CASTLE, { matchId: id, row: 1, column: 1 }))).toEqual(['TOKEN_EXPIRED'])
    expect(await conversation.ended).toBe('4403 TOKEN_EXPIRED')
    expect(await versionOf(id)).toBe(1)
  })

  test('who revokes the token that they ask with is told what became of it: a new token is shown once', async () => {
    const { token } = await issue()
    const conversation = await talking(token)
    const said = await conversation.asked('mutation { issueToken(input: { scopes: [read], replace: true }) { token } }')
    expect(answerOf(said).data.issueToken.token).toMatch(/^chy_/)
    expect(await conversation.ended).toBe('4403 TOKEN_REVOKED')
  })

  test('a subscription on it is told nothing more, though an answer is still due', async () => {
    const id = await started()
    const { token, id: tokenId } = await issue()
    const holder = await lockedLog()
    const conversation = await talking(token)
    conversation.ask('subscription ($id: ID!) { matchNotices(matchId: $id, after: 1) { version } }', { id }, 'stream')
    conversation.ask(CASTLE, { matchId: id, row: 1, column: 1 }, 'move')
    await holder.isAwaited()
    await (players[0] as Ask)('mutation ($id: ID!) { revokeToken(id: $id) }', { id: tokenId })
    await holder.release()
    expect(await conversation.ended).toBe('4403 TOKEN_REVOKED')
    expect(answerOf(conversation.about('move')).data.kingdomsPlaceCastle.version).toBe(2)
    expect(conversation.about('stream')).toEqual([])
  })

  test('a server that closes answers what is under way first, and then says goodbye', async () => {
    const closing = await startApp({ databaseUrl: server.databaseUrl })
    const [mine, theirs] = [await started(), await started([...players].reverse())]
    const conversation = await talking(tokens[0], closing.url)
    conversation.ask(WAIT, { id: theirs }, 'wait')
    const holder = await lockedLog()
    conversation.ask(CASTLE, { matchId: mine, row: 1, column: 1 }, 'move')
    await holder.isAwaited()
    const closed = closing.close()
    await expect.poll(() => conversation.about('wait')).toHaveLength(2)
    conversation.ask(CASTLE, { matchId: theirs, row: 2, column: 2 }, 'late')
    expect(conversation.about('move')).toEqual([])
    await holder.release()
    expect(await conversation.ended).toBe('1001 The server is closing.')
    expect(answerOf(conversation.about('move')).data.kingdomsPlaceCastle.version).toBe(2)
    expect(conversation.about('late')).toEqual([])
    expect(await versionOf(mine)).toBe(2)
    await closed
  })

  /** Nothing is appended to any log until it is released. */
  async function lockedLog() {
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('lock table entry in share mode')
    const watcher = new pg.Client({ connectionString: server.databaseUrl })
    await watcher.connect()
    // In this database: others wait for locks of their own in theirs.
    const WAITING =
      'select count(*)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
    const waiting = async () => (await watcher.query(WAITING)).rows[0].n
    return {
      isAwaited: () => expect.poll(waiting).toBeGreaterThan(0),
      async release() {
        await client.query('commit')
        await Promise.all([client.end(), watcher.end()])
      },
    }
  }
})

test('operations are in the figures of GraphQL, those that were refused among them', async () => {
  const conversation = await talking()
  const figure = async (pattern: RegExp) => {
    const headers = { authorization: 'Bearer a-token-for-the-figures' }
    const page = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return Number(pattern.exec(page)?.[1] ?? 0)
  }
  const COUNT = /^chancery_graphql_seconds_count\{kind="query",operation="playerAcceptance"\} (\d+)$/m
  const FAILED = /^chancery_graphql_errors_total\{kind="invalid",operation="none"\} (\d+)$/m
  const before = [await figure(COUNT), await figure(FAILED)]
  await conversation.asked('{ playerAcceptance(player: "Anne") { games { game } } }')
  await conversation.asked('{ nonsense }')
  await expect.poll(async () => [await figure(COUNT), await figure(FAILED)]).toEqual(before.map((n = 0) => n + 1))
})
