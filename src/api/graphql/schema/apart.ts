/**
 * GraphQL has no way to ask two members of a union for fields of one name and different types, short of an alias. So a field name at one place of a
 * view or a notice has one type in all games: the game that stands first in the registry keeps it, and later ones put their own name before theirs.
 */
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql'
import type { AnyGame } from '../../../games/contract.js'
import { camel, pascal, upperFirst } from '../../schema/names.js'

interface Clash {
  readonly field: string
  readonly earlier: GraphQLObjectType
  readonly later: GraphQLObjectType
}

/** New names by `Type.field`. */
export function namesApart(schema: GraphQLSchema, games: readonly AnyGame[]): Map<string, string> {
  const prefixes = games.map(({ id }) => pascal(id))
  const ranks = new Map<GraphQLNamedType, number>()
  const rankOf = (type: GraphQLNamedType): number => {
    const rank = ranks.get(type) ?? prefixes.findIndex((prefix) => type.name.startsWith(prefix))
    ranks.set(type, rank)
    return rank
  }
  const renamed = new Map<string, string>()
  const inOrder = clashes(schema, rankOf).toSorted((a, b) => rankOf(a.later) - rankOf(b.later))
  for (const { field, earlier, later } of inOrder) {
    const game = games[rankOf(later)]
    if (!game || rankOf(earlier) === rankOf(later))
      throw new Error(`${earlier}.${field} and ${later}.${field} are told at one place and need different names`)
    if (!renamed.has(`${earlier}.${field}`)) renamed.set(`${later}.${field}`, camel(game.id) + upperFirst(field))
  }
  return renamed
}

/** Fields of one name that can be asked for at one place, as GraphQL's own rule about them sees it. */
export function clashes(schema: GraphQLSchema, rankOf: (type: GraphQLNamedType) => number = () => 0): Clash[] {
  const seen = new Map<GraphQLObjectType, Set<GraphQLObjectType>>()
  const found: Clash[] = []
  const fieldsOf = fieldReader()
  const compare = (a: GraphQLObjectType, b: GraphQLObjectType): void => {
    if (a === b) return
    const [earlier, later] = rankOf(a) <= rankOf(b) ? [a, b] : [b, a]
    const met = seen.get(earlier) ?? new Set()
    if (met.has(later)) return
    seen.set(earlier, met.add(later))
    const others = fieldsOf(later)
    for (const [name, field] of fieldsOf(earlier)) {
      const other = others.get(name)
      if (!other) continue
      if (field.form !== other.form) found.push({ field: name, earlier, later })
      // The members of one union are compared below, wherever it is told.
      else if (field.named !== other.named) compareAll([...field.members, ...other.members])
    }
  }
  const compareAll = (members: readonly GraphQLObjectType[]): void => {
    members.forEach((a, index) => {
      for (const b of members.slice(index)) compare(a, b)
    })
  }
  for (const type of Object.values(schema.getTypeMap())) if (isUnionType(type)) compareAll(type.getTypes())
  return found
}

interface Field {
  readonly form: string
  readonly named: GraphQLNamedType
  readonly members: readonly GraphQLObjectType[]
}

/** Every type is compared with many others, so what is compared is worked out once. */
function fieldReader(): (type: GraphQLObjectType) => ReadonlyMap<string, Field> {
  const known = new Map<GraphQLObjectType, ReadonlyMap<string, Field>>()
  const read = (type: GraphQLObjectType): ReadonlyMap<string, Field> =>
    new Map(
      Object.values(type.getFields()).map(({ name, type }) => {
        const named = getNamedType(type)
        return [name, { form: formOf(type), named, members: membersOf(named) }]
      }),
    )
  return (type) => {
    const fields = known.get(type) ?? read(type)
    known.set(type, fields)
    return fields
  }
}

const membersOf = (type: GraphQLNamedType): readonly GraphQLObjectType[] =>
  isUnionType(type) ? type.getTypes() : isObjectType(type) ? [type] : []

/** What two fields have to share: lists, nulls and the type of a value; objects are compared field by field. */
function formOf(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return `${formOf(type.ofType)}!`
  if (isListType(type)) return `[${formOf(type.ofType)}]`
  return isLeafType(type) ? type.name : '{}'
}
