/**
 * Once somebody listens for upgrades, Node hands over every request that offers one, also where the client does not need it: Java's client, for one,
 * offers HTTP/2 on each request. Such a request is put back on its connection without the offer and read again as plain HTTP/1.1.
 */
import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import { newestAnswer, noteAnswers } from './due.js'

const OFFER = ['upgrade', 'http2-settings', 'connection']

export const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

const hasBody = ({ headers }: IncomingMessage): boolean => 'content-length' in headers || 'transfer-encoding' in headers

/**
 * Since 24.9 Node reads the body itself before it hands a connection over, so it could not be put back; but it lets a server turn offers down, and
 * serves the request as it is. It then loses what was sent behind that request without waiting for the answer, so offers without a body are still put back.
 */
export const upgradeSettings: ServerOptions & { shouldUpgradeCallback(request: IncomingMessage): boolean } = {
  shouldUpgradeCallback: (request) => isWebSocket(request) || !hasBody(request),
}

type PutBack = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Node forgets about the answers that are still due on the connection when it hands it over. Read on at once, it would write two answers across each
 * other; so an offer that was sent without waiting for the answers before it waits for them here.
 */
export function withoutUpgrade(server: Server): PutBack {
  noteAnswers(server)
  return async (request, socket, head) => {
    // Nobody else listens meanwhile, and a client that hangs up must not end the process.
    const ignore = (): void => {}
    socket.on('error', ignore)
    // Answers go out in order: all are sent when the newest is.
    const due = newestAnswer(socket)
    if (due && !due.closed) await new Promise((closed) => due.once('close', closed))
    socket.off('error', ignore)
    if (socket.destroyed) return
    socket.unshift(Buffer.concat([Buffer.from(plain(request), 'latin1'), head]))
    server.emit('connection', socket)
  }
}

function plain({ method, url, headers, rawHeaders }: IncomingMessage): string {
  const closes = /\bclose\b/i.test(headers.connection ?? '')
  const lines = [`${method} ${url} HTTP/1.1`, ...keptHeaders(rawHeaders), ...(closes ? ['Connection: close'] : []), '', '']
  return lines.join('\r\n')
}

function keptHeaders(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) if (!OFFER.includes(`${raw[i]}`.toLowerCase())) kept.push(`${raw[i]}: ${raw[i + 1]}`)
  return kept
}
