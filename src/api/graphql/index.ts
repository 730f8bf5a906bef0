/** GraphQL: queries and mutations by POST /graphql, everything by WebSocket on the same path, GraphiQL at /graphiql. */
import type { FastifyInstance } from 'fastify'
import type { GraphqlDeps } from './context.js'
import { registerEngine } from './engine.js'
import { serveGraphiql } from './graphiql.js'
import { LIMITS } from './limits.js'
import { serveHttp } from './route.js'
import { executable } from './schema/executable.js'
import { serveSockets } from './socket/index.js'

export type { GraphqlDeps } from './context.js'

export async function registerGraphql(app: FastifyInstance, deps: GraphqlDeps): Promise<void> {
  const engine = await registerEngine(app, { ...executable(deps), jit: deps.jit, limits: LIMITS })
  serveHttp(app, engine, deps)
  serveSockets(app, engine, deps)
  serveGraphiql(app)
}
