import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Ask, asker, post } from './graphql.js'

let server: Awaited<ReturnType<typeof startApp>>
let ask: Ask
let token: string

beforeAll(async () => {
  server = await startApp()
  token = (await server.register('Anne')).token
  ask = asker(server.url, token)
})
afterAll(() => server.close())

/** Points of the minute. */
const left = (headers: Headers): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

const nested = (levels: number, open: string, leaf: string): string => open.repeat(levels) + leaf + '}'.repeat(levels)

describe('limits, each with its code', () => {
  test.each([
    ['QUERY_TOO_LONG', `{ ${'games { id } '.repeat(600)} }`],
    ['QUERY_TOO_LONG', `{ matches(first: 30) { nodes { ${'a'.repeat(101)}: id } } }`],
    ['QUERY_TOO_LONG', `query ${'a'.repeat(101)} { games { id } }`],
    ['QUERY_TOO_DEEP', nested(400, '{ a ', '{ a }')],
    ['QUERY_TOO_DEEP', `{ match(id: "x") { ...A } } fragment A on Match { view ${nested(12, '{ a ', '{ a }')} }`],
    ['TOO_MANY_ALIASES', `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: games { id }`).join(' ')} }`],
    ['QUERY_TOO_COSTLY', '{ matches(first: 100) { nodes { legalMoves(first: 100) { moves { move } } } } }'],
    [
      'QUERY_TOO_COSTLY',
      'mutation { a: registerPlayer(input: { name: "xx" }) { token } b: registerPlayer(input: { name: "yy" }) { token } }',
    ],
    ['QUERY_TOO_COSTLY', 'query ($n: Int) { matches(first: $n) { nodes { notices(first: $n) { items { text } } } } }'],
    ['GRAPHQL_PARSE_FAILED', '{ games { '],
    ['GRAPHQL_PARSE_FAILED', ''],
    ['GRAPHQL_PARSE_FAILED', '{"kind":"Document","definitions":[]}'],
    ['GRAPHQL_VALIDATION_FAILED', '{ nonsense }'],
    ['GRAPHQL_VALIDATION_FAILED', '{ ...A } fragment A on Query { ...A }'],
    [
      'GRAPHQL_VALIDATION_FAILED',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    ],
    ['OPERATION_UNKNOWN', 'query A { me { scopes } } query B { me { scopes } }'],
    ['WEBSOCKET_REQUIRED', 'subscription { inbox { cursor } }'],
    ['INVALID_INPUT', '{ player(id: "\\u0000") { name } }'],
    ['INVALID_INPUT', `{ checkMove(matchId: "x", move: ${'['.repeat(65)}${']'.repeat(65)}) { legal } }`],
    ['INVALID_INPUT', `{ checkMove(matchId: "x", move: ${'{ a: ['.repeat(100)}${'] }'.repeat(100)}) { legal } }`],
    ['INVALID_INPUT', `query ($m: JSON = ${'['.repeat(900)}${']'.repeat(900)}) { checkMove(matchId: "x", move: $m) { legal } }`],
  ])('%s (%#)', async (code, query) => {
    expect(await ask(query)).toMatchObject({ status: 400, code, data: undefined })
  })

  const list = (count: number, text: (n: number) => string): string => Array.from({ length: count }, (_, n) => text(n)).join(' ')
  /** As deep as validation lets lists of the schema hold each other. */
  const INTROSPECTION_UNDER_ALIASES = `{ __schema { ${list(8, (n) => `t${n}: types { ...T }`)} } }
    fragment T on __Type { ${list(8, (n) => `f${n}: fields { name type { ...P } }`)} }
    fragment P on __Type { ${list(8, (n) => `p${n}: possibleTypes { name description }`)} }`

  /** The same with the types of the fields in between, and as many aliases as there may be: 942 characters. */
  const TYPES_UNDER_ALIASES = `{ __schema { ${list(8, (n) => `t${n}: types { ...Ty }`)} } }
    fragment Ty on __Type { name description ${list(8, (n) => `f${n}: fields { ...F }`)} }
    fragment F on __Field { name description isDeprecated ${list(6, (n) => `y${n}: type { ...P }`)} }
    fragment P on __Type { name kind ${list(8, (n) => `p${n}: possibleTypes { name kind description }`)} }`

  test('an introspection query of 942 characters costs too much, for nobody in particular too', async () => {
    expect(TYPES_UNDER_ALIASES).toHaveLength(942)
    for (const by of [ask, asker(server.url)])
      expect(await by(TYPES_UNDER_ALIASES)).toMatchObject({ status: 400, code: 'QUERY_TOO_COSTLY', data: undefined })
  })

  test.each([
    ['an answer about the schema that aliases multiply', INTROSPECTION_UNDER_ALIASES],
    [
      'the same through __type',
      `{ ${list(30, (n) => `t${n}: __type(name: "MatchNotice") { possibleTypes { fields { name description isDeprecated type { name kind } } } }`)} }`,
    ],
    [
      'the same with a name that is not known yet',
      `query ($n: String!) { ${list(30, (n) => `t${n}: __type(name: $n) { fields { name args { name type { name ofType { name } } } } }`)} }`,
    ],
    ['a field that is asked for again and again', `{ ${list(400, () => 'me { scopes }')} }`],
    ['the same on several levels', `{ ${list(12, () => `me { ${list(12, () => 'player { id }')} }`)} }`],
    [
      'fragments that all hold each other',
      `{ ...F0 } ${list(30, (n) => `fragment F${n} on Query { ${list(30, (m) => `...F${m}`)} }`)}`,
    ],
    ['one list under many aliases', `{ ${list(30, (n) => `m${n}: matches(first: 100) { nodes { options } }`)} }`],
  ])('costs more than is allowed: %s', async (_, query) => {
    expect(await ask(query)).toMatchObject({ status: 400, code: 'QUERY_TOO_COSTLY', data: undefined })
  })

  test('a literal may have as many levels as a body', async () => {
    const move = `${'['.repeat(64)}${']'.repeat(64)}`
    expect(await ask(`{ checkMove(matchId: "x", move: ${move}) { legal } }`)).toMatchObject({ status: 200, code: 'NOT_FOUND' })
  })

  test('many fragments that hold each other are counted, not walked', async () => {
    const fragments = Array.from(
      { length: 40 },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ... on Query { ...F${n + 1} } }`,
    ).join(' ')
    const before = performance.now()
    expect(await ask(`{ ...F0 } ${fragments} fragment F40 on Query { games { id } }`)).toMatchObject({
      status: 400,
      code: 'QUERY_TOO_COSTLY',
    })
    expect(performance.now() - before).toBeLessThan(2000)
  })

  test('introspection, and a page of everything a client shows, stay within them', async () => {
    expect((await ask(getIntrospectionQuery())).errors).toBeUndefined()
    const page =
      'query ($n: Int) { matches(first: $n) { edges { cursor node { id game status version you seats { seat player { id name } } awaiting { seat decision } } } pageInfo { endCursor } } }'
    expect((await ask(page, { n: 50 })).errors).toBeUndefined()
  })
})

describe('short questions with long answers', () => {
  const BAD = { content: { deck: Array.from({ length: 200 }, () => ({ effects: Array.from({ length: 12 }, () => ({})) })) } }

  test('a literal is not repeated at length in what is said about it', async () => {
    const answer = await ask(`{ matches(first: "${'x'.repeat(50_000)}") { nodes { id } } }`)
    expect(answer).toMatchObject({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' })
    expect(JSON.stringify(answer.errors).length).toBeLessThan(1000)
  })

  test('nor is every place named where fields do not go together', async () => {
    const answer = await ask(`{ ${'games { id } '.repeat(50)} games: matches { nodes { id } } }`)
    expect(answer).toMatchObject({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' })
    expect(JSON.stringify(answer.errors).length).toBeLessThan(5 * 1000)
  })

  test('thirty matches with thousands of faults in their options', async () => {
    const fields = Array.from(
      { length: 30 },
      (_, n) => `a${n}: createMatch(input: { game: medievalRealms, seats: 2, options: $o }) { id }`,
    )
    const answer = await ask(`mutation ($o: JSON) { ${fields.join(' ')} }`, { o: BAD })
    expect(answer).toMatchObject({ status: 200, code: 'INVALID_OPTIONS' })
    expect(answer.errors).toHaveLength(30)
    expect(JSON.stringify(answer.errors).length).toBeLessThan(30 * 1000)
  })
})

describe('requests that are none', () => {
  test.each([
    ['BATCHING_OFF', 400, '[{"query":"{ games { id } }"}]'],
    ['INVALID_INPUT', 400, '{"query":1}'],
    ['INVALID_INPUT', 400, '{}'],
    ['INVALID_INPUT', 400, 'null'],
    ['INVALID_INPUT', 400, '{"query":"{ games { id } }","variables":[1]}'],
    ['INVALID_INPUT', 400, '{"query":'],
    ['BODY_TOO_LARGE', 413, JSON.stringify({ query: `#${'x'.repeat(70_000)}\n{ games { id } }` })],
  ])('%s with %d (%#)', async (code, status, body) => {
    expect(await post(server.url, body)).toMatchObject({ status, code })
  })

  test('another content type, and another method', async () => {
    expect(await post(server.url, '{ games { id } }', { 'content-type': 'application/graphql' })).toMatchObject({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    })
    expect((await fetch(`${server.url}/graphql?query={games{id}}`)).status).toBe(405)
  })

  test('variables that do not fit', async () => {
    const query = 'query ($id: ID!) { match(id: $id) { id } }'
    expect(await ask(query, {})).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
    expect(await ask(query, { id: { a: 1 } })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
    expect(await ask('query ($n: Int!) { matches(first: $n) { nodes { id } } }', { n: 1.5 })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    })
  })

  test('a variable with thousands of unknown fields gets a short answer, and pays for its length', async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '6000' }, databaseUrl: server.databaseUrl })
    const query = 'mutation ($x: MedievalRealmsCreateMatchInput!) { medievalRealmsCreateMatch(input: $x) { id } }'
    const card = Object.fromEntries(Array.from({ length: 6000 }, (_, key) => [`k${key}`, 1]))
    const answer = await asker(limited.url)(query, { x: { seats: 2, options: { content: { deck: [card] } } } })
    expect(answer).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
    expect(JSON.stringify(answer.errors).length).toBeLessThan(2500)
    expect(6000 - left(answer.headers)).toBeGreaterThan(25)
    await limited.close()
  })

  test('a long variable pays for each time that it is used', async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '6000' }, databaseUrl: server.databaseUrl })
    const fields = Array.from({ length: 30 }, (_, n) => `a${n}: checkMove(matchId: "x", move: $m) { legal }`)
    const { headers } = await asker(limited.url, token)(`query ($m: JSON!) { ${fields.join(' ')} }`, { m: 'x'.repeat(50_000) })
    expect(6000 - left(headers)).toBeGreaterThan((30 * 50_000) / 4096)
    await limited.close()
  })

  test('a page is paid for as long as it may be, and what is not found is given back: an empty one costs about what it costs by REST', async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '6000' }, databaseUrl: server.databaseUrl })
    const bearer = { authorization: `Bearer ${(await server.register('Una')).token}` }
    const used = async (query: string): Promise<number> => {
      const before = left((await fetch(`${limited.url}/v1/me`, { headers: bearer })).headers)
      const { headers, errors } = await post(limited.url, { query }, bearer)
      expect(errors).toBeUndefined()
      return before - left(headers)
    }
    const card =
      'id game status version seats { seat player { id name } } awaiting { seat decision deadline } clock { kind seconds } '
    const turns = (first: number) => `{ me { turns(first: ${first}, wait: 0) { ${card} } } }`
    // The first time a text is sent, it pays for its length.
    for (const query of [turns(100), turns(1)]) await used(query)
    expect(await used(turns(100))).toBe(2)
    expect(await used(turns(1))).toBe(2)
    const lists = `{ ${Array.from({ length: 30 }, (_, n) => `a${n}: matches(first: 1, filter: { seats: ${(n % 15) + 1} }) { nodes { id } }`).join(' ')} }`
    await used(lists)
    expect(await used(lists)).toBeGreaterThanOrEqual(30)
    const schema = '{ __schema { types { name fields { name } } } }'
    expect([await used(schema), await used(schema)].every((points) => points > 3)).toBe(true)
    await limited.close()
  })

  test('a long answer is paid for, and given though that was too much', async () => {
    const limited = await startApp({ env: { RATE_LIMIT: '50' }, databaseUrl: server.databaseUrl })
    const texts = (count: number) =>
      `{ games { rulesText ${Array.from({ length: count }, (_, n) => `a${n}: rulesText`).join(' ')} } }`
    const by = asker(limited.url, token)
    const long = await by(texts(20))
    expect(long).toMatchObject({ status: 200, code: undefined })
    expect(left(long.headers)).toBe(0)
    expect(await by('{ games { id } }')).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    const tooLong = await asker(limited.url)(texts(30))
    expect([tooLong.code, left(tooLong.headers)]).toEqual(['ANSWER_TOO_LONG', 0])
    await limited.close()
  })

  test('ids of nothing are not found', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000'])
      expect(await ask('query ($id: ID!) { match(id: $id) { id } }', { id })).toMatchObject({
        code: undefined,
        data: { match: null },
      })
    const input = { matchId: 'x', move: {} }
    expect(
      await ask('mutation ($input: SubmitMoveInput!) { submitMove(input: $input) { __typename } }', { input }),
    ).toMatchObject({ told: 404, code: 'NOT_FOUND', data: { submitMove: null } })
  })
})

describe('tokens', () => {
  test('a bad one is refused before anything is run; none is a stranger', async () => {
    for (const bad of ['chy_nonsense', 'x y'])
      expect(await asker(server.url, bad)('{ games { id } }')).toMatchObject({ status: 401, code: 'TOKEN_INVALID' })
    expect(await post(server.url, { query: '{ games { id } }' }, { authorization: 'Basic YTpi' })).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
    })
    const stranger = await asker(server.url)('mutation { kingdomsCreateMatch(input: { seats: 2 }) { id } }')
    expect(stranger).toMatchObject({ told: 401, code: 'TOKEN_REQUIRED', data: { kingdomsCreateMatch: null } })
    expect(stranger.headers.get('www-authenticate')).toContain('Bearer')
  })

  test('part of an answer is an answer', async () => {
    const { status, data, code } = await ask('{ games { id } checkMove(matchId: "x", move: {}) { legal } }')
    expect({ status, code, check: data.checkMove, games: data.games.length > 0 }).toEqual({
      status: 200,
      code: 'NOT_FOUND',
      check: null,
      games: true,
    })
  })
})

test('GraphiQL is served with a policy that runs nothing but itself', async () => {
  const response = await fetch(`${server.url}/graphiql`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('GraphiQL')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})
