/** What administrators do about matches. */
import { ActReason, MatchCard } from '../../match/shapes.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { MatchAddress } from './shapes.js'

const shared = {
  tags: ['administration'],
  params: MatchAddress,
  security: withToken,
  body: ActReason,
  response: { 200: MatchCard },
}
const SCHEMAS = {
  abort: {
    ...shared,
    operationId: 'adminAbortMatch',
    summary: 'Close a running match without a result',
    description:
      'For a match that cannot or must not go on. Nobody wins; the log stays, and the reason goes to the record of acts.',
    problems: ['NOT_STARTED', 'MATCH_CANCELLED', '409 MATCH_OVER', 'TOO_MANY_WRITERS'],
  },
  cancel: {
    ...shared,
    operationId: 'adminCancelMatch',
    summary: 'Cancel an open match',
    description: 'For a match that is not to begin, whoever made it. The reason goes to the record of acts.',
    problems: ['MATCH_FULL', '409 ALREADY_STARTED'],
  },
} as const

export function matchAdministrationRoutes(app: ZodRoutes, { matches, authenticate }: RestDeps): void {
  app.post('/v1/admin/matches/:id/abort', { schema: SCHEMAS.abort }, async (request) =>
    matches.abortAsAdministrator(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/admin/matches/:id/cancel', { schema: SCHEMAS.cancel }, async (request) =>
    matches.cancelAsAdministrator(await authenticate(request), request.params.id, request.body),
  )
}
