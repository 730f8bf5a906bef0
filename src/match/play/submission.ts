/**
 * The one write path. A cached position may be used to try an append, because the primary key of the log decides; but before
 * anything is refused, the position is compared with the log and the idempotency key is looked up.
 */
import { timingOf } from '../../clocks/deadlines.js'
import { deadlineOf, type Time, type Times, timesAfter } from '../../clocks/times.js'
import { type AnyGame, type Phase, type Refusal, refusal } from '../../games/contract.js'
import type { Awaiting, Entry, StoredCommand } from '../../log/entry.js'
import type { Log, StoredEntry } from '../../log/log.js'
import { keyReused, Problem } from '../../platform/problem.js'
import { turnsByKey } from '../../platform/turns.js'
import type { Submission } from '../matches.js'
import { actorOf, awaitingAfter, type ReadMove, readEvents, readMove, type Step, step } from '../offline/step.js'
import type { Accepted, MoveRequest } from '../shapes.js'
import type { LiveMatches } from '../store/live.js'
import { type Live, moveOn } from '../store/live.js'
import { withDeadlines } from '../viewing/clocks.js'
import { inWords, noticesOf, statusAfter } from '../viewing/redactor.js'
import { WentBack } from '../went-back.js'
import { requestHash } from './idempotency.js'

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
}

export interface Submissions {
  move(live: Live, seat: number, request: MoveRequest): Promise<Submission>
  /** Commands of the server itself: the start, a seat that leaves, and what is done about the match rather than in it. */
  command(live: Live, command: StoredCommand): Promise<Submission>
  /**
   * What the server does by itself, as the position asks for it: undefined if there is nothing to do, which whoever comes second finds. Stamped with
   * the moment at which it became due.
   */
  act(live: Live, choose: (live: Live) => StoredCommand | undefined, at: number): Promise<Submission | undefined>
}

/** A refusal where no position could allow it: the request is not a move of this game. */
type Asked = StoredCommand | { readonly type: 'refused'; readonly refusal: Refusal }

/** What is asked for, independent of the position it meets. */
interface Request {
  readonly asked: Asked
  readonly seat: number | null
  readonly expectedVersion?: number | undefined
  readonly key?: string | undefined
  /** Null where nothing was ever written for such a request: an entry with its key belongs to another one. */
  readonly hash: string | null
  /** When it became due, of what the server does by itself. */
  readonly at?: number
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
    count(live, submission)
    return submission
  }
  return {
    move: (live, seat, request) => run(live, requestOf(live, seat, request)),
    command: (live, command) => run(live, byServer(command)),
    async act(live, choose, at) {
      const submission = await oneAtATime(live.fixed.id, () => actIfDue(deps, live, choose, at))
      count(live, submission)
      return submission
    },
  }
}

/** A move that the house makes is no word of the seat's player, who may have agreed to an abort meanwhile. */
const byServer = (command: StoredCommand): Request => ({
  asked: command,
  seat: command.type === 'leave' ? command.seat : null,
  hash: null,
})

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
    const request = { ...byServer(command), at }
    const next = decide(deps, live, request)
    const done = next.ok ? await append(deps, live, request, next) : undefined
    if (done) return { ok: true, accepted: done }
    const { current } = await lookUp(deps, live, request)
    if (current !== live) return wentBack(current)
    if (!next.ok && live.position.version === version) return { ok: false, refusal: next.refusal, version }
  }
  throw tooManyWriters()
}

function requestOf(live: Live, seat: number, { game, move, expectedVersion, idempotencyKey: key }: MoveRequest): Request {
  const isForAnother = game !== undefined && game !== live.fixed.game.id
  const read = isForAnother ? wrongGame(live.fixed.game) : readMove(live.fixed.game, move)
  if (!read.ok) return { asked: { type: 'refused', refusal: read.refusal }, seat, key, hash: null }
  const hash = key === undefined ? null : requestHash({ move: read.move, expectedVersion: expectedVersion ?? null })
  return { asked: { type: 'move', seat, move: read.move }, seat, expectedVersion, key, hash }
}

/** Two games may have a move of the same shape: a request made for the one must not be played in the other. */
const wrongGame = ({ name }: AnyGame): ReadMove => ({
  ok: false,
  refusal: { code: 'WRONG_GAME', message: `This is a match of ${name}.` },
})

async function attempt(deps: SubmissionDeps, live: Live, request: Request): Promise<Submission> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { version } = live.position
    const { epoch } = deps.time
    const next = stale(live, request) ?? decide(deps, live, request)
    const done = next.ok ? await append(deps, live, request, next) : undefined
    if (done) return { ok: true, accepted: done }
    const { current, earlier } = await lookUp(deps, live, request)
    if (earlier) return earlier
    // Never decided anew: the caller chose this in a position that is no more, and perhaps in a seat that is another's now.
    if (current !== live) return wentBack(current)
    const refused = next.ok ? disagreement(request) : next.refusal
    const isAsJudged = live.position.version === version && deps.time.epoch === epoch
    if (refused && isAsJudged) return { ok: false, refusal: refused, version }
  }
  throw tooManyWriters()
}

const tooManyWriters = (): Problem =>
  new Problem(503, 'TOO_MANY_WRITERS', 'Others kept moving in this match at the same moment; try again.', 1)

/** Why an entry that needs agreement is not written where no other was. */
const disagreement = ({ asked }: Request): Refusal | undefined =>
  asked.type === 'abort' && asked.by === 'players'
    ? refusal('STALE_VERSION', 'Not all who still play agree any longer to abort the match.')
    : undefined

function wentBack({ position: { version } }: Live): Submission {
  const { code, message } = new WentBack(version)
  return { ok: false, refusal: { code, message }, version }
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

function decide(deps: SubmissionDeps, live: Live, { asked, at }: Request): Step {
  if (asked.type === 'refused') return { ok: false, refusal: asked.refusal }
  const { fixed, position } = live
  const now = stamp(deps, live, at)
  if (asked.type === 'move' && asked.by === undefined && isLate(deps, live, asked.seat, now))
    return { ok: false, refusal: TIME_IS_UP }
  return (deps.step ?? step)(fixed.game, position, asked, fixed, new Date(now).toISOString())
}

/** Where there is a clock, all servers go by that of the database, and no entry is older than the one before it or than what it takes into account. */
function stamp({ now, time }: SubmissionDeps, { times }: Live, at: number | undefined): number {
  if (!times) return now()
  return Math.max(at ?? time.now(), times.at, time.spans.at(-1)?.known ?? 0)
}

const TIME_IS_UP = refusal('TIME_IS_UP', 'Your time for this decision is up.')

function isLate({ time }: SubmissionDeps, { fixed: { clock }, times }: Live, seat: number, now: number): boolean {
  const deadline = clock && times && deadlineOf(clock, times, seat, time.spans)
  return deadline !== null && now > deadline
}

const NOTHING_AWAITED: Phase = { awaiting: [], over: null }

/** Undefined if another entry was written before this one, or the players no longer agree on it. */
async function append(
  deps: SubmissionDeps,
  live: Live,
  { seat, key, hash }: Request,
  { entry, next }: Step & { ok: true },
): Promise<Accepted | undefined> {
  const { game, id } = live.fixed
  const { command, version } = entry
  const phase: Phase = next.aborted ? NOTHING_AWAITED : game.phase(next.state)
  const awaiting = awaitingAfter(live.awaiting, phase, actorOf(command), version)
  const times = timesWith(deps, live, entry, awaiting)
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
      timing: timingOf({ clock: live.fixed.clock, times, awaiting, house: NOBODY }, entry.at ?? '', deps.time),
    })
    .catch((error: unknown) => {
      deps.live.forget(id)
      throw error
    })
  if (outcome !== 'appended') return undefined
  moveOn(live, entry, next, { awaiting, times })
  deps.keepSnapshot(live)
  return accepted(deps, live, { ...entry, awaiting, times }, seat)
}

/** Seats that the house holds. */
const NOBODY: readonly number[] = []

function timesWith({ time }: SubmissionDeps, live: Live, { at, command }: Entry, awaiting: readonly Awaiting[]): Times | null {
  const { clock } = live.fixed
  if (!clock || !live.times || at === null) return null
  const decided = command.type === 'move' ? command.seat : null
  return timesAfter(clock, live.times, { at: Date.parse(at), before: live.awaiting, after: awaiting, decided }, time.spans)
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
    // It may have been judged by fewer spans than there are.
    live.times && deps.time.beat(),
  ])
  if (!earlier) return { current, earlier }
  if (earlier.request !== hash) throw keyReused()
  const entry = { ...earlier, events: readEvents(live.fixed.game, earlier.events) }
  return { current, earlier: { ok: true, accepted: accepted(deps, live, entry, seat) } }
}

/** The same answer whether the entry has just been written or is answered for again. */
function accepted(
  { time }: SubmissionDeps,
  { fixed: { game, clock } }: Live,
  entry: Pick<StoredEntry, 'version' | 'hash' | 'command' | 'awaiting' | 'times'> & { events: readonly unknown[] },
  seat: number | null,
): Accepted {
  const { version, hash, command, events, awaiting, times } = entry
  const notices = noticesOf(game, events, seat ?? 'spectator')
  return {
    game: game.id,
    version,
    head: hash,
    status: statusAfter(awaiting, command.type === 'abort'),
    awaiting: withDeadlines(awaiting, { clock, times }, time),
    yourTurn: awaiting.some((one) => one.seat === seat),
    notices,
    // Worked out only for those who ask for it: most bots do not.
    get text() {
      return inWords(game, notices)
    },
  }
}
