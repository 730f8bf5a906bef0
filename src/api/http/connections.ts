/** How many connections there may be at a time, whatever comes over them: an idle one holds memory and a descriptor of the process too. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TrustsProxy } from '../../platform/proxies.js'
import { type Colleagues, NO_COLLEAGUES } from '../../platform/workers/colleagues.js'
import { quota } from './quota.js'
import { networkOf } from './rates.js'

export interface ConnectionRules {
  /** Of all clients, and of one network; 0 for no limit. */
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  readonly trustsProxy: TrustsProxy
}

const EVERYBODY = 'everybody'

/**
 * Behind a proxy every client has the proxy's address, so only the bound for all holds there. Not by Node's own bound: workers that have reached theirs would hand a connection on to
 * each other without end.
 */
export function boundConnections(
  server: Server,
  rules: ConnectionRules,
  onRefused: () => void,
  colleagues: Pick<Colleagues, 'holding'> = NO_COLLEAGUES,
): void {
  const bounded = (most: number, name: string) => (most === 0 ? undefined : quota(name, most, colleagues))
  const all = bounded(rules.maxConnections, 'connections')
  const ofNetworks = bounded(rules.maxConnectionsPerAddress, 'connections of a network')
  const known = new WeakSet<Socket>()
  const admitted = (socket: Socket): boolean => {
    const leave = all ? all.take(EVERYBODY) : () => {}
    if (!leave) return false
    socket.once('close', leave)
    if (!ofNetworks || rules.trustsProxy(socket.remoteAddress ?? '', 0)) return true
    const leaveNetwork = ofNetworks.take(networkOf(socket.remoteAddress))
    if (leaveNetwork) socket.once('close', leaveNetwork)
    return leaveNetwork !== undefined
  }
  server.on('connection', (socket: Socket) => {
    // A connection is told again when an offer to upgrade was put back on it.
    if (known.has(socket)) return
    known.add(socket)
    if (admitted(socket)) return
    onRefused()
    socket.destroy()
  })
}
