/** The shapes of a match that are the same for every game. One definition for types, GraphQL, OpenAPI and the SDK. */
import { z } from 'zod'
import { Player } from '../accounts/caller.js'
import { InputError } from '../platform/complaint.js'

export const MATCH_STATUSES = ['open', 'running', 'over'] as const
export const MatchStatus = z
  .enum(MATCH_STATUSES)
  .meta({ id: 'MatchStatus', description: 'open: waits for players. running: being played. over: finished.' })
export const Visibility = z.enum(['public', 'private']).meta({
  id: 'Visibility',
  description: 'A private match is joined by invitation code, and seen by its seats and its host alone.',
})
export const Seating = z.enum(['chosen', 'random']).meta({
  id: 'Seating',
  description: 'chosen: players take the seat they name or the first free one. random: seats are dealt when the match starts.',
})

/** Bounds of a page: matches, and the longer ones of moves, notices and news. */
export const PAGE = { max: 100, standard: 20 } as const
export const LONG_PAGE = { max: 1000, standard: 100 } as const

export const MatchId = z.uuid()
/** Ids are written in lower case: with one spelling each, a match has one place in memory. */
export const isMatchId = (text: string): boolean => MatchId.safeParse(text).success && text === text.toLowerCase()

const seatNumber = z.int().min(0).max(15)
const version = z.int().min(0)

export const SeatHolder = z
  .strictObject({ seat: seatNumber, player: Player.nullable(), left: z.boolean() })
  .meta({ id: 'SeatHolder', description: 'A seat and who holds it.' })

export const AwaitedDecision = z
  .strictObject({
    seat: seatNumber,
    decision: z.string(),
    since: version.describe('The version at which this decision opened: an expectedVersion below it is stale.'),
  })
  .meta({ id: 'AwaitedDecision' })

/** Where a match stands: who is awaited after an entry, and whether the caller is. */
const yourTurn = z.boolean().describe('You are awaited at this version.')
const awaiting = z
  .array(AwaitedDecision)
  .describe('The seats that have a decision to make at this version; none when the match is over.')
export const Standing = z.strictObject({ version, status: MatchStatus, awaiting, yourTurn })
export type Standing = z.infer<typeof Standing>

/** What a match, an accepted move or a page of notices may carry besides. */
export const INCLUDES = ['view', 'legalMoves'] as const
export type Include = (typeof INCLUDES)[number]

export const Place = z.strictObject({ seat: seatNumber, place: z.int().min(1), score: z.int() }).meta({ id: 'Place' })

export const MatchCard = z
  .strictObject({
    id: MatchId,
    game: z.string(),
    rules: z.int().describe('The number of the rules now in force for this game.'),
    options: z
      .looseObject({})
      .describe('In lists, a member of more than 1 KiB is told as { sha256, bytes, address }; the address has it whole.'),
    status: MatchStatus,
    version: version.describe('Number of entries in the log.'),
    visibility: Visibility,
    seating: Seating,
    seatCount: z.int(),
    seats: z.array(SeatHolder),
    you: seatNumber.nullable().describe('Your seat.'),
    awaiting,
    yourTurn,
    result: z.array(Place).nullable(),
    commitment: z.string().describe('SHA-256 of secret and match id, fixed when the match was made.'),
    secret: z.string().nullable().describe('The 32 bytes from which all chance came; shown when the match is over.'),
    invitation: z.string().nullable().describe('The code that lets others join a private match; shown to those in it.'),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Match' })
export type MatchCard = z.infer<typeof MatchCard>

/** What is left out does not narrow the list. */
export const MatchFilter = z.strictObject({
  game: z.string().optional(),
  status: MatchStatus.optional(),
  mine: z.boolean().optional().describe('Only matches in which you have a seat; needs a token.'),
  myTurn: z.boolean().optional().describe('Only matches that wait for you; needs a token.'),
})
export type MatchFilter = z.infer<typeof MatchFilter>

export const CreateMatch = z
  .strictObject({
    game: z.string(),
    seats: z.int().min(1).max(16),
    options: z.looseObject({}).default({}),
    visibility: Visibility.default('public'),
    seating: Seating.default('chosen'),
    join: z.boolean().default(true).describe('Take a seat yourself.'),
    seat: seatNumber.optional().describe('The seat you take, if you join a match with chosen seats.'),
  })
  .meta({ id: 'CreateMatch' })
export type CreateMatch = z.infer<typeof CreateMatch>

export const JoinMatch = z
  .strictObject({ seat: seatNumber.optional(), invitation: z.string().max(100).optional() })
  .meta({ id: 'JoinMatch' })
export type JoinMatch = z.infer<typeof JoinMatch>

/** What one entry of the log told this viewer. `notices` are of the game's own notice type. */
export const NoticeItem = z
  .strictObject({
    version: version.describe('Position in the log: resume after it.'),
    at: z.iso.datetime(),
    head: z.string().describe('Hash of the entry.'),
    notices: z.array(z.looseObject({ type: z.string() })),
    text: z.array(z.string()).describe('The notices as plain sentences.'),
  })
  .meta({ id: 'NoticeItem' })
export type NoticeItem = z.infer<typeof NoticeItem>

export const Accepted = z
  .strictObject({
    game: z.string(),
    version,
    head: z.string(),
    status: MatchStatus,
    awaiting,
    yourTurn,
    notices: z.array(z.looseObject({ type: z.string() })),
    text: z.array(z.string()),
  })
  .meta({ id: 'Accepted' })
export type Accepted = z.infer<typeof Accepted>

export const RefusalShape = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    errors: z.array(InputError).readonly().optional().describe('With MALFORMED_MOVE: what is wrong with the move, part by part.'),
  })
  .meta({ id: 'Refusal' })

export const MoveCheck = z.strictObject({ legal: z.boolean(), refusal: RefusalShape.nullable() }).meta({ id: 'MoveCheck' })
export type MoveCheck = z.infer<typeof MoveCheck>

export const LegalMove = z
  .strictObject({ move: z.looseObject({ type: z.string() }), label: z.string() })
  .meta({ id: 'LegalMove' })
export const LegalMovePage = z
  .strictObject({
    version,
    seat: seatNumber,
    decision: z.string().nullable().describe('The decision awaited of you, or null.'),
    total: z.int().describe('Number of moves in the whole list.'),
    complete: z.boolean().describe('False if the list is a varied sample of a larger space.'),
    moves: z.array(LegalMove),
    next: z.int().nullable().describe('Index of the next page, or null.'),
  })
  .meta({ id: 'LegalMovePage' })
export type LegalMovePage = z.infer<typeof LegalMovePage>

/** Kept for ever with the entry: the same key never plays twice. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, '1 to 200 printable ASCII characters without spaces')

export const MoveRequest = z.strictObject({
  move: z.unknown(),
  game: z.string().optional().describe('If given, a match of another game refuses the move as WRONG_GAME.'),
  expectedVersion: version.optional(),
  idempotencyKey: IdempotencyKey.optional(),
})
export type MoveRequest = z.infer<typeof MoveRequest>

/** One line of a player's own stream: something happened in a match of theirs. It carries no state: fetch your own view. */
export const InboxItem = z
  .strictObject({
    cursor: z.string(),
    match: MatchId,
    game: z.string(),
    version,
    status: MatchStatus,
    yourTurn,
    at: z.iso.datetime(),
  })
  .meta({ id: 'InboxItem' })
export type InboxItem = z.infer<typeof InboxItem>
