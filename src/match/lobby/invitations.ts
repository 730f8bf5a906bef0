/**
 * Invitations by name. A pending one keeps a seat for its guest, who therefore sees the match and joins it as everybody does, a private one without
 * its code. So a match with pending invitations is never full.
 */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Player } from '../../accounts/caller.js'
import { isHouse } from '../../accounts/house-ids.js'
import { transaction } from '../../platform/database.js'
import { notFound, Problem } from '../../platform/problem.js'
import { cancelled } from '../cancelled.js'
import { INVITATION_MINUTES, type InvitePlayer, PENDING } from '../finding-shapes.js'
import { acceptanceOf, isBusy, type LockedPlayer, lockPlayers, outside, requireLiving } from './acceptance.js'
import { requireHost } from './cancelling.js'
import { tell } from './news.js'
import { chooseSeat, kept, lockMatch, type OpenMatch, seated } from './seats.js'

/** A player by id or name. */
export type FindPlayer = (named: string) => Promise<Player | null>

export async function requireFound(findPlayer: FindPlayer, named: string): Promise<Player> {
  const found = await findPlayer(named)
  if (!found) throw notFound('player')
  return found
}

/** An invitation that was just written. */
export interface Invited {
  readonly invitation: string
  readonly match: string
  readonly game: string
  /** Id of the guest. */
  readonly player: string
}
/** Hears of it in the transaction that writes it. */
export type OnInvited = (invited: Invited, client: PoolClient) => Promise<void>

type Asked = Pick<InvitePlayer, 'seat' | 'expiresInMinutes'>

/** The id of the invitation. */
export const invite = (
  { pool, onInvited }: { readonly pool: Pool; readonly onInvited: OnInvited },
  host: string,
  guest: Player,
  match: string,
  asked: Asked,
): Promise<string> =>
  transaction(pool, async (client) => {
    const players = await lockPlayers(client, [host, guest.id])
    requireLiving(players, host)
    const open = await lockMatch(client, match)
    const holders = (await seated(client, match)).map(({ player_id }) => player_id)
    requireHost(open, host, holders)
    return keepSeat(client, { match, host, open, onInvited }, lockedGuest(players, guest.id), asked)
  })

/** Of a match that is being made. */
export async function inviteAll(
  client: PoolClient,
  onInvited: OnInvited,
  host: string,
  guests: readonly Player[],
  match: string,
): Promise<void> {
  if (guests.length === 0) return
  const players = await lockPlayers(client, [host, ...guests.map(({ id }) => id)])
  const open = await lockMatch(client, match)
  for (const { id } of guests)
    await keepSeat(client, { match, host, open, onInvited }, lockedGuest(players, id), {
      expiresInMinutes: INVITATION_MINUTES.standard,
    })
}

/** A row that is gone since it was found does not exist: players are never deleted. */
function lockedGuest(players: ReadonlyMap<string, LockedPlayer>, id: string): LockedPlayer {
  const guest = players.get(id)
  if (!guest) throw notFound('player')
  return guest
}

interface Inviting {
  readonly match: string
  readonly host: string
  readonly open: OpenMatch
  readonly onInvited: OnInvited
}

async function keepSeat(client: PoolClient, inviting: Inviting, guest: LockedPlayer, asked: Asked): Promise<string> {
  const { match, host, open, onInvited } = inviting
  const holders = await seated(client, match)
  const keptSeats = await kept(client, match)
  requireWanted(inviting, guest, holders, keptSeats)
  await requireAsked(client, match, guest)
  await requireAccepted(client, open, guest)
  await requireFew(client, host, guest)
  const [taken, others] = [new Set(holders.map(({ seat }) => seat)), new Set(keptSeats.map(({ seat }) => seat))]
  const seat = chooseSeat(open, { taken, kept: others }, asked)
  await client.query('insert into kept_seat (match_id, seat, player_id) values ($1, $2, $3)', [match, seat, guest.id])
  const id = randomUUID()
  await client.query(
    `insert into invitation (id, match_id, host_id, guest_id, seat, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    [id, match, host, guest.id, seat, asked.expiresInMinutes],
  )
  await tell(client, [{ player: guest.id, kind: 'invited', match, about: id }])
  await onInvited({ invitation: id, match, game: open.game, player: guest.id }, client)
  return id
}

type Seated = readonly { readonly player_id: string }[]

function requireWanted({ host, open }: Inviting, guest: LockedPlayer, holders: Seated, keptSeats: Seated): void {
  if (open.status === 'cancelled') throw cancelled()
  if (open.status !== 'open' || holders.length === open.seats)
    throw new Problem(409, 'MATCH_FULL', 'This match has no free seat.')
  if (guest.id === host) throw new Problem(409, 'INVITED_ONESELF', 'You cannot invite yourself: join the match.')
  if (isHouse(guest.id))
    throw new Problem(
      409,
      'PLAYER_IS_HOUSE',
      'The house takes no invitations: give it a seat with `bots` when you make a match, or hand yours over.',
    )
  if (guest.isErased) throw new Problem(409, 'PLAYER_ERASED', 'This player has been erased.')
  if (holders.some(({ player_id }) => player_id === guest.id))
    throw new Problem(409, 'ALREADY_SEATED', `${guest.name} has a seat in this match.`)
  if (keptSeats.some(({ player_id }) => player_id === guest.id)) throw alreadyInvited(`A seat is kept for ${guest.name}.`)
}

const alreadyInvited = (message: string): Problem => new Problem(409, 'ALREADY_INVITED', message)

/** Whoever does not want to play is not asked twice. */
async function requireAsked(client: PoolClient, match: string, guest: LockedPlayer): Promise<void> {
  const { rows } = await client.query(
    `select from invitation where match_id = $1 and guest_id = $2 and status = 'declined' limit 1`,
    [match, guest.id],
  )
  if (rows.length > 0) throw alreadyInvited(`${guest.name} has declined an invitation to this match.`)
}

async function requireAccepted(client: PoolClient, open: OpenMatch, guest: LockedPlayer): Promise<void> {
  const accepted = await acceptanceOf(client, guest.id)
  if (!accepted.invitations) throw notAccepted(guest, 'no invitations')
  const why = outside(accepted, open)
  if (why) throw notAccepted(guest, why)
  if (await isBusy(client, guest.id, accepted, 'inviting'))
    throw notAccepted(guest, `no more than ${accepted.atOnce} matches at once`)
}

const notAccepted = ({ name }: LockedPlayer, what: string): Problem =>
  new Problem(409, 'NOT_ACCEPTED', `${name} accepts ${what}.`)

async function requireFew(client: PoolClient, host: string, guest: LockedPlayer): Promise<void> {
  const { rows } = await client.query<{ sent: string; received: string }>(
    `select (select count(*) from invitation where host_id = $1 and status = 'pending') as sent,
       (select count(*) from invitation where guest_id = $2 and status = 'pending') as received`,
    [host, guest.id],
  )
  if (Number(rows[0]?.sent) >= PENDING.sent)
    throw tooMany(`You have ${PENDING.sent} pending invitations: wait, or withdraw some.`)
  if (Number(rows[0]?.received) >= PENDING.received)
    throw tooMany(`${guest.name} has ${PENDING.received} pending invitations: try again later.`)
}

const tooMany = (message: string): Problem => new Problem(409, 'TOO_MANY_INVITATIONS', message)
