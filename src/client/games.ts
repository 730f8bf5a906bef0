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

/** The id of a game, as in addresses. */
export type GameId = keyof Shapes

/** What the host of a match may choose. */
export type OptionsOf<G extends GameId> = Shapes[G]['options']
/** What a seat may ask to do, told apart by `type`. */
export type MoveOf<G extends GameId> = Shapes[G]['move']
/** A match as one viewer may know it. */
export type ViewOf<G extends GameId> = Shapes[G]['view']
/** What happened, as one viewer may know it, told apart by `type`. */
export type NoticeOf<G extends GameId> = Shapes[G]['notice']
/** What lies in the box: map, cards, tiles and figures. */
export type ContentOf<G extends GameId> = Shapes[G]['content']

/** A game, with the JSON Schemas of all that it takes and gives. */
export type GameCard<G extends GameId = GameId> = Omit<GameSummary, 'id'> & { id: G }

/** A match without its view, as lists show it. */
export type Card<G extends GameId = GameId> = G extends GameId
  ? Omit<AnyCard, 'game' | 'options'> & { game: G; options: OptionsOf<G> }
  : never
/** A match and what you may see of it. Comparing `game` narrows the type of `view`. */
export type Match<G extends GameId = GameId> = G extends GameId ? Card<G> & { view: ViewOf<G> } : never
/** The same with your first 1000 moves; null without a seat or before the start. */
export type MatchAndMoves<G extends GameId = GameId> = G extends GameId ? Match<G> & { legalMoves: LegalMoves<G> | null } : never
/** The match, and what else it was asked to include. */
export type MatchAndMore = Match & { legalMoves?: LegalMoves | null }
/** A view, and as whom and at which version it was seen. */
export type Seen<G extends GameId = GameId> = G extends GameId
  ? { game: G; version: number; viewer: number | 'spectator' | 'referee'; view: ViewOf<G> }
  : never

/** A match to be made: `game` and `seats` are required. */
export type NewMatch<G extends GameId = GameId> = G extends GameId
  ? Pick<CreateMatch, 'seats'> &
      Partial<Omit<CreateMatch, 'game' | 'seats' | 'options'>> & { game: G; options?: Partial<OptionsOf<G>> }
  : never

/** A move that is in the log, and what it brought about. */
export type Accepted<G extends GameId = GameId> = Omit<AnyAccepted, 'notices'> & {
  notices: NoticeOf<G>[]
  /** If it was included. */
  view?: ViewOf<G>
  /** If they were included: the first 1000. */
  legalMoves?: LegalMoves<G>
}
/** What one entry of the log told you. */
export type NoticeItem<G extends GameId = GameId> = Omit<AnyNoticeItem, 'notices'> & { notices: NoticeOf<G>[] }
/** A move that you may make now, and the same as a sentence. */
export type LegalMove<G extends GameId = GameId> = Omit<AnyLegalMove, 'move'> & { move: MoveOf<G> }
/** A page of them. */
export type LegalMoves<G extends GameId = GameId> = Omit<AnyLegalMovePage, 'moves'> & { moves: LegalMove<G>[] }
