/** GraphQL over WebSocket, in the protocol graphql-transport-ws: subscriptions, and queries and mutations for less than a request each. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { handleProtocols, makeServer, type Server } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import { invalid, notFound, type Problem } from '../../../platform/problem.js'
import { jsonReader } from '../../http/body.js'
import { clientAddress } from '../../http/client-address.js'
import { asProblem } from '../../http/errors.js'
import { quota } from '../../http/quota.js'
import { networkOf } from '../../http/rates.js'
import { isWebSocket, withoutUpgrade } from '../../http/upgrade.js'
import { refuseConnection } from '../../http/wire.js'
import type { Engine } from '../engine.js'
import { admit, MAX_CONNECTIONS, seat } from './admission.js'
import type { Client, Greeting, SocketDeps } from './client.js'
import { converse } from './connection.js'
import { end } from './ending.js'
import { forClients, startable } from './subscriptions.js'

const PATH = '/graphql'
const MAX_MESSAGE_BYTES = 64 * 1024
const GOING_AWAY = 1001

export function serveSockets(app: FastifyInstance, engine: Engine, deps: SocketDeps): void {
  const clients = new Set<Client>()
  const parts = { protocol: protocolOf(app, engine, deps), read: jsonReader(app), engine, deps, log: app.log }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, handleProtocols, autoPong: false })
  const putBack = withoutUpgrade(app.server)
  const upgrade = (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    if (!isWebSocket(request)) return putBack(request, raw, head)
    const address = clientAddress(request, app.trustsProxy)
    const refusal = handshakeRefusal(deps, request, address)
    if (refusal) return refuseConnection(app, raw, refusal)
    sockets.handleUpgrade(request, raw, head, (socket) => {
      const client = converse({ socket, raw, address }, parts)
      clients.add(client)
      socket.once('close', () => clients.delete(client))
    })
  }
  sockets.on('wsClientError', (error, socket) => refuseConnection(app, socket, invalid(`${error.message}.`)))
  app.server.on('upgrade', upgrade)
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade)
    // The server is not closed before they are, so what is under way on them is answered.
    for (const client of clients) end(client, GOING_AWAY, 'The server is closing.')
    sockets.close()
  })
}

/** The greeting, pings and subscriptions. */
function protocolOf({ log }: FastifyInstance, engine: Engine, deps: SocketDeps): Server<Client> {
  const places = quota('sockets', MAX_CONNECTIONS, deps.colleagues)
  return makeServer<Greeting, Client>({
    onConnect: async (context) => {
      const { extra: client, connectionParams } = context
      client.greeted = context
      return (await admit(deps, client, connectionParams?.authorization)) && seat(deps, places, client)
    },
    onSubscribe: ({ extra: client }, _, payload) => startable(engine, deps, client, payload, log),
    onNext: (_, __, ___, ____, result) => {
      if (result.errors)
        return { ...(result.data !== undefined && { data: result.data }), errors: forClients(result.errors, log) }
    },
    onError: (_, __, ___, errors) => forClients(errors, log),
  })
}

/** A handshake costs its address what a request does. */
function handshakeRefusal({ rates }: Pick<SocketDeps, 'rates'>, { url }: IncomingMessage, address: string): Problem | undefined {
  if (url?.split('?', 1)[0] !== PATH) return notFound('resource')
  try {
    rates.charge(networkOf(address), 1)
  } catch (error) {
    return asProblem(error)
  }
  return undefined
}
