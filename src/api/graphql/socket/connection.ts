/** One connection from its opening to its end; clients that have silently gone are let go. */
import type { FastifyBaseLogger } from 'fastify'
import { CloseCode, MessageType, type Server } from 'graphql-ws'
import { anonymous } from '../../../accounts/caller.js'
import type { Engine } from '../engine.js'
import type { Client, SocketDeps } from './client.js'
import { stopWaiting } from './ending.js'
import { hearing, isPaid } from './hearing.js'
import { operations } from './operations.js'
import { letGoIfUnread, outbox } from './outbox.js'

interface Parts {
  readonly protocol: Server<Client>
  /** JSON as bodies are read. */
  readonly read: (text: string) => unknown
  readonly engine: Engine
  readonly deps: SocketDeps
  readonly log: FastifyBaseLogger
}

/** A close frame takes 123 bytes; a reason may hold an id that the client has chosen, of characters of up to three bytes. */
const LONGEST_REASON = 41
const ALIVE_MS = 15_000
const PONG = JSON.stringify({ type: MessageType.Pong })

export function converse(opened: Pick<Client, 'socket' | 'raw' | 'address'>, parts: Parts): Client {
  const { socket } = opened
  const client: Client = { ...opened, caller: anonymous, again: async () => anonymous, underWay: new Map(), running: 0 }
  const { send } = outbox(client)
  const say = (text: string): Promise<void> =>
    new Promise((done, fail) => (client.ending ? done() : send(text, (error) => (error ? fail(error) : done()))))
  const close = (code: number, reason = ''): void => socket.close(code, reason.slice(0, LONGEST_REASON))
  const answers = operations(client, { ...parts, send })
  const closed = parts.protocol.opened(
    {
      protocol: socket.protocol,
      send: say,
      close,
      // The payload is not sent back: an answer longer than its question is a lever.
      onPing: () => say(PONG),
      onMessage: (take) => {
        const handOn = (text: string) => void take(text).catch((error: unknown) => giveUp(client, parts.log, error))
        socket.on('message', hearing(client, { ...parts, answers, close, handOn }))
      },
    },
    client,
  )
  socket.on('ping', (data) => {
    if (isPaid(client, parts.deps) && !letGoIfUnread(socket)) socket.pong(data)
  })
  attend(client, parts.log, closed)
  return client
}

function giveUp({ socket }: Client, log: FastifyBaseLogger, error: unknown): void {
  if (socket.readyState !== socket.OPEN) return
  if (isOutOfPlace(error)) return void socket.close(CloseCode.BadRequest, 'This message is not for a client to send.')
  log.error({ err: error }, 'unexpected error')
  socket.close(CloseCode.InternalServerError, 'INTERNAL')
}

/** A message that only servers send, such as `next`: the library tells it by nothing but these words. */
const isOutOfPlace = (error: unknown): boolean => error instanceof Error && error.message.startsWith('Unexpected message of type')

function attend(client: Client, log: FastifyBaseLogger, closed: (code: number, reason: string) => Promise<void>): void {
  const { socket, address } = client
  const stop = keepAlive(socket)
  const began = performance.now()
  // Oversized and malformed frames: ws closes the socket by itself with the fitting code.
  socket.on('error', (error) => log.info({ err: error }, 'socket error'))
  socket.once('close', (code, reason) => {
    stop()
    stopWaiting(client)
    const ms = Math.round(performance.now() - began)
    log.debug({ player: client.caller.player?.id, address, operation: 'WebSocket', code, ms }, 'socket')
    void closed(code, String(reason))
  })
}

function keepAlive(socket: Client['socket']): () => void {
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
