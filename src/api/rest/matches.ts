/** Matches as a whole: made, joined, left, called off, listed, seen and downloaded. */
import type { LogDownload } from '../../match/matches.js'
import { AbortMatch, CreateMatch, hasEnded, JoinMatch, MatchCard } from '../../match/shapes.js'
import { idempotencyKey, sendTagged } from './conditions.js'
import { orProblem, type RestDeps, tokenOrNot, withToken, type ZodRoutes } from './routing.js'
import { KeyHeaders, ListQuery, MatchAddress, MatchPage, MatchQuery, pageOf, shapesOf, TagHeaders, ViewQuery } from './shapes.js'

const tags = ['matches']

const atMatch = { tags, params: MatchAddress }
const one = { ...atMatch, security: withToken, response: { 200: MatchCard, ...orProblem } }

function schemas({ games }: RestDeps) {
  const { Match, Seen, Log } = shapesOf(games)
  return {
    create: {
      tags,
      operationId: 'createMatch',
      summary: 'Make a match',
      security: withToken,
      headers: KeyHeaders,
      body: CreateMatch,
      response: { 201: MatchCard, ...orProblem },
    },
    list: {
      tags,
      operationId: 'listMatches',
      summary: 'Matches that you may see, the newest first',
      security: tokenOrNot,
      querystring: ListQuery,
      response: { 200: MatchPage, ...orProblem },
    },
    join: {
      ...one,
      operationId: 'joinMatch',
      summary: 'Take a seat; the match starts when all are taken',
      headers: KeyHeaders,
      body: JoinMatch,
    },
    leave: {
      ...one,
      operationId: 'leaveMatch',
      summary: 'Give up your seat, or decline one that is kept for you; once the match runs, that is to resign',
    },
    get: {
      ...atMatch,
      operationId: 'getMatch',
      summary: 'The match and your view of it, or what else it is to include',
      security: tokenOrNot,
      headers: TagHeaders,
      querystring: MatchQuery,
      response: { 200: Match, ...orProblem },
    },
    view: {
      ...atMatch,
      operationId: 'getView',
      summary: 'What your seat sees, or saw at a version',
      security: tokenOrNot,
      headers: TagHeaders,
      querystring: ViewQuery,
      response: { 200: Seen, ...orProblem },
    },
    log: {
      ...atMatch,
      operationId: 'getLog',
      summary: 'The log: whole when the match is over, as you may know it before',
      security: tokenOrNot,
      response: { 200: Log, ...orProblem },
    },
  } as const
}

const ENDINGS = {
  cancel: { ...one, operationId: 'cancelMatch', summary: 'Cancel an open match that you have made' },
  rematch: {
    ...one,
    operationId: 'askForRematch',
    summary: 'Play again: make the one rematch of a match that has ended, or take the seat that is kept for you in it',
  },
  abort: {
    ...one,
    operationId: 'abortMatch',
    summary: 'Agree to end the match without a result; it ends when all who still play have agreed',
    body: AbortMatch,
  },
} as const

export function matchRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate, waitFor } = deps
  const schema = schemas(deps)
  endingRoutes(app, deps)

  app.post(
    '/v1/matches',
    { schema: schema.create, config: { shown: { body: shapesOf(deps.games).CreateMatch } } },
    async (request, reply) => {
      const match = await matches.create(await authenticate(request), request.body, idempotencyKey(request.raw.headers))
      return reply.code(201).header('location', `/v1/matches/${match.id}`).send(match)
    },
  )

  app.get('/v1/matches', { schema: schema.list }, async (request) => {
    const { first, after, ...filter } = request.query
    return pageOf(await matches.list(await authenticate(request), filter, { first, after }))
  })

  app.post('/v1/matches/:id/join', { schema: schema.join }, async (request) =>
    matches.join(await authenticate(request), request.params.id, request.body, idempotencyKey(request.raw.headers)),
  )

  app.post('/v1/matches/:id/leave', { schema: schema.leave }, async (request) =>
    matches.leave(await authenticate(request), request.params.id),
  )

  app.get('/v1/matches/:id', { schema: schema.get }, async (request, reply) => {
    const { id } = request.params
    const { include = ['view'], wait } = request.query
    let caller = await authenticate(request)
    let match = await matches.card(caller, id)
    if (wait > 0 && !match.yourTurn && !hasEnded(match)) {
      caller = await waitFor(reply, caller, wait, (signal) => matches.untilAwaited(caller, id, signal))
      match = await matches.card(caller, id)
    }
    const { viewer, ...included } = await matches.parts(caller, id, include, match.version)
    return sendTagged(request, reply, { version: match.version, viewer }, { ...match, ...included })
  })

  app.get('/v1/matches/:id/view', { schema: schema.view }, async (request, reply) => {
    const seen = await matches.view(await authenticate(request), request.params.id, request.query)
    return sendTagged(request, reply, seen, seen)
  })

  app.get('/v1/matches/:id/log', { schema: schema.log }, async (request, reply) => {
    const log = await matches.log(await authenticate(request), request.params.id)
    return reply.header('cache-control', 'private, no-cache').send(asFile(log))
  })
}

/** What ends a match before its time, and what follows it. */
function endingRoutes(app: ZodRoutes, { matches, authenticate }: RestDeps): void {
  app.post('/v1/matches/:id/cancel', { schema: ENDINGS.cancel }, async (request) =>
    matches.cancel(await authenticate(request), request.params.id),
  )

  app.post('/v1/matches/:id/rematch', { schema: ENDINGS.rematch }, async (request) =>
    matches.rematch(await authenticate(request), request.params.id),
  )

  app.post('/v1/matches/:id/abort', { schema: ENDINGS.abort }, async (request) =>
    matches.agreeToAbort(await authenticate(request), request.params.id, request.body),
  )
}

/** A finished match is sent in the format that `chancery verify` reads. */
const asFile = (log: LogDownload) =>
  log.complete ? log.transcript : { format: 'chancery-notices/1' as const, match: log.match, entries: log.entries }
