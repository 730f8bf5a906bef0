/**
 * Invitations by name. A pending one keeps a seat for its guest, who therefore sees the match and joins it as everybody does, a private one without
 * its code. So a match with pending invitations is never full.
 */
import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Player } from '../../accounts/caller.js'
import type { Clock } from '../../clocks/clock.js'
import { transaction } from '../../platform/database.js'
import { invalid, notFound, Problem } from '../../platform/problem.js'
import { cancelled } from '../cancelled.js'
import type { List, ListPage } from '../finding.js'
import { INVITATION_MINUTES, type Invitation, type InvitationFilter, type InvitePlayer, PENDING } from '../finding-shapes.js'
import { isMatchId } from '../shapes.js'
import { acceptanceOf, isBusy, type LockedPlayer, lockPlayers, outside, requireLiving } from './acceptance.js'
import { requireHost } from './cancelling.js'
import { tell } from './news.js'
import { chooseSeat, kept, letGo, lockMatch, type OpenMatch, seated } from './seats.js'

/** A player by id or name. */
export type FindPlayer = (named: string) => Promise<Player | null>

export async function requireFound(findPlayer: FindPlayer, named: string): Promise<Player> {
  const found = await findPlayer(named)
  if (!found) throw notFound('player')
  return found
}

type Asked = Pick<InvitePlayer, 'seat' | 'expiresInMinutes'>

/** The id of the invitation. */
export const invite = (pool: Pool, host: string, guest: Player, match: string, asked: Asked): Promise<string> =>
  transaction(pool, async (client) => {
    const players = await lockPlayers(client, [host, guest.id])
    requireLiving(players, host)
    const open = await lockMatch(client, match)
    const holders = (await seated(client, match)).map(({ player_id }) => player_id)
    requireHost(open, host, holders)
    return keepSeat(client, { match, host, open }, lockedGuest(players, guest.id), asked)
  })

/** Of a match that is being made. */
export async function inviteAll(client: PoolClient, host: string, guests: readonly Player[], match: string): Promise<void> {
  if (guests.length === 0) return
  const players = await lockPlayers(client, [host, ...guests.map(({ id }) => id)])
  const open = await lockMatch(client, match)
  for (const { id } of guests)
    await keepSeat(client, { match, host, open }, lockedGuest(players, id), { expiresInMinutes: INVITATION_MINUTES.standard })
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
}

async function keepSeat(client: PoolClient, inviting: Inviting, guest: LockedPlayer, asked: Asked): Promise<string> {
  const { match, host, open } = inviting
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
  return id
}

type Seated = readonly { readonly player_id: string }[]

function requireWanted({ host, open }: Inviting, guest: LockedPlayer, holders: Seated, keptSeats: Seated): void {
  if (open.status === 'cancelled') throw cancelled()
  if (open.status !== 'open' || holders.length === open.seats)
    throw new Problem(409, 'MATCH_FULL', 'This match has no free seat.')
  if (guest.id === host) throw new Problem(409, 'INVITED_ONESELF', 'You cannot invite yourself: join the match.')
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
  if (await isBusy(client, guest.id, accepted)) throw notAccepted(guest, `no more than ${accepted.atOnce} matches at once`)
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

type Side = InvitationFilter['side']
const COLUMN = { received: 'guest_id', sent: 'host_id' } as const

/** Ends the caller's pending invitation by what `act` does with its match, whose lock is held. */
export async function answer<T>(
  client: PoolClient,
  side: Side,
  player: string,
  id: string,
  act: (match: string, guest: string) => Promise<T>,
): Promise<T> {
  const found = isMatchId(id) ? await findRow(client, side, player, id) : undefined
  if (!found) throw notFound('invitation')
  await lockMatch(client, found.match_id)
  const now = await findRow(client, side, player, id)
  if (now?.status !== 'pending') throw new Problem(409, 'INVITATION_ENDED', `This invitation is ${now?.status ?? 'gone'}.`)
  return act(found.match_id, found.guest_id)
}

/** Nobody else can end it while the match is locked. */
export const withdraw = (pool: Pool, host: string, id: string): Promise<unknown> =>
  transaction(pool, (client) => answer(client, 'sent', host, id, (match, guest) => letGo(client, guest, match, 'withdrawn')))

export const decline = (pool: Pool, guest: string, id: string): Promise<unknown> =>
  transaction(pool, (client) => answer(client, 'received', guest, id, (match) => letGo(client, guest, match, 'declined')))

interface Found {
  match_id: string
  guest_id: string
  status: string
}

async function findRow(client: PoolClient, side: Side, player: string, id: string): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `select match_id, guest_id, status from invitation where id = $1 and ${COLUMN[side]} = $2`,
    [id, player],
  )
  return rows[0]
}

const AT_ONCE = 100

/** Any number of servers may do so: whoever comes second finds it done. */
export async function expireInvitations(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ match_id: string; guest_id: string }>({
    name: 'due-invitations',
    text: `select match_id, guest_id from invitation where status = 'pending' and expires_at <= now() order by expires_at limit ${AT_ONCE}`,
  })
  for (const { match_id, guest_id } of rows) await expire(pool, match_id, guest_id)
  return rows.length
}

/** Looked at again under the lock: it may have been answered, and made anew. */
const expire = (pool: Pool, match: string, guest: string): Promise<unknown> =>
  transaction(pool, async (client) => {
    await lockMatch(client, match)
    const due = await client.query(
      `select from invitation where match_id = $1 and guest_id = $2 and status = 'pending' and expires_at <= now()`,
      [match, guest],
    )
    if (due.rows.length > 0) await letGo(client, guest, match, 'expired')
  })

/** Of an erased player: hosts are told that it does not come, guests that they are not invited any more. Then nothing is kept of it. */
export async function forgetInvitations(pool: Pool, player: string): Promise<void> {
  const { rows } = await pool.query<{ match_id: string; guest_id: string; is_guest: boolean }>(
    `select match_id, guest_id, guest_id = $1 as is_guest from invitation where status = 'pending' and $1 in (guest_id, host_id)`,
    [player],
  )
  for (const { match_id, guest_id, is_guest } of rows)
    await transaction(pool, async (client) => {
      await lockMatch(client, match_id)
      await letGo(client, guest_id, match_id, is_guest ? 'declined' : 'withdrawn')
    })
  await pool.query('delete from invitation where $1 in (guest_id, host_id)', [player])
  await pool.query('delete from news where player_id = $1', [player])
}

interface Row {
  id: string
  match_id: string
  game: string
  seats: number
  clock: Clock | null
  seat: number | null
  status: Invitation['status']
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  host: Player
  guest: Player
}

const player = (of: string): string =>
  `json_build_object('id', ${of}.id, 'name', ${of}.name, 'kind', ${of}.kind, 'createdAt', ${of}.created_at) as ${of}`

const CARD = `select i.id, i.match_id, m.game, m.seats, m.clock, case when m.seating = 'chosen' then i.seat end as seat, i.status, i.created_at, i.expires_at, i.ended_at,
  ${player('host')}, ${player('guest')}
from invitation i join match m on m.id = i.match_id join player host on host.id = i.host_id join player guest on guest.id = i.guest_id`

export async function invitationCard(pool: Pool, id: string): Promise<Invitation> {
  const { rows } = await pool.query<Row>(`${CARD} where i.id = $1`, [id])
  if (!rows[0]) throw notFound('invitation')
  return toInvitation(rows[0])
}

export async function listInvitations(
  pool: Pool,
  of: string,
  { side, status }: InvitationFilter,
  { first, after }: ListPage,
): Promise<List<Invitation>> {
  if (after !== undefined && !isMatchId(after)) throw invalid('after: not a cursor of this list')
  const { rows } = await pool.query<Row>(
    `${CARD} where i.${COLUMN[side]} = $1 and i.status = $2
     and ($3::uuid is null or (i.created_at, i.id) < (select created_at, id from invitation where id = $3))
     order by i.created_at desc, i.id desc limit $4`,
    [of, status, after ?? null, first + 1],
  )
  const items = rows.slice(0, first).map(toInvitation)
  return { items, next: rows.length > first ? (items.at(-1)?.id ?? null) : null }
}

/** Times in JSON have the offset of the session. */
const withTime = (one: Player): Player => ({ ...one, createdAt: new Date(one.createdAt).toISOString() })

const toInvitation = (row: Row): Invitation => ({
  id: row.id,
  match: row.match_id,
  game: row.game,
  seatCount: row.seats,
  clock: row.clock,
  host: withTime(row.host),
  guest: withTime(row.guest),
  seat: row.seat,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
