/** What resolvers are given: once at the start, and with each request. */
import type { FastifyReply } from 'fastify'
import type { GraphQLFieldResolver } from 'graphql'
import type { Administration } from '../../accounts/administration.js'
import type { Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import type { AnyGame } from '../../games/contract.js'
import type { Finding } from '../../match/finding.js'
import type { Matches } from '../../match/matches.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Ratings } from '../../ratings/service.js'
import type { Tournaments } from '../../tournaments/tournaments.js'
import type { Webhooks } from '../../webhooks/service.js'
import type { Authenticate } from '../http/authentication.js'
import type { Rates } from '../http/rates.js'
import type { WaitFor } from '../http/waiting.js'

export interface GraphqlDeps {
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
  readonly authenticate: Authenticate
  readonly rates: Rates
  readonly waitFor: WaitFor
  readonly metrics: Pick<Metrics, 'opened' | 'limited'>
  /** Compiles an operation once it has been run so often; 0 never does. */
  readonly jit: number
}

export interface Context {
  readonly caller: Caller
  /** Absent on a WebSocket, where only subscriptions are served. */
  readonly reply?: FastifyReply
  /** Of a subscription, which is run anew for each item: counts what one of them costs, and throws once there are no points left. */
  readonly chargeItem?: () => void
}

// biome-ignore lint/suspicious/noExplicitAny: sources and arguments are what the schema says; GraphQL has checked them before.
export type Resolver = GraphQLFieldResolver<any, Context, any>
export type Resolvers = Readonly<Record<string, Readonly<Record<string, Resolver>>>>
