/** The shapes of REST alone: addresses, queries, headers, pages, and the unions over all games. */
import { z } from 'zod'
import { Player, Scope } from '../../accounts/caller.js'
import { PlayerFilter } from '../../accounts/shapes.js'
import type { AnyGame } from '../../games/contract.js'
import { MEANINGS, words } from '../../games/described.js'
import { Acceptance, CreateSeek, InvitationFilter, SeekFilter } from '../../match/finding-shapes.js'
import { Transcript } from '../../match/offline/transcript.js'
import { GameResults } from '../../match/result-shapes.js'
import {
  Accepted,
  CreateMatch,
  INCLUDES,
  LegalMove,
  LegalMovePage,
  LONG_PAGE,
  MatchCard,
  MatchFilter,
  MatchId,
  NoticeItem,
  PAGE,
  Standing,
} from '../../match/shapes.js'
import { GameBasics } from '../schema/games.js'
import { typeName } from '../schema/names.js'
import { moveListShapes } from './move-list-shapes.js'
import { orderShapes } from './order-shapes.js'
import { cursor, first, seconds, ticket, truth, wait, whole, wholeFrom } from './query-parts.js'
import { turnShapes } from './turn-shapes.js'
import { worldShapes } from './world-shapes.js'

export const GameAddress = z.object({
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('Id of the game.'),
})
export const MatchAddress = z.object({ id: MatchId.describe('Id of the match.') })
export const PlayerAddress = z.object({ id: z.string().min(1).max(100).describe('Id or name of the player.') })
export const RatingAddress = z.object({ ...PlayerAddress.shape, game: GameAddress.shape.id })
export const InvitationAddress = z.object({ id: z.uuid().describe('Id of the invitation.') })
export const SeekAddress = z.object({ id: z.uuid().describe('Id of the seek.') })
export const WebhookAddress = z.object({ id: z.uuid().describe('Id of the webhook.') })
export const DeliveryAddress = z.object({ id: z.uuid().describe('Id of the delivery.') })
export const AbsenceAddress = z.object({ id: z.uuid().describe('Id of the absence.') })
export const TokenAddress = z.object({ id: z.uuid().describe('Id of the token, not the token itself.') })

const waitForTurn = seconds.describe('Wait up to so many seconds until it is your turn or the match has ended.')
const parts = z
  .string()
  .regex(new RegExp(`^(${INCLUDES.join('|')})(,(${INCLUDES.join('|')}))*$`))
  .transform((text) => INCLUDES.filter((part) => text.split(',').includes(part)))
const include = parts
  .optional()
  .describe(
    '`view`, `legalMoves` (up to 1000) or both with a comma between them: what the answer carries besides, of its own version.',
  )

/** Each position that is included is as much work as a request for it. */
export const INCLUDED_AT_ONCE = 10
const includeInLists = parts
  .optional()
  .describe(
    `\`view\`, \`legalMoves\` (up to 1000) or both with a comma between them: what each match that waits for you carries besides, of its own version. A page has at most ${INCLUDED_AT_ONCE} items then, and each that carries it costs a point.`,
  )

/** The match filter as an address can carry it: its truths are words. */
const narrows = MatchFilter.shape
export const ListQuery = z.strictObject({
  game: narrows.game
    .unwrap()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  status: narrows.status,
  seats: wholeFrom(1, 16)
    .optional()
    .describe(narrows.seats.description ?? ''),
  timed: truth.optional().describe(narrows.timed.description ?? ''),
  joinable: truth.optional().describe(narrows.joinable.description ?? ''),
  player: narrows.player,
  mine: truth.optional().describe(narrows.mine.description ?? ''),
  myTurn: truth.optional().describe(narrows.myTurn.description ?? ''),
  first: first(PAGE),
  after: cursor.optional(),
})
export const PlayersQuery = z.strictObject({
  ...PlayerFilter.shape,
  blocked: truth.optional().describe(PlayerFilter.shape.blocked.description ?? ''),
  first: first(PAGE),
  after: cursor.optional(),
})
export const ActsQuery = z.strictObject({
  player: z.uuid().optional().describe('Only what was done on this player.'),
  first: first(PAGE),
  after: cursor.optional(),
})
export const InvitationsQuery = InvitationFilter.extend({ first: first(PAGE), after: cursor.optional() })
export const SeeksQuery = SeekFilter.extend({ first: first(PAGE), after: cursor.optional() })
/** Of lists that go on after a cursor and are not narrowed. */
export const PlainQuery = z.strictObject({ first: first(PAGE), after: cursor.optional() })
export const ViewQuery = z.strictObject({
  at: whole.optional().describe('Version to look back to; now, if left out.'),
  referee: truth.optional().describe('For administrators who do not play in the match; logged.'),
})
export const MatchQuery = z.strictObject({ include, wait: waitForTurn })
export const SubmitQuery = z.strictObject({
  include,
  wait: seconds.describe(
    'Wait up to so many seconds until it is your turn again or the match has ended. The answer has `match` then, which carries what is to be included.',
  ),
})
export const MovesQuery = z.strictObject({
  include: parts
    .optional()
    .describe(
      '`view`, `legalMoves` (up to 1000) or both with a comma between them: what each accepted move carries besides, of its own version. When the answer has grown to a mebibyte, the moves after that carry nothing.',
    ),
})
export const TurnsQuery = z.strictObject({
  first: first(PAGE),
  after: cursor.optional(),
  include: includeInLists,
  wait: seconds.describe('If no match waits for you, wait up to so many seconds until one does.'),
})
export const LegalMovesQuery = z.strictObject({
  first: first(LONG_PAGE),
  after: whole.optional().describe('`next` of the page before.'),
})
export const NoticesQuery = z.strictObject({
  first: first(LONG_PAGE),
  after: whole.default(0).describe('Version to go on after.'),
  wait,
  until: z
    .enum(['news', 'my-turn'])
    .meta({ [MEANINGS]: { news: 'The next entry.', 'my-turn': 'Your turn, or the end of the match.' } })
    .default('news')
    .describe('JSON only: what `wait` waits for.'),
  include,
  ticket: ticket.optional(),
})
export const InboxQuery = z.strictObject({
  first: first(LONG_PAGE),
  after: cursor.optional(),
  wait,
  include: includeInLists,
  ticket: ticket.optional(),
})

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
export const BulkHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .describe('For a day the same key and body register nobody twice: a retry gets the same players, with new tokens.'),
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
  .strictObject({ player: Player.describe('The new player.'), token: z.string().describe('Its first token, shown this once.') })
  .meta({ id: 'Registered', description: 'A new player and its first token.' })
export const PlayerCard = Player.extend({
  results: z.array(GameResults).describe('What the player has reached, by game: public matches that are over.'),
  acceptance: Acceptance.describe('What the player can be invited to and is paired for.'),
}).meta({ id: 'PlayerCard', description: 'A player, what they have reached and what they accept.' })
export const Me = z
  .strictObject({
    player: Player.describe('You.'),
    scopes: z.array(Scope).describe('What the token of this request allows.'),
    tokenId: z.uuid().nullable().describe('Id of that token.'),
  })
  .meta({ id: 'Me', description: 'Who you are.' })
export const Health = z
  .strictObject({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Health', description: 'All is well.' })

export const Entrance = z
  .strictObject({
    name: z.string().describe('Of the service.'),
    version: z.string().describe('Of the server.'),
    links: z
      .strictObject({
        games: z.string().describe('The games.'),
        docs: z.string().describe('The REST reference, for people.'),
        openapi: z.string().describe('The OpenAPI document.'),
        graphql: z.string().describe('GraphQL.'),
        graphiql: z.string().describe('GraphiQL, for people.'),
        mcp: z.string().describe('The Model Context Protocol, for language models.'),
        ready: z.string().describe('Whether the server is ready.'),
      })
      .describe('Paths on this server.'),
  })
  .meta({ id: 'Entrance', description: 'The addresses to go on from.' })

const JsonSchema = z.looseObject({}).meta({ id: 'JsonSchema', description: 'A JSON Schema (2020-12).' })
export const GameSummary = GameBasics.extend({
  seats: z
    .strictObject({ min: z.int().describe('The fewest.'), max: z.int().describe('The most.') })
    .meta({ id: 'SeatRange', description: 'How many seats there may be.' })
    .describe('How many can play.'),
  schemas: z
    .strictObject({
      options: JsonSchema.describe('What a host may choose.'),
      move: JsonSchema.describe('What a seat may ask to do.'),
      view: JsonSchema.describe('A match as one viewer may know it.'),
      notice: JsonSchema.describe('What happened, as one viewer may know it.'),
      event: JsonSchema.describe('What happened, as the log of a finished match tells it.'),
      content: JsonSchema.describe('What lies in the box.'),
    })
    .meta({ id: 'GameSchemas', description: 'The JSON Schemas of all that a game takes and gives.' })
    .describe('JSON Schemas, with a description of every field.'),
}).meta({ id: 'Game', description: 'A game that can be played.' })
export const GameList = z
  .strictObject({ items: z.array(GameSummary).describe('All games of this server.') })
  .meta({ id: 'GameList', description: 'The games.' })

const onlooker = words(['spectator', 'referee'], {
  id: 'Onlooker',
  description: 'Who looks at a match without a seat.',
  values: { spectator: 'Sees what is public.', referee: 'Sees everything; for administrators.' },
})

const PARTS = ['options', 'move', 'view', 'notice', 'content'] as const
type Part = (typeof PARTS)[number]

/** A game's schema under its own name, `KingdomsMove`, unless it has one. */
const named = (game: AnyGame, part: Part): z.ZodType => {
  const schema = game.schema[part]
  return z.globalRegistry.get(schema)?.id ? schema : schema.meta({ id: typeName(game, part) })
}

/** The union of all games' moves, views, ...: `anyOf` rather than `oneOf`, for two games may have the same move. */
const anyGames = (games: readonly AnyGame[], part: Part): z.ZodType => z.union(games.map((game) => named(game, part)))

/** Whole at the end, and before that what one viewer was told. */
const logShape = (Item: z.ZodType) =>
  z
    .union([
      Transcript.meta({ id: 'Transcript', description: 'A finished match, whole: `chancery verify` proves it.' }),
      z
        .strictObject({
          format: z.literal('chancery-notices/1').describe('Kind and version of the file.'),
          match: MatchCard.describe('The match.'),
          entries: z.array(Item).describe('What each entry told you.'),
        })
        .meta({ id: 'NoticeLog', description: 'A match not yet over, as you may know it.' }),
    ])
    .describe('The log of the match, as a file.')

/** The shapes that hold something of a game, with the unions of all games for the reference. Made once: zod refuses an id given twice. */
function playShapes(games: readonly AnyGame[]) {
  const move = anyGames(games, 'move')
  const notices = z.array(anyGames(games, 'notice')).describe('What happened, as you may know it, in order.')
  const Item = NoticeItem.extend({ notices }).meta({ id: 'NoticeItem', description: 'What one entry of the log told you.' })
  const Legal = LegalMove.extend({ move: move.describe('The move, as it is submitted.') }).meta({
    id: 'LegalMove',
    description: 'A move that you may make now.',
  })
  const LegalMoves = LegalMovePage.extend({ moves: z.array(Legal).describe('This page of the list.') }).meta({
    id: 'LegalMovePage',
    description: 'Moves that you may make now.',
  })
  /** What was asked for besides; of the version of the rest. */
  const included = {
    view: anyGames(games, 'view').optional().describe('What you may see of it, in the terms of the game, if it was asked for.'),
    legalMoves: LegalMoves.nullable()
      .optional()
      .describe('What you may do, if it was asked for; null without a seat or before the start.'),
  }
  const Match = MatchCard.extend({ options: anyGames(games, 'options').describe('Options of the match.'), ...included }).meta({
    id: 'MatchAndView',
    description: 'A match and what you may see of it.',
  })
  const Made = Accepted.extend({
    notices,
    ...included,
    match: Match.optional().describe('With `wait`: the match when it was your turn again, had ended or the time was up.'),
  }).meta({ id: 'Accepted', description: 'The move is in the log.' })
  return {
    Content: anyGames(games, 'content').describe('What lies in the box of the game.'),
    Move: move.describe('A move, in the terms of the game that is played.'),
    CreateMatch: CreateMatch.extend({
      options: anyGames(games, 'options').optional().describe('Options of the game; what is left out has its default.'),
    }).meta({ id: 'CreateMatch', description: 'A new match.' }),
    CreateSeek: CreateSeek.extend({
      options: anyGames(games, 'options').optional().describe('Options of the game; what is left out has its default.'),
    }).meta({ id: 'CreateSeek', description: 'A match that you want to play with whoever wants the same.' }),
    Match,
    ...turnShapes({ Match, view: included.view, LegalMoves }),
    Seen: z
      .strictObject({
        game: z.string().describe('Id of the game.'),
        version: z.int().describe('The version that is looked at.'),
        viewer: z.union([z.int(), onlooker]).describe('As whom: a seat number, a spectator or the referee.'),
        view: anyGames(games, 'view').describe('What this viewer may know, in the terms of the game.'),
        clocks: Standing.shape.clocks,
      })
      .meta({ id: 'Seen', description: 'A match as one viewer may see it.' }),
    ...orderShapes(move),
    ...worldShapes(anyGames(games, 'view'), move, anyGames(games, 'options')),
    Accepted: Made,
    ...moveListShapes(move, Made),
    LegalMoves,
    Item,
    NoticePage: z
      .strictObject({
        items: z.array(Item).describe('One for each entry, in order.'),
        next: z.int().describe('Ask for `after` this next.'),
        ...Standing.shape,
        ...included,
      })
      .meta({ id: 'NoticePage', description: 'What you have been told, and where the match stands.' }),
    Log: logShape(Item),
  }
}

const made = new WeakMap<readonly AnyGame[], ReturnType<typeof playShapes>>()

export function shapesOf(games: readonly AnyGame[]): ReturnType<typeof playShapes> {
  const shapes = made.get(games) ?? playShapes(games)
  made.set(games, shapes)
  return shapes
}
