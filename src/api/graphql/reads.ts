/** Everything that can be asked. Each resolver translates, calls one function and translates back. */
import { type Caller, requireReader } from '../../accounts/caller.js'
import type { AnyGame } from '../../games/contract.js'
import { hasBegun, type MatchCard, type NoticeItem } from '../../match/shapes.js'
import { Problem } from '../../platform/problem.js'
import { included, withoutIncluded } from '../http/included.js'
import { basicsOf } from '../schema/games.js'
import { camel, moveName, moveTypes, typeName } from '../schema/names.js'
import { administrationQueries } from './administration.js'
import { connection } from './connections.js'
import type { GraphqlDeps, Resolvers } from './context.js'
import { findingFields, findingQueries } from './finding.js'
import { InboxPage, ListPage, Look, nullIfNotFound, parse, VersionPage, Waiting } from './inputs.js'
import { listing } from './lists.js'
import type { ToldMove } from './moves.js'
import { ratingQueries } from './ratings.js'
import { tournamentFields, tournamentQueries } from './tournaments.js'
import { ofGame, typedNotices, typedView } from './typing.js'
import { waitingReads } from './waiting-reads.js'
import { webhookQueries } from './webhooks.js'
import { worldQueries } from './worlds.js'

const gameSummary = (game: AnyGame): object => ({
  ...basicsOf(game),
  minSeats: game.seats.min,
  maxSeats: game.seats.max,
  mutations: moveTypes(game).map((move) => moveName(game, move)),
  content: { __typename: typeName(game, 'GameContent'), ...game.content },
})

export function readResolvers(deps: GraphqlDeps): Resolvers {
  const { matches, accounts, games, rulesPage } = deps
  const list = listing(matches)
  const waiting = waitingReads(matches)
  const summaries = games.map(gameSummary)
  const named = (id: string) => summaries[games.findIndex((game) => game.id === id || camel(game.id) === id)]
  return {
    Query: {
      games: () => summaries,
      game: (_, { id }) => named(id) ?? null,
      match: (_, { id, wait }, context) => waiting.match(context, id, parse(Waiting, { wait }).wait).catch(nullIfNotFound),
      matches: async (_, { filter, ...page }, context) => connection(await list(context, filter ?? {}, page), page.after),
      checkMove: (_, { matchId, move }, { caller }) => matches.check(caller, matchId, move),
      me: (_, __, { caller }) => {
        requireReader(caller)
        return caller.player ? caller : null
      },
      player: (_, { id }) => accounts.find(id),
      playerResults: async (_, { player: named }) => {
        const player = await accounts.find(named)
        return player && matches.results(player.id)
      },
      ...findingQueries(deps),
      ...ratingQueries(deps),
      ...worldQueries(deps),
      ...tournamentQueries(deps),
      ...administrationQueries(deps),
      ...webhookQueries(deps),
    },
    Me: {
      scopes: ({ scopes }: Caller) => [...scopes],
      tokens: async (caller: Caller, page) => (await accounts.tokens(caller, parse(ListPage, page))).items,
      turns: (_, { wait, first }, context) =>
        waiting.turns(context, parse(ListPage, { first }).first, parse(Waiting, { wait }).wait),
      inbox: async (caller: Caller, page) => (await matches.inbox(caller, parse(InboxPage, page))).items,
      inboxCursor: (caller: Caller) => matches.startInbox(caller),
      absences: (caller: Caller) => matches.absences(caller),
      seatOffers: (caller: Caller) => matches.seatOffers(caller),
      ...findingFields(deps),
    },
    Game: { rulesText: ({ id }) => rulesPage(id) },
    Match: matchFields(matches),
    MoveAccepted: {
      notices: typedNotices,
      match: ({ matchId }, { wait }, context) => waiting.match(context, matchId, parse(Waiting, { wait }).wait),
      json: async (accepted: ToldMove, { include }, { caller, log }) => {
        if (include) requireReader(caller)
        const told = included(matches, caller, accepted.matchId ?? '', include ?? undefined, accepted.version)
        return { ...accepted.whole(), ...(await told.catch(withoutIncluded(log))) }
      },
    },
    NoticeItem: { notices: typedNotices },
    Tournament: tournamentFields(deps),
  }
}

/** Whoever has never had a seat has no orders either. */
function nullIfNone(error: unknown): null {
  if (error instanceof Problem && error.code === 'NOT_SEATED') return null
  return nullIfNotFound(error)
}

/** Everything below a match is of the version of its card, so that one answer shows one position. */
const matchFields = (matches: GraphqlDeps['matches']): Resolvers[string] => ({
  view: async ({ id, version }: MatchCard, how, { caller }) =>
    typedView(await matches.view(caller, id, { at: version, ...parse(Look, how) })),
  legalMoves: ({ id, you, status, version }: MatchCard, page, { caller }) =>
    you === null || !hasBegun({ status }) ? null : matches.legalMoves(caller, id, { ...parse(VersionPage, page), at: version }),
  notices: async ({ id, game, version }: MatchCard, args, { caller }) => {
    const page = parse(VersionPage, args)
    const { items } = await matches.notices(caller, id, page)
    return noticePage(
      game,
      version,
      page.after,
      items.filter((item) => item.version <= version),
    )
  },
  orders: ({ id, status }: MatchCard, _, { caller }) =>
    caller.player && hasBegun({ status }) ? matches.orders(caller, id).catch(nullIfNone) : null,
  log: async ({ id, game }: MatchCard, _, { caller }) => {
    const log = await matches.log(caller, id)
    return log.complete ? log : { complete: false, entries: log.entries.map((item) => ofGame(game, item)) }
  },
})

function noticePage(game: string, head: number, after: number, items: readonly NoticeItem[]): object {
  const next = items.at(-1)?.version ?? after
  return { items: items.map((item) => ofGame(game, item)), next, hasMore: items.length > 0 && next < head }
}
