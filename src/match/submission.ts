/**
 * The one write path. A cached position may be used to try an append, because the primary key of the log decides; but before
 * anything is refused, the position is compared with the log and the idempotency key is looked up.
 */
import { z } from 'zod'
import type { Command, Refusal } from '../games/contract.js'
import type { Log } from '../log/log.js'
import { Problem } from '../platform/problem.js'
import { awaitingAfter } from './awaiting.js'
import { type Live, type LiveMatches, leftAfter } from './live.js'
import type { Submission } from './matches.js'
import { inWords, noticesOf } from './redaction.js'
import { requestHash } from './request.js'
import type { Accepted, MoveRequest } from './shapes.js'
import { readEvents, type Step, step } from './table.js'
import { turnstile } from './turnstile.js'

export interface SubmissionDeps {
  readonly log: Log
  readonly live: LiveMatches
  readonly snapshot: (live: Live) => void
  readonly now: () => Date
  readonly onAccepted: (game: string) => void
  readonly onRefused: (game: string, code: string) => void
}

export interface Submissions {
  move(live: Live, seat: number, request: MoveRequest): Promise<Submission>
  /** Commands of the server itself: the start, and a seat that leaves. */
  command(live: Live, command: Command<unknown>): Promise<Submission>
}

/** What is asked for, independent of the position it meets. */
interface Request {
  readonly command: Command<unknown>
  readonly seat: number | null
  readonly expectedVersion: number | undefined
  readonly key: string | undefined
  readonly hash: string | null
}

/** How often a writer that lost a race decides again before it gives up. */
const TRIES = 8

export function submissions(deps: SubmissionDeps): Submissions {
  const oneAtATime = turnstile()
  const run = async (live: Live, request: Request): Promise<Submission> => {
    const submission = await oneAtATime(live.fixed.id, () => attempt(deps, live, request))
    if (submission.ok) deps.onAccepted(live.fixed.game.id)
    else deps.onRefused(live.fixed.game.id, submission.refusal.code)
    return submission
  }
  return {
    async move(live, seat, { game, move, expectedVersion, idempotencyKey }) {
      if (game !== undefined && game !== live.fixed.game.id) return wrongGame(deps, live)
      const parsed = live.fixed.game.schema.move.safeParse(move)
      if (!parsed.success) return malformed(deps, live, parsed.error)
      const hash =
        idempotencyKey === undefined ? null : requestHash({ move: parsed.data, expectedVersion: expectedVersion ?? null })
      return run(live, { command: { type: 'move', seat, move: parsed.data }, seat, expectedVersion, key: idempotencyKey, hash })
    },
    command: (live, command) =>
      run(live, {
        command,
        seat: command.type === 'leave' ? command.seat : null,
        expectedVersion: undefined,
        key: undefined,
        hash: null,
      }),
  }
}

/** Two games may have a move of the same shape; who asks for the one must not play the other. */
function wrongGame(deps: SubmissionDeps, live: Live): Submission {
  deps.onRefused(live.fixed.game.id, 'WRONG_GAME')
  return {
    ok: false,
    refusal: { code: 'WRONG_GAME', message: `This is a match of ${live.fixed.game.name}.` },
    version: live.position.version,
  }
}

function malformed(deps: SubmissionDeps, live: Live, error: z.ZodError): Submission {
  deps.onRefused(live.fixed.game.id, 'MALFORMED_MOVE')
  return {
    ok: false,
    refusal: { code: 'MALFORMED_MOVE', message: z.prettifyError(error).replaceAll('\n', ' ') },
    version: live.position.version,
  }
}

async function attempt(deps: SubmissionDeps, live: Live, request: Request): Promise<Submission> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { version } = live.position
    const next = stale(live, request) ?? decide(deps, live, request)
    if (next.ok && (await append(deps, live, request, next)) === 'appended')
      return { ok: true, accepted: accepted(live, next.entry, request.seat) }
    const again = await lookUp(deps, live, request)
    if (again) return again
    if (!next.ok && live.position.version === version) return { ok: false, refusal: next.refusal, version }
  }
  throw new Problem(503, 'TOO_MANY_WRITERS', 'Others kept moving in this match at the same moment; try again.', 1)
}

/** A request made for an earlier decision: the seat has been asked something else since. */
function stale(live: Live, { expectedVersion, seat }: Request): { ok: false; refusal: Refusal } | undefined {
  if (expectedVersion === undefined) return undefined
  const since = live.awaiting.find((one) => one.seat === seat)?.since ?? 0
  if (expectedVersion >= since && expectedVersion <= live.position.version) return undefined
  return {
    ok: false,
    refusal: {
      code: 'STALE_VERSION',
      message: `You expected version ${expectedVersion}; the match is at version ${live.position.version}.`,
    },
  }
}

const decide = (deps: SubmissionDeps, { fixed, position }: Live, { command }: Request): Step =>
  step(fixed.game, position, command, fixed, deps.now().toISOString())

async function append(
  deps: SubmissionDeps,
  live: Live,
  request: Request,
  { entry, next }: Step & { ok: true },
): Promise<'appended' | 'conflict'> {
  const { game, id } = live.fixed
  const phase = game.phase(next.state)
  const awaiting = awaitingAfter(live.awaiting, phase, request.seat, entry.version)
  const outcome = await deps.log
    .append({
      match: id,
      seat: request.seat,
      entry,
      awaiting,
      idempotencyKey: request.key ?? null,
      request: request.hash,
      becomes: phase.over ? 'over' : request.command.type === 'start' ? 'running' : null,
      result: phase.over,
      leaves: request.command.type === 'leave' ? request.command.seat : null,
    })
    .catch((error: unknown) => {
      deps.live.forget(id)
      throw error
    })
  if (outcome === 'conflict') return outcome
  // A reader may have brought the position here already, or beyond: it never goes back.
  if (live.position.version < entry.version) {
    live.position = next
    live.awaiting = awaiting
    live.leftAt = leftAfter(live.leftAt, entry)
  }
  deps.snapshot(live)
  return outcome
}

/** Brings the position up to date, and finds the entry that this very request has already written. */
async function lookUp(deps: SubmissionDeps, live: Live, { seat, key, hash }: Request): Promise<Submission | undefined> {
  const [, earlier] = await Promise.all([
    deps.live.freshen(live),
    key !== undefined && seat !== null ? deps.log.findByKey(live.fixed.id, seat, key) : undefined,
  ])
  if (!earlier) return undefined
  if (earlier.request !== hash)
    throw new Problem(422, 'IDEMPOTENCY_KEY_REUSED', 'This idempotency key belongs to another request.')
  return { ok: true, accepted: accepted(live, { ...earlier, events: readEvents(live.fixed.game, earlier.events) }, seat) }
}

/** The same answer whether the entry has just been written or is answered for again. */
function accepted(
  live: Live,
  entry: { version: number; hash: string; events: readonly unknown[] },
  seat: number | null,
): Accepted {
  const { game } = live.fixed
  const notices = noticesOf(game, entry.events, seat ?? 'spectator')
  const over = entry.version === live.position.version && game.phase(live.position.state).over !== null
  return {
    game: game.id,
    version: entry.version,
    head: entry.hash,
    status: over ? 'over' : 'running',
    notices,
    // Worked out only for those who ask for it: most bots do not.
    get text() {
      return inWords(game, notices)
    },
  }
}
