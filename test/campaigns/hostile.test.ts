/** The campaign hostile can fail: faults are planted in answers, and its judges must find each of them. */
import { describe, expect, test } from 'vitest'
import { chance } from '../../campaigns/chance.js'
import { answerReader } from '../../campaigns/hostile/answers.js'
import { readPublished } from '../../campaigns/hostile/document.js'
import { checker } from '../../campaigns/hostile/fit.js'
import { graphqlRequest, readSchema } from '../../campaigns/hostile/graphql.js'
import type { Answer } from '../../campaigns/hostile/request.js'
import { restRequest } from '../../campaigns/hostile/rest.js'
import { misfitData } from '../../campaigns/hostile/selection-fit.js'
import { toolRequest } from '../../campaigns/hostile/tools.js'
import type { World } from '../../campaigns/hostile/world.js'

const world: World = {
  callers: () => [{ name: 'nobody' }, { name: 'a player', authorization: 'Bearer chy_x' }],
  ids: () => ['7b3f8a52-1111-4222-8333-944445555666'],
  matches: () => ['7b3f8a52-1111-4222-8333-944445555667'],
  renew: async () => {},
}

describe('the judges of the campaign hostile', () => {
  test.each([
    ['a field too many', { type: 'object', properties: {}, additionalProperties: false }, { a: 1 }],
    ['a field missing', { type: 'object', properties: {}, required: ['a'] }, {}],
    ['another type', { type: ['string', 'null'] }, 1],
    ['below a bound', { type: 'integer', minimum: 1 }, 0],
    ['a fraction', { type: 'integer' }, 0.5],
    ['a long text', { type: 'string', maxLength: 1 }, 'ab'],
    ['a text of another form', { type: 'string', format: 'uuid' }, 'x'],
    ['a list too long', { type: 'array', items: {}, maxItems: 1 }, [1, 2]],
    ['a wrong item', { type: 'array', items: { const: 1 } }, [1, 2]],
    [
      'an unknown member',
      { oneOf: [{ properties: { type: { const: 'a' } } }, { properties: { type: { const: 'b' } } }] },
      { type: 'c' },
    ],
    ['no member', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 1],
  ])('a value with %s does not fit', (_, schema, value) => {
    const check = checker(() => ({}))(schema)
    expect(check(value, 'answer')).toMatch(/^answer/)
  })

  test('a word that the checker does not know is an error', () => {
    expect(() => checker(() => ({}))({ patternProperties: {} })).toThrow('patternProperties')
  })

  test('the checker knows every word of the published document', () => {
    const { operations, problem } = readPublished()
    expect(operations.length).toBeGreaterThan(15)
    expect(problem({ code: 'X' }, 'answer')).toBe('answer: type is missing')
    for (const { answers } of operations)
      for (const media of answers.values()) for (const check of media.values()) check({}, 'answer')
  })

  test.each([
    ['a key too many', '{games{id}}', { games: [{ id: 'a', name: 'b' }] }],
    ['a key missing', '{games{id name}}', { games: [{ id: 'a' }] }],
    ['null where it may not be', '{games{id}}', { games: null }],
    ['another type', '{games{rules}}', { games: [{ rules: '1' }] }],
    ['an alias that is lost', '{__proto__:__typename}', {}],
    ['another name of the type', '{a:__typename}', { a: 'Mutation' }],
  ])('data with %s does not fit', (_, query, data) => {
    expect(misfitData(readSchema(), { query }, data)).toMatch(/^data/)
  })

  test('data that fits is not complained about', () => {
    const query = 'query Q($a:Boolean!){...F games{name @skip(if:$a)}} fragment F on Query{games{id}}'
    expect(misfitData(readSchema(), { query, variables: { a: true } }, { games: [{ id: 'a' }] })).toBeUndefined()
  })

  test('a problem must say its status, be of its media type and have all its fields', () => {
    const request = restRequest(readPublished(), world, chance(1))
    const problem = { type: 'x', title: 'x', status: 400, code: 'INVALID_INPUT', detail: 'x', instance: '/' }
    expect(request.judge(answer(400, problem))).toBeUndefined()
    expect(request.judge(answer(404, problem))).toBe('status 404, but the problem says otherwise')
    expect(request.judge(answer(400, { ...problem, code: 'MATCH_OVER' }))).toMatch(/^answer\.code: "MATCH_OVER" is not one of/)
    expect(request.judge(answer(409, { ...problem, status: 409 }))).toMatch(/^status 409 is not published|^answer\.code/)
    expect(request.judge(answer(400, { ...problem, code: 1 }))).toMatch(/^answer\.code/)
    expect(request.judge(answer(400, problem, 'text/html'))).toBe('status 400 as text/html')
  })

  test('errors of GraphQL must have a code, and not that of a fault of ours', () => {
    const request = graphqlRequest(readSchema(), world, chance(1))
    const told = (extensions: object) =>
      request.judge(answer(200, { errors: [{ message: 'x', extensions }] }, 'application/json'))
    expect(told({ code: 'NOT_FOUND' })).toBeUndefined()
    expect(told({})).toMatch(/^an error has no code/)
    expect(told({ code: 'INTERNAL' })).toMatch(/^an error is the server's own/)
  })

  test('a tool must answer by a message of the protocol or a problem, and not with a fault of ours', () => {
    const request = toolRequest([{ name: 'list_games', input: { type: 'object', properties: {} } }], world, chance(1))
    const told = (body: object, status = 200) => request.judge(answer(status, body, 'application/json'))
    expect(told({ jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined()
    expect(told({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'x' } })).toBeUndefined()
    expect(told({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'x' } })).toMatch(/server itself/)
    expect(told({ jsonrpc: '2.0', id: 1, result: { structuredContent: { code: 'INTERNAL' } } })).toMatch(/INTERNAL/)
    expect(told({ jsonrpc: '2.0', id: 1 })).toMatch(/neither a result nor an error/)
    expect(told({ id: 1, result: {} })).toMatch(/neither a problem nor a message/)
    expect(request.judge(answer(429, { code: 'RATE_LIMITED' }))).toBeUndefined()
    expect(request.judge(answer(429, {}))).toMatch(/without a code/)
  })

  test('the same seed makes the same requests', () => {
    const [published, schema] = [readPublished(), readSchema()]
    const made = (seed: number) => {
      const random = chance(seed)
      return Array.from({ length: 200 }, () => [restRequest(published, world, random), graphqlRequest(schema, world, random)])
        .flat()
        .map(({ bytes }) => String(bytes))
    }
    expect(made(7)).toEqual(made(7))
    expect(made(7)).not.toEqual(made(8))
  })

  test('answers are told apart wherever their bytes are cut', () => {
    const wire = Buffer.from(
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabHTTP/1.1 405 No\r\ncontent-length: 9\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n2\r\nyz\r\n0\r\n\r\n',
    )
    for (let cut = 1; cut < wire.length; cut++) {
      const methods = ['GET', 'HEAD', 'GET']
      const bodies: string[] = []
      const reader = answerReader(
        () => methods[bodies.length] ?? 'GET',
        ({ status, body }) => bodies.push(`${status} ${body}`),
      )
      reader.take(wire.subarray(0, cut))
      reader.take(wire.subarray(cut))
      expect(bodies).toEqual(['200 ab', '405 ', '200 xyz'])
    }
  })
})

const answer = (status: number, body: unknown, media = 'application/problem+json'): Answer => ({
  status,
  headers: new Map([['content-type', media]]),
  body: Buffer.from(JSON.stringify(body)),
})
