/** GraphQL queries that ask for everything there is, built from the published schema, and what a value looks like when asked so. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type GraphQLNamedType, type GraphQLSchema, getNamedType, isObjectType, isUnionType } from 'graphql'
import type { AnyGame } from '../../src/games/contract.js'
import { ROOT } from '../ground.js'

export interface Selection {
  /** With its braces; empty for a scalar. */
  readonly text: string
  /** The same value as REST gives it, cut down to what is asked for. Absent and null count as the same. */
  project(value: unknown): unknown
}

const scalar: Selection = { text: '', project: (value) => value ?? undefined }

/** Fields that have a query of their own, or lead round in a circle. */
const APART: Readonly<Record<string, readonly string[]>> = {
  Match: ['view', 'legalMoves', 'notices', 'log'],
  MoveAccepted: ['match'],
}

let built: GraphQLSchema | undefined
const selected = new Map<string, Selection>()

export function selectAll(type: string, game: AnyGame): Selection {
  const key = `${type} of ${game.id}`
  const selection = selected.get(key) ?? selectNew(type, game)
  selected.set(key, selection)
  return selection
}

function selectNew(type: string, game: AnyGame): Selection {
  built ??= buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'))
  const found = built.getType(type)
  if (!found) throw new Error(`there is no type ${type}`)
  return select(found, game)
}

function select(type: GraphQLNamedType, game: AnyGame): Selection {
  if (isUnionType(type))
    return selectUnion(
      type.getTypes().filter(({ name }) => isOf(game, type.name, name)),
      game,
    )
  if (type.name === 'GameId') return { text: '', project: () => idOf(game) }
  if (!isObjectType(type)) return scalar
  const apart = APART[type.name] ?? []
  const fields = Object.values(type.getFields()).filter(({ name }) => !apart.includes(name))
  return fieldsOf(new Map(fields.map(({ name, type: of }) => [name, select(getNamedType(of), game)])), game)
}

/** The unions over all games hold the members of each; those of other games would only clash. */
const isOf = (game: AnyGame, union: string, member: string): boolean =>
  union === 'MatchView'
    ? member === `${prefixOf(game)}View`
    : !/^(MatchNotice|GameContent)$/.test(union) || member.startsWith(prefixOf(game))

/** Types of the game `medieval-realms` begin with `MedievalRealms`. */
const prefixOf = ({ id }: AnyGame): string => id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)
/** And its id in GraphQL, and the fields that are named apart, with `medievalRealms`. */
const idOf = (game: AnyGame): string => lowerFirst(prefixOf(game))

/** Members may have a field of one name with different types: GraphQL does not let us ask for those together. */
function selectUnion(members: readonly GraphQLNamedType[], game: AnyGame): Selection {
  const types = new Map<string, Set<string>>()
  for (const member of members)
    if (isObjectType(member))
      for (const { name, type } of Object.values(member.getFields()))
        types.set(name, (types.get(name) ?? new Set()).add(String(type)))
  const all = new Map<string, Selection>()
  const fragments = members.map((member) => {
    const fields = isObjectType(member) ? Object.values(member.getFields()).filter(({ name }) => types.get(name)?.size === 1) : []
    const own = new Map(fields.map(({ name, type }) => [name, select(getNamedType(type), game)]))
    for (const [name, selection] of own) all.set(name, selection)
    return own.size === 0 ? '' : `... on ${member.name} ${fieldsOf(own, game).text}`
  })
  return { text: `{ __typename ${fragments.join(' ')} }`, project: fieldsOf(all, game).project }
}

/** GraphQL calls a field `royalsHand` where REST calls it `hand`, if another game has a `hand` at the same place. */
const plainName = (name: string, game: AnyGame): string =>
  name.startsWith(idOf(game)) ? lowerFirst(name.slice(idOf(game).length)) : name

function fieldsOf(fields: ReadonlyMap<string, Selection>, game: AnyGame): Selection {
  const one = (value: object): object => {
    const given = new Map<string, unknown>(Object.entries(value))
    return Object.fromEntries(
      [...fields].map(([name, field]) => [name, field.project(given.get(name) ?? given.get(plainName(name, game)))]),
    )
  }
  const project = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(project)
    return typeof value === 'object' && value !== null ? one(value) : undefined
  }
  return { text: `{ ${[...fields].map(([name, field]) => `${name} ${field.text}`).join(' ')} }`, project }
}

/** An answer in the same form: without type names and nulls. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one) ?? null)
  if (typeof value !== 'object' || value === null) return value ?? undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      key === '__typename' || one === null || one === undefined ? [] : [[key, plain(one)]],
    ),
  )
}
