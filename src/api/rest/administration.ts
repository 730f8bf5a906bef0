/** What administrators do with players, and the record of it. */
import { AdministerPlayer, PlayerRecord, ResetTokens } from '../../accounts/shapes.js'
import { orProblem, type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { ActList, ActsQuery, PlayerAddress, PlayerList, PlayersQuery, TokenReset } from './shapes.js'

const tags = ['administration']
const secured = { tags, security: withToken }
const onPlayer = { ...secured, params: PlayerAddress, body: AdministerPlayer, response: { 200: PlayerRecord, ...orProblem } }
const SCHEMAS = {
  players: {
    ...secured,
    operationId: 'listPlayers',
    summary: 'Players by name, all or those whose names begin alike',
    querystring: PlayersQuery,
    response: { 200: PlayerList, ...orProblem },
  },
  player: {
    ...secured,
    operationId: 'getPlayerRecord',
    summary: 'A player as administrators see it',
    params: PlayerAddress,
    response: { 200: PlayerRecord, ...orProblem },
  },
  block: {
    ...onPlayer,
    operationId: 'blockPlayer',
    summary: 'Refuse the tokens of a player; what they have opened ends at once, and the seats stay',
  },
  unblock: { ...onPlayer, operationId: 'unblockPlayer', summary: 'Accept the tokens of a player again' },
  erase: {
    ...onPlayer,
    operationId: 'erasePlayer',
    summary: 'Erase the name and the tokens of a player, for ever; it leaves its matches, and the log keeps its seats',
  },
  resetTokens: {
    ...onPlayer,
    operationId: 'resetTokens',
    summary: 'Revoke all tokens of a player and make a new one, with the scope organise or without it',
    body: ResetTokens,
    response: { 200: TokenReset, ...orProblem },
  },
  acts: {
    ...secured,
    operationId: 'listActs',
    summary: 'What administrators have done, the newest first',
    querystring: ActsQuery,
    response: { 200: ActList, ...orProblem },
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
