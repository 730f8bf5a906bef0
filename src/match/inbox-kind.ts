/** What an inbox tells: entries, and news that are none. */
import { words } from '../games/described.js'

const NEWS_KINDS = [
  'invited',
  'invitationAccepted',
  'invitationDeclined',
  'invitationExpired',
  'invitationWithdrawn',
  'paired',
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
    deadlineNear: 'A decision of yours is due soon.',
    orderDropped: 'A standing order of yours was dropped.',
  },
})
