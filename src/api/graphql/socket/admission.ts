/** Who may hold a connection, and for how long. */
import { CloseCode } from 'graphql-ws'
import type { Caller } from '../../../accounts/caller.js'
import { callersOf } from '../../http/authentication.js'
import type { Quota } from '../../http/quota.js'
import { problemOf } from '../errors.js'
import { type Client, payer, type SocketDeps } from './client.js'
import { end } from './ending.js'

/** Of one player, or of one address without a token. */
export const MAX_CONNECTIONS = 20
export const TOO_MANY = 4429
const TRY_LATER = 1013
/** An expired token loses its subscriptions after this time, or with the next operation; a revoked one at once, or so if this server was not told. */
const RECHECK_MS = 30_000

/** A bad token closes the connection with its code as the reason. */
export async function admit({ accounts }: SocketDeps, client: Client, authorization: unknown): Promise<boolean> {
  const { socket } = client
  client.again = callersOf(accounts, authorization)
  const check = (): Promise<boolean> =>
    callerNow(client).then(
      () => true,
      (error: unknown) => {
        end(client, TRY_LATER, problemOf(error).code)
        return false
      },
    )
  const timer = setInterval(() => void check(), RECHECK_MS)
  socket.once('close', () => clearInterval(timer))
  if (!(await check())) return false
  const unwatch = accounts.whenRevoked(client.caller, (why) => end(client, CloseCode.Forbidden, why))
  socket.once('close', unwatch)
  return true
}

/** The caller as the token says now. One that no longer works ends the connection. */
export async function callerNow(client: Client): Promise<Caller> {
  try {
    client.caller = await client.again()
    return client.caller
  } catch (error) {
    const { status, code } = problemOf(error)
    if (status < 500) end(client, CloseCode.Forbidden, code)
    throw error
  }
}

export function seat({ metrics }: SocketDeps, places: Quota, client: Client): boolean {
  const leave = places.take(payer(client))
  if (leave) client.socket.once('close', leave)
  else {
    metrics.limited('sockets')
    end(client, TOO_MANY, 'TOO_MANY_STREAMS')
  }
  return leave !== undefined
}
