/** The shapes of worlds that are only thought of: imagined from what a seat knows, or what would follow from moves in one. */
import { z } from 'zod'
import { AwaitedDecision, CreateMatch, game, Place, RefusalShape, seatNumber, version } from './shapes.js'

/** Each world costs a point, so these only keep an answer from being endless. */
const MOST_IMAGINED = 20
export const MOST_TRIED = 50
const MOST_MOVES = 100
/** In characters; a request may be a little longer. */
const LONGEST_STATE = 240_000

const seed = z.int().min(0).max(4_294_967_295).describe('Names the chance: the same seed gives the same answer.')
const how = {
  view: z.boolean().default(false).describe('Tell each world in the terms of the game, as a referee would see it.'),
  legalMoves: z.int().min(0).max(MOST_MOVES).default(0).describe('Tell up to so many legal moves of each awaited seat.'),
}
const state = z.string().max(LONGEST_STATE)

export const ImagineWorlds = z
  .strictObject({
    seed,
    count: z.int().min(1).max(MOST_IMAGINED).default(1).describe('How many worlds, each by chance of its own.'),
    ...how,
  })
  .meta({ id: 'ImagineWorlds', description: 'Which worlds are to be imagined.' })
export type ImagineWorlds = z.infer<typeof ImagineWorlds>

export const TriedMove = z
  .strictObject({
    seat: seatNumber.describe('The seat that moves.'),
    move: z.looseObject({}).optional().describe('Its move, as legal moves print it; left out, the seat leaves.'),
  })
  .meta({ id: 'TriedMove', description: 'What a seat does in a world.' })
export type TriedMove = z.infer<typeof TriedMove>

export const ApplyMoves = z
  .strictObject({
    state: state.optional().describe('The state of a world, as this server gave it.'),
    begin: CreateMatch.pick({ seats: true, options: true })
      .meta({ id: 'BeginWorld', description: 'A match that begins.' })
      .optional()
      .describe('In place of a state: a match that begins. Without moves, the answer is its first world.'),
    moves: z.array(TriedMove).max(MOST_TRIED).default([]).describe('What is done in it.'),
    inTurn: z
      .boolean()
      .default(false)
      .describe('One move after the other, until one is refused; otherwise each in the same world, as alternatives.'),
    seed,
    ...how,
  })
  .meta({ id: 'ApplyMoves', description: 'What is to be tried in a world.' })
export type ApplyMoves = z.infer<typeof ApplyMoves>

/** What a world tells of the seats that must choose in it. */
const AwaitedInWorld = AwaitedDecision.pick({ seat: true, decision: true }).meta({
  id: 'AwaitedInWorld',
  description: 'A seat that must choose in a world.',
})

export const WorldMoves = z
  .strictObject({
    seat: seatNumber.describe('Whose moves.'),
    total: z.int().describe('How many there are.'),
    complete: z.boolean().describe('False if they are a varied sample of a larger space.'),
    moves: z.array(z.looseObject({})).describe('The first of them, as they are submitted.'),
  })
  .meta({ id: 'WorldMoves', description: 'What a seat may do in a world.' })

export const World = z
  .strictObject({
    state: state.describe('All of it, signed: only what this server gave is taken. After the fourth space comes JSON.'),
    awaiting: z.array(AwaitedInWorld).describe('Seats that must choose.'),
    over: z.array(Place).nullable().describe('Final places, best first; null until the end.'),
    view: z.looseObject({}).optional().describe('The world in the terms of the game, if it was asked for.'),
    legalMoves: z.array(WorldMoves).optional().describe('What the awaited seats may do, if it was asked for.'),
  })
  .meta({ id: 'World', description: 'A position that is only thought of.' })
/** A view belongs to its game: nobody else looks inside. */
type ShownWorld<Shape> = Omit<Shape, 'view'> & { readonly view?: object }
export type World = ShownWorld<z.infer<typeof World>>

export const Imagined = z
  .strictObject({
    game,
    version: version.describe('The version of the match that they are of.'),
    seat: seatNumber.describe('Your seat: it cannot tell them from the true position.'),
    worlds: z.array(World).describe('As many as were asked for.'),
  })
  .meta({ id: 'Imagined', description: 'Worlds that fit all that your seat knows.' })
export type Imagined = Omit<z.infer<typeof Imagined>, 'worlds'> & { readonly worlds: World[] }

export const AppliedMove = z
  .strictObject({
    refusal: RefusalShape.nullable().describe('Why the rules do not allow it; null if they do.'),
    events: z.array(z.looseObject({})).describe('What happened, secrets included; empty if it is refused.'),
    world: World.nullable().describe('What became of the world; null if it is refused.'),
  })
  .meta({ id: 'AppliedMove', description: 'What followed from a move in a world.' })
export type AppliedMove = Omit<z.infer<typeof AppliedMove>, 'world'> & { readonly world: World | null }

export const Applied = z
  .strictObject({
    game,
    results: z.array(AppliedMove).describe('One for each move, in order; for a beginning without moves, one.'),
  })
  .meta({ id: 'Applied', description: 'What followed from moves in a world.' })
export type Applied = Omit<z.infer<typeof Applied>, 'results'> & { readonly results: AppliedMove[] }
