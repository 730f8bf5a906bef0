/** One step of play, without any database: a position, a command, the entry that follows and the position after it. */
import { RecordingDice } from '../../dice/rolls.js'
import { seededDice } from '../../dice/seeded.js'
import { type AnyGame, type Decision, type Dice, type Phase, type Refusal, refusal } from '../../games/contract.js'
import { entryHash, type Texts, textsOf } from '../../log/chain.js'
import {
  type Awaiting,
  type Entry,
  isMatchCommand,
  type MatchCommand,
  type StoredCommand,
  type StoredMove,
} from '../../log/entry.js'
import { complaintOf, inputErrors, readInput } from '../../platform/complaint.js'
import { type Back, tooFar } from './take-back.js'

export interface Position {
  readonly version: number
  /** Hash of the newest entry. */
  readonly head: string
  /** Belongs to the game; nobody else looks inside. */
  readonly state: unknown
  /** The match has ended without a result: nothing follows, whatever the game would allow. */
  readonly aborted: boolean
}

/** The position before the first entry. */
export const firstPosition = (head: string, state: unknown): Position => ({ version: 0, head, state, aborted: false })

/** The position after an entry, where its events have made this state. */
export const positionAfter = ({ version, hash: head, command }: Entry, state: unknown): Position => ({
  version,
  head,
  state,
  aborted: command.type === 'abort',
})

/** `texts`: parts of the entry as they were hashed. */
export type Step = { ok: true; entry: Entry; next: Position; texts: Texts } | { ok: false; refusal: Refusal }

/** Decides a command and makes the entry that would follow; nothing is stored here. `back` is for a take-back. */
export function step(
  game: AnyGame,
  position: Position,
  command: StoredCommand,
  chance: { dice: Dice; secret: Uint8Array },
  at: string | null,
  back?: Back,
): Step {
  const dice = new RecordingDice(chance.dice)
  const { rolls } = dice
  const decision = decided(game, position, command, dice, back)
  if (!decision.ok) return decision
  const version = position.version + 1
  const { rules } = game
  const events = [...decision.events]
  const texts = textsOf({ command, events, rolls })
  const hash = entryHash(position.head, { version, rules, command, events, rolls, at }, chance.secret, texts)
  const entry = { version, rules, command, events, rolls, at, hash }
  return { ok: true, entry, next: positionAfter(entry, decision.state), texts }
}

export const MATCH_OVER = refusal('MATCH_OVER', 'The match is over.')
export const TIME_IS_UP = refusal('TIME_IS_UP', 'Your time for this decision is up.')
export const MATCH_ABORTED: Refusal = { code: 'MATCH_ABORTED', message: 'The match was aborted: it ended without a result.' }

function decided(
  game: AnyGame,
  position: Position,
  command: StoredCommand,
  dice: Dice,
  back: Back | undefined,
): Decision<Entry['events'][number]> {
  if (position.aborted) return { ok: false, refusal: MATCH_ABORTED }
  if (!isMatchCommand(command)) return game.decide(position.state, command, dice)
  const refused = outOfPlace(game, position, command, back)
  if (refused) return { ok: false, refusal: refused }
  return { ok: true, events: [], state: command.type === 'takeBack' ? back?.state : position.state }
}

/** Why this cannot be done to the match now; undefined if it can. */
function outOfPlace(
  game: AnyGame,
  { version, state }: Position,
  command: MatchCommand,
  back: Back | undefined,
): Refusal | undefined {
  switch (command.type) {
    case 'abort':
      if (version === 0) return refusal('NOT_STARTED', 'The match has not begun.')
      return game.phase(state).over ? MATCH_OVER : undefined
    case 'absence':
    case 'handOver':
      return notPlaying(game, state, command.seat)
    case 'takeBack':
      if (version === 0) return refusal('NOT_STARTED', 'The match has not begun.')
      if (game.phase(state).over) return MATCH_OVER
      return !back || command.to < back.earliest || command.to >= version ? tooFar(back?.earliest ?? version) : undefined
  }
}

/** Why this seat does not play: whoever still plays may leave, so the game is asked for that. What would follow is thrown away. */
function notPlaying(game: AnyGame, state: unknown, seat: number): Refusal | undefined {
  const leaving = game.decide(state, { type: 'leave', seat, reason: 'resigned' }, seededDice(0))
  return leaving.ok ? undefined : leaving.refusal
}

export type ReadMove = { ok: true; move: StoredMove } | { ok: false; refusal: Refusal }

/** A move from outside, as the game's schema reads it; submitting and checking refuse a malformed one in the same words. */
export function readMove(game: AnyGame, given: unknown): ReadMove {
  const parsed = readInput(game.schema.move, given)
  if (parsed.success) return { ok: true, move: parsed.data }
  return { ok: false, refusal: { code: 'MALFORMED_MOVE', message: complaintOf(parsed.error), errors: inputErrors(parsed.error) } }
}

/** Why the rules do not allow the move; undefined if they do. Legality never depends on chance, so any dice will do; the events are thrown away. */
export function illegality(game: AnyGame, position: Position, seat: number, move: StoredMove): Refusal | undefined {
  const decision = decided(game, position, { type: 'move', seat, move }, seededDice(0), undefined)
  return decision.ok ? undefined : decision.refusal
}

/** The seat whose open decision the command closes; null if it is of none. */
const actorOf = (command: StoredCommand): number | null =>
  command.type === 'move' || command.type === 'leave' ? command.seat : null

/**
 * Who is awaited after an entry, and since which version: this tells a stale request from one that merely arrived after another seat's.
 * A decision stays open across the entries of other seats; the seat's own entry closes it, even if the next decision has the same name.
 */
export function awaitingAfter(
  before: readonly Awaiting[],
  phase: Pick<Phase, 'awaiting'>,
  command: StoredCommand,
  version: number,
): Awaiting[] {
  const actor = actorOf(command)
  // After a take-back every decision is a new one: whoever answers has looked at the position since.
  const isAnew = command.type === 'takeBack'
  return phase.awaiting.map(({ seat, decision }) => {
    const open = isAnew || seat === actor ? undefined : before.find((one) => one.seat === seat && one.decision === decision)
    return { seat, decision, since: open?.since ?? version }
  })
}
