/** One accepted command and what it caused. Rows of this shape are only ever inserted. */
import { z } from 'zod'
import { Roll } from '../dice/rolls.js'
import { LeaveReason, member, words } from '../games/described.js'

const seat = z.int().min(0).describe('Seat number, from 0.')

/** Only as much of a move as all games share: the game's own schema has read it before it came here. */
const StoredMove = z.looseObject({ type: z.string().describe('Which move of the game it is.') })
export type StoredMove = z.infer<typeof StoredMove>

/** What the rules of a game decide. */
const GAME_COMMANDS = [
  member('start', 'The match starts.', {
    house: z.array(seat).optional().describe('Seats that the house holds from the start; left out if it holds none.'),
  }),
  member('move', 'A seat moves.', {
    seat,
    move: StoredMove.describe('The move, in the shape of the game.'),
    by: z.literal('house').optional().describe('`house` if the house chose it for the seat; left out if its player did.'),
  }),
  member('leave', 'A seat leaves.', { seat, reason: LeaveReason.describe('Why.') }),
] as const

const AbortedBy = words(['players', 'administrator', 'organiser'], {
  id: 'AbortedBy',
  description: 'Who ended a match without a result.',
  values: {
    players: 'All who still played, by agreement.',
    administrator: 'An administrator.',
    organiser: 'The organiser of its tournament, who has ended that.',
  },
})

const HandedTo = words(['player', 'house'], {
  id: 'HandedTo',
  description: 'Who has a seat after it changed hands.',
  values: { player: 'Another player.', house: 'The house, whose moves the server makes.' },
})
const HandedBy = words(['holder', 'clock'], {
  id: 'HandedBy',
  description: 'Who gave a seat away.',
  values: { holder: 'Whoever held it.', clock: 'The clock of the match: its time was up.' },
})

/** What is done about the match rather than in the game: its engine is not asked, and no event follows. */
const MATCH_COMMANDS = [
  member('abort', 'The match ends without a result.', { by: AbortedBy.describe('Who ended it.') }),
  member('absence', 'The player of a seat has said when they are away, or otherwise than before: its clock stands still then.', {
    seat,
    away: z
      .array(
        z
          .strictObject({ from: z.iso.datetime().describe('From when on.'), to: z.iso.datetime().describe('Up to when.') })
          .meta({ id: 'Away', description: 'A time in which the player of a seat is away.' }),
      )
      .describe('What is not over of it, all of it.'),
  }),
  member('handOver', 'A seat changes hands. Who has it now is not in the log: players can be erased.', {
    seat,
    to: HandedTo.describe('Who plays it from now on.'),
    by: HandedBy.describe('Who gave it away.'),
  }),
  member('takeBack', 'The position is again that of an earlier version, by agreement of all who still play.', {
    to: z.int().min(1).describe('The version whose position it is again.'),
  }),
] as const

const StoredCommand = z.discriminatedUnion('type', [...GAME_COMMANDS, ...MATCH_COMMANDS])

export type StoredCommand = z.infer<typeof StoredCommand>
export type MatchCommand = z.infer<(typeof MATCH_COMMANDS)[number]>

const MATCH_COMMAND_TYPES: ReadonlySet<string> = new Set(MATCH_COMMANDS.map(({ shape }) => shape.type.value))

export const isMatchCommand = (command: StoredCommand): command is MatchCommand => MATCH_COMMAND_TYPES.has(command.type)

/** Seats that the house holds from this command on. */
export function givenToHouse(command: StoredCommand): readonly number[] {
  if (command.type === 'start') return command.house ?? []
  return command.type === 'handOver' && command.to === 'house' ? [command.seat] : []
}

export const Entry = z.strictObject({
  version: z.int().min(1).describe('Its place in the log, from 1.'),
  rules: z.int().min(1).describe('Number of the rules by which it was decided.'),
  command: StoredCommand.describe('What was asked.'),
  events: z
    .array(z.looseObject({ type: z.string().describe('Which event of the game it is.') }))
    .describe('What followed, in the shape of the game.'),
  rolls: z.array(Roll).describe('All chance that it took, in order.'),
  at: z.iso.datetime().nullable().describe('When the server accepted it; null in a simulated match.'),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('Hash over this entry and the one before.'),
})
export type Entry = z.infer<typeof Entry>
export type UnhashedEntry = Omit<Entry, 'hash'>

let newest = { ms: 0, text: new Date(0).toISOString() }

/** A moment in milliseconds since 1970, as it is written down. Several entries are made within the same one. */
export function inWords(ms: number): string {
  if (ms !== newest.ms) newest = { ms, text: new Date(ms).toISOString() }
  return newest.text
}

/** The moment that was written down so; as a rule it has just been. */
export const inMilliseconds = (text: string): number => (text === newest.text ? newest.ms : Date.parse(text))

/** When an awaited seat must have chosen, as it is written beside the entry. In milliseconds since 1970. */
export interface Deadline {
  readonly seat: number
  readonly due: number
  /** When its decision opened; null if the house is to decide at once. */
  readonly opened: number | null
  /** The version at which it opened, of one that the house is to decide: its row stays as it is for as long as that is the same. */
  readonly since?: number
}

/** Of an entry in a match whose deadlines are kept. */
export interface Timing {
  /** Where the clocks stand after the entry; opaque to the log. Null if only the house has deadlines. */
  readonly times: object | null
  /** All that stand after the entry. */
  readonly deadlines: readonly Deadline[]
  /**
   * The one that opened with the entry, null if none did, where it is enough to see to it that somebody looks in time: the others stand as they were.
   * Left out where more has changed, so that all are written down as they are.
   */
  readonly opening?: Deadline | null
  /** The number of spans that were known when it was decided: with another number it is not written. */
  readonly epoch: number
}

/** A seat that must choose after an entry. */
export interface Awaiting {
  readonly seat: number
  readonly decision: string
  /** The version at which the decision opened. */
  readonly since: number
}
