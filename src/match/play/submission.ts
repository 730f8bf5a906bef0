/**
 * The one write path. A cached position may be used to try an append, because the primary key of the log decides; but before
 * anything is refused, the position is compared with the log and the idempotency key is looked up.
 */
import { type AnyGame, type Phase, type Refusal, refusal } from '../../games/contract.js'
import type { StoredCommand, StoredMove } from '../../log/entry.js'
import type { Log, StoredEntry } from '../../log/log.js'
import type { Ordered } from '../../log/ordering.js'
import { keyReused, Problem } from '../../platform/problem.js'
import { turnsByKey } from '../../platform/turns.js'
import type { Submission } from '../matches.js'
import { awaitingAfter, type ReadMove, readEvents, readMove, type Step, step } from '../offline/step.js'
import type { Accepted, MoveRequest } from '../shapes.js'
import type { LiveMatches } from '../store/live.js'
import { type Live, moveOn } from '../store/live.js'
import { inWords, noticesOf, statusAfter } from '../viewing/redactor.js'
import { WentBack } from '../went-back.js'
import { requestHash } from './idempotency.js'

export interface SubmissionDeps {
  readonly log: Log
  readonly live: LiveMatches
  readonly keepSnapshot: (live: Live) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How a command is decided; for traces. */
  readonly step?: typeof step
  readonly onAccepted: (game: string) => void
  readonly onRefused: (game: string, code: string) => void
}

export interface Submissions {
  move(live: Live, seat: number, request: MoveRequest): Promise<Submission>
  /** A move of a standing order, chosen in the position of this version: played only while the order waits. */
  order(live: Live, seat: number, ordered: OrderedMove, version: number): Promise<Submission>
  /** Commands of the server itself: the start, a seat that leaves, and what is done about the match rather than in it. */
  command(live: Live, command: StoredCommand): Promise<Submission>
}

export interface OrderedMove extends Ordered {
  readonly chosen: StoredMove
}

/** What is asked for, independent of the position it meets. */
interface Request {
  /** A refusal where no position could allow it: the request is not a move of this game. */
  readonly asked: StoredCommand | { readonly type: 'refused'; readonly refusal: Refusal }
  readonly seat: number | null
  readonly expectedVersion?: number | undefined
  readonly key?: string | undefined
  /** Null where nothing was ever written for such a request: an entry with its key belongs to another one. */
  readonly hash: string | null
  readonly ordered?: Ordered | undefined
}

/** How often a writer that lost a race decides again before it gives up. */
const TRIES = 8

export function submissions(deps: SubmissionDeps): Submissions {
  const oneAtATime = turnsByKey()
  const run = async (live: Live, request: Request): Promise<Submission> => {
    const submission = await oneAtATime(live.fixed.id, () => attempt(deps, live, request))
    if (submission.ok) deps.onAccepted(live.fixed.game.id)
    // Nobody has made the move of an order that is not played: it is counted nowhere.
    else if (!request.ordered) deps.onRefused(live.fixed.game.id, submission.refusal.code)
    return submission
  }
  return {
    move: (live, seat, request) => run(live, requestOf(live, seat, request)),
    order: (live, seat, ordered, version) => run(live, requestOfOrder(seat, ordered, version)),
    command: (live, command) => run(live, { asked: command, seat: command.type === 'leave' ? command.seat : null, hash: null }),
  }
}

function requestOf(live: Live, seat: number, { game, move, expectedVersion, idempotencyKey: key }: MoveRequest): Request {
  const isForAnother = game !== undefined && game !== live.fixed.game.id
  const read = isForAnother ? wrongGame(live.fixed.game) : readMove(live.fixed.game, move)
  if (!read.ok) return { asked: { type: 'refused', refusal: read.refusal }, seat, key, hash: null }
  const hash = key === undefined ? null : requestHash({ move: read.move, expectedVersion: expectedVersion ?? null })
  return { asked: { type: 'move', seat, move: read.move }, seat, expectedVersion, key, hash }
}

/** A key that no client can send, for it has a space: it tells an entry of this order from an equal one that another server made. */
const requestOfOrder = (seat: number, { id, move, chosen }: OrderedMove, expectedVersion: number): Request => ({
  asked: { type: 'move', seat, move: chosen },
  seat,
  expectedVersion,
  key: `order ${id}`,
  hash: requestHash({ order: id }),
  ordered: { id, move },
})

/** Two games may have a move of the same shape: a request made for the one must not be played in the other. */
const wrongGame = ({ name }: AnyGame): ReadMove => ({
  ok: false,
  refusal: { code: 'WRONG_GAME', message: `This is a match of ${name}.` },
})

async function attempt(deps: SubmissionDeps, live: Live, request: Request): Promise<Submission> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { version } = live.position
    const next = stale(live, request) ?? decide(deps, live, request)
    const done = next.ok ? await append(deps, live, request, next) : undefined
    if (done) return { ok: true, accepted: done }
    const { current, earlier } = await lookUp(deps, live, request)
    if (earlier) return earlier
    // Never decided anew: the caller chose this in a position that is no more, and perhaps in a seat that is another's now.
    if (current !== live) return wentBack(current)
    const refused = next.ok ? disagreement(request) : next.refusal
    if (refused && live.position.version === version) return { ok: false, refusal: refused, version }
  }
  throw new Problem(503, 'TOO_MANY_WRITERS', 'Others kept moving in this match at the same moment; try again.', 1)
}

/** Why an entry that needs agreement, or an order that waits, is not written where no other was. */
function disagreement({ asked, ordered }: Request): Refusal | undefined {
  if (ordered) return refusal('STALE_VERSION', 'The standing order no longer waits.')
  return asked.type === 'abort' && asked.by === 'players'
    ? refusal('STALE_VERSION', 'Not all who still play agree any longer to abort the match.')
    : undefined
}

function wentBack({ position: { version } }: Live): Submission {
  const { code, message } = new WentBack(version)
  return { ok: false, refusal: { code, message }, version }
}

function stale(live: Live, { expectedVersion, seat }: Request): { ok: false; refusal: Refusal } | undefined {
  const refused = staleness(live, seat, expectedVersion)
  return refused && { ok: false, refusal: refused }
}

/** Of a request made for an earlier decision: the seat has been asked something else since. */
export function staleness(live: Live, seat: number | null, expectedVersion: number | undefined): Refusal | undefined {
  if (expectedVersion === undefined) return undefined
  const since = live.awaiting.find((one) => one.seat === seat)?.since ?? 0
  if (expectedVersion >= since && expectedVersion <= live.position.version) return undefined
  return {
    code: 'STALE_VERSION',
    message: `You expected version ${expectedVersion}; the match is at version ${live.position.version}.`,
  }
}

function decide(deps: SubmissionDeps, { fixed, position }: Live, { asked }: Request): Step {
  if (asked.type === 'refused') return { ok: false, refusal: asked.refusal }
  return (deps.step ?? step)(fixed.game, position, asked, fixed, new Date(deps.now()).toISOString())
}

const NOTHING_AWAITED: Phase = { awaiting: [], over: null }

/** Undefined if another entry was written before this one, or the players no longer agree on it. */
async function append(
  deps: SubmissionDeps,
  live: Live,
  { seat, key, hash, ordered }: Request,
  { entry, next }: Step & { ok: true },
): Promise<Accepted | undefined> {
  const { game, id } = live.fixed
  const { command, version } = entry
  const phase: Phase = next.aborted ? NOTHING_AWAITED : game.phase(next.state)
  const awaiting = awaitingAfter(live.awaiting, phase, seat, version)
  const outcome = await deps.log
    .append({
      match: id,
      seat,
      entry,
      previous: live.position.head,
      awaiting,
      idempotencyKey: key ?? null,
      request: hash,
      becomes: next.aborted ? 'aborted' : phase.over ? 'over' : command.type === 'start' ? 'running' : null,
      agreed: command.type === 'abort' && command.by === 'players',
      result: phase.over,
      leaves: command.type === 'leave' ? command.seat : null,
      ordered,
    })
    .catch((error: unknown) => {
      deps.live.forget(id)
      throw error
    })
  if (outcome !== 'appended') return undefined
  moveOn(live, entry, next, awaiting)
  deps.keepSnapshot(live)
  return accepted(game, { ...entry, awaiting }, seat)
}

/** The match as it stands now, which is another object if it has gone back, and the answer to this very request if it was written before. */
async function lookUp(
  deps: SubmissionDeps,
  live: Live,
  { seat, key, hash }: Request,
): Promise<{ current: Live; earlier: Submission | undefined }> {
  const [current, earlier] = await Promise.all([
    deps.live.freshen(live),
    key !== undefined && seat !== null ? deps.log.findByKey(live.fixed.id, seat, key) : undefined,
  ])
  if (!earlier) return { current, earlier }
  if (earlier.request !== hash) throw keyReused()
  const entry = { ...earlier, events: readEvents(live.fixed.game, earlier.events) }
  return { current, earlier: { ok: true, accepted: accepted(live.fixed.game, entry, seat) } }
}

/** The same answer whether the entry has just been written or is answered for again. */
function accepted(
  game: AnyGame,
  {
    version,
    hash,
    command,
    events,
    awaiting,
  }: Pick<StoredEntry, 'version' | 'hash' | 'command' | 'awaiting'> & { events: readonly unknown[] },
  seat: number | null,
): Accepted {
  const notices = noticesOf(game, events, seat ?? 'spectator')
  return {
    game: game.id,
    version,
    head: hash,
    status: statusAfter(awaiting, command.type === 'abort'),
    awaiting: [...awaiting],
    yourTurn: awaiting.some((one) => one.seat === seat),
    notices,
    // Worked out only for those who ask for it: most bots do not.
    get text() {
      return inWords(game, notices)
    },
  }
}
