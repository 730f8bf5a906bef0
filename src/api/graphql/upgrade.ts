/**
 * Once somebody listens for upgrades, Node hands over every request that offers one, also where the client does not need it: Java's client, for one,
 * offers HTTP/2 on each request. Such a request is put back on its connection without the offer and read again as plain HTTP/1.1.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const OFFER = ['upgrade', 'http2-settings', 'connection']

export const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

export function withoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const closes = /\bclose\b/i.test(request.headers.connection ?? '')
  const lines = [
    `${request.method} ${request.url} HTTP/1.1`,
    ...keptHeaders(request.rawHeaders),
    ...(closes ? ['Connection: close'] : []),
    '',
    '',
  ]
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]))
  server.emit('connection', socket)
}

function keptHeaders(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) if (!OFFER.includes(`${raw[i]}`.toLowerCase())) kept.push(`${raw[i]}: ${raw[i + 1]}`)
  return kept
}
