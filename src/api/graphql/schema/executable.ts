/** The schema, and the resolvers as Mercurius takes them. */
import { buildSchema, type GraphQLSchema } from 'graphql'
import type { GraphqlDeps, Resolvers } from '../context.js'
import { readResolvers } from '../reads.js'
import { streamResolvers } from '../streams.js'
import { writeResolvers } from '../writes.js'
import { schemaDocument } from './document.js'

type UnionResolvers = Readonly<Record<string, { resolveType(value: Readonly<Record<string, string>>): string | undefined }>>

export interface Executable {
  readonly schema: GraphQLSchema
  readonly resolvers: Resolvers & UnionResolvers
}

export function executable(deps: GraphqlDeps): Executable {
  const { text, unions } = schemaDocument(deps.games)
  const schema = buildSchema(text)
  attachStreams(schema, streamResolvers(deps))
  const members = [...unions].map(([name, { discriminator, members }]) => [
    name,
    { resolveType: (value: Readonly<Record<string, string>>) => members.get(value[discriminator] ?? '') },
  ])
  return { schema, resolvers: { ...readResolvers(deps), ...writeResolvers(deps), ...Object.fromEntries(members) } }
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
