/** Finding opponents: invitations by name, seeks, and what players accept. */

import { requirePlayer } from '../../accounts/caller.js'
import { Acceptance, AcceptInvitation, CreateSeek, Invitation, InvitePlayer, Seek } from '../../match/finding-shapes.js'
import { MatchCard } from '../../match/shapes.js'
import { idempotencyKey } from './conditions.js'
import { InvitationList, SeekList } from './lists.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { InvitationAddress, InvitationsQuery, KeyHeaders, MatchAddress, SeekAddress, SeeksQuery, shapesOf } from './shapes.js'

const shared = { tags: ['finding'], security: withToken }
const atInvitation = { ...shared, params: InvitationAddress }

const INVITATIONS = {
  invite: {
    ...shared,
    params: MatchAddress,
    operationId: 'invitePlayer',
    summary: 'Invite a player by name or id to an open match that you have made',
    description:
      'A seat is kept for the player until the invitation is answered, withdrawn or expires. Meanwhile the player sees the match and joins it without a code.',
    problems: [
      ...['NOT_HOST', 'INVITED_ONESELF', 'PLAYER_ERASED', 'ALREADY_SEATED', 'ALREADY_INVITED', 'NOT_ACCEPTED'],
      ...['TOO_MANY_INVITATIONS', 'MATCH_FULL', 'MATCH_CANCELLED', 'SEAT_TAKEN', 'SEAT_KEPT'],
    ],
    body: InvitePlayer,
    response: { 201: Invitation },
  },
  list: {
    ...shared,
    operationId: 'listInvitations',
    summary: 'Invitations that you have received or sent, the newest first',
    description: 'Those that are pending, or those of which something else became in the last 30 days, a page at a time.',
    querystring: InvitationsQuery,
    response: { 200: InvitationList },
  },
  accept: {
    ...atInvitation,
    operationId: 'acceptInvitation',
    summary: 'Take the seat that you are invited to; the match starts when all are taken',
    description: 'The same as to join the match. The answer shows the match as it is then, started or not.',
    problems: ['INVITATION_ENDED', 'SEAT_TAKEN', 'SEAT_KEPT', 'COLOUR_TAKEN'],
    body: AcceptInvitation,
    response: { 200: MatchCard },
  },
  decline: {
    ...atInvitation,
    operationId: 'declineInvitation',
    summary: 'Decline an invitation',
    description: 'The seat is free again, the host is told, and cannot invite you to this match once more.',
    problems: ['INVITATION_ENDED'],
    response: { 200: Invitation },
  },
  withdraw: {
    ...atInvitation,
    operationId: 'withdrawInvitation',
    summary: 'Take back an invitation that you have sent',
    description: 'The seat is free again, and the player is told.',
    problems: ['INVITATION_ENDED'],
    response: { 200: Invitation },
  },
} as const

const SEEKS = {
  create: {
    ...shared,
    operationId: 'createSeek',
    summary: 'Seek a match with whoever seeks the same',
    description:
      'As soon as enough players seek the same game, seats, options and clock, all rated or none, and accept how strong the others are, the oldest seeks become a match, which starts at once. The answer tells if that is now.',
    problems: [
      ...['UNKNOWN_GAME', 'SEATS_OUT_OF_RANGE', 'INVALID_OPTIONS', 'NOT_RATEABLE', 'NOT_ACCEPTED', 'TOO_MANY_SEEKS'],
      'IDEMPOTENCY_KEY_REUSED',
    ],
    headers: KeyHeaders,
    body: CreateSeek,
    response: { 201: Seek },
  },
  list: {
    ...shared,
    operationId: 'listSeeks',
    summary: 'Your seeks, the newest first',
    description: 'Those that wait, or those of which something else became in the last 30 days, a page at a time.',
    querystring: SeeksQuery,
    response: { 200: SeekList },
  },
  withdraw: {
    ...shared,
    params: SeekAddress,
    operationId: 'withdrawSeek',
    summary: 'Take back a seek that waits',
    description: 'One that is paired is refused: leave its match instead.',
    problems: ['SEEK_ENDED'],
    response: { 200: Seek },
  },
} as const

const ACCEPTANCE = {
  get: {
    ...shared,
    operationId: 'getAcceptance',
    summary: 'What you can be invited to and are paired for',
    description: 'As you have stated it; who has stated nothing accepts everything. Others read it with your player.',
    response: { 200: Acceptance },
  },
  set: {
    ...shared,
    operationId: 'setAcceptance',
    summary: 'State what you can be invited to and are paired for',
    description: 'The whole of it: what is left out is not bounded. Invitations and seats that you have already stay.',
    body: Acceptance,
    response: { 200: Acceptance },
  },
} as const

export function findingRoutes(app: ZodRoutes, deps: RestDeps): void {
  invitationRoutes(app, deps)
  seekRoutes(app, deps)
  acceptanceRoutes(app, deps)
}

function invitationRoutes(app: ZodRoutes, { finding, authenticate }: RestDeps): void {
  app.post('/v1/matches/:id/invitations', { schema: INVITATIONS.invite }, async (request, reply) =>
    reply.code(201).send(await finding.invite(await authenticate(request), request.params.id, request.body)),
  )

  app.get('/v1/me/invitations', { schema: INVITATIONS.list }, async (request) => {
    const { first, after, ...filter } = request.query
    return finding.invitations(await authenticate(request), filter, { first, after })
  })

  app.post('/v1/me/invitations/:id/accept', { schema: INVITATIONS.accept }, async (request) =>
    finding.accept(await authenticate(request), request.params.id, request.body),
  )

  app.post('/v1/me/invitations/:id/decline', { schema: INVITATIONS.decline }, async (request) =>
    finding.decline(await authenticate(request), request.params.id),
  )

  app.post('/v1/me/invitations/:id/withdraw', { schema: INVITATIONS.withdraw }, async (request) =>
    finding.withdrawInvitation(await authenticate(request), request.params.id),
  )
}

function seekRoutes(app: ZodRoutes, { finding, authenticate, games }: RestDeps): void {
  app.post(
    '/v1/me/seeks',
    { schema: SEEKS.create, config: { shown: { body: shapesOf(games).CreateSeek } } },
    async (request, reply) => {
      const caller = await authenticate(request)
      return reply.code(201).send(await finding.seek(caller, request.body, idempotencyKey(request.raw.headers)))
    },
  )

  app.get('/v1/me/seeks', { schema: SEEKS.list }, async (request) => {
    const { first, after, ...filter } = request.query
    return finding.seeks(await authenticate(request), filter, { first, after })
  })

  app.post('/v1/me/seeks/:id/withdraw', { schema: SEEKS.withdraw }, async (request) =>
    finding.withdrawSeek(await authenticate(request), request.params.id),
  )
}

function acceptanceRoutes(app: ZodRoutes, { finding, authenticate }: RestDeps): void {
  app.get('/v1/me/acceptance', { schema: ACCEPTANCE.get }, async (request) =>
    finding.acceptance(requirePlayer(await authenticate(request), 'read').id),
  )

  app.put('/v1/me/acceptance', { schema: ACCEPTANCE.set }, async (request) =>
    finding.setAcceptance(await authenticate(request), request.body),
  )
}
