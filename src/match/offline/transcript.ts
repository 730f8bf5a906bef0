/** A whole match in one self-contained file, and the proof that it is right. */
import { z } from 'zod'
import { Clock } from '../../clocks/clock.js'
import type { Span } from '../../clocks/times.js'
import { type ClockCheck, clockCheck, type Expired } from '../../clocks/verdict.js'
import { labelledDice } from '../../dice/labelled.js'
import { firstFalseRoll } from '../../dice/rolls.js'
import type { AnyGame } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import { findGame, games } from '../../games/registry.js'
import { commitmentTo, entryHash, genesisHash } from '../../log/chain.js'
import { type Awaiting, Entry, isMatchCommand, type StoredCommand } from '../../log/entry.js'
import { doubledKey } from '../../platform/doubled-key.js'
import { firstLineOf } from '../../platform/thrown.js'
import { type HouseSeats, outOfHands, takeNote } from './hands.js'
import { impossibleUnderAnyRules, misnumbered, NO_MOVE } from './older-rules.js'
import { awaitingAfter, firstPosition, type Position, positionAfter, readMove, step } from './step.js'
import { isBarrier, stateAfter } from './take-back.js'

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits')

const moment = z.iso.datetime()
const Uncharged = z
  .strictObject({
    from: moment.describe('From when on.'),
    to: moment.describe('Up to when.'),
    known: moment.describe('When it was written down: entries before it knew nothing of it.'),
  })
  .meta({ id: 'Uncharged', description: 'A time that no seat is charged for, because the service was down.' })

export const Transcript = z.strictObject({
  format: z.literal('chancery-match/1').describe('Kind and version of the file.'),
  match: z.string().describe('Id of the match.'),
  game: z.string().describe('Id of the game.'),
  options: z.looseObject({}).describe('Options of the match, in the shape of the game.'),
  seats: z.int().min(1).describe('Number of seats.'),
  commitment: hex.describe('SHA-256 of secret and match id, fixed when the match was made.'),
  secret: hex.describe('The 32 bytes from which all chance came.'),
  clock: Clock.optional().describe('The clock of the match, if it has one.'),
  uncharged: z.array(Uncharged).optional().describe('In a match with a clock: what of its time was not charged.'),
  entries: z.array(Entry).describe('The whole log.'),
})
export type Transcript = z.infer<typeof Transcript>

/** One entry a line, so that two files can be compared and a damaged line can be named. */
export function formatTranscript({ entries, ...head }: Transcript): string {
  const opening = JSON.stringify(head).slice(0, -1)
  return `${opening},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`
}

/** `entry`, where there is one, is the number of the entry that cannot be read. */
export type Read = { ok: true; transcript: Transcript } | { ok: false; entry?: number; problem: string }

export function readTranscript(text: string): Read {
  const json = parseJson(text)
  if (!json.ok) return unreadable(text)
  const doubled = doubledKey(text)
  if (doubled !== undefined) return { ok: false, problem: `file: the key ${JSON.stringify(doubled)} stands twice in one object` }
  const parsed = Transcript.safeParse(json.value)
  if (parsed.success) {
    const problem = misfit(parsed.data)
    return problem === undefined ? { ok: true, transcript: parsed.data } : { ok: false, problem }
  }
  const { path, message } = itemAt(parsed.error.issues, 0)
  const [field, index, ...rest] = path
  if (field !== 'entries' || typeof index !== 'number') return { ok: false, problem: `${path.join('.') || 'file'}: ${message}` }
  return { ok: false, entry: index + 1, problem: `entry ${index + 1}: ${[...rest, message].join(': ')}` }
}

export type ReadOptions = { ok: true; options: object } | { ok: false; field: string; problem: string }

/** Options of a game as they come from a file or a command line: defaults filled in, or the first field that is wrong and what was expected there. */
export function readOptions(game: AnyGame, given: unknown): ReadOptions {
  const parsed = game.schema.options.safeParse(given)
  if (parsed.success) return { ok: true, options: parsed.data }
  const issue = itemAt(parsed.error.issues, 0)
  if (issue.code !== 'unrecognized_keys') return { ok: false, field: issue.path.join('.'), problem: issue.message }
  const { options } = game.schema
  const known = options instanceof z.ZodObject ? Object.keys(options.shape).join(', ') : 'those of the game'
  return { ok: false, field: [...issue.path, issue.keys[0]].join('.'), problem: `unknown option, expected one of ${known}` }
}

/** Why there is no such match in this game; undefined if there is. */
function misfit({ game: id, seats, options }: Transcript): string | undefined {
  const game = findGame(id)
  if (!game) return `game: expected one of ${games.map((known) => known.id).join(', ')}, got ${JSON.stringify(id)}`
  const { min, max } = game.seats
  if (seats < min || seats > max) return `seats: expected ${min} to ${max}, got ${seats}`
  const read = readOptions(game, options)
  return read.ok ? undefined : `${['options', read.field].filter(Boolean).join('.')}: ${read.problem}`
}

/** In a file written by `formatTranscript` every line after the first is one entry, so the first line that is not JSON names the damaged entry. */
function unreadable(text: string): Read {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  if (!head.endsWith('"entries":[') || !parseJson(`${head}]}`).ok)
    return { ok: false, problem: 'file: expected a match file (JSON of the format chancery-match/1)' }
  const bad = lines.findIndex(
    (line, index) => !(index === lines.length - 1 ? line === ']}' : parseJson(line.replace(/,$/, '')).ok),
  )
  return { ok: false, entry: bad + 1, problem: `entry ${bad + 1}: expected one line of JSON` }
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** Entries that are not judged by the rules, because older ones decided them, and the numbers of those. */
export interface Unjudged {
  readonly entries: number
  readonly rules: readonly number[]
}

/** `entry` is the version of the first bad entry; 0 means what stands before the first. */
export type Verdict =
  | { ok: true; entries: number; over: boolean; aborted?: true; unjudged?: Unjudged; expired?: readonly Expired[] }
  | { ok: false; entry: number; problem: string }

export function verifyTranscript(transcript: Transcript): Verdict {
  const game = findGame(transcript.game)
  const unfit = misfit(transcript)
  if (!game || unfit) return bad(0, unfit ?? 'game: unknown')
  const secret = Buffer.from(transcript.secret, 'hex')
  if (commitmentTo(secret, transcript.match) !== transcript.commitment)
    return bad(0, 'the commitment is not that of this secret and match')
  const options = game.schema.options.parse(transcript.options)
  const before: Before = {
    seats: transcript.seats,
    hasClock: transcript.clock !== undefined,
    rules: 1,
    left: new Set(),
    house: new Set(),
    earliest: 1,
    states: [],
  }
  const clocks = clocksOf(transcript)
  let awaiting: Awaiting[] = []
  let position = firstPosition(genesisHash(transcript), game.initial(options, transcript.seats))
  for (const entry of transcript.entries) {
    before.states.push(position.state)
    const next = verifyEntry(game, position, entry, secret, before)
    if ('problem' in next) return bad(position.version + 1, next.problem)
    const after = awaitedAfter(game, awaiting, next, entry)
    const untimely = clocks?.next({ ...entry, before: awaiting, after })
    if (untimely) return bad(entry.version, untimely)
    position = next
    awaiting = after
    before.rules = entry.rules
    if (entry.command.type === 'leave') before.left.add(entry.command.seat)
    takeNote(entry.command, before.house)
    if (isBarrier(entry.command)) before.earliest = entry.version
  }
  const { state, aborted } = position
  const unjudged = unjudgedOf(game, transcript.entries)
  return {
    ok: true,
    entries: transcript.entries.length,
    over: game.phase(state).over !== null,
    ...(aborted && { aborted }),
    ...(unjudged && { unjudged }),
    ...(clocks && { expired: clocks.expired }),
  }
}

function clocksOf({ clock, seats, uncharged = [] }: Transcript): ClockCheck | undefined {
  const spans = uncharged.map(
    ({ from, to, known }): Span => ({
      from: Date.parse(from),
      to: Date.parse(to),
      known: Date.parse(known),
    }),
  )
  return clock && clockCheck(clock, seats, spans)
}

const awaitedAfter = (
  game: AnyGame,
  before: readonly Awaiting[],
  { state, aborted }: Position,
  { command, version }: Entry,
): Awaiting[] => (aborted ? [] : awaitingAfter(before, game.phase(state), command, version))

/** What of the entries before counts, besides the position they lead to. */
interface Before {
  readonly seats: number
  /** Of the newest of them. */
  rules: number
  readonly left: Set<number>
  readonly hasClock: boolean
  readonly house: HouseSeats
  /** The first version that can be gone back to. */
  earliest: number
  /** By version. */
  readonly states: unknown[]
}

function unjudgedOf({ rules: today }: AnyGame, entries: readonly Entry[]): Unjudged | undefined {
  const older = entries.filter(({ rules }) => rules < today)
  return older.length === 0 ? undefined : { entries: older.length, rules: [...new Set(older.map(({ rules }) => rules))] }
}

/** Where the log has this head: the number of its entry, 0 before the first; undefined if it has no such head. */
export function versionOfHead(transcript: Transcript, head: string): number | undefined {
  if (head === genesisHash(transcript)) return 0
  return transcript.entries.find(({ hash }) => hash === head)?.version
}

const bad = (entry: number, problem: string): Verdict => ({ ok: false, entry, problem })

/** Whoever made the file also made its hashes, so even an entry that fits the chain may hold anything: it must not end the program. */
function verifyEntry(
  game: AnyGame,
  position: Position,
  entry: Entry,
  secret: Uint8Array,
  before: Before,
): Position | { problem: string } {
  if (entry.version !== position.version + 1) return { problem: `version ${entry.version} follows ${position.version}` }
  if (entryHash(position.head, entry, secret) !== entry.hash)
    return { problem: 'the hash does not fit the entry and the one before' }
  try {
    const problem =
      firstFalseRoll(secret, entry.rolls) ??
      misnumbered(entry, before.rules, game.rules) ??
      outOfOrder(game, position, entry) ??
      outOfHands(entry.command, before.house, before.hasClock) ??
      outOfReach(position, entry.command, before.earliest) ??
      (entry.rules === game.rules
        ? redecided(game, position, entry, secret, before)
        : impossibleUnderAnyRules(game, position, entry, before))
    if (problem) return { problem }
    return positionAfter(
      entry,
      stateAfter(game, position.state, entry, (version) => before.states[version]),
    )
  } catch (error) {
    return { problem: `the entry cannot be replayed: ${firstLineOf(error)}` }
  }
}

/** What holds under any rules: nothing follows the end, and what is done about the match itself changes nothing in the game. */
function outOfOrder(game: AnyGame, { aborted, state }: Position, { command, events, rolls }: Entry): string | undefined {
  if (aborted) return 'it follows the entry that aborted the match'
  if (game.phase(state).over) return 'it follows the entry that ended the match'
  return isMatchCommand(command) && events.length + rolls.length > 0
    ? `${command.type}: no event and no roll can follow`
    : undefined
}

/** A take-back goes to a position that was there, and not beyond a seat that left or changed hands. */
const outOfReach = ({ version }: Position, command: StoredCommand, earliest: number): string | undefined =>
  command.type === 'takeBack' && (command.to < earliest || command.to > version - 1)
    ? `takeBack: version ${command.to} cannot be gone back to`
    : undefined

/** Today's rules must give the same events for the same command, and ask for the same rolls. */
function redecided(
  game: AnyGame,
  position: Position,
  entry: Entry,
  secret: Uint8Array,
  { earliest, states }: Before,
): string | undefined {
  const command = readCommand(game, entry.command)
  if (!command) return NO_MOVE
  const back = { earliest, state: command.type === 'takeBack' ? states[command.to] : undefined }
  const again = step(game, position, command, { dice: labelledDice(secret), secret }, entry.at, back)
  if (!again.ok) return `the rules refuse the command: ${again.refusal.code}`
  return again.entry.hash === entry.hash ? undefined : 'the rules give other events for this command'
}

function readCommand(game: AnyGame, command: StoredCommand): StoredCommand | undefined {
  if (command.type !== 'move') return command
  const read = readMove(game, command.move)
  return read.ok ? { ...command, move: read.move } : undefined
}
