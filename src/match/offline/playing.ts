/** Matches between players of any kind, without server or database: each is asked for its own seat and knows what that seat may know. */
import { labelledSeed } from '../../dice/labelled.js'
import type { AnyGame, LeaveReason, Placing, Refusal } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import type { StoredCommand, StoredMove } from '../../log/entry.js'
import { viewOf } from './seen.js'
import {
  commandedMatch,
  digestFor,
  type IdentifiedSetting,
  type Simulation,
  type SimulationSetting,
  type Waiting,
} from './simulation.js'
import { illegality, type ReadMove, readMove } from './step.js'

/** What a player knows of a match before it begins. */
export interface Opening {
  readonly match: string
  /** Number of the match within the run. */
  readonly number: number
  readonly game: AnyGame
  readonly options: object
  readonly seats: number
  readonly seat: number
}

/** A decision that is asked of a player. */
export interface Turn extends Opening {
  readonly version: number
  readonly decision: string
  /** The match as the seat may know it. */
  readonly view: object
  readonly legalMoves: ReturnType<AnyGame['legalMoves']>
  /** For players that need chance: the same for the same decision of the same run. */
  readonly seed: number
  /** Reads what came from outside as a move, and asks the rules about it. */
  judge(given: unknown): ReadMove
}

export type Answer = { readonly move: StoredMove } | { readonly leaves: LeaveReason }

export interface Player {
  opens?(opening: Opening): void
  answers(turn: Turn): Answer | Promise<Answer>
  ends?(opening: Opening, places: readonly Placing[]): void
}

/** One player for each seat. */
export async function playMatch(
  game: AnyGame,
  setting: SimulationSetting | IdentifiedSetting,
  players: readonly Player[],
): Promise<Simulation> {
  const { seats, options, match: number } = setting
  const match = commandedMatch(game, setting)
  let next = match.next()
  const id = next.done ? next.value.transcript.match : next.value.match
  const openings = players.map((_, seat): Opening => ({ match: id, number, game, options, seats, seat }))
  players.forEach((player, seat) => {
    player.opens?.(itemAt(openings, seat))
  })
  while (!next.done) next = match.next(await commandAt(next.value, openings, players, setting))
  const { places } = next.value
  players.forEach((player, seat) => {
    player.ends?.(itemAt(openings, seat), places)
  })
  return next.value
}

/** Where several seats are awaited at once, none of them sees what another has chosen, so the first may be asked first. */
async function commandAt(
  { position }: Waiting,
  openings: readonly Opening[],
  players: readonly Player[],
  setting: SimulationSetting | IdentifiedSetting,
): Promise<StoredCommand> {
  const { version, state } = position
  const { game } = itemAt(openings, 0)
  const { seat, decision } = itemAt(game.phase(state).awaiting, 0)
  const answer = await itemAt(players, seat).answers({
    ...itemAt(openings, seat),
    version,
    decision,
    view: viewOf(game, state, seat),
    legalMoves: game.legalMoves(state, seat),
    seed: seedFor(game, setting, version, seat),
    judge: (given) => judged(game, position, seat, given),
  })
  return 'move' in answer ? { type: 'move', seat, move: answer.move } : { type: 'leave', seat, reason: answer.leaves }
}

/** Where matches have the same deal, bots have the same chance in them, as on a server: what differs then is what they make of it. */
const seedFor = (game: AnyGame, setting: SimulationSetting | IdentifiedSetting, version: number, seat: number): number =>
  'secret' in setting
    ? labelledSeed(setting.secret, `bot ${version} ${seat}`)
    : digestFor('chancery simulate thinking', game, setting.seed, setting.match, version, seat).readUInt32BE(0)

function judged(game: AnyGame, position: Waiting['position'], seat: number, given: unknown): ReadMove {
  const read = readMove(game, given)
  const refusal: Refusal | undefined = read.ok ? illegality(game, position, seat, read.move) : read.refusal
  return refusal ? { ok: false, refusal } : read
}
