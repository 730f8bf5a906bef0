/** `chancery tournament run`: a tournament on this machine, without a server. */
import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { faultsOf, ON_FAULT, type OnFault } from '../../bots/local/player.js'
import { type Reported, reportOn } from '../../bots/local/report.js'
import { thinksByTheClock } from '../../bots/roster.js'
import { failure } from '../../platform/failure.js'
import { type Conduct, reportedOf } from '../../tournaments/conduct.js'
import { labelOf } from '../../tournaments/crosstable-text.js'
import { type Planned, readTournamentFile } from '../../tournaments/local/file.js'
import { identityOf } from '../../tournaments/local/identity.js'
import { begin, type Log, tablesExpected } from '../../tournaments/local/log.js'
import { journalOf, playTournament, type Ran } from '../../tournaments/local/whole.js'
import type { Tournament } from '../../tournaments/state.js'
import { readText } from '../remote.js'
import { type Io, progress, sizeText } from '../terminal.js'
import { expected, oneOf, parseArguments, seconds, UsageError, workersGiven } from '../usage.js'
import { finalLines } from './tables.js'

export const RUN_HELP = `chancery tournament run FILE --out EVENT.json [--workers N] [--move-seconds T] [--on-fault RULE] [--secret HEX] [--no-logs] [--fresh]

Plays the tournament that FILE describes (YAML or JSON, docs/tournaments.md tells what is in it) without server or database, prints the
final tables and writes everything to EVENT.json, for \`chancery tournament replay\`, \`report\` and \`export\` and for \`chancery verify\`.
The same file gives the same tournament, unless a bot thinks by the clock or a program does as it likes.

  --out EVENT.json   what is written. Until it is whole, what was played so far is kept in EVENT.json.journal: if the run is stopped,
                     the same command goes on
  --workers N        tables of house bots that are played at once; one for each core if left out. It changes nothing but the time
  --move-seconds T   time that a program has for a move; 10 if left out
  --on-fault RULE    what follows from a program's mistake: ${ON_FAULT.join(' or ')}, its seat leaves the match or makes a random move; forfeit if left out
  --secret HEX       the 32 bytes from which all deals come; if left out, they follow from FILE, so that whoever has it can work them out
  --no-logs          leave the logs of the matches out of EVENT.json
  --fresh            play anew what was played before
  --help             print this

Exit code 0 if all went well, 1 if a program made a mistake (the report at the end names it), 2 for wrong usage or a wrong file.`

interface Asked {
  readonly file: string
  readonly out: string
  readonly workers: number
  readonly limitMs: number
  readonly onFault: OnFault
  readonly secret: Buffer | undefined
  readonly logs: boolean
  readonly fresh: boolean
}

const FAULTY = 1
const WRONG = 2

export async function run(argv: readonly string[], io: Io): Promise<number> {
  const asked = readAsked(argv)
  if (!asked) {
    io.out(RUN_HELP)
    return 0
  }
  const { file, fresh, out } = asked
  const read = readTournamentFile(readText('FILE', file))
  if (!read.ok) {
    for (const { line, path, message } of read.complaints)
      io.complain(`chancery: ${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`)
    return WRONG
  }
  const begun = begin(read.planned)
  if (!begun.ok) throw new UsageError(`${file}: ${begun.refusal.message}`)
  makeRoom(out, fresh)
  warnOfClocks(read.planned, io)
  return played(asked, read.planned, begun.log, io)
}

async function played({ out, secret, file: _, ...asked }: Asked, planned: Planned, log: Log, io: Io): Promise<number> {
  const identity = identityOf(planned, secret)
  const began = performance.now()
  let bar: ReturnType<typeof progress> | undefined
  let done = 0
  const onProgress = (tables: number, tournament: Tournament): void => {
    bar ??= progress(io, 0, 'matches', { perMinute: true, before: tables })
    done = tables
    bar.done(tables, Math.max(tables, tablesExpected(tournament), 1))
  }
  const stopWatching = onInterrupt(() => {
    bar?.clear()
    io.complain(`chancery: stopped after ${done} matches; the same command goes on (${journalOf(out)})`)
  })
  const ran = await playTournament({ ...asked, log, identity, out, onProgress }).finally(stopWatching)
  bar?.clear()
  const minutes = (performance.now() - began) / 60_000
  for (const line of [...finalLines(log.tournament), '', ...runLines(ran, minutes, out)]) io.out(line)
  const programs = ran.programs.map((conduct) => reportedProgram(log.tournament, conduct))
  for (const line of reportOn(programs)) io.out(line)
  return faultsOf(programs) > 0 ? FAULTY : 0
}

const runLines = ({ played, bytes }: Ran, minutes: number, out: string): string[] => [
  `${played} ${played === 1 ? 'match' : 'matches'}, ${(played / minutes).toFixed(0)} matches/min`,
  `${out}: ${sizeText(bytes)}`,
]

const reportedProgram = (tournament: Tournament, conduct: Conduct): Reported =>
  reportedOf(labelOf(tournament, conduct.entrant), conduct)

/** A file that is whole is not written over by mistake: it may have taken hours. */
function makeRoom(out: string, fresh: boolean): void {
  if (!existsSync(dirname(out))) throw expected('--out', 'a file in a folder that is there', out)
  if (!fresh && existsSync(out))
    throw failure(`--out: ${out} is there already: choose another name, or play anew with --fresh.`, 2)
  if (fresh) for (const file of [out, journalOf(out)]) rmSync(file, { force: true })
}

function warnOfClocks({ entrants }: Planned, io: Io): void {
  for (const { who } of entrants)
    if (who.kind === 'house' && thinksByTheClock(who.bot))
      io.complain(`chancery: ${who.bot} thinks by the clock, so other runs may give other matches`)
}

/** Says so and lets the signal do what it does: what has been played is in the journal. Gives what ends the watch. */
function onInterrupt(say: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const interrupt = (signal: NodeJS.Signals): void => {
    stop()
    say()
    process.kill(process.pid, signal)
  }
  const stop = (): void => {
    for (const signal of signals) process.off(signal, interrupt)
  }
  for (const signal of signals) process.on(signal, interrupt)
  return stop
}

/** Undefined if help is asked for. */
function readAsked(argv: readonly string[]): Asked | undefined {
  const { values, positionals } = parseArguments(argv, {
    out: { type: 'string' },
    workers: { type: 'string' },
    'move-seconds': { type: 'string', default: '10' },
    'on-fault': { type: 'string', default: 'forfeit' },
    secret: { type: 'string' },
    'no-logs': { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return undefined
  const [file, surplus] = positionals
  if (file === undefined || surplus !== undefined) throw expected('FILE', 'one file that describes a tournament', surplus)
  if (values.out === undefined) throw expected('--out', 'the file to write', undefined)
  return {
    file,
    out: values.out,
    workers: workersGiven(values.workers),
    limitMs: seconds('--move-seconds', values['move-seconds'], 3600) * 1000,
    onFault: oneOf('--on-fault', ON_FAULT, values['on-fault']),
    secret: values.secret === undefined ? undefined : readSecret(values.secret),
    logs: !values['no-logs'],
    fresh: values.fresh,
  }
}

function readSecret(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw expected('--secret', '64 hexadecimal digits', text)
  return Buffer.from(text, 'hex')
}
