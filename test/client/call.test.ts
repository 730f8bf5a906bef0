/** `call` reaches every operation of the description, as the examples of the reference call it, and is as patient as the named methods. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { type Asked, type Card, type Client, connect, type Operations } from '../../src/client/index.js'
import { sdkOperations } from '../../src/sdk-operations.js'
import { OPERATIONS, openWorld, type Sent, type World } from '../api/examples.calls.js'
import { type Promised, promisedBy } from '../api/promised.js'
import { type Operation, writtenDocument } from '../support/reference.js'
import { faultyFetch } from './faults.js'

interface Route {
  readonly name: keyof Operations
  readonly operation: Operation
}
let routes: Route[]
let promised: Promised
let world: World
beforeAll(async () => {
  const document = await writtenDocument()
  promised = promisedBy(document)
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      // A cast: that the compiler knows these names is shown with the packed file, in package.test.ts.
      return { name: `${method.toUpperCase()} ${path}` as keyof Operations, operation }
    }),
  )
  world = await openWorld()
})
afterAll(() => world.close())

/** Whichever operation it is; the compiler is asked below, and by package.test.ts. */
type AnyCall = (operation: keyof Operations, asked: object) => Promise<unknown>

/** One call, the answer that came over the wire, and what `call` made of it. */
async function called(name: keyof Operations, { token, id, game, query, body }: Sent) {
  let heard: Response | undefined
  const { call } = connect({
    url: world.app.url,
    token,
    fetch: async (input, init) => {
      heard = await fetch(input, init)
      return heard
    },
  })
  // A cast, because which operation it is is not known before it is called.
  const asked = {
    ...(id !== undefined && { id }),
    ...(game !== undefined && { game }),
    ...query,
    ...(body !== undefined && { body }),
  }
  const answer = await (call as AnyCall)(name, asked)
  if (!heard) throw new Error(`${name} asked nobody`)
  return { answer, response: heard }
}

/** Lines are promised one by one, and handed on as one text. */
const shaped = ({ headers }: Response, answer: unknown): unknown =>
  headers.get('content-type')?.startsWith('application/x-ndjson') ? JSON.parse(`${answer}`.split('\n', 1).join()) : answer

describe('every operation of the description', () => {
  test('is called by its method and address, and answered as promised', { timeout: 60_000 }, async () => {
    const known = new Map(routes.map((route) => [route.operation.operationId, route]))
    expect([...known.keys()].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
    for (const [operationId, examples] of Object.entries(OPERATIONS)) {
      const route = known.get(operationId)
      if (!route) throw new Error(`there is no operation ${operationId}`)
      // Those with headers choose another kind of answer, which streams are for.
      for (const sent of Object.values(examples(world)).filter(({ headers }) => !headers)) {
        const { answer, response } = await called(route.name, sent)
        expect([operationId, promised(route.operation, response, shaped(response, answer))]).toEqual([operationId, undefined])
      }
    }
  })

  test('has parameters that can be told apart by their names alone', () => {
    const named = (operation: Operation, where: string): string[] =>
      (operation.parameters ?? []).filter((one) => one.in === where).map(({ name }) => name)
    for (const { name, operation } of routes) {
      const [inPath, inQuery, inHead] = ['path', 'query', 'header'].map((where) => named(operation, where)) as [
        string[],
        string[],
        string[],
      ]
      expect([name, inPath.toSorted()]).toEqual([name, [...name.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).toSorted()])
      expect([name, [...inPath, ...inQuery].filter((one) => /-|^(?:accept|body|signal|answer)$/.test(one))]).toEqual([name, []])
      expect([name, inHead.filter((one) => !/-|^accept$/.test(one))]).toEqual([name, []])
      expect([name, new Set([...inPath, ...inQuery]).size]).toEqual([name, inPath.length + inQuery.length])
    }
  })
})

test('the example of docs/client.md does what it says', async () => {
  const [, example = ''] = /## Every operation[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync('docs/client.md', 'utf8')) ?? []
  expect(example).toContain('client.call(')
  const client = connect({ url: world.app.url, token: world.ben.token })
  const told: unknown[] = []
  const body = `return (async () => { ${example} return token })()`
  const token: string = await new Function('client', 'console', body)(client, { log: (one: unknown) => told.push(one) })
  expect(told).toEqual([expect.arrayContaining([['dashboard', null]])])
  await expect(connect({ url: world.app.url, token }).me()).rejects.toMatchObject({ code: 'TOKEN_REVOKED' })
})

test('so does its example of several moves', async () => {
  const examples = [...readFileSync('docs/client.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const example = examples.find((code) => code.includes("client.call('POST /v1/moves'")) ?? ''
  const client = connect({ url: world.app.url, token: world.anne.token })
  const told: unknown[] = []
  await new Function('client', 'console', `return (async () => { ${example} })()`)(client, {
    log: (one: unknown) => told.push(one),
  })
  expect(told.length).toBeGreaterThan(0)
  for (const text of told) expect(text).toEqual([expect.stringMatching(/^Seat 0 places/), expect.any(String)])
})

describe('types', () => {
  test('are those of the description, with the types of the games in them', () => {
    expectTypeOf<Asked<'GET /v1/matches/{id}'>['id']>().toEqualTypeOf<string | number>()
    expectTypeOf<Asked<'GET /v1/matches/{id}/view'>['at']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Asked<'GET /v1/matches'>['mine']>().toEqualTypeOf<boolean | undefined>()
    expectTypeOf<Operations['POST /v1/matches/{id}/join']['answer']>().toEqualTypeOf<Card>()
    expectTypeOf<Operations['DELETE /v1/me/tokens/{id}']['answer']>().toEqualTypeOf<undefined>()
    expectTypeOf<Operations['GET /v1/games/{id}/rules']['answer']>().toEqualTypeOf<string>()
    expectTypeOf<string>().toExtend<Operations['GET /v1/tournaments/{id}/export']['answer']>()
  })

  test('what is wrong does not compile', () => {
    const wrong = ({ call }: Client) => [
      // @ts-expect-error: no such operation
      () => call('GET /v1/nothing'),
      // @ts-expect-error: which match?
      () => call('GET /v1/matches/{id}'),
      // @ts-expect-error: it is called `at`
      () => call('GET /v1/matches/{id}/view', { id: '1', version: 2 }),
      // @ts-expect-error: a number
      () => call('GET /v1/matches/{id}/view', { id: '1', at: 'now' }),
      // @ts-expect-error: without a body there is no name
      () => call('POST /v1/players', {}),
      // @ts-expect-error: no game has such a move
      () => call('POST /v1/matches/{id}/moves', { id: '1', body: { type: 'castle' } }),
      // @ts-expect-error: only posting takes a key
      () => call('GET /v1/me', { 'idempotency-key': 'mine' }),
    ]
    expect(wrong).toBeInstanceOf(Function)
  })

  test('a shape that there is no word for is an error', () => {
    const answer = { content: { 'application/json': { schema: { type: 'date' } } } }
    const description = { paths: { '/v1/x': { get: { summary: 'X', responses: { 200: answer } } } }, components: { schemas: {} } }
    expect(() => sdkOperations(JSON.stringify(description), { games: [], shared: '' })).toThrow('have no word for date')
  })
})

describe('a bad connection', () => {
  const faulty = faultyFetch()
  const clientOf = ({ token }: { token: string }) => connect({ url: world.app.url, token, fetch: faulty.fetch, longestPause: 20 })
  const attempts = async <T>(lost: number, ask: () => Promise<T>): Promise<{ outcome: T; keys: unknown[] }> => {
    faulty.calls.length = 0
    faulty.fault = { loseAnswers: lost }
    const outcome = await ask().catch(({ code }) => code)
    return { outcome, keys: faulty.calls.map(({ key }) => key) }
  }

  test('what takes a key is repeated with that same key, and done once', async () => {
    const { call } = clientOf(world.anne)
    const make = () => call('POST /v1/matches', { body: { game: 'kingdoms', seats: 2, visibility: 'private' } })
    const { outcome, keys } = await attempts(2, make)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    const { items } = await call('GET /v1/matches', { mine: true, status: 'open', first: 1 })
    expect(items[0]?.id).toBe(outcome.id)
    const own = () => call('POST /v1/matches/{id}/join', { id: outcome.id, 'idempotency-key': 'my own' })
    expect((await attempts(1, own)).keys).toEqual(['my own', 'my own'])
  })

  test('a list of moves that was played at once is not set again for the next turn', async () => {
    const [anne, ben] = [clientOf(world.anne).call, clientOf(world.ben).call]
    const { id } = await anne('POST /v1/matches', { body: { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } } })
    await ben('POST /v1/matches/{id}/join', { id, body: {} })
    const list = { moves: [{ type: 'placeCastle', rank: 1, row: 1, column: 1 } as const] }
    const { outcome, keys } = await attempts(1, () => anne('PUT /v1/matches/{id}/orders', { id, body: list }))
    expect([outcome, keys.length, new Set(keys).size]).toMatchObject([{ status: 'played', version: 2 }, 2, 1])
  })

  test('what is as good done twice is repeated, and what is not is left to the caller', async () => {
    const { call } = clientOf(world.anne)
    const agree = () => call('POST /v1/me/stream-tickets', { body: { address: '/v1/me/stream' } })
    expect(await attempts(1, agree)).toMatchObject({ outcome: { address: expect.any(String) }, keys: { length: 2 } })
    const look = () => call('GET /v1/me')
    expect(await attempts(1, look)).toMatchObject({ outcome: { player: { name: 'Anne' } }, keys: [undefined, undefined] })
    const issue = () => call('POST /v1/me/tokens', { body: { scopes: ['read'] } })
    expect(await attempts(1, issue)).toMatchObject({ outcome: 'UNREACHABLE', keys: { length: 1 } })
  })

  test('a signal ends it with its own reason, and a refusal is a problem', async () => {
    const { call } = clientOf(world.anne)
    const why = new Error('enough')
    await expect(call('GET /v1/me/turns', { signal: AbortSignal.abort(why) })).rejects.toBe(why)
    await expect(call('GET /v1/players/{id}', { id: 'a/../b?c' })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
