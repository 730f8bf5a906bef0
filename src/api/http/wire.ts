/** Bytes that are no HTTP request, or that do not come, reach no route and no error handler by themselves. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { invalid, Problem } from '../../platform/problem.js'
import { newestAnswer, noteAnswers } from './due.js'
import { PROBLEM_JSON, problemDocument } from './errors.js'

export const requestTimeout = (): Problem => new Problem(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.')
const headersTooLarge = (): Problem => new Problem(431, 'HEADERS_TOO_LARGE', 'The headers of the request are too large.')
const REFUSALS: Readonly<Record<string, () => Problem>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
}
const problemOf = (code = ''): Problem => REFUSALS[code]?.() ?? invalid('This is not a valid HTTP request.')

declare module 'fastify' {
  interface FastifyInstance {
    /** Hears the status of what is refused before it is a request that hooks could see. */
    refusedOnTheWire?: (status: number) => void
  }
}

/** A client that has been told no, and neither reads on nor hangs up, keeps its connection for so long. */
const LAST_WORDS_MS = 1000

const refused = new WeakSet<Socket>()
/** Requests whose bodies will not be read any further, and why. */
const BROKEN = Symbol('broken')
type Broken = IncomingMessage & { [BROKEN]?: Problem }

export function keepAnswersInOrder(server: Server): void {
  noteAnswers(server)
  // We know of no expectation but 100-continue, which Node answers; RFC 9110 lets a server pass over others.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** A body may be refused before anybody reads it. */
export function refuseBrokenBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw }: { raw: Broken }, _, payload, done) => done(raw[BROKEN] ?? null, payload))
}

export function refuseOnTheWire(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  if (refused.has(socket)) return
  refused.add(socket)
  const before = newestAnswer(socket)
  const problem = problemOf(error.code)
  this.refusedOnTheWire?.(problem.status)
  if (before && !before.req.complete) refuseRest(before, problem)
  else afterwards(before, () => endFor(socket, refusalOf(problem)))
}

/** For a connection that Node has handed over, as it does with offers to upgrade and with tunnels: nobody else listens to it any more. */
export function refuseConnection(app: FastifyInstance, socket: Duplex, problem: Problem): void {
  socket.on('error', () => socket.destroy())
  app.refusedOnTheWire?.(problem.status)
  afterwards(newestAnswer(socket), () => endFor(socket, refusalOf(problem)))
}

/** Node cuts a connection that asks for a tunnel (CONNECT), and with it the answers that are still due. */
export function refuseTunnels(app: FastifyInstance): void {
  app.server.on('connect', (_, socket) =>
    refuseConnection(app, socket, new Problem(405, 'METHOD_NOT_ALLOWED', 'This server opens no tunnels.')),
  )
}

/** HTTP servers let clients keep their half open: whoever does so is not waited for. */
function endFor(socket: Duplex, text?: string): void {
  socket.resume()
  socket.end(text)
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
}

/** For the rest of a request whose beginning is known already: its route answers it, behind the answers that are still due, and the connection ends. */
export function refuseRest(response: ServerResponse, problem: Problem): void {
  const request: Broken = response.req
  response.shouldKeepAlive = false
  request[BROKEN] = problem
  if (request.listenerCount('error') > 0) request.emit('error', problem)
  // Where the answer did not wait for the body, there is not to be a second one.
  const { socket } = request
  afterwards(response, () => endFor(socket))
}

function afterwards(response: ServerResponse | undefined, then: () => void): void {
  if (!response || response.writableFinished) then()
  else response.once('close', then)
}

function refusalOf(problem: Problem): string {
  const body = JSON.stringify(problemDocument(problem, ''))
  const allow = problem.status === 405 ? 'Allow: \r\n' : ''
  const retry = problem.retryAfter === undefined ? '' : `Retry-After: ${problem.retryAfter}\r\n`
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${allow}${retry}Content-Type: ${PROBLEM_JSON}\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
