/** Standing orders by GraphQL: moves as JSON, or typed by their game. */
import type { AnyGame } from '../../games/contract.js'
import { OrderRequest } from '../../match/order-shapes.js'
import { invalid } from '../../platform/problem.js'
import { membersOf } from '../schema/zod.js'
import type { GraphqlDeps, Resolver, Resolvers } from './context.js'
import { parse } from './inputs.js'
import { nullDropper } from './schema/nulls.js'

export const orderMutations = ({ matches }: GraphqlDeps): Resolvers[string] => ({
  setOrders: (_, { input: { matchId, ...list } }, { caller }) => matches.setOrders(caller, matchId, parse(OrderRequest, list)),
  withdrawOrders: (_, { matchId }, { caller }) => matches.withdrawOrders(caller, matchId),
})

export function gameOrders(matches: GraphqlDeps['matches'], game: AnyGame): Resolver {
  const moveOf = moveReader(game)
  return (_, { input: { matchId, moves, ...list } }, { caller }) =>
    matches.setOrders(caller, matchId, parse(OrderRequest, { ...list, game: game.id, moves: moves.map(moveOf) }))
}

/** From `{ placeCastle: { rank: 1, ... } }` to the move that it names. */
function moveReader(game: AnyGame): (given: Readonly<Record<string, unknown>>, index: number) => object {
  const fields = new Map(membersOf(game.schema.move).map(({ tag, schema }) => [tag, nullDropper(schema)]))
  return (given, index) => {
    const [named, ...others] = Object.entries(given).filter(
      ([, value]) => value !== null && value !== undefined && value !== false,
    )
    if (!named || others.length > 0) throw invalid(`moves.${index}: exactly one move is to be given`)
    const [type, value] = named
    // A cast: the fields of a move are an object, by its schema.
    return value === true ? { type } : { type, ...(fields.get(type)?.(value) as object) }
  }
}
