/** Days on which a player is away, so that clocks stand still. */
import { z } from 'zod'
import { Absence, DeclareAbsence } from '../../clocks/absence.js'
import { AbsenceList } from './lists.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { AbsenceAddress } from './shapes.js'

const shared = { tags: ['players'], security: withToken }

const SCHEMAS = {
  declare: {
    ...shared,
    operationId: 'declareAbsence',
    summary: 'Be away for some days',
    description:
      'In running matches whose clock allows it, and in those that begin meanwhile, your clock stands still on these days. They are told in the logs of these matches. The days of a calendar year are limited.',
    problems: ['ABSENCE_OVERLAPS', 'TOO_MANY_ABSENT_DAYS'],
    body: DeclareAbsence,
    response: { 201: Absence },
  },
  list: {
    ...shared,
    operationId: 'listAbsences',
    summary: 'The days on which you are away',
    description: 'Those that are not over, the next first.',
    response: { 200: AbsenceList },
  },
  cancel: {
    ...shared,
    operationId: 'cancelAbsence',
    summary: 'Take an absence back that has not begun',
    description: 'Its days count no longer, neither for clocks nor for the year.',
    problems: ['ABSENCE_BEGUN'],
    params: AbsenceAddress,
    response: { 204: z.undefined().describe('Taken back.') },
  },
} as const

export function absenceRoutes(app: ZodRoutes, { matches, authenticate }: RestDeps): void {
  app.post('/v1/me/absences', { schema: SCHEMAS.declare }, async (request, reply) =>
    reply.code(201).send(await matches.declareAbsence(await authenticate(request), request.body)),
  )

  app.get('/v1/me/absences', { schema: SCHEMAS.list }, async (request) => ({
    items: await matches.absences(await authenticate(request)),
  }))

  app.delete('/v1/me/absences/:id', { schema: SCHEMAS.cancel }, async (request, reply) => {
    await matches.cancelAbsence(await authenticate(request), request.params.id)
    return reply.code(204).send()
  })
}
