/** Bytes that are no HTTP request reach no route and no error handler, so the answer is written to the socket. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { invalid, Problem } from '../../platform/problem.js'
import { PROBLEM_JSON, problemDocument } from './errors.js'

export const requestTimeout = (): Problem => new Problem(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.')
const REFUSALS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'HEADERS_TOO_LARGE', 'The headers of the request are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout(),
}

/** What the newest request on a connection is answered with. */
const newest = new WeakMap<Socket, ServerResponse>()
const refused = new WeakSet<Socket>()

/** Must see every request: a client that sends several at once takes answers to be in the order of its requests. */
export function keepAnswersInOrder(server: Server): void {
  server.on('request', ({ socket }, response) => newest.set(socket, response))
}

export function refuseOnTheWire(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  if (refused.has(socket)) return
  refused.add(socket)
  const refuse = (): void => void socket.end(refusalOf(error.code))
  const before = newest.get(socket)
  if (!before || before.writableFinished) refuse()
  else before.once('close', refuse)
}

function refusalOf(code = ''): string {
  const problem = REFUSALS[code] ?? invalid('This is not a valid HTTP request.')
  const body = JSON.stringify(problemDocument(problem, ''))
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: ${PROBLEM_JSON}\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
