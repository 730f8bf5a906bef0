/** The shapes of a match that are the same for every game. One definition for types, GraphQL, OpenAPI and the SDK. */
import { z } from 'zod'
import { Player } from '../accounts/caller.js'
import { BotName } from '../bots/names.js'
import { Clock } from '../clocks/clock.js'
import { words } from '../games/described.js'
import { InputError } from '../platform/complaint.js'

export const MATCH_STATUSES = ['open', 'running', 'over', 'aborted', 'cancelled'] as const
export const MatchStatus = words(MATCH_STATUSES, {
  id: 'MatchStatus',
  description: 'How far a match has come.',
  values: {
    open: 'It waits for players.',
    running: 'It is being played.',
    over: 'It is finished.',
    aborted: 'It was ended without a result.',
    cancelled: 'It was given up before it began.',
  },
})
export type MatchStatus = z.infer<typeof MatchStatus>

/** Whether it has a log. */
export const hasBegun = ({ status }: { readonly status: MatchStatus }): boolean => status !== 'open' && status !== 'cancelled'
/** Whether nothing will happen in it any more. */
export const hasEnded = ({ status }: { readonly status: MatchStatus }): boolean => status !== 'open' && status !== 'running'
export const Visibility = words(['public', 'private'], {
  id: 'Visibility',
  description: 'Who may see and join a match.',
  values: {
    public: 'Everybody.',
    private: 'Joined by invitation, and seen by its seats, those who are invited and its host alone.',
  },
})
export const Seating = words(['chosen', 'random'], {
  id: 'Seating',
  description: 'How players come to their seats.',
  values: { chosen: 'They take the seat they name or the first free one.', random: 'Seats are dealt when the match starts.' },
})

/** Bounds of a page: matches, and the longer ones of moves, notices and news. */
export const PAGE = { max: 100, standard: 20 } as const
export const LONG_PAGE = { max: 1000, standard: 100 } as const

export const MatchId = z.uuid()
/** Ids are written in lower case: with one spelling each, a match has one place in memory. */
export const isMatchId = (text: string): boolean => MatchId.safeParse(text).success && text === text.toLowerCase()

export const seatNumber = z.int().min(0).max(15).describe('Seat number, from 0.')
export const version = z.int().min(0).describe('Version of the match: number of entries in its log.')
export const game = z.string().describe('Id of the game.')

export const SeatHolder = z
  .strictObject({
    seat: seatNumber,
    player: Player.nullable().describe('Who holds it; null if it is free.'),
    left: z.boolean().describe('Whether its player has left the match.'),
    colour: z.string().nullable().describe('The colour that the player chose with the seat; null if none was chosen.'),
    keptFor: Player.nullable().describe(
      'Before the match begins: for whom the free seat is kept, by an invitation or in a rematch; null if for nobody.',
    ),
  })
  .meta({ id: 'SeatHolder', description: 'A seat and who holds it.' })

export const AwaitedDecision = z
  .strictObject({
    seat: seatNumber,
    decision: z.string().describe('Name of the choice, in the words of the game.'),
    since: version.describe('The version at which this decision opened: an expectedVersion below it is stale.'),
    deadline: z.iso.datetime().nullable().describe('When its time is up, by the clock of the match; null if it has none.'),
  })
  .meta({ id: 'AwaitedDecision', description: 'A seat that must choose before play goes on.' })
export type AwaitedDecision = z.infer<typeof AwaitedDecision>

export const SeatClock = z
  .strictObject({
    seat: seatNumber,
    bank: z
      .int()
      .nullable()
      .describe('Whole seconds in its bank, before what its open decision takes; null where every decision has its own limit.'),
    deadline: z.iso.datetime().nullable().describe('When its time is up; null if it has nothing to decide.'),
  })
  .meta({ id: 'SeatClock', description: 'How much time a seat has.' })
export type SeatClock = z.infer<typeof SeatClock>
const clocks = z
  .array(SeatClock)
  .nullable()
  .describe('How much time each seat has at this version; null in a match without a clock.')

/** Where a match stands: who is awaited after an entry, and whether the caller is. */
export const yourTurn = z.boolean().describe('You are awaited at this version.')
const awaiting = z.array(AwaitedDecision).describe('Seats that must choose at this version; empty unless the match is running.')
export const Standing = z.strictObject({
  version: version.describe('Version of the match.'),
  status: MatchStatus.describe('How far the match has come.'),
  awaiting,
  yourTurn,
  clocks,
})
export type Standing = z.infer<typeof Standing>

/** What a match, an accepted move or a page of notices may carry besides. */
export const INCLUDES = ['view', 'legalMoves'] as const
export type Include = (typeof INCLUDES)[number]

export const Place = z
  .strictObject({
    seat: seatNumber,
    place: z.int().min(1).describe('Final place, 1 for the winner; seats that tie share one.'),
    score: z.int().describe('Final score, in the points of the game.'),
  })
  .meta({ id: 'Place', description: 'The final place of a seat.' })

export const MatchCard = z
  .strictObject({
    id: MatchId.describe('Id of the match.'),
    game,
    rules: z.int().describe('The number of the rules now in force for this game.'),
    options: z
      .looseObject({})
      .describe('In lists, a member of more than 1 KiB is told as { sha256, bytes, address }; the address has it whole.'),
    status: MatchStatus.describe('How far it has come.'),
    version: version.describe('Number of entries in the log.'),
    visibility: Visibility.describe('Who may see and join it.'),
    seating: Seating.describe('Whether seats are chosen or dealt.'),
    seatCount: z.int().describe('Number of seats.'),
    seats: z.array(SeatHolder).describe('Every seat, by number.'),
    you: seatNumber.nullable().describe('Your seat; null if you have none.'),
    awaiting,
    yourTurn,
    clock: Clock.nullable().describe('The clock that the host chose; null if there is none.'),
    clocks,
    rated: z.boolean().describe('Whether its result counts for ratings.'),
    abortAgreed: z
      .array(seatNumber)
      .describe(
        'Seats that agree to abort the running match; it ends when all who still play do. Whoever moves agrees no longer.',
      ),
    takeBackAgreed: z
      .array(
        z
          .strictObject({ seat: seatNumber, to: version.describe('The version to go back to.') })
          .meta({ id: 'TakeBackAgreement', description: 'A seat that agrees to go back.' }),
      )
      .describe(
        'Seats that agree to take back what came after a version; it is done when all who still play name the same. Any entry ends it.',
      ),
    result: z.array(Place).nullable().describe('Final places, best first; null until the end, and for ever if it is aborted.'),
    commitment: z.string().describe('SHA-256 of secret and match id, fixed when the match was made.'),
    secret: z.string().nullable().describe('The 32 bytes from which all chance came; shown when the match is over or aborted.'),
    invitation: z
      .string()
      .nullable()
      .describe('The code that lets others join a private match; shown to those in it and its host.'),
    createdAt: z.iso.datetime().describe('When it was made.'),
    startedAt: z.iso.datetime().nullable().describe('When it started; null before that.'),
    endedAt: z.iso.datetime().nullable().describe('When it ended or was cancelled; null before that.'),
    rematchOf: MatchId.nullable().describe(
      'The match that this one is a rematch of; null if it is none or you may not see that.',
    ),
    rematch: MatchId.nullable().describe('The rematch of this match; null if there is none or you may not see it.'),
    tournament: z.uuid().nullable().describe('Id of the tournament whose table it is; null if it is none.'),
    table: z.int().min(1).nullable().describe('Number of the table in that tournament.'),
  })
  .meta({ id: 'Match', description: 'A match, as lists show it.' })
export type MatchCard = z.infer<typeof MatchCard>

export const MatchFilter = z
  .strictObject({
    game: game.optional(),
    status: MatchStatus.optional().describe('Only matches that have come this far. Left out, all but the cancelled ones.'),
    seats: z.int().min(1).max(16).optional().describe('Only matches with so many seats.'),
    joinable: z
      .boolean()
      .optional()
      .describe('Only open matches with a free seat that is kept for nobody; with false, only the others.'),
    timed: z.boolean().optional().describe('Only matches with a clock; with false, only those without one.'),
    player: z.string().min(1).max(100).optional().describe('Only matches in which this player, by id or name, has a seat.'),
    mine: z.boolean().optional().describe('Only matches in which you have a seat; needs a token.'),
    myTurn: z.boolean().optional().describe('Only matches that wait for you; needs a token.'),
  })
  .describe('Which matches are listed: what is left out does not narrow the list.')
export type MatchFilter = z.infer<typeof MatchFilter>

const colour = z
  .string()
  .max(20)
  .describe('The colour you play, in a game that lets players choose (Royals); left out, the options of the match give one.')

const BotSeat = z
  .strictObject({
    bot: BotName.describe('Which bot.'),
    seat: seatNumber.optional().describe('Its seat, in a match with chosen seats; left out, a free one.'),
    colour: z.string().max(20).optional().describe('The colour it plays, in a game that lets players choose (Royals).'),
  })
  .meta({ id: 'BotSeat', description: 'A bot of the house that takes a seat.' })

export const CreateMatch = z
  .strictObject({
    game,
    seats: z.int().min(1).max(16).describe('Number of seats.'),
    options: z.looseObject({}).default({}).describe('Options of the game; what is left out has its default.'),
    visibility: Visibility.default('public').describe('Who may see and join it.'),
    seating: Seating.default('chosen').describe('Whether seats are chosen or dealt.'),
    clock: Clock.optional().describe('How much time the seats have; left out, as much as they like.'),
    rated: z
      .boolean()
      .default(false)
      .describe(
        'Whether its result counts for ratings. A rated match is public, has a clock by which a seat leaves, and nobody in two seats of it.',
      ),
    join: z.boolean().default(true).describe('Take a seat yourself.'),
    seat: seatNumber.optional().describe('The seat you take, if you join a match with chosen seats; refused with `join: false`.'),
    colour: colour.optional(),
    bots: z
      .array(BotSeat)
      .max(15)
      .optional()
      .describe('Bots of the house that take seats at once; the same one may have several. With the last seat the match begins.'),
    invite: z
      .array(z.string().min(1).max(100).describe('Name or id of a player.'))
      .max(15)
      .optional()
      .describe('Players, by name or id, for whom a seat is kept: each gets an invitation that lasts three days.'),
  })
  .meta({ id: 'CreateMatch', description: 'A new match.' })
export type CreateMatch = z.infer<typeof CreateMatch>

export const JoinMatch = z
  .strictObject({
    seat: seatNumber.optional().describe('The seat you want; left out, the first free one. Only where seats are chosen.'),
    invitation: z.string().max(100).optional().describe('The code of a private match.'),
    colour: colour.optional(),
  })
  .meta({ id: 'JoinMatch', description: 'How you join a match.' })
export type JoinMatch = z.infer<typeof JoinMatch>

export const AbortMatch = z
  .strictObject({
    agree: z.boolean().default(true).describe('False takes your agreement back.'),
  })
  .meta({ id: 'AbortMatch', description: 'Whether you agree to end the match without a result.' })
export type AbortMatch = z.infer<typeof AbortMatch>

/** Of an administrator's act. It goes to the log of the server, not to the players. */
export const ActReason = z
  .strictObject({ reason: z.string().trim().min(1).max(500).describe('Why; for the record of acts, not for the players.') })
  .meta({ id: 'ActReason', description: 'Why an administrator does something.' })
export type ActReason = z.infer<typeof ActReason>

const notice = z.looseObject({ type: z.string().describe('Which notice of the game it is.') })

/** What one entry of the log told this viewer. `notices` are of the game's own notice type. */
export const NoticeItem = z
  .strictObject({
    version: version.describe('Position in the log: resume after it.'),
    at: z.iso.datetime().describe('When the entry was accepted.'),
    head: z.string().describe('Hash of the entry.'),
    status: MatchStatus.describe('How far the match has come with it: with `over` or `aborted` it is the last.'),
    notices: z
      .array(notice)
      .describe(
        'What happened, as you may know it, in order; nothing happens in the game when a match is aborted, a seat changes hands or the players go back.',
      ),
    text: z
      .array(z.string())
      .describe(
        'The notices as plain sentences, or what was done about the match; first of all, if it is so, that the house moved for a seat.',
      ),
    handedOver: seatNumber
      .nullable()
      .describe('The seat that has another holder from this version on; null if none. The match tells who.'),
    takenBackTo: version
      .nullable()
      .describe('By a take-back: the version whose position it is again, so look at the match anew; null if it was none.'),
    clocks: clocks.describe('How much time each seat has after it; null in a match without a clock.'),
  })
  .meta({ id: 'NoticeItem', description: 'What one entry of the log told you.' })
export type NoticeItem = z.infer<typeof NoticeItem>

export const Accepted = z
  .strictObject({
    game,
    version: version.describe('Version of the match with this move.'),
    head: z.string().describe('Hash of the entry.'),
    status: MatchStatus.describe('How far the match has come.'),
    awaiting,
    yourTurn,
    notices: z.array(notice).describe('What the move brought about, as you may know it, in order.'),
    text: z.array(z.string()).describe('The notices as plain sentences.'),
  })
  .meta({ id: 'Accepted', description: 'The move is in the log.' })
export type Accepted = z.infer<typeof Accepted>

export const RefusalShape = z
  .strictObject({
    code: z.string().describe('Stable; for programs.'),
    message: z.string().describe('The rule in words; for people.'),
    errors: z.array(InputError).readonly().optional().describe('With MALFORMED_MOVE: what is wrong with the move, part by part.'),
  })
  .meta({ id: 'Refusal', description: 'Why the rules do not allow a move.' })

export const MoveCheck = z
  .strictObject({
    legal: z.boolean().describe('Whether the move would be accepted.'),
    refusal: RefusalShape.nullable().describe('Why not; null if it would.'),
  })
  .meta({ id: 'MoveCheck', description: 'Whether a move would be accepted now.' })
export type MoveCheck = z.infer<typeof MoveCheck>

export const LegalMove = z
  .strictObject({
    move: z.looseObject({ type: z.string().describe('Which move of the game it is.') }).describe('The move, as it is submitted.'),
    label: z.string().describe('The move as a plain sentence.'),
  })
  .meta({ id: 'LegalMove', description: 'A move that you may make now.' })
export const LegalMovePage = z
  .strictObject({
    version,
    seat: seatNumber.describe('Your seat.'),
    decision: z.string().nullable().describe('The decision awaited of you, or null.'),
    total: z.int().describe('Number of moves in the whole list.'),
    complete: z.boolean().describe('False if the list is a varied sample of a larger space.'),
    moves: z.array(LegalMove).describe('This page of the list.'),
    next: z.int().nullable().describe('Index of the next page, or null.'),
  })
  .meta({ id: 'LegalMovePage', description: 'Moves that you may make now.' })
export type LegalMovePage = z.infer<typeof LegalMovePage>

/** Kept for ever with the entry: the same key never plays twice. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, '1 to 200 printable ASCII characters without spaces')

export const MoveRequest = z.strictObject({
  move: z.unknown().describe('The move, as legal moves print it.'),
  game: z.string().optional().describe('If given, a match of another game refuses the move as WRONG_GAME.'),
  expectedVersion: version.optional().describe('The version you have seen.'),
  idempotencyKey: IdempotencyKey.optional().describe('The same key never plays twice.'),
})
export type MoveRequest = z.infer<typeof MoveRequest>
