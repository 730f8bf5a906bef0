/** Mercurius, given nothing but operations that were checked before. docs/decisions/0007 tells which of its faults this contains. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql'
import mercurius, { type MercuriusContext, type MercuriusOptions } from 'mercurius'
import type { Caller } from '../../accounts/caller.js'
import { noteOperation } from '../http/asked.js'
import { answerOf } from './errors.js'
import { type Charge, type Limits, limitError } from './limits.js'
import { type Operation, type Prepare, preparation } from './operations.js'

export interface Query {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
}

export interface Engine {
  readonly schema: GraphQLSchema
  readonly prepare: Prepare
  /** Runs a query or a mutation; what went wrong in a resolver is already worded for clients, and the status of the reply set. */
  run(query: Query, caller: Caller, reply: FastifyReply, charge: Charge): Promise<Ran>
}

export interface Ran {
  readonly kind: Operation['kind']
  readonly result: ExecutionResult
}

export interface EngineSettings {
  readonly schema: GraphQLSchema
  readonly resolvers: object
  /** Compiles an operation to JavaScript once it has been run so often; 0 never does. */
  readonly jit: number
  readonly limits: Limits
}

type Given = MercuriusContext & { readonly variables?: Query['variables'] }

/** Of operations that Mercurius keeps; it holds up to twice as many before it lets old ones go. */
const KEPT_OPERATIONS = 128
/** Compiled, an operation takes about 3 KiB for each field. Larger ones are run as they are. */
const MOST_FIELDS_COMPILED = 100
/** Of the cost of an operation: see cost.ts. */
export const COST_A_POINT = 100
/** Points for which it is worth looking through the answer. */
const GIVEN_BACK_FROM = 3

export async function registerEngine(app: FastifyInstance, settings: EngineSettings): Promise<Engine> {
  await app.register(mercurius, {
    schema: settings.schema,
    resolvers: settings.resolvers as NonNullable<MercuriusOptions['resolvers']>, // ours are read-only and know their context's exact type
    routes: false,
    jit: settings.jit,
    cache: KEPT_OPERATIONS,
    errorFormatter: ({ data, errors }, context) => {
      const { status, body } = answerOf(context.reply, data, errors ?? [])
      return { statusCode: status, response: body }
    },
  })
  // They were checked before. Given with the query, they would be checked once more, with every run of it.
  app.graphql.addHook('preExecution', (_, __, { variables }: Given) => (variables ? { variables } : undefined))
  const { schema } = app.graphql
  const prepare = preparation(schema, settings.limits)
  const documentOf = uncompiledIfLarge(settings.jit)
  return {
    schema,
    prepare,
    async run({ query, variables, operationName }, caller, reply, charge) {
      const operation = prepare(query, operationName, charge)
      noteOperation(reply.request, operation.asked)
      if (operation.kind === 'subscription') throw websocketRequired()
      operation.checkVariables(variables, charge, bytesSent(reply))
      const points = Math.floor(operation.cost / COST_A_POINT)
      if (points > 0) charge(points)
      const result = await reply.graphql(documentOf(operation), { caller, variables })
      if (points >= GIVEN_BACK_FROM && operation.kind === 'query' && result.data) charge(overpaid(operation, points, result.data))
      return { kind: operation.kind, result }
    },
  }
}

/** Undefined where the length is not told in advance. */
function bytesSent({ request: { headers } }: FastifyReply): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** No more than 0. What was paid for in advance and was not there, as in a list that is short or empty, is given back. */
const overpaid = ({ costFound }: Operation, points: number, data: object): number =>
  Math.min(0, Math.floor(costFound(data) / COST_A_POINT) - points)

const websocketRequired = (): GraphQLError =>
  limitError('WEBSOCKET_REQUIRED', 'Subscriptions need a WebSocket with the protocol graphql-transport-ws.')

/** Mercurius compiles what it has been handed often enough; a large operation is a new object to it before that. */
function uncompiledIfLarge(jit: number): (operation: Operation) => DocumentNode {
  const handed = new WeakMap<Operation, { document: DocumentNode; times: number }>()
  return (operation) => {
    if (operation.fields <= MOST_FIELDS_COMPILED) return operation.document
    const before = handed.get(operation)
    const next = before && before.times < jit ? before : { document: { ...operation.document }, times: 0 }
    next.times++
    handed.set(operation, next)
    return next.document
  }
}
