/** A whole match in one self-contained file, and the proof that it is right. */
import { z } from 'zod'
import { labelledDice } from '../../dice/labelled.js'
import { firstFalseRoll } from '../../dice/rolls.js'
import type { AnyGame } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import { findGame, games } from '../../games/registry.js'
import { commitmentTo, entryHash, genesisHash } from '../../log/chain.js'
import { Entry, isMatchCommand, type StoredCommand } from '../../log/entry.js'
import { firstPosition, fold, type Position, positionAfter, readEvents, readMove, step } from './step.js'

const hex = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits')

export const Transcript = z.strictObject({
  format: z.literal('chancery-match/1').describe('Kind and version of the file.'),
  match: z.string().describe('Id of the match.'),
  game: z.string().describe('Id of the game.'),
  options: z.looseObject({}).describe('Options of the match, in the shape of the game.'),
  seats: z.int().min(1).describe('Number of seats.'),
  commitment: hex.describe('SHA-256 of secret and match id, fixed when the match was made.'),
  secret: hex.describe('The 32 bytes from which all chance came.'),
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

/** `entry` is the version of the first bad entry; 0 means what stands before the first. */
export type Verdict = { ok: true; entries: number; over: boolean; aborted?: true } | { ok: false; entry: number; problem: string }

export function verifyTranscript(transcript: Transcript): Verdict {
  const game = findGame(transcript.game)
  const unfit = misfit(transcript)
  if (!game || unfit) return bad(0, unfit ?? 'game: unknown')
  const secret = Buffer.from(transcript.secret, 'hex')
  if (commitmentTo(secret, transcript.match) !== transcript.commitment)
    return bad(0, 'the commitment is not that of this secret and match')
  const options = game.schema.options.parse(transcript.options)
  let position = firstPosition(genesisHash(transcript), game.initial(options, transcript.seats))
  for (const entry of transcript.entries) {
    const next = verifyEntry(game, position, entry, secret)
    if ('problem' in next) return bad(position.version + 1, next.problem)
    position = next
  }
  const { state, aborted } = position
  return { ok: true, entries: transcript.entries.length, over: game.phase(state).over !== null, ...(aborted && { aborted }) }
}

const bad = (entry: number, problem: string): Verdict => ({ ok: false, entry, problem })

/** Whoever made the file also made its hashes, so even an entry that fits the chain may hold anything: it must not end the program. */
function verifyEntry(game: AnyGame, position: Position, entry: Entry, secret: Uint8Array): Position | { problem: string } {
  if (entry.version !== position.version + 1) return { problem: `version ${entry.version} follows ${position.version}` }
  if (entryHash(position.head, entry, secret) !== entry.hash)
    return { problem: 'the hash does not fit the entry and the one before' }
  try {
    const problem = firstFalseRoll(secret, entry.rolls) ?? outOfOrder(position, entry) ?? redecided(game, position, entry, secret)
    if (problem) return { problem }
    return positionAfter(entry, fold(game, position.state, readEvents(game, entry.events)))
  } catch (error) {
    return { problem: `the entry cannot be replayed: ${firstLine(error)}` }
  }
}

const firstLine = (error: unknown): string | undefined => (error instanceof Error ? error.message : String(error)).split('\n')[0]

/** What holds under any rules: nothing follows an abort, and what is done about the match itself changes nothing in the game. */
function outOfOrder({ aborted }: Position, { command, events, rolls }: Entry): string | undefined {
  if (aborted) return 'it follows the entry that aborted the match'
  return isMatchCommand(command) && events.length + rolls.length > 0
    ? `${command.type}: no event and no roll can follow`
    : undefined
}

/** Where the rules are still those of the entry, the same command must give the same events and ask for the same rolls. */
function redecided(game: AnyGame, position: Position, entry: Entry, secret: Uint8Array): string | undefined {
  if (entry.rules !== game.rules) return undefined
  const command = readCommand(game, entry.command)
  if (!command) return 'the command holds no move of this game'
  const again = step(game, position, command, { dice: labelledDice(secret), secret }, entry.at)
  if (!again.ok) return `the rules refuse the command: ${again.refusal.code}`
  return again.entry.hash === entry.hash ? undefined : 'the rules give other events for this command'
}

function readCommand(game: AnyGame, command: StoredCommand): StoredCommand | undefined {
  if (command.type !== 'move') return command
  const read = readMove(game, command.move)
  return read.ok ? { ...command, move: read.move } : undefined
}
