/** What the routes share: their dependencies, how schemas are applied, and what every answer may also be. */
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Accounts } from '../../accounts/accounts.js'
import type { Caller } from '../../accounts/caller.js'
import type { AnyGame } from '../../games/contract.js'
import type { Matches } from '../../match/matches.js'
import type { Metrics } from '../../platform/metrics.js'
import { ProblemDocument } from '../errors.js'
import type { RateRules } from './rates.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schemas for the reference where they say more than those that parse. */
    shown?: { body: z.ZodType }
  }
}

export interface RestConfig extends RateRules {
  /** Seconds between the keep-alives of a stream; 15 if left out. */
  readonly keepAliveSeconds?: number
}

export interface RestDeps {
  readonly matches: Matches
  readonly accounts: Accounts
  readonly games: readonly AnyGame[]
  readonly config: RestConfig
  readonly metrics: Metrics
  /** Can the database be reached? */
  ready(): Promise<boolean>
  authenticate(request: FastifyRequest): Promise<Caller>
}

export const zodRoutes = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()
export type ZodRoutes = ReturnType<typeof zodRoutes>

/** No body at all means an empty one, so that `curl -X POST` does for joining. Headers are documented here, and read in conditions.ts. */
export const parseInput: FastifySchemaCompiler<unknown> = (route) => {
  if (route.httpPart === 'headers') return unparsed
  const parse = validatorCompiler({ ...route, schema: route.schema as z.ZodType })
  return route.httpPart === 'body' ? (body: unknown) => parse(body ?? {}) : parse
}

/** For moves: the game's own schema judges them, in the match service, and once is enough. */
export const leaveBodyUnparsed: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === 'body' ? unparsed : parseInput(route)

const unparsed = (value: unknown) => ({ value })

/** Answers are documented, not parsed again: what the services return is typed, and the tests hold it against the schemas. */
export const plainJson: FastifySerializerCompiler<unknown> = () => JSON.stringify

const problem = {
  description: 'A problem, with a stable code.',
  content: { 'application/problem+json': { schema: ProblemDocument } },
}
export const orProblem = { '4xx': problem, '5xx': problem }

export const withToken = [{ token: [] }]
/** A token is looked at, but strangers are served too. */
export const tokenOrNot = [{ token: [] }, {}]
