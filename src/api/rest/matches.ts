/** Matches as a whole: made, joined, left, called off, listed, seen and downloaded. */
import type { LogDownload } from '../../match/matches.js'
import { AbortMatch, CreateMatch, JoinMatch, MatchCard } from '../../match/shapes.js'
import { idempotencyKey, sendTagged } from './conditions.js'
import { MatchPage, pageOf } from './lists.js'
import { look } from './looking.js'
import { type RestDeps, tokenOrNot, withToken, type ZodRoutes } from './routing.js'
import { KeyHeaders, ListQuery, MatchAddress, MatchQuery, shapesOf, TagHeaders, ViewQuery } from './shapes.js'

const tags = ['matches']

const atMatch = { tags, params: MatchAddress }
const one = { ...atMatch, security: withToken, response: { 200: MatchCard } }

function lobbySchemas() {
  return {
    create: {
      tags,
      operationId: 'createMatch',
      summary: 'Make a match',
      description:
        'You become its host and, unless `join` is false, take a seat. Bots of the house in `bots` sit down at once. It starts by itself when all seats are taken. With an Idempotency-Key, a repeated request makes one match.',
      sends: ['Location'],
      problems: [
        ...['UNKNOWN_GAME', 'SEATS_OUT_OF_RANGE', 'INVALID_OPTIONS', 'NOT_RATEABLE', 'IDEMPOTENCY_KEY_REUSED'],
        ...['NOT_FOUND', 'INVITED_ONESELF', 'PLAYER_ERASED', 'ALREADY_INVITED', 'NOT_ACCEPTED', 'TOO_MANY_INVITATIONS'],
        ...['SEAT_KEPT', 'SEAT_TAKEN', 'COLOUR_TAKEN', 'MATCH_FULL'],
      ],
      security: withToken,
      headers: KeyHeaders,
      body: CreateMatch,
      response: { 201: MatchCard },
    },
    list: {
      tags,
      operationId: 'listMatches',
      summary: 'Matches that you may see, the newest first',
      description:
        'Public matches and, with a token, your private ones, a page at a time. `mine` and `myTurn` need a token; a token needs the scope read.',
      problems: ['TOKEN_REQUIRED', 'SCOPE_MISSING'],
      security: tokenOrNot,
      querystring: ListQuery,
      response: { 200: MatchPage },
    },
    join: {
      ...one,
      operationId: 'joinMatch',
      summary: 'Take a seat; the match starts when all are taken',
      description:
        'Takes the first free seat, or the one you name where seats are chosen. The answer shows the match as it is then, started or not.',
      problems: [
        ...['ALREADY_SEATED', 'MATCH_FULL', 'MATCH_CANCELLED', 'SEAT_TAKEN', 'SEAT_KEPT', 'COLOUR_TAKEN'],
        'IDEMPOTENCY_KEY_REUSED',
      ],
      headers: KeyHeaders,
      body: JoinMatch,
    },
    leave: {
      ...one,
      operationId: 'leaveMatch',
      summary: 'Give up your seat, or decline one that is kept for you; once the match runs, that is to resign',
      description:
        'Before the start the seat is free again. Afterwards your pieces stay as the rules page of the game says, and the match ends when one seat is left.',
      problems: [
        ...['NOT_SEATED', 'MATCH_CANCELLED', 'TOO_MANY_WRITERS'],
        ...['409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT'],
      ],
    },
  } as const
}

function viewSchemas({ games }: RestDeps) {
  const { Match, Seen, Log } = shapesOf(games)
  return {
    get: {
      ...atMatch,
      operationId: 'getMatch',
      summary: 'The match and your view of it, or what else it is to include',
      description:
        'Where the match stands and what your seat sees, all of one version. With `wait` it is answered when it is your turn or the match is over, at the latest after so many seconds.',
      sends: ['ETag', 'Cache-Control', 'Vary'],
      problems: ['TOKEN_REQUIRED', 'SCOPE_MISSING', 'NOT_SEATED', 'STALE_VERSION', 'TOO_MANY_STREAMS'],
      security: tokenOrNot,
      headers: TagHeaders,
      querystring: MatchQuery,
      response: { 200: Match },
    },
    view: {
      ...atMatch,
      operationId: 'getView',
      summary: 'What your seat sees, or saw at a version',
      description:
        'The view in the terms of the game. Without a seat you see as a spectator; with `referee`, an administrator who does not play sees everything.',
      sends: ['ETag', 'Cache-Control', 'Vary'],
      problems: [
        'TOKEN_REQUIRED',
        'SCOPE_MISSING',
        'VERSION_AHEAD',
        'REFEREE_PLAYS',
        'NOT_STARTED',
        'STALE_VERSION',
        'MATCH_CANCELLED',
      ],
      security: tokenOrNot,
      headers: TagHeaders,
      querystring: ViewQuery,
      response: { 200: Seen },
    },
    log: {
      ...atMatch,
      operationId: 'getLog',
      summary: 'The log: whole when the match is over, as you may know it before',
      description:
        'Of a finished match the file that `chancery verify` proves: every entry, roll and hash, and the secret. Before that, the notices that were told to you.',
      sends: ['Cache-Control'],
      problems: ['SCOPE_MISSING', 'STALE_VERSION'],
      security: tokenOrNot,
      response: { 200: Log },
    },
  } as const
}

const ENDINGS = {
  cancel: {
    ...one,
    operationId: 'cancelMatch',
    repeatable: true,
    summary: 'Cancel an open match that you have made',
    description: 'Nobody can join it any more. Only before all seats are taken; a match that runs is ended by abortMatch.',
    problems: ['NOT_HOST', 'MATCH_FULL', '409 ALREADY_STARTED'],
  },
  rematch: {
    ...one,
    operationId: 'askForRematch',
    repeatable: true,
    summary: 'Play again: make the one rematch of a match that has ended, or take the seat that is kept for you in it',
    description:
      'The first who asks makes it, with the same game, options and seats; the seats are kept for the players of the match before. The answer is the rematch.',
    problems: ['NOT_SEATED', 'MATCH_NOT_OVER', 'MATCH_FULL', 'SEAT_KEPT', 'MATCH_CANCELLED', 'OF_TOURNAMENT'],
  },
  abort: {
    ...one,
    operationId: 'abortMatch',
    repeatable: true,
    summary: 'Agree to end the match without a result; it ends when all who still play have agreed',
    description:
      'Your agreement holds until you move or take it back with `agree: false`. `abortAgreed` in the answer tells which seats have agreed.',
    problems: [
      ...['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED', 'TOO_MANY_WRITERS'],
      ...['409 MATCH_OVER', '409 MATCH_ABORTED', '409 SEAT_HAS_LEFT', 'OF_TOURNAMENT'],
    ],
    body: AbortMatch,
  },
} as const

export function matchRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate } = deps
  const schema = { ...lobbySchemas(), ...viewSchemas(deps) }
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
    const { include = ['view'], wait } = request.query
    const { match, ...tag } = await look(deps, reply, await authenticate(request), request.params.id, { include, wait })
    return sendTagged(request, reply, tag, match)
  })

  app.get('/v1/matches/:id/view', { schema: schema.view }, async (request, reply) => {
    const { head, ...seen } = await matches.view(await authenticate(request), request.params.id, request.query)
    return sendTagged(request, reply, { ...seen, head }, seen)
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
