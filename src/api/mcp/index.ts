/** The Model Context Protocol by HTTP: one message per POST, one JSON answer, and nothing remembered in between. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden, Problem } from '../../platform/problem.js'
import type { Authenticate } from '../http/authentication.js'
import { chargeFurther, type Rates } from '../http/rates.js'
import type { ToolDeps } from './tool.js'

export interface McpDeps extends ToolDeps {
  readonly authenticate: Authenticate
  readonly rates: Rates
  /** Origins whose pages may use this server; none if it is left out. */
  readonly corsOrigins: readonly string[] | undefined
}

export function registerMcp(app: FastifyInstance, { authenticate, rates, corsOrigins = [], ...deps }: McpDeps): void {
  app.post('/mcp', async (request, reply) => {
    requireOrigin(request, corsOrigins)
    if (Array.isArray(request.body)) throw new Problem(400, 'BATCHING_OFF', 'Send one message per request.')
    const caller = await authenticate(request)
    const charge = (requests: number): void => chargeFurther(rates, caller, requests, reply)
    // Loaded for the first who asks: the protocol's own schemas take a fifth of a second to make.
    const { answerMessage } = await import('./server.js')
    const answer = await answerMessage({ ...deps, caller, reply, charge, body: request.body, headers: readBy(request) })
    return reply
      .code(answer.status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .serializer(String)
      .send(await answer.text())
  })
}

/** The protocol asks for it: a page whose name was made to lead to this machine is still a page from elsewhere. */
function requireOrigin({ headers: { origin } }: FastifyRequest, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes('*') || allowed.includes(origin)) return
  throw forbidden('ORIGIN_NOT_ALLOWED', 'Pages of this origin may not use this server: its operator names those that may.')
}

const READ = ['accept', 'content-type', 'mcp-protocol-version'] as const

const readBy = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(READ.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))
