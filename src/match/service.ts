/** Puts the parts of a match together behind the interface that everybody else uses. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer, requireReader } from '../accounts/caller.js'
import type { Log } from '../log/log.js'
import { notFound, Problem } from '../platform/problem.js'
import { type Access, isMatchId, matchAccess } from './access.js'
import { listCards } from './cards.js'
import { following } from './following.js'
import { isOpening, openInbox, readInbox } from './inbox.js'
import type { LiveMatches } from './live.js'
import { lobby } from './lobby.js'
import type { Matches } from './matches.js'
import { reading, requireSeat } from './reading.js'
import type { Secrets } from './secrets.js'
import { MoveRequest } from './shapes.js'
import { unstarted } from './starting.js'
import type { Submissions } from './submission.js'
import type { Watch } from './watch.js'

export interface MatchServiceDeps {
  readonly pool: Pool
  readonly log: Log
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly submissions: Submissions
  readonly watches: { readonly matches: Watch; readonly players: Watch }
  readonly onReferee: (caller: Caller, match: string) => void
  /** A full match that cannot begin, because its secret or its game is out of reach. */
  readonly onStuck: (match: string, error: unknown) => void
}

export interface MatchService extends Matches {
  /** Begins every full match that has not begun, as after a crash between the last join and the start. */
  startWaiting(): Promise<number>
}

export function matchService(deps: MatchServiceDeps): MatchService {
  const access = matchAccess(deps)
  return { ...atTheDoor(deps, access), ...inPlay(deps, access), ...inStreams(deps, access) }
}

function atTheDoor(
  { pool, secrets, submissions, onStuck }: MatchServiceDeps,
  { card, begin, begun }: Access,
): Pick<MatchService, 'create' | 'join' | 'leave' | 'list' | 'card' | 'startWaiting'> {
  const tables = lobby(pool, secrets)
  return {
    async create(caller, input, key) {
      const id = await tables.create(requirePlayer(caller, 'host').id, input, key)
      return card(caller, id)
    },
    async join(caller, match, input, key) {
      if (!isMatchId(match)) throw notFound('match')
      await tables.join(requirePlayer(caller, 'play').id, match, input, key)
      return card(caller, match)
    },
    async leave(caller, match) {
      if (!isMatchId(match)) throw notFound('match')
      const { id } = requirePlayer(caller, 'play')
      if (await tables.leave(id, match)) return card(caller, match)
      const found = await begun(caller, match)
      const left = await submissions.command(found, { type: 'leave', seat: requireSeat(found, caller), reason: 'resigned' })
      if (!left.ok) throw new Problem(409, left.refusal.code, left.refusal.message)
      return card(caller, match)
    },
    async list(caller, filter, page) {
      requireReader(caller)
      return listCards(pool, secrets, caller, filter, page)
    },
    async card(caller, match) {
      requireReader(caller)
      return card(caller, match)
    },
    async startWaiting() {
      const waiting = await unstarted(pool)
      for (const match of waiting) await begin(match).catch((error: unknown) => onStuck(match, error))
      return waiting.length
    },
  }
}

function inPlay(
  deps: MatchServiceDeps,
  { begun, upToDate, table }: Access,
): Pick<MatchService, 'view' | 'legalMoves' | 'check' | 'submit'> {
  const read = reading(deps)
  return {
    async view(caller, match, how = {}) {
      requireReader(caller)
      return read.view(caller, await table(caller, match), how)
    },
    async legalMoves(caller, match, page) {
      requireReader(caller)
      return read.legalMoves(caller, await upToDate(caller, match), page)
    },
    async check(caller, match, move) {
      requireReader(caller)
      return read.check(caller, await upToDate(caller, match), move)
    },
    async submit(caller, match, request) {
      requirePlayer(caller, 'play')
      const found = await begun(caller, match)
      return deps.submissions.move(found, requireSeat(found, caller), MoveRequest.parse(request))
    },
  }
}

function inStreams(
  deps: MatchServiceDeps,
  { card, upToDate }: Access,
): Pick<MatchService, 'notices' | 'follow' | 'inbox' | 'followInbox' | 'log'> {
  const { pool, log, live, watches } = deps
  const read = reading(deps)
  const streams = following({ pool, log, live, ...watches })
  return {
    async notices(caller, match, page) {
      requireReader(caller)
      const { status } = await card(caller, match)
      return status === 'open' ? [] : read.notices(caller, await upToDate(caller, match), page)
    },
    async *follow(caller, match, after, signal) {
      requireReader(caller)
      const { status, version } = await card(caller, match)
      if (status === 'over' && after >= version) return
      yield* streams.match(caller, match, after, signal)
    },
    async inbox(caller, { first, after }) {
      const { id } = requirePlayer(caller, 'read')
      return isOpening(after) ? (await openInbox(pool, id)).items : readInbox(pool, id, after ?? '', first)
    },
    followInbox: (caller, after, signal) => streams.inbox(requirePlayer(caller, 'read').id, after, signal),
    async log(caller, match) {
      requireReader(caller)
      const found = await card(caller, match)
      return found.status === 'open'
        ? { complete: false, match: found, entries: [] }
        : read.log(caller, await upToDate(caller, match), found)
    },
  }
}
