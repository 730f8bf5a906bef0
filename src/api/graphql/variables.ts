/**
 * Whether variables fit, asked before anything is run. GraphQL's own check lists fifty faults and prints the whole value into each; compiled operations
 * have a check of their own, with other words. Here the first few are told, in words that do not repeat what was sent.
 */
import {
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql'
import { clipped } from '../../platform/complaint.js'
import { readingPoints } from '../http/rates.js'
import { type Fits, fitting } from './fitting.js'
import type { Charge } from './limits.js'

export type Variables = Readonly<Record<string, unknown>>

/**
 * Charges what it takes to read them, each as often as it is used; throws an AggregateError of what does not fit. `sent`: the length of what they came in,
 * if it is known: in a short one they need not be measured.
 */
export type CheckVariables = (given: Variables | null | undefined, charge: Charge, sent?: number) => void

const MOST_TOLD = 5

export function variableCheck(schema: GraphQLSchema, document: DocumentNode): CheckVariables {
  const known = variablesOf(schema, document)
  const uses = usesOf(document)
  const mostUses = Math.max(0, ...uses.map(([, times]) => times))
  return (variables, charge, sent = Number.POSITIVE_INFINITY) => {
    const given = variables ?? {}
    const isShort = readingPoints(mostUses * sent) === 0
    const points = isShort ? 0 : readingPoints(uses.reduce((bytes, [name, times]) => bytes + times * lengthOf(given[name]), 0))
    if (points > 0) charge(points)
    const faults: GraphQLError[] = []
    for (const variable of known) collectFaults(variable, given, faults)
    if (faults.length > 0) throw new AggregateError(faults)
  }
}

/** As JSON. Most are short texts and numbers. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 1
}

/** How often each is handed to a field. */
function usesOf(document: DocumentNode): (readonly [string, number])[] {
  const uses = new Map<string, number>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void uses.set(name.value, (uses.get(name.value) ?? 0) + 1),
  })
  return [...uses]
}

interface Variable {
  readonly name: string
  readonly type: GraphQLInputType
  readonly fits: Fits
  readonly definition: VariableDefinitionNode
}

/** Looked up once for a text: variables are checked with every request. */
function variablesOf(schema: GraphQLSchema, document: DocumentNode): Variable[] {
  const definitions = document.definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : [],
  )
  return definitions.flatMap((definition) => {
    const type = typeFromAST(schema, definition.type)
    return isInputType(type) ? [{ name: definition.variable.name.value, type, fits: fitting(type), definition }] : []
  })
}

function collectFaults({ name, type, fits, definition }: Variable, given: Variables, faults: GraphQLError[]): void {
  if (faults.length >= MOST_TOLD || (Object.hasOwn(given, name) && fits(given[name]))) return
  const tell = (where: string, message: string) =>
    faults.push(new GraphQLError(`Variable "$${where}": ${clipped(message)}`, { nodes: definition }))
  if (Object.hasOwn(given, name))
    untilEnough(given[name], type, faults, (path, message) => tell(clipped([name, ...path].join('.')), message))
  else if (isNonNullType(type) && !definition.defaultValue) tell(name, `A value of the type "${type}" is required.`)
}

/** GraphQL's way through a value has no other end than an exception. */
function untilEnough(
  value: unknown,
  type: GraphQLInputType,
  faults: readonly GraphQLError[],
  tell: (path: readonly (string | number)[], message: string) => void,
): void {
  try {
    coerceInputValue(value, type, (path, _, { message }) => {
      tell(path, message)
      if (faults.length >= MOST_TOLD) throw ENOUGH
    })
  } catch (thrown) {
    if (thrown !== ENOUGH) throw thrown
  }
}

const ENOUGH = new Error('enough faults')
