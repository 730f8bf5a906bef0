/** Worlds that are only thought of, by GraphQL: their views, moves and events as JSON. */
import { ApplyMoves, ImagineWorlds } from '../../match/world-shapes.js'
import { chargeFurther } from '../http/rates.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { parse } from './inputs.js'
import { nullDropper } from './schema/nulls.js'

const withoutNulls = nullDropper(ApplyMoves)

export const worldQueries = ({ matches, rates }: GraphqlDeps): Resolvers[string] => ({
  imagine: (_, { matchId, input }, { caller, reply }) => {
    const asked = parse(ImagineWorlds, input)
    if (reply) chargeFurther(rates, caller, asked.count, reply)
    return matches.imagine(caller, matchId, asked)
  },
  apply: (_, { game, input }, { caller, reply }) => {
    // A cast: an input of this type is an object.
    const asked = parse(ApplyMoves, withoutNulls(input) as object)
    if (reply) chargeFurther(rates, caller, asked.moves.length, reply)
    return matches.apply(caller, game, asked)
  },
})
