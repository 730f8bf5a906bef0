/**
 * What happened in a tournament, one record after the other: its log. Everything else (who plays, the rounds, standings) follows from the setting and the records by pure functions, so
 * that whoever has them can work it out again. Nothing here knows a clock or chance.
 */
import { z } from 'zod'

/** From 1, in the order of entering. */
export const EntrantNumber = z.int().min(1).describe('Number of the entrant, from 1 in the order of entering.')
const round = z.int().min(1).describe('Number of the round, from 1.')
/** From 1, over all rounds. */
const tableNumber = z.int().min(1).describe('Number of the table, from 1 over all rounds.')

/** Who plays: a bot of the house, an account, or a local program. Versions of a bot are entrants of their own, but an account has one memory. */
export const Who = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('house'), bot: z.string() }),
  z.strictObject({ kind: z.literal('player'), player: z.string() }),
  z.strictObject({ kind: z.literal('program'), command: z.string() }),
])
export type Who = z.infer<typeof Who>

export const Table = z.strictObject({
  number: tableNumber,
  round,
  /** Index in the games of the setting. */
  game: z.int().min(0),
  /** By seat: the number of the entrant. */
  seats: z.array(EntrantNumber).min(2),
  /** Tables with the same number are dealt the same cards. From 1, over all rounds. */
  deal: z.int().min(1),
})
export type Table = z.infer<typeof Table>

export const Round = z.strictObject({
  round,
  tables: z.array(Table),
  /** Entrants who have nobody to play with in this round. */
  byes: z.array(EntrantNumber),
})
export type Round = z.infer<typeof Round>

const Placing = z.strictObject({ seat: z.int().min(0), place: z.int().min(1), score: z.int() })

/**
 * `played`: the match came to its end, though seats may have left it. `forfeit`: never played, because somebody had withdrawn; those are last, and the others share the places before them. `void`: the match was
 * aborted, or the organiser ended the tournament before it was over; it counts for nothing.
 */
export const OUTCOMES = ['played', 'forfeit', 'void'] as const

export const TableResult = z.strictObject({
  table: tableNumber,
  outcome: z.enum(OUTCOMES),
  /** Every seat, best place first; empty if it is void. */
  places: z.array(Placing),
  /** Seats that left the match before its end. */
  left: z.array(z.int().min(0)),
  /** Hash of the last entry of its log; null if there is none. */
  head: z.string().nullable(),
})
export type TableResult = z.infer<typeof TableResult>

export const TournamentRecord = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('entered'),
    entrant: EntrantNumber,
    name: z.string(),
    /** Of a bot; null if it was not told. */
    version: z.string().nullable(),
    who: Who,
    /** By which entrants are ranked before the first round, higher first; null ranks behind all that have one, in the order of entering. */
    rating: z.number().nullable(),
  }),
  /** Plays no table that has not begun, and is in no later round. */
  z.strictObject({ type: z.literal('withdrew'), entrant: EntrantNumber, reason: z.string() }),
  z.strictObject({ type: z.literal('started') }),
  z.strictObject({ type: z.literal('paused') }),
  z.strictObject({ type: z.literal('resumed') }),
  z.strictObject({ type: z.literal('roundMade'), ...Round.shape }),
  z.strictObject({ type: z.literal('tableBegun'), table: tableNumber, match: z.string() }),
  z.strictObject({ type: z.literal('tableEnded'), ...TableResult.shape }),
  /** No further round is made: because the format says so, or the organiser. */
  z.strictObject({ type: z.literal('ended'), by: z.enum(['format', 'organiser']) }),
])
export type TournamentRecord = z.infer<typeof TournamentRecord>
