/** Subscriptions over WebSocket, in the protocol graphql-transport-ws. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError } from 'graphql'
import {
  CloseCode,
  type Context as Connection,
  handleProtocols,
  MessageType,
  makeServer,
  type Server,
  type SubscribePayload,
} from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '../../accounts/caller.js'
import type { Accounts } from '../../accounts/service.js'
import type { Metrics } from '../../platform/metrics.js'
import { invalid, notFound, Problem } from '../../platform/problem.js'
import { inWords } from '../http/asked.js'
import { callerOf } from '../http/authentication.js'
import { unstorable } from '../http/body.js'
import { clientAddress } from '../http/client-address.js'
import { asProblem } from '../http/errors.js'
import { type Quota, quota } from '../http/quota.js'
import { networkOf, payerOf, type Rates } from '../http/rates.js'
import { isWebSocket, withoutUpgrade } from '../http/upgrade.js'
import { refuseConnection } from '../http/wire.js'
import { COST_A_POINT, type Engine } from './engine.js'
import { type ErrorLog, partsOf, problemOf, tell } from './errors.js'
import { type Charge, limitError } from './limits.js'

/** What we keep for each connection. */
interface Extra extends Record<PropertyKey, unknown> {
  readonly socket: WebSocket
  readonly address: string
  caller?: Caller
}
type Params = { authorization?: unknown }

interface SocketDeps {
  readonly accounts: Pick<Accounts, 'authenticate' | 'whenRevoked'>
  readonly rates: Pick<Rates, 'charge'>
  readonly metrics: Pick<Metrics, 'limited'>
}

const PATH = '/graphql'
const MAX_MESSAGE_BYTES = 64 * 1024
const MAX_SUBSCRIPTIONS = 50
/** The id of a subscription is in every message about it. Clients send a UUID or a number. */
const LONGEST_ID = 100
/** Of one player, or of one address without a token. */
const MAX_CONNECTIONS = 20
const TOO_MANY = 4429
/** A client that does not read is let go when so much waits for it. */
const MAX_UNSENT_BYTES = 1024 * 1024
const ALIVE_MS = 15_000
/** A close frame takes 123 bytes; a reason may hold an id that the client has chosen, of characters of up to three bytes. */
const LONGEST_REASON = 41
/** An expired token loses its streams after this time; a revoked one at once, or so if this server was not told. */
const RECHECK_MS = 30_000
const TRY_LATER = 1013
const LAST_WORDS_MS = 1000

export function serveSockets(app: FastifyInstance, engine: Engine, deps: SocketDeps): void {
  const places = quota(MAX_CONNECTIONS)
  const protocol = makeServer<Params, Extra>({
    onConnect: async ({ connectionParams, extra }) =>
      (await admit(deps, extra, connectionParams?.authorization)) && seat(deps, places, extra),
    onSubscribe: (connection, id, payload) =>
      id.length > LONGEST_ID ? tooLongId(connection.extra) : startable(engine, deps, connection, payload, app.log),
    onNext: (_, __, ___, ____, result) => {
      if (result.errors)
        return { ...(result.data !== undefined && { data: result.data }), errors: forClients(result.errors, app.log) }
    },
    onError: (_, __, ___, errors) => forClients(errors, app.log),
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, handleProtocols, autoPong: false })
  const putBack = withoutUpgrade(app.server)
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocket(request)) return putBack(request, socket, head)
    const address = clientAddress(request, app.trustsProxy)
    const refusal = handshakeRefusal(deps, request, address)
    if (refusal) return refuseConnection(app, socket, refusal)
    sockets.handleUpgrade(request, socket, head, (opened) => converse(protocol, deps, { socket: opened, address }, app.log))
  }
  sockets.on('wsClientError', (error, socket) => refuseConnection(app, socket, invalid(`${error.message}.`)))
  app.server.on('upgrade', upgrade)
  app.addHook('preClose', async () => {
    app.server.off('upgrade', upgrade)
    for (const socket of sockets.clients) {
      socket.close(1001, 'The server is closing.')
      setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref()
    }
    sockets.close()
  })
}

/** What is returned would name the id once more; nothing is sent on a socket that closes. */
function tooLongId({ socket }: Extra): GraphQLError[] {
  const message = `An id has at most ${LONGEST_ID} characters.`
  socket.close(CloseCode.BadRequest, message)
  return [limitError('INVALID_INPUT', message)]
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

/** Points are counted against the player, or against the address as long as there is none. */
const chargeOf =
  ({ rates }: Pick<SocketDeps, 'rates'>, { caller, address }: Extra): Charge =>
  (points) =>
    rates.charge(caller ? payerOf(caller, address) : networkOf(address), points)

/** Ties one socket to the protocol, and lets go of clients that have silently gone. */
function converse(protocol: Server<Extra>, deps: SocketDeps, extra: Extra, log: FastifyInstance['log']): void {
  const { socket } = extra
  const send = (text: string): Promise<void> => sendBounded(socket, text)
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason?.slice(0, LONGEST_REASON)),
      // The payload is not sent back: an answer longer than its question is a lever.
      onPing: () => send(PONG),
      onMessage: (take) =>
        socket.on('message', (message) => {
          // The client may not have heard yet that it is closed.
          if (socket.readyState !== socket.OPEN || !isPaid(deps, extra)) return
          const text = String(message)
          const complaint = unstorable(text)
          if (complaint) return socket.close(CloseCode.BadRequest, complaint)
          take(text).catch((error: unknown) => {
            if (socket.readyState !== socket.OPEN) return
            if (isOutOfPlace(error)) return socket.close(CloseCode.BadRequest, 'This message is not for a client to send.')
            log.error({ err: error }, 'unexpected error')
            socket.close(CloseCode.InternalServerError, 'INTERNAL')
          })
        }),
    },
    extra,
  )
  socket.on('ping', (data) => {
    if (isPaid(deps, extra) && !letGoIfUnread(socket)) socket.pong(data)
  })
  const stop = keepAlive(socket)
  const began = performance.now()
  // Oversized and malformed frames: ws closes the socket by itself with the fitting code.
  socket.on('error', (error) => log.info({ err: error }, 'socket error'))
  socket.once('close', (code, reason) => {
    stop()
    const ms = Math.round(performance.now() - began)
    log.debug({ player: extra.caller?.player?.id, address: extra.address, operation: 'WebSocket', code, ms }, 'socket')
    void closed(code, String(reason))
  })
}

/** A message that only servers send, such as `next`: the library tells it by nothing but these words. */
const isOutOfPlace = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Unexpected message of type')

const PONG = JSON.stringify({ type: MessageType.Pong })

function sendBounded(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== socket.OPEN || letGoIfUnread(socket)) return Promise.resolve()
  return new Promise((done, fail) => socket.send(text, (error) => (error ? fail(error) : done())))
}

/** True if so much waits to be read already that the connection is given up. */
function letGoIfUnread(socket: WebSocket): boolean {
  if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return false
  socket.terminate()
  return true
}

/** Every message counts as a request does. Whoever has none left is let go and may come back later. */
function isPaid(deps: SocketDeps, extra: Extra): boolean {
  try {
    chargeOf(deps, extra)(1)
    return true
  } catch (error) {
    extra.socket.close(TOO_MANY, problemOf(error).code)
    return false
  }
}

function keepAlive(socket: WebSocket): () => void {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  const timer = setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
  }, ALIVE_MS)
  return () => clearInterval(timer)
}

/** A bad token closes the connection with its code as the reason. */
async function admit({ accounts }: SocketDeps, extra: Extra, authorization: unknown): Promise<boolean> {
  const check = async (): Promise<boolean> => {
    try {
      extra.caller = await callerOf(accounts, authorization)
      return true
    } catch (error) {
      const { status, code } = problemOf(error)
      extra.socket.close(status < 500 ? CloseCode.Forbidden : TRY_LATER, code)
      return false
    }
  }
  const timer = setInterval(() => void check(), RECHECK_MS)
  extra.socket.once('close', () => clearInterval(timer))
  const admitted = await check()
  if (extra.caller)
    extra.socket.once(
      'close',
      accounts.whenRevoked(extra.caller, (why) => expel(extra.socket, why)),
    )
  return admitted
}

/** The token no longer works: the client is told, and not waited for. */
function expel(socket: WebSocket, why: string): void {
  socket.close(CloseCode.Forbidden, why)
  setTimeout(() => socket.terminate(), LAST_WORDS_MS).unref()
}

function seat({ metrics }: SocketDeps, places: Quota, { socket, caller, address }: Extra): boolean {
  const leave = places.take(caller ? payerOf(caller, address) : networkOf(address))
  if (leave) socket.once('close', leave)
  else {
    metrics.limited('sockets')
    socket.close(TOO_MANY, 'TOO_MANY_STREAMS')
  }
  return leave !== undefined
}

function startable(
  engine: Engine,
  deps: SocketDeps,
  { extra, subscriptions }: Connection<Params, Extra>,
  payload: SubscribePayload,
  log: FastifyInstance['log'],
): ExecutionArgs | GraphQLError[] {
  try {
    if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS)
      throw limitError('TOO_MANY_SUBSCRIPTIONS', `One connection carries ${MAX_SUBSCRIPTIONS} subscriptions.`)
    const { query, variables, operationName } = payload
    const charge = chargeOf(deps, extra)
    const { kind, asked, document, cost, checkVariables } = engine.prepare(query, operationName, charge)
    if (kind !== 'subscription') throw limitError('SUBSCRIPTION_REQUIRED', 'Send queries and mutations by POST.')
    checkVariables(variables, charge)
    log.debug({ player: extra.caller?.player?.id, address: extra.address, operation: inWords(asked) }, 'subscription')
    return {
      schema: engine.schema,
      document,
      variableValues: variables ?? {},
      contextValue: { caller: extra.caller, chargeItem: inWholePoints(cost / COST_A_POINT, charge) },
    }
  } catch (error) {
    const errors = partsOf(error).map((one) => (one instanceof Problem ? new GraphQLError('', { originalError: one }) : one))
    if (errors.every((one) => one instanceof GraphQLError)) return errors
    throw error
  }
}

/** What costs less than a point is counted until it is one. */
function inWholePoints(each: number, charge: Charge): () => void {
  let owed = 0
  return () => {
    owed += each
    const due = Math.floor(owed)
    owed -= due
    if (due > 0) charge(due)
  }
}

const forClients = (errors: readonly GraphQLError[], log: ErrorLog): GraphQLFormattedError[] =>
  errors.map((error) => tell(error, log).error)
