/** The shapes of finding opponents: invitations, seeks, and what players accept. */
import { z } from 'zod'
import { Player } from '../accounts/caller.js'
import { CLOCK_BOUNDS, Clock } from '../clocks/clock.js'
import { words } from '../games/described.js'
import { JoinMatch, MatchId } from './shapes.js'

const DAY = 24 * 60
/** In minutes. */
export const INVITATION_MINUTES = { least: 5, most: 14 * DAY, standard: 3 * DAY } as const
export const SEEK_MINUTES = { least: 1, most: 14 * DAY, standard: DAY } as const
/** How many may wait at a time. */
export const PENDING = { sent: 100, received: 50, seeks: 20 } as const

const game = z.string().describe('Id of the game.')
const seatCount = z.int().min(1).max(16).describe('Number of seats.')
const lasting = ({ least, most, standard }: { least: number; most: number; standard: number }) =>
  z.int().min(least).max(most).default(standard)

export const InvitePlayer = z
  .strictObject({
    player: z.string().min(1).max(100).describe('Name or id of the player.'),
    seat: z
      .int()
      .min(0)
      .max(15)
      .optional()
      .describe('The seat that is kept; left out, the first free one. Only where seats are chosen.'),
    expiresInMinutes: lasting(INVITATION_MINUTES).describe('After which it expires, 5 to 20160; three days, if left out.'),
  })
  .meta({ id: 'InvitePlayer', description: 'Whom you invite to an open match of yours.' })
export type InvitePlayer = z.infer<typeof InvitePlayer>

export const AcceptInvitation = JoinMatch.omit({ invitation: true }).meta({
  id: 'AcceptInvitation',
  description: 'How you take the seat that you are invited to.',
})
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'expired', 'withdrawn'] as const
export const InvitationStatus = words(INVITATION_STATUSES, {
  id: 'InvitationStatus',
  description: 'What became of an invitation.',
  values: {
    pending: 'It waits for an answer, and a seat is kept.',
    accepted: 'The invited player has taken a seat.',
    declined: 'The invited player does not want to play.',
    expired: 'There was no answer in time.',
    withdrawn: 'Its host took it back, or the match was cancelled.',
  },
})
export type InvitationStatus = z.infer<typeof InvitationStatus>

export const Invitation = z
  .strictObject({
    id: z.uuid().describe('Id of the invitation.'),
    match: MatchId.describe('The match; while the invitation is pending, both players see it, a private one too.'),
    game,
    seatCount: seatCount.describe('Number of seats of the match.'),
    clock: Clock.nullable().describe('The clock of the match; null if it has none.'),
    host: Player.describe('Who invites.'),
    guest: Player.describe('Who is invited.'),
    seat: z.int().min(0).nullable().describe('The seat that is kept; null where seats are dealt at random.'),
    status: InvitationStatus.describe('What became of it.'),
    createdAt: z.iso.datetime().describe('When it was made.'),
    expiresAt: z.iso.datetime().describe('When it expires, or would have.'),
    endedAt: z.iso.datetime().nullable().describe('When it was answered, withdrawn or expired; null while it is pending.'),
  })
  .meta({ id: 'Invitation', description: 'An invitation by name to a seat of a match.' })
export type Invitation = z.infer<typeof Invitation>

export const InvitationSide = words(['received', 'sent'], {
  id: 'InvitationSide',
  description: 'On which side of an invitation you are.',
  values: { received: 'You are invited.', sent: 'You have invited.' },
})
export const InvitationFilter = z
  .strictObject({
    side: InvitationSide.default('received').describe('Those that you have received, or those that you have sent.'),
    status: InvitationStatus.default('pending').describe(
      'Only invitations of which this became. Ended ones are kept for 30 days.',
    ),
  })
  .describe('Which invitations are listed.')
export type InvitationFilter = z.infer<typeof InvitationFilter>

/** Ratings lie around 25; nobody gets this far from it. */
const rating = z.number().min(-1000).max(1000)

export const CreateSeek = z
  .strictObject({
    game,
    seats: seatCount,
    options: z
      .looseObject({})
      .default({})
      .describe('Options of the game; what is left out has its default. Seeks pair if their options are the same.'),
    clock: Clock.optional().describe(
      'How much time the seats have; left out, as much as they like. Seeks pair if their clocks are the same.',
    ),
    rated: z
      .boolean()
      .default(false)
      .describe(
        'Whether the match counts for ratings; it needs a clock by which a seat leaves then. Seeks pair if they say the same.',
      ),
    leastRating: rating
      .optional()
      .describe('The least rating (`mu`) that the others may have, 25 if they have not been rated; left out, any.'),
    mostRating: rating.optional().describe('The highest rating (`mu`) that the others may have; left out, any.'),
    expiresInMinutes: lasting(SEEK_MINUTES).describe('After which it expires, 1 to 20160; a day, if left out.'),
  })
  .meta({ id: 'CreateSeek', description: 'A match that you want to play with whoever wants the same.' })
export type CreateSeek = z.infer<typeof CreateSeek>

export const SeekStatus = words(['waiting', 'paired', 'expired', 'withdrawn'], {
  id: 'SeekStatus',
  description: 'What became of a seek.',
  values: {
    waiting: 'It waits for others.',
    paired: 'You have a seat in a match.',
    expired: 'Too few others sought the same in time.',
    withdrawn: 'You took it back.',
  },
})
export type SeekStatus = z.infer<typeof SeekStatus>

export const Seek = z
  .strictObject({
    id: z.uuid().describe('Id of the seek.'),
    game,
    seats: seatCount,
    options: z.looseObject({}).describe('Options of the game, with their defaults.'),
    clock: Clock.nullable().describe('How much time the seats have; null for as much as they like.'),
    rated: z.boolean().describe('Whether the match counts for ratings.'),
    leastRating: rating.nullable().describe('The least rating (`mu`) that the others may have; null for any.'),
    mostRating: rating.nullable().describe('The highest rating (`mu`) that the others may have; null for any.'),
    status: SeekStatus.describe('What became of it.'),
    match: MatchId.nullable().describe('The match in which you have a seat; null unless it is paired.'),
    createdAt: z.iso.datetime().describe('When it was made: the oldest are paired first.'),
    expiresAt: z.iso.datetime().describe('When it expires, or would have.'),
    endedAt: z.iso.datetime().nullable().describe('When it was paired, withdrawn or expired; null while it waits.'),
  })
  .meta({ id: 'Seek', description: 'A standing request to play, paired with others of its kind by itself.' })
export type Seek = z.infer<typeof Seek>

export const SeekFilter = z
  .strictObject({
    status: SeekStatus.default('waiting').describe('Only seeks of which this became. Ended ones are kept for 30 days.'),
  })
  .describe('Which seeks are listed.')
export type SeekFilter = z.infer<typeof SeekFilter>

export const AcceptedGame = z
  .strictObject({
    game,
    seats: z
      .array(seatCount)
      .min(1)
      .max(16)
      .nullable()
      .default(null)
      .describe('With how many seats; null for all that the game is played with.'),
  })
  .meta({ id: 'AcceptedGame', description: 'A game that a player accepts.' })

const leastSeconds = z.int().min(CLOCK_BOUNDS.least).max(CLOCK_BOUNDS.most).nullable().default(null)

export const Acceptance = z
  .strictObject({
    games: z.array(AcceptedGame).max(50).nullable().default(null).describe('The games; null for all of them.'),
    untimed: z.boolean().default(true).describe('Whether matches without a clock are accepted.'),
    decisionSeconds: leastSeconds.describe('The shortest limit for a decision that is accepted; null for any.'),
    bankSeconds: leastSeconds.describe('The smallest bank that is accepted; null for any.'),
    atOnce: z
      .int()
      .min(1)
      .max(1000)
      .nullable()
      .default(null)
      .describe(
        'How many matches at once, open and running ones; before another invitation, those that are pending count too. Null for any number.',
      ),
    invitations: z.boolean().default(true).describe('Whether the player can be invited by name.'),
    rematches: z.boolean().default(true).describe('Whether a seat is kept for the player in rematches that others ask for.'),
  })
  .meta({
    id: 'Acceptance',
    description: 'What a player can be invited to and is paired for. Those who state nothing accept everything.',
  })
export type Acceptance = z.infer<typeof Acceptance>

export const EVERYTHING: Acceptance = Acceptance.parse({})
