/** What every operation has that answers with a page or with a stream, as its client likes. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../accounts/caller.js'
import { invalid } from '../../platform/problem.js'
import { callerOfTicket } from '../http/authentication.js'
import type { RestDeps } from './routing.js'

export const asStream = (page: z.ZodType, line: z.ZodType) => ({
  description: 'One page of JSON, a line of JSON for each item, or an event for each item.',
  content: {
    'application/json': { schema: page },
    'application/x-ndjson': { schema: line },
    'text/event-stream': { schema: z.string() },
  },
})

/** The last line of a stream of which the database has gone back to an earlier state. */
export const Resync = z
  .strictObject({
    resync: z
      .strictObject({ version: z.int().min(0).describe('Where the match or the tournament stands: look again.') })
      .describe('The log has gone back; the stream ends here.'),
  })
  .meta({ id: 'Resync', description: 'The last item of a stream that cannot go on.' })

export const STREAMED = ['Cache-Control', 'Chancery-Cursor', 'X-Accel-Buffering'] as const

/** A browser that reconnects repeats its first address, so Last-Event-ID, which is newer, takes precedence over `after`. */
export function resumeAfter<T>({ 'last-event-id': given }: IncomingHttpHeaders, after: z.ZodType<T>, otherwise: T): T {
  if (given === undefined || given === '') return otherwise
  const parsed = after.safeParse(given)
  if (!parsed.success) throw invalid('Last-Event-ID is not one that this stream has sent.')
  return parsed.data
}

export const openerOf = (
  { accounts, authenticate }: RestDeps,
  request: FastifyRequest,
  ticket: string | undefined,
): Promise<Caller> => (ticket === undefined ? authenticate(request) : callerOfTicket(accounts, request, ticket))

/** Resolves with the first item, or when there will be none. */
export async function firstOf(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items) return
}
