/** Puts the parts of finding opponents together behind the interface that everybody else uses. */
import type { Pool } from 'pg'
import { type Caller, requirePlayer } from '../../accounts/caller.js'
import { transaction } from '../../platform/database.js'
import { notFound } from '../../platform/problem.js'
import type { Finding } from '../finding.js'
import { once } from '../once.js'
import { isMatchId, type MatchCard } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'
import { acceptanceOf, checkedAcceptance, lockPlayers, requireLiving, storeAcceptance } from './acceptance.js'
import { answer, decline, expireInvitations, withdraw } from './answering.js'
import { invitationCard, listInvitations } from './invitation-cards.js'
import { type FindPlayer, invite, type OnInvited, requireFound } from './invitations.js'
import { pairing, type RatingsOf } from './pairing.js'
import { requireAccount, takeSeat } from './seats.js'
import { expireSeeks, listSeeks, ownSeek, storeSeek, termsOf, withdrawSeek } from './seeks.js'

interface OpponentsDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly findPlayer: FindPlayer
  readonly onInvited: OnInvited
  readonly ratingsOf: RatingsOf
  /** Starts a match that is full; does nothing otherwise. */
  readonly begin: (match: string) => Promise<void>
  /** The card of a match in which the caller has just taken a seat, after it has begun if it is full. */
  readonly afterJoining: (caller: Caller, match: string) => Promise<MatchCard>
}

export interface FindingService extends Finding {
  /** Ends the invitations whose time is over, a batch at a time; their number. */
  expireInvitations(): Promise<number>
  /** Ends the seeks whose time is over, a batch at a time; their number. */
  expireSeeks(): Promise<number>
  /** Pairs what can be paired, as after a crash; the number of terms that were looked at. */
  pairWaiting(): Promise<number>
  /** Deletes what has ended and was told long ago, a batch at a time; the number of rows. */
  forgetOld(): Promise<number>
}

export const opponents = (deps: OpponentsDeps): FindingService => ({
  ...invitations(deps),
  ...acceptances(deps),
  ...seeks(deps),
  expireInvitations: () => expireInvitations(deps.pool),
  expireSeeks: () => expireSeeks(deps.pool),
  forgetOld: () => forgetOld(deps.pool),
})

function invitations({
  pool,
  secrets,
  findPlayer,
  onInvited,
  afterJoining,
}: OpponentsDeps): Pick<Finding, 'invite' | 'invitations' | 'accept' | 'decline' | 'withdrawInvitation'> {
  return {
    async invite(caller, match, { player, ...asked }) {
      const host = requirePlayer(caller, 'host')
      if (!isMatchId(match)) throw notFound('match')
      return invitationCard(
        pool,
        await invite({ pool, onInvited }, host.id, await requireFound(findPlayer, player), match, asked),
      )
    },
    async invitations(caller, filter, page) {
      return listInvitations(pool, requirePlayer(caller, 'read').id, filter, page)
    },
    async accept(caller, id, input) {
      const { id: player } = requirePlayer(caller, 'play')
      const match = await transaction(pool, async (client) => {
        await requireAccount(client, player)
        return answer(client, 'received', player, id, (match) => takeSeat(client, secrets, player, match, input))
      })
      return afterJoining(caller, match)
    },
    async decline(caller, id) {
      await decline(pool, requirePlayer(caller, 'play').id, id)
      return invitationCard(pool, id)
    },
    async withdrawInvitation(caller, id) {
      await withdraw(pool, requirePlayer(caller, 'host').id, id)
      return invitationCard(pool, id)
    },
  }
}

function acceptances({ pool }: OpponentsDeps): Pick<Finding, 'acceptance' | 'setAcceptance'> {
  return {
    acceptance: (player) => acceptanceOf(pool, player),
    async setAcceptance(caller, stated) {
      const { id } = requirePlayer(caller, 'play')
      const checked = checkedAcceptance(stated)
      await transaction(pool, async (client) => {
        requireLiving(await lockPlayers(client, [id]), id)
        await storeAcceptance(client, id, checked)
      })
      return checked
    },
  }
}

function seeks(deps: OpponentsDeps): Pick<FindingService, 'seek' | 'seeks' | 'withdrawSeek' | 'pairWaiting'> {
  const { pool } = deps
  const { pair, pairWaiting } = pairing(deps)
  return {
    pairWaiting,
    async seek(caller, input, key) {
      const { id: player } = requirePlayer(caller, 'play')
      const made = await transaction(pool, (client) =>
        once(client, player, key, { seek: input }, () => storeSeek(client, player, input)),
      )
      const seek = await ownSeek(pool, player, made)
      if (seek.status !== 'waiting') return seek
      await pair(termsOf(seek))
      return ownSeek(pool, player, made)
    },
    async seeks(caller, filter, page) {
      return listSeeks(pool, requirePlayer(caller, 'read').id, filter, page)
    },
    async withdrawSeek(caller, id) {
      const { id: player } = requirePlayer(caller, 'play')
      await withdrawSeek(pool, player, id)
      return ownSeek(pool, player, id)
    },
  }
}

const KEPT_DAYS = 30
const AT_ONCE = 1000
const OLD = [
  ['news', 'written_at'],
  ['invitation', `status <> 'pending' and ended_at`],
  ['seek', `status <> 'waiting' and ended_at`],
] as const

/** The entries of the log stay for ever; these need not. */
async function forgetOld(pool: Pool): Promise<number> {
  let forgotten = 0
  for (const [table, time] of OLD) {
    const { rowCount } = await pool.query({
      name: `forget-${table}`,
      text: `delete from ${table} where id = any(array(select id from ${table} where ${time} < now() - make_interval(days => ${KEPT_DAYS}) limit ${AT_ONCE}))`,
    })
    forgotten += rowCount ?? 0
  }
  return forgotten
}
