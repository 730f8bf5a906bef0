/** Matches of a simulation by their numbers, each the same in whatever thread it is played. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf } from '../../bots/local/player.js'
import type { Placing } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import { findGame } from '../../games/registry.js'
import { playMatch } from '../../match/offline/playing.js'
import { type Simulation, simulateMatch } from '../../match/offline/simulation.js'
import { formatTranscript } from '../../match/offline/transcript.js'
import { codeOf, firstLineOf } from '../../platform/thrown.js'
import type { Seated } from '../seats.js'

/** Plain data, which goes from one thread to another. */
export interface Series {
  /** Id of the game. */
  readonly game: string
  readonly seats: number
  /** How many there are. */
  readonly matches: number
  readonly seed: number
  readonly options: object
  readonly rotate: boolean
  /** The folder that every match is written to. */
  readonly log: string | undefined
}

/** What is told of a match, whoever has played it. */
export interface Outcome {
  readonly places: readonly Placing[]
  readonly entries: number
  /** What programs have done wrong. */
  readonly faults: number
}

/** Whose bot plays a seat, by the seat that the bot was named for. */
export function rowsOf({ rotate, seats }: Pick<Series, 'rotate' | 'seats'>, match: number): (seat: number) => number {
  const turned = rotate ? (match - 1) % seats : 0
  return (seat) => (seat + turned) % seats
}

/** Plays a match and keeps its file. Without `seated` all moves are random. */
export function matchPlayer(series: Series, seated: Seated | undefined): (match: number) => Promise<Outcome> {
  const game = findGame(series.game)
  if (!game) throw new RangeError(`there is no game ${series.game}`)
  const faults = (): number => faultsOf(seated?.local ?? [])
  const play = (match: number): Simulation | Promise<Simulation> => {
    if (!seated) return simulateMatch(game, { ...series, match })
    const rowOf = rowsOf(series, match)
    const here = seated.players.map((_, seat) => itemAt(seated.players, rowOf(seat)))
    return playMatch(game, { ...series, match, deal: series.rotate ? Math.ceil(match / series.seats) : match }, here)
  }
  return async (match) => {
    const before = faults()
    const { places, transcript } = await named(match, () => play(match))
    if (series.log !== undefined) write(join(series.log, fileName(series, match)), formatTranscript(transcript))
    return { places, entries: transcript.entries.length, faults: faults() - before }
  }
}

/** So that it can be played again by itself. */
async function named<T>(match: number, play: () => T | Promise<T>): Promise<T> {
  try {
    return await play()
  } catch (error) {
    throw new Error(`match ${match}: ${firstLineOf(error)}`, { cause: error })
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Error(`--log: expected a file that can be written, but ${codeOf(error)} for ${file}`, { cause: error })
  }
}

const fileName = ({ game, seats, seed, matches }: Series, match: number): string =>
  `${game}-${seats}-${seed}-${String(match).padStart(String(matches).length, '0')}.json`
