/** Matches before they begin: made, joined, left. Each change is one transaction; the start is not part of it (see starting.ts). */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { z } from 'zod'
import { labelledDice } from '../../dice/labelled.js'
import type { AnyGame } from '../../games/contract.js'
import { itemAt } from '../../games/lists.js'
import { findGame, games } from '../../games/registry.js'
import { commitmentTo } from '../../log/chain.js'
import { complaintOf, inputErrors } from '../../platform/complaint.js'
import { transaction } from '../../platform/database.js'
import { forbidden, invalid, keyReused, notFound, Problem } from '../../platform/problem.js'
import { requestHash } from '../play/idempotency.js'
import type { CreateMatch, JoinMatch } from '../shapes.js'
import type { Secrets } from '../store/secrets.js'

export interface Lobby {
  /** The id of the match made, now or when the same key was used before. */
  create(player: string, input: CreateMatch, key: string | undefined): Promise<string>
  join(player: string, match: string, input: JoinMatch, key: string | undefined): Promise<void>
  /** True if the seat was given up; false if the match has begun and the player must resign instead. */
  leave(player: string, match: string): Promise<boolean>
}

interface OpenMatch {
  game: string
  seats: number
  seating: string
  visibility: string
  invitation: string | null
  status: string
  created_by: string
}

export function lobby(pool: Pool, secrets: Secrets): Lobby {
  return {
    create: (player, input, key) =>
      transaction(pool, async (client) => {
        await requireAccount(client, player)
        return once(client, player, key, { create: input }, () => make(client, secrets, player, input))
      }),
    async join(player, match, input, key) {
      await transaction(pool, async (client) => {
        await requireAccount(client, player)
        return once(client, player, key, { join: match, ...input }, () => takeSeat(client, secrets, player, match, input))
      })
    },
    leave: (player, match) => transaction(pool, (client) => giveUpSeat(client, player, match)),
  }
}

/** Erasing a player waits for this transaction, or this one sees that it is done: nobody sits down after having left everything. */
async function requireAccount(client: PoolClient, player: string): Promise<void> {
  const { rows } = await client.query('select from player where id = $1 and erased_at is null for key share', [player])
  if (rows.length === 0) throw new Problem(401, 'TOKEN_REVOKED', 'This player has been erased.')
}

/** The same key and request give the same match again; the key is written in the transaction that it stands for. */
async function once(
  client: PoolClient,
  player: string,
  key: string | undefined,
  request: object,
  act: () => Promise<string>,
): Promise<string> {
  if (key === undefined) return act()
  const hash = requestHash(request)
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${player} ${key}`])
  const { rows } = await client.query<{ request: string; match_id: string }>(
    'select request, match_id from request_key where player_id = $1 and key = $2',
    [player, key],
  )
  if (rows[0] && rows[0].request !== hash) throw keyReused()
  if (rows[0]) return rows[0].match_id
  const match = await act()
  await client.query('insert into request_key (player_id, key, request, match_id) values ($1, $2, $3, $4)', [
    player,
    key,
    hash,
    match,
  ])
  return match
}

async function make(client: PoolClient, secrets: Secrets, player: string, input: CreateMatch): Promise<string> {
  const game = findGame(input.game)
  if (!game)
    throw new Problem(400, 'UNKNOWN_GAME', `There is no game ${input.game}; known: ${games.map(({ id }) => id).join(', ')}.`)
  const options = checkedOptions(game, input)
  const id = randomUUID()
  const secret = await secrets.create(client, id)
  const invitation = input.visibility === 'private' ? randomBytes(9).toString('base64url') : null
  await client.query(
    `insert into match (id, game, options, seats, visibility, seating, invitation, commitment, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      game.id,
      JSON.stringify(options),
      input.seats,
      input.visibility,
      input.seating,
      invitation,
      commitmentTo(secret, id),
      player,
    ],
  )
  if (input.join)
    await takeSeat(client, secrets, player, id, { seat: input.seat, invitation: invitation ?? undefined, colour: input.colour })
  return id
}

function checkedOptions(game: AnyGame, { seats, options }: CreateMatch): object {
  const { min, max } = game.seats
  if (seats < min || seats > max)
    throw new Problem(400, 'SEATS_OUT_OF_RANGE', `${game.name} is played with ${min} to ${max} seats, not ${seats}.`)
  const parsed = game.schema.options.safeParse(options)
  if (!parsed.success) throw invalidOptions(parsed.error)
  return parsed.data
}

const invalidOptions = (error: z.ZodError): Problem =>
  new Problem(400, 'INVALID_OPTIONS', `options: ${complaintOf(error)}`, undefined, inputErrors(error, 'options'))

async function lockMatch(client: PoolClient, match: string): Promise<OpenMatch> {
  const { rows } = await client.query<OpenMatch>(
    'select game, seats, seating, visibility, invitation, status, created_by from match where id = $1 for update',
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

const seated = async (client: PoolClient, match: string): Promise<Holder[]> =>
  (await client.query<Holder>('select seat, player_id, colour from seat where match_id = $1 order by seat', [match])).rows

async function takeSeat(client: PoolClient, secrets: Secrets, player: string, match: string, input: JoinMatch): Promise<string> {
  const open = await lockMatch(client, match)
  const holders = await seated(client, match)
  if (holders.some((one) => one.player_id === player)) throw new Problem(409, 'ALREADY_SEATED', 'You have a seat in this match.')
  if (open.visibility === 'private' && open.created_by !== player) checkInvitation(open, input)
  if (open.status !== 'open' || holders.length === open.seats)
    throw new Problem(409, 'MATCH_FULL', 'This match has no free seat.')
  const taken = new Set(holders.map(({ seat }) => seat))
  const seat = chooseSeat(open, taken, input)
  const colour = chooseColour(open, holders, input)
  await client.query('insert into seat (match_id, seat, player_id, colour) values ($1, $2, $3, $4)', [
    match,
    seat,
    player,
    colour,
  ])
  if (taken.size + 1 === open.seats) await closeSeats(client, secrets, match, open)
  return match
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

function chooseSeat({ seats, seating }: OpenMatch, taken: ReadonlySet<number>, { seat }: JoinMatch): number {
  const free = Array.from({ length: seats }, (_, index) => index).filter((index) => !taken.has(index))
  if (seat === undefined) return itemAt(free, 0)
  if (seating === 'random') throw invalid('seat: the seats of this match are dealt at random')
  if (seat >= seats) throw invalid(`seat: seats are numbered 0 to ${seats - 1}`)
  if (taken.has(seat)) throw new Problem(409, 'SEAT_TAKEN', `Seat ${seat} is taken.`)
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
  const players = holders.map((one) => one.player_id)
  const order = labelledDice(secret).draw('seating', players, players.length)
  await client.query('delete from seat where match_id = $1', [match])
  await client.query(
    `insert into seat (match_id, seat, player_id, colour)
     select $1, place - 1, player, colour from unnest($2::uuid[], $3::text[]) with ordinality as dealt(player, colour, place)`,
    [match, order, order.map((player) => holders.find((one) => one.player_id === player)?.colour ?? null)],
  )
}

async function giveUpSeat(client: PoolClient, player: string, match: string): Promise<boolean> {
  const open = await lockMatch(client, match)
  const holders = await seated(client, match)
  if (!holders.some((one) => one.player_id === player))
    throw open.visibility === 'private' ? notFound('match') : forbidden('NOT_SEATED', 'You have no seat in this match.')
  if (open.status !== 'open' || holders.length === open.seats) return false
  await client.query('delete from seat where match_id = $1 and player_id = $2', [match, player])
  return true
}
