/** What everybody may read of tournaments. */
import { z } from 'zod'
import { CrosstableShape, Standings, Strengths, TournamentCard } from '../../tournaments/shapes.js'
import { preferred } from '../http/accept.js'
import { pageOf } from './lists.js'
import { type RestDeps, tokenOrNot, type ZodRoutes } from './routing.js'
import { PlainQuery } from './shapes.js'
import {
  EntrantList,
  PictureHeaders,
  RoundList,
  TableList,
  TablesQuery,
  TournamentAddress,
  TournamentList,
  TournamentsQuery,
} from './tournament-shapes.js'

const open = { tags: ['tournaments'], security: tokenOrNot, problems: ['SCOPE_MISSING'] }
const one = { ...open, params: TournamentAddress }

const LISTS = {
  list: {
    ...open,
    operationId: 'listTournaments',
    summary: 'Tournaments, the newest first',
    description: 'All of them, or those of a status, a format, a game, an organiser or a player, a page at a time.',
    querystring: TournamentsQuery,
    response: { 200: TournamentList },
  },
  entrants: {
    ...one,
    operationId: 'listTournamentEntrants',
    summary: 'Who plays in a tournament',
    description: 'In the order of entering, with those who have withdrawn.',
    querystring: PlainQuery,
    response: { 200: EntrantList },
  },
  rounds: {
    ...one,
    operationId: 'listTournamentRounds',
    summary: 'The rounds of a tournament that were made',
    description: 'How many tables each has, how many have ended, and who has a bye.',
    querystring: PlainQuery,
    response: { 200: RoundList },
  },
  tables: {
    ...one,
    operationId: 'listTournamentTables',
    summary: 'The tables of a tournament',
    description:
      'Who sits where, and how it ended: all of them, or those of a round, an entrant or a status, a page at a time. Places and scores are told when the last table with the same deal has ended.',
    querystring: TablesQuery,
    response: { 200: TableList },
  },
} as const

const TYPES = ['application/json', 'image/svg+xml'] as const

/** A picture has its colours in itself; nothing else is loaded with it. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const TABLES = {
  card: {
    ...one,
    operationId: 'getTournament',
    summary: 'A tournament',
    description: 'What its organiser has chosen, how far it has come, and the numbers under which you play in it.',
    response: { 200: TournamentCard },
  },
  standings: {
    ...one,
    operationId: 'getTournamentStandings',
    summary: 'The table of a tournament, best first',
    description:
      'Points, and the tie-breaks in the order in which they count. Tables count once the last one with the same deal has ended.',
    response: { 200: Standings },
  },
  crosstable: {
    ...one,
    operationId: 'getCrosstable',
    summary: 'How everybody did against everybody',
    description:
      'For every pair that has met: how often, and how often which of them was ahead. As JSON, or by Accept drawn as SVG.',
    sends: ['Vary'],
    headers: PictureHeaders,
    response: {
      200: {
        description: 'The crosstable, or a picture of it.',
        content: { [TYPES[0]]: { schema: CrosstableShape }, [TYPES[1]]: { schema: z.string() } },
      },
    },
  },
  strengths: {
    ...one,
    operationId: 'getTournamentStrengths',
    summary: 'How strong the entrants are, by maximum likelihood',
    description: 'The strengths that make the results most likely, with intervals that hold the true ones in 95 of 100 cases.',
    response: { 200: Strengths },
  },
} as const

export function tournamentReadRoutes(app: ZodRoutes, deps: RestDeps): void {
  listRoutes(app, deps)
  tableRoutes(app, deps)
}

function listRoutes(app: ZodRoutes, { tournaments, authenticate }: RestDeps): void {
  app.get('/v1/tournaments', { schema: LISTS.list }, async (request) => {
    const { first, after, ...filter } = request.query
    return pageOf(await tournaments.list(await authenticate(request), filter, { first, after }))
  })

  app.get('/v1/tournaments/:id/entrants', { schema: LISTS.entrants }, async (request) =>
    pageOf(await tournaments.entrants(await authenticate(request), request.params.id, request.query)),
  )

  app.get('/v1/tournaments/:id/rounds', { schema: LISTS.rounds }, async (request) =>
    pageOf(await tournaments.rounds(await authenticate(request), request.params.id, request.query)),
  )

  app.get('/v1/tournaments/:id/tables', { schema: LISTS.tables }, async (request) => {
    const { first, after, ...filter } = request.query
    return pageOf(await tournaments.tables(await authenticate(request), request.params.id, filter, { first, after }))
  })
}

function tableRoutes(app: ZodRoutes, { tournaments, authenticate }: RestDeps): void {
  app.get('/v1/tournaments/:id', { schema: TABLES.card }, async (request) =>
    tournaments.card(await authenticate(request), request.params.id),
  )

  app.get('/v1/tournaments/:id/standings', { schema: TABLES.standings }, async (request) =>
    tournaments.standings(await authenticate(request), request.params.id),
  )

  app.get('/v1/tournaments/:id/crosstable', { schema: TABLES.crosstable }, async (request, reply) => {
    const [caller, { id }] = [await authenticate(request), request.params]
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept'].flat().join(', '))
    if (preferred(request.headers.accept, TYPES) === 'application/json')
      return reply.send(await tournaments.crosstable(caller, id))
    reply.header('content-type', 'image/svg+xml; charset=utf-8').header('content-security-policy', PICTURE_POLICY)
    return reply.send(await tournaments.crosstableSvg(caller, id))
  })

  app.get('/v1/tournaments/:id/strengths', { schema: TABLES.strengths }, async (request) =>
    tournaments.strengths(await authenticate(request), request.params.id),
  )
}
