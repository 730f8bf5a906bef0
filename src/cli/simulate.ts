/** `chancery simulate`: random matches on the command line. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyGame } from '../games/contract.js'
import { findGame, games } from '../games/registry.js'
import { type Simulation, simulateMatch } from '../match/offline/simulation.js'
import { formatTranscript, readOptions } from '../match/offline/transcript.js'
import { codeOf } from '../platform/thrown.js'
import { summary } from './summary.js'
import { type Io, progress } from './terminal.js'
import { expected, json, parseArguments, UsageError, wholeNumber } from './usage.js'

export const SIMULATE_HELP = `chancery simulate <game> --seats N --matches M --seed S [--options JSON] [--log DIR] [--json]

Plays M matches of uniformly random legal moves, without server or database, and prints a summary.
The same arguments always give the same matches.

  <game>          ${games.map(({ id, seats }) => `${id} (${seats.min} to ${seats.max} seats)`).join(', ')}
  --seats N       number of seats
  --matches M     number of matches
  --seed S        whole number from which all chance and all moves come
  --options JSON  options of the game, such as '{"noLuck":true}'
  --log DIR       write every match to DIR as a file that \`chancery verify\` checks
  --json          print one line of JSON for each match instead of the summary
  --help          print this`

interface Run {
  readonly game: AnyGame
  readonly seats: number
  readonly matches: number
  readonly seed: number
  readonly options: object
  readonly log: string | undefined
  readonly json: boolean
}

export function simulate(argv: readonly string[], io: Io): number {
  const run = readRun(argv)
  if (!run) {
    io.out(SIMULATE_HELP)
    return 0
  }
  if (run.log !== undefined) makeFolder(run.log)
  const bar = progress(io, run.matches, 'matches')
  const results = summary(run.seats)
  for (let match = 1; match <= run.matches; match++) {
    const simulation = simulateMatch(run.game, { ...run, match })
    results.add(simulation)
    if (run.log !== undefined) writeFileSync(join(run.log, fileName(run, match)), formatTranscript(simulation.transcript))
    if (run.json) io.out(resultLine(run, match, simulation))
    bar.done(match)
  }
  bar.clear()
  if (!run.json) for (const line of results.lines()) io.out(line)
  return 0
}

/** Undefined if help is asked for. */
function readRun(argv: readonly string[]): Run | undefined {
  const { values, positionals } = parseArguments(argv, {
    seats: { type: 'string' },
    matches: { type: 'string' },
    seed: { type: 'string' },
    options: { type: 'string', default: '{}' },
    log: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return undefined
  const game = readGame(positionals)
  return {
    game,
    seats: wholeNumber('--seats', values.seats, game.seats.min, game.seats.max),
    matches: wholeNumber('--matches', values.matches, 1, 10_000_000),
    seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    options: gameOptions(game, values.options),
    log: values.log,
    json: values.json,
  }
}

function readGame([id, surplus]: readonly string[]): AnyGame {
  const game = id === undefined ? undefined : findGame(id)
  if (!game) throw expected('game', `one of ${games.map((known) => known.id).join(', ')}`, id)
  if (surplus !== undefined) throw expected('arguments', 'one game', surplus)
  return game
}

function gameOptions(game: AnyGame, text: string): object {
  const read = readOptions(game, json('--options', text))
  if (!read.ok) throw new UsageError(`${['--options', read.field].filter(Boolean).join(' ')}: ${read.problem}`)
  return read.options
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`--log: expected a folder to write to, but ${codeOf(error)} for ${folder}`)
  }
}

const fileName = ({ game, seats, seed, matches }: Run, match: number): string =>
  `${game.id}-${seats}-${seed}-${String(match).padStart(String(matches).length, '0')}.json`

const resultLine = ({ seed, seats }: Run, match: number, { places, transcript }: Simulation): string =>
  JSON.stringify({ match, seed, seats, places, entries: transcript.entries.length })
