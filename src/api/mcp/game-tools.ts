/** The games and their rules: for whoever asks, with a token or without. */
import { z } from 'zod'
import type { AnyGame } from '../../games/contract.js'
import { pageOf } from './pages.js'
import { gameNamed, READS, type Tool, type ToolDeps, tool } from './tool.js'

const page = z.int().min(1).max(100).default(1).describe('Which page of a long text, from 1.')

const PARTS = ['rules', 'options', 'moves', 'view', 'content'] as const

/** Everything but the rules is for programs too, and is told as they are told it. */
function partOf(game: AnyGame, part: (typeof PARTS)[number], { rulesPage }: Pick<ToolDeps, 'rulesPage'>): string {
  switch (part) {
    case 'rules':
      return rulesPage(game.id)
    case 'options':
      return schemaText(game.schema.options)
    case 'moves':
      return schemaText(game.schema.move)
    case 'view':
      return schemaText(game.schema.view)
    case 'content':
      return JSON.stringify(game.content, null, 1)
  }
}

/** Written for the first who asks: a large one takes a while. */
const schemaTexts = new WeakMap<z.ZodType, string>()
function schemaText(schema: z.ZodType): string {
  const text = schemaTexts.get(schema) ?? JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 1)
  schemaTexts.set(schema, text)
  return text
}

const gameLine = ({ id, name, seats, decisions }: AnyGame): string =>
  [
    `- ${id}: ${name}, ${seats.min} to ${seats.max} seats. What a seat is asked for:`,
    ...Object.entries(decisions).map(([decision, asks]) => `  - ${decision}: ${asks}`),
  ].join('\n')

const listGames = tool({
  name: 'list_games',
  title: 'List games',
  description: 'The games of this server: their ids, how many seats they have, and which decisions players make in them.',
  input: z.strictObject({}),
  effect: READS,
  requests: 1,
  answer: async ({ games }) => ['Games:', ...games.map(gameLine), 'Next: get_rules with one of these games.'].join('\n'),
})

const getRules = tool({
  name: 'get_rules',
  title: 'Rules of a game',
  description:
    'The rules of a game in words, or another part of it: the options a host may choose, the moves or the view as JSON Schema, the content of the box as data. Long parts come in pages.',
  input: z.strictObject({
    game: z.string().max(100).describe('Id of the game, as list_games tells it.'),
    part: z.enum(PARTS).default('rules').describe('What of it: the rules in words, or the others as JSON.'),
    page,
  }),
  effect: READS,
  requests: 1,
  answer: async (asked, { game, part, page: number }) => pageOf(partOf(gameNamed(asked, game), part, asked), number),
})

export const GAME_TOOLS: readonly Tool[] = [listGames, getRules]
