/** `chancery/client`: play on a Chancery server from Node or a browser. See docs/client.md. */
export { connect, register } from './client.js'
export type { Choose, Client, Filter, GameCard, MatchLog, PlaySettings, SubmitSettings, Turn, Waiting } from './contract.js'
export type {
  Accepted,
  Card,
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
export { ChanceryProblem } from './problem.js'
export type { Settings } from './transport.js'
