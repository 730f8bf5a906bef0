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

/** Only `url` is required. */
export interface Settings {
  readonly url: string
  readonly token?: string | undefined
  /** Of one attempt, in milliseconds. */
  readonly timeout?: number | undefined
  readonly retries?: number | undefined
  readonly longestPause?: number | undefined
  readonly onRetry?: ((problem: ChanceryProblem, attempt: number) => void) | undefined
  readonly fetch?: typeof fetch | undefined
  /** Sends moves over a WebSocket: `true`, or the class of `ws`. */
  readonly socket?: true | SocketClass | undefined
}

/** What is needed of a `WebSocket`. */
export type SocketClass = new (
  url: string,
  protocol: string,
) => {
  send(text: string): void
  close(): void
  // biome-ignore lint/suspicious/noExplicitAny: events of browsers and of `ws` have no type in common.
  addEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: any) => void): void
}

/** The token is shown this once. */
export interface Registered {
  player: Player
  token: string
}

/** What you are asked. */
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

/** Your bot. */
export type Choose<G extends GameId = GameId> = (turn: Turn<G>) => MoveOf<G> | Promise<MoveOf<G>>

/** What is played, and until when. */
export interface PlaySettings {
  readonly match?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Without it, a refused move ends the loop. */
  readonly onError?: ((error: unknown, match: string) => void) | undefined
}

/** Which matches are listed. */
export type Filter = Omit<MatchFilter, 'game'> & { readonly game?: GameId | undefined }

/** How a move is submitted. */
export interface SubmitSettings {
  readonly expectedVersion?: number | undefined
  /** Only to repeat a move of an earlier run. */
  readonly idempotencyKey?: string | undefined
  readonly include?: readonly ('view' | 'legalMoves')[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** For your turn. */
export interface Waiting {
  /** In seconds, up to 30. */
  readonly wait?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Where a stream begins. */
export interface Following<Cursor> {
  readonly after?: Cursor | undefined
  readonly signal?: AbortSignal | undefined
}

/** Whole once the match is over. */
export type MatchLog<G extends GameId = GameId> =
  | Transcript
  | { format: 'chancery-notices/1'; match: Card<G>; entries: NoticeItem<G>[] }

// What the braces of an address name.
type Addressed<O> = O extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string | number } & Addressed<Rest>
  : unknown

/** What its address names, its query, its `body` and headers. */
export type Asked<O extends keyof Operations> = Addressed<O> &
  Omit<Operations[O], 'answer'> & { readonly signal?: AbortSignal | undefined }

// Nothing need be given where nothing is required.
export type Asking<O extends keyof Operations> = Record<never, never> extends Asked<O> ? [asked?: Asked<O>] : [asked: Asked<O>]

export type RecordPage = Operations['GET /v1/tournaments/{id}/records']['answer']
/** Something that happened in a tournament. */
export type TournamentRecord = RecordPage['items'][number]

/** A call that fails throws a `ChanceryProblem`. */
export interface Client {
  /** Any REST operation: `call('GET /v1/players/{id}', { id })`. */
  call<O extends keyof Operations>(operation: O, ...asking: Asking<O>): Promise<Operations[O]['answer']>
  me(): Promise<Me>
  games(): Promise<GameCard[]>
  game<G extends GameId>(id: G): Promise<GameCard<G>>
  content<G extends GameId>(id: G): Promise<ContentOf<G>>
  rules(id: GameId): Promise<string>
  createMatch<G extends GameId>(match: NewMatch<G>): Promise<Card<G>>
  join<G extends GameId = GameId>(id: string, how?: JoinMatch): Promise<Card<G>>
  /** After the start you resign. */
  leave<G extends GameId = GameId>(id: string): Promise<Card<G>>
  cancel<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Makes the one rematch, or takes your seat in it. */
  rematch<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Agrees to end it without a result; all who still play must. */
  abort<G extends GameId = GameId>(id: string, how?: { agree?: boolean }): Promise<Card<G>>
  matches(filter?: Filter): AsyncIterable<Card>
  /** By id or name. */
  player(named: string): Promise<PlayerCard>
  match<G extends GameId = GameId>(id: string): Promise<Match<G>>
  /** With `wait`, once it is your turn or the match has ended. */
  look<G extends GameId = GameId>(id: string, how?: Waiting): Promise<MatchAndMoves<G>>
  /** Up to 100 matches that wait for you; with `wait`, once there is one. */
  turns(how?: Waiting): Promise<Card[]>
  view<G extends GameId = GameId>(id: string, when?: { at?: number }): Promise<Seen<G>>
  legalMoves<G extends GameId = GameId>(id: string, page?: { first?: number; after?: number }): Promise<LegalMoves<G>>
  /** All pages, or POSITION_CHANGED. */
  everyLegalMove<G extends GameId = GameId>(id: string): AsyncIterable<LegalMove<G>>
  check<G extends GameId = GameId>(id: string, move: MoveOf<G>): Promise<MoveCheck>
  /** Never plays it twice. A refusal is thrown. */
  submit<G extends GameId = GameId>(id: string, move: MoveOf<G>, settings?: SubmitSettings): Promise<Accepted<G>>
  /** Until the match has ended. A version not above the one before voids what you have from there on. */
  notices<G extends GameId = GameId>(id: string, from?: Following<number>): AsyncIterable<NoticeItem<G>>
  inbox(from?: Following<string>): AsyncIterable<InboxItem>
  log<G extends GameId = GameId>(id: string): Promise<MatchLog<G>>
  /** Of a tournament, until it is over. */
  records(id: string, from?: Following<number>): AsyncIterable<TournamentRecord>
  /** All your matches until the signal is aborted, or one until it has ended. */
  play<G extends GameId = GameId>(choose: Choose<G>, settings?: PlaySettings): Promise<void>
}
