import { once } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildSchema, GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { anonymous } from '../../src/accounts/caller.js'
import { registerEngine } from '../../src/api/graphql/engine.js'
import { tell } from '../../src/api/graphql/errors.js'
import { LIMITS } from '../../src/api/graphql/limits.js'
import { serveHttp } from '../../src/api/graphql/route.js'
import { serveSockets } from '../../src/api/graphql/socket/index.js'
import { Problem } from '../../src/platform/problem.js'

const SCHEMA =
  'type Query { runBy(n: Int): String one(n: Int): Int sum(of: [Int!]!): Int two: Int bad: Int! worse: Int known: Int long: String flaws: [Flaw] } type Flaw { at: Int } type Mutation { long: String token: String failing: Int flaws: [Flaw] }'
const FLAWS = 2000
const notThere = () => {
  throw new Problem(404, 'NOT_FOUND', 'x'.repeat(3000))
}
const flaws = () => Array.from({ length: FLAWS }, () => ({}))
const resolvers = {
  Query: {
    // Code that a compiler made is called by that compiler's.
    runBy: () => (new Error().stack?.includes('graphql-jit') ? 'compiled' : 'interpreted'),
    one: (_: unknown, { n }: { n?: number }) => n ?? 1,
    sum: (_: unknown, { of }: { of: number[] }) => of.reduce((sum, one) => sum + one, 0),
    two: () => 2,
    bad: () => {
      throw new Error('password=hunter2')
    },
    worse: () => 'not a number',
    long: () => 'x'.repeat(5_000_000),
    flaws,
    known: () => {
      throw new Problem(503, 'DATABASE_UNAVAILABLE', 'Try again.', 2)
    },
  },
  Flaw: { at: notThere },
  Mutation: { long: () => 'x'.repeat(5_000_000), token: () => 'once', failing: notThere, flaws },
}

const rates = { charge: () => {}, note: () => {}, chargeRegistration: () => {} }
const metrics = { limited: () => {}, opened: () => () => {}, longPoll: () => {}, graphql: () => {} }
const waitFor = async () => anonymous

/** Lines that the server has logged as errors. */
const logged: string[] = []
const stream = { write: (line: string) => void logged.push(line) }

async function served(jit: number): Promise<FastifyInstance> {
  const app = Fastify({ logger: { level: 'error', stream } })
  const engine = await registerEngine(app, { schema: buildSchema(SCHEMA), resolvers, jit, limits: LIMITS })
  serveHttp(app, engine, { authenticate: async () => anonymous, rates, waitFor })
  return app
}

describe.each([
  ['interpreted', 0],
  ['compiled', 1],
])('queries, %s', (how, jit) => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await served(jit)
  })
  afterAll(() => app.close())

  const run = async (query: string, variables?: Record<string, unknown>, operationName?: string) => {
    const headers = { accept: 'application/graphql-response+json' }
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables, operationName } })
    return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
  }
  const often = async (query: string, variables?: Record<string, unknown>) => {
    for (let n = 0; n < 3; n++) await run(query, variables)
    return run(query, variables)
  }

  test('two operations in one text stay apart, however often they are run', async () => {
    const text = 'query A { one } query B { two }'
    for (let n = 0; n < 4; n++) {
      expect((await run(text, {}, 'A')).data).toEqual({ one: 1 })
      expect((await run(text, {}, 'B')).data).toEqual({ two: 2 })
    }
  })

  test('with variables as well as without', async () => {
    expect((await often('{ runBy }')).data).toEqual({ runBy: how })
    expect((await often('query ($n: Int) { runBy(n: $n) one(n: $n) }', { n: 3 })).data).toEqual({ runBy: how, one: 3 })
  })

  test('variables that do not fit are the fault of the query', async () => {
    await often('query ($n: Int) { one(n: $n) }', { n: 3 })
    const { data, status, errors } = await run('query ($n: Int) { one(n: $n) }', { n: 'three' })
    expect(data).toBeUndefined()
    expect(status).toBe(400)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })

  test('they are answered the same, however often the text was sent, by whatever runs it', async () => {
    const payload = { query: 'query ($n: Int!, $of: [Int!]!) { again: one(n: $n) sum(of: $of) }', variables: { of: ['x'] } }
    const headers = { accept: 'application/json' }
    const answers = new Set<string>()
    for (let n = 0; n < 25; n++) {
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
      answers.add(`${statusCode} ${body}`)
    }
    expect([...answers]).toEqual([expect.stringMatching(/^200 .*A value of the type.*Variable \\"\$of\.0/)])
  })

  test('a few of their faults are told, and what was sent is not sent back', async () => {
    const of = Array.from({ length: 5000 }, () => 'x'.repeat(10))
    const { errors } = await run('query ($of: [Int!]!) { sum(of: $of) }', { of: [{ ['k'.repeat(50_000)]: 1 }, ...of] })
    expect(errors).toHaveLength(5)
    expect(JSON.stringify(errors).length).toBeLessThan(2500)
  })

  test.each(['{ bad }', '{ worse }'])('what is our fault is logged and not told: %s', async (query) => {
    await often(query)
    logged.length = 0
    const answer = await run(query)
    expect(answer.errors).toMatchObject([{ extensions: { code: 'INTERNAL', status: 500 } }])
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|not a number/)
    expect(logged).toHaveLength(1)
  })

  test('a problem keeps its code, status and time to wait; what was found beside it is told', async () => {
    await often('{ known }')
    const alone = await run('{ known }')
    expect(alone).toMatchObject({ status: 200, data: { known: null }, headers: { 'retry-after': '2' } })
    const extensions = { code: 'DATABASE_UNAVAILABLE', status: 503, retryAfter: 2 }
    expect(alone.errors).toMatchObject([{ message: 'Try again.', path: ['known'], extensions }])
    expect(await run('{ known two }')).toMatchObject({ status: 200, data: { known: null, two: 2 } })
  })

  test('a text that is a syntax tree in JSON is no query', async () => {
    const tree = JSON.stringify({ kind: 'Document', definitions: [] })
    expect(await run(tree)).toMatchObject({ status: 400, errors: [{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }] })
  })

  const TOO_LONG = { extensions: { code: 'ANSWER_TOO_LONG' } }

  test('a query has a longest answer', async () => {
    expect(await run('{ long }')).toMatchObject({ status: 400, errors: [TOO_LONG] })
  })

  test('so has a mutation, and still says what it has done: the short of it whole', async () => {
    const answer = await run('mutation { a: long token b: long failing }')
    expect(answer).toMatchObject({ status: 200, data: { a: null, token: 'once', b: null, failing: null } })
    expect(answer.errors).toMatchObject([
      { path: ['a'], message: expect.stringMatching(/was done/), ...TOO_LONG },
      { path: ['b'], message: expect.stringMatching(/was done/), ...TOO_LONG },
      { path: ['failing'], extensions: { code: 'NOT_FOUND' } },
    ])
  })

  test('errors are part of the answer: their number is told where there are too many', async () => {
    expect(await run('{ flaws { at } }')).toMatchObject({ status: 400, errors: [TOO_LONG] })
    const answer = await run('mutation { failing flaws { at } }')
    expect(JSON.stringify(answer).length).toBeLessThan(4_200_000)
    expect(answer.data.flaws).toHaveLength(FLAWS)
    expect(answer.errors[0]).toMatchObject({ path: ['failing'] })
    expect(answer.errors.at(-1)).toMatchObject({ message: expect.stringMatching(/\d+ more errors/), ...TOO_LONG })
  })

  test('the longest text that the limits allow runs', async () => {
    const count = LIMITS.tokens - 10
    const query = `{ sum(of: [${'1 '.repeat(count)}]) }`
    expect(await run(query)).toMatchObject({ status: 200, data: { sum: count } })
  })
})

describe('subscriptions', () => {
  /** Streams that were begun and have not been ended. */
  let open = 0
  const ticks = (): AsyncIterableIterator<object> => {
    open++
    return {
      next: () => new Promise(() => undefined),
      return: async () => {
        open--
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  test('are validated, and an id used twice leaves no stream behind', async () => {
    const app = Fastify({ logger: { level: 'error', stream } })
    const schema = buildSchema(`${SCHEMA} type Subscription { ticks(n: Int): Int }`)
    const field = schema.getSubscriptionType()?.getFields().ticks
    if (field) field.subscribe = ticks
    const engine = await registerEngine(app, { schema, resolvers, jit: 1, limits: LIMITS })
    const accounts = { authentication: () => async () => anonymous, whenRevoked: () => () => {} }
    serveSockets(app, engine, { accounts, rates, metrics })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = new WebSocket(`${address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const said: { type: string; payload?: { extensions: { code: string } }[] }[] = []
    const say = (message: object) => socket.send(JSON.stringify(message))
    const heard = async () => {
      const [message] = await once(socket, 'message')
      said.push(JSON.parse(String(message)))
    }
    await once(socket, 'open')
    say({ type: 'connection_init' })
    await heard()
    say({ id: '0', type: 'subscribe', payload: { query: 'subscription { nonsense }' } })
    await heard()
    const variables = { n: { ['k'.repeat(50_000)]: 1 } }
    say({ id: '0', type: 'subscribe', payload: { query: 'subscription ($n: Int) { ticks(n: $n) }', variables } })
    await heard()
    expect(said).toMatchObject([
      { type: 'connection_ack' },
      { type: 'error', payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
      { type: 'error', payload: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    ])
    expect(JSON.stringify(said).length).toBeLessThan(2000)
    for (let n = 0; n < 2; n++) say({ id: '1', type: 'subscribe', payload: { query: 'subscription { ticks }' } })
    const [code] = await once(socket, 'close')
    expect(code).toBe(4409)
    await expect.poll(() => open).toBe(0)
    await app.close()
  })
})

test('a problem keeps its code, status and time to wait in the form that clients get', () => {
  const error = new GraphQLError('', {
    originalError: new Problem(503, 'DATABASE_UNAVAILABLE', 'Try again.', 2),
    path: ['match'],
  })
  expect(tell(error, { error: () => undefined, warn: () => undefined })).toEqual({
    error: { message: 'Try again.', path: ['match'], extensions: { code: 'DATABASE_UNAVAILABLE', status: 503, retryAfter: 2 } },
    status: 503,
    retryAfter: 2,
  })
})
