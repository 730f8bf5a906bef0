/** The schema, and the resolvers as Mercurius takes them. */
import type { GraphQLSchema } from 'graphql'
import type { GraphqlDeps, Resolvers } from '../context.js'
import { readResolvers } from '../reads.js'
import { streamResolvers } from '../streams.js'
import { writeResolvers } from '../writes.js'
import { type SchemaDocument, schemaDocument, schemaOf } from './document.js'
import { useGameIds, vocabularyResolvers } from './vocabulary.js'

type UnionResolvers = Readonly<Record<string, { resolveType(value: Readonly<Record<string, string>>): string | undefined }>>

export interface Executable {
  readonly schema: GraphQLSchema
  readonly resolvers: Resolvers & UnionResolvers
}

export function executable(deps: GraphqlDeps): Executable {
  const { parsed, unions, renamed } = schemaDocument(deps.games)
  const schema = schemaOf(parsed)
  useGameIds(schema, deps.games)
  attachStreams(schema, streamResolvers(deps))
  const members = [...unions].map(([name, { discriminator, members }]) => [
    name,
    { resolveType: (value: Readonly<Record<string, string>>) => members.get(value[discriminator] ?? '') },
  ])
  const own = merged(readResolvers(deps), writeResolvers(deps), vocabularyResolvers(deps.games), renamedResolvers(renamed))
  return { schema, resolvers: { ...own, ...Object.fromEntries(members) } }
}

/** Type by type: several parts resolve fields of the same one. */
function merged(...parts: readonly Resolvers[]): Resolvers {
  const all: Record<string, Resolvers[string]> = {}
  for (const part of parts) for (const [type, fields] of Object.entries(part)) all[type] = { ...all[type], ...fields }
  return all
}

function renamedResolvers(renamed: SchemaDocument['renamed']): Resolvers {
  const parts = [...renamed].map(([place, name]): Resolvers => {
    const [type = '', field = ''] = place.split('.')
    return { [type]: { [name]: (source) => source[field] } }
  })
  return merged(...parts)
}

/** By hand: Mercurius would make resolvers of them, since its own subscriptions, which it does not validate, are off. */
function attachStreams(schema: GraphQLSchema, streams: Resolvers[string]): void {
  const fields = schema.getSubscriptionType()?.getFields() ?? {}
  for (const [name, subscribe] of Object.entries(streams)) {
    const field = fields[name]
    if (!field) throw new Error(`the GraphQL schema has no Subscription.${name}`)
    field.subscribe = subscribe
  }
}
