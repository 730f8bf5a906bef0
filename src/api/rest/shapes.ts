/** The shapes of REST alone: addresses, queries, headers, pages, and the unions over all games. */
import { z } from 'zod'
import { Player, Scope } from '../../accounts/caller.js'
import { TokenCard } from '../../accounts/shapes.js'
import type { AnyGame } from '../../games/contract.js'
import { Transcript } from '../../match/offline/transcript.js'
import {
  Accepted,
  CreateMatch,
  InboxItem,
  LegalMove,
  LegalMovePage,
  LONG_PAGE,
  MatchCard,
  MatchFilter,
  MatchId,
  NoticeItem,
  PAGE,
} from '../../match/shapes.js'
import { GameBasics } from '../schema/games.js'
import { typeName } from '../schema/names.js'

export const MatchAddress = z.object({ id: MatchId.describe('Id of the match.') })
export const PlayerAddress = z.object({ id: z.uuid().describe('Id of the player.') })
export const TokenAddress = z.object({ id: z.uuid().describe('Id of the token, not the token itself.') })

const truth = z.enum(['true', 'false']).transform((word) => word === 'true')
const whole = z.coerce.number().int().min(0).max(1_000_000_000)
const first = ({ max, standard }: { readonly max: number; readonly standard: number }) =>
  z.coerce.number().int().min(1).max(max).default(standard).describe(`How many at most, up to ${max}.`)
const cursor = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/)
  .describe('`next` of the page before.')
const wait = z.coerce
  .number()
  .min(0)
  .max(30)
  .default(0)
  .describe('JSON only: if there is nothing yet, wait up to so many seconds.')

/** The match filter as an address can carry it: its truths are words. */
const narrows = MatchFilter.shape
export const ListQuery = z.strictObject({
  game: narrows.game
    .unwrap()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  status: narrows.status,
  mine: truth.optional().describe(narrows.mine.description ?? ''),
  myTurn: truth.optional().describe(narrows.myTurn.description ?? ''),
  first: first(PAGE),
  after: cursor.optional(),
})
export const TokensQuery = z.strictObject({ first: first(PAGE), after: cursor.optional() })
export const ViewQuery = z.strictObject({
  at: whole.optional().describe('Version to look back to; now, if left out.'),
  referee: truth.optional().describe('For administrators who do not play in the match; logged.'),
})
export const LegalMovesQuery = z.strictObject({
  first: first(LONG_PAGE),
  after: whole.optional().describe('`next` of the page before.'),
})
const ticket = z.string().max(100).describe('In place of a token: see createStreamTicket.')
export const NoticesQuery = z.strictObject({
  first: first(LONG_PAGE),
  after: whole.default(0).describe('Version to go on after.'),
  wait,
  ticket: ticket.optional(),
})
export const InboxQuery = z.strictObject({ first: first(LONG_PAGE), after: cursor.optional(), wait, ticket: ticket.optional() })

/** Read by hand on the way in (see conditions.ts); here for the reference. */
export const MoveHeaders = z.object({
  'if-match': z
    .string()
    .optional()
    .describe('The version you have seen, or the ETag of the match: refused as STALE_VERSION if the decision opened later.'),
  'idempotency-key': z
    .string()
    .optional()
    .describe('Retry with the same key and body: the move is played once and answered alike.'),
})
export const KeyHeaders = MoveHeaders.pick({ 'idempotency-key': true })
export const TagHeaders = z.object({
  'if-none-match': z.string().optional().describe('The ETag you have: 304 if nothing changed.'),
})
export const ResumeHeaders = z.object({
  accept: z.string().optional().describe('application/json, application/x-ndjson or text/event-stream.'),
  'last-event-id': z.string().optional().describe('Resumes an event stream; goes before `after`.'),
})

export const Registered = z
  .strictObject({ player: Player, token: z.string().describe('Shown this once.') })
  .meta({ id: 'Registered' })
export const Me = z.strictObject({ player: Player, scopes: z.array(Scope), tokenId: z.uuid().nullable() }).meta({ id: 'Me' })
export const TokenList = z.strictObject({ items: z.array(TokenCard), next: z.string().nullable() }).meta({ id: 'TokenList' })
export const MatchPage = z.strictObject({ items: z.array(MatchCard), next: z.string().nullable() }).meta({ id: 'MatchPage' })
export const InboxPage = z
  .strictObject({ items: z.array(InboxItem), next: z.string().describe('Ask for `after` this next.') })
  .meta({ id: 'InboxPage' })
export const Health = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Health' })

const path = z.string()
export const Entrance = z
  .strictObject({
    name: z.string(),
    version: z.string().describe('Of the server.'),
    links: z.strictObject({ games: path, docs: path, openapi: path, graphql: path, graphiql: path, ready: path }),
  })
  .meta({ id: 'Entrance', description: 'The addresses to go on from.' })

const JsonSchema = z.looseObject({}).meta({ id: 'JsonSchema', description: 'A JSON Schema (2020-12).' })
export const GameSummary = GameBasics.extend({
  seats: z.strictObject({ min: z.int(), max: z.int() }).meta({ id: 'SeatRange' }),
  schemas: z
    .strictObject({ options: JsonSchema, move: JsonSchema, view: JsonSchema, notice: JsonSchema })
    .meta({ id: 'GameSchemas' }),
}).meta({ id: 'Game' })
export const GameList = z.strictObject({ items: z.array(GameSummary) }).meta({ id: 'GameList' })

const parts = ['options', 'move', 'view', 'notice'] as const
type Part = (typeof parts)[number]

/** A game's schema under its own name, `KingdomsMove`, unless it has one. */
const named = (game: AnyGame, part: Part): z.ZodType => {
  const schema = game.schema[part]
  return z.globalRegistry.get(schema)?.id ? schema : schema.meta({ id: typeName(game, part) })
}

/** The union of all games' moves, views, ...: `anyOf` rather than `oneOf`, for two games may have the same move. */
const anyGames = (games: readonly AnyGame[], part: Part): z.ZodType => z.union(games.map((game) => named(game, part)))

/** The shapes that hold something of a game, with the unions of all games for the reference. Made once: zod refuses an id given twice. */
function playShapes(games: readonly AnyGame[]) {
  const move = anyGames(games, 'move')
  const notices = z.array(anyGames(games, 'notice'))
  const Item = NoticeItem.extend({ notices }).meta({ id: 'NoticeItem' })
  const Match = MatchCard.extend({ options: anyGames(games, 'options') })
  return {
    Move: move,
    CreateMatch: CreateMatch.extend({ options: anyGames(games, 'options').optional() }).meta({ id: 'CreateMatch' }),
    Match: Match.extend({ view: anyGames(games, 'view') }).meta({ id: 'MatchAndView' }),
    Seen: z
      .strictObject({
        game: z.string(),
        version: z.int(),
        viewer: z.union([z.int(), z.enum(['spectator', 'referee'])]),
        view: anyGames(games, 'view'),
      })
      .meta({ id: 'Seen' }),
    Accepted: Accepted.extend({ notices }).meta({ id: 'Accepted' }),
    LegalMoves: LegalMovePage.extend({ moves: z.array(LegalMove.extend({ move }).meta({ id: 'LegalMove' })) }).meta({
      id: 'LegalMovePage',
    }),
    Item,
    NoticePage: z
      .strictObject({ items: z.array(Item), next: z.int().describe('Ask for `after` this next.') })
      .meta({ id: 'NoticePage' }),
    Log: z.union([
      Transcript.meta({ id: 'Transcript', description: 'A finished match, whole: `chancery verify` proves it.' }),
      z
        .strictObject({ format: z.literal('chancery-notices/1'), match: MatchCard, entries: z.array(Item) })
        .meta({ id: 'NoticeLog', description: 'A match not yet over, as you may know it.' }),
    ]),
  }
}

const made = new WeakMap<readonly AnyGame[], ReturnType<typeof playShapes>>()

export function shapesOf(games: readonly AnyGame[]): ReturnType<typeof playShapes> {
  const shapes = made.get(games) ?? playShapes(games)
  made.set(games, shapes)
  return shapes
}
