/** Requests that are answered later: when something happens, or when their time is up. */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import { callerAgain } from './authentication.js'
import { clientOf, type Presence } from './presence.js'

/** In seconds; the same for REST and GraphQL. */
export const Wait = z.number().min(0).max(30).default(0)

/**
 * Waits until `happens` resolves, the client leaves or the time is up. Returns the caller as the token says by then: 401, if it has expired or
 * been revoked meanwhile.
 */
export type WaitFor = (
  reply: FastifyReply,
  caller: Caller,
  seconds: number,
  happens: (signal: AbortSignal) => Promise<unknown>,
) => Promise<Caller>

export const waiting =
  (presence: Presence, accounts: Pick<Accounts, 'authentication' | 'whenRevoked'>): WaitFor =>
  async (reply, caller, seconds, happens) => {
    const { request } = reply
    await presence('poll', reply, clientOf(accounts, request, caller), ({ signal }) =>
      orTimeIsUp(happens, signal, seconds * 1000),
    )
    return callerAgain(accounts, request)
  }

/** Until it has happened, the signal is aborted or the time is up. */
export async function orTimeIsUp(
  happens: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
  ms: number,
): Promise<void> {
  const patience = new AbortController()
  const stop = () => patience.abort()
  const timer = setTimeout(stop, ms)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await happens(patience.signal)
  } catch (error) {
    if (!patience.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
    stop()
  }
}
