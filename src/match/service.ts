/** Puts the parts of a match together behind the interface that everybody else uses. */
import type { Pool } from 'pg'
import { type Caller, type Player, requirePlayer, requireReader } from '../accounts/caller.js'
import type { BotName } from '../bots/names.js'
import type { Time } from '../clocks/times.js'
import type { Log } from '../log/log.js'
import { notFound } from '../platform/problem.js'
import { turnsByKey } from '../platform/turns.js'
import { changingHands } from './changing-hands.js'
import { conflict } from './conflict.js'
import { cancelling } from './lobby/cancelling.js'
import { departing } from './lobby/departing.js'
import { type FindPlayer, type OnInvited, requireFound } from './lobby/invitations.js'
import { lobby } from './lobby/lobby.js'
import { rematches } from './lobby/rematch.js'
import { removal } from './lobby/removing.js'
import { type Starting, starting } from './lobby/starting.js'
import { tables } from './lobby/tables.js'
import type { Matches, NewsPage } from './matches.js'
import { requireNoTable } from './of-table.js'
import { type StandingOrders, standingOrders } from './orders/standing-orders.js'
import { type Aborting, aborting } from './play/aborting.js'
import { type Handing, handing } from './play/handing.js'
import type { Substitute, Think } from './play/house-moves.js'
import type { Pace } from './play/pace.js'
import type { Submissions } from './play/submission.js'
import { type TakingBack, takingBack } from './play/taking-back.js'
import { playing } from './playing.js'
import { hasBegun, isMatchId, type MatchCard } from './shapes.js'
import type { Live, LiveMatches } from './store/live.js'
import type { Secrets } from './store/secrets.js'
import { cancelledOf } from './streams/cancelled-matches.js'
import { cursorText } from './streams/cursor.js'
import { following } from './streams/following.js'
import { beginAt, inboxes, inboxPage } from './streams/inbox.js'
import { newsReader } from './streams/news.js'
import type { WakeUps } from './streams/waking.js'
import type { TableMatches } from './tables.js'
import { type Timekeeping, timekeeping } from './timekeeping.js'
import { type Access, matchAccess } from './viewing/access.js'
import { listCards } from './viewing/cards.js'
import { reading } from './viewing/reading.js'
import { requireFullSight, requireSeat, seatOf, standingOf } from './viewing/redactor.js'
import { resultsReader } from './viewing/results.js'
import { listTurns } from './viewing/turns.js'
import { inWaiting } from './waiting.js'
import { worlds } from './worlds/service.js'

/** What an administrator has done about a match. */
export interface MatchAct {
  readonly act: 'abortMatch' | 'cancelMatch'
  /** Id of the administrator. */
  readonly by: string
  readonly match: string
  readonly reason: string
}

export interface MatchServiceDeps {
  readonly pool: Pool
  readonly log: Log
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly submissions: Submissions
  readonly time: Time
  readonly think: Think
  readonly substitute: Substitute
  readonly pace: Pace
  readonly wakeUps: Pick<WakeUps, 'matches' | 'players' | 'announce'>
  readonly findPlayer: FindPlayer
  readonly onInvited: OnInvited
  /** Sees to it that the player is there whom the bot is; null: the house of clocks from before there was a choice. */
  readonly makeHouse: (bot: BotName | null) => Promise<void>
  /** After which an open match that nobody joins is cancelled; 0: never. */
  readonly openMatchDays: number
  /** Days that a player may be away in a calendar year. */
  readonly absenceDays: number
  /** Hears of every act of an administrator that has changed something. */
  readonly onAct: (act: MatchAct) => Promise<void>
  readonly onReferee: (caller: Caller, match: string) => void
  /** A full match that cannot begin, because its secret cannot be opened or this server does not know its game. */
  readonly onStuck: (match: string, error: unknown) => void
  /** What was to follow an entry or a request by itself was not done; a sweep does it. */
  readonly onUntried: (error: unknown) => void
}

export interface MatchService extends Matches, StandingOrders, TableMatches, Pick<Timekeeping, 'expire' | 'decide'> {
  /** Begins a match that is full; does nothing otherwise. */
  begin(match: string): Promise<void>
  /** The card of a match in which the caller has just taken a seat, after it has begun if it is full. */
  afterJoining(caller: Caller, match: string): Promise<MatchCard>
  /** Begins every full match that has not begun, as after a crash between the last join and the start; their number. */
  startWaiting(): Promise<number>
  /** Ends matches that all who still play have agreed to abort, and that go on; their number. */
  sweepAborts(): Promise<number>
  /** Cancels open matches that nobody has joined for too long, a batch at a time; their number. */
  expireOpen(): Promise<number>
  /** What happened in the matches of these players, or of all if it is null, after a cursor; without one, from now on. At least once, in order within a match. */
  news(after: string | null, players: readonly string[] | null, first: number): Promise<NewsPage>
  /** Takes an erased player out of all matches. */
  depart(player: string): Promise<void>
  /** Does so for all who have not departed yet, as after a crash; their number. */
  departErased(): Promise<number>
}

/** How callers get to a match: readers by `access`, writers by `forWriting`. */
interface Ways {
  readonly aborts: Aborting
  readonly hands: Handing
  readonly backs: TakingBack
  /** The card of a match in which a seat was just taken; if it was the last one, the match begins. */
  afterJoining(caller: Caller, match: string): Promise<MatchCard>
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
    // Whoever has no seat here may have got one since this server last looked.
    if (found) return seatOf(found, caller) === null ? access.upToDate(caller, match) : found
    await starts.begin(match)
    return access.begun(caller, match)
  }
  const afterJoining = async (caller: Caller, match: string): Promise<MatchCard> => {
    const card = await access.card(caller, match)
    if (card.status !== 'open' || card.seats.some(({ player }) => player === null)) return card
    await starts.begin(match)
    return access.card(caller, match)
  }
  const ways = {
    access,
    starts,
    forWriting,
    afterJoining,
    aborts: aborting(deps),
    hands: handing(deps),
    backs: takingBack(deps),
  }
  return {
    ...beforeTheStart(deps, ways),
    ...playing(deps, ways),
    ...inStreams(deps, ways),
    ...inWaiting({ ...deps, access }),
    ...inEnding(deps, ways),
    ...changingHands(deps, ways),
    begin: starts.begin,
    afterJoining,
    startWaiting: starts.startWaiting,
    sweepAborts: ways.aborts.sweep,
    ...timekeeping(deps),
    ...departing({ pool: deps.pool, leave: removal({ ...deps, starts }) }),
    ...standingOrders(deps, ways),
    ...worlds({ ...deps, access }),
    ...tables({ ...deps, abortTables: ways.aborts.byOrganiser }),
  }
}

function beforeTheStart(
  deps: MatchServiceDeps,
  { access, aborts, forWriting, afterJoining }: Ways,
): Pick<Matches, 'create' | 'join' | 'leave' | 'rematch' | 'list' | 'turns' | 'card'> {
  const { pool, secrets, submissions, findPlayer, onInvited, makeHouse } = deps
  const seats = lobby(pool, secrets)
  const askAgain = rematches(pool, secrets)
  // What waits for a player is looked for among all seats they have ever had: whoever has very many uses one connection for it.
  const ofOnePlayer = turnsByKey()
  return {
    async create(caller, input, key) {
      const host = requirePlayer(caller, 'host')
      const guests: Player[] = []
      for (const named of input.invite ?? []) guests.push(await requireFound(findPlayer, named))
      for (const { bot } of input.bots ?? []) await makeHouse(bot)
      return afterJoining(caller, await seats.create(host.id, input, key, { guests, onInvited }))
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
      const live = await forWriting(caller, match)
      await resign(submissions, caller, live)
      return endIfAgreed(access, aborts, caller, live)
    },
    async rematch(caller, match) {
      if (!isMatchId(match)) throw notFound('match')
      return afterJoining(caller, await askAgain(caller, match))
    },
    async list(caller, { player: named, ...filter }, page) {
      requireReader(caller)
      const player = named === undefined ? undefined : (await findPlayer(named))?.id
      if (named !== undefined && player === undefined) return NOBODYS
      const look = () => listCards(deps, caller, { ...filter, player }, page)
      return caller.player && filter.myTurn ? ofOnePlayer(caller.player.id, look) : look()
    },
    turns: (caller, page) => ofOnePlayer(caller.player?.id ?? '', () => listTurns(deps, caller, page)),
    async card(caller, match) {
      requireReader(caller)
      return access.card(caller, match)
    },
  }
}

/** Of a player who does not exist. */
const NOBODYS = { items: [], next: null, cursors: [] }

/** The card, after the match is aborted if all who still play agree: the last who did not may have left. */
async function endIfAgreed(access: Access, aborts: Aborting, caller: Caller, live: Live): Promise<MatchCard> {
  const card = await access.card(caller, live.fixed.id)
  if (card.abortAgreed.length === 0) return card
  await aborts.ifAgreed(live, card)
  return access.card(caller, live.fixed.id)
}

async function resign(submissions: Submissions, caller: Caller, live: Live): Promise<void> {
  const seat = requireSeat(live, caller)
  const left = await submissions.command(live, { type: 'leave', seat, reason: 'resigned' })
  if (!left.ok) throw conflict(left.refusal)
}

function inStreams(
  deps: MatchServiceDeps,
  { access }: Ways,
): Pick<MatchService, 'notices' | 'requireFollowable' | 'follow' | 'inbox' | 'startInbox' | 'followInbox' | 'log' | 'news'> {
  const { pool, log, live, time, wakeUps } = deps
  const read = reading(deps)
  const inbox = inboxes(pool)
  const streams = following({ inbox, log, live, time, ...wakeUps, isCancelled: cancelledOf(pool) })
  /** Asks the database in any case, which may be away: a match that is in memory is found without it. */
  const requireStream = async (caller: Caller, match: string): Promise<void> => {
    const found = await access.find(caller, match)
    if (found) requireFullSight(await live.freshen(found), caller)
  }
  return {
    async notices(caller, match, page) {
      requireReader(caller)
      const now = await read.at(caller, await access.asItStands(caller, match), undefined)
      const items = now.position.version === 0 ? [] : await read.notices(caller, now, page)
      return { items, ...standingOf(now, caller, time) }
    },
    async requireFollowable(caller, match) {
      requireReader(caller)
      await requireStream(caller, match)
    },
    async *follow(caller, match, after, signal) {
      requireReader(caller)
      await requireStream(caller, match)
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
    news: newsReader(pool, inbox.moment),
    followInbox: (caller, after, signal) => streams.inbox(requirePlayer(caller, 'read').id, after, signal),
    async log(caller, match) {
      requireReader(caller)
      const found = await access.card(caller, match)
      return !hasBegun(found)
        ? { complete: false, match: found, entries: [] }
        : read.log(caller, await read.at(caller, await access.upToDate(caller, match), undefined), found)
    },
  }
}

function inEnding(
  { pool, wakeUps, openMatchDays, onAct }: MatchServiceDeps,
  { access, aborts }: Ways,
): Pick<MatchService, 'agreeToAbort' | 'abortAsAdministrator' | 'cancel' | 'cancelAsAdministrator' | 'expireOpen' | 'results'> {
  const cancels = cancelling(pool)
  // Nobody joins it any more: those who have seats in it stay the same, as those of a match that has begun.
  const tell = (matches: readonly string[]) => wakeUps.announce(matches.map((match) => ({ match })))
  return {
    async agreeToAbort(caller, match, { agree }) {
      requirePlayer(caller, 'play')
      const live = await access.upToDate(caller, match)
      const seat = requireSeat(live, caller)
      requireNoTable(live)
      await aborts.agree(live, seat, agree)
      return endIfAgreed(access, aborts, caller, live)
    },
    async abortAsAdministrator(caller, match, { reason }) {
      const by = requirePlayer(caller, 'admin')
      if (await aborts.byAdministrator(await access.begun(caller, match)))
        await onAct({ act: 'abortMatch', by: by.id, match, reason })
      return access.card(caller, match)
    },
    async cancel(caller, match) {
      const { id } = requirePlayer(caller, 'host')
      if (!isMatchId(match)) throw notFound('match')
      if (await cancels.byHost(id, match)) tell([match])
      return access.card(caller, match)
    },
    async cancelAsAdministrator(caller, match, { reason }) {
      const by = requirePlayer(caller, 'admin')
      if (!isMatchId(match)) throw notFound('match')
      if (await cancels.byAdministrator(match)) {
        tell([match])
        await onAct({ act: 'cancelMatch', by: by.id, match, reason })
      }
      return access.card(caller, match)
    },
    async expireOpen() {
      const expired = openMatchDays === 0 ? [] : await cancels.expire(openMatchDays)
      tell(expired)
      return expired.length
    },
    results: resultsReader(pool),
  }
}
