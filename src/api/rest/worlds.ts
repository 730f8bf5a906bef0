/** Worlds that are only thought of, for authors who search in a language of their own. */
import { ApplyMoves, ImagineWorlds } from '../../match/world-shapes.js'
import { chargeFurther } from '../http/rates.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { GameAddress, MatchAddress, shapesOf } from './shapes.js'

/** A state of a match whose host has brought a whole box of cards along. */
const APPLIED_BYTES = 256 * 1024

function schemas({ games }: RestDeps) {
  const { Imagined, Applied } = shapesOf(games)
  const shared = { tags: ['worlds'], security: withToken, repeatable: true } as const
  return {
    imagine: {
      ...shared,
      operationId: 'imagineWorlds',
      summary: 'Worlds that your seat cannot tell from the true position',
      description:
        'Drawn by chance from what your seat sees now and from nothing else: what is hidden from it is dealt anew. For the holder of a seat alone. Each world costs a point.',
      problems: ['NOT_SEATED', 'NOT_STARTED', 'STALE_VERSION', 'MATCH_CANCELLED'],
      params: MatchAddress,
      body: ImagineWorlds,
      response: { 200: Imagined },
    },
    apply: {
      ...shared,
      operationId: 'applyMoves',
      summary: 'What would follow from moves in a world',
      description:
        'Judges moves in a world that this server gave, as alternatives or one after the other, and tells what became of it; or begins a match. Nothing is kept. A move that the rules refuse is no problem here: its result has the refusal. Each result costs a point.',
      problems: ['STATE_NOT_SIGNED', 'STATE_OUTDATED', 'WRONG_GAME', 'SEATS_OUT_OF_RANGE', 'INVALID_OPTIONS'],
      params: GameAddress,
      body: ApplyMoves,
      response: { 200: Applied },
    },
  } as const
}

export function worldRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate, rates } = deps
  const schema = schemas(deps)
  const shown = { body: shapesOf(deps.games).ApplyMoves }

  app.post('/v1/matches/:id/imagine', { schema: schema.imagine }, async (request, reply) => {
    const caller = await authenticate(request)
    chargeFurther(rates, caller, request.body.count, reply)
    return matches.imagine(caller, request.params.id, request.body)
  })

  app.post(
    '/v1/games/:id/apply',
    { schema: schema.apply, config: { shown }, bodyLimit: APPLIED_BYTES },
    async (request, reply) => {
      const caller = await authenticate(request)
      chargeFurther(rates, caller, request.body.moves.length, reply)
      return matches.apply(caller, request.params.id, request.body)
    },
  )
}
