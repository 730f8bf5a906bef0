/** The seats of a match before it begins: taken, kept for somebody, given up. Whoever changes them holds the lock of their match. */
import type { PoolClient } from 'pg'
import { isHouse } from '../../accounts/house-ids.js'
import type { Clock } from '../../clocks/clock.js'
import { labelledDice } from '../../dice/labelled.js'
import type { AnyGame } from '../../games/contract.js'
import { findGame } from '../../games/registry.js'
import { forbidden, invalid, notFound, Problem } from '../../platform/problem.js'
import { cancelled } from '../cancelled.js'
import type { JoinMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'
import { settle, settleCancelled } from './settling.js'

export interface OpenMatch {
  game: string
  seats: number
  seating: string
  visibility: string
  invitation: string | null
  status: string
  /** Null if it is the match of a table. */
  created_by: string | null
  full_at: Date | null
  host_left: boolean
  clock: Clock | null
}

export async function lockMatch(client: PoolClient, match: string): Promise<OpenMatch> {
  const { rows } = await client.query<OpenMatch>(
    'select game, seats, seating, visibility, invitation, status, created_by, full_at, host_left, clock from match where id = $1 for update',
    [match],
  )
  if (!rows[0]) throw notFound('match')
  return rows[0]
}

interface Holder {
  seat: number
  player_id: string
  colour: string | null
}

export const seated = async (client: PoolClient, match: string): Promise<Holder[]> =>
  (await client.query<Holder>('select seat, player_id, colour from seat where match_id = $1 order by seat', [match])).rows

/** Seats of those who are invited, by name or to a rematch, and have neither taken nor declined theirs. */
export const kept = async (client: PoolClient, match: string): Promise<Pick<Holder, 'seat' | 'player_id'>[]> =>
  (await client.query('select seat, player_id from kept_seat where match_id = $1', [match])).rows

export async function takeSeat(
  client: PoolClient,
  secrets: Secrets,
  player: string,
  match: string,
  input: JoinMatch,
): Promise<string> {
  const open = await lockMatch(client, match)
  const holders = await seated(client, match)
  if (!isHouse(player) && holders.some((one) => one.player_id === player))
    throw new Problem(409, 'ALREADY_SEATED', 'You have a seat in this match.')
  const keptSeats = await kept(client, match)
  const own = keptSeats.find((one) => one.player_id === player)?.seat
  if (open.visibility === 'private' && open.created_by !== player && own === undefined) checkInvitation(open, input)
  if (open.status === 'cancelled') throw cancelled()
  if (open.status !== 'open' || holders.length === open.seats)
    throw new Problem(409, 'MATCH_FULL', 'This match has no free seat.')
  const taken = new Set(holders.map(({ seat }) => seat))
  const others = new Set(keptSeats.map(({ seat }) => seat).filter((seat) => seat !== own))
  const seat = input.seat === undefined && own !== undefined ? own : chooseSeat(open, { taken, kept: others }, input)
  const colour = chooseColour(open, holders, input)
  await client.query('insert into seat (match_id, seat, player_id, colour) values ($1, $2, $3, $4)', [
    match,
    seat,
    player,
    colour,
  ])
  if (own !== undefined) await letGo(client, player, match, 'accepted')
  await client.query('update match set waiting_since = now(), host_left = host_left and created_by <> $2 where id = $1', [
    match,
    player,
  ])
  if (taken.size + 1 === open.seats) await closeSeats(client, secrets, match, open)
  return match
}

/** The seat is kept no longer. Of an invitation, if there was one, becomes this. */
export async function letGo(
  client: PoolClient,
  player: string,
  match: string,
  outcome: Parameters<typeof settle>[3],
): Promise<boolean> {
  await client.query('delete from kept_seat where match_id = $1 and player_id = $2', [match, player])
  return settle(client, match, player, outcome)
}

/** The last seat is taken: from now on the match is waiting to be started, and nobody can give up a seat. */
async function closeSeats(client: PoolClient, secrets: Secrets, match: string, { seating, game }: OpenMatch): Promise<void> {
  if (seating === 'random') await dealSeats(client, secrets, match)
  await settleColours(client, match, findGame(game))
  await client.query('update match set full_at = now() where id = $1', [match])
}

/** What players chose with their seats becomes a part of the options, with which the log begins. */
async function settleColours(client: PoolClient, match: string, game: AnyGame | undefined): Promise<void> {
  const chosen = (await seated(client, match)).map(({ colour }) => colour)
  if (!game?.colours || chosen.every((colour) => colour === null)) return
  const { rows } = await client.query<{ options: unknown }>('select options from match where id = $1', [match])
  const options = game.colours.settle(game.schema.options.parse(rows[0]?.options), chosen)
  await client.query('update match set options = $2 where id = $1', [match, JSON.stringify(options)])
}

/** A wrong code looks like no match at all, so that ids cannot be tried out. */
function checkInvitation(open: OpenMatch, { invitation }: JoinMatch): void {
  if (invitation === undefined || invitation !== open.invitation) throw notFound('match')
}

export interface Occupied {
  readonly taken: ReadonlySet<number>
  /** For others. */
  readonly kept: ReadonlySet<number>
}

const seatKept = (): Problem => new Problem(409, 'SEAT_KEPT', 'The seats that are free are kept for others.')

export function chooseSeat({ seats, seating }: OpenMatch, { taken, kept }: Occupied, { seat }: Pick<JoinMatch, 'seat'>): number {
  if (seat === undefined) {
    const free = Array.from({ length: seats }, (_, index) => index).find((index) => !taken.has(index) && !kept.has(index))
    if (free === undefined) throw seatKept()
    return free
  }
  if (seating === 'random') throw invalid('seat: the seats of this match are dealt at random')
  if (seat >= seats) throw invalid(`seat: seats are numbered 0 to ${seats - 1}`)
  if (taken.has(seat)) throw new Problem(409, 'SEAT_TAKEN', `Seat ${seat} is taken.`)
  if (kept.has(seat)) throw seatKept()
  return seat
}

function chooseColour({ game, seats }: OpenMatch, holders: readonly Holder[], { colour }: JoinMatch): string | null {
  if (colour === undefined) return null
  const open = findGame(game)?.colours?.open(seats) ?? []
  if (!open.includes(colour))
    throw invalid(`colour: ${open.length > 0 ? `one of ${open.join(', ')}` : 'players of this game choose no colour'}`)
  if (holders.some((one) => one.colour === colour)) throw new Problem(409, 'COLOUR_TAKEN', `Somebody else plays ${colour}.`)
  return colour
}

/** Drawn with the match's own secret, so that the dealing of seats can be checked afterwards like any other roll. */
async function dealSeats(client: PoolClient, secrets: Secrets, match: string): Promise<void> {
  const secret = await secrets.read(client, match)
  const holders = await seated(client, match)
  const byLot = new Map(holders.map((one, index) => [lotOf(holders, index), one]))
  const lots = [...byLot.keys()]
  const order = labelledDice(secret)
    .draw('seating', lots, lots.length)
    .flatMap((lot) => byLot.get(lot) ?? [])
  await client.query('delete from seat where match_id = $1', [match])
  await client.query(
    `insert into seat (match_id, seat, player_id, colour)
     select $1, place - 1, player, colour from unnest($2::uuid[], $3::text[]) with ordinality as dealt(player, colour, place)`,
    [match, order.map(({ player_id }) => player_id), order.map(({ colour }) => colour)],
  )
}

/** The id of the player; of a bot that has several seats, from the second on, with its number behind it. */
function lotOf(holders: readonly Holder[], index: number): string {
  const player = holders[index]?.player_id ?? ''
  const before = holders.slice(0, index).filter((one) => one.player_id === player).length
  return before === 0 ? player : `${player} ${before + 1}`
}

/** True if the seat was given up or declined; false if the match has begun. */
export async function giveUpSeat(client: PoolClient, player: string, match: string): Promise<boolean> {
  const open = await lockMatch(client, match)
  const holders = await seated(client, match)
  const isKept = (await kept(client, match)).some((one) => one.player_id === player)
  if (!isKept && !holders.some((one) => one.player_id === player))
    throw open.visibility === 'private' ? notFound('match') : forbidden('NOT_SEATED', 'You have no seat in this match.')
  if (open.status === 'cancelled') throw cancelled()
  if (open.status !== 'open' || holders.length === open.seats) return false
  if (isKept) await letGo(client, player, match, 'declined')
  else await freeSeat(client, player, match, open)
  return true
}

/** A match that its host has left is closed when nobody sits in it any more. One whose host never sat is looked after by its host. */
async function freeSeat(client: PoolClient, player: string, match: string, { created_by, host_left }: OpenMatch): Promise<void> {
  await client.query('delete from seat where match_id = $1 and player_id = $2', [match, player])
  const isHostGone = host_left || created_by === player
  if (!isHostGone) return
  const isEmpty = (await seated(client, match)).every((one) => isHouse(one.player_id))
  if (isEmpty) await closeUnbegun(client, match)
  else await client.query('update match set host_left = true where id = $1', [match])
}

/** Erasing a player waits for this transaction, or this one sees that it is done: nobody sits down after having left everything. */
export async function requireAccount(client: PoolClient, player: string): Promise<void> {
  const { rows } = await client.query('select from player where id = $1 and erased_at is null for key share', [player])
  if (rows.length === 0) throw new Problem(401, 'TOKEN_REVOKED', 'This player has been erased.')
}

/** It stays as it is, for those who have seats in it to look at. */
export async function closeUnbegun(client: PoolClient, match: string): Promise<void> {
  await client.query(`update match set status = 'cancelled', ended_at = now() where id = $1`, [match])
  await settleCancelled(client, [match])
}
