/** Finding opponents by GraphQL. */
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import {
  Acceptance,
  AcceptInvitation,
  CreateSeek,
  InvitationFilter,
  InvitePlayer,
  SeekFilter,
} from '../../match/finding-shapes.js'
import { IdempotencyKey } from '../../match/shapes.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { ListPage, parse } from './inputs.js'

export const findingFields = ({ finding }: GraphqlDeps): Resolvers[string] => ({
  invitations: (caller: Caller, { side, status, ...page }) =>
    finding.invitations(caller, parse(InvitationFilter, { side, status }), parse(ListPage, page)),
  seeks: (caller: Caller, { status, ...page }) => finding.seeks(caller, parse(SeekFilter, { status }), parse(ListPage, page)),
  acceptance: (caller: Caller) => finding.acceptance(requirePlayer(caller, 'read').id),
})

export const findingQueries = ({ finding, accounts }: GraphqlDeps): Resolvers[string] => ({
  playerAcceptance: async (_, { player: named }) => {
    const player = await accounts.find(named)
    return player && finding.acceptance(player.id)
  },
})

export const findingMutations = ({ finding }: GraphqlDeps): Resolvers[string] => ({
  invitePlayer: (_, { input: { matchId, ...input } }, { caller }) => finding.invite(caller, matchId, parse(InvitePlayer, input)),
  acceptInvitation: (_, { input: { invitationId, ...input } }, { caller }) =>
    finding.accept(caller, invitationId, parse(AcceptInvitation, input)),
  declineInvitation: (_, { id }, { caller }) => finding.decline(caller, id),
  withdrawInvitation: (_, { id }, { caller }) => finding.withdrawInvitation(caller, id),
  setAcceptance: (_, { input }, { caller }) => finding.setAcceptance(caller, parse(Acceptance, input)),
  createSeek: (_, { input: { idempotencyKey, ...input } }, { caller }) =>
    finding.seek(caller, parse(CreateSeek, input), IdempotencyKey.optional().parse(idempotencyKey ?? undefined)),
  withdrawSeek: (_, { id }, { caller }) => finding.withdrawSeek(caller, id),
})
