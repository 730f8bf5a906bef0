/** Parses, checks and runs queries. Texts that passed are remembered, for clients send the same ones over and over. */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { checkCost, checkForm, type Limits, limitError } from './limits.js'

export interface Query {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
}

export interface Engine {
  readonly schema: GraphQLSchema
  /** Throws a GraphQLError, or an AggregateError of several, if the text may not be run. */
  prepare(text: string): Prepared
  run(query: Query, context: object): Promise<ExecutionResult>
}

export interface Prepared {
  readonly document: DocumentNode
  uses: number
  /** By operation name. */
  readonly compiled: Map<string, CompiledQuery>
}

export interface EngineOptions {
  /** Compiles a query to JavaScript once it has been run so often; 0 never does. */
  readonly jit: number
  readonly limits: Limits
}

/** Of remembered text. The parsed form is about a hundred times as large. */
const REMEMBERED_CHARACTERS = 500_000
const ERRORS_SHOWN = 5

export function createEngine(schema: GraphQLSchema, { jit, limits }: EngineOptions): Engine {
  const remembered = new LRUCache<string, Prepared>({
    max: 2000,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  })
  const prepare = (text: string): Prepared => {
    const before = remembered.get(text)
    if (before) return before
    const prepared = { document: checked(schema, text, limits), uses: 0, compiled: new Map() }
    remembered.set(text, prepared)
    return prepared
  }
  return {
    schema,
    prepare,
    async run({ query, variables, operationName }, contextValue) {
      const prepared = prepare(query)
      const { document } = prepared
      requireOverHttp(operationOf(document, operationName))
      const compiled = jit > 0 && ++prepared.uses > jit ? compile(schema, prepared, operationName) : undefined
      if (compiled) return compiled.query(undefined, contextValue, variables ?? {})
      return execute({ schema, document, contextValue, variableValues: variables, operationName })
    },
  }
}

function checked(schema: GraphQLSchema, text: string, limits: Limits): DocumentNode {
  const document = parsed(text, limits)
  const bad = checkForm(document, limits)
  if (bad) throw bad
  const errors = validate(schema, document, undefined, { maxErrors: ERRORS_SHOWN })
  if (errors.length > 0) throw new AggregateError(errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')))
  const costly = checkCost(schema, document, limits)
  if (costly) throw costly
  return document
}

function parsed(text: string, { tokens }: Limits): DocumentNode {
  try {
    return parse(text, { maxTokens: tokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw limitError('QUERY_TOO_DEEP', 'This query is nested too deeply.')
    if (error.message.includes('Parsing aborted'))
      throw limitError('QUERY_TOO_LONG', `This query has more than ${tokens} tokens.`)
    throw coded(error, 'GRAPHQL_PARSE_FAILED')
  }
}

const coded = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code },
  })

export function operationOf(document: DocumentNode, operationName: string | null | undefined): OperationTypeNode {
  const operation = getOperationAST(document, operationName)
  if (operation) return operation.operation
  throw limitError('OPERATION_UNKNOWN', 'Name one of the operations in the query: operationName.')
}

function requireOverHttp(operation: OperationTypeNode): void {
  if (operation === 'subscription')
    throw limitError('WEBSOCKET_REQUIRED', 'Subscriptions need a WebSocket with the protocol graphql-transport-ws.')
}

function compile(
  schema: GraphQLSchema,
  { document, compiled }: Prepared,
  operationName: string | null | undefined,
): CompiledQuery | undefined {
  const name = operationName ?? ''
  const before = compiled.get(name)
  if (before) return before
  const made = compileQuery(schema, document, name === '' ? undefined : name)
  if (!isCompiledQuery(made)) return undefined
  compiled.set(name, made)
  return made
}
