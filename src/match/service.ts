/** Puts the parts of a match together behind the interface that everybody else uses. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer } from '../accounts/caller.js'
import type { Log } from '../log/log.js'
import { notFound, Problem } from '../platform/problem.js'
import { findCard, listCards } from './cards.js'
import { following } from './following.js'
import { isOpening, openInbox, readInbox } from './inbox.js'
import { beginning, type Live, type LiveMatches } from './live.js'
import { lobby } from './lobby.js'
import type { Matches } from './matches.js'
import { reading, requireSeat } from './reading.js'
import type { Secrets } from './secrets.js'
import { type MatchCard, MoveRequest } from './shapes.js'
import { loadOpen, unstarted } from './starting.js'
import type { Submissions } from './submission.js'
import { requireSight } from './viewers.js'
import type { Watch } from './watch.js'

export interface MatchServiceDeps {
  readonly pool: Pool
  readonly log: Log
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly submissions: Submissions
  readonly watches: { readonly matches: Watch; readonly players: Watch }
  readonly onReferee: (caller: Caller, match: string) => void
}

export interface MatchService extends Matches {
  /** Begins every full match that has not begun, as after a crash between the last join and the start. */
  startWaiting(): Promise<number>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function matchService(deps: MatchServiceDeps): MatchService {
  const { pool, log, live, secrets, submissions } = deps
  const tables = lobby(pool, secrets)
  const read = reading(deps)
  const streams = following({ pool, log, live, ...deps.watches })

  const card = async (caller: Caller, match: string): Promise<MatchCard> => {
    if (!UUID.test(match)) throw notFound('match')
    const found = await findCard(pool, secrets, caller, match)
    if (found.status === 'open' && found.seats.every(({ player }) => player !== null)) {
      await begin(match)
      return findCard(pool, secrets, caller, match)
    }
    return found
  }

  /** Starting twice is harmless: the second start is refused. */
  const begin = async (match: string): Promise<void> => {
    const fixed = await loadOpen(pool, secrets, match)
    if (fixed) await submissions.command(beginning(fixed), { type: 'start' })
  }

  /** A match that has begun and that the caller may see. */
  const begun = async (caller: Caller, match: string): Promise<Live> => {
    const found = UUID.test(match) ? await live.get(match) : undefined
    if (!found) {
      if ((await card(caller, match)).status === 'open')
        throw new Problem(409, 'NOT_STARTED', 'The match has not begun: it waits for players.')
      return begun(caller, match)
    }
    requireSight(found, caller)
    return found
  }
  const upToDate = async (caller: Caller, match: string): Promise<Live> => {
    const found = await begun(caller, match)
    await live.freshen(found)
    return found
  }

  return {
    async create(caller, input, key) {
      const id = await tables.create(requirePlayer(caller, 'host').id, input, key)
      return card(caller, id)
    },
    async join(caller, match, input, key) {
      if (!UUID.test(match)) throw notFound('match')
      await tables.join(requirePlayer(caller, 'play').id, match, input, key)
      return card(caller, match)
    },
    async leave(caller, match) {
      if (!UUID.test(match)) throw notFound('match')
      const { id } = requirePlayer(caller, 'play')
      if (await tables.leave(id, match)) return card(caller, match)
      const found = await begun(caller, match)
      const left = await submissions.command(found, { type: 'leave', seat: requireSeat(found, caller), reason: 'resigned' })
      if (!left.ok) throw new Problem(409, left.refusal.code, left.refusal.message)
      return card(caller, match)
    },
    list: (caller, filter, page) => listCards(pool, secrets, caller, filter, page),
    card,
    async view(caller, match, how = {}) {
      const found = UUID.test(match) ? await live.get(match) : undefined
      if (found) {
        requireSight(found, caller)
        await live.freshen(found)
        return read.view(caller, found, how)
      }
      const { status } = await card(caller, match)
      const fixed = status === 'open' ? await loadOpen(pool, secrets, match) : undefined
      if (fixed === undefined) return read.view(caller, await upToDate(caller, match), how)
      return read.view(caller, beginning(fixed), how)
    },
    legalMoves: async (caller, match, page) => read.legalMoves(caller, await upToDate(caller, match), page),
    check: async (caller, match, move) => read.check(caller, await upToDate(caller, match), move),
    async submit(caller, match, request) {
      requirePlayer(caller, 'play')
      const found = await begun(caller, match)
      return submissions.move(found, requireSeat(found, caller), MoveRequest.parse(request))
    },
    async notices(caller, match, page) {
      const { status } = await card(caller, match)
      return status === 'open' ? [] : read.notices(caller, await upToDate(caller, match), page)
    },
    async *follow(caller, match, after, signal) {
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
      const found = await card(caller, match)
      return found.status === 'open'
        ? { complete: false, match: found, entries: [] }
        : read.log(caller, await upToDate(caller, match), found)
    },
    async startWaiting() {
      const waiting = await unstarted(pool)
      for (const match of waiting) await begin(match)
      return waiting.length
    },
  }
}
