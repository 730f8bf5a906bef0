/** What a client can do, in types. */
import type {
  Accepted,
  Card,
  ContentOf,
  GameCard,
  GameId,
  LegalMove,
  LegalMoves,
  Match,
  MatchAndMoves,
  MoveOf,
  NewMatch,
  NoticeItem,
  Seen,
} from './games.js'
import type { Operations } from './generated/operations.js'
import type { InboxItem, JoinMatch, MatchFilter, Me, MoveCheck, Player, PlayerCard, Transcript } from './generated/shared.js'
import type { ChanceryProblem } from './problem.js'

/** Where the server is, who you are, and how patient the client is. */
export interface Settings {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string
  readonly token?: string | undefined
  /** How long one attempt may take, in milliseconds. */
  readonly timeout?: number | undefined
  /** How often a request is tried again: 8 times are about half a minute. */
  readonly retries?: number | undefined
  /** Pauses between attempts grow up to this, in milliseconds. */
  readonly longestPause?: number | undefined
  /** Told before every further attempt. */
  readonly onRetry?: ((problem: ChanceryProblem, attempt: number) => void) | undefined
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** A new player and its token, which is shown this once. */
export interface Registered {
  player: Player
  token: string
}

/** What you are asked in a match that waits for you. */
export type Turn<G extends GameId = GameId> = G extends GameId
  ? {
      readonly match: Match<G>
      readonly view: Match<G>['view']
      readonly legalMoves: readonly LegalMove<G>[]
      /** False if the rules allow more than these. */
      readonly complete: boolean
      readonly seat: number
      readonly decision: string
    }
  : never

/** Your bot: one of `legalMoves`, or another that the rules allow. */
export type Choose<G extends GameId = GameId> = (turn: Turn<G>) => MoveOf<G> | Promise<MoveOf<G>>

/** What `play` plays, and until when. */
export interface PlaySettings {
  /** Play this match alone, until it is over, aborted or cancelled. */
  readonly match?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears of refused moves and choices that threw; without it, they end the loop. */
  readonly onError?: ((error: unknown, match: string) => void) | undefined
}

/** Which matches are listed. */
export type Filter = Omit<MatchFilter, 'game'> & { readonly game?: GameId | undefined }

/** How a move is submitted. */
export interface SubmitSettings {
  /** The version you have seen: STALE_VERSION if you have been asked something else since. */
  readonly expectedVersion?: number | undefined
  /** Only to repeat a move of an earlier run: otherwise every call makes its own. */
  readonly idempotencyKey?: string | undefined
  /** What the answer carries besides: with both, the next move needs no other request. */
  readonly include?: readonly ('view' | 'legalMoves')[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** How long to wait for your turn. */
export interface Waiting {
  /** In seconds, up to 30. */
  readonly wait?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where a stream begins, and how it is ended. */
export interface Following<Cursor> {
  readonly after?: Cursor | undefined
  readonly signal?: AbortSignal | undefined
}

/** A finished match, whole, or what you may know of one that is not. */
export type MatchLog<G extends GameId = GameId> =
  | Transcript
  | { format: 'chancery-notices/1'; match: Card<G>; entries: NoticeItem<G>[] }

/** What the braces of an address name. */
type Addressed<O> = O extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string | number } & Addressed<Rest>
  : unknown

/** What an operation takes: what its address names, its query, its `body` and its headers. */
export type Asked<O extends keyof Operations> = Addressed<O> &
  Omit<Operations[O], 'answer'> & { readonly signal?: AbortSignal | undefined }

/** Nothing need be given where nothing is required. */
export type Asking<O extends keyof Operations> = Record<never, never> extends Asked<O> ? [asked?: Asked<O>] : [asked: Asked<O>]

/** What can be asked of a server. A call that fails throws a `ChanceryProblem`. */
export interface Client {
  /** Any operation of the REST API, as its reference names it: `call('GET /v1/players/{id}', { id })`. Retried like all others. */
  call<O extends keyof Operations>(operation: O, ...asking: Asking<O>): Promise<Operations[O]['answer']>
  /** Who you are, and what your token allows. */
  me(): Promise<Me>
  /** All games, with their JSON Schemas. */
  games(): Promise<GameCard[]>
  /** One of them. */
  game<G extends GameId>(id: G): Promise<GameCard<G>>
  /** What lies in its box, the same for every match: a client needs it besides the view. */
  content<G extends GameId>(id: G): Promise<ContentOf<G>>
  /** Its rules in words, as Markdown. */
  rules(id: GameId): Promise<string>
  /** You take a seat in it, unless `join` is false. */
  createMatch<G extends GameId>(match: NewMatch<G>): Promise<Card<G>>
  /** Takes a seat: the first that is free, unless you name one. */
  join<G extends GameId = GameId>(id: string, how?: JoinMatch): Promise<Card<G>>
  /** Before the start the seat is free again; afterwards you resign. */
  leave<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Cancels an open match that you have made. */
  cancel<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Makes the one rematch of a match that has ended, or takes your seat in it; `leave` declines. */
  rematch<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Agrees to end the match without a result, or takes that back; all who still play must. */
  abort<G extends GameId = GameId>(id: string, how?: { agree?: boolean }): Promise<Card<G>>
  /** All that fit, the newest first. */
  matches(filter?: Filter): AsyncIterable<Card>
  /** A player, by id or name, and their results in public matches. */
  player(named: string): Promise<PlayerCard>
  /** The match and your view of it. */
  match<G extends GameId = GameId>(id: string): Promise<Match<G>>
  /** The match, your view and your legal moves; with `wait`, once it is your turn or the match has ended. */
  look<G extends GameId = GameId>(id: string, how?: Waiting): Promise<MatchAndMoves<G>>
  /** The matches that wait for you, up to 100; with `wait`, as soon as there is one. */
  turns(how?: Waiting): Promise<Card[]>
  /** As you saw it at a version; now, if none is given. */
  view<G extends GameId = GameId>(id: string, when?: { at?: number }): Promise<Seen<G>>
  /** The first page: up to 1000 moves unless you ask for fewer. */
  legalMoves<G extends GameId = GameId>(id: string, page?: { first?: number; after?: number }): Promise<LegalMoves<G>>
  /** All pages. Throws POSITION_CHANGED if somebody moves meanwhile. */
  everyLegalMove<G extends GameId = GameId>(id: string): AsyncIterable<LegalMove<G>>
  /** Is it legal? Nothing is played. */
  check<G extends GameId = GameId>(id: string, move: MoveOf<G>): Promise<MoveCheck>
  /** Never plays the move twice. A refusal is thrown as a `ChanceryProblem` with the code of the rule. */
  submit<G extends GameId = GameId>(id: string, move: MoveOf<G>, settings?: SubmitSettings): Promise<Accepted<G>>
  /**
   * What happens in a match, from its first entry or after a version, until it has ended. An item whose version is not above the one before
   * (the database was put back) makes void what you have from there on.
   */
  notices<G extends GameId = GameId>(id: string, from?: Following<number>): AsyncIterable<NoticeItem<G>>
  /** What happens in all your matches, beginning with those that wait for you. */
  inbox(from?: Following<string>): AsyncIterable<InboxItem>
  /** Whole once the match is over; before that, what you were told. */
  log<G extends GameId = GameId>(id: string): Promise<MatchLog<G>>
  /** Plays all your matches until the signal is aborted, or the one that you name until it is over. */
  play<G extends GameId = GameId>(choose: Choose<G>, settings?: PlaySettings): Promise<void>
}
