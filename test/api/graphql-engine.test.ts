import { buildSchema, GraphQLError } from 'graphql'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../../src/api/graphql/engine.js'
import { tell } from '../../src/api/graphql/errors.js'
import { LIMITS } from '../../src/api/graphql/limits.js'
import { Problem } from '../../src/platform/problem.js'

const schema = buildSchema('type Query { one(n: Int): Int two: Int bad: Int! worse: Int }')
const fields = schema.getQueryType()?.getFields() ?? {}
const answer = (name: string, resolve: (source: unknown, args: { n?: number }) => unknown): void => {
  const field = fields[name]
  if (field) field.resolve = resolve
}
answer('one', (_, { n }) => n ?? 1)
answer('two', () => 2)
answer('bad', () => {
  throw new Error('password=hunter2')
})
answer('worse', () => 'not a number')

const logged: unknown[] = []
const log = { error: (entry: object) => void logged.push(entry) }
const told = (errors: readonly GraphQLError[] | undefined) => errors?.map((error) => tell(error, log))

describe.each([
  ['interpreted', 0],
  ['compiled', 1],
])('queries, %s', (_, jit) => {
  const engine = createEngine(schema, { jit, limits: LIMITS })
  const run = (query: string, variables?: Record<string, unknown>, operationName?: string) =>
    engine.run({ query, variables, operationName }, {})
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

  test('variables that do not fit are the fault of the query', async () => {
    await often('query ($n: Int) { one(n: $n) }', { n: 3 })
    const { data, errors } = await run('query ($n: Int) { one(n: $n) }', { n: 'three' })
    expect(data).toBeUndefined()
    expect(told(errors)).toMatchObject([{ status: 400, error: { extensions: { code: 'BAD_USER_INPUT' } } }])
  })

  test.each(['{ bad }', '{ worse }'])('what is our fault is logged and not told: %s', async (query) => {
    logged.length = 0
    const { errors } = await often(query)
    const [first] = told(errors) ?? []
    expect(first).toMatchObject({ status: 500, error: { extensions: { code: 'INTERNAL' } } })
    expect(JSON.stringify(first)).not.toMatch(/hunter2|not a number/)
    expect(logged).toHaveLength(1)
  })
})

test('a problem keeps its code, status and time to wait', () => {
  const error = new GraphQLError('', {
    originalError: new Problem(503, 'DATABASE_UNAVAILABLE', 'Try again.', 2),
    path: ['match'],
  })
  expect(tell(error, log)).toEqual({
    error: { message: 'Try again.', path: ['match'], extensions: { code: 'DATABASE_UNAVAILABLE', status: 503, retryAfter: 2 } },
    status: 503,
    retryAfter: 2,
  })
})
