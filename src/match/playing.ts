/** What is asked and done in a match that is played: by the one read path and the one write path. */
import type { z } from 'zod'
import { type Caller, requirePlayer, requireReader } from '../accounts/caller.js'
import { complaintOf, inputErrors, readInput } from '../platform/complaint.js'
import { invalid } from '../platform/problem.js'
import { turnsByKey } from '../platform/turns.js'
import type { Matches, Submission } from './matches.js'
import { MatchMove } from './move-list-shapes.js'
import type { Submissions } from './play/submission.js'
import { MoveRequest } from './shapes.js'
import type { Live, LiveMatches } from './store/live.js'
import type { Access } from './viewing/access.js'
import { type ReadingDeps, reading } from './viewing/reading.js'
import { requireSeat, seatOf } from './viewing/redactor.js'

type ReadMatchMove = z.ZodSafeParseResult<MatchMove>

interface PlayingDeps extends ReadingDeps {
  readonly live: Pick<LiveMatches, 'known'>
  readonly submissions: Pick<Submissions, 'move'>
}

interface Ways {
  readonly access: Access
  forWriting(caller: Caller, match: string): Promise<Live>
}

export function playing(
  deps: PlayingDeps,
  { access, forWriting }: Ways,
): Pick<Matches, 'view' | 'legalMoves' | 'parts' | 'check' | 'submit' | 'submitAll'> {
  const read = reading(deps)
  const submit = async (caller: Caller, match: string, request: MoveRequest): Promise<Submission> => {
    const known = deps.live.known(match)
    const seat = known ? seatOf(known, caller) : null
    // In a match that is in memory, whoever has a seat there may try a move: nothing else has to be looked at before.
    if (known && seat !== null) return deps.submissions.move(known, seat, request)
    const found = await forWriting(caller, match)
    return deps.submissions.move(found, requireSeat(found, caller), request)
  }
  return {
    async view(caller, match, how = {}) {
      requireReader(caller)
      return read.view(caller, await access.asItStands(caller, match), how)
    },
    async legalMoves(caller, match, page) {
      requireReader(caller)
      return read.legalMoves(caller, await read.at(caller, await access.upToDate(caller, match), page.at), page)
    },
    async parts(caller, match, include, at) {
      requireReader(caller)
      return read.parts(caller, await read.at(caller, await access.asItStands(caller, match), at), include)
    },
    async check(caller, match, move) {
      requireReader(caller)
      return read.check(caller, await access.upToDate(caller, match), move)
    },
    async submit(caller, match, request) {
      requirePlayer(caller, 'play')
      return submit(caller, match, MoveRequest.parse(request))
    },
    async submitAll(caller, moves) {
      requirePlayer(caller, 'play')
      const given = moves.map((move) => readInput(MatchMove, move))
      const inTurn = isOfDifferentMatches(given) ? atOnce : turnsByKey()
      return Promise.allSettled(
        given.map(async ({ success, data, error }) => {
          if (!success) throw invalid(complaintOf(error), inputErrors(error))
          const { match, move, expectedVersion, idempotencyKey } = data
          return inTurn(match, () => submit(caller, match, { move, expectedVersion, idempotencyKey }))
        }),
      )
    },
  }
}

const isOfDifferentMatches = (given: readonly ReadMatchMove[]): boolean =>
  new Set(given.map(({ data }) => data?.match)).size === given.length

/** As most lists are: of those nobody waits for another. */
const atOnce: ReturnType<typeof turnsByKey> = (_, work) => work()
