import { readFileSync } from 'node:fs'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startApp } from '../support/app.js'
import { type Ask, asker, documented, type Example, subscriber } from './graphql.js'

let server: Awaited<ReturnType<typeof startApp>>
let anne: Ask
let ben: Ask
let cleo: Ask
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await startApp()
  for (const name of ['Anne', 'Ben', 'Cleo']) tokens[name] = (await server.register(name)).token
  anne = asker(server.url, tokens.Anne)
  ben = asker(server.url, tokens.Ben)
  cleo = asker(server.url, tokens.Cleo)
})
afterAll(() => server.close())

const CREATE =
  'mutation ($input: KingdomsCreateMatchInput!) { kingdomsCreateMatch(input: $input) { id status you commitment invitation visibility options } }'
const JOIN = 'mutation ($input: JoinMatchInput!) { joinMatch(input: $input) { id status you version } }'
const MOVES =
  'query ($id: ID!) { match(id: $id) { version status awaiting { seat since } legalMoves { total moves { move label } next } } }'
const SUBMIT = `mutation ($input: SubmitMoveInput!) { submitMove(input: $input) {
  __typename ... on MoveAccepted { game version head status text notices { __typename } match { version } } ... on MoveRefused { code message version } } }`
const CASTLE = `mutation ($input: KingdomsPlaceCastleInput!) { kingdomsPlaceCastle(input: $input) {
  __typename ... on MoveAccepted { version head notices { __typename ... on KingdomsCastlePlaced { type seat rank row column } } } ... on MoveRefused { code version } } }`

/** A running match in which Anne, at seat 0, begins. */
async function started(): Promise<string> {
  const { data } = await anne(CREATE, { input: { seats: 2, options: { starter: 'seat0' } } })
  const id = data.kingdomsCreateMatch.id as string
  await ben(JOIN, { input: { matchId: id } })
  return id
}

describe('the page docs/graphql.md', () => {
  const examples = documented()
  const known: Record<string, unknown> = {}
  const fill = (variables: Example['variables']) =>
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        typeof value === 'string' && /^<\w+>$/.test(value) ? known[value] : value,
      ]),
    )

  test('has queries of every kind', () => {
    expect(examples.length).toBeGreaterThan(15)
  })

  test.each(examples)('$name works as printed', async ({ name, query, variables }) => {
    if (query.startsWith('subscription')) return expect(await firstOf(query, fill(variables), tokens.Anne)).toHaveProperty('data')
    const ask = ['Join', 'Castle', 'MyTurns'].includes(name) ? ben : anne
    const { status, data, errors } = await ask(query, fill(variables))
    expect({ status, errors }).toEqual({ status: 200, errors: undefined })
    if (name === 'Create') known['<match>'] = data.kingdomsCreateMatch.id
    if (name === 'Moves')
      Object.assign(known, { '<move>': data.match.legalMoves.moves[0].move, '<version>': data.match.legalMoves.version })
    if (name === 'MyTurn')
      Object.assign(known, { '<move>': data.match.legalMoves.moves[0].move, '<version>': data.match.version })
    if (name === 'PlayOn') expect(data.submitMove.match).toMatchObject({ yourTurn: false, legalMoves: { moves: [] } })
    if (name === 'PlayOnAsJson')
      expect(data.submitMove.json).toMatchObject({
        yourTurn: false,
        text: [expect.any(String), expect.any(String)],
        view: { epoch: 1 },
      })
    if (name === 'PlaySeveral')
      expect(data.submitMoves).toMatchObject([{ version: 4 }, { __typename: 'MoveProblem', code: 'NOT_FOUND' }])
    if (name === 'MyTurns') expect(data.me.turns[0].legalMoves.moves.length).toBeGreaterThan(0)
    if (name === 'Play') expect(data.submitMove.__typename).toBe('MoveAccepted')
    if (name === 'Castle') expect(data.kingdomsPlaceCastle.version).toBeGreaterThan(0)
  })

  test('the example of a WebSocket does what it says', async () => {
    const page = readFileSync('docs/graphql.md', 'utf8')
    const [, example = ''] = /## Over a WebSocket[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? []
    expect(example).toContain('client.iterate(')
    const id = await started()
    const told: unknown[] = []
    const code = example.replace('ws://127.0.0.1:3000', server.url.replace('http', 'ws'))
    const run = new Function('createClient', 'WebSocket', 'token', 'id', 'console', `return (async () => { ${code} })()`)
    await run(createClient, WebSocket, tokens.Anne, id, { log: (one: unknown) => told.push(one) })
    expect(told).toEqual([{ version: 2, text: expect.arrayContaining([expect.any(String)]) }])
  })

  async function firstOf(query: string, variables: Record<string, unknown>, token?: string) {
    if (query.includes('inbox')) await started()
    const client = subscriber(server.url, token)
    const results = client.iterate({ query, variables })
    const { value } = await results.next()
    await results.return?.(undefined)
    await client.dispose()
    return value
  }
})

describe('playing', () => {
  test('a typed move answers with typed notices', async () => {
    const matchId = await started()
    const { data } = await anne(CASTLE, {
      input: { matchId, rank: 1, row: 2, column: 3, expectedVersion: null, idempotencyKey: null },
    })
    expect(data.kingdomsPlaceCastle).toMatchObject({ __typename: 'MoveAccepted', head: expect.any(String) })
    expect(data.kingdomsPlaceCastle.notices[0]).toEqual({
      __typename: 'KingdomsCastlePlaced',
      type: 'CastlePlaced',
      seat: 0,
      rank: 1,
      row: 2,
      column: 3,
    })
  })

  test('a refused move is an answer with the code of the rule', async () => {
    const matchId = await started()
    const { status, data } = await ben(CASTLE, { input: { matchId, rank: 1, row: 2, column: 3 } })
    expect(status).toBe(200)
    expect(data.kingdomsPlaceCastle).toEqual({ __typename: 'MoveRefused', code: 'NOT_YOUR_TURN', version: expect.any(Number) })
  })

  test('bounds that GraphQL cannot say are refused by the game', async () => {
    const matchId = await started()
    for (const field of [{ row: 0 }, { row: 99 }, { rank: 5 }]) {
      const { data } = await anne(CASTLE, { input: { matchId, rank: 1, row: 2, column: 3, ...field } })
      expect(data.kingdomsPlaceCastle.code).toBe('MALFORMED_MOVE')
    }
    const { data } = await anne(SUBMIT, { input: { matchId, move: { type: 'placeCastle', extra: [] } } })
    expect(data.submitMove.code).toBe('MALFORMED_MOVE')
  })

  test('a retry with the same key is answered alike and played once; another request with it is an error', async () => {
    const matchId = await started()
    const input = { matchId, rank: 1, row: 1, column: 1, idempotencyKey: 'k1' }
    const first = await anne(CASTLE, { input })
    const second = await anne(CASTLE, { input })
    expect(second.data).toEqual(first.data)
    const other = await anne(CASTLE, { input: { ...input, row: 2 } })
    expect(other).toMatchObject({ told: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('a stale version is refused', async () => {
    const matchId = await started()
    await anne(CASTLE, { input: { matchId, rank: 1, row: 1, column: 1 } })
    const { data } = await ben(CASTLE, { input: { matchId, rank: 1, row: 2, column: 2, expectedVersion: 1 } })
    expect(data.kingdomsPlaceCastle.code).toBe('STALE_VERSION')
  })

  test('checkMove tells legality and changes nothing', async () => {
    const id = await started()
    const CHECK =
      'query ($id: ID!, $move: JSON!) { checkMove(matchId: $id, move: $move) { legal refusal { code } } match(id: $id) { version } }'
    const legal = await anne(CHECK, { id, move: { type: 'placeCastle', rank: 1, row: 1, column: 1 } })
    expect(legal.data).toEqual({ checkMove: { legal: true, refusal: null }, match: { version: 1 } })
    const illegal = await ben(CHECK, { id, move: { type: 'drawTile' } })
    expect(illegal.data).toEqual({ checkMove: { legal: false, refusal: { code: 'NOT_YOUR_TURN' } }, match: { version: 1 } })
  })
})

describe('matches', () => {
  test('generic creation takes options as JSON, and bad ones are INVALID_INPUT', async () => {
    const CREATE_ANY = 'mutation ($input: CreateMatchInput!) { createMatch(input: $input) { game options seatCount you } }'
    const made = await anne(CREATE_ANY, { input: { game: 'kingdoms', seats: 3, options: { noLuck: true }, join: false } })
    expect(made.data.createMatch).toMatchObject({ game: 'kingdoms', seatCount: 3, you: null, options: { noLuck: true } })
    for (const input of [
      { game: 'kingdoms', seats: 99 },
      { game: 'kingdoms', seats: 2, options: { nonsense: 1 } },
      { game: 'chess', seats: 2 },
    ]) {
      const { status, told = status, code } = await anne(CREATE_ANY, { input })
      expect([told, code]).not.toContain('INTERNAL')
      expect(told).toBeGreaterThanOrEqual(400)
      expect(told).toBeLessThan(500)
    }
  })

  test('creating and joining with a key act once', async () => {
    const input = { seats: 2, idempotencyKey: 'create-once' }
    const [a, b] = [await anne(CREATE, { input }), await anne(CREATE, { input })]
    expect(b.data.kingdomsCreateMatch.id).toBe(a.data.kingdomsCreateMatch.id)
  })

  test('a private match is joined by its code and hidden from strangers', async () => {
    const { data } = await anne(CREATE, { input: { seats: 2, visibility: 'private' } })
    const { id, invitation } = data.kingdomsCreateMatch
    const unseen = { status: 200, code: undefined, data: { match: null } }
    expect(await cleo('query ($id: ID!) { match(id: $id) { id } }', { id })).toMatchObject(unseen)
    expect((await ben(JOIN, { input: { matchId: id, invitation } })).data.joinMatch).toMatchObject({ status: 'running', you: 1 })
    expect(await cleo(MOVES, { id })).toMatchObject(unseen)
  })

  test('lists are Relay connections: cursors go on exactly where they stand', async () => {
    for (let n = 0; n < 3; n++) await cleo(CREATE, { input: { seats: 2 } })
    const LIST = `query ($first: Int, $after: String) { matches(filter: { mine: true }, first: $first, after: $after) {
      edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
    const all = (await cleo(LIST, { first: 100 })).data.matches
    const one = (await cleo(LIST, { first: 1 })).data.matches
    const rest = (await cleo(LIST, { first: 100, after: one.pageInfo.endCursor })).data.matches
    expect(one.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    expect([...one.nodes, ...rest.nodes]).toEqual(all.nodes)
    const afterFirst = (await cleo(LIST, { after: all.edges[0].cursor })).data.matches
    expect(afterFirst.nodes).toEqual(rest.nodes)
    for (const first of [0, -1, 101]) expect(await cleo(LIST, { first })).toMatchObject({ told: 400, code: 'INVALID_INPUT' })
    expect(await cleo(LIST, { after: 'nonsense' })).toMatchObject({ told: 400, code: 'INVALID_INPUT' })
  })

  test('views are those of the seat; the past can be seen, the future not', async () => {
    const id = await started()
    const VIEW =
      'query ($id: ID!, $at: Int) { match(id: $id) { view(at: $at) { ... on KingdomsView { startTile secrets { bag { count } } } } } }'
    const mine = (await anne(VIEW, { id })).data.match.view
    const spectators = (await cleo(VIEW, { id })).data.match.view
    expect(mine.startTile).not.toBeNull()
    expect([spectators.startTile, mine.secrets]).toEqual([null, null])
    expect((await anne(VIEW, { id, at: 0 })).data.match.view.startTile).toBeNull()
    expect(await anne(VIEW, { id, at: 99 })).toMatchObject({ code: 'VERSION_AHEAD' })
    expect(await anne(VIEW, { id, at: -1 })).toMatchObject({ code: 'INVALID_INPUT' })
    const REFEREE = 'query ($id: ID!) { match(id: $id) { view(referee: true) { __typename } } }'
    expect(await cleo(REFEREE, { id })).toMatchObject({ code: 'SCOPE_MISSING' })
  })

  test('notices come in pages', async () => {
    const id = await started()
    await anne(CASTLE, { input: { matchId: id, rank: 1, row: 1, column: 1 } })
    const PAGE =
      'query ($id: ID!, $after: Int) { match(id: $id) { notices(first: 1, after: $after) { items { version text notices { __typename } } next hasMore } } }'
    const first = (await anne(PAGE, { id })).data.match.notices
    expect(first).toMatchObject({ next: 1, hasMore: true, items: [{ version: 1 }] })
    const second = (await anne(PAGE, { id, after: first.next })).data.match.notices
    expect(second).toMatchObject({ next: 2, hasMore: false, items: [{ version: 2 }] })
  })
})

describe('players', () => {
  test('tokens are issued with less, and revoked', async () => {
    const ISSUE = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { id token scopes } }'
    const { data } = await cleo(ISSUE, { input: { scopes: ['read'] } })
    const reader = asker(server.url, data.issueToken.token)
    expect((await reader('{ me { player { name } scopes } }')).data.me).toEqual({ player: { name: 'Cleo' }, scopes: ['read'] })
    expect(await reader(CREATE, { input: { seats: 2 } })).toMatchObject({ told: 403, code: 'SCOPE_MISSING' })
    expect((await cleo('mutation ($id: ID!) { revokeToken(id: $id) }', { id: data.issueToken.id })).data).toEqual({
      revokeToken: true,
    })
    expect(await reader('{ me { scopes } }')).toMatchObject({ status: 401, code: 'TOKEN_REVOKED' })
    expect(await cleo('mutation { revokeToken(id: "x") }')).toMatchObject({ told: 404, code: 'NOT_FOUND' })
  })

  test('me asks for the scope read, as REST does', async () => {
    const { data } = await cleo('mutation { issueToken(input: { scopes: [play] }) { token } }')
    const blind = asker(server.url, data.issueToken.token)
    expect(await blind('{ me { player { name } scopes } }')).toMatchObject({
      told: 403,
      code: 'SCOPE_MISSING',
      data: { me: null },
    })
  })

  test('anyone may look up a player, and be nobody', async () => {
    const nobody = asker(server.url)
    const { data } = await anne('{ me { player { id } } }')
    expect((await nobody('query ($id: ID!) { player(id: $id) { name } me { scopes } }', { id: data.me.player.id })).data).toEqual(
      { player: { name: 'Anne' }, me: null },
    )
    expect((await nobody('{ player(id: "x") { name } game(id: "chess") { name } match(id: "x") { id } }')).data).toEqual({
      player: null,
      game: null,
      match: null,
    })
  })
})

describe('content of one’s own', () => {
  const made = (mutation: string, options: object) =>
    anne(
      `mutation ($input: ${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!) { made: ${mutation}(input: $input) { id } }`,
      { input: { seats: 2, options } },
    )
  const countryMarkers = (lower: number) => {
    const pair = { higher: 9, lower }
    return { france: pair, germanStates: pair, britain: pair, spain: pair }
  }

  test('sound figures are played with', async () => {
    const { data } = await made('royalsCreateMatch', { starter: 'seat0', content: { countryMarkers: countryMarkers(3) } })
    await ben(JOIN, { input: { matchId: data.made.id } })
    const query = 'query ($id: ID!) { match(id: $id) { view { ... on RoyalsView { countryMarkers { country higher lower } } } } }'
    const { match } = (await anne(query, { id: data.made.id })).data
    expect(match.view.countryMarkers[3]).toEqual({ country: 'spain', higher: 9, lower: 3 })
  })

  test.each([
    ['royalsCreateMatch', { countryMarkers: countryMarkers(9) }, 'The lower marker must be worth less than the higher one.'],
    [
      'medievalRealmsCreateMatch',
      { lands: [{ land: 1, rewards: [{ resource: 'gold', amount: 1 }] }] },
      'the map has the lands 1 to 10, each once',
    ],
  ])('a fault in it is refused with its place: %s', async (mutation, content, words) => {
    const { errors } = await made(mutation, { content })
    expect(errors?.[0]?.message).toContain(words)
  })
})
