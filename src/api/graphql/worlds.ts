/** Worlds that are only thought of, by GraphQL: their views, moves and events as JSON. */
import { ApplyMoves, ImagineWorlds } from '../../match/world-shapes.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { parse } from './inputs.js'
import type { Charge } from './limits.js'
import { nullDropper } from './schema/nulls.js'

const withoutNulls = nullDropper(ApplyMoves)

export const worldQueries = ({ matches }: GraphqlDeps): Resolvers[string] => ({
  imagine: (_, { matchId, input }, { caller, charge }) => {
    const asked = parse(ImagineWorlds, input)
    chargeFurther(charge, asked.count)
    return matches.imagine(caller, matchId, asked)
  },
  apply: (_, { game, input }, { caller, charge }) => {
    // A cast: an input of this type is an object.
    const asked = parse(ApplyMoves, withoutNulls(input) as object)
    chargeFurther(charge, asked.moves.length)
    return matches.apply(caller, game, asked)
  },
})

/** The first is paid for with the operation. */
function chargeFurther(charge: Charge, times: number): void {
  if (times > 1) charge(times - 1)
}
