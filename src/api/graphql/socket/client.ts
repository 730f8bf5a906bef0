/** What is kept of whoever holds a connection. */
import type { Duplex } from 'node:stream'
import type { Context } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Caller } from '../../../accounts/caller.js'
import type { Accounts } from '../../../accounts/service.js'
import type { Metrics } from '../../../platform/metrics.js'
import type { Tracing } from '../../../platform/tracing.js'
import type { Colleagues } from '../../../platform/workers/colleagues.js'
import { payerOf, type Rates } from '../../http/rates.js'

export type Greeting = { authorization?: unknown }

export interface Client extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket
  /** The connection that the socket writes to. */
  readonly raw: Duplex
  readonly address: string
  /** Nobody known before the greeting. */
  caller: Caller
  /** Looks the token up anew. */
  again: () => Promise<Caller>
  /** What `graphql-ws` knows of the connection, from the greeting on; subscriptions are among it. */
  greeted?: Context<Greeting, Client>
  /** Queries and mutations that have not been answered, by id. */
  readonly underWay: Map<string, UnderWay>
  /** How many are being run; some of them may have been left by the client, and have no id any more. */
  running: number
  /** How it closes once nothing is under way. */
  ending?: { readonly code: number; readonly reason: string }
}

export interface UnderWay {
  /** Ends its waiting for something to happen, if it does wait. */
  patience?: AbortController
}

export interface SocketDeps {
  readonly accounts: Pick<Accounts, 'authentication' | 'whenRevoked'>
  readonly rates: Pick<Rates, 'charge' | 'note'>
  readonly metrics: Pick<Metrics, 'limited' | 'opened' | 'longPoll' | 'graphql'>
  readonly tracing?: Tracing | undefined
  readonly colleagues?: Pick<Colleagues, 'holding'> | undefined
}

/** On one connection at a time. */
export const MAX_OPERATIONS = 50

export const operationsOf = ({ greeted, running }: Client): number => running + Object.keys(greeted?.subscriptions ?? {}).length

/** Points are counted against the player, or against the address as long as there is none. */
export const payer = ({ caller, address }: Client): string => payerOf(caller, address)
