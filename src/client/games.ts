/** The types of every game, by its id. They are written from the schemas that the server parses with. */
import type { Shapes } from './generated/shapes.js'
import type {
  AnyAccepted,
  AnyCard,
  AnyLegalMove,
  AnyLegalMovePage,
  AnyNoticeItem,
  CreateMatch,
  GameSummary,
} from './generated/shared.js'

/** The id of a game. */
export type GameId = keyof Shapes

/** What the host may choose. */
export type OptionsOf<G extends GameId> = Shapes[G]['options']
/** Told apart by `type`. */
export type MoveOf<G extends GameId> = Shapes[G]['move']
/** A match as you may know it. */
export type ViewOf<G extends GameId> = Shapes[G]['view']
/** What happened, told apart by `type`. */
export type NoticeOf<G extends GameId> = Shapes[G]['notice']
/** What lies in the box. */
export type ContentOf<G extends GameId> = Shapes[G]['content']

/** A game, with its JSON Schemas. */
export type GameCard<G extends GameId = GameId> = Omit<GameSummary, 'id'> & { id: G }

/** A match without its view. */
export type Card<G extends GameId = GameId> = G extends GameId
  ? Omit<AnyCard, 'game' | 'options'> & { game: G; options: OptionsOf<G> }
  : never
/** Comparing `game` narrows the type of `view`. */
export type Match<G extends GameId = GameId> = G extends GameId ? Card<G> & { view: ViewOf<G> } : never
/** `legalMoves` is null without a seat or before the start. */
export type MatchAndMoves<G extends GameId = GameId> = G extends GameId ? Match<G> & { legalMoves: LegalMoves<G> | null } : never
/** What was included. */
export type MatchAndMore = Match & { legalMoves?: LegalMoves | null }
/** A view, and as whom it was seen. */
export type Seen<G extends GameId = GameId> = G extends GameId
  ? { game: G; version: number; viewer: number | 'spectator' | 'referee'; view: ViewOf<G> }
  : never

/** A match to be made. */
export type NewMatch<G extends GameId = GameId> = G extends GameId
  ? Pick<CreateMatch, 'seats'> &
      Partial<Omit<CreateMatch, 'game' | 'seats' | 'options'>> & { game: G; options?: Partial<OptionsOf<G>> }
  : never

/** A move that is in the log. */
export type Accepted<G extends GameId = GameId> = Omit<AnyAccepted, 'notices'> & {
  notices: NoticeOf<G>[]
  view?: ViewOf<G>
  legalMoves?: LegalMoves<G>
}
/** What one entry of the log told you. */
export type NoticeItem<G extends GameId = GameId> = Omit<AnyNoticeItem, 'notices'> & { notices: NoticeOf<G>[] }
/** A move that you may make now. */
export type LegalMove<G extends GameId = GameId> = Omit<AnyLegalMove, 'move'> & { move: MoveOf<G> }
/** A page of them. */
export type LegalMoves<G extends GameId = GameId> = Omit<AnyLegalMovePage, 'moves'> & { moves: LegalMove<G>[] }
