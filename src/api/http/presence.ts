/** Answers that are kept open, as streams or while they wait: each ends when its client leaves, its token is revoked or the server closes. */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import type { Metrics } from '../../platform/metrics.js'
import { Problem } from '../../platform/problem.js'
import { callerAgain } from './authentication.js'
import { quota } from './quota.js'

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
  accounts: Pick<Accounts, 'authenticate' | 'whenRevoked'>,
  request: FastifyRequest,
  caller: Caller,
): Client => ({
  id: caller.player?.id ?? request.ip,
  whenRevoked: (end) => accounts.whenRevoked(caller, end),
  isWelcome: () =>
    callerAgain(accounts, request).then(
      () => true,
      (error: unknown) => !(error instanceof Problem && error.status < 500),
    ),
})

/** Runs something that is aborted when either side leaves. */
export type Presence = (
  raw: ServerResponse,
  client: Client | undefined,
  run: (here: AbortController) => Promise<void>,
) => Promise<void>

const STREAMS_A_CLIENT = 100
const RETRY_SECONDS = 5

export function createPresence(app: FastifyInstance, metrics: Pick<Metrics, 'streams'>): Presence {
  const whileBothStay = untilEitherLeaves(app, metrics)
  const places = quota(STREAMS_A_CLIENT)
  /** An open answer is work for as long as it lasts, so each client has a bounded number of them. */
  return async (raw, client, run) => {
    const leave = client ? places.take(client.id) : () => {}
    if (!leave) throw new Problem(429, 'TOO_MANY_STREAMS', `No more than ${STREAMS_A_CLIENT} streams at a time.`, RETRY_SECONDS)
    await whileBothStay(raw, client, run).finally(leave)
  }
}

function untilEitherLeaves(app: FastifyInstance, metrics: Pick<Metrics, 'streams'>): Presence {
  const open = new Set<AbortController>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const one of open) one.abort()
  })
  return async (raw, client, run) => {
    const here = new AbortController()
    const leave = () => here.abort()
    open.add(here)
    metrics.streams(open.size)
    raw.once('close', leave)
    const unwatch = client?.whenRevoked(leave)
    if (isClosing || raw.destroyed) leave()
    try {
      await run(here)
    } finally {
      here.abort()
      unwatch?.()
      open.delete(here)
      metrics.streams(open.size)
      raw.removeListener('close', leave)
    }
  }
}
