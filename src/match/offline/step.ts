/** One step of play, without any database: a position, a command, the entry that follows and the position after it. */
import { recording } from '../../dice/rolls.js'
import { seededDice } from '../../dice/seeded.js'
import { type AnyGame, type Decision, type Dice, type Phase, type Refusal, refusal } from '../../games/contract.js'
import { entryHash } from '../../log/chain.js'
import {
  type Awaiting,
  type Entry,
  isMatchCommand,
  type MatchCommand,
  type StoredCommand,
  type StoredMove,
  type UnhashedEntry,
} from '../../log/entry.js'
import { complaintOf, inputErrors, readInput } from '../../platform/complaint.js'

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

export type Step = { ok: true; entry: Entry; next: Position } | { ok: false; refusal: Refusal }

/** Decides a command and makes the entry that would follow; nothing is stored here. */
export function step(
  game: AnyGame,
  position: Position,
  command: StoredCommand,
  chance: { dice: Dice; secret: Uint8Array },
  at: string | null,
): Step {
  const { dice, rolls } = recording(chance.dice)
  const decision = decided(game, position, command, dice)
  if (!decision.ok) return decision
  const unhashed: UnhashedEntry = {
    version: position.version + 1,
    rules: game.rules,
    command,
    events: [...decision.events],
    rolls,
    at,
  }
  const entry = { ...unhashed, hash: entryHash(position.head, unhashed, chance.secret) }
  return { ok: true, entry, next: positionAfter(entry, decision.state) }
}

export const MATCH_OVER = refusal('MATCH_OVER', 'The match is over.')
export const MATCH_ABORTED: Refusal = { code: 'MATCH_ABORTED', message: 'The match was aborted: it ended without a result.' }

function decided(game: AnyGame, position: Position, command: StoredCommand, dice: Dice): Decision<Entry['events'][number]> {
  if (position.aborted) return { ok: false, refusal: MATCH_ABORTED }
  if (!isMatchCommand(command)) return game.decide(position.state, command, dice)
  const refused = outOfPlace(game, position, command)
  return refused ? { ok: false, refusal: refused } : { ok: true, events: [], state: position.state }
}

/** Why this cannot be done to the match now; undefined if it can. */
function outOfPlace(game: AnyGame, { version, state }: Position, { type }: MatchCommand): Refusal | undefined {
  switch (type) {
    case 'abort':
      if (version === 0) return refusal('NOT_STARTED', 'The match has not begun.')
      return game.phase(state).over ? MATCH_OVER : undefined
  }
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
  const decision = decided(game, position, { type: 'move', seat, move }, seededDice(0))
  return decision.ok ? undefined : decision.refusal
}

/** Replay: folds `evolve` and never asks `decide`. */
export const fold = (game: AnyGame, state: unknown, events: readonly unknown[]): unknown =>
  events.reduce((before, event) => game.evolve(before, event), state)

/** Stored events as today's engine reads them. */
export const readEvents = (game: AnyGame, stored: readonly unknown[]): unknown[] =>
  stored.map((event) => game.schema.event.parse(game.upcast ? game.upcast(event) : event))

/**
 * Who is awaited after an entry, and since which version: this tells a stale request from one that merely arrived after another seat's.
 * A decision stays open across the entries of other seats; the seat's own entry closes it, even if the next decision has the same name.
 */
export function awaitingAfter(
  before: readonly Awaiting[],
  phase: Pick<Phase, 'awaiting'>,
  actor: number | null,
  version: number,
): Awaiting[] {
  return phase.awaiting.map(({ seat, decision }) => {
    const open = seat === actor ? undefined : before.find((one) => one.seat === seat && one.decision === decision)
    return { seat, decision, since: open?.since ?? version }
  })
}
