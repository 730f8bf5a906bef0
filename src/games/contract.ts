/**
 * What every game promises. A game is a value of `Game`: pure functions over plain JSON, no clock, no randomness, no IO.
 *
 * `decide` judges, `evolve` records: a stored log is replayed by folding `evolve` alone, so mending a rule never breaks
 * an old match. Everything that crosses the API is defined once, by the zod schemas in `schema` (see docs/schema-dialect.md
 * for the part of zod that maps onto GraphQL and OpenAPI alike).
 */
import type { z } from 'zod'
import type { Choices } from './choices.js'

export type Seat = number

/** A seat sees its own secrets, a spectator none, the referee all. */
export type Viewer = Seat | 'spectator' | 'referee'

/**
 * Where chance comes from. Each roll is named by a label that is never used twice in a match, so that asking again
 * gives the same answer and anyone can check it once the secret is known.
 */
export interface Dice {
  /** A uniform whole number from 0 to `sides - 1`. */
  roll(label: string, sides: number): number
  /**
   * The top `count` cards of a shuffled pile. `cards` are the distinct ids still in it, in any order; the label names pile
   * and shuffle (`tiles:2`). Drawing from what is left continues the same shuffle.
   */
  draw(pile: string, cards: readonly string[], count?: number): string[]
}

export const LEAVE_REASONS = ['resigned', 'timeout', 'removed'] as const
export type LeaveReason = (typeof LEAVE_REASONS)[number]

export type Command<Move> =
  | { readonly type: 'start' }
  | { readonly type: 'move'; readonly seat: Seat; readonly move: Move }
  | { readonly type: 'leave'; readonly seat: Seat; readonly reason: LeaveReason }

/** Codes are for programs and never change their meaning; the message names the rule for people. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /** For what is no move of the game at all: what is wrong, part by part. Not for games to fill in: they are given moves only. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

export type Decision<Event> =
  /** `state` is what `evolve` makes of the events, handed over because it was worked out on the way; a law holds it to that. */
  | { readonly ok: true; readonly events: readonly Event[]; readonly state: unknown }
  | { readonly ok: false; readonly refusal: Refusal }

/** A seat that must choose, and the name of the choice (`turn`, `placeDrawnTile`, ...). */
export interface Awaited {
  readonly seat: Seat
  readonly decision: string
}

export interface Placing {
  readonly seat: Seat
  readonly place: number
  readonly score: number
}

/** Nobody is awaited before the start and after the end; `over` lists every seat, best place first. */
export interface Phase {
  readonly awaiting: readonly Awaited[]
  readonly over: readonly Placing[] | null
}

export interface GameTypes {
  Options: object
  State: object
  Move: { readonly type: string }
  Event: { readonly type: string }
  View: object
  Notice: { readonly type: string }
  Content: object
}

/** The single definition of every shape in or out. `move`, `event` and `notice` are discriminated by `type`. */
export interface GameSchemas<T extends GameTypes> {
  readonly options: z.ZodType<T['Options']>
  readonly move: z.ZodType<T['Move']>
  readonly event: z.ZodType<T['Event']>
  readonly view: z.ZodType<T['View']>
  readonly notice: z.ZodType<T['Notice']>
  readonly content: z.ZodType<T['Content']>
}

/** For rules that let players choose their colours: the choice is made with the seat, before the match begins. */
export interface SeatColours<Options> {
  /** The colours that may be chosen in a match with so many seats. */
  open(seats: number): readonly string[]
  /** The options of the match when all seats are taken: by seat the colour that was chosen, or null. */
  settle(options: Options, chosen: readonly (string | null)[]): Options
}

export interface Game<T extends GameTypes = GameTypes> {
  /** Kebab case, stable for ever: it is in stored matches and in addresses. */
  readonly id: string
  readonly name: string
  /** Grows whenever `decide` changes its mind about anything. */
  readonly rules: number
  readonly seats: { readonly min: number; readonly max: number }
  /** Every decision that a seat can be awaited for, by its name: what is asked of the seat. */
  readonly decisions: Readonly<Record<string, string>>
  readonly schema: GameSchemas<T>
  /** What lies in the box: figures that a client needs besides the view, the same for every match. */
  readonly content: T['Content']

  /** The table before the start: no chance here. */
  initial(options: T['Options'], seats: number): T['State']
  /** All the rules. A refusal is a value and tells nothing that the seat could not know. */
  decide(state: T['State'], command: Command<T['Move']>, dice: Dice): Decision<T['Event']>
  /** Bookkeeping only: no rules, no dice, no refusal. The meaning of a stored event never changes. */
  evolve(state: T['State'], event: T['Event']): T['State']
  phase(state: T['State']): Phase
  /** Lazy and indexed; empty for a seat that is not awaited, never empty for one that is. */
  legalMoves(state: T['State'], seat: Seat): Choices<T['Move']>
  view(state: T['State'], viewer: Viewer): T['View']
  /** The event as this viewer may know it; undefined if it must not even know that something happened. */
  notice(event: T['Event'], viewer: Viewer): T['Notice'] | undefined
  /** One plain English sentence, for logs, command lines and language-model bots. */
  readonly describe: { move(move: T['Move']): string; notice(notice: T['Notice']): string }
  /** A full state that `seat` cannot tell from the true one, made from its view alone; for search bots. */
  imagine(view: T['View'], seat: Seat, dice: Dice): T['State']
  /** Each seat's share of the win, by seat, all together 1, as far as one small look at a view can tell; for bots. Never exact, and cheap: a search asks hundreds of times for each move. */
  evaluate(view: T['View']): readonly number[]
  /** What `evaluate` makes of the referee's view, without the view: a search would spend more on views than on looking at them. */
  evaluateState(state: T['State']): readonly number[]
  /** Turns an event stored by an older version into today's shape. */
  upcast?(stored: unknown): unknown
  readonly colours?: SeatColours<T['Options']>
}

/** A game whose types have been forgotten; what the registry holds and everything outside `games/` works with. */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds games of different types; their schemas guard the edges.
export type AnyGame = Game<any>

export const refusal = (code: string, message: string): Refusal => ({ code, message })
