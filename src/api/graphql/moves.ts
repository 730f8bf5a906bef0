/** Moves: of any game as JSON, alone or several at once, and each move of each game by a mutation of its own. */
import { z } from 'zod'
import type { AnyGame } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import type { Matches, Submission } from '../../match/matches.js'
import { type MatchMove, SubmitMoves } from '../../match/move-list-shapes.js'
import type { MoveRequest } from '../../match/shapes.js'
import { loggedProblem } from '../http/errors.js'
import { moveName } from '../schema/names.js'
import { membersOf } from '../schema/zod.js'
import type { Context, Resolver, Resolvers } from './context.js'
import { parse } from './inputs.js'
import { nullDropper } from './schema/nulls.js'

type Submit = Pick<Matches, 'submit' | 'submitAll'>

/** Fields that every move's input has, as GraphQL has checked them. */
interface Envelope {
  readonly matchId: string
  readonly expectedVersion?: number | null
  readonly idempotencyKey?: string | null
}

interface Sent extends Envelope {
  readonly move: unknown
}

/** Written out, here and below: a copy with more in it takes V8 many times as long. */
const requestOf = ({ expectedVersion, idempotencyKey }: Envelope, move: unknown, game?: string): MoveRequest => ({
  move,
  game,
  expectedVersion: expectedVersion ?? undefined,
  idempotencyKey: idempotencyKey ?? undefined,
})

const matchMoveOf = ({ matchId, move, expectedVersion, idempotencyKey }: Sent): MatchMove => ({
  match: matchId,
  move,
  expectedVersion: expectedVersion ?? undefined,
  idempotencyKey: idempotencyKey ?? undefined,
})

const Several = z.object({ inputs: SubmitMoves.shape.moves })

export const submitMutations = (matches: Submit): Resolvers[string] => ({
  submitMove: async (_, { input }, { caller }) =>
    moveResult(input.matchId, await matches.submit(caller, input.matchId, requestOf(input, input.move))),
  submitMoves: async (_, { inputs }, { caller, log }) => {
    parse(Several, { inputs })
    const sent: readonly Sent[] = inputs
    const outcomes = await matches.submitAll(caller, sent.map(matchMoveOf))
    return outcomes.map((outcome, index) => moveOutcome(itemAt(sent, index), outcome, log))
  },
})

export const moveMutations = (matches: Submit, game: AnyGame): Record<string, Resolver> =>
  Object.fromEntries(
    membersOf(game.schema.move).map(({ tag, schema }) => [
      moveName(game, tag),
      moveMutation(matches, game.id, tag, nullDropper(schema)),
    ]),
  )

const moveMutation =
  (matches: Submit, game: string, type: string, fieldsOf: (input: unknown) => unknown): Resolver =>
  async (_, { input }, { caller }) => {
    // A copy of our own. A copy of that with more in it takes V8 many times as long.
    const move = fieldsOf(input) as { type?: string }
    move.type = type
    return moveResult(input.matchId, await matches.submit(caller, input.matchId, requestOf(input, move, game)))
  }

/** An accepted move as its GraphQL type knows it. */
export type ToldMove = Extract<Submission, { ok: true }>['accepted'] & { __typename?: string; matchId?: string }

/** What was accepted is not copied: some of it is worked out only where it is selected. */
function moveResult(matchId: string, submission: Submission): object {
  if (!submission.ok) return { __typename: 'MoveRefused', ...submission.refusal, version: submission.version }
  const told: ToldMove = submission.accepted
  told.__typename = 'MoveAccepted'
  told.matchId = matchId
  return told
}

/** What one mutation alone would have thrown is an answer here, so that the others have theirs. */
function moveOutcome({ matchId }: Sent, outcome: PromiseSettledResult<Submission>, log: Context['log']): object {
  if (outcome.status === 'fulfilled') return moveResult(matchId, outcome.value)
  const { code, message, errors, retryAfter } = loggedProblem(outcome.reason, log)
  return { __typename: 'MoveProblem', code, message, errors, retryAfter }
}
