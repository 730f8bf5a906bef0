/** The parts of the GraphQL schema that no shape defines: what can be asked, done and followed. */

import { LONG_PAGE, PAGE } from '../../../match/shapes.js'

export const SCALARS = `"""Any JSON value."""
scalar JSON

"""A moment in UTC, as ISO 8601 writes it: 2026-11-16T12:00:00.000Z"""
scalar DateTime`

export const QUERY = `type Query {
  """The games that this server plays."""
  games: [Game!]!
  """A game by its id, as here or as Match.game spells it; null if there is none."""
  game(id: ID!): Game
  """A match that you may see, null if there is none; all that is asked of it is of one version. With \`wait\`, which needs a seat in it, it is answered when it is your turn or the match has ended, at the latest after so many seconds (up to 30)."""
  match(id: ID!, wait: Int = 0): Match
  """Matches that you may see, the newest first."""
  matches(filter: MatchFilter, first: Int = ${PAGE.standard}, after: String): MatchConnection!
  """Whether a move would be accepted: it has no effect and tells nothing that your seat could not know."""
  checkMove(matchId: ID!, move: JSON!): MoveCheck
  """Worlds that your seat cannot tell from the true position, drawn by chance from what it sees and nothing else. Each costs a point."""
  imagine(matchId: ID!, input: ImagineWorldsInput!): Imagined
  """What would follow from moves in a world that this server gave, or in a match that begins. Nothing is kept. Each result costs a point."""
  apply(game: GameId!, input: ApplyMovesInput!): Applied
  """Who you are; null without a token."""
  me: Me
  """A player, by id or name; null if there is none."""
  player(id: ID!): Player
  """What a player, by id or name, has reached in public matches that are over, by game; null if there is no such player."""
  playerResults(player: ID!): [GameResults!]
  """What a player, by id or name, can be invited to and is paired for; null if there is no such player."""
  playerAcceptance(player: ID!): Acceptance
  """A tournament; null if there is none."""
  tournament(id: ID!): Tournament
  """Tournaments, the newest first."""
  tournaments(filter: TournamentFilter, first: Int = ${PAGE.standard}, after: String): TournamentConnection!
  """The players of a game by rating, the strongest first: those with ten rated matches or more, bots of the house included."""
  leaderboard(game: GameId!, first: Int = ${PAGE.standard}, after: String): Leaderboard
  """The ratings of a player, by id or name, in every game in which a match counted; null if there is no such player."""
  playerRatings(player: ID!): [PlayerRating!]
  """The rated matches of a player, by id or name, and the rating after each, the newest first; null if there is no such player."""
  ratingHistory(player: ID!, game: GameId!, first: Int = ${PAGE.standard}, after: String): RatingHistory
  """For administrators: players by name."""
  players(filter: PlayerFilter, first: Int = ${PAGE.standard}, after: String): PlayerPage
  """For administrators: a player."""
  playerRecord(id: ID!): PlayerRecord
  """For administrators: what they have done, the newest first; on one player, if it is given."""
  acts(player: ID, first: Int = ${PAGE.standard}, after: String): ActPage
  """Your webhooks, the oldest first."""
  webhooks: [Webhook!]
  """What was sent to a webhook of yours, the newest first."""
  webhookDeliveries(id: ID!, first: Int = ${PAGE.standard}, after: String): WebhookDeliveryPage
}`

/** Nullable, all of them: where one of several fails, the others still tell what they have done. */
export const MUTATIONS = `"""Makes a player and their first token, which is shown this once."""
registerPlayer(input: RegisterPlayerInput!): RegisteredPlayer
"""For organisers and administrators: makes up to a thousand players, each answered on its own, in their order."""
registerPlayers(input: RegisterPlayersInput!): [Registration!]
"""Erases your account for ever: name and tokens go, and you leave your matches. Give your name as a confirmation."""
eraseMe(name: String!): Boolean
"""For administrators: refuses the tokens of a player. What they have opened ends at once, and the seats stay."""
blockPlayer(id: ID!, reason: String!): PlayerRecord
"""For administrators: accepts the tokens of a player again."""
unblockPlayer(id: ID!, reason: String!): PlayerRecord
"""For administrators: erases the name and the tokens of a player for ever. It leaves its matches; the log keeps its seats."""
erasePlayer(id: ID!, reason: String!): PlayerRecord
"""For administrators: revokes all tokens of a player and makes a new one, with the scope organise or without it."""
resetTokens(id: ID!, reason: String!, organise: Boolean = false): TokenReset
"""Makes another token for yourself. It can do no more than the one you ask with, and is revoked with it."""
issueToken(input: IssueTokenInput!): IssuedToken
"""Revokes a token and all that it made; what they have opened ends at once."""
revokeToken(id: ID!): Boolean
"""Has an address told of what happens in your matches. The secret in the answer is shown this once."""
createWebhook(input: CreateWebhookInput!): WebhookWithSecret
"""Changes a webhook, pauses it or resumes it."""
updateWebhook(id: ID!, input: UpdateWebhookInput!): Webhook
"""Deletes a webhook and the list of its deliveries."""
deleteWebhook(id: ID!): Boolean
"""Makes a new secret for a webhook, shown this once. For a day, that of before signs as well."""
rotateWebhookSecret(id: ID!): WebhookWithSecret
"""Sends a webhook an event of the type ping."""
pingWebhook(id: ID!): WebhookDelivery
"""Sends an event again, by the id of its delivery and under the same webhook-id."""
redeliverWebhook(id: ID!): WebhookDelivery
"""Makes a match of any game."""
createMatch(input: CreateMatchInput!): Match
"""Takes a seat; the match starts when the last one is taken."""
joinMatch(input: JoinMatchInput!): Match
"""Gives up your seat, or declines one that is kept for you: before the start it is free again, afterwards you resign."""
leaveMatch(matchId: ID!): Match
"""Cancels an open match that you have made."""
cancelMatch(matchId: ID!): Match
"""Plays again: makes the one rematch of a match that has ended, or takes the seat that is kept for you in it."""
askForRematch(matchId: ID!): Match
"""Invites a player by name or id to an open match that you have made: a seat is kept until the invitation ends."""
invitePlayer(input: InvitePlayerInput!): Invitation
"""Takes the seat that you are invited to; the match starts when the last one is taken."""
acceptInvitation(input: AcceptInvitationInput!): Match
"""Declines an invitation: the seat is free again, and the host is told."""
declineInvitation(id: ID!): Invitation
"""Takes back an invitation that you have sent."""
withdrawInvitation(id: ID!): Invitation
"""States what you can be invited to and are paired for, the whole of it."""
setAcceptance(input: AcceptanceInput!): Acceptance
"""Seeks a match with whoever seeks the same; paired at once if there are enough."""
createSeek(input: CreateSeekInput!): Seek
"""Takes back a seek that waits."""
withdrawSeek(id: ID!): Seek
"""Agrees to end the match without a result, or takes that back; it ends when all who still play have agreed."""
abortMatch(matchId: ID!, agree: Boolean = true): Match
"""Agrees to go back to an earlier version, or takes that back; it is done when all who still play have agreed on it."""
takeBack(matchId: ID!, to: Int!, agree: Boolean = true): Match
"""Offers your seat to another player, by id or name; they have it once they accept."""
offerSeat(matchId: ID!, player: String!, expiresInHours: Int = 72): SeatOffer
"""Withdraws the offer of your seat, or declines the one made to you."""
dropSeatOffer(matchId: ID!): Boolean
"""Takes the seat that is offered to you."""
acceptSeat(matchId: ID!): Match
"""Gives your seat to a bot of the house, which plays it from now on: random, greedy, or search:1 to search:5."""
handOverToHouse(matchId: ID!, bot: String = "greedy"): Match
"""Be away from one day to another, in UTC: in matches whose clock allows it your clock stands still. The days of a calendar year are limited."""
declareAbsence(firstDay: String!, lastDay: String!): Absence
"""Takes an absence back that has not begun."""
cancelAbsence(id: ID!): Boolean
"""For administrators: closes a running match without a result. The reason is for the record of acts."""
adminAbortMatch(matchId: ID!, reason: String!): Match
"""For administrators: cancels an open match. The reason is for the record of acts."""
adminCancelMatch(matchId: ID!, reason: String!): Match
"""For organisers: makes a tournament. It waits for entrants until you start it."""
createTournament(input: CreateTournamentInput!): Tournament
"""Changes the setting of a tournament of yours that has not started: the whole of it; the seed stays if it is left out."""
changeTournament(input: ChangeTournamentInput!): Tournament
"""Starts a tournament of yours: the first round is made, and its tables begin."""
startTournament(tournamentId: ID!): Tournament
"""Pauses a tournament of yours: no table is begun until it is resumed."""
pauseTournament(tournamentId: ID!): Tournament
"""Goes on with a tournament of yours that is paused."""
resumeTournament(tournamentId: ID!): Tournament
"""Ends a tournament of yours before its time: tables that have not ended count for nothing."""
endTournament(tournamentId: ID!): Tournament
"""Enters a tournament: you, or a version of your bot, which is an entrant of its own. Entering again with the same one changes nothing."""
enterTournament(tournamentId: ID!, version: String): Entrant
"""Enters a bot of the house in a tournament of yours: random, greedy, or search:1 to search:5."""
enterHouseBot(tournamentId: ID!, bot: String!): Entrant
"""Withdraws you from a tournament, or by its organiser anybody; those who have withdrawn. Without \`entrant\`, all of yours."""
withdrawFromTournament(tournamentId: ID!, entrant: Int, reason: String): [Entrant!]
"""Plays a move as legalMoves printed it, in any game."""
submitMove(input: SubmitMoveInput!): MoveResult
"""Plays up to 100 moves as legalMoves printed them, of different matches or of one. Each is answered on its own, in their order; those of one match are made one after the other. Each costs a point."""
submitMoves(inputs: [SubmitMoveInput!]!): [MoveOutcome!]
"""Leaves a list of moves, as legalMoves prints them, for when your seat is next awaited, in place of the list before: the first legal one is played as soon as it is, at once if it is so now."""
setOrders(input: SetOrdersInput!): StandingOrder
"""Takes your list of moves back; one that was played or dropped before is answered as it is."""
withdrawOrders(matchId: ID!): StandingOrder`

export const SUBSCRIPTION = `type Subscription {
  """What happens in a match, as you may know it: every entry after version \`after\`, exactly once and in order."""
  matchNotices(matchId: ID!, after: Int = 0): NoticeItem!
  """Something happened in a match of yours. Resume after the cursor of the last item you have."""
  inbox(after: String): InboxItem!
  """What happens in a tournament: every record after number \`after\`, exactly once and in order, until it is over."""
  tournamentRecords(tournamentId: ID!, after: Int = 0): TournamentRecord!
}`

export const GAME_FIELDS = [
  '"""The fewest seats."""\nminSeats: Int!',
  '"""The most seats."""\nmaxSeats: Int!',
  `"""The mutations that play this game's moves."""\nmutations: [String!]!`,
  `"""What lies in the box: map, cards, tiles and figures, the same for every match."""\ncontent: GameContent!`,
  `"""The rules in words, as Markdown; \`rules\` is their number."""\nrulesText: String!`,
]

/** Work of their own, which may fail: null then, so that the match itself is told, which may just have been made. */
export const MATCH_FIELDS = [
  `"""What you see, or saw at version \`at\`. The referee's view is for administrators who don't play in the match."""
view(at: Int, referee: Boolean = false): MatchView`,
  `"""What you may do now; \`after\` is the \`next\` of the page before. Null without a seat, and before the match begins."""
legalMoves(first: Int = ${LONG_PAGE.standard}, after: Int = 0): LegalMovePage`,
  `"""What you have been told since version \`after\`."""
notices(first: Int = ${LONG_PAGE.standard}, after: Int = 0): NoticePage`,
  `"""The newest list of moves that you have left for your seat, and what has become of it; null if there is none. Nobody else is told of it."""
orders: StandingOrder`,
  `"""The log: the whole of it when the match is over or aborted, what you were told before."""
log: MatchLog`,
]

/** A page as Relay wants it: `MatchConnection` and `MatchEdge`. */
export const connectionType = (
  type: string,
  one: string,
  several: string,
): string => `"""A page of ${several}. It may be short, or empty, and go on."""
type ${type}Connection {
  """The ${several} with their cursors."""
  edges: [${type}Edge!]!
  """The ${several} alone."""
  nodes: [${type}!]!
  """Where this page lies in the list."""
  pageInfo: PageInfo!
}

"""${/^[aeiou]/.test(one) ? 'An' : 'A'} ${one} in a list."""
type ${type}Edge {
  """Ask for the next page \`after\` this."""
  cursor: String!
  """The ${one}."""
  node: ${type}!
}`

export const CONNECTIONS = `"""What became of a move."""
union MoveResult = MoveAccepted | MoveRefused

${connectionType('Match', 'match', 'matches')}

"""Where a page lies in its list."""
type PageInfo {
  """Whether there is more after it."""
  hasNextPage: Boolean!
  """Whether it was asked for \`after\` something."""
  hasPreviousPage: Boolean!
  """Cursor of its first item; null if it is empty."""
  startCursor: String
  """Where the next page goes on: cursor of its last item, or of what was looked at last; null if it is empty and there is no more."""
  endCursor: String
}

"""What you have been told."""
type NoticePage {
  """One for each entry, in order."""
  items: [NoticeItem!]!
  """Ask for the next page \`after\` this version."""
  next: Int!
  """Whether there is more now."""
  hasMore: Boolean!
}

"""The log of a match, as you may know it."""
type MatchLog {
  """True once the match is over or aborted: then the transcript is there."""
  complete: Boolean!
  """The whole match in one file that anyone can verify; null before its end."""
  transcript: JSON
  """What you were told; null once the transcript is there."""
  entries: [NoticeItem!]
}

"""You, as the token of this request says."""
type Me {
  """Your account."""
  player: Player!
  """What the token of this request may do."""
  scopes: [Scope!]!
  """Your tokens, the oldest first; go on \`after\` the id of the last."""
  tokens(first: Int = ${PAGE.standard}, after: String): [TokenCard!]!
  """The matches that wait for you: the soonest deadline first, those without one after them. With \`wait\`, if there is none, answered as soon as there is one, at the latest after so many seconds (up to 30)."""
  turns(first: Int = ${PAGE.standard}, wait: Int = 0): [Match!]!
  """What happened in your matches after a cursor."""
  inbox(first: Int = ${LONG_PAGE.standard}, after: String): [InboxItem!]!
  """Where your inbox begins now: after it comes what waits for you, and then whatever happens."""
  inboxCursor: String!
  """The days on which you are away, as far as they are not over; the next first."""
  absences: [Absence!]!
  """Seats that are offered to you, and those that you offer."""
  seatOffers: [SeatOffer!]!
  """Invitations that you have received or sent, the newest first."""
  invitations(side: InvitationSide = received, status: InvitationStatus = pending, first: Int = ${PAGE.standard}, after: String): InvitationPage!
  """Your seeks, the newest first."""
  seeks(status: SeekStatus = waiting, first: Int = ${PAGE.standard}, after: String): SeekPage!
  """What you can be invited to and are paired for."""
  acceptance: Acceptance!
}

"""A page of invitations."""
type InvitationPage {
  """The newest first."""
  items: [Invitation!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A page of seeks."""
type SeekPage {
  """The newest first."""
  items: [Seek!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A page of the players of a game, by rating."""
type Leaderboard {
  """The strongest first."""
  items: [RankedPlayer!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A page of the rated matches of a player in a game."""
type RatingHistory {
  """The newest first."""
  items: [RatedMatch!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A page of players, as administrators see them."""
type PlayerPage {
  """By name."""
  items: [PlayerRecord!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A page of what administrators have done."""
type ActPage {
  """The newest first."""
  items: [Act!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A page of what was sent to a webhook."""
type WebhookDeliveryPage {
  """The newest first."""
  items: [WebhookDelivery!]!
  """Ask for \`after\` this next; null on the last page."""
  next: String
}

"""A player and the one token that it has now."""
type TokenReset {
  """The player."""
  player: PlayerRecord!
  """Shown this once."""
  token: String!
  """How many webhooks of the player were disabled."""
  webhooksDisabled: Int!
}

"""A new player and their first token."""
type RegisteredPlayer {
  """The new player."""
  player: Player!
  """Shown this once."""
  token: String!
}`
