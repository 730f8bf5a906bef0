/** What administrators do about matches. */
import { ActReason, MatchCard } from '../../match/shapes.js'
import { orProblem, type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { MatchAddress } from './shapes.js'

const shared = {
  tags: ['administration'],
  params: MatchAddress,
  security: withToken,
  body: ActReason,
  response: { 200: MatchCard, ...orProblem },
}
const SCHEMAS = {
  abort: { ...shared, operationId: 'adminAbortMatch', summary: 'Close a running match without a result' },
  cancel: { ...shared, operationId: 'adminCancelMatch', summary: 'Cancel an open match' },
} as const

export function matchAdministrationRoutes(app: ZodRoutes, { matches, authenticate }: RestDeps): void {
  app.post('/v1/admin/matches/:id/abort', { schema: SCHEMAS.abort }, async (request) =>
    matches.abortAsAdministrator(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/admin/matches/:id/cancel', { schema: SCHEMAS.cancel }, async (request) =>
    matches.cancelAsAdministrator(await authenticate(request), request.params.id, request.body),
  )
}
