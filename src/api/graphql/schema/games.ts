/** What each registered game adds to the GraphQL schema: its view, notices, options and one mutation per move. */
import type { AnyGame } from '../../../games/contract.js'
import { CreateMatch } from '../../../match/shapes.js'
import { moveName, pascal, typeName } from '../../schema/names.js'
import { descriptionOf, membersOf, type Schema, shapeOf } from '../../schema/zod.js'
import { orderMutation } from './orders.js'
import { type Book, described, objectType, type Place, unionType } from './sdl.js'

/** The fields that every move's input has besides the move's own. */
export const ENVELOPE = ['matchId', 'expectedVersion', 'idempotencyKey'] as const

export const ENVELOPE_LINES = [
  '"""Id of the match."""\nmatchId: ID!',
  '"""Refused as STALE_VERSION if you have been asked something else since this version."""\nexpectedVersion: Int',
  '"""The same key never plays twice: a retry gets the first answer again."""\nidempotencyKey: String',
]

/** Mutations of a game that are no moves. */
const OF_EVERY_GAME = ['createMatch', 'setOrders']

/** Enters a game's types, and returns its mutations. */
export function enterGame(book: Book, game: AnyGame): string[] {
  const at = (direction: Place['direction'], field: string): Place => ({
    direction,
    prefix: pascal(game.id),
    owner: pascal(game.id),
    field,
  })
  objectType(book, game.schema.view, at('out', 'view'), typeName(game, 'View'))
  objectType(book, game.schema.content, at('out', 'content'), typeName(game, 'GameContent'))
  unionType(book, game.schema.notice, at('out', 'notice'), typeName(game, 'Notice'), (tag) => typeName(game, tag))
  return [
    createMutation(book, game, at('in', 'options')),
    ...membersOf(game.schema.move).map(({ tag, schema }) => moveMutation(book, game, tag, schema, at('in', tag))),
    orderMutation(book, game, at('in', 'order')),
  ]
}

function createMutation(book: Book, game: AnyGame, place: Place): string {
  const hasOptions = Object.keys(shapeOf(game.schema.options)).length > 0
  const options = hasOptions ? objectType(book, game.schema.options, place, typeName(game, 'OptionsInput')) : null
  const name = objectType(book, CreateMatch, { ...place, field: 'createMatch' }, typeName(game, 'CreateMatchInput'), {
    fields: { game: null, options },
    more: [IDEMPOTENCY_KEY],
    description: `A new match of ${game.name}.`,
  })
  return `${described(`Makes a match of ${game.name}.`)}${moveName(game, 'createMatch')}(input: ${name}!): Match`
}

export const IDEMPOTENCY_KEY = '"""The same key never acts twice: a retry gets the first answer again."""\nidempotencyKey: String'

function moveMutation(book: Book, game: AnyGame, move: string, schema: Schema, place: Place): string {
  const name = moveName(game, move)
  const clash = ENVELOPE.find((field) => field in shapeOf(schema))
  if (clash) throw new Error(`${name}: a move cannot have a field called ${clash}; every move's input has one of its own`)
  if (OF_EVERY_GAME.includes(move)) throw new Error(`${name}: a move cannot be called ${move}; every game has that mutation`)
  const input = objectType(book, schema, place, typeName(game, `${move}Input`), { fields: { type: null }, more: ENVELOPE_LINES })
  return `${described(descriptionOf(schema))}${name}(input: ${input}!): MoveResult`
}
