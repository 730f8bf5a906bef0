/** Several moves in one request: each is told in its place what one move alone would have been answered. */
import type { FastifyBaseLogger, FastifyReply } from 'fastify'
import { type Caller, requireReader } from '../../accounts/caller.js'
import type { Submission } from '../../match/matches.js'
import { MatchMove, SubmitMoves } from '../../match/move-list-shapes.js'
import type { Include } from '../../match/shapes.js'
import { inTurns } from '../../platform/turns.js'
import { loggedProblem, problemDocument, Refused } from '../http/errors.js'
import { included, withoutIncluded } from '../http/included.js'
import { chargeFurther } from '../http/rates.js'
import { type RestDeps, withToken, type ZodRoutes } from './routing.js'
import { MovesQuery, shapesOf } from './shapes.js'

const PATH = '/v1/moves'

const schemaOf = ({ games }: RestDeps) =>
  ({
    tags: ['play'],
    operationId: 'submitMoves',
    summary: 'Make up to 100 moves, each answered on its own',
    description:
      'Of different matches or of one, by the holder of their seats. The answer has an item for each move, in their order: what submitMove would have answered, or the problem. A move that is refused or malformed, or that finds no such match, harms no other. Moves of one match are made one after the other, each judged after the one before it; `expectedVersion` refuses what the one before has not led to. Whoever repeats a request with the same keys gets the same answers. Each move costs a point.',
    security: withToken,
    querystring: MovesQuery,
    body: SubmitMoves,
    response: { 200: shapesOf(games).MoveList },
  }) as const

export function moveListRoutes(app: ZodRoutes, deps: RestDeps): void {
  const { matches, authenticate, rates } = deps
  const shown = { body: shapesOf(deps.games).SubmitMoves }
  app.post(PATH, { schema: schemaOf(deps), config: { shown } }, async (request, reply) => {
    const { moves } = request.body
    const { include } = request.query
    const { log } = request
    const caller = await authenticate(request)
    // Before the moves, which cannot be taken back because their maker may not look.
    if (include) requireReader(caller)
    chargeFurther(rates, caller, moves.length, reply)
    const outcomes = await matches.submitAll(caller, moves)
    const items = include
      ? await inTurns(outcomes, AT_ONCE, carrying({ matches, caller, moves, include, log }))
      : outcomes.map((outcome) => told(outcome, log))
    return sendItems(reply, items)
  })
}

const sendItems = (reply: FastifyReply, items: readonly string[]): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(`{"items":[${items.join(',')}]}`)

type Outcome = PromiseSettledResult<Submission>

/** What became of a move, as JSON. */
function told(outcome: Outcome, log: FastifyBaseLogger, more?: object): string {
  if (outcome.status === 'rejected') return problemText(outcome.reason, log)
  const { value } = outcome
  if (!value.ok) return problemText(new Refused(value.refusal, value.version), log)
  return JSON.stringify(more ? { ...value.accepted.whole(), ...more } : value.accepted)
}

function problemText(thrown: unknown, log: FastifyBaseLogger): string {
  const problem = loggedProblem(thrown, log)
  return JSON.stringify({ ...problemDocument(problem, PATH), retryAfter: problem.retryAfter })
}

/** Positions, of which some take milliseconds: between them others have their turn. */
const AT_ONCE = 4
/** In characters. Beyond it moves are told without their position: an answer is not to grow without end, and each position may be long. */
const CARRIED = 1024 * 1024

interface Carrying extends Pick<RestDeps, 'matches'> {
  readonly caller: Caller
  /** As they were sent: those that were accepted are well-formed. */
  readonly moves: readonly unknown[]
  readonly include: readonly Include[]
  readonly log: FastifyBaseLogger
}

/** The same with the position after the move. */
function carrying({ matches, caller, moves, include, log }: Carrying): (outcome: Outcome, index: number) => Promise<string> {
  let length = 0
  return async (outcome, index) => {
    const accepted = outcome.status === 'fulfilled' && outcome.value.ok ? outcome.value.accepted : undefined
    if (!accepted || length > CARRIED) return told(outcome, log)
    const { match } = MatchMove.parse(moves[index])
    const more = await included(matches, caller, match, include, accepted.version).catch(withoutIncluded(log))
    const text = told(outcome, log, more)
    length += text.length
    return text
  }
}
