/**
 * What a local program reads and writes: one line of JSON each, on its standard input and output. Legal moves have the shape that REST gives them, and a
 * move the one it is submitted in, so that the part of a bot that chooses serves here and there.
 */
import { z } from 'zod'
import { LegalMovePage } from '../../match/shapes.js'

const seats = z.int().describe('Number of seats.')
const seat = z.int().describe('The seat that the program plays in this match.')
const about = {
  match: z.string().describe('Id of the match.'),
  game: z.string().describe('Id of the game.'),
  seats,
  seat,
}

export const OpeningLine = z
  .strictObject({
    type: z.literal('start'),
    ...about,
    options: z.looseObject({}).describe('Options of the match, in the shape of the game.'),
  })
  .describe('A match begins. No answer.')

export const DecisionLine = z
  .strictObject({
    type: z.literal('decision'),
    ...about,
    version: z.int().describe('Number of entries in the log so far.'),
    decision: z.string().describe('The decision that is asked for, by its name in the game.'),
    view: z.looseObject({}).describe('The match as the seat may know it, in the shape of the game.'),
    legalMoves: LegalMovePage.describe('What may be done: the first moves of the list.'),
    limitMs: z.number().describe('Milliseconds for the answer, from when the line was written.'),
  })
  .describe('The seat has to choose. Answered with one line.')

export const EndLine = z
  .strictObject({
    type: z.literal('end'),
    ...about,
    places: z
      .array(z.strictObject({ seat: z.int(), place: z.int(), score: z.int() }))
      .describe('The result, best place first; seats that tie share a place.'),
  })
  .describe('The match is over. No answer.')

/** All that a program is told. */
export type Told = z.infer<typeof OpeningLine | typeof DecisionLine | typeof EndLine>

/** The answer to a decision. */
export const AnswerLine = z
  .union([z.int().min(0), z.looseObject({ type: z.string() })])
  .describe('A move as it would be submitted, or the index of one in `legalMoves.moves`.')

/** Of `legalMoves.moves`: as many as a server sends at once. */
export const MOST_MOVES = 1000
