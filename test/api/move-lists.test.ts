/** Several moves in one request, by REST and by GraphQL: each is made by the one write path and answered in its place, whatever becomes of the others. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapesOf } from '../../src/api/rest/shapes.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import { layWire } from '../log/wire.js'
import { startApp, type TestApp } from '../support/app.js'
import { freshDatabase } from '../support/database.js'
import { asker } from './graphql.js'
import { type Call, caller } from './rest.js'

const METRICS_TOKEN = 'figures-'.repeat(4)
let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '5000', METRICS_TOKEN } })
})
afterAll(() => app.close())

interface Someone {
  readonly token: string
  readonly rest: Call
}
let names = 0
async function newcomer(at: TestApp = app): Promise<Someone> {
  const { token } = await at.register(`Newcomer ${++names} ${randomUUID().slice(0, 8)}`)
  return { token, rest: caller(at.url, token) }
}
const newcomers = async (): Promise<[Someone, Someone]> => [await newcomer(), await newcomer()]

/** Running matches of Kingdoms in which the first of the two begins. */
const begun = (count: number, players: readonly Someone[], more: object = {}): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const made = await itemAt(players, 0).rest('POST', '/v1/matches', {
        game: 'kingdoms',
        seats: 2,
        options: { starter: 'seat0' },
        ...more,
      })
      await itemAt(players, 1).rest('POST', `/v1/matches/${made.body.id}/join`, { invitation: made.body.invitation ?? undefined })
      return made.body.id
    }),
  )

const castle = (column = 1, row = 1) => ({ type: 'placeCastle', rank: 1, row, column })
const DRAW = { type: 'drawTile' }
const tile = (column: number) => ({ type: 'placeTile', row: 5, column })

interface Sent {
  readonly match: unknown
  readonly move?: unknown
  readonly expectedVersion?: unknown
  readonly idempotencyKey?: unknown
}

/** What was told of one move, whichever way it was sent. */
interface Item {
  readonly code?: string
  readonly version?: number
  readonly head?: string
  readonly errors?: readonly object[]
  readonly [field: string]: unknown
}

interface Answer {
  readonly items: readonly Item[]
  /** Of the request as a whole, if it was not served. */
  readonly code: string | undefined
  readonly left: number
}

type Send = (token: string | undefined, moves: readonly Sent[], url?: string) => Promise<Answer>

const left = (headers: Headers): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
const { MoveList } = shapesOf(games)

const byRest: Send = async (token, moves, url = app.url) => {
  const { status, body, headers } = await caller(url, token)('POST', '/v1/moves', { moves })
  if (status === 200) expect(MoveList.safeParse(body).error).toBeUndefined()
  const items =
    status === 200 ? body.items.map(({ detail, ...item }: Item) => (item.code ? { ...item, message: detail } : item)) : []
  return { items, code: status === 200 ? undefined : body.code, left: left(headers) }
}

const SUBMIT = `mutation ($inputs: [SubmitMoveInput!]!) { submitMoves(inputs: $inputs) { __typename
  ... on MoveAccepted { game version head status yourTurn text awaiting { seat decision since deadline } }
  ... on MoveRefused { code message version errors { path message } }
  ... on MoveProblem { code message retryAfter errors { path message } } } }`

const byGraphql: Send = async (token, moves, url = app.url) => {
  const inputs = moves.map(({ match, ...move }) => ({ matchId: match, ...move }))
  const { data, code, headers } = await asker(url, token)(SUBMIT, { inputs })
  const items = (data?.submitMoves ?? []).map((item: object) =>
    Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null && name !== '__typename')),
  )
  return { items, code, left: left(headers) }
}

const ACCEPTED = { version: expect.any(Number), head: expect.stringMatching(/^[0-9a-f]{64}$/), status: 'running' }
const versionOf = async ({ rest }: Someone, match: string): Promise<number> =>
  (await rest('GET', `/v1/matches/${match}`)).body.version

describe.each([
  ['REST', byRest],
  ['GraphQL', byGraphql],
])('by %s', (_, send) => {
  test('moves of many matches are answered in the order asked, and written together', { timeout: 60_000 }, async () => {
    const [anne, ben] = await newcomers()
    const ids = await begun(100, [anne, ben])
    const written = async (): Promise<number> => {
      const { body } = await caller(app.url, METRICS_TOKEN)('GET', '/metrics')
      return Number(/^chancery_append_batch_entries_count (\d+)/m.exec(body)?.[1])
    }
    const before = await written()
    // Every tenth is drawn instead: the answers differ, and so tell their order.
    const moves = ids.map((match, index) => ({ match, move: index % 10 === 3 ? DRAW : castle(1 + (index % 6), 1 + (index % 5)) }))
    const { items } = await send(anne.token, moves)
    expect(items).toHaveLength(100)
    for (const [index, item] of items.entries()) {
      expect(item).toMatchObject({ ...ACCEPTED, version: 2, yourTurn: index % 10 === 3 })
      const { body } = await anne.rest('GET', `/v1/matches/${ids[index]}/notices?after=1`)
      expect(body.items).toMatchObject([{ version: 2, head: item.head, text: item.text }])
    }
    expect((await written()) - before).toBeLessThan(10)
  })

  test('moves of one match are made one after the other, each judged after the one before', async () => {
    const [anne, ben] = await newcomers()
    const [one = '', other = ''] = await begun(2, [anne, ben])
    const { items } = await send(anne.token, [
      { match: one, move: DRAW, expectedVersion: 1 },
      { match: other, move: castle() },
      { match: one, move: tile(2), expectedVersion: 2 },
      { match: one, move: castle() },
    ])
    expect(items).toMatchObject([
      { ...ACCEPTED, version: 2, yourTurn: true },
      { ...ACCEPTED, version: 2, yourTurn: false },
      { ...ACCEPTED, version: 3, yourTurn: false },
      { code: 'NOT_YOUR_TURN', version: 3 },
    ])
  })

  test('a version that is expected of the move before refuses what follows a refused one', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const { items } = await send(anne.token, [
      { match, move: tile(2), expectedVersion: 1 },
      { match, move: castle(), expectedVersion: 2 },
      { match, move: castle(), expectedVersion: 1 },
    ])
    expect(items).toMatchObject([
      { code: 'NO_DRAWN_TILE', version: 1 },
      { code: 'STALE_VERSION', version: 1 },
      { ...ACCEPTED, version: 2 },
    ])
  })

  test('one key twice in a request plays once and is answered alike; for another move it is refused', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const sent = { match, move: castle(), expectedVersion: 1, idempotencyKey: 'once' }
    const { items } = await send(anne.token, [sent, sent, { ...sent, move: castle(2) }])
    expect(items[0]).toMatchObject({ ...ACCEPTED, version: 2 })
    expect(items[1]).toEqual(items[0])
    expect(items[2]).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await versionOf(anne, match)).toBe(2)
  })

  test('a request that is repeated with its keys is answered as before and plays nothing twice', async () => {
    const [anne, ben] = await newcomers()
    const ids = await begun(4, [anne, ben])
    const moves = ids.map((match, index) => ({
      match,
      move: index === 2 ? tile(1) : castle(),
      expectedVersion: 1,
      idempotencyKey: `k${index}`,
    }))
    const first = await send(anne.token, moves)
    await Promise.all(ids.slice(0, 2).map((id) => ben.rest('POST', `/v1/matches/${id}/moves`, castle(6, 5))))
    const again = await send(anne.token, moves)
    expect(again.items).toEqual(first.items)
    expect(first.items.map(({ code }) => code)).toEqual([undefined, undefined, 'NO_DRAWN_TILE', undefined])
    expect(await Promise.all(ids.map((id) => versionOf(anne, id)))).toEqual([3, 3, 1, 2])
  })

  test('a private match is not there for strangers, a public one has no seat for them, and their own is played', async () => {
    const [anne, ben] = await newcomers()
    const stranger = await newcomer()
    const [hidden = ''] = await begun(1, [anne, ben], { visibility: 'private' })
    const [open = ''] = await begun(1, [anne, ben])
    const [own = ''] = await begun(1, [stranger, ben])
    const { items } = await send(
      stranger.token,
      [hidden, open, randomUUID(), own].map((match) => ({ match, move: castle() })),
    )
    expect(items.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_SEATED', 'NOT_FOUND', undefined])
    // Not by a word is a match that is hidden another than one that is not there.
    expect(items[0]).toEqual(items[2])
    expect(await versionOf(anne, hidden)).toBe(1)
  })

  test('a match that has not begun or is over says so, and harms no other', async () => {
    const [anne, ben] = await newcomers()
    const [over = '', running = ''] = await begun(2, [anne, ben])
    await ben.rest('POST', `/v1/matches/${over}/leave`)
    const { body: waiting } = await anne.rest('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })
    const { items } = await send(
      anne.token,
      [waiting.id, over, running].map((match) => ({ match, move: castle() })),
    )
    expect(items.map(({ code }) => code)).toEqual(['NOT_STARTED', 'MATCH_OVER', undefined])
  })

  test('whoever may not play is refused as a whole', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const { body } = await anne.rest('POST', '/v1/me/tokens', { scopes: ['read'] })
    const moves = [{ match, move: castle() }]
    expect((await send(body.token, moves)).code).toBe('SCOPE_MISSING')
    expect((await send(undefined, moves)).code).toBe('TOKEN_REQUIRED')
    expect((await send('chy_wrong', moves)).code).toBe('TOKEN_INVALID')
    expect(await versionOf(anne, match)).toBe(1)
  })

  test('there are 1 to 100 moves in a request; of more none is made', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const moves = Array.from({ length: 101 }, () => ({ match, move: castle() }))
    expect((await send(anne.token, moves)).code).toBe('INVALID_INPUT')
    expect((await send(anne.token, [])).code).toBe('INVALID_INPUT')
    expect(await versionOf(anne, match)).toBe(1)
    const { items } = await send(anne.token, moves.slice(1))
    expect(items.map(({ code }) => code)).toEqual([undefined, ...Array(99).fill('NOT_YOUR_TURN')])
  })

  test('each move costs a point, whatever becomes of it; without enough of them none is made', async () => {
    const [anne, ben] = await newcomers()
    const [match = '', other = ''] = await begun(2, [anne, ben])
    const refusedOnes = (count: number) => Array.from({ length: count }, () => ({ match, move: DRAW, expectedVersion: 0 }))
    // The first time a text is sent, it pays for its length.
    await send(anne.token, refusedOnes(1))
    const points = async (count: number): Promise<number> => {
      const before = left((await anne.rest('GET', '/v1/me')).headers)
      return before - (await send(anne.token, refusedOnes(count))).left
    }
    expect([await points(1), await points(2), await points(16)]).toEqual([1, 2, 16])
    // A long list pays for its length as well, as any body does.
    const hundred = await points(100)
    expect(hundred).toBeGreaterThanOrEqual(100)
    expect(hundred).toBeLessThan(115)
    const ping = `/v1/me/webhooks/${randomUUID()}/ping`
    while (left((await anne.rest('POST', ping)).headers) > 90);
    const moves = [{ match: other, move: castle() }, ...refusedOnes(99)]
    expect((await send(anne.token, moves)).code).toBe('RATE_LIMITED')
    expect(await versionOf(ben, other)).toBe(1)
  })
})

describe('what is wrong with an item is told in its place', () => {
  test('by REST, of every kind', async () => {
    const [anne, ben] = await newcomers()
    const [match = '', other = '', last = ''] = await begun(3, [anne, ben])
    const wrong: [unknown, string, string?][] = [
      [null, 'INVALID_INPUT', ''],
      ['move', 'INVALID_INPUT', ''],
      [[], 'INVALID_INPUT', ''],
      [{}, 'INVALID_INPUT', 'match'],
      [{ match: 7, move: castle() }, 'INVALID_INPUT', 'match'],
      [{ match: 'not an id', move: castle() }, 'NOT_FOUND'],
      [{ match: match.toUpperCase(), move: castle() }, 'NOT_FOUND'],
      [{ match: '__proto__', move: castle() }, 'NOT_FOUND'],
      [{ match }, 'INVALID_INPUT', 'move'],
      [{ match, move: null }, 'MALFORMED_MOVE', ''],
      [{ match, move: 'drawTile' }, 'MALFORMED_MOVE', ''],
      [{ match, move: { type: 'fly' } }, 'MALFORMED_MOVE', 'type'],
      [{ match, move: { ...castle(), rank: 9 } }, 'MALFORMED_MOVE', 'rank'],
      [{ match, move: castle(), expectedVersion: -1 }, 'INVALID_INPUT', 'expectedVersion'],
      [{ match, move: castle(), expectedVersion: 1.5 }, 'INVALID_INPUT', 'expectedVersion'],
      [{ match, move: castle(), expectedVersion: '1' }, 'INVALID_INPUT', 'expectedVersion'],
      [{ match, move: castle(), idempotencyKey: 'with a space' }, 'INVALID_INPUT', 'idempotencyKey'],
      [{ match, move: castle(), idempotencyKey: 'x'.repeat(201) }, 'INVALID_INPUT', 'idempotencyKey'],
      [{ match, move: castle(), game: 'kingdoms' }, 'INVALID_INPUT', ''],
    ]
    const moves = [{ match: other, move: castle() }, ...wrong.map(([item]) => item), { match: last, move: castle() }]
    const { status, body } = await anne.rest('POST', '/v1/moves', { moves })
    expect(status).toBe(200)
    expect(MoveList.safeParse(body).error).toBeUndefined()
    const [first, ...told] = body.items
    expect([first, told.pop()]).toMatchObject([{ version: 2 }, { version: 2 }])
    for (const [index, [item, code, path]] of wrong.entries()) {
      expect([item, told[index].code, told[index].errors?.[0]?.path]).toEqual([item, code, path])
      expect(told[index]).toMatchObject({
        type: `urn:chancery:problem:${code.toLowerCase().replaceAll('_', '-')}`,
        title: expect.any(String),
        detail: expect.any(String),
        status: { INVALID_INPUT: 400, NOT_FOUND: 404, MALFORMED_MOVE: 422 }[code],
        instance: '/v1/moves',
      })
    }
    expect(await versionOf(anne, match)).toBe(1)
  })

  test('by GraphQL, all that its types do not refuse; those it refuses as a whole', async () => {
    const [anne, ben] = await newcomers()
    const [match = '', other = ''] = await begun(2, [anne, ben])
    const { items } = await byGraphql(anne.token, [
      { match: 'not an id', move: castle() },
      { match, move: 'drawTile' },
      { match, move: castle(), expectedVersion: -1 },
      { match, move: castle(), idempotencyKey: 'with a space' },
      { match: other, move: castle(), expectedVersion: null, idempotencyKey: null },
    ])
    expect(items).toMatchObject([
      { code: 'NOT_FOUND', message: 'There is no such match.' },
      { code: 'MALFORMED_MOVE', version: 1, errors: [{ path: '' }] },
      { code: 'INVALID_INPUT', errors: [{ path: 'expectedVersion' }] },
      { code: 'INVALID_INPUT', errors: [{ path: 'idempotencyKey' }] },
      ACCEPTED,
    ])
    expect(
      (
        await byGraphql(anne.token, [
          { match, move: castle() },
          { match, move: castle(), expectedVersion: '1' },
        ])
      ).code,
    ).toBe('BAD_USER_INPUT')
    expect(await versionOf(anne, match)).toBe(1)
  })

  test('the list itself is refused as a whole', async () => {
    const { rest } = await newcomer()
    for (const body of [{}, { moves: {} }, { moves: [] }, [], { moves: [{}], include: 'view' }]) {
      const { status, body: told } = await rest('POST', '/v1/moves', body)
      expect([body, status, told.code]).toEqual([body, 400, 'INVALID_INPUT'])
    }
    expect((await rest('POST', '/v1/moves', { moves: [{ match: 'x'.repeat(65_536) }] })).status).toBe(413)
    expect((await rest('POST', '/v1/moves?include=secret', { moves: [{}] })).body.code).toBe('INVALID_INPUT')
  })
})

test('REST and GraphQL say the same of the same moves, in the words of a single move', async () => {
  const [anne, ben] = await newcomers()
  const moves = async (): Promise<Sent[]> => {
    const [one = '', two = '', three = ''] = await begun(3, [anne, ben])
    return [
      { match: one, move: castle(), expectedVersion: 1, idempotencyKey: 'a' },
      { match: one, move: castle(2), expectedVersion: 1 },
      { match: two, move: tile(1) },
      { match: randomUUID(), move: castle() },
      { match: three, move: { type: 'fly' } },
      { match: three, move: castle(), expectedVersion: -1 },
    ]
  }
  const alike = ({ items }: Answer) =>
    items.map(({ code, message, version, status, text, awaiting, errors }) =>
      code ? { code, message, version, errors } : { version, status, text, awaiting },
    )
  const rest = alike(await byRest(anne.token, await moves()))
  expect(alike(await byGraphql(anne.token, await moves()))).toEqual(rest)
  const alone = await Promise.all(
    (await moves()).slice(2, 5).map(async ({ match, move }) => {
      const { body } = await anne.rest('POST', `/v1/matches/${match}/moves`, move)
      return { code: body.code, message: body.detail, version: body.version, errors: body.errors }
    }),
  )
  expect(rest.slice(2, 5)).toEqual([alone[0], { ...alone[1] }, alone[2]])
})

describe('what is included', () => {
  test('is what a single move would carry, and nothing where a move is refused', async () => {
    const [anne, ben] = await newcomers()
    const [one = '', two = '', alone = ''] = await begun(3, [anne, ben])
    const moves = [
      { match: one, move: castle() },
      { match: one, move: castle() },
      { match: two, move: DRAW },
    ]
    const { body } = await anne.rest('POST', '/v1/moves?include=view,legalMoves', { moves })
    expect(MoveList.safeParse(body).error).toBeUndefined()
    const single = await anne.rest('POST', `/v1/matches/${alone}/moves?include=view,legalMoves`, castle())
    expect(Object.keys(body.items[0])).toEqual(Object.keys(single.body))
    const { view, legalMoves } = (await anne.rest('GET', `/v1/matches/${one}?include=view,legalMoves`)).body
    expect(body.items[0]).toMatchObject({ view, legalMoves })
    expect(body.items[1]).toMatchObject({ code: 'NOT_YOUR_TURN' })
    expect(body.items[1]).not.toHaveProperty('view')
    expect(body.items[2]).toMatchObject({ version: 2, view: { turn: 0 }, legalMoves: { version: 2, decision: 'placeDrawnTile' } })
  })

  test('each move of one match carries its own version', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const moves = [DRAW, tile(3)].map((move) => ({ match, move }))
    const { body } = await anne.rest('POST', '/v1/moves?include=legalMoves', { moves })
    expect(body.items).toMatchObject([
      { version: 2, legalMoves: { version: 2, decision: 'placeDrawnTile' } },
      { version: 3, legalMoves: { version: 3, decision: null } },
    ])
  })

  test('needs the scope read, and is asked for before anything is played', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const { body } = await anne.rest('POST', '/v1/me/tokens', { scopes: ['play'] })
    const blind = caller(app.url, body.token)
    const moves = [{ match, move: castle() }]
    expect((await blind('POST', '/v1/moves?include=view', { moves })).body.code).toBe('SCOPE_MISSING')
    expect(await versionOf(anne, match)).toBe(1)
    expect((await blind('POST', '/v1/moves', { moves })).body.items).toMatchObject([{ version: 2 }])
  })

  test('ends when the answer has grown long: the moves after that are told without it', { timeout: 60_000 }, async () => {
    const players = [await newcomer(), await newcomer()]
    const [anne, ben] = players.map(({ rest }) => rest) as [Call, Call]
    const all = await begun(48, players, { game: 'medieval-realms', options: {} })
    const pick = (ids: readonly string[], second: string) => ({
      moves: ids.map((match) => ({ match, move: { type: 'pickPair', first: 'goods', second } })),
    })
    const picked = await anne('POST', '/v1/moves', pick(all, 'science'))
    // About half: where Anne begins. When Ben has picked, both place their leaders, in one of hundreds of ways.
    const ids = all.filter((_, index) => picked.body.items[index].version === 2)
    const { body } = await ben('POST', '/v1/moves?include=legalMoves', pick(ids, 'culture'))
    const carried: boolean[] = body.items.map((item: object) => 'legalMoves' in item)
    expect(body.items).toMatchObject(ids.map(() => ({ version: 3, yourTurn: true })))
    expect(carried).toContain(true)
    expect(carried).toContain(false)
    expect(carried).toEqual(carried.toSorted().reverse())
    expect(JSON.stringify(body).length).toBeLessThan(2 * 1024 * 1024)
  })
})

describe('30 lists in one mutation', () => {
  const aliases = (count: number) =>
    `mutation ($inputs: [SubmitMoveInput!]!) { ${Array.from({ length: count }, (_, n) => `a${n}: submitMoves(inputs: $inputs) { __typename }`).join(' ')} }`

  test('are no lever: all their moves count, and nothing is played of what costs too much', async () => {
    const [anne, ben] = await newcomers()
    const [match = ''] = await begun(1, [anne, ben])
    const input = { matchId: match, move: castle(), expectedVersion: 1 }
    const ask = asker(app.url, anne.token)
    const many = await ask(aliases(30), { inputs: Array(100).fill(input) })
    expect([many.code, many.data]).toEqual(['QUERY_TOO_COSTLY', undefined])
    expect((await ask(aliases(2), { inputs: Array(51).fill(input) })).code).toBe('QUERY_TOO_COSTLY')
    expect(await versionOf(anne, match)).toBe(1)
    const before = left((await anne.rest('GET', '/v1/me')).headers)
    const allowed = await ask(aliases(30), { inputs: Array(3).fill(input) })
    expect(allowed.errors).toBeUndefined()
    expect(before - left(allowed.headers)).toBeGreaterThanOrEqual(90)
    expect(await versionOf(anne, match)).toBe(2)
  })

  test('nor are lists that are written into the text, or are the default of a variable', async () => {
    const { token } = await newcomer()
    const ask = asker(app.url, token)
    const list = (count: number) => `[${Array.from({ length: count }, () => '{matchId:"x",move:1}').join(' ')}]`
    const written = `mutation { ${['a', 'b'].map((name) => `${name}: submitMoves(inputs: ${list(60)}) { __typename }`).join(' ')} }`
    expect((await ask(written)).code).toBe('QUERY_TOO_COSTLY')
    const byDefault = `mutation ($inputs: [SubmitMoveInput!]! = ${list(60)}) { a: submitMoves(inputs: $inputs) { __typename } b: submitMoves(inputs: $inputs) { __typename } }`
    expect((await ask(byDefault)).code).toBe('QUERY_TOO_COSTLY')
    const fragment = `mutation ($inputs: [SubmitMoveInput!]!) { ...F b: submitMoves(inputs: $inputs) { __typename } } fragment F on Mutation { a: submitMoves(inputs: $inputs) { __typename } }`
    const inputs = Array(60).fill({ matchId: 'x', move: 1 })
    expect((await ask(fragment, { inputs })).code).toBe('QUERY_TOO_COSTLY')
  })

  test('what is selected of each move counts as often as there are moves', async () => {
    const { token } = await newcomer()
    const long = SUBMIT.replace('awaiting {', 'match { legalMoves(first: 100) { moves { move label } } } awaiting {')
    const inputs = (count: number) => ({ inputs: Array(count).fill({ matchId: 'x', move: 1 }) })
    expect((await asker(app.url, token)(long, inputs(100))).code).toBe('QUERY_TOO_COSTLY')
    expect((await asker(app.url, token)(long, inputs(5))).data.submitMoves).toHaveLength(5)
  })
})

describe.each([
  ['REST', byRest],
  ['GraphQL', byGraphql],
])('while the database is away, by %s', (_, send) => {
  test('each move is told so, and made once when the request is repeated with its keys', { timeout: 60_000 }, async () => {
    const database = await freshDatabase()
    const wire = await layWire(database.url)
    const own = await startApp({ databaseUrl: wire.url })
    const players = [await newcomer(own), await newcomer(own)]
    const ids = await begun(3, players)
    const moves = ids.map((match, index) => ({ match, move: castle(), idempotencyKey: `k${index}` }))
    const { token } = itemAt(players, 0)
    await wire.cut()
    const away = await send(token, moves, own.url)
    expect(away.items.map(({ code, retryAfter }) => [code, retryAfter])).toEqual(ids.map(() => ['DATABASE_UNAVAILABLE', 2]))
    await wire.mend()
    await expect
      .poll(async () => (await send(token, moves, own.url)).items.map(({ version }) => version), { timeout: 20_000 })
      .toEqual([2, 2, 2])
    await own.close()
    await wire.cut()
    await database.drop()
  })
})
