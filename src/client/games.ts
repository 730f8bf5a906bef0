/** The types of every registered game, by its id: derived from the same zod schemas that the server parses with. */
import type { z } from 'zod'
import type { GamesById } from '../games/registry.js'
import type { Seen as AnySeen } from '../match/matches.js'
import type {
  Accepted as AnyAccepted,
  LegalMove as AnyLegalMove,
  NoticeItem as AnyNoticeItem,
  CreateMatch,
  LegalMovePage,
  MatchCard,
} from '../match/shapes.js'

export type GameId = keyof GamesById

type Shape<G extends GameId, Part extends keyof GamesById[G]['schema']> = z.output<GamesById[G]['schema'][Part]>

export type OptionsOf<G extends GameId> = G extends GameId ? Shape<G, 'options'> : never
export type MoveOf<G extends GameId> = G extends GameId ? Shape<G, 'move'> : never
export type ViewOf<G extends GameId> = G extends GameId ? Shape<G, 'view'> : never
export type NoticeOf<G extends GameId> = G extends GameId ? Shape<G, 'notice'> : never

/** A match without its view, as lists show it. */
export type Card<G extends GameId = GameId> = G extends GameId
  ? Omit<MatchCard, 'game' | 'options'> & { game: G; options: OptionsOf<G> }
  : never
/** A match and what you may see of it. Comparing `game` narrows the type of `view`. */
export type Match<G extends GameId = GameId> = G extends GameId ? Card<G> & { view: ViewOf<G> } : never
/** The same with what you may do: the first 1000 moves, or null if you have no seat in it or it has not begun. All of one version. */
export type MatchAndMoves<G extends GameId = GameId> = G extends GameId ? Match<G> & { legalMoves: LegalMoves<G> | null } : never
export type Seen<G extends GameId = GameId> = G extends GameId
  ? Omit<AnySeen, 'game' | 'view'> & { game: G; view: ViewOf<G> }
  : never

export type NewMatch<G extends GameId = GameId> = G extends GameId
  ? Pick<CreateMatch, 'seats'> &
      Partial<Omit<CreateMatch, 'game' | 'seats' | 'options'>> & { game: G; options?: Partial<OptionsOf<G>> }
  : never

export type Accepted<G extends GameId = GameId> = Omit<AnyAccepted, 'notices'> & {
  notices: NoticeOf<G>[]
  /** If it was included. */
  view?: ViewOf<G>
  /** If they were included: the first 1000. */
  legalMoves?: LegalMoves<G>
}
export type NoticeItem<G extends GameId = GameId> = Omit<AnyNoticeItem, 'notices'> & { notices: NoticeOf<G>[] }
export type LegalMove<G extends GameId = GameId> = Omit<z.infer<typeof AnyLegalMove>, 'move'> & { move: MoveOf<G> }
export type LegalMoves<G extends GameId = GameId> = Omit<LegalMovePage, 'moves'> & { moves: LegalMove<G>[] }
