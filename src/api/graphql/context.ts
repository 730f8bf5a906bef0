/** What resolvers are given: once at the start, and with each request. */
import type { FastifyReply } from 'fastify'
import type { ExecutionResult, GraphQLFieldResolver } from 'graphql'
import type { Administration } from '../../accounts/administration.js'
import type { Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import type { AnyGame } from '../../games/contract.js'
import type { Finding } from '../../match/finding.js'
import type { Matches } from '../../match/matches.js'
import type { Metrics } from '../../platform/metrics.js'
import type { Tracing } from '../../platform/tracing.js'
import type { Colleagues } from '../../platform/workers/colleagues.js'
import type { Ratings } from '../../ratings/service.js'
import type { Tournaments } from '../../tournaments/tournaments.js'
import type { Webhooks } from '../../webhooks/service.js'
import type { Authenticate } from '../http/authentication.js'
import type { ErrorLog } from '../http/errors.js'
import type { Rates } from '../http/rates.js'
import type { WaitFor } from '../http/waiting.js'
import type { Answer } from './errors.js'
import type { Charge } from './limits.js'

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
  readonly metrics: Pick<Metrics, 'opened' | 'limited' | 'longPoll' | 'graphql'>
  /** For what comes over a WebSocket; requests are in traces before they come here. */
  readonly tracing?: Tracing | undefined
  /** Those that serve with this server's process. */
  readonly colleagues?: Pick<Colleagues, 'holding'> | undefined
  /** Compiles an operation once it has been run so often; 0 never does. */
  readonly jit: number
}

/** What the way by which an operation came, a request or a message on a socket, does for those who work on it. */
export interface Context {
  readonly caller: Caller
  /** Of the client, for what is counted by it whoever asks. */
  readonly address: string
  /** Absent on a socket. */
  readonly reply?: FastifyReply
  readonly charge: Charge
  /** Waits until `happens` resolves, the client leaves or the time is up, and returns the caller as the token says by then. */
  waitFor(seconds: number, happens: (signal: AbortSignal) => Promise<unknown>): Promise<Caller>
  /** The answer to clients where something went wrong. */
  tell(data: ExecutionResult['data'], errors: readonly unknown[]): Answer
  /** For what goes wrong unexpectedly in a part of an answer. */
  readonly log: ErrorLog
  /** Of a subscription, which is run anew for each item: counts what one of them costs, and throws once there are no points left. */
  readonly chargeItem?: () => void
}

// biome-ignore lint/suspicious/noExplicitAny: sources and arguments are what the schema says; GraphQL has checked them before.
export type Resolver = GraphQLFieldResolver<any, Context, any>
export type Resolvers = Readonly<Record<string, Readonly<Record<string, Resolver>>>>
