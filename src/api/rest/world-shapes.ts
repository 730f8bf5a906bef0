/** Worlds with the views and moves of all games. */
import { z } from 'zod'
import { Applied, AppliedMove, ApplyMoves, Imagined, MOST_TRIED, TriedMove, World, WorldMoves } from '../../match/world-shapes.js'

/** What is tried, for the reference. */
function triedShape(move: z.ZodType, options: z.ZodType) {
  const Tried = TriedMove.extend({ move: move.optional().describe(TriedMove.shape.move.description ?? '') }).meta({
    id: 'TriedMove',
    description: 'What a seat does in a world.',
  })
  const begin = ApplyMoves.shape.begin.unwrap().extend({
    options: options.optional().describe('Options of the game; what is left out has its default.'),
  })
  return ApplyMoves.extend({
    begin: begin.optional().describe(ApplyMoves.shape.begin.description ?? ''),
    moves: z.array(Tried).max(MOST_TRIED).default([]).describe('What is done in it.'),
  }).meta({ id: 'ApplyMoves', description: 'What is to be tried in a world.' })
}

export function worldShapes(view: z.ZodType, move: z.ZodType, options: z.ZodType) {
  const Moves = WorldMoves.extend({ moves: z.array(move).describe('The first of them, as they are submitted.') }).meta({
    id: 'WorldMoves',
    description: 'What a seat may do in a world.',
  })
  const Shown = World.extend({
    view: view.optional().describe('The world in the terms of the game, if it was asked for.'),
    legalMoves: z.array(Moves).optional().describe('What the awaited seats may do, if it was asked for.'),
  }).meta({ id: 'World', description: 'A position that is only thought of.' })
  const Result = AppliedMove.extend({
    world: Shown.nullable().describe('What became of the world; null if it is refused.'),
  }).meta({ id: 'AppliedMove', description: 'What followed from a move in a world.' })
  return {
    ApplyMoves: triedShape(move, options),
    Imagined: Imagined.extend({ worlds: z.array(Shown).describe('As many as were asked for.') }).meta({
      id: 'Imagined',
      description: 'Worlds that fit all that your seat knows.',
    }),
    Applied: Applied.extend({
      results: z.array(Result).describe('One for each move, in order; for a beginning without moves, one.'),
    }).meta({ id: 'Applied', description: 'What followed from moves in a world.' }),
  }
}
