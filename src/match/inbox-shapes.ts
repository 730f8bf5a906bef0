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
    deadlineNear: 'A decision of yours is due soon.',
    orderDropped: 'A standing order of yours was dropped.',
  },
})

/** One line of a player's own stream: something happened in a match of theirs. It carries no state: fetch your own view. */
export const InboxItem = z
  .strictObject({
    cursor: z.string().describe('Where to go on after this item.'),
    kind: InboxKind.describe('What it is about.'),
    match: MatchId.describe('Id of the match.'),
    about: z
      .uuid()
      .nullable()
      .describe(
        'Id of the invitation, of the seek, of the cancelled match or of the standing order; null for an entry and for a deadline.',
      ),
    game,
    version: version.describe(
      'Version of the match with the entry, the deadline or what became of the order; 0 if it is about something else.',
    ),
    status: MatchStatus.describe('How far the match has come.'),
    yourTurn,
    at: z.iso.datetime().describe('When it happened.'),
    deadline: z.iso
      .datetime()
      .optional()
      .describe('You are reminded that your decision in this match is due at this time; left out of all other items.'),
  })
  .meta({ id: 'InboxItem', description: 'Something happened in a match of yours, or in finding one.' })
export type InboxItem = z.infer<typeof InboxItem>
