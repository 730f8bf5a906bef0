/** What happens in a tournament, as pages or as a stream. */
import { z } from 'zod'
import { RecordCard } from '../../tournaments/shapes.js'
import { clientOf } from '../http/presence.js'
import { formatFor, type OpenAnswers, type Source } from './open-answers.js'
import { type RestDeps, tokenOrNot, type ZodRoutes } from './routing.js'
import { ResumeHeaders } from './shapes.js'
import { asStream, firstOf, openerOf, Resync, resumeAfter, STREAMED } from './streamed.js'
import { RecordList, RecordsQuery, TournamentAddress } from './tournament-shapes.js'

const SCHEMA = {
  tags: ['tournaments'],
  operationId: 'listTournamentRecords',
  summary: 'What happened in a tournament, record by record',
  description:
    'A page of JSON, or a stream by Accept that goes on until the tournament is over. Go on after the number of the last item: nothing is lost and nothing told twice.',
  sends: STREAMED,
  problems: ['SCOPE_MISSING', 'STALE_VERSION', 'TICKET_INVALID', 'TOO_MANY_STREAMS'],
  security: tokenOrNot,
  headers: ResumeHeaders,
  params: TournamentAddress,
  querystring: RecordsQuery,
  response: { 200: asStream(RecordList, z.union([RecordCard, Resync])) },
} as const

export function tournamentRecordRoutes(app: ZodRoutes, deps: RestDeps, openAnswers: OpenAnswers): void {
  const { tournaments, accounts, waitFor } = deps
  app.get('/v1/tournaments/:id/records', { schema: SCHEMA, exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params
    const { first, wait, ticket } = request.query
    let caller = await openerOf(deps, request, ticket)
    const after = resumeAfter(request.raw.headers, RecordsQuery.shape.after, request.query.after)
    const source: Source<RecordCard> = { items: (signal) => tournaments.follow(caller, id, after, signal), cursor: 'number' }
    const format = formatFor(request.headers.accept)
    if (format !== 'json') {
      // Told by a problem, before the stream begins.
      await tournaments.requireFollowable(caller, id)
      return openAnswers.send(request, reply, format, source, clientOf(accounts, request, caller))
    }
    let page = await tournaments.records(caller, id, { first, after })
    if (wait > 0 && page.items.length === 0 && !page.complete) {
      caller = await waitFor(reply, caller, wait, (signal) => firstOf(source.items(signal)))
      page = await tournaments.records(caller, id, { first, after })
    }
    const { items, newest, complete } = page
    const next = items.at(-1)?.number ?? after
    return reply.header('cache-control', 'private, no-cache').send({ items: [...items], next, newest, complete })
  })
}
