/** `chancery/client`: play on a Chancery server from Node or a browser. See docs/client.md. */
export { type Client, connect, type Filter, type GameCard, type MatchLog, register, type SubmitOptions } from './client.js'
export type { Accepted, Card, GameId, LegalMove, LegalMoves, Match, MoveOf, NewMatch, NoticeItem, NoticeOf, OptionsOf, Seen, ViewOf } from './games.js'
export type { Choose, PlayOptions, Turn } from './play.js'
export { ChanceryProblem } from './problem.js'
export type { Settings } from './transport.js'
