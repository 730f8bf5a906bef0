/** Bytes that are no HTTP request, or that do not come, reach no route and no error handler by themselves. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
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

export function refuseOnTheWire(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  if (refused.has(socket)) return
  refused.add(socket)
  const before = newestAnswer(socket)
  const problem = problemOf(error.code)
  if (before && !before.req.complete) refuseRest(before, problem)
  else afterwards(before, () => socket.end(refusalOf(problem)))
}

/** For the rest of a request whose beginning is known already: its route answers it, behind the answers that are still due, and the connection ends. */
export function refuseRest(response: ServerResponse, problem: Problem): void {
  const request: Broken = response.req
  response.shouldKeepAlive = false
  request[BROKEN] = problem
  if (request.listenerCount('error') > 0) request.emit('error', problem)
  // Where the answer did not wait for the body, there is not to be a second one.
  const { socket } = request
  afterwards(response, () => socket.end())
}

function afterwards(response: ServerResponse | undefined, then: () => void): void {
  if (!response || response.writableFinished) then()
  else response.once('close', then)
}

function refusalOf(problem: Problem): string {
  const body = JSON.stringify(problemDocument(problem, ''))
  const head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: ${PROBLEM_JSON}\r\n`
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
