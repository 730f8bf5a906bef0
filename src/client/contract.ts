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
  /** 8 if left out. */
  readonly retries?: number | undefined
  /** In milliseconds. */
  readonly longestPause?: number | undefined
  readonly onRetry?: ((problem: ChanceryProblem, attempt: number) => void) | undefined
  readonly fetch?: typeof fetch | undefined
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

/** Your bot: one of `legalMoves`, or another that the rules allow. */
export type Choose<G extends GameId = GameId> = (turn: Turn<G>) => MoveOf<G> | Promise<MoveOf<G>>

/** What is played, and until when. */
export interface PlaySettings {
  /** This match alone, until it has ended. */
  readonly match?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears of refused moves and choices that threw; otherwise they end the loop. */
  readonly onError?: ((error: unknown, match: string) => void) | undefined
}

/** Which matches are listed. */
export type Filter = Omit<MatchFilter, 'game'> & { readonly game?: GameId | undefined }

/** How a move is submitted. */
export interface SubmitSettings {
  /** The version you saw. */
  readonly expectedVersion?: number | undefined
  /** Only to repeat a move of an earlier run. */
  readonly idempotencyKey?: string | undefined
  /** What the answer carries besides. */
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

/** Whole once the match is over; before that, what you were told. */
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

/** A call that fails throws a `ChanceryProblem`. */
export interface Client {
  /** Any operation of the REST API: `call('GET /v1/players/{id}', { id })`. */
  call<O extends keyof Operations>(operation: O, ...asking: Asking<O>): Promise<Operations[O]['answer']>
  /** Who you are, and what your token allows. */
  me(): Promise<Me>
  games(): Promise<GameCard[]>
  game<G extends GameId>(id: G): Promise<GameCard<G>>
  content<G extends GameId>(id: G): Promise<ContentOf<G>>
  /** As Markdown. */
  rules(id: GameId): Promise<string>
  /** You take a seat in it, unless `join` is false. */
  createMatch<G extends GameId>(match: NewMatch<G>): Promise<Card<G>>
  /** Takes the first free seat, unless you name one. */
  join<G extends GameId = GameId>(id: string, how?: JoinMatch): Promise<Card<G>>
  /** After the start you resign. */
  leave<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Your own, before it starts. */
  cancel<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Makes the one rematch, or takes your seat in it. */
  rematch<G extends GameId = GameId>(id: string): Promise<Card<G>>
  /** Agrees to end it without a result; all who still play must. */
  abort<G extends GameId = GameId>(id: string, how?: { agree?: boolean }): Promise<Card<G>>
  /** The newest first. */
  matches(filter?: Filter): AsyncIterable<Card>
  /** By id or name. */
  player(named: string): Promise<PlayerCard>
  /** With your view of it. */
  match<G extends GameId = GameId>(id: string): Promise<Match<G>>
  /** With your legal moves; with `wait`, once it is your turn or the match has ended. */
  look<G extends GameId = GameId>(id: string, how?: Waiting): Promise<MatchAndMoves<G>>
  /** The matches that wait for you, up to 100; with `wait`, once there is one. */
  turns(how?: Waiting): Promise<Card[]>
  /** Now, or as you saw it at a version. */
  view<G extends GameId = GameId>(id: string, when?: { at?: number }): Promise<Seen<G>>
  /** One page, of up to 1000. */
  legalMoves<G extends GameId = GameId>(id: string, page?: { first?: number; after?: number }): Promise<LegalMoves<G>>
  /** All pages, or POSITION_CHANGED. */
  everyLegalMove<G extends GameId = GameId>(id: string): AsyncIterable<LegalMove<G>>
  /** Nothing is played. */
  check<G extends GameId = GameId>(id: string, move: MoveOf<G>): Promise<MoveCheck>
  /** Never plays it twice. A refusal is thrown, with the code of the rule. */
  submit<G extends GameId = GameId>(id: string, move: MoveOf<G>, settings?: SubmitSettings): Promise<Accepted<G>>
  /** Until the match has ended. A version not above the one before voids what you have from there on. */
  notices<G extends GameId = GameId>(id: string, from?: Following<number>): AsyncIterable<NoticeItem<G>>
  /** From all your matches, those that wait for you first. */
  inbox(from?: Following<string>): AsyncIterable<InboxItem>
  log<G extends GameId = GameId>(id: string): Promise<MatchLog<G>>
  /** Plays all your matches until the signal is aborted, or one until it has ended. */
  play<G extends GameId = GameId>(choose: Choose<G>, settings?: PlaySettings): Promise<void>
}
