/** GraphQL texts made from the published schema: selections, arguments, variables and fragments that mostly fit. */
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import type { Chance } from '../chance.js'
import { oddNumber, oddText, oddValue } from './odd.js'

export interface Query {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

export interface QueryGrammar {
  readonly schema: GraphQLSchema
  readonly random: Chance
  anyId(): string
  /** One value in so many does not fit. */
  readonly oddOnceIn: number
}

type Root = 'query' | 'mutation' | 'subscription'

interface Text {
  readonly grammar: QueryGrammar
  readonly declared: string[]
  readonly variables: Record<string, unknown>
  readonly fragments: string[]
  aliases: number
}

const NAMES: readonly string[] = [
  'a',
  'b1',
  '_',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'data',
  'errors',
  'x'.repeat(300),
]

export function anyQuery(grammar: QueryGrammar, root: Root, depth: number): Query {
  const type = rootType(grammar.schema, root)
  const text: Text = { grammar, declared: [], variables: {}, fragments: [], aliases: 0 }
  const selections = selectionOf(type, text, depth)
  const declared = text.declared.length > 0 ? `(${text.declared.join(',')})` : ''
  return { query: `${root} Q${declared}${selections}${text.fragments.join('')}`, variables: text.variables }
}

function rootType(schema: GraphQLSchema, root: Root): GraphQLObjectType {
  const types = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: schema.getSubscriptionType() }
  const type = types[root]
  if (!type) throw new Error(`the schema has no ${root}`)
  return type
}

function selectionOf(type: GraphQLNamedOutputType, text: Text, depth: number): string {
  const { random } = text.grammar
  if (isAbstractType(type)) return ofUnion(type, text, depth)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).filter((field) => depth > 0 || !isCompositeType(getNamedType(field.type)))
  if (fields.length === 0) return '{__typename}'
  const chosen = Array.from({ length: random.between(1, 4) }, () => random.pick(fields))
  const parts = chosen.map((field) => {
    const name = `${aliasFor(text)}${field.name}${argumentsFor(field.args, text)}`
    return `${name}${directiveFor(text)}${selectionOf(getNamedType(field.type), text, depth - 1)}`
  })
  if (random.once(8)) parts.push('__typename')
  const body = `{${parts.join(' ')}}`
  return random.once(15) ? `{...${named(type, body, text)}}` : body
}

function ofUnion(type: GraphQLNamedOutputType, text: Text, depth: number): string {
  const { schema, random } = text.grammar
  const members = isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const chosen = new Set(Array.from({ length: random.between(1, 3) }, () => random.pick(members)))
  // Aliased, or members with fields of one name and several types would not validate.
  const parts = [...chosen].map((member) => `...on ${member.name}${selectionOf(member, text, Math.min(depth - 1, 2))}`)
  return `{__typename ${parts.join(' ')}}`
}

function named(type: GraphQLObjectType, body: string, text: Text): string {
  const name = `F${text.fragments.length}`
  text.fragments.push(` fragment ${name} on ${type.name}${body}`)
  return name
}

function aliasFor(text: Text): string {
  const { random } = text.grammar
  if (text.aliases >= 28 || !random.once(4)) return ''
  text.aliases++
  return `${random.once(4) ? random.pick(NAMES) : `n${text.aliases}`}:`
}

function directiveFor({ grammar: { random } }: Text): string {
  if (!random.once(25)) return ''
  return random.pick([
    '@skip(if:false)',
    '@include(if:true)',
    '@include(if:false)',
    '@skip(if:true)',
    '@skip(if:1)',
    '@odd',
    '@skip',
  ])
}

function argumentsFor(args: readonly GraphQLArgument[], text: Text): string {
  const { random } = text.grammar
  const given = args.filter((argument) => isRequiredArgument(argument) || random.once(2))
  if (given.length === 0) return ''
  return `(${given.map(({ name, type }) => `${name}:${argument(name, type, text)}`).join(',')})`
}

/** As a literal, or as a variable with the value beside the text. */
function argument(name: string, type: GraphQLInputType, text: Text): string {
  const { grammar, declared, variables } = text
  const value = inputValue(name, type, grammar, 0)
  if (!grammar.random.once(2)) return literal(value, type)
  const variable = `v${declared.length}`
  declared.push(`$${variable}:${type}`)
  variables[variable] = value
  return `$${variable}`
}

function inputValue(name: string, type: GraphQLInputType, grammar: QueryGrammar, depth: number): unknown {
  const { random, oddOnceIn } = grammar
  if (random.once(oddOnceIn)) return oddValue(random)
  if (isNonNullType(type)) return inputValue(name, type.ofType, grammar, depth)
  if (isListType(type)) return Array.from({ length: random.between(0, 3) }, () => inputValue(name, type.ofType, grammar, depth))
  if (isEnumType(type)) return random.pick(type.getValues()).name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || (depth < 4 && random.once(3)))
    return Object.fromEntries(fields.map((field) => [field.name, inputValue(field.name, field.type, grammar, depth + 1)]))
  }
  return scalar(name, type.name, grammar)
}

function scalar(name: string, type: string, { random, anyId }: QueryGrammar): unknown {
  switch (type) {
    case 'ID':
      return anyId()
    case 'Int':
      return name === 'first'
        ? random.pick([1, 2, 5, 0, -1, 100, 101, 1000, 1001])
        : random.pick([0, 1, 2, 5, 1_000_000_000, oddNumber(random)])
    case 'Boolean':
      return random.once(2)
    case 'JSON':
      return random.pick<unknown>([{ type: 'drawTile' }, { type: 'pass' }, {}, oddValue(random)])
    case 'String':
      return random.pick(['kingdoms', 'royals', 'ab', `N${random.between(0, 1e9)}`, oddText(random)])
    default:
      return random.pick([1, 'x', 0.5])
  }
}

/** GraphQL writes keys without quotes, and values of enums too. */
function literal(value: unknown, type: GraphQLInputType): string {
  const bare = isNonNullType(type) ? type.ofType : type
  if (isEnumType(bare) && typeof value === 'string' && /^[_A-Za-z]\w*$/.test(value)) return value
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, isListType(bare) ? bare.ofType : bare)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = isInputObjectType(bare) ? bare.getFields() : {}
  const entries = Object.entries(value).filter(([key]) => /^[_A-Za-z]\w*$/.test(key))
  return `{${entries.map(([key, item]) => `${key}:${literal(item, fields[key]?.type ?? bare)}`).join(',')}}`
}
