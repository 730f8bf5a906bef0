/**
 * What can be asked of matches: the one write path and the one read path. Transports (GraphQL, REST, streams), bots and
 * jobs use this and nothing below it. What it returns is already redacted to the caller; the whole truth is given out only when the match is
 * over, and to a referee. Reading (list, card, view, legalMoves, parts, check, notices, follow, inbox, log) and imagining never change a match.
 */
import type { Caller } from '../accounts/caller.js'
import type { Absence, DeclareAbsence } from '../clocks/absence.js'
import type { Refusal, Viewer } from '../games/contract.js'
import type { HandOver, OfferSeat, SeatOffer, TakeBack } from './hand-shapes.js'
import type { InboxItem } from './inbox-shapes.js'
import type { Transcript } from './offline/transcript.js'
import type { OrderRequest, StandingOrder } from './order-shapes.js'
import type { AcceptedMove } from './play/accepted.js'
import type { GameResults } from './result-shapes.js'
import type {
  AbortMatch,
  ActReason,
  CreateMatch,
  Include,
  JoinMatch,
  LegalMovePage,
  MatchCard,
  MatchFilter,
  MatchStatus,
  MoveCheck,
  MoveRequest,
  NoticeItem,
  SeatClock,
  Standing,
} from './shapes.js'
import type { Worlds } from './worlds.js'

export type Submission = { ok: true; accepted: AcceptedMove } | { ok: false; refusal: Refusal; version: number }

export interface Page<T> {
  readonly items: readonly T[]
  /** Opaque; ask for `after: next` to go on. Null at the end. */
  readonly next: string | null
  /** One for each item: `after` it, the page goes on. */
  readonly cursors: readonly string[]
}

export interface InboxPage {
  readonly items: readonly InboxItem[]
  /** Opaque; ask for `after: next` to go on. There is always one: what is yet to happen comes after it. */
  readonly next: string
}

/** An entry of any match, as far as it says whom it concerns; or the end of one that never began; or of a standing order. */
export interface News {
  readonly match: string
  readonly game: string
  readonly version: number
  /** How far the match has come with it. */
  readonly status: MatchStatus
  /** Seats that are awaited from this entry on, or by another player. */
  readonly opened: readonly number[]
  readonly at: string
  /** The standing order that was dropped, if that is what happened. */
  readonly dropped: string | null
  /** By the database's clock, in microseconds since 1970. */
  readonly writtenAt: number
  /** Those who were asked for and have a seat in it. */
  readonly holders: readonly { readonly seat: number; readonly player: string }[]
}

export interface NewsPage {
  readonly items: readonly News[]
  /** Go on after this. */
  readonly next: string
  /** There is more, but an entry that comes before it may still be under way: ask again in a moment. */
  readonly isHeldBack: boolean
}

/** The game's own view for this viewer, and the version that it shows. */
export interface Seen {
  readonly game: string
  readonly version: number
  /** Of that version. */
  readonly head: string
  readonly viewer: Viewer
  readonly view: object
  /** Null in a match without a clock. */
  readonly clocks: readonly SeatClock[] | null
}

/** What was told, and where the match stands after all of it. */
export interface NoticePage extends Standing {
  readonly items: NoticeItem[]
}

/** What was asked for of one position: all of it at the same version. */
export interface Parts {
  readonly version: number
  /** Of that version. */
  readonly head: string
  readonly viewer: Viewer
  readonly view?: object
  /** Null if the caller has no seat in the match or it has not begun. */
  readonly legalMoves?: LegalMovePage | null
}

/** The log as one viewer may have it: notices while the match runs, the whole truth when it is over. */
export type LogDownload =
  | { complete: true; transcript: Transcript }
  | { complete: false; match: MatchCard; entries: NoticeItem[] }

export interface Matches extends Worlds {
  create(caller: Caller, input: CreateMatch, idempotencyKey?: string): Promise<MatchCard>
  join(caller: Caller, match: string, input: JoinMatch, idempotencyKey?: string): Promise<MatchCard>
  /** Gives up the seat: before the start it is free again, afterwards the player resigns. Declines a seat that is kept. */
  leave(caller: Caller, match: string): Promise<MatchCard>
  /** Cancels an open match of the caller's. */
  cancel(caller: Caller, match: string): Promise<MatchCard>
  /** The one rematch of a match that has ended: made by the first of its players who asks, joined by the others. */
  rematch(caller: Caller, match: string): Promise<MatchCard>
  /** Agrees to end the running match without a result, or takes that back. It ends when all who still play have agreed. */
  agreeToAbort(caller: Caller, match: string, input: AbortMatch): Promise<MatchCard>
  /** Agrees to go back to an earlier version, or takes that back. It is done when all who still play agree on it. */
  takeBack(caller: Caller, match: string, input: TakeBack): Promise<MatchCard>
  /** Offers the caller's seat to a player, who has it once they accept. */
  offerSeat(caller: Caller, match: string, input: OfferSeat): Promise<SeatOffer>
  /** Seats that are offered by the caller, and to the caller. */
  seatOffers(caller: Caller): Promise<SeatOffer[]>
  /** Withdraws the caller's offer in this match, or declines the one made to them. */
  dropSeatOffer(caller: Caller, match: string): Promise<void>
  /** Takes the seat that is offered to the caller. */
  acceptSeat(caller: Caller, match: string): Promise<MatchCard>
  /** Gives the caller's seat to a bot of the house, at once; to the standard one, if none is named. */
  handOverToHouse(caller: Caller, match: string, input?: HandOver): Promise<MatchCard>
  /** For administrators: closes a running match without a result. */
  abortAsAdministrator(caller: Caller, match: string, input: ActReason): Promise<MatchCard>
  /** For administrators: cancels an open match. */
  cancelAsAdministrator(caller: Caller, match: string, input: ActReason): Promise<MatchCard>
  /** By game, from public matches alone: the same for whoever asks. */
  results(player: string): Promise<GameResults[]>
  list(caller: Caller, filter: MatchFilter, page: { first: number; after?: string | undefined }): Promise<Page<MatchCard>>
  /** The matches that wait for the caller: soonest deadline first, those without one after them. */
  turns(caller: Caller, page: { first: number; after?: string | undefined }): Promise<Page<MatchCard>>
  card(caller: Caller, match: string): Promise<MatchCard>
  /** Stops the caller's clocks on these days, in matches that allow it. */
  declareAbsence(caller: Caller, days: DeclareAbsence): Promise<Absence>
  /** Those that are not over, the next first. */
  absences(caller: Caller): Promise<Absence[]>
  /** Takes one back that has not begun. */
  cancelAbsence(caller: Caller, id: string): Promise<void>
  /** As the caller's seat saw it at version `at`; now, if `at` is left out. `referee` is for administrators who don't play in it. */
  view(caller: Caller, match: string, how?: { at?: number | undefined; referee?: boolean | undefined }): Promise<Seen>
  /** Those of version `at`; now, if that is left out. */
  legalMoves(
    caller: Caller,
    match: string,
    page: { first: number; after?: number | undefined; at?: number | undefined },
  ): Promise<LegalMovePage>
  /** Those of version `at`; now, if that is left out. */
  parts(caller: Caller, match: string, include: readonly Include[], at?: number): Promise<Parts>
  /** Legality only: no effect, and nothing told that the seat could not know. */
  check(caller: Caller, match: string, move: unknown): Promise<MoveCheck>
  submit(caller: Caller, match: string, request: MoveRequest): Promise<Submission>
  /**
   * Each a `MatchMove`, made as by `submit` and answered on its own, in the order given. Moves of one match are made one after the other, those of
   * different matches side by side. Throws only what is wrong with the caller.
   */
  submitAll(caller: Caller, moves: readonly unknown[]): Promise<PromiseSettledResult<Submission>[]>
  /** The newest list that the caller has left for their seat. */
  orders(caller: Caller, match: string): Promise<StandingOrder>
  /** Leaves a list of moves, in place of the one before. It is tried as soon as the seat is awaited, at once if it is so now. */
  setOrders(caller: Caller, match: string, request: OrderRequest): Promise<StandingOrder>
  /** Takes the list back. One that is settled already stays as it is. */
  withdrawOrders(caller: Caller, match: string): Promise<StandingOrder>
  notices(caller: Caller, match: string, page: { first: number; after: number }): Promise<NoticePage>
  /** Resolves when the match waits for the caller's seat, or has ended; or when the signal is aborted. */
  untilAwaited(caller: Caller, match: string, signal: AbortSignal): Promise<void>
  /** The same for any match of the caller. */
  untilAwaitedAnywhere(caller: Caller, signal: AbortSignal): Promise<void>
  /** Throws what `follow` would throw at its beginning. */
  requireFollowable(caller: Caller, match: string): Promise<void>
  /** Every entry after `after`, exactly once and in order, for as long as the match runs and the signal is not aborted. */
  follow(caller: Caller, match: string, after: number, signal: AbortSignal): AsyncIterable<NoticeItem>
  inbox(caller: Caller, page: { first: number; after?: string | undefined }): Promise<InboxPage>
  /** The cursor of a follower who gives this one, or none, and has not been told anything yet. */
  startInbox(caller: Caller, after?: string): Promise<string>
  /** What waits for the player, and then every entry of their matches; in order within a match, and once unless Postgres is started anew. */
  followInbox(caller: Caller, after: string | undefined, signal: AbortSignal): AsyncIterable<InboxItem>
  log(caller: Caller, match: string): Promise<LogDownload>
}
