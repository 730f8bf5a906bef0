// Written from openapi/openapi.json by `npm run generate`. Do not edit.
import type { Accepted, Card, ContentOf, GameCard, GameId, LegalMoves, MatchAndMore, MoveOf, NewMatch, NoticeItem, OptionsOf, Seen, ViewOf } from '../games.js'
import type { AwaitedDecision, BotName, Clock, InboxItem, InputError, JoinMatch, MatchStatus, Me, MoveCheck, Player, PlayerCard, PlayerKind, SeatClock, Transcript } from './shared.js'

/** What every REST operation takes, and its answer. */
export interface Operations {
  /** Where everything is. */
  'GET /': { answer: Entrance }
  /** The same as at /. */
  'GET /v1': { answer: Entrance }
  /** The games, with the JSON Schemas of all they take and give. */
  'GET /v1/games': { answer: { items: GameCard[] } }
  /** One game, with its JSON Schemas. */
  'GET /v1/games/{id}': { answer: GameCard }
  /** What lies in the box: map, cards, tiles and figures, as data. */
  'GET /v1/games/{id}/content': { answer: ContentOf<GameId> }
  /** The rules in words, as Markdown. */
  'GET /v1/games/{id}/rules': { answer: string }
  /** Register a person or a bot. */
  'POST /v1/players': { body: { name: string; kind?: PlayerKind | undefined }; answer: { player: Player; token: string } }
  /** Register up to a thousand players, each answered on its own. */
  'POST /v1/players/bulk': { 'idempotency-key'?: string | undefined; body: { players: ({ name: string; kind?: PlayerKind | undefined })[] }; answer: { items: ({ player: Player | null; token: string | null; problem: { code: string; message: string } | null })[] } }
  /** A player, by id or name, what they have reached and what they accept. */
  'GET /v1/players/{id}': { answer: PlayerCard }
  /** Who you are, and what your token allows. */
  'GET /v1/me': { answer: Me }
  /** Erase your account for ever: name and tokens go, and you leave your matches. */
  'DELETE /v1/me': { body: { name: string }; answer: undefined }
  /** Your tokens, the oldest first. */
  'GET /v1/me/tokens': { first?: number | undefined; after?: string | undefined; answer: { items: ({ id: string; label: string; scopes: Scope[]; createdAt: string; expiresAt: string | null; revokedAt: string | null })[]; next: string | null } }
  /** Another token for yourself; it is revoked with the one that you ask with. */
  'POST /v1/me/tokens': { body: { label?: string | undefined; scopes: Scope[]; expiresInDays?: number | undefined; replace?: boolean | undefined }; answer: { id: string; label: string; scopes: Scope[]; createdAt: string; expiresAt: string | null; revokedAt: string | null; token: string } }
  /** Revoke a token of yours and all that it made; what they have opened ends at once. */
  'DELETE /v1/me/tokens/{id}': { answer: undefined }
  /** The players of a game by rating, the strongest first. */
  'GET /v1/games/{id}/leaderboard': { first?: number | undefined; after?: string | undefined; answer: { items: { rank: number; player: Player; mu: number; sigma: number; ordinal: number; matches: number }[]; next: string | null } }
  /** The ratings of a player, by game. */
  'GET /v1/players/{id}/ratings': { answer: { items: { game: string; mu: number; sigma: number; ordinal: number; matches: number; ranked: boolean; at: string }[] } }
  /** The rated matches of a player in a game, and the rating after each, the newest first. */
  'GET /v1/players/{id}/ratings/{game}/history': { first?: number | undefined; after?: string | undefined; answer: { items: { number: number; match: string; at: string; place: number; seatCount: number; mu: number; sigma: number; ordinal: number }[]; next: string | null } }
  /** The rating of a player in a game, drawn. */
  'GET /v1/players/{id}/ratings/{game}/plot': { answer: string }
  /** The matches that wait for you, at once or as soon as there is one. */
  'GET /v1/me/turns': { first?: number | undefined; after?: string | undefined; include?: string | undefined; wait?: number | undefined; answer: { items: MatchAndMore[]; next: string | null } }
  /** Be away for some days. */
  'POST /v1/me/absences': { body: { firstDay: string; lastDay: string }; answer: Absence }
  /** The days on which you are away. */
  'GET /v1/me/absences': { answer: { items: Absence[] } }
  /** Take an absence back that has not begun. */
  'DELETE /v1/me/absences/{id}': { answer: undefined }
  /** Cancel an open match that you have made. */
  'POST /v1/matches/{id}/cancel': { answer: Card }
  /** Play again: make the one rematch of a match that has ended, or take the seat that is kept for you in it. */
  'POST /v1/matches/{id}/rematch': { answer: Card }
  /** Agree to end the match without a result; it ends when all who still play have agreed. */
  'POST /v1/matches/{id}/abort': { body?: { agree?: boolean | undefined } | undefined; answer: Card }
  /** Make a match. */
  'POST /v1/matches': { 'idempotency-key'?: string | undefined; body: NewMatch; answer: Card }
  /** Matches that you may see, the newest first. */
  'GET /v1/matches': { game?: string | undefined; status?: MatchStatus | undefined; seats?: number | undefined; timed?: boolean | undefined; joinable?: boolean | undefined; player?: string | undefined; mine?: boolean | undefined; myTurn?: boolean | undefined; first?: number | undefined; after?: string | undefined; answer: { items: Card[]; next: string | null } }
  /** Take a seat; the match starts when all are taken. */
  'POST /v1/matches/{id}/join': { 'idempotency-key'?: string | undefined; body?: JoinMatch | undefined; answer: Card }
  /** Give up your seat, or decline one that is kept for you; once the match runs, that is to resign. */
  'POST /v1/matches/{id}/leave': { answer: Card }
  /** The match and your view of it, or what else it is to include. */
  'GET /v1/matches/{id}': { include?: string | undefined; wait?: number | undefined; answer: MatchAndMore }
  /** What your seat sees, or saw at a version. */
  'GET /v1/matches/{id}/view': { at?: number | undefined; referee?: boolean | undefined; answer: Seen }
  /** The log: whole when the match is over, as you may know it before. */
  'GET /v1/matches/{id}/log': { answer: Transcript | { format: 'chancery-notices/1'; match: Card; entries: NoticeItem[] } }
  /** Offer your seat to another player. */
  'POST /v1/matches/{id}/seat-offer': { body: { player: string; expiresInHours?: number | undefined }; answer: SeatOffer }
  /** Withdraw the offer of your seat, or decline the one made to you. */
  'DELETE /v1/matches/{id}/seat-offer': { answer: undefined }
  /** Take the seat that is offered to you. */
  'POST /v1/matches/{id}/seat-offer/accept': { answer: Card }
  /** Give your seat to a bot of the house, which plays it from now on. */
  'POST /v1/matches/{id}/hand-over': { body?: { bot?: BotName | undefined } | undefined; answer: Card }
  /** Agree to go back to an earlier version; it is done when all who still play have agreed on it. */
  'POST /v1/matches/{id}/take-back': { body: { to: number; agree?: boolean | undefined }; answer: Card }
  /** Seats that are offered to you, and those that you offer. */
  'GET /v1/me/seat-offers': { answer: { items: SeatOffer[] } }
  /** Invite a player by name or id to an open match that you have made. */
  'POST /v1/matches/{id}/invitations': { body: { player: string; seat?: number | undefined; expiresInMinutes?: number | undefined }; answer: Invitation }
  /** Invitations that you have received or sent, the newest first. */
  'GET /v1/me/invitations': { side?: 'received' | 'sent' | undefined; status?: InvitationStatus | undefined; first?: number | undefined; after?: string | undefined; answer: { items: Invitation[]; next: string | null } }
  /** Take the seat that you are invited to; the match starts when all are taken. */
  'POST /v1/me/invitations/{id}/accept': { body?: { seat?: number | undefined; colour?: string | undefined } | undefined; answer: Card }
  /** Decline an invitation. */
  'POST /v1/me/invitations/{id}/decline': { answer: Invitation }
  /** Take back an invitation that you have sent. */
  'POST /v1/me/invitations/{id}/withdraw': { answer: Invitation }
  /** Seek a match with whoever seeks the same. */
  'POST /v1/me/seeks': { 'idempotency-key'?: string | undefined; body: { game: string; seats: number; options?: Partial<OptionsOf<GameId>> | undefined; clock?: ClockInput | undefined; rated?: boolean | undefined; leastRating?: number | undefined; mostRating?: number | undefined; expiresInMinutes?: number | undefined }; answer: Seek }
  /** Your seeks, the newest first. */
  'GET /v1/me/seeks': { status?: SeekStatus | undefined; first?: number | undefined; after?: string | undefined; answer: { items: Seek[]; next: string | null } }
  /** Take back a seek that waits. */
  'POST /v1/me/seeks/{id}/withdraw': { answer: Seek }
  /** What you can be invited to and are paired for. */
  'GET /v1/me/acceptance': { answer: Acceptance }
  /** State what you can be invited to and are paired for. */
  'PUT /v1/me/acceptance': { body?: { games?: ({ game: string; seats?: number[] | null | undefined })[] | null | undefined; untimed?: boolean | undefined; decisionSeconds?: number | null | undefined; bankSeconds?: number | null | undefined; atOnce?: number | null | undefined; invitations?: boolean | undefined; rematches?: boolean | undefined } | undefined; answer: Acceptance }
  /** The moves that you may make now. */
  'GET /v1/matches/{id}/legal-moves': { first?: number | undefined; after?: number | undefined; answer: LegalMoves }
  /** Make a move: the body is the move, as the legal moves print it. */
  'POST /v1/matches/{id}/moves': { include?: string | undefined; wait?: number | undefined; 'if-match'?: string | undefined; 'idempotency-key'?: string | undefined; body: MoveOf<GameId>; answer: Accepted }
  /** Would this move be accepted? Without any effect. */
  'POST /v1/matches/{id}/moves/check': { body: MoveOf<GameId>; answer: MoveCheck }
  /** Make up to 100 moves, each answered on its own. */
  'POST /v1/moves': { include?: string | undefined; body: { moves: ({ match: string; move: MoveOf<GameId>; expectedVersion?: number | undefined; idempotencyKey?: string | undefined })[] }; answer: { items: (Accepted | { type: string; title: string; status: number; code: string; detail: string; instance: string; version?: number | undefined; retryAfter?: number | undefined; errors?: InputError[] | undefined; [name: string]: unknown })[] } }
  /** The list of moves that you have left, and what has become of it. */
  'GET /v1/matches/{id}/orders': { answer: StandingOrder }
  /** Leave a list of moves for when your seat is next awaited. */
  'PUT /v1/matches/{id}/orders': { 'if-match'?: string | undefined; 'idempotency-key'?: string | undefined; body: { moves: MoveOf<GameId>[]; decision?: string | undefined }; answer: StandingOrder }
  /** Take your list of moves back. */
  'DELETE /v1/matches/{id}/orders': { answer: StandingOrder }
  /** Worlds that your seat cannot tell from the true position. */
  'POST /v1/matches/{id}/imagine': { body: { seed: number; count?: number | undefined; view?: boolean | undefined; legalMoves?: number | undefined }; answer: { game: string; version: number; seat: number; worlds: World[] } }
  /** What would follow from moves in a world. */
  'POST /v1/games/{id}/apply': { body: { state?: string | undefined; begin?: { seats: number; options?: Partial<OptionsOf<GameId>> | undefined } | undefined; moves?: ({ seat: number; move?: MoveOf<GameId> | undefined })[] | undefined; inTurn?: boolean | undefined; seed: number; view?: boolean | undefined; legalMoves?: number | undefined }; answer: { game: string; results: ({ refusal: Refusal | null; events: { [name: string]: unknown }[]; world: World | null })[] } }
  /** What happened, entry by entry, as you may know it. */
  'GET /v1/matches/{id}/notices': { first?: number | undefined; after?: number | undefined; wait?: number | undefined; until?: 'news' | 'my-turn' | undefined; include?: string | undefined; ticket?: string | undefined; answer: { items: NoticeItem[]; next: number; version: number; status: MatchStatus; awaiting: AwaitedDecision[]; yourTurn: boolean; clocks: SeatClock[] | null; view?: ViewOf<GameId> | undefined; legalMoves?: LegalMoves | null | undefined } }
  /** News from all your matches. */
  'GET /v1/me/stream': { first?: number | undefined; after?: string | undefined; wait?: number | undefined; include?: string | undefined; ticket?: string | undefined; answer: { items: InboxItem[]; next: string } }
  /** A ticket for one stream, for clients that cannot send a token. */
  'POST /v1/me/stream-tickets': { body: { address: string }; answer: { address: string; expiresAt: string } }
  /** Make a tournament. */
  'POST /v1/tournaments': { 'idempotency-key'?: string | undefined; body: { name: string; games: TournamentGameInput[]; format: TournamentFormat; rounds?: number | undefined; repeats?: number | undefined; advance?: number | undefined; deals?: Deals | undefined; points?: number[] | undefined; clock?: ClockInput | undefined; rated?: boolean | undefined; atOnce?: AtOnceInput | undefined; seed?: number | undefined; bots?: BotName[] | undefined }; answer: Tournament }
  /** Tournaments, the newest first. */
  'GET /v1/tournaments': { status?: TournamentStatus | undefined; format?: TournamentFormat | undefined; game?: string | undefined; organiser?: string | undefined; player?: string | undefined; first?: number | undefined; after?: string | undefined; answer: { items: Tournament[]; next: string | null } }
  /** Change the setting of a tournament that has not started. */
  'PUT /v1/tournaments/{id}/setting': { body: { name: string; games: TournamentGameInput[]; format: TournamentFormat; rounds?: number | undefined; repeats?: number | undefined; advance?: number | undefined; deals?: Deals | undefined; points?: number[] | undefined; clock?: ClockInput | undefined; rated?: boolean | undefined; atOnce?: AtOnceInput | undefined; seed?: number | undefined }; answer: Tournament }
  /** Start a tournament. */
  'POST /v1/tournaments/{id}/start': { answer: Tournament }
  /** Pause a tournament. */
  'POST /v1/tournaments/{id}/pause': { answer: Tournament }
  /** Go on with a tournament that is paused. */
  'POST /v1/tournaments/{id}/resume': { answer: Tournament }
  /** End a tournament before its time. */
  'POST /v1/tournaments/{id}/end': { answer: Tournament }
  /** Enter a tournament. */
  'POST /v1/tournaments/{id}/enter': { body?: { version?: string | undefined } | undefined; answer: Entrant }
  /** Enter a bot of the house in a tournament of yours. */
  'POST /v1/tournaments/{id}/enter-bot': { body: { bot: BotName }; answer: Entrant }
  /** Withdraw from a tournament, or an entrant from a tournament of yours. */
  'POST /v1/tournaments/{id}/withdraw': { body?: { entrant?: number | undefined; reason?: string | undefined } | undefined; answer: { items: Entrant[] } }
  /** Who plays in a tournament. */
  'GET /v1/tournaments/{id}/entrants': { first?: number | undefined; after?: string | undefined; answer: { items: Entrant[]; next: string | null } }
  /** The rounds of a tournament that were made. */
  'GET /v1/tournaments/{id}/rounds': { first?: number | undefined; after?: string | undefined; answer: { items: { round: number; tables: number; tablesEnded: number; byes: number[] }[]; next: string | null } }
  /** The tables of a tournament. */
  'GET /v1/tournaments/{id}/tables': { round?: number | undefined; entrant?: number | undefined; status?: TableStatus | undefined; first?: number | undefined; after?: string | undefined; answer: { items: ({ number: number; round: number; game: string; deal: number; status: TableStatus; match: string | null; seats: ({ seat: number; entrant: number; name: string; place: number | null; score: number | null; left: boolean })[] })[]; next: string | null } }
  /** A tournament. */
  'GET /v1/tournaments/{id}': { answer: Tournament }
  /** The table of a tournament, best first. */
  'GET /v1/tournaments/{id}/standings': { answer: { records: number; items: ({ place: number; entrant: number; name: string; version: string | null; points: number; played: number; wins: number; criteria: ({ name: 'points' | 'buchholzCut1' | 'buchholz' | 'sonnebornBerger' | 'directEncounter' | 'wins' | 'roundReached' | 'groupPlace' | 'ladder'; value: number })[]; withdrawn: boolean })[] } }
  /** How everybody did against everybody. */
  'GET /v1/tournaments/{id}/crosstable': { answer: { records: number; rows: ({ entrant: number; name: string; version: string | null; cells: { against: number; met: number; points: number }[] })[] } }
  /** How strong the entrants are, by maximum likelihood. */
  'GET /v1/tournaments/{id}/strengths': { answer: { records: number; items: ({ entrant: number; name: string; version: string | null; strength: number; low: number; high: number; elo: number; tables: number })[] } }
  /** What happened in a tournament, record by record. */
  'GET /v1/tournaments/{id}/records': { first?: number | undefined; after?: number | undefined; wait?: number | undefined; ticket?: string | undefined; answer: { items: { number: number; at: string; type: TournamentRecordType; record: { type: TournamentRecordType; [name: string]: unknown }; text: string }[]; next: number; newest: number; complete: boolean } }
  /** A whole tournament as a file, or one of its tables as CSV. */
  'GET /v1/tournaments/{id}/export': { format?: 'json' | 'ndjson' | 'csv' | undefined; table?: 'standings' | 'crosstable' | 'tables' | 'strengths' | 'entrants' | undefined; matches?: boolean | undefined; answer: { format: 'chancery-tournament/1'; id: string; [name: string]: unknown } | string }
  /** Your webhooks, the oldest first. */
  'GET /v1/me/webhooks': { answer: { items: Webhook[] } }
  /** Have an address told of what happens in your matches. */
  'POST /v1/me/webhooks': { body: { url: string; events: WebhookEventType[]; description?: string | undefined }; answer: WebhookWithSecret }
  /** Change a webhook, pause it or resume it. */
  'POST /v1/me/webhooks/{id}': { body?: { url?: string | undefined; events?: WebhookEventType[] | undefined; description?: string | undefined; paused?: boolean | undefined } | undefined; answer: Webhook }
  /** Delete a webhook and the list of its deliveries. */
  'DELETE /v1/me/webhooks/{id}': { answer: undefined }
  /** A new secret for a webhook. */
  'POST /v1/me/webhooks/{id}/rotate-secret': { answer: WebhookWithSecret }
  /** Send a webhook an event of the type ping. */
  'POST /v1/me/webhooks/{id}/ping': { answer: WebhookDelivery }
  /** What was sent to a webhook, the newest first. */
  'GET /v1/me/webhooks/{id}/deliveries': { first?: number | undefined; after?: string | undefined; answer: { items: WebhookDelivery[]; next: string | null } }
  /** Send an event again. */
  'POST /v1/me/webhook-deliveries/{id}/redeliver': { answer: WebhookDelivery }
  /** Players by name, all or those whose names begin alike. */
  'GET /v1/admin/players': { name?: string | undefined; kind?: PlayerKind | undefined; blocked?: boolean | undefined; first?: number | undefined; after?: string | undefined; answer: { items: PlayerRecord[]; next: string | null } }
  /** A player as administrators see it. */
  'GET /v1/admin/players/{id}': { answer: PlayerRecord }
  /** Block a player. */
  'POST /v1/admin/players/{id}/block': { body: AdministerPlayer; answer: PlayerRecord }
  /** Unblock a player. */
  'POST /v1/admin/players/{id}/unblock': { body: AdministerPlayer; answer: PlayerRecord }
  /** Erase a player, for ever. */
  'POST /v1/admin/players/{id}/erase': { body: AdministerPlayer; answer: PlayerRecord }
  /** Revoke all tokens of a player and make a new one. */
  'POST /v1/admin/players/{id}/reset-tokens': { body: { reason: string; organise?: boolean | undefined }; answer: { player: PlayerRecord; token: string; webhooksDisabled: number } }
  /** What administrators have done, the newest first. */
  'GET /v1/admin/acts': { player?: string | undefined; first?: number | undefined; after?: string | undefined; answer: { items: ({ id: string; at: string; by: Player; act: 'block' | 'unblock' | 'erase' | 'resetTokens' | 'cancelMatch' | 'abortMatch'; player: Player | null; match: string | null; reason: string })[]; next: string | null } }
  /** Close a running match without a result. */
  'POST /v1/admin/matches/{id}/abort': { body: ActReason; answer: Card }
  /** Cancel an open match. */
  'POST /v1/admin/matches/{id}/cancel': { body: ActReason; answer: Card }
  /** The process answers. */
  'GET /health/live': { answer: Health }
  /** The database can be reached and takes writes. */
  'GET /health/ready': { answer: Health }
}
type Entrance = { name: string; version: string; links: { games: string; docs: string; openapi: string; graphql: string; graphiql: string; mcp: string; ready: string } }
type Scope = 'read' | 'play' | 'host' | 'organise' | 'admin'
type Absence = { id: string; firstDay: string; lastDay: string; begins: string; ends: string }
type SeatOffer = { match: string; game: string; seat: number; by: Player; to: Player; expiresAt: string }
type Invitation = { id: string; match: string; game: string; seatCount: number; clock: Clock | null; host: Player; guest: Player; seat: number | null; status: InvitationStatus; createdAt: string; expiresAt: string; endedAt: string | null }
type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'expired' | 'withdrawn'
type ClockInput = { kind: 'decision' | 'bank'; seconds: number; increment?: number | undefined; onExpiry?: 'leave' | 'botOnce' | 'botFromNowOn' | undefined; bot?: BotName | undefined; absence?: boolean | undefined }
type Seek = { id: string; game: string; seats: number; options: { [name: string]: unknown }; clock: Clock | null; rated: boolean; leastRating: number | null; mostRating: number | null; status: SeekStatus; match: string | null; createdAt: string; expiresAt: string; endedAt: string | null }
type SeekStatus = 'waiting' | 'paired' | 'expired' | 'withdrawn'
type Acceptance = { games: ({ game: string; seats: number[] | null })[] | null; untimed: boolean; decisionSeconds: number | null; bankSeconds: number | null; atOnce: number | null; invitations: boolean; rematches: boolean }
type StandingOrder = { id: string; status: 'waiting' | 'played' | 'dropped' | 'withdrawn'; moves: MoveOf<GameId>[]; decision: string | null; setVersion: number; setAt: string; version: number | null; settledAt: string | null; played: number | null; why: 'noLegalMove' | 'matchEnded' | 'seatLeft' | 'handedOver' | 'takenBack' | 'houseDecided' | 'playerBlocked' | null; refusals: Refusal[] | null }
type Refusal = { code: string; message: string; errors?: InputError[] | undefined }
type World = { state: string; awaiting: { seat: number; decision: string }[]; over: { seat: number; place: number; score: number }[] | null; view?: ViewOf<GameId> | undefined; legalMoves?: { seat: number; total: number; complete: boolean; moves: MoveOf<GameId>[] }[] | undefined }
type TournamentGameInput = { game: string; seats: number; options?: { [name: string]: unknown } | undefined }
type TournamentFormat = 'roundRobin' | 'swiss' | 'knockout' | 'ladder'
type Deals = 'duplicate' | 'fresh'
type AtOnceInput = { entrant?: number | undefined; all?: number | undefined }
type Tournament = { id: string; name: string; organiser: Player; setting: { name: string; games: { game: string; seats: number; options: { [name: string]: unknown } }[]; format: TournamentFormat; rounds?: number | undefined; repeats: number; advance: number; deals: Deals; points?: number[] | undefined; seed: number; clock?: Clock | undefined; rated: boolean; atOnce: { entrant: number; all: number } }; status: TournamentStatus; entrants: number; rounds: number; tables: number; tablesBegun: number; tablesEnded: number; records: number; you: number[]; commitment: string; secret: string | null; createdAt: string; startedAt: string | null; endedAt: string | null }
type TournamentStatus = 'open' | 'running' | 'paused' | 'over'
type Entrant = { number: number; name: string; player: Player; version: string | null; rating: number | null; from: number; withdrawn: boolean }
type TableStatus = 'made' | 'begun' | 'played' | 'forfeit' | 'void'
type TournamentRecordType = 'entered' | 'withdrew' | 'started' | 'paused' | 'resumed' | 'roundMade' | 'tableBegun' | 'tableEnded' | 'ended'
type Webhook = { id: string; url: string; description: string; events: WebhookEventType[]; status: WebhookStatus; disabledBecause: DisabledBecause | null; disabledAt: string | null; failures: number; failingSince: string | null; succeededAt: string | null; oldSecretUntil: string | null; createdAt: string }
type WebhookEventType = 'turn' | 'match.started' | 'match.over' | 'deadline.near' | 'invitation' | 'order.dropped' | 'tournament'
type WebhookStatus = 'active' | 'paused' | 'disabled'
type DisabledBecause = 'gone' | 'failing' | 'tokensReset'
type WebhookWithSecret = { id: string; url: string; description: string; events: WebhookEventType[]; status: WebhookStatus; disabledBecause: DisabledBecause | null; disabledAt: string | null; failures: number; failingSince: string | null; succeededAt: string | null; oldSecretUntil: string | null; createdAt: string; secret: string }
type WebhookDelivery = { id: string; event: string; type: string; status: 'pending' | 'delivered' | 'failed'; attempts: number; nextAt: string | null; answer: number | null; error: string | null; excerpt: string | null; createdAt: string; finishedAt: string | null }
type PlayerRecord = { id: string; name: string; kind: PlayerKind; createdAt: string; administrator: boolean; blockedAt: string | null; erasedAt: string | null }
type AdministerPlayer = { reason: string }
type ActReason = { reason: string }
type Health = { status: 'ok' }
