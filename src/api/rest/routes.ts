import type { FastifyInstance } from 'fastify'
import { entranceRoutes } from './entrance.js'
import { followingRoutes } from './following.js'
import { gameRoutes } from './games.js'
import { matchRoutes } from './matches.js'
import { operationRoutes } from './operations.js'
import { playRoutes } from './play.js'
import { playerRoutes } from './players.js'
import type { Hook } from './rates.js'
import { parseInput, plainJson, type RestDeps, zodRoutes } from './routing.js'
import type { Streams } from './streams.js'

export function allRoutes(
  app: FastifyInstance,
  deps: RestDeps,
  { limitRegistration, streams }: { limitRegistration: Hook; streams: Streams },
): void {
  app.setValidatorCompiler(parseInput).setSerializerCompiler(plainJson)
  const routes = zodRoutes(app)
  entranceRoutes(routes)
  gameRoutes(routes, deps)
  playerRoutes(routes, deps, limitRegistration)
  matchRoutes(routes, deps)
  playRoutes(routes, deps)
  followingRoutes(routes, deps, streams)
  operationRoutes(routes, deps)
}
