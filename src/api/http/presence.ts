/** Answers that are kept open, as streams or while they wait: each ends when its client leaves, its token is revoked or the server closes. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import type { Kept } from '../../platform/metrics/answers.js'
import type { Metrics } from '../../platform/metrics.js'
import { Problem } from '../../platform/problem.js'
import type { Colleagues } from '../../platform/workers/colleagues.js'
import { callerAgain } from './authentication.js'
import { addressOf } from './client-address.js'
import { quota } from './quota.js'
import { payerOf } from './rates.js'

/** Who holds the answer open. */
export interface Client {
  readonly id: string
  /** False when the token has expired or been revoked since, or its player blocked. */
  isWelcome(): Promise<boolean>
  /** Calls `end` when the token is revoked or its player blocked; what is returned stops that. */
  whenRevoked(end: () => void): () => void
}

/** Looks the token up again: what the request remembers of it is as old as the answer. */
export const clientOf = (
  accounts: Pick<Accounts, 'authentication' | 'whenRevoked'>,
  request: FastifyRequest,
  caller: Caller,
): Client => ({
  id: payerOf(caller, addressOf(request)),
  whenRevoked: (end) => accounts.whenRevoked(caller, end),
  isWelcome: () =>
    callerAgain(accounts, request).then(
      () => true,
      (error: unknown) => !(error instanceof Problem && error.status < 500),
    ),
})

/** As what an answer is kept open. */
export type KeptAnswer = Exclude<Kept, 'subscription'>

const KEPT = Symbol('kept')
type Answer = ServerResponse & { [KEPT]?: KeptAnswer }

/** As what an answer was kept open; undefined if it was given at once. */
export const keptAs = (raw: Answer): KeptAnswer | undefined => raw[KEPT]

/** Runs something that is aborted when either side leaves. */
export type Presence = (
  kind: KeptAnswer,
  reply: FastifyReply,
  client: Client | undefined,
  run: (here: AbortController) => Promise<void>,
) => Promise<void>

interface Told extends Pick<Metrics, 'opened' | 'limited'> {
  /** The client has cut the connection: Fastify calls no hook for an answer that nobody got to the end of. */
  onCut?(reply: FastifyReply): void
}

const STREAMS_A_CLIENT = 100
const RETRY_SECONDS = 5

export function createPresence(app: FastifyInstance, metrics: Told, colleagues?: Pick<Colleagues, 'holding'>): Presence {
  const whileBothStay = untilEitherLeaves(app, metrics)
  const places = quota('streams', STREAMS_A_CLIENT, colleagues)
  /** An open answer is work for as long as it lasts, so each client has a bounded number of them. */
  return async (kind, reply, client, run) => {
    const leave = client ? places.take(client.id) : () => {}
    if (!leave) {
      metrics.limited('streams')
      throw new Problem(429, 'TOO_MANY_STREAMS', `No more than ${STREAMS_A_CLIENT} streams at a time.`, RETRY_SECONDS)
    }
    await whileBothStay(kind, reply, client, run).finally(leave)
  }
}

function untilEitherLeaves(app: FastifyInstance, metrics: Told): Presence {
  const open = new Set<AbortController>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const one of open) one.abort()
  })
  return async (kind, reply, client, run) => {
    const raw: Answer = reply.raw
    raw[KEPT] = kind
    const here = new AbortController()
    const leave = () => here.abort()
    open.add(here)
    const ended = metrics.opened(kind)
    raw.once('close', leave)
    const unwatch = client?.whenRevoked(leave)
    if (isClosing || raw.destroyed) leave()
    try {
      await run(here)
    } finally {
      here.abort()
      unwatch?.()
      open.delete(here)
      ended()
      raw.removeListener('close', leave)
      if (raw.destroyed) metrics.onCut?.(reply)
    }
  }
}
