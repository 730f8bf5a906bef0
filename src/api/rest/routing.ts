/** What the routes share: their dependencies, how schemas are applied, and what they tell the reference. */
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Administration } from '../../accounts/administration.js'
import type { Accounts } from '../../accounts/service.js'
import type { AnyGame } from '../../games/contract.js'
import type { Finding } from '../../match/finding.js'
import type { Matches } from '../../match/matches.js'
import { readInput } from '../../platform/complaint.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Ratings } from '../../ratings/service.js'
import type { Tournaments } from '../../tournaments/tournaments.js'
import type { Webhooks } from '../../webhooks/service.js'
import type { Authenticate } from '../http/authentication.js'
import { unfit } from '../http/errors.js'
import type { Rates } from '../http/rates.js'
import type { WaitFor } from '../http/waiting.js'
import type { ResponseHeader } from './response-headers.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schemas for the reference where they say more than those that parse. */
    shown?: { body: z.ZodType }
  }
  interface FastifySchema {
    /** For the reference: codes that this operation may answer with, besides those that follow from its schema (problem-answers.ts). */
    problems?: readonly string[]
    /** For the reference: headers of a good answer, besides those of every answer. */
    sends?: readonly ResponseHeader[]
    /** For the reference: a POST that is as good done twice as once, so that clients may send it again without an idempotency key. */
    repeatable?: true
  }
}

export interface RestDeps {
  readonly matches: Matches
  readonly finding: Finding
  readonly accounts: Accounts
  readonly administration: Administration
  readonly webhooks: Webhooks
  readonly tournaments: Tournaments
  readonly ratings: Ratings
  readonly games: readonly AnyGame[]
  /** The rules of a game in words, as Markdown. */
  rulesPage(game: string): string
  readonly metrics: Metrics
  /** Can the database be reached? */
  ready(): Promise<boolean>
  readonly authenticate: Authenticate
  readonly rates: Rates
  readonly waitFor: WaitFor
}

export const zodRoutes = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>()
export type ZodRoutes = ReturnType<typeof zodRoutes>

/** No body at all means an empty one, so that `curl -X POST` does for joining. Headers are documented here, and read in conditions.ts. */
export const parseInput: FastifySchemaCompiler<unknown> = ({ schema, httpPart = 'input' }) => {
  if (httpPart === 'headers') return unparsed
  if (!(schema instanceof z.ZodType)) throw new TypeError(`The schema of a route's ${httpPart} is not zod's.`)
  return (input: unknown) => {
    const parsed = readInput(schema, httpPart === 'body' ? (input ?? {}) : input)
    return parsed.success ? { value: parsed.data } : { error: unfit(httpPart, parsed.error) }
  }
}

/** For moves: the match service parses them with the schema of the game. */
export const leaveBodyUnparsed: FastifySchemaCompiler<unknown> = (route) =>
  route.httpPart === 'body' ? unparsed : parseInput(route)

const unparsed = (value: unknown) => ({ value })

/** Answers are documented, not parsed again: what the services return is typed, and tests compare it with the schemas. */
export const plainJson: FastifySerializerCompiler<unknown> = () => JSON.stringify

export const withToken = [{ token: [] }]
/** The token decides what is shown, but none is needed. */
export const tokenOrNot = [{ token: [] }, {}]
