/** Mercurius, given nothing but operations that were checked before. docs/decisions/0007 tells which of its faults this contains. */
import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import mercurius, { type MercuriusContext, type MercuriusOptions } from 'mercurius'
import type { Context } from './context.js'
import type { Limits } from './limits.js'
import { type Operation, type Prepare, preparation } from './operations.js'
import type { Variables } from './variables.js'

declare module 'mercurius' {
  interface MercuriusContext extends Pick<Context, 'tell'> {}
}

export interface Engine {
  readonly schema: GraphQLSchema
  readonly prepare: Prepare
  /**
   * Runs a query or a mutation; what went wrong in a resolver is already worded for clients, and the status of the reply set, if there is one. `sent`: the
   * length of what its variables came in, if it is known.
   */
  run(operation: Operation, variables: Given['variables'], context: Context, sent?: number): Promise<ExecutionResult>
}

export interface EngineSettings {
  readonly schema: GraphQLSchema
  readonly resolvers: object
  /** Compiles an operation to JavaScript once it has been run so often; 0 never does. */
  readonly jit: number
  readonly limits: Limits
}

type Given = MercuriusContext & { readonly variables?: Variables | null | undefined }

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
      const { status, body } = context.tell(data, errors ?? [])
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
    async run(operation, variables, context, sent) {
      const { charge } = context
      operation.checkVariables(variables, charge, sent)
      const points = Math.floor(operation.cost(variables) / COST_A_POINT)
      if (points > 0) charge(points)
      const result = await app.graphql(documentOf(operation), forMercurius(context, variables))
      if (points >= GIVEN_BACK_FROM && operation.kind === 'query' && result.data) charge(overpaid(operation, points, result.data))
      return result
    },
  }
}

/**
 * Mercurius puts what it needs on every context. Where that is there before, and in one shape for all, it takes a thirtieth of the time: so it is written out, as
 * a copy with more behind it would be slow too.
 */
function forMercurius(context: Context, variables: Given['variables']): object {
  const { caller, address, reply, charge, waitFor, tell, log, chargeItem } = context
  return {
    caller,
    address,
    reply,
    charge,
    waitFor,
    tell,
    log,
    chargeItem,
    variables,
    app: undefined,
    errors: null,
    preParsing: null,
    preValidation: null,
    preExecution: null,
    onResolution: null,
    preSubscriptionParsing: null,
    preSubscriptionExecution: null,
    onSubscriptionResolution: null,
    onSubscriptionEnd: null,
  }
}

/** No more than 0. What was paid for in advance and was not there, as in a list that is short or empty, is given back. */
const overpaid = ({ costFound }: Operation, points: number, data: object): number =>
  Math.min(0, Math.floor(costFound(data) / COST_A_POINT) - points)

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
