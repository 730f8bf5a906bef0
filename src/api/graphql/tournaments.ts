/** Tournaments by GraphQL. */
import { IdempotencyKey } from '../../match/shapes.js'
import {
  ChangeTournament,
  CreateTournament,
  EnterHouse,
  EnterTournament,
  TableFilter,
  type TournamentCard,
  TournamentFilter,
  WithdrawEntrant,
} from '../../tournaments/shapes.js'
import type { RecordPage } from '../../tournaments/tournaments.js'
import { connection } from './connections.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { ListPage, nullIfNotFound, parse, parseWhole, VersionPage } from './inputs.js'
import { COUNTS } from './schema/tournaments.js'

export const tournamentQueries = ({ tournaments }: GraphqlDeps): Resolvers[string] => ({
  tournament: (_, { id }, { caller }) => tournaments.card(caller, id).catch(nullIfNotFound),
  tournaments: async (_, { filter, ...page }, { caller }) =>
    connection(await tournaments.list(caller, parse(TournamentFilter, filter ?? {}), parse(ListPage, page)), page.after),
})

export const tournamentFields = ({ tournaments }: GraphqlDeps): Resolvers[string] => ({
  ...Object.fromEntries(Object.entries(COUNTS).map(([counted, name]) => [name, (card) => card[counted]])),
  entrants: async ({ id }: TournamentCard, page, { caller }) =>
    connection(await tournaments.entrants(caller, id, parse(ListPage, page)), page.after),
  rounds: async ({ id }: TournamentCard, page, { caller }) =>
    connection(await tournaments.rounds(caller, id, parse(ListPage, page)), page.after),
  tables: async ({ id }: TournamentCard, { first, after, ...filter }, { caller }) =>
    connection(await tournaments.tables(caller, id, parse(TableFilter, filter), parse(ListPage, { first, after })), after),
  standings: ({ id }: TournamentCard, _, { caller }) => tournaments.standings(caller, id),
  crosstable: ({ id }: TournamentCard, _, { caller }) => tournaments.crosstable(caller, id),
  strengths: ({ id }: TournamentCard, _, { caller }) => tournaments.strengths(caller, id),
  records: async ({ id }: TournamentCard, args, { caller }) => {
    const page = parse(VersionPage, args)
    return recordPage(await tournaments.records(caller, id, page), page.after)
  },
})

function recordPage({ items, newest, complete }: RecordPage, after: number): object {
  const next = items.at(-1)?.number ?? after
  return { items, next, hasMore: items.length > 0 && next < newest, complete }
}

export const tournamentMutations = ({ tournaments }: GraphqlDeps): Resolvers[string] => ({
  createTournament: (_, { input: { idempotencyKey, ...input } }, { caller }) =>
    tournaments.create(caller, parseWhole(CreateTournament, input), IdempotencyKey.optional().parse(idempotencyKey ?? undefined)),
  changeTournament: (_, { input: { tournamentId, ...input } }, { caller }) =>
    tournaments.change(caller, tournamentId, parseWhole(ChangeTournament, input)),
  startTournament: (_, { tournamentId }, { caller }) => tournaments.start(caller, tournamentId),
  pauseTournament: (_, { tournamentId }, { caller }) => tournaments.pause(caller, tournamentId),
  resumeTournament: (_, { tournamentId }, { caller }) => tournaments.resume(caller, tournamentId),
  endTournament: (_, { tournamentId }, { caller }) => tournaments.end(caller, tournamentId),
  enterTournament: (_, { tournamentId, ...input }, { caller }) =>
    tournaments.enter(caller, tournamentId, parse(EnterTournament, input)),
  enterHouseBot: (_, { tournamentId, ...input }, { caller }) =>
    tournaments.enterHouse(caller, tournamentId, parse(EnterHouse, input)),
  withdrawFromTournament: (_, { tournamentId, ...input }, { caller }) =>
    tournaments.withdraw(caller, tournamentId, parse(WithdrawEntrant, input)),
})
