/**
 * Bytes that wait to be read, over all connections of a server: answers, streams and sockets alike. Slow clients are waited for as long as they read at
 * all; whoever does not is let go after a minute, or after two seconds where too much waits.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TrustsProxy } from '../../platform/proxies.js'
import { networkOf } from './rates.js'

export interface UnsentLimits {
  /** Bytes to one network, and to all together. */
  readonly network: number
  readonly all: number
  /** Milliseconds without a byte read, as a rule and where there is too much. */
  readonly patience: number
  readonly haste: number
}
const MEBIBYTE = 1024 * 1024
const LIMITS: UnsentLimits = { network: 16 * MEBIBYTE, all: 64 * MEBIBYTE, patience: 60_000, haste: 2_000 }
const LOOKS_A_HASTE = 5

interface Waiting {
  readonly socket: Socket
  readonly network: string
  bytes: number
  /** What the kernel had taken of all that was ever written to it. */
  taken: number
  /** Milliseconds for which it has taken nothing, by looks: while the server itself stands still, nobody is handed anything. */
  idle: number
}

type WithHandle = Socket & { readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null }

/**
 * Node counts a write as unsent until all of it is sent; only the handle tells how much of it was. What is left to send would not tell who reads: on a connection that is asked
 * again and again it may grow all the time.
 */
const takenFrom = ({ _handle: handle }: WithHandle): number => (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0)

/** Behind a proxy every client has the proxy's address, so only the bound for all holds there. */
const BEHIND_PROXY = ''

export function boundUnsent(server: Server, trusts: TrustsProxy, limits = LIMITS): void {
  const networkFor = ({ remoteAddress = '' }: Socket): string =>
    trusts(remoteAddress, 0) ? BEHIND_PROXY : networkOf(remoteAddress)
  const waiting = new Map<Socket, Waiting>()
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    // A connection is told again when an offer to upgrade was put back on it.
    if (open.has(socket)) return
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
  })
  const pause = limits.haste / LOOKS_A_HASTE
  const look = (): void => {
    for (const socket of open) {
      const bytes = socket.writableLength
      const taken = takenFrom(socket)
      const before = waiting.get(socket)
      if (bytes === 0) waiting.delete(socket)
      else if (!before) waiting.set(socket, { socket, network: networkFor(socket), bytes, taken, idle: 0 })
      else Object.assign(before, { bytes, taken, idle: taken > before.taken ? 0 : before.idle + pause })
    }
    for (const socket of unread([...waiting.values()], limits)) socket.destroy()
  }
  const timer = setInterval(look, pause).unref()
  server.on('close', () => clearInterval(timer))
}

/** Whom to let go: first those who leave the most unread for the longest, until what is left is within bounds. */
function unread(waiting: readonly Waiting[], { network, all, patience, haste }: UnsentLimits): Socket[] {
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  const byNetwork = new Map<string, number>()
  for (const one of waiting) byNetwork.set(one.network, (byNetwork.get(one.network) ?? 0) + one.bytes)
  const gone: Socket[] = []
  const burden = ({ bytes, idle }: Waiting): number => bytes * idle
  for (const one of waiting.toSorted((a, b) => burden(b) - burden(a))) {
    const ofNetwork = byNetwork.get(one.network) ?? 0
    const isPressed = total > all || (one.network !== BEHIND_PROXY && ofNetwork > network)
    if (one.idle < (isPressed ? haste : patience)) continue
    total -= one.bytes
    byNetwork.set(one.network, ofNetwork - one.bytes)
    gone.push(one.socket)
  }
  return gone
}
