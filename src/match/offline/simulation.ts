/** Whole matches without server or database: the same setting and the same commands always give the same match. */
import { createHash } from 'node:crypto'
import { labelledDice } from '../../dice/labelled.js'
import { type Stream, seededStream } from '../../dice/seeded.js'
import type { AnyGame, Placing } from '../../games/contract.js'
import { numberAt } from '../../games/lists.js'
import { commitmentTo, genesisHash } from '../../log/chain.js'
import type { Entry, StoredCommand } from '../../log/entry.js'
import { firstPosition, type Position, step } from './step.js'
import type { Transcript } from './transcript.js'

interface MatchSetting {
  readonly seats: number
  /** As the game's options schema gives them, defaults filled in. */
  readonly options: object
  /** Number of the match within the run. */
  readonly match: number
}

export interface SimulationSetting extends MatchSetting {
  readonly seed: number
  /** Matches of the same number have the same secret, and so the same deal; the number of the match if it is left out. */
  readonly deal?: number
  /** Chance that a seat leaves instead of the next move. */
  readonly leaving?: number
}

/** Of a match that is part of something larger, which says what it is called and dealt. */
export interface IdentifiedSetting extends MatchSetting {
  readonly id: string
  /** The 32 bytes from which all its chance comes. */
  readonly secret: Buffer
}

export interface Simulation {
  readonly transcript: Transcript
  readonly final: Position['state']
  readonly places: readonly Placing[]
}

/** Where a match stands that waits for a command. */
export interface Waiting {
  readonly match: string
  readonly position: Position
  /** All so far; the list grows as the match goes on. */
  readonly entries: readonly Entry[]
}

/** A match that is handed each command after its start. It is a generator so that whoever chooses may answer at once or take its time. */
export function* commandedMatch(
  game: AnyGame,
  setting: SimulationSetting | IdentifiedSetting,
): Generator<Waiting, Simulation, StoredCommand> {
  const { seats, options } = setting
  const { id: match, secret } = 'secret' in setting ? setting : simulatedIdentity(game, setting)
  const genesis = { match, game: game.id, options: { ...options }, seats, commitment: commitmentTo(secret, match) }
  const chance = { dice: labelledDice(secret), secret }
  const entries: Entry[] = []
  let position = firstPosition(genesisHash(genesis), game.initial(options, seats))
  let command: StoredCommand = { type: 'start' }
  for (;;) {
    const played = step(game, position, command, chance, null)
    if (!played.ok) throw new Error(`${match}: ${JSON.stringify(command)} was refused: ${played.refusal.message}`)
    entries.push(played.entry)
    position = played.next
    const { over } = game.phase(position.state)
    if (over)
      return {
        transcript: { format: 'chancery-match/1', ...genesis, secret: secret.toString('hex'), entries },
        final: position.state,
        places: over,
      }
    command = yield { match, position, entries }
  }
}

const simulatedIdentity = (game: AnyGame, { seed, match, deal = match }: SimulationSetting) => ({
  id: `simulated-${game.id}-${seed}-${match}`,
  secret: digestFor('chancery simulate', game, seed, deal),
})

/** Of uniformly random legal moves. */
export function simulateMatch(game: AnyGame, setting: SimulationSetting): Simulation {
  const { seats, seed, match: number, leaving = 0 } = setting
  const mover = seededStream(digestFor('chancery simulate moves', game, seed, number).readUInt32BE(0))
  const match = commandedMatch(game, setting)
  let next = match.next()
  while (!next.done) {
    const { position, entries } = next.value
    const leaves = leaving > 0 && mover() < leaving
    next = match.next(leaves ? someoneLeaves(entries, seats, mover) : randomMove(game, position.state, mover))
  }
  return next.value
}

/** A uniformly random legal move of a uniformly chosen awaited seat. */
export function randomMove(game: AnyGame, state: Position['state'], mover: Stream): StoredCommand {
  const { awaiting } = game.phase(state)
  const awaited = awaiting[Math.floor(mover() * awaiting.length)]
  if (!awaited) throw new Error(`${game.id}: nobody is awaited, and the match is not over`)
  const moves = game.legalMoves(state, awaited.seat)
  return { type: 'move', seat: awaited.seat, move: moves.at(Math.floor(mover() * moves.size)) }
}

function someoneLeaves(entries: readonly Entry[], seats: number, mover: Stream): StoredCommand {
  const left = new Set(entries.flatMap(({ command }) => (command.type === 'leave' ? [command.seat] : [])))
  const staying = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !left.has(seat))
  return { type: 'leave', seat: numberAt(staying, Math.floor(mover() * staying.length)), reason: 'resigned' }
}

/** 32 bytes that are the same for the same purpose, game and numbers. */
export const digestFor = (purpose: string, game: AnyGame, ...numbers: readonly number[]): Buffer =>
  createHash('sha256')
    .update([purpose, game.id, ...numbers].join('\n'))
    .digest()
