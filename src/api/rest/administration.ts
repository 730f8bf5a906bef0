/** What administrators do with players, and the record of it. */
import { AdministerPlayer, PlayerRecord, ResetTokens } from '../../accounts/shapes.js'
import { ActList, PlayerList, TokenReset } from './lists.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { ActsQuery, PlayerAddress, PlayersQuery } from './shapes.js'

const tags = ['administration']
const secured = { tags, security: withToken }
const onPlayer = { ...secured, params: PlayerAddress, body: AdministerPlayer, response: { 200: PlayerRecord } }
const SCHEMAS = {
  players: {
    ...secured,
    operationId: 'listPlayers',
    summary: 'Players by name, all or those whose names begin alike',
    description: 'Those who are blocked or erased too.',
    querystring: PlayersQuery,
    response: { 200: PlayerList },
  },
  player: {
    ...secured,
    operationId: 'getPlayerRecord',
    summary: 'A player as administrators see it',
    description: 'With what nobody else is told: whether it is blocked, erased or an administrator, and since when.',
    params: PlayerAddress,
    response: { 200: PlayerRecord },
  },
  block: {
    ...onPlayer,
    operationId: 'blockPlayer',
    summary: 'Block a player',
    description: 'Its tokens are refused, what they have opened ends at once, and its seats stay.',
    problems: ['PLAYER_ERASED', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  },
  unblock: {
    ...onPlayer,
    operationId: 'unblockPlayer',
    summary: 'Unblock a player',
    description: 'Its tokens are accepted again.',
    problems: ['PLAYER_ERASED', 'OWN_ACCOUNT'],
  },
  erase: {
    ...onPlayer,
    operationId: 'erasePlayer',
    summary: 'Erase a player, for ever',
    description: 'Its name and its tokens go. It leaves its matches, and the log keeps its seats under another name.',
    problems: ['PLAYER_ERASED', 'OWN_ACCOUNT', 'LAST_ADMINISTRATOR'],
  },
  resetTokens: {
    ...onPlayer,
    operationId: 'resetTokens',
    summary: 'Revoke all tokens of a player and make a new one',
    description:
      'The new one is shown this once, and has the scope organise if you say so. The webhooks of the player are disabled, for whoever had a token may have made them; the player resumes those that it knows.',
    sends: ['Cache-Control'],
    problems: ['PLAYER_ERASED', 'OWN_ACCOUNT', 'ADMINISTRATOR_TOKENS'],
    body: ResetTokens,
    response: { 200: TokenReset },
  },
  acts: {
    ...secured,
    operationId: 'listActs',
    summary: 'What administrators have done, the newest first',
    description: 'On all players and matches, or on one player. The record is only ever added to.',
    querystring: ActsQuery,
    response: { 200: ActList },
  },
} as const

export function administrationRoutes(app: ZodRoutes, { administration, authenticate }: RestDeps): void {
  app.get('/v1/admin/players', { schema: SCHEMAS.players }, async (request) => {
    const { first, after, ...filter } = request.query
    return administration.players(await authenticate(request), filter, { first, after })
  })

  app.get('/v1/admin/players/:id', { schema: SCHEMAS.player }, async (request) =>
    administration.player(await authenticate(request), request.params.id),
  )

  for (const act of ['block', 'unblock', 'erase'] as const)
    app.post(`/v1/admin/players/:id/${act}`, { schema: SCHEMAS[act] }, async (request) =>
      administration[act](await authenticate(request), request.params.id, request.body),
    )

  app.post('/v1/admin/players/:id/reset-tokens', { schema: SCHEMAS.resetTokens }, async (request, reply) => {
    const reset = await administration.resetTokens(await authenticate(request), request.params.id, request.body)
    return reply.header('cache-control', 'no-store').send(reset)
  })

  app.get('/v1/admin/acts', { schema: SCHEMAS.acts }, async (request) => {
    const { player, ...page } = request.query
    return administration.acts(await authenticate(request), player, page)
  })
}
