/** What an inbox tells: entries, and news that are none. */
import { z } from 'zod'
import { words } from '../games/described.js'
import { game, MatchId, MatchStatus, version, yourTurn } from './shapes.js'

const NEWS_KINDS = [
  'invited',
  'invitationAccepted',
  'invitationDeclined',
  'invitationExpired',
  'invitationWithdrawn',
  'paired',
  'matchCancelled',
  'tournamentEntered',
  'tournamentRound',
  'tournamentOver',
] as const
export type NewsKind = (typeof NEWS_KINDS)[number]
export const InboxKind = words(['entry', ...NEWS_KINDS, 'deadlineNear', 'orderDropped'], {
  id: 'InboxKind',
  description: 'What an item of an inbox is about.',
  values: {
    entry: 'A new entry in the log of a match of yours.',
    invited: 'You are invited to a match.',
    invitationAccepted: 'Somebody whom you invited has taken a seat.',
    invitationDeclined: 'Somebody whom you invited does not want to play.',
    invitationExpired: 'Somebody whom you invited did not answer in time.',
    invitationWithdrawn: 'An invitation to you was taken back, or its match was cancelled.',
    paired: 'A seek of yours was paired: you have a seat in a match, which starts at once.',
    matchCancelled: 'A match in which you had a seat, or one was kept for you, was cancelled before it began.',
    tournamentEntered: 'You have entered a tournament.',
    tournamentRound: 'A round of a tournament was made in which you play: tables of yours begin from now on.',
    tournamentOver: 'A tournament that you play in, or have organised, is over.',
    deadlineNear: 'A decision of yours is due soon.',
    orderDropped: 'A standing order of yours was dropped.',
  },
})

/** One line of a player's own stream: something happened in a match of theirs. It carries no state: fetch your own view. */
export const InboxItem = z
  .strictObject({
    cursor: z.string().describe('Where to go on after this item.'),
    kind: InboxKind.describe('What it is about.'),
    match: MatchId.nullable().describe('Id of the match; null if it is about a tournament.'),
    about: z
      .uuid()
      .nullable()
      .describe(
        'Id of the invitation, of the seek, of the cancelled match, of the standing order or of the tournament; null for an entry and for a deadline.',
      ),
    game: game.nullable().describe('Id of the game; null if it is about a tournament.'),
    version: version.describe(
      'Version of the match with the entry, the deadline or what became of the order; 0 if it is about something else.',
    ),
    status: MatchStatus.nullable().describe('How far the match has come; null if it is about a tournament.'),
    yourTurn,
    at: z.iso.datetime().describe('When it happened.'),
    deadline: z.iso
      .datetime()
      .optional()
      .describe('You are reminded that your decision in this match is due at this time; left out of all other items.'),
  })
  .meta({ id: 'InboxItem', description: 'Something happened in a match of yours, in finding one, or in a tournament of yours.' })
export type InboxItem = z.infer<typeof InboxItem>
