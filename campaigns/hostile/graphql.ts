/** Requests to the GraphQL endpoint, made from the published schema, and the judgement of their answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLSchema } from 'graphql'
import type { Chance } from '../chance.js'
import { ROOT } from '../ground.js'
import { isObject, listOf } from './fit.js'
import { oddValue } from './odd.js'
import { anyQuery, type Query, type QueryGrammar } from './query.js'
import { type Answer, bytesOf, jsonOf, type Request } from './request.js'
import { mediaOf } from './rest.js'
import { misfitData } from './selection-fit.js'
import { brokenText, hostileText } from './texts.js'
import { anyCaller, anyId, type World } from './world.js'

export const readSchema = (): GraphQLSchema => buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'))

/** What is asked for, by whichever transport. */
export interface Asked {
  /** As text. */
  readonly body: string
  /** What does not fit what is published in an answer of GraphQL. */
  judge(told: unknown): string | undefined
}

/** `lasting`: subscriptions, too, which a socket would keep open until something happens. */
export function anyAsked(schema: GraphQLSchema, world: World, random: Chance, lasting: boolean): Asked {
  const grammar: QueryGrammar = { schema, random, anyId: () => anyId(world, random), oddOnceIn: random.pick([6, 40, 1_000]) }
  const query = textFor(grammar, lasting)
  return { body: bodyFor(query, random), judge: (told) => misfit(schema, query, told) }
}

export function graphqlRequest(schema: GraphQLSchema, world: World, random: Chance): Request {
  const { body, judge } = anyAsked(schema, world, random, true)
  const caller = anyCaller(world, random)
  const bytes = bytesOf({ method: 'POST', path: '/graphql', caller, body })
  const judgeAnswer = (answer: Answer): string | undefined =>
    mediaOf(answer) === 'application/json' ? judge(jsonOf(answer)) : `the answer is ${mediaOf(answer)}`
  return { bytes, caller, method: 'POST', judge: judgeAnswer }
}

function textFor(grammar: QueryGrammar, lasting: boolean): Query {
  const { random } = grammar
  const kind = random.between(0, 9)
  if (kind < 4) return anyQuery(grammar, 'query', random.between(1, 6))
  if (kind < 6) return anyQuery(grammar, 'mutation', random.between(1, 3))
  if (kind < 9) return hostileText(grammar)
  return lasting && random.once(10) ? anyQuery(grammar, 'subscription', 2) : brokenText(grammar)
}

/** Mostly as it should be; now and then a part of it is of another kind. */
function bodyFor(query: Query, random: Chance): string {
  if (!random.once(25)) return JSON.stringify(query)
  return (
    JSON.stringify(
      random.pick<unknown>([
        [query, query],
        { ...query, operationName: oddValue(random) },
        { ...query, variables: oddValue(random) },
        { ...query, query: oddValue(random) },
        { ...query, variables: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`v${index}`, index])) },
        { ...query, extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
        {},
        oddValue(random),
      ]),
    ) ?? 'null'
  )
}

const CODE = /^[A-Z][A-Z0-9_]*$/

function misfit(schema: GraphQLSchema, query: Query, told: unknown): string | undefined {
  if (!isObject(told)) return 'the answer is no object of JSON'
  const surplus = Object.keys(told).find((key) => key !== 'data' && key !== 'errors')
  if (surplus !== undefined) return `the answer has ${surplus}`
  const { data, errors } = told
  if (data === undefined && errors === undefined) return 'the answer has neither data nor errors'
  return misfitErrors(errors) ?? (isObject(data) ? misfitData(schema, query, data) : undefined)
}

function misfitErrors(errors: unknown): string | undefined {
  if (errors === undefined) return undefined
  if (listOf(errors).length === 0) return 'errors is no list, or an empty one'
  for (const error of listOf(errors)) {
    const code = isObject(error) && isObject(error.extensions) ? error.extensions.code : undefined
    if (!isObject(error) || typeof error.message !== 'string') return `an error has no message: ${JSON.stringify(error)}`
    if (typeof code !== 'string' || !CODE.test(code)) return `an error has no code: ${JSON.stringify(error)}`
    if (code === 'INTERNAL') return `an error is the server's own: ${JSON.stringify(error)}`
  }
  return undefined
}
