/** Tickets, with which a browser's EventSource opens a stream. */
import { StreamTicket, StreamTicketRequest } from '../../accounts/shapes.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'

const SCHEMA = {
  tags: ['streams'],
  operationId: 'createStreamTicket',
  repeatable: true,
  summary: 'A ticket for one stream, for clients that cannot send a token',
  description:
    'An EventSource of a browser sends no headers. Open the address in the answer instead: once, and before it expires. The stream sees what your token sees and ends when it is revoked.',
  security: withToken,
  sends: ['Cache-Control'],
  body: StreamTicketRequest,
  response: { 201: StreamTicket },
} as const

export function ticketRoutes(app: ZodRoutes, { accounts, authenticate }: RestDeps): void {
  app.post('/v1/me/stream-tickets', { schema: SCHEMA }, async (request, reply) => {
    const ticket = await accounts.ticket(await authenticate(request), request.body.address)
    return reply.code(201).header('cache-control', 'no-store').send(ticket)
  })
}
