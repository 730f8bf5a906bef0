/**
 * What stands in front of Mercurius: a text is parsed, held to the limits and validated before anything else sees it, and each of its operations
 * becomes a document of its own. Texts are remembered, with what is wrong with them if something is, because clients send the same ones over and over.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type Location,
  type OperationTypeNode,
  parse,
  separateOperations,
  validate,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { GraphqlOperation } from '../../platform/metrics/graphql.js'
import { type Cost, type CostFound, checkedCosts, costFound } from './cost.js'
import { checkForm, operationsOf, rootFieldsOf } from './form.js'
import { type Charge, type Limits, limitError } from './limits.js'
import { type CheckVariables, variableCheck } from './variables.js'

/** One operation of a text, with the fragments that it uses. */
export interface Operation {
  readonly kind: OperationTypeNode
  /** The same by its root fields, for figures and logs. */
  readonly asked: GraphqlOperation
  /** Mercurius knows what it has compiled by this very object. */
  readonly document: DocumentNode
  /** Fields in its text: what it takes to hold it compiled. */
  readonly fields: number
  /** What one run of it may cost: see cost.ts. To be asked before it is run. */
  readonly cost: Cost
  readonly costFound: CostFound
  /** To be asked before it is run. */
  readonly checkVariables: CheckVariables
}

/** Throws a GraphQLError, or an AggregateError of several, if the text may not be run or has no such operation. */
export type Prepare = (text: string, operationName: string | null | undefined, charge: Charge) => Operation

/** What is wrong with a text. */
type Refusal = GraphQLError | AggregateError

/** By name; the nameless one is called ''. */
type Operations = ReadonlyMap<string, Operation>

/** Of remembered text. The parsed form is about a hundred times as large. */
const REMEMBERED_CHARACTERS = 500_000
const ERRORS_SHOWN = 5
/** To parse and validate a new text takes up to a millisecond for so many characters. */
const CHARACTERS_A_POINT = 200

export function preparation(schema: GraphQLSchema, limits: Limits): Prepare {
  const remembered = new LRUCache<string, Operations | Refusal>({
    max: 2000,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_, text) => text.length + 1,
  })
  const remember = (text: string): Operations | Refusal => {
    const outcome = checkedOrRefused(schema, text, limits)
    remembered.set(text, outcome)
    return outcome
  }
  return (text, operationName, charge) => {
    const known = remembered.get(text)
    // Whoever sends again what was refused pays again.
    if (!known || known instanceof Error) charge(Math.ceil(text.length / CHARACTERS_A_POINT))
    const outcome = known ?? remember(text)
    if (outcome instanceof Error) throw outcome
    return named(outcome, operationName)
  }
}

function checkedOrRefused(schema: GraphQLSchema, text: string, limits: Limits): Operations | Refusal {
  try {
    return checked(schema, text, limits)
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof AggregateError) return error
    throw error
  }
}

/**
 * Mercurius copies a document once by `structuredClone`, which overflows the stack on the chain of tokens that hangs on every location. Only where it
 * begins is kept of a location's first token: the compiler of operations asks for that, and gives up without it.
 */
function withoutTokens(document: DocumentNode): DocumentNode {
  visit(document, {
    enter({ loc }) {
      if (loc) Object.assign(loc, { startToken: beginningOf(loc.startToken), endToken: undefined })
    },
  })
  return document
}

const beginningOf = ({ line, column }: Location['startToken']) => ({ line, column })

function named(operations: Operations, name: string | null | undefined): Operation {
  const [only, ...others] = operations.values()
  const operation = name ? operations.get(name) : others.length === 0 ? only : undefined
  if (operation) return operation
  throw limitError('OPERATION_UNKNOWN', 'Name one of the operations in the query: operationName.')
}

/** In the order of what they take: no check sees what a cheaper one would refuse. */
function checked(schema: GraphQLSchema, text: string, limits: Limits): Operations {
  const document = parsed(text, limits)
  const bad = checkForm(document, limits)
  if (bad) throw bad
  const errors = validate(schema, document, undefined, { maxErrors: ERRORS_SHOWN })
  if (errors.length > 0) throw new AggregateError(errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')))
  const costOf = checkedCosts(schema, document, limits)
  const documents = separateOperations(withoutTokens(document))
  return new Map(
    operationsOf(document).map((operation) => {
      const key = operation.name?.value ?? ''
      const own = documents[key] ?? document
      const kind = operation.operation
      const asked = { kind, fields: rootFieldsOf(operation, document) }
      const checkVariables = variableCheck(schema, own)
      const costs = { cost: costOf(operation, own), costFound: costFound(schema, own) }
      return [key, { kind, asked, document: own, fields: fieldsIn(own), ...costs, checkVariables }]
    }),
  )
}

function fieldsIn(document: DocumentNode): number {
  let fields = 0
  visit(document, { Field: () => void fields++ })
  return fields
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
