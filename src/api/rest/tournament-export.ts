/** A tournament as a file. */
import { z } from 'zod'
import type { TournamentExport } from '../../tournaments/export-shapes.js'
import { clientOf } from '../http/presence.js'
import { makingPoints } from '../http/rates.js'
import type { OpenAnswers } from './open-answers.js'
import { type RestDeps, tokenOrNot, type ZodRoutes } from './routing.js'
import { ExportedTournament, ExportQuery, TournamentAddress } from './tournament-shapes.js'

const TYPES: Readonly<Record<TournamentExport['format'], string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
}

const SCHEMA = {
  tags: ['tournaments'],
  operationId: 'exportTournament',
  summary: 'A whole tournament as a file, or one of its tables as CSV',
  description:
    'Setting, records, standings, crosstable, strengths and the logs of matches. As `json` once the tournament is over; as `ndjson` and `csv` before that, too, as far as everybody may know it. It is sent while it is made.',
  sends: ['Cache-Control', 'Content-Disposition'],
  problems: ['SCOPE_MISSING', 'TOURNAMENT_NOT_OVER', 'TOO_MANY_STREAMS'],
  security: tokenOrNot,
  params: TournamentAddress,
  querystring: ExportQuery,
  response: {
    200: {
      description: 'The file, in the format that was asked for.',
      content: {
        'application/json': { schema: ExportedTournament },
        'application/x-ndjson': { schema: z.looseObject({}) },
        'text/csv': { schema: z.string() },
      },
    },
  },
} as const

export function tournamentExportRoutes(app: ZodRoutes, deps: RestDeps, openAnswers: OpenAnswers): void {
  const { tournaments, accounts, authenticate, rates } = deps
  app.get('/v1/tournaments/:id/export', { schema: SCHEMA, exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params
    const caller = await authenticate(request)
    const { format, table, matches = true } = request.query
    const parts = await tournaments.export(caller, id, { format, table, matches })
    const name = format === 'csv' ? `${table}-${id}.csv` : `tournament-${id}.${format}`
    const client = clientOf(accounts, request, caller)
    const paid = paidFor(parts, (points) => rates.note(client.id, points))
    return openAnswers.download(request, reply, { type: TYPES[format], name, parts: paid }, client)
  })
}

/** As any answer costs that is made for one client, while it is made: whoever has no points left is refused the next. */
async function* paidFor(parts: AsyncIterable<string>, note: (points: number) => void): AsyncGenerator<string> {
  let made = 0
  for await (const part of parts) {
    const before = makingPoints(made)
    made += part.length
    const points = makingPoints(made) - before
    if (points > 0) note(points)
    yield part
  }
}
