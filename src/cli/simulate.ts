/** `chancery simulate`: whole matches on the command line. */
import { mkdirSync } from 'node:fs'
import { faultsOf, ON_FAULT } from '../bots/local/player.js'
import { reportOn } from '../bots/local/report.js'
import { thinksByTheClock, thinksLong } from '../bots/roster.js'
import type { AnyGame } from '../games/contract.js'
import { itemAt } from '../games/lists.js'
import { findGame, games } from '../games/registry.js'
import { readOptions } from '../match/offline/transcript.js'
import { codeOf } from '../platform/thrown.js'
import { doAll, onAllCores } from './all-cores.js'
import { BOT_NAMES, readSeats, type SeatBot, type Seated, seated, withSeatPairs } from './seats.js'
import { matchPlayer, type Outcome, rowsOf, type Series } from './simulate/matches.js'
import { summary } from './summary.js'
import { type Io, progress } from './terminal.js'
import { expected, json, oneOf, parseArguments, seconds, UsageError, wholeNumber, workersGiven } from './usage.js'

export const SIMULATE_HELP = `chancery simulate <game> --seats N --matches M --seed S [--seat N BOT]... [--rotate] [--options JSON] [--log DIR] [--json] [--workers N]

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
  --workers N        matches that are played at once, in as many threads; one for each core if left out. It changes nothing but the
                     time. A short run needs no threads, and a program plays its matches one after the other
  --help             print this

Exit code 0 if all went well, 1 if a program made a mistake (the report at the end names it), 2 for wrong usage.`

interface Run extends Series {
  readonly bots: readonly SeatBot[] | undefined
  readonly limitMs: number
  readonly onFault: (typeof ON_FAULT)[number]
  readonly json: boolean
  readonly workers: number
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
  const names = run.bots?.map(({ name }) => name)
  const results = summary(run.seats, names)
  let match = 0
  try {
    for await (const outcome of played(run, table, bar.done)) {
      match++
      const rowOf = rowsOf(run, match)
      results.add(outcome, rowOf)
      if (run.json) io.out(resultLine(run, match, outcome, rowOf))
    }
  } finally {
    bar.clear()
  }
  if (!run.json) for (const line of results.lines()) io.out(line)
}

/** What comes of the matches, in their order. A program plays them one after the other, and remembers what it likes: it is the same however many cores there are. */
function played(run: Run, table: Seated | undefined, onDone: (matches: number) => void): AsyncIterable<Outcome> {
  const play = matchPlayer(run, table)
  const hasPrograms = table !== undefined && table.local.length > 0
  const { bots, limitMs: _, onFault: __, json: ___, workers, ...series } = run
  const names = bots?.map(({ name }) => name)
  return onAllCores({
    pieces: numbersUpTo(run.matches),
    total: run.matches,
    workers: hasPrograms ? 1 : workers,
    isHeavy: names?.some(thinksLong) ?? false,
    here: (numbers) => doAll(numbers, play),
    there: async () => (await import('./threads.js')).matchCrew(workers, series, names),
    onDone,
  })
}

function* numbersUpTo(last: number): Generator<number, void, undefined> {
  for (let number = 1; number <= last; number++) yield number
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
    workers: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return undefined
  const game = readGame(positionals)
  const seats = wholeNumber('--seats', values.seats, game.seats.min, game.seats.max)
  if (values.rotate && values.seat.length === 0)
    throw new UsageError('--rotate: expected --seat with it, there is nobody to rotate')
  return {
    game: game.id,
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
    workers: workersGiven(values.workers),
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

function resultLine(
  { seed, seats, bots }: Run,
  match: number,
  { places, entries, faults }: Outcome,
  rowOf: (seat: number) => number,
): string {
  const named = bots && { bots: bots.map((_, seat) => itemAt(bots, rowOf(seat)).name) }
  return JSON.stringify({ match, seed, seats, ...named, places, entries, ...(faults > 0 && { faults }) })
}
