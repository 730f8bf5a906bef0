/** The games that can be played: what they are, what lies in their boxes, and their rules in words. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnyGame } from '../../games/contract.js'
import { notFound } from '../../platform/problem.js'
import { basicsOf } from '../schema/games.js'
import { sendPublic, type Tagged, tagged, taggedJson } from './conditions.js'
import type { RestDeps, ZodRoutes } from './routing.js'
import { GameAddress, GameList, GameSummary, shapesOf, TagHeaders } from './shapes.js'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => ({ ...z.toJSONSchema(schema, { io }) })

type Summary = z.infer<typeof GameSummary>

/** Once for each game, however many servers there are in a process. */
const summaryOf = writtenOnce((game): Summary => ({ ...basicsOf(game), seats: game.seats, schemas: schemasOf(game) }))

const schemasOf = ({ schema }: AnyGame): Summary['schemas'] => ({
  options: jsonSchema(schema.options, 'input'),
  move: jsonSchema(schema.move, 'input'),
  view: jsonSchema(schema.view, 'output'),
  notice: jsonSchema(schema.notice, 'output'),
  event: jsonSchema(schema.event, 'output'),
  content: jsonSchema(schema.content, 'output'),
})

function schemas(games: readonly AnyGame[]) {
  const one = { tags: ['games'], params: GameAddress, headers: TagHeaders, sends: ['ETag', 'Cache-Control'] } as const
  const markdown = { description: 'The rules page.', content: { 'text/markdown': { schema: z.string() } } }
  return {
    list: {
      tags: ['games'],
      operationId: 'listGames',
      summary: 'The games, with the JSON Schemas of all they take and give',
      headers: TagHeaders,
      sends: ['ETag', 'Cache-Control'],
      description:
        'Every game of this server. The schemas describe every field of options, moves, views, notices, events and content, so that a client can be generated from them.',
      response: { 200: GameList },
    },
    get: {
      ...one,
      operationId: 'getGame',
      summary: 'One game, with its JSON Schemas',
      description: 'The same as in the list of games. It changes only with the version of the server, so keep it with its ETag.',
      response: { 200: GameSummary },
    },
    content: {
      ...one,
      operationId: 'getGameContent',
      summary: 'What lies in the box: map, cards, tiles and figures, as data',
      description: 'What a client needs besides a view to show a match or to play it: the same for every match of the game.',
      response: { 200: shapesOf(games).Content },
    },
    rules: {
      ...one,
      operationId: 'getGameRules',
      summary: 'The rules in words, as Markdown',
      description: 'The rules page of the game: every rule with its id, the rulings, and where the figures come from.',
      response: { 200: markdown },
    },
  } as const
}

type Asked = FastifyRequest<{ Params: z.infer<typeof GameAddress> }>

export function gameRoutes(app: ZodRoutes, { games, rulesPage }: Pick<RestDeps, 'games' | 'rulesPage'>): void {
  const routes = schemas(games)
  const named = ({ params }: Asked): AnyGame => known(games.find(({ id }) => id === params.id))
  const cardOf = writtenOnce((game) => taggedJson(summaryOf(game)))
  const contentOf = writtenOnce(({ content }) => taggedJson(content))
  const pageOf = writtenOnce(({ id }) => tagged(rulesPage(id), 'text/markdown; charset=utf-8'))

  let all: Tagged | undefined
  app.get('/v1/games', { schema: routes.list }, async (request, reply) => {
    all ??= taggedJson({ items: games.map(summaryOf) })
    return sendPublic(request, reply, all)
  })
  app.get('/v1/games/:id', { schema: routes.get }, async (request, reply) => sendPublic(request, reply, cardOf(named(request))))
  app.get('/v1/games/:id/content', { schema: routes.content }, async (request, reply) =>
    sendPublic(request, reply, contentOf(named(request))),
  )
  app.get('/v1/games/:id/rules', { schema: routes.rules }, async (request, reply) =>
    sendPublic(request, reply, pageOf(named(request))),
  )
}

/** For the first who asks: all of them together take a while, and a start is to be quick. */
function writtenOnce<T>(write: (game: AnyGame) => T): (game: AnyGame) => T {
  const texts = new WeakMap<AnyGame, T>()
  return (game) => {
    const text = texts.get(game) ?? write(game)
    texts.set(game, text)
    return text
  }
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw notFound('game')
  return found
}
