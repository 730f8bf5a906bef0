/** A whole match in one self-contained file, and the proof that it is right. */
import { z } from 'zod'
import { firstFalseRoll } from '../dice/rolls.js'
import { labelledDice } from '../dice/labelled.js'
import type { AnyGame } from '../games/contract.js'
import { findGame, games } from '../games/registry.js'
import { commitmentTo, entryHash, genesisHash } from '../log/chain.js'
import { Entry } from '../log/entry.js'
import { fold, type Position, readEvents, step } from './table.js'

export const Transcript = z.strictObject({
  format: z.literal('chancery-match/1'),
  match: z.string(),
  game: z.string(),
  options: z.looseObject({}),
  seats: z.int().min(1),
  commitment: z.string().regex(/^[0-9a-f]{64}$/),
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  entries: z.array(Entry),
})
export type Transcript = z.infer<typeof Transcript>

/** `entry` is the version of the first bad entry; 0 means what stands before the first. */
export type Verdict = { ok: true; entries: number; over: boolean } | { ok: false; entry: number; problem: string }

export function verifyTranscript(transcript: Transcript): Verdict {
  const game = findGame(transcript.game)
  if (!game) return bad(0, `unknown game ${transcript.game}; known: ${games.map(({ id }) => id).join(', ')}`)
  const secret = Buffer.from(transcript.secret, 'hex')
  if (commitmentTo(secret, transcript.match) !== transcript.commitment) return bad(0, 'the commitment is not that of this secret and match')
  const options = game.schema.options.safeParse(transcript.options)
  if (!options.success) return bad(0, `options: ${z.prettifyError(options.error)}`)
  let position: Position = { version: 0, head: genesisHash(transcript), state: game.initial(options.data, transcript.seats) }
  for (const entry of transcript.entries) {
    const next = verifyEntry(game, position, entry, secret)
    if ('problem' in next) return bad(position.version + 1, next.problem)
    position = next
  }
  return { ok: true, entries: transcript.entries.length, over: game.phase(position.state).over !== null }
}

const bad = (entry: number, problem: string): Verdict => ({ ok: false, entry, problem })

function verifyEntry(game: AnyGame, position: Position, entry: Entry, secret: Uint8Array): Position | { problem: string } {
  if (entry.version !== position.version + 1) return { problem: `version ${entry.version} follows ${position.version}` }
  if (entryHash(position.head, entry, secret) !== entry.hash) return { problem: 'the hash does not fit the entry and the one before' }
  const falseRoll = firstFalseRoll(secret, entry.rolls)
  if (falseRoll) return { problem: falseRoll }
  const undecided = entry.rules === game.rules ? redecided(game, position, entry, secret) : undefined
  if (undecided) return { problem: undecided }
  try {
    return { version: entry.version, head: entry.hash, state: fold(game, position.state, readEvents(game, entry.events)) }
  } catch (error) {
    return { problem: `the events cannot be replayed: ${(error as Error).message}` }
  }
}

/** Where the rules are still those of the entry, the same command must give the same events and ask for the same rolls. */
function redecided(game: AnyGame, position: Position, entry: Entry, secret: Uint8Array): string | undefined {
  const again = step(game, position, entry.command, { dice: labelledDice(secret), secret }, entry.at)
  if (!again.ok) return `the rules refuse the command: ${again.refusal.code}`
  return again.entry.hash === entry.hash ? undefined : 'the rules give other events for this command'
}
