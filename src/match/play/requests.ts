/** What is asked of the write path, independent of the position it meets. */
import { HOUSE, houseOf } from '../../accounts/house-ids.js'
import type { Clock } from '../../clocks/clock.js'
import type { AnyGame, Refusal } from '../../games/contract.js'
import type { StoredCommand, StoredMove } from '../../log/entry.js'
import type { Ordered } from '../../log/ordering.js'
import { type ReadMove, readMove } from '../offline/step.js'
import type { MoveRequest } from '../shapes.js'
import { heldSince } from '../store/holdings.js'
import type { Live } from '../store/live.js'
import { writtenHash } from './idempotency.js'

export interface OrderedMove extends Ordered {
  /** Who has left it. */
  readonly player: string
  readonly chosen: StoredMove
}

/** A refusal where no position could allow it: the request is not a move of this game. */
type Asked = StoredCommand | { readonly type: 'refused'; readonly refusal: Refusal }

/** What is asked for, independent of the position it meets. */
export interface Request {
  readonly asked: Asked
  readonly seat: number | null
  /** Whose seat it is about, and who held it when this was asked: by another holder it was not asked for. */
  readonly of: { readonly seat: number; readonly holder: string | null } | null
  /** The state that is gone back to. */
  readonly back?: { readonly state: unknown }
  /** Who gets a seat with it. */
  readonly takenBy?: string | undefined
  readonly expectedVersion?: number | undefined
  readonly key?: string | undefined
  /** Null where nothing was ever written for such a request: an entry with its key belongs to another one. */
  readonly hash: string | null
  /** When it became due, of what the server does by itself. */
  readonly at?: number
  readonly ordered?: Ordered | undefined
}

export const heldBy = ({ holdings }: Live, seat: number | null): Request['of'] =>
  seat === null ? null : { seat, holder: holdings.present[seat] ?? null }

export const seatIn = (command: StoredCommand): number | null => ('seat' in command ? command.seat : null)

/** A move that the house makes is no word of the seat's player, who may have agreed to an abort meanwhile. */
export const byServer = (command: StoredCommand): Request => ({
  asked: command,
  seat: command.type === 'leave' ? command.seat : null,
  of: null,
  hash: null,
})

/** What a clock does: who gets a seat with it was chosen with the clock. */
export const byClock = (command: StoredCommand, { bot }: Pick<Clock, 'bot'>): Request => ({
  ...byServer(command),
  takenBy: command.type === 'handOver' ? (bot ? houseOf(bot) : HOUSE) : undefined,
})

/** Keys are a holder's own: those of whoever has got the seat since the start are told by a space, which no client can send, from those of the holders before. */
function ownKey({ holdings }: Live, seat: number, key: string | undefined): string | undefined {
  const since = key === undefined ? 0 : heldSince(holdings, seat)
  return since === 0 ? key : `${since} ${key}`
}

export function requestOf(live: Live, seat: number, { game, move, expectedVersion, idempotencyKey }: MoveRequest): Request {
  const key = ownKey(live, seat, idempotencyKey)
  const isForAnother = game !== undefined && game !== live.fixed.game.id
  const read = isForAnother ? wrongGame(live.fixed.game) : readMove(live.fixed.game, move)
  const of = heldBy(live, seat)
  if (!read.ok) return { asked: { type: 'refused', refusal: read.refusal }, seat, of, key, hash: null }
  const hash = key === undefined ? null : writtenHash({ move: read.move, expectedVersion: expectedVersion ?? null })
  return { asked: { type: 'move', seat, move: read.move }, seat, of, expectedVersion, key, hash }
}

/** A key that no client can send, for it has a space: it tells an entry of this order from an equal one that another server made. */
export const requestOfOrder = (seat: number, { id, move, chosen, player }: OrderedMove, expectedVersion: number): Request => ({
  asked: { type: 'move', seat, move: chosen },
  seat,
  of: { seat, holder: player },
  expectedVersion,
  key: `order ${id}`,
  hash: writtenHash({ order: id }),
  ordered: { id, move },
})

/** Two games may have a move of the same shape: a request made for the one must not be played in the other. */
const wrongGame = ({ name }: AnyGame): ReadMove => ({
  ok: false,
  refusal: { code: 'WRONG_GAME', message: `This is a match of ${name}.` },
})
