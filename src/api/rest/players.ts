/** Players, and the tokens of the caller. */
import { z } from 'zod'
import { requireOrganiser, requirePlayer } from '../../accounts/caller.js'
import { EraseMe, IssuedToken, IssueToken, RegisterPlayer, RegisterPlayers } from '../../accounts/shapes.js'
import { notFound } from '../../platform/problem.js'
import { addressOf } from '../http/client-address.js'
import { payerOf } from '../http/rates.js'
import { idempotencyKey } from './conditions.js'
import { RegistrationList, TokenList } from './lists.js'
import { type RestDeps, tokenOrNot, withToken, type ZodRoutes } from './routing.js'
import { BulkHeaders, Me, PlainQuery, PlayerAddress, PlayerCard, Registered, TokenAddress } from './shapes.js'

const tags = ['players']
const SCHEMAS = {
  register: {
    tags,
    operationId: 'registerPlayer',
    summary: 'Register a person or a bot',
    description:
      'The answer holds its first token, which is not shown again. Where registration is closed, a token with the scope organise or admin is needed.',
    sends: ['Location', 'Cache-Control'],
    problems: ['REGISTRATION_CLOSED', 'NAME_TAKEN', 'NAME_RESERVED'],
    security: tokenOrNot,
    body: RegisterPlayer,
    response: { 201: Registered },
  },
  registerAll: {
    tags,
    operationId: 'registerPlayers',
    summary: 'Register up to a thousand players, each answered on its own',
    description:
      'For a token with the scope organise or admin. Costs a point for each; the limit of registrations by address does not hold.',
    security: withToken,
    sends: ['Cache-Control'],
    problems: ['IDEMPOTENCY_KEY_REUSED'],
    headers: BulkHeaders,
    body: RegisterPlayers,
    response: { 200: RegistrationList },
  },
  eraseMe: {
    tags,
    operationId: 'eraseMe',
    summary: 'Erase your account for ever: name and tokens go, and you leave your matches',
    description: 'With a token that may do all that any of your tokens may. The log keeps your seats under another name.',
    security: withToken,
    problems: ['NAME_DIFFERS', 'LAST_ADMINISTRATOR'],
    body: EraseMe,
    response: { 204: z.undefined().describe('Erased.') },
  },
  find: {
    tags,
    operationId: 'getPlayer',
    summary: 'A player, by id or name, what they have reached and what they accept',
    description:
      'What everybody may know of a player: its name, whether it is a person or a bot, its results by game, and what it can be invited to.',
    problems: ['DATABASE_UNAVAILABLE'],
    params: PlayerAddress,
    response: { 200: PlayerCard },
  },
  me: {
    tags,
    operationId: 'getMe',
    summary: 'Who you are, and what your token allows',
    description: 'The player of the token that you send, its scopes and its id, under which it can be revoked.',
    security: withToken,
    response: { 200: Me },
  },
  tokens: {
    tags,
    operationId: 'listTokens',
    summary: 'Your tokens, the oldest first',
    description: 'A page of your tokens with their labels, scopes and times: those that work, and the latest that no longer do.',
    security: withToken,
    querystring: PlainQuery,
    response: { 200: TokenList },
  },
  issue: {
    tags,
    operationId: 'issueToken',
    summary: 'Another token for yourself; it is revoked with the one that you ask with',
    description: 'It allows at most what the token you ask with allows, and is shown this once.',
    sends: ['Cache-Control'],
    problems: ['TOO_MANY_TOKENS'],
    security: withToken,
    body: IssueToken,
    response: { 201: IssuedToken },
  },
  revoke: {
    tags,
    operationId: 'revokeToken',
    summary: 'Revoke a token of yours and all that it made; what they have opened ends at once',
    description: 'By its id, not by the token itself. A token cannot revoke one that may do more than itself.',
    security: withToken,
    params: TokenAddress,
    response: { 204: z.undefined().describe('Revoked.') },
  },
} as const

/** A thousand names of forty characters, whatever their alphabet. */
const BULK_BYTES = 256 * 1024

export function playerRoutes(app: ZodRoutes, deps: RestDeps): void {
  registrationRoutes(app, deps)
  ownRoutes(app, deps)
}

function registrationRoutes(app: ZodRoutes, { accounts, matches, finding, authenticate, rates }: RestDeps): void {
  app.post(
    '/v1/players',
    {
      schema: SCHEMAS.register,
      // The route itself refuses a bad token.
      onRequest: async (request, reply) =>
        rates.chargeRegistration(await authenticate(request).catch(() => undefined), addressOf(request), reply),
    },
    async (request, reply) => {
      const registered = await accounts.register(request.body, await authenticate(request))
      return reply
        .code(201)
        .header('location', `/v1/players/${registered.player.id}`)
        .header('cache-control', 'no-store')
        .send(registered)
    },
  )

  app.post('/v1/players/bulk', { schema: SCHEMAS.registerAll, bodyLimit: BULK_BYTES }, async (request, reply) => {
    const caller = await authenticate(request)
    requireOrganiser(caller)
    rates.charge(payerOf(caller, addressOf(request)), request.body.players.length, reply)
    const items = await accounts.registerAll(caller, request.body, idempotencyKey(request.raw.headers))
    return reply.header('cache-control', 'no-store').send({ items })
  })

  app.get('/v1/players/:id', { schema: SCHEMAS.find }, async ({ params }) => {
    const player = await accounts.find(params.id)
    if (!player) throw notFound('player')
    return { ...player, results: await matches.results(player.id), acceptance: await finding.acceptance(player.id) }
  })
}

function ownRoutes(app: ZodRoutes, { accounts, administration, authenticate }: RestDeps): void {
  app.get('/v1/me', { schema: SCHEMAS.me }, async (request) => {
    const caller = await authenticate(request)
    return { player: requirePlayer(caller, 'read'), scopes: [...caller.scopes], tokenId: caller.tokenId }
  })

  app.delete('/v1/me', { schema: SCHEMAS.eraseMe }, async (request, reply) => {
    await administration.eraseMe(await authenticate(request), request.body.name)
    return reply.code(204).send()
  })

  app.get('/v1/me/tokens', { schema: SCHEMAS.tokens }, async (request) =>
    accounts.tokens(await authenticate(request), request.query),
  )

  app.post('/v1/me/tokens', { schema: SCHEMAS.issue }, async (request, reply) => {
    const issued = await accounts.issue(await authenticate(request), request.body)
    return reply.code(201).header('cache-control', 'no-store').send(issued)
  })

  app.delete('/v1/me/tokens/:id', { schema: SCHEMAS.revoke }, async (request, reply) => {
    await accounts.revoke(await authenticate(request), request.params.id)
    return reply.code(204).send()
  })
}
