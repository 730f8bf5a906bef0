/** What administrators ask and do, and what anybody does with their own account for good. */
import { requireOrganiser } from '../../accounts/caller.js'
import { AdministerPlayer, EraseMe, PlayerFilter, RegisterPlayers, ResetTokens } from '../../accounts/shapes.js'
import { IdempotencyKey } from '../../match/shapes.js'
import type { GraphqlDeps, Resolver, Resolvers } from './context.js'
import { ListPage, parse, requireUuid } from './inputs.js'

export const administrationQueries = ({ administration }: GraphqlDeps): Resolvers[string] => ({
  players: (_, { filter, ...page }, { caller }) =>
    administration.players(caller, parse(PlayerFilter, filter ?? {}), parse(ListPage, page)),
  playerRecord: (_, { id }, { caller }) => administration.player(caller, requireUuid(id, 'player')),
  acts: (_, { player, ...page }, { caller }) =>
    administration.acts(caller, player == null ? undefined : requireUuid(player, 'player'), parse(ListPage, page)),
})

export function administrationMutations({ accounts, administration }: GraphqlDeps): Resolvers[string] {
  const onPlayer =
    (act: 'block' | 'unblock' | 'erase'): Resolver =>
    (_, { id, ...input }, { caller }) =>
      administration[act](caller, requireUuid(id, 'player'), parse(AdministerPlayer, input))
  return {
    registerPlayers: async (_, { input: { idempotencyKey, ...given } }, { caller, charge }) => {
      requireOrganiser(caller)
      const input = parse(RegisterPlayers, given)
      charge(input.players.length)
      return accounts.registerAll(caller, input, IdempotencyKey.optional().parse(idempotencyKey ?? undefined))
    },
    eraseMe: async (_, input, { caller }) => {
      await administration.eraseMe(caller, parse(EraseMe, input).name)
      return true
    },
    blockPlayer: onPlayer('block'),
    unblockPlayer: onPlayer('unblock'),
    erasePlayer: onPlayer('erase'),
    resetTokens: (_, { id, ...input }, { caller }) =>
      administration.resetTokens(caller, requireUuid(id, 'player'), parse(ResetTokens, input)),
  }
}
