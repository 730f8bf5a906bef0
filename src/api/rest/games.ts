/** The games that can be played. */
import { z } from 'zod'
import type { AnyGame } from '../../games/contract.js'
import { basicsOf } from '../schema/games.js'
import { orProblem, type RestDeps, type ZodRoutes } from './routing.js'
import { GameList, type GameSummary } from './shapes.js'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => ({ ...z.toJSONSchema(schema, { io }) })

const summaryOf = (game: AnyGame): z.infer<typeof GameSummary> => ({
  ...basicsOf(game),
  seats: game.seats,
  schemas: schemasOf(game),
})

const schemasOf = ({ schema }: AnyGame): z.infer<typeof GameSummary>['schemas'] => ({
  options: jsonSchema(schema.options, 'input'),
  move: jsonSchema(schema.move, 'input'),
  view: jsonSchema(schema.view, 'output'),
  notice: jsonSchema(schema.notice, 'output'),
})

export function gameRoutes(app: ZodRoutes, { games }: Pick<RestDeps, 'games'>): void {
  const list = { items: games.map(summaryOf) }
  const schema = {
    tags: ['games'],
    operationId: 'listGames',
    summary: 'The games, with the JSON Schemas of all they take and give',
    response: { 200: GameList, ...orProblem },
  }
  app.get('/v1/games', { schema }, async () => list)
}
