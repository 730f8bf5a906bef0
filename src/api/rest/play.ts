/** Playing: what may I do, may I do this, do it. The move route is the hot path: nothing here but translation. */
import { requireReader } from '../../accounts/caller.js'
import { MoveCheck } from '../../match/shapes.js'
import { Refused } from '../http/errors.js'
import { included, withoutIncluded } from '../http/included.js'
import { expectedVersion, idempotencyKey, requireOwnTag } from './conditions.js'
import { look } from './looking.js'
import { RULES } from './problem-answers.js'
import { leaveBodyUnparsed, type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { LegalMovesQuery, MatchAddress, MoveHeaders, SubmitQuery, shapesOf } from './shapes.js'

function schemas({ games }: RestDeps) {
  const { Move, Accepted, LegalMoves } = shapesOf(games)
  const atMatch = { tags: ['play'], params: MatchAddress, security: withToken }
  return {
    legal: {
      ...atMatch,
      operationId: 'listLegalMoves',
      summary: 'The moves that you may make now',
      description:
        'A page of the moves that the rules allow your seat at the newest version, each as it is submitted and as a sentence. Empty if you are not awaited. Where `complete` is false, the list is a varied sample of a larger space.',
      problems: ['NOT_SEATED', 'NOT_STARTED', 'STALE_VERSION', 'MATCH_CANCELLED'],
      querystring: LegalMovesQuery,
      response: { 200: LegalMoves },
    },
    submit: {
      ...atMatch,
      operationId: 'submitMove',
      summary: 'Make a move: the body is the move, as the legal moves print it',
      description:
        'Answered once the move is in the log; with `wait`, when it is your turn again or the match is over, at the latest after so many seconds. A move that the rules refuse is answered with 422, the code of the rule and the version at which it was judged, and leaves no trace.',
      problems: [
        ...['NOT_SEATED', 'NOT_STARTED', 'MATCH_CANCELLED', 'STALE_VERSION', 'IDEMPOTENCY_KEY_REUSED', 'TOO_MANY_WRITERS'],
        ...['MALFORMED_MOVE', 'NOT_YOUR_TURN', 'TIME_IS_UP', 'MATCH_OVER', 'MATCH_ABORTED', 'SEAT_HAS_LEFT', RULES],
      ],
      headers: MoveHeaders,
      querystring: SubmitQuery,
      body: Move,
      response: { 200: Accepted },
    },
    check: {
      ...atMatch,
      operationId: 'checkMove',
      repeatable: true,
      summary: 'Would this move be accepted? Without any effect',
      description:
        'Judges the move as submitMove would at the newest version. What the rules refuse is no problem here: the answer is 200, with the code in `refusal`.',
      problems: ['NOT_SEATED', 'NOT_STARTED', 'STALE_VERSION', 'MATCH_CANCELLED'],
      body: Move,
      response: { 200: MoveCheck },
    },
  } as const
}

export function playRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate } = deps
  const schema = schemas(deps)

  app.get('/v1/matches/:id/legal-moves', { schema: schema.legal }, async (request) =>
    matches.legalMoves(await authenticate(request), request.params.id, request.query),
  )

  app.post('/v1/matches/:id/moves', { schema: schema.submit, validatorCompiler: leaveBodyUnparsed }, async (request, reply) => {
    const { headers } = request.raw
    const conditions = { expectedVersion: expectedVersion(headers), idempotencyKey: idempotencyKey(headers) }
    const { id } = request.params
    const { include, wait } = request.query
    const caller = await authenticate(request)
    // Before the move, which cannot be taken back because its maker may not look.
    if (include || wait > 0) requireReader(caller)
    await requireOwnTag(headers, (version) => matches.parts(caller, id, [], version))
    const outcome = await matches.submit(caller, id, { move: request.body, ...conditions })
    if (!outcome.ok) throw new Refused(outcome.refusal, outcome.version)
    const { accepted } = outcome
    const told =
      wait > 0
        ? look(deps, reply, caller, id, { include: include ?? [], wait }).then(({ match }) => ({ match }))
        : included(matches, caller, id, include, accepted.version)
    return { ...accepted.whole(), ...(await told.catch(withoutIncluded(request.log))) }
  })

  app.post('/v1/matches/:id/moves/check', { schema: schema.check, validatorCompiler: leaveBodyUnparsed }, async (request) =>
    matches.check(await authenticate(request), request.params.id, request.body),
  )
}
