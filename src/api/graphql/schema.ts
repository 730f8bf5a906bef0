/** The schema with its resolvers. */
import { buildSchema, type GraphQLSchema, isObjectType, isUnionType } from 'graphql'
import { schemaDocument } from '../schema/document.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { readResolvers } from './reads.js'
import { streamResolvers } from './streams.js'
import { writeResolvers } from './writes.js'

export function executableSchema(deps: GraphqlDeps): GraphQLSchema {
  const { text, unions } = schemaDocument(deps.games)
  const schema = buildSchema(text)
  attach(schema, readResolvers(deps), 'resolve')
  attach(schema, writeResolvers(deps), 'resolve')
  attach(schema, streamResolvers(deps), 'subscribe')
  for (const [name, { discriminator, members }] of unions) {
    const union = schema.getType(name)
    if (isUnionType(union)) union.resolveType = (value) => members.get(value[discriminator])
  }
  return schema
}

function attach(schema: GraphQLSchema, resolvers: Resolvers, as: 'resolve' | 'subscribe'): void {
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    for (const [field, resolver] of Object.entries(fields)) {
      const found = isObjectType(type) ? type.getFields()[field] : undefined
      if (!found) throw new Error(`the GraphQL schema has no ${name}.${field}`)
      found[as] = resolver
    }
  }
}
