/** Standing orders in the GraphQL schema: a mutation for each game, whose moves are typed as in the mutations that play them. */
import type { AnyGame } from '../../../games/contract.js'
import { OrderRequest } from '../../../match/order-shapes.js'
import { moveName, typeName } from '../../schema/names.js'
import { descriptionOf, membersOf, type Schema, shapeOf } from '../../schema/zod.js'
import { type Book, described, enterText, objectType, type Place } from './sdl.js'

/** The fields of a list besides its moves. */
export const ORDER_LINES = [
  '"""Id of the match."""\nmatchId: ID!',
  '"""Refused as STALE_VERSION if your seat has been asked something since this version."""\nexpectedVersion: Int',
  '"""Retry with the same key and list: it is not set, and so not tried, a second time."""\nidempotencyKey: String',
]

export function orderMutation(book: Book, game: AnyGame, place: Place): string {
  const move = orderedMove(book, game, place)
  const name = objectType(book, OrderRequest, { ...place, field: 'orders' }, typeName(game, 'SetOrdersInput'), {
    fields: { moves: `[${move}!]!`, decision: 'DecisionName', game: null, expectedVersion: null, idempotencyKey: null },
    more: ORDER_LINES,
    description: `A list of moves of ${game.name} to try when your seat is awaited.`,
  })
  const says = `Leaves a list of moves for when your seat is next awaited in a match of ${game.name}: see setOrders.`
  return `${described(says)}${moveName(game, 'setOrders')}(input: ${name}!): StandingOrder`
}

/** GraphQL has no unions of inputs: an object with a field for each move, of which one is given. */
function orderedMove(book: Book, game: AnyGame, place: Place): string {
  const lines = membersOf(game.schema.move).map(
    ({ tag, schema }) => `${described(descriptionOf(schema), '  ')}  ${tag}: ${fieldsOfMove(book, game, tag, schema, place)}`,
  )
  const name = typeName(game, 'OrderedMoveInput')
  const says = described(`A move of ${game.name}: exactly one of its fields is given.`)
  return enterText(book, name, `${says}input ${name} @oneOf {\n${lines.join('\n')}\n}`)
}

/** A move without fields of its own is said by `true`. */
function fieldsOfMove(book: Book, game: AnyGame, move: string, schema: Schema, place: Place): string {
  const isBare = Object.keys(shapeOf(schema)).every((field) => field === 'type')
  if (isBare) return 'Boolean'
  return objectType(book, schema, { ...place, field: move }, typeName(game, `${move}OrderInput`), { fields: { type: null } })
}
