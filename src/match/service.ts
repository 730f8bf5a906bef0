/** Puts the parts of a match together behind the interface that everybody else uses. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer, requireReader } from '../accounts/caller.js'
import type { Log } from '../log/log.js'
import { notFound, Problem } from '../platform/problem.js'
import { turns } from '../platform/turns.js'
import { departing } from './lobby/departing.js'
import { lobby } from './lobby/lobby.js'
import { type Starting, starting } from './lobby/starting.js'
import type { Matches } from './matches.js'
import type { Submissions } from './play/submission.js'
import { isMatchId, type MatchCard, MoveRequest } from './shapes.js'
import type { Live, LiveMatches } from './store/live.js'
import type { Secrets } from './store/secrets.js'
import { cursorText } from './streams/cursor.js'
import { following } from './streams/following.js'
import { beginAt, inboxes, inboxPage } from './streams/inbox.js'
import { untilSo, type WakeUps } from './streams/waking.js'
import { type Access, matchAccess } from './viewing/access.js'
import { listCards } from './viewing/cards.js'
import { reading } from './viewing/reading.js'
import { requireSeat, standingOf } from './viewing/redactor.js'

export interface MatchServiceDeps {
  readonly pool: Pool
  readonly log: Log
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly submissions: Submissions
  readonly wakeUps: Pick<WakeUps, 'matches' | 'players'>
  readonly onReferee: (caller: Caller, match: string) => void
  /** A full match that cannot begin, because its secret cannot be opened or this server does not know its game. */
  readonly onStuck: (match: string, error: unknown) => void
}

export interface MatchService extends Matches {
  /** Begins every full match that has not begun, as after a crash between the last join and the start; their number. */
  startWaiting(): Promise<number>
  /** Takes an erased player out of all matches. */
  depart(player: string): Promise<void>
  /** Does so for all who have not departed yet, as after a crash; their number. */
  departErased(): Promise<number>
}

/** Connections that those use who wait for any of their matches, however many they are. */
const LOOKS_AT_ONCE = 4

/** How callers get to a match: readers by `access`, writers by `forWriting`. */
interface Ways {
  readonly access: Access
  readonly starts: Starting
  /** The match in play; one that is full and has not begun is begun first. */
  forWriting(caller: Caller, match: string): Promise<Live>
}

export function matchService(deps: MatchServiceDeps): MatchService {
  const access = matchAccess(deps)
  const starts = starting(deps)
  const forWriting = async (caller: Caller, match: string): Promise<Live> => {
    const found = await access.find(caller, match)
    if (found) return found
    await starts.begin(match)
    return access.begun(caller, match)
  }
  const ways = { access, starts, forWriting }
  return {
    ...beforeTheStart(deps, ways),
    ...inPlay(deps, ways),
    ...inStreams(deps, ways),
    ...inWaiting(deps, ways),
    startWaiting: starts.startWaiting,
    ...departing({ ...deps, leave: removal(deps, ways) }),
  }
}

function beforeTheStart(
  { pool, secrets, submissions }: MatchServiceDeps,
  { access, starts, forWriting }: Ways,
): Pick<Matches, 'create' | 'join' | 'leave' | 'list' | 'card'> {
  const seats = lobby(pool, secrets)
  /** The card of a match in which a seat was just taken; if it was the last one, the match begins. */
  const afterJoining = async (caller: Caller, match: string): Promise<MatchCard> => {
    const card = await access.card(caller, match)
    if (card.status !== 'open' || card.seats.some(({ player }) => player === null)) return card
    await starts.begin(match)
    return access.card(caller, match)
  }
  return {
    async create(caller, input, key) {
      return afterJoining(caller, await seats.create(requirePlayer(caller, 'host').id, input, key))
    },
    async join(caller, match, input, key) {
      if (!isMatchId(match)) throw notFound('match')
      await seats.join(requirePlayer(caller, 'play').id, match, input, key)
      return afterJoining(caller, match)
    },
    async leave(caller, match) {
      if (!isMatchId(match)) throw notFound('match')
      const { id } = requirePlayer(caller, 'play')
      if (await seats.leave(id, match)) return access.left(caller, match)
      await resign(submissions, caller, await forWriting(caller, match))
      return access.card(caller, match)
    },
    async list(caller, filter, page) {
      requireReader(caller)
      return listCards(pool, secrets, caller, filter, page)
    },
    async card(caller, match) {
      requireReader(caller)
      return access.card(caller, match)
    },
  }
}

async function resign(submissions: Submissions, caller: Caller, live: Live): Promise<void> {
  const left = await submissions.command(live, { type: 'leave', seat: requireSeat(live, caller), reason: 'resigned' })
  if (!left.ok) throw new Problem(409, left.refusal.code, left.refusal.message)
}

/** What its player would do, but the log tells that the seat was removed. */
function removal({ pool, secrets, submissions, live }: MatchServiceDeps, { starts }: Ways) {
  const seats = lobby(pool, secrets)
  return async (player: string, match: string): Promise<void> => {
    if (await seats.leave(player, match).catch(ifAlreadyGone)) return
    await starts.begin(match)
    const found = await live.get(match)
    const seat = found?.fixed.holders.indexOf(player) ?? -1
    if (found && seat >= 0) await submissions.command(found, { type: 'leave', seat, reason: 'removed' })
  }
}

/** Another server was faster. */
function ifAlreadyGone(error: unknown): true {
  if (error instanceof Problem) return true
  throw error
}

function inPlay(
  deps: MatchServiceDeps,
  { access, forWriting }: Ways,
): Pick<Matches, 'view' | 'legalMoves' | 'parts' | 'check' | 'submit'> {
  const read = reading(deps)
  return {
    async view(caller, match, how = {}) {
      requireReader(caller)
      return read.view(caller, await access.asItStands(caller, match), how)
    },
    async legalMoves(caller, match, page) {
      requireReader(caller)
      return read.legalMoves(caller, await read.at(await access.upToDate(caller, match), page.at), page)
    },
    async parts(caller, match, include, at) {
      requireReader(caller)
      return read.parts(caller, await read.at(await access.asItStands(caller, match), at), include)
    },
    async check(caller, match, move) {
      requireReader(caller)
      return read.check(caller, await access.upToDate(caller, match), move)
    },
    async submit(caller, match, request) {
      requirePlayer(caller, 'play')
      const found = await forWriting(caller, match)
      return deps.submissions.move(found, requireSeat(found, caller), MoveRequest.parse(request))
    },
  }
}

function inStreams(
  deps: MatchServiceDeps,
  { access }: Ways,
): Pick<Matches, 'notices' | 'requireFollowable' | 'follow' | 'inbox' | 'startInbox' | 'followInbox' | 'log'> {
  const { pool, log, live, wakeUps } = deps
  const read = reading(deps)
  const inbox = inboxes(pool)
  const streams = following({ inbox, log, live, ...wakeUps })
  return {
    async notices(caller, match, page) {
      requireReader(caller)
      const now = await read.at(await access.asItStands(caller, match), undefined)
      const items = now.position.version === 0 ? [] : await read.notices(caller, now, page)
      return { items, ...standingOf(now, caller) }
    },
    async requireFollowable(caller, match) {
      requireReader(caller)
      await access.find(caller, match)
      // A match that is in memory was found without the database, which may be away.
      await log.head(match)
    },
    async *follow(caller, match, after, signal) {
      requireReader(caller)
      await access.find(caller, match)
      yield* streams.match(caller, match, after, signal)
    },
    async inbox(caller, { first, after }) {
      const { id } = requirePlayer(caller, 'read')
      return inboxPage(inbox, id, after, first)
    },
    async startInbox(caller, after) {
      requirePlayer(caller, 'read')
      return cursorText(beginAt(after, await inbox.moment()))
    },
    followInbox: (caller, after, signal) => streams.inbox(requirePlayer(caller, 'read').id, after, signal),
    async log(caller, match) {
      requireReader(caller)
      const found = await access.card(caller, match)
      return found.status === 'open'
        ? { complete: false, match: found, entries: [] }
        : read.log(caller, await access.upToDate(caller, match), found)
    },
  }
}

function inWaiting(
  { pool, secrets, wakeUps }: MatchServiceDeps,
  { access }: Ways,
): Pick<Matches, 'untilAwaited' | 'untilAwaitedAnywhere'> {
  const inTurn = turns(LOOKS_AT_ONCE)
  return {
    async untilAwaited(caller, match, signal) {
      requireReader(caller)
      await untilSo(wakeUps.matches, match, signal, async () => {
        if (!(await access.find(caller, match))) return false
        const live = await access.upToDate(caller, match)
        requireSeat(live, caller)
        const { status, yourTurn } = standingOf(live, caller)
        return yourTurn || status === 'over'
      })
    },
    async untilAwaitedAnywhere(caller, signal) {
      const { id } = requirePlayer(caller, 'read')
      const look = () => listCards(pool, secrets, caller, { myTurn: true }, { first: 1 })
      await untilSo(wakeUps.players, id, signal, async () => (await inTurn(look)).items.length > 0)
    },
  }
}
