/** Everything that can be done: one mutation for each move of each game, made once at the start. */
import { IssueToken, RegisterPlayer } from '../../accounts/shapes.js'
import { DeclareAbsence } from '../../clocks/absence.js'
import type { AnyGame } from '../../games/contract.js'
import { HandOver, OfferSeat, TakeBack } from '../../match/hand-shapes.js'
import { AbortMatch, ActReason, CreateMatch, IdempotencyKey, JoinMatch } from '../../match/shapes.js'
import { moveName } from '../schema/names.js'
import { administrationMutations } from './administration.js'
import type { GraphqlDeps, Resolver, Resolvers } from './context.js'
import { findingMutations } from './finding.js'
import { parse, requireUuid } from './inputs.js'
import { moveMutations, submitMutations } from './moves.js'
import { gameOrders, orderMutations } from './orders.js'
import { nullDropper } from './schema/nulls.js'
import { tournamentMutations } from './tournaments.js'
import { webhookMutations } from './webhooks.js'

export const writeResolvers = (deps: GraphqlDeps): Resolvers => ({
  Mutation: {
    ...accountMutations(deps),
    ...administrationMutations(deps),
    ...webhookMutations(deps),
    ...tournamentMutations(deps),
    ...matchMutations(deps),
    ...submitMutations(deps.matches),
    ...findingMutations(deps),
    ...orderMutations(deps),
    ...Object.assign({}, ...deps.games.map((game) => gameMutations(deps, game))),
  },
})

const accountMutations = ({ accounts, rates }: GraphqlDeps): Resolvers[string] => ({
  registerPlayer: (_, { input }, { caller, address, reply }) => {
    rates.chargeRegistration(caller, address, reply)
    return accounts.register(parse(RegisterPlayer, input), caller)
  },
  issueToken: (_, { input }, { caller }) => accounts.issue(caller, parse(IssueToken, input)),
  revokeToken: async (_, { id }, { caller }) => {
    await accounts.revoke(caller, requireUuid(id, 'token'))
    return true
  },
})

const matchMutations = ({ matches }: GraphqlDeps): Resolvers[string] => ({
  createMatch: (_, { input: { idempotencyKey, ...match } }, { caller }) =>
    matches.create(caller, parse(CreateMatch, match), keyOf(idempotencyKey)),
  joinMatch: (_, { input: { matchId, idempotencyKey, ...input } }, { caller }) =>
    matches.join(caller, matchId, parse(JoinMatch, input), keyOf(idempotencyKey)),
  leaveMatch: (_, { matchId }, { caller }) => matches.leave(caller, matchId),
  cancelMatch: (_, { matchId }, { caller }) => matches.cancel(caller, matchId),
  askForRematch: (_, { matchId }, { caller }) => matches.rematch(caller, matchId),
  declareAbsence: (_, days, { caller }) => matches.declareAbsence(caller, parse(DeclareAbsence, days)),
  cancelAbsence: async (_, { id }, { caller }) => {
    await matches.cancelAbsence(caller, id)
    return true
  },
  abortMatch: (_, { matchId, agree }, { caller }) => matches.agreeToAbort(caller, matchId, parse(AbortMatch, { agree })),
  takeBack: (_, { matchId, to, agree }, { caller }) => matches.takeBack(caller, matchId, parse(TakeBack, { to, agree })),
  offerSeat: (_, { matchId, player, expiresInHours }, { caller }) =>
    matches.offerSeat(caller, matchId, parse(OfferSeat, { player, expiresInHours })),
  dropSeatOffer: async (_, { matchId }, { caller }) => {
    await matches.dropSeatOffer(caller, matchId)
    return true
  },
  acceptSeat: (_, { matchId }, { caller }) => matches.acceptSeat(caller, matchId),
  handOverToHouse: (_, { matchId, bot }, { caller }) => matches.handOverToHouse(caller, matchId, parse(HandOver, { bot })),
  adminAbortMatch: (_, { matchId, reason }, { caller }) =>
    matches.abortAsAdministrator(caller, matchId, parse(ActReason, { reason })),
  adminCancelMatch: (_, { matchId, reason }, { caller }) =>
    matches.cancelAsAdministrator(caller, matchId, parse(ActReason, { reason })),
})

const keyOf = (key: unknown): string | undefined => IdempotencyKey.optional().parse(key ?? undefined)

function gameMutations({ matches }: GraphqlDeps, game: AnyGame): Record<string, Resolver> {
  const optionsOf = nullDropper(game.schema.options)
  const create: Resolver = (_, { input: { idempotencyKey, options, ...match } }, { caller }) =>
    matches.create(
      caller,
      parse(CreateMatch, { ...match, game: game.id, options: optionsOf(options ?? {}) }),
      keyOf(idempotencyKey),
    )
  const orders = gameOrders(matches, game)
  return { [moveName(game, 'createMatch')]: create, [moveName(game, 'setOrders')]: orders, ...moveMutations(matches, game) }
}
