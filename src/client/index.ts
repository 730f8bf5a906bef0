/** `@chancery/client`: play on a Chancery server from Node or a browser. See docs/client.md. */
export { connect, register } from './client.js'
export type {
  Asked,
  Choose,
  Client,
  Filter,
  Following,
  MatchLog,
  PlaySettings,
  Registered,
  Settings,
  SocketClass,
  SubmitSettings,
  TournamentRecord,
  Turn,
  Waiting,
} from './contract.js'
export type {
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
  NoticeOf,
  OptionsOf,
  Seen,
  ViewOf,
} from './games.js'
export type * from './generated/index.js'
export type { Operations } from './generated/operations.js'
export type { InboxItem, InputError, JoinMatch, Me, MoveCheck, Player, PlayerCard, Transcript } from './generated/shared.js'
export { ChanceryProblem } from './problem.js'
