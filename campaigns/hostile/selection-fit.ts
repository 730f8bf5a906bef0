/** Whether the data of a GraphQL answer is what was selected: every key that was asked for, no other, each of the published type. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { isObject } from './fit.js'
import type { Query } from './query.js'

interface Asked {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
}

export function misfitData(schema: GraphQLSchema, query: Query, data: unknown): string | undefined {
  const document = parse(query.query, { noLocation: true })
  const operation = operationOf(document, query.operationName)
  const type = operation && schema.getRootType(operation.operation)
  if (!operation || !type) return 'data without an operation that could have given it'
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  )
  const asked: Asked = { schema, fragments, variables: query.variables ?? {} }
  return ofObject(asked, type, [operation.selectionSet], data, 'data')
}

function operationOf(document: DocumentNode, name: string | undefined) {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  return operations.length === 1 ? operations[0] : operations.find((one) => one.name?.value === name)
}

function ofObject(
  asked: Asked,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
  value: unknown,
  at: string,
): string | undefined {
  if (!isObject(value)) return `${at}: no object`
  const fields = new Map<string, FieldNode[]>()
  for (const selection of selections) collect(asked, type, selection, fields, new Set())
  const surplus = Object.keys(value).find((key) => !fields.has(key))
  if (surplus !== undefined) return `${at}: ${surplus} was not asked for`
  for (const [key, nodes] of fields) {
    if (!Object.hasOwn(value, key)) return `${at}: ${key} is missing`
    const wrong = ofField(asked, type, nodes, value[key], `${at}.${key}`)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Fields of one key are one field with all their selections. */
function collect(
  asked: Asked,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  into: Map<string, FieldNode[]>,
  seen: Set<string>,
): void {
  for (const one of selections) {
    if (getDirectiveValues(GraphQLSkipDirective, one, asked.variables)?.if === true) continue
    if (getDirectiveValues(GraphQLIncludeDirective, one, asked.variables)?.if === false) continue
    if (one.kind === Kind.FIELD) {
      const key = one.alias?.value ?? one.name.value
      into.set(key, [...(into.get(key) ?? []), one])
      continue
    }
    const fragment = one.kind === Kind.FRAGMENT_SPREAD ? asked.fragments.get(one.name.value) : one
    if (!fragment || (one.kind === Kind.FRAGMENT_SPREAD && seen.has(one.name.value))) continue
    if (one.kind === Kind.FRAGMENT_SPREAD) seen.add(one.name.value)
    if (applies(asked.schema, type, fragment.typeCondition?.name.value)) collect(asked, type, fragment.selectionSet, into, seen)
  }
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true
  const named = schema.getType(condition)
  return isAbstractType(named) && schema.isSubType(named, type)
}

const META = new Map([SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]))

function ofField(
  asked: Asked,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
  value: unknown,
  at: string,
): string | undefined {
  const name = nodes[0]?.name.value ?? ''
  if (name === '__typename' && value !== parent.name) return `${at}: ${JSON.stringify(value)} instead of ${parent.name}`
  const type = META.get(name)?.type ?? parent.getFields()[name]?.type
  if (!type) return `${at}: ${parent.name} has no ${name}`
  return ofType(
    asked,
    type,
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    value,
    at,
  )
}

function ofType(
  asked: Asked,
  type: GraphQLOutputType,
  below: readonly SelectionSetNode[],
  value: unknown,
  at: string,
): string | undefined {
  if (isNonNullType(type)) return value === null ? `${at}: null, but is ${type}` : ofType(asked, type.ofType, below, value, at)
  if (value === null) return undefined
  if (isListType(type)) {
    if (!Array.isArray(value)) return `${at}: no list`
    for (const [index, item] of value.entries()) {
      const wrong = ofType(asked, type.ofType, below, item, `${at}[${index}]`)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }
  if (isLeafType(type))
    return isEnumType(type)
      ? ofEnum(
          type.getValues().map(({ name }) => name),
          value,
          at,
        )
      : ofScalar(type.name, value, at)
  if (isObjectType(type)) return ofObject(asked, type, below, value, at)
  // Without __typename the member is not told, so one of them must fit.
  const complaints = asked.schema.getPossibleTypes(type).map((member) => ofObject(asked, member, below, value, at))
  return complaints.includes(undefined) ? undefined : `${at}: fits no member of ${type.name}; the last: ${complaints.at(-1)}`
}

const ofEnum = (names: readonly string[], value: unknown, at: string): string | undefined =>
  typeof value === 'string' && names.includes(value)
    ? undefined
    : `${at}: ${JSON.stringify(value)} is none of ${names.slice(0, 9)}`

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 31,
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  DateTime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value),
}

const ofScalar = (name: string, value: unknown, at: string): string | undefined =>
  (SCALARS[name]?.(value) ?? true) ? undefined : `${at}: ${JSON.stringify(value)?.slice(0, 80)} is no ${name}`
