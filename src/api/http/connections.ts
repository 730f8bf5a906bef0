/** How many connections there may be at a time, whatever comes over them: an idle one holds memory and a descriptor of the process too. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TrustsProxy } from '../../platform/proxies.js'
import { quota } from './quota.js'
import { networkOf } from './rates.js'

export interface ConnectionRules {
  /** Of all clients, and of one network; 0 for no limit. */
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly trustsProxy: TrustsProxy
}

/** Behind a proxy every client has the proxy's address, so only the bound for all holds there. */
export function boundConnections(server: Server, rules: ConnectionRules, onRefused: () => void): void {
  // Node closes what is beyond it before anything is read.
  if (rules.maxConnections > 0) server.maxConnections = rules.maxConnections
  server.on('drop', onRefused)
  if (rules.maxConnectionsPerAddress === 0) return
  const places = quota(rules.maxConnectionsPerAddress)
  const known = new WeakSet<Socket>()
  server.on('connection', (socket: Socket) => {
    // A connection is told again when an offer to upgrade was put back on it.
    if (known.has(socket) || rules.trustsProxy(socket.remoteAddress ?? '', 0)) return
    known.add(socket)
    const leave = places.take(networkOf(socket.remoteAddress))
    if (leave) return void socket.once('close', leave)
    onRefused()
    socket.destroy()
  })
}
