/** `chancery simulate`: whole matches on the command line. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf, ON_FAULT } from '../bots/local/player.js'
import { reportOn } from '../bots/local/report.js'
import { thinksByTheClock } from '../bots/roster.js'
import type { AnyGame } from '../games/contract.js'
import { itemAt } from '../games/lists.js'
import { findGame, games } from '../games/registry.js'
import { playMatch } from '../match/offline/playing.js'
import { type Simulation, simulateMatch } from '../match/offline/simulation.js'
import { formatTranscript, readOptions } from '../match/offline/transcript.js'
import { codeOf } from '../platform/thrown.js'
import { BOT_NAMES, readSeats, type SeatBot, type Seated, seated, withSeatPairs } from './seats.js'
import { summary } from './summary.js'
import { type Io, progress } from './terminal.js'
import { expected, json, oneOf, parseArguments, seconds, UsageError, wholeNumber } from './usage.js'

export const SIMULATE_HELP = `chancery simulate <game> --seats N --matches M --seed S [--seat N BOT]... [--rotate] [--options JSON] [--log DIR] [--json]

Plays M matches without server or database and prints a summary. Seats without a bot play uniformly random legal moves.
The same arguments always give the same matches, unless a bot thinks by the clock or a program does as it likes.

  <game>             ${games.map(({ id, seats }) => `${id} (${seats.min} to ${seats.max} seats)`).join(', ')}
  --seats N          number of seats
  --matches M        number of matches
  --seed S           whole number from which all chance and all moves come
  --seat N BOT       who plays seat N, from 0; may be given for each seat. BOT is one of
                     ${BOT_NAMES}
                     (search with so many iterations or so much time for a move; a program that docs/bots.md tells how to write)
  --rotate           every deal is played once from each seat by each bot; the summary goes by the seat of the first match
  --move-seconds T   time that a program has for a move; 10 if left out
  --on-fault RULE    what follows from a program's mistake: ${ON_FAULT.join(' or ')}, its seat leaves the match or makes a random move; forfeit if left out
  --options JSON     options of the game, such as '{"noLuck":true}'
  --log DIR          write every match to DIR as a file that \`chancery verify\` checks
  --json             print one line of JSON for each match instead of the summary
  --help             print this

Exit code 0 if all went well, 1 if a program made a mistake (the report at the end names it), 2 for wrong usage.`

interface Run {
  readonly game: AnyGame
  readonly seats: number
  readonly matches: number
  readonly seed: number
  readonly options: object
  readonly bots: readonly SeatBot[] | undefined
  readonly rotate: boolean
  readonly limitMs: number
  readonly onFault: (typeof ON_FAULT)[number]
  readonly log: string | undefined
  readonly json: boolean
}

const FAULTY = 1

export async function simulate(argv: readonly string[], io: Io): Promise<number> {
  const run = readRun(argv)
  if (!run) {
    io.out(SIMULATE_HELP)
    return 0
  }
  if (run.log !== undefined) makeFolder(run.log)
  for (const { name } of run.bots ?? [])
    if (thinksByTheClock(name)) io.complain(`chancery: ${name} thinks by the clock, so other runs may give other matches`)
  const table = run.bots && seated(run.bots, run)
  try {
    await playAll(run, table, io)
  } finally {
    await Promise.all(table?.local.map((player) => player.end()) ?? [])
  }
  const local = table?.local ?? []
  for (const line of reportOn(local)) run.json ? io.complain(line) : io.out(line)
  return faultsOf(local) > 0 ? FAULTY : 0
}

async function playAll(run: Run, table: Seated | undefined, io: Io): Promise<void> {
  const bar = progress(io, run.matches, 'matches')
  const results = summary(
    run.seats,
    run.bots?.map(({ name }) => name),
  )
  for (let match = 1; match <= run.matches; match++) {
    const turned = run.rotate ? (match - 1) % run.seats : 0
    const rowOf = (seat: number): number => (seat + turned) % run.seats
    const faultsBefore = faultsOf(table?.local ?? [])
    const simulation = table ? await playOne(run, table, match, rowOf) : simulateMatch(run.game, { ...run, match })
    results.add(simulation, rowOf)
    if (run.log !== undefined) writeFileSync(join(run.log, fileName(run, match)), formatTranscript(simulation.transcript))
    const faults = faultsOf(table?.local ?? []) - faultsBefore
    if (run.json) io.out(resultLine(run, match, simulation, { rowOf, faults }))
    bar.done(match)
  }
  bar.clear()
  if (!run.json) for (const line of results.lines()) io.out(line)
}

/** `rowOf` says whose bot plays a seat. */
function playOne(run: Run, { players }: Seated, match: number, rowOf: (seat: number) => number): Promise<Simulation> {
  const here = players.map((_, seat) => itemAt(players, rowOf(seat)))
  const deal = run.rotate ? Math.ceil(match / run.seats) : match
  return playMatch(run.game, { ...run, match, deal }, here)
}

/** Undefined if help is asked for. */
function readRun(argv: readonly string[]): Run | undefined {
  const { values, positionals } = parseArguments(withSeatPairs(argv), {
    seats: { type: 'string' },
    matches: { type: 'string' },
    seed: { type: 'string' },
    seat: { type: 'string', multiple: true, default: [] },
    rotate: { type: 'boolean', default: false },
    'move-seconds': { type: 'string', default: '10' },
    'on-fault': { type: 'string', default: 'forfeit' },
    options: { type: 'string', default: '{}' },
    log: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return undefined
  const game = readGame(positionals)
  const seats = wholeNumber('--seats', values.seats, game.seats.min, game.seats.max)
  if (values.rotate && values.seat.length === 0)
    throw new UsageError('--rotate: expected --seat with it, there is nobody to rotate')
  return {
    game,
    seats,
    matches: wholeNumber('--matches', values.matches, 1, 10_000_000),
    seed: wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER),
    options: gameOptions(game, values.options),
    bots: readSeats(values.seat, seats),
    rotate: values.rotate,
    limitMs: seconds('--move-seconds', values['move-seconds'], 3600) * 1000,
    onFault: oneOf('--on-fault', ON_FAULT, values['on-fault']),
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

interface Noted {
  readonly rowOf: (seat: number) => number
  readonly faults: number
}

function resultLine(
  { seed, seats, bots }: Run,
  match: number,
  { places, transcript }: Simulation,
  { rowOf, faults }: Noted,
): string {
  const named = bots && { bots: bots.map((_, seat) => itemAt(bots, rowOf(seat)).name) }
  return JSON.stringify({
    match,
    seed,
    seats,
    ...named,
    places,
    entries: transcript.entries.length,
    ...(faults > 0 && { faults }),
  })
}
