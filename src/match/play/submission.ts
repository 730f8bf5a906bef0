/**
 * The one write path. A cached position may be used to try an append, because the primary key of the log decides; but before
 * anything is refused, the position is compared with the log and the idempotency key is looked up.
 */
import { isHouse } from '../../accounts/house-ids.js'
import { awayWith, isLate, timingOf } from '../../clocks/deadlines.js'
import { type Time, type Times, timesAfter } from '../../clocks/times.js'
import { type Phase, type Refusal, refusal } from '../../games/contract.js'
import type { Append } from '../../log/append.js'
import { type Awaiting, type Entry, inMilliseconds, inWords, type StoredCommand } from '../../log/entry.js'
import type { Outcome } from '../../log/group-commit.js'
import type { Log } from '../../log/log.js'
import { keyReused, Problem } from '../../platform/problem.js'
import { turnsByKey } from '../../platform/turns.js'
import { alreadySeated, SEAT_NOT_OFFERED } from '../handing-over.js'
import type { Submission } from '../matches.js'
import { readEvents } from '../offline/replay.js'
import { awaitingAfter, type Step, step, TIME_IS_UP } from '../offline/step.js'
import type { MoveRequest } from '../shapes.js'
import { hasHeld, holdingsAfter, houseSeats } from '../store/holdings.js'
import type { LiveMatches } from '../store/live.js'
import { earliestBack, type Live, moveOn } from '../store/live.js'
import { notSeated } from '../viewing/redactor.js'
import { WentBack } from '../went-back.js'
import { AcceptedMove } from './accepted.js'
import { isOfRequest } from './idempotency.js'
import { byClock, byServer, heldBy, type OrderedMove, type Request, requestOf, requestOfOrder, seatIn } from './requests.js'

export interface SubmissionDeps {
  readonly log: Log
  readonly live: LiveMatches
  readonly keepSnapshot: (live: Live) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly time: Time
  /** How a command is decided; for traces. */
  readonly step?: typeof step
  readonly onAccepted: (game: string) => void
  readonly onRefused: (game: string, code: string) => void
  /** The house is to decide something. */
  readonly onHouse: () => void
  /** A rated match is over. */
  readonly onRatedEnd: () => void
}

export interface Submissions {
  move(live: Live, seat: number, request: MoveRequest): Promise<Submission>
  /** A move of a standing order, chosen in the position of this version: played only while the order waits. */
  order(live: Live, seat: number, ordered: OrderedMove, version: number): Promise<Submission>
  /** Commands of the server itself: the start, a seat that leaves, and what is done about the match rather than in it. */
  command(live: Live, command: StoredCommand, takenBy?: string): Promise<Submission>
  /** The position is again that of version `to`, which had this state. */
  takeBack(live: Live, to: number, state: unknown): Promise<Submission>
  /**
   * What the server does by itself, as the position asks for it: undefined if there is nothing to do, which whoever comes second finds. Stamped with
   * the moment at which it became due.
   */
  act(live: Live, choose: (live: Live) => StoredCommand | undefined, at: number): Promise<Submission | undefined>
}

/** How often a writer that lost a race decides again before it gives up. */
const TRIES = 8

export function submissions(deps: SubmissionDeps): Submissions {
  const oneAtATime = turnsByKey()
  const count = (live: Live, submission: Submission | undefined): void => {
    if (submission?.ok) deps.onAccepted(live.fixed.game.id)
    else if (submission) deps.onRefused(live.fixed.game.id, submission.refusal.code)
  }
  const run = async (live: Live, request: Request): Promise<Submission> => {
    const submission = await oneAtATime(live.fixed.id, () => attempt(deps, live, request))
    // Nobody has made the move of an order that is not played: it is counted nowhere.
    if (submission.ok || !request.ordered) count(live, submission)
    return submission
  }
  return {
    move: (live, seat, request) => run(live, requestOf(live, seat, request)),
    order: (live, seat, ordered, version) => run(live, requestOfOrder(seat, ordered, version)),
    command(live, command, takenBy) {
      const request = { ...byServer(command), of: heldBy(live, seatIn(command)) }
      return run(live, takenBy === undefined ? request : { ...request, takenBy })
    },
    takeBack: (live, to, state) => run(live, { ...byServer({ type: 'takeBack', to }), back: { state } }),
    async act(live, choose, at) {
      const submission = await oneAtATime(live.fixed.id, () => actIfDue(deps, live, choose, at))
      count(live, submission)
      return submission
    },
  }
}

/** The position may have moved on since the request came, and the seat may have another holder by now. */
function requireHolder({ holdings }: Live, { of, takenBy }: Request): void {
  if (of && holdings.present[of.seat] !== of.holder) throw notSeated()
  if (takenBy !== undefined && !isHouse(takenBy) && hasHeld(holdings, takenBy)) throw alreadySeated()
}

/** Chosen again whenever another entry was first: a decision that was made meanwhile is not made twice. */
async function actIfDue(
  deps: SubmissionDeps,
  live: Live,
  choose: (live: Live) => StoredCommand | undefined,
  at: number,
): Promise<Submission | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const command = choose(live)
    if (!command) return undefined
    const { version } = live.position
    const request = { ...byClock(command, live.fixed.clock ?? {}), at }
    const next = decide(deps, live, request)
    const done = next.ok ? await append(deps, live, request, next) : undefined
    if (done) return { ok: true, accepted: done }
    const { current } = await lookUp(deps, live, request)
    if (current !== live) return wentBack(current)
    if (!next.ok && live.position.version === version) return { ok: false, refusal: next.refusal, version }
  }
  throw tooManyWriters()
}

async function attempt(deps: SubmissionDeps, live: Live, request: Request): Promise<Submission> {
  let before: string | undefined
  for (let tries = 0; tries < TRIES; tries++) {
    requireHolder(live, request)
    const { version } = live.position
    const { epoch } = deps.time
    const next = stale(live, request) ?? decide(deps, live, request)
    const done = next.ok ? await append(deps, live, request, next) : undefined
    if (done) return { ok: true, accepted: done }
    // It may have been judged by fewer spans than there are.
    if (!next.ok && next.refusal === TIME_IS_UP) await deps.time.beat()
    const { current, earlier } = await lookUp(deps, live, request)
    if (earlier) return earlier
    // Never decided anew: the caller chose this in a position that is no more, and perhaps in a seat that is another's now.
    if (current !== live) return wentBack(current)
    const refused = next.ok ? disagreement(request) : next.refusal
    const isAsJudged = live.position.version === version && deps.time.epoch === epoch
    // What goes by the spans may also not have been written because no server had said for long that it was up: this one has now.
    const isSure = !next.ok || !isTimed(live, request) || before === `${version} ${epoch}`
    if (refused && isAsJudged && isSure) return { ok: false, refusal: refused, version }
    before = `${version} ${epoch}`
  }
  throw tooManyWriters()
}

const tooManyWriters = (): Problem =>
  new Problem(503, 'TOO_MANY_WRITERS', 'Others kept moving in this match at the same moment; try again.', 1)

/** Why an entry that needs agreement, or an order that waits, is not written where no other was. */
function disagreement({ asked, ordered }: Request): Refusal | undefined {
  if (ordered) return refusal('STALE_VERSION', 'The standing order no longer waits.')
  if (asked.type === 'abort' && asked.by === 'players')
    return refusal('STALE_VERSION', 'Not all who still play agree any longer to abort the match.')
  if (asked.type === 'takeBack') return refusal('STALE_VERSION', 'Not all who still play agree any longer to go back.')
  return asked.type === 'handOver' ? SEAT_NOT_OFFERED : undefined
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

function decide(deps: SubmissionDeps, live: Live, { asked, at, back }: Request): Step {
  if (asked.type === 'refused') return { ok: false, refusal: asked.refusal }
  const { fixed, position } = live
  const now = stamp(deps, live, at)
  if (
    asked.type === 'move' &&
    asked.by === undefined &&
    isLate({ clock: fixed.clock, times: live.times }, asked.seat, now, deps.time.spans)
  )
    return { ok: false, refusal: TIME_IS_UP }
  const target = back && { ...back, earliest: earliestBack(live) }
  return (deps.step ?? step)(fixed.game, position, asked, fixed, inWords(now), target)
}

/** Where there is a clock, all servers go by that of the database, and no entry is older than the one before it or than what it takes into account. */
function stamp({ now, time }: SubmissionDeps, { times }: Live, at: number | undefined): number {
  if (!times) return now()
  return Math.max(at ?? time.now(), times.at, time.spans.at(-1)?.known ?? 0)
}

const NOTHING_AWAITED: Phase = { awaiting: [], over: null }

/** Undefined if another entry was written before this one, or the players no longer agree on it. */
async function append(
  deps: SubmissionDeps,
  live: Live,
  request: Request,
  made: Step & { ok: true },
): Promise<AcceptedMove | undefined> {
  const { game } = live.fixed
  const { entry, next } = made
  const { command, version } = entry
  const { seat, takenBy } = request
  const phase: Phase = next.aborted ? NOTHING_AWAITED : game.phase(next.state)
  const awaiting = awaitingAfter(live.awaiting, phase, command, version)
  const times = timesWith(deps, live, entry, awaiting)
  const holdings = holdingsAfter(live.holdings, entry, takenBy)
  const house = houseSeats(holdings)
  const timing = timingOf(
    { clock: live.fixed.clock, times, awaiting, house, isInTurn: live.fixed.table !== null },
    entry,
    deps.time,
  )
  const row = rowOf(live, request, made, { phase, awaiting, timing })
  let outcome: Outcome
  try {
    outcome = await deps.log.append(row)
  } catch (error) {
    deps.live.forget(live.fixed.id)
    throw error
  }
  // Perhaps because there are more spans than it was decided with, or because no server has said for a while that it is up.
  if (outcome !== 'appended' && timing) await deps.time.beat()
  if (outcome !== 'appended') return undefined
  moveOn(live, entry, next, { awaiting, times, holdings })
  deps.keepSnapshot(live)
  if (house.length > 0 && awaiting.some(({ seat: awaited }) => house.includes(awaited))) deps.onHouse()
  if (live.fixed.rated && phase.over) deps.onRatedEnd()
  return new AcceptedMove(
    live.fixed,
    { version, hash: entry.hash, command, events: entry.events, awaiting, times },
    seat,
    deps.time,
  )
}

/** All that is handed to the log. */
function rowOf(
  live: Live,
  { seat, key, hash, takenBy, ordered }: Request,
  { entry, next, texts }: Step & { ok: true },
  { phase, awaiting, timing }: Pick<Append, 'awaiting' | 'timing'> & { readonly phase: Phase },
): Append {
  const { command } = entry
  return {
    match: live.fixed.id,
    seat,
    entry,
    texts,
    previous: live.position.head,
    awaiting,
    idempotencyKey: key ?? null,
    request: hash,
    becomes: next.aborted ? 'aborted' : phase.over ? 'over' : command.type === 'start' ? 'running' : null,
    agreed: command.type === 'abort' && command.by === 'players',
    result: phase.over,
    leaves: command.type === 'leave' ? command.seat : null,
    hands:
      command.type === 'handOver' && takenBy !== undefined
        ? { seat: command.seat, to: takenBy, offered: command.to === 'player' }
        : null,
    backTo: command.type === 'takeBack' ? command.to : null,
    timing,
    ordered,
    substituted: substituted(live, command),
  }
}

/** A seat of the house has no orders. */
const substituted = ({ holdings }: Live, command: StoredCommand): number | null =>
  command.type === 'move' && command.by === 'house' && !isHouse(holdings.present[command.seat]) ? command.seat : null

function timesWith({ time }: SubmissionDeps, live: Live, { at, command }: Entry, awaiting: readonly Awaiting[]): Times | null {
  const { clock } = live.fixed
  if (!clock || !live.times || at === null) return null
  const decided = command.type === 'move' ? command.seat : null
  return timesAfter(
    clock,
    live.times,
    { at: inMilliseconds(at), before: live.awaiting, after: awaiting, decided, away: awayWith(command) },
    time.spans,
  )
}

/** The match as it stands now, which is another object if it has gone back, and the answer to this very request if it was written before. */
async function lookUp(
  deps: SubmissionDeps,
  live: Live,
  request: Request,
): Promise<{ current: Live; earlier: Submission | undefined }> {
  const { seat, key, hash } = request
  const [current, earlier] = await Promise.all([
    deps.live.freshen(live),
    key !== undefined && seat !== null ? deps.log.findByKey(live.fixed.id, seat, key) : undefined,
  ])
  requireHolder(current, request)
  if (!earlier) return { current, earlier }
  if (!isOfRequest(earlier.request, hash)) throw keyReused()
  const entry = { ...earlier, events: readEvents(live.fixed.game, earlier.events) }
  return { current, earlier: { ok: true, accepted: new AcceptedMove(live.fixed, entry, seat, deps.time) } }
}

/** Whether what is written beside the entry goes by the spans: in a match with a clock, or with a seat of the house. */
const isTimed = ({ times, holdings }: Live, { takenBy }: Request): boolean =>
  times !== null || isHouse(takenBy) || holdings.present.some(isHouse)
