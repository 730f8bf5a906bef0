/** What the holder of a seat asks about its standing orders. */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Caller, type Player, requirePlayer } from '../../accounts/caller.js'
import { type AnyGame, refusal } from '../../games/contract.js'
import type { StoredMove } from '../../log/entry.js'
import { invalid, keyReused, notFound, Problem } from '../../platform/problem.js'
import { conflict } from '../conflict.js'
import type { Matches } from '../matches.js'
import { MATCH_ABORTED, MATCH_OVER, readMove } from '../offline/step.js'
import { ORDER_BOUNDS, OrderRequest, type StandingOrder } from '../order-shapes.js'
import { requestHash } from '../play/idempotency.js'
import { staleness } from '../play/submission.js'
import type { Live } from '../store/live.js'
import type { Access } from '../viewing/access.js'
import { formerOf, requireSeat } from '../viewing/redactor.js'
import type { CarryingOut } from './carrying-out.js'
import { findOrder, keepOrder, withdrawOrder } from './stored-orders.js'

export interface AskingDeps {
  readonly pool: Pool
  readonly access: Access
  /** The match in play; one that is full and has not begun is begun first. */
  readonly forWriting: (caller: Caller, match: string) => Promise<Live>
  readonly carryOut: CarryingOut['carryOut']
  readonly onUntried: (error: unknown) => void
}

export function askingForOrders(deps: AskingDeps): Pick<Matches, 'orders' | 'setOrders' | 'withdrawOrders'> {
  const { pool, access } = deps
  const own = async (player: Player, match: string): Promise<StandingOrder> => {
    const found = await findOrder(pool, match, player.id)
    if (!found) throw notFound('standing order')
    return found.order
  }
  return {
    async orders(caller, match) {
      const player = requirePlayer(caller, 'read')
      const live = await access.begun(caller, match)
      // Whoever has handed the seat over may still read what became of their list.
      if (!formerOf(live, caller)) requireSeat(live, caller)
      return own(player, match)
    },
    async withdrawOrders(caller, match) {
      const player = requirePlayer(caller, 'play')
      requireSeat(await access.begun(caller, match), caller)
      await withdrawOrder(pool, match, player.id)
      return own(player, match)
    },
    async setOrders(caller, match, given) {
      const player = requirePlayer(caller, 'play')
      await deps.forWriting(caller, match)
      const live = await access.upToDate(caller, match)
      await setOrder(deps, live, player, requireSeat(live, caller), OrderRequest.parse(given))
      return own(player, match)
    },
  }
}

/** A seat that is awaited already has its moves tried at once: whether the list or the entry it waited for came first makes no difference. */
async function setOrder(deps: AskingDeps, live: Live, player: Player, seat: number, request: OrderRequest): Promise<void> {
  const { id: match } = live.fixed
  const { idempotencyKey: key = null, ...asked } = request
  const hash = key === null ? null : requestHash(asked)
  if (key !== null && (await isSet(deps.pool, match, player, key, hash))) return
  requirePlaying(live, seat, request.expectedVersion)
  const moves = readMoves(live.fixed.game, request)
  const { version } = live.position
  const decision = request.decision ?? null
  await keepOrder(deps.pool, { id: randomUUID(), match, seat, player: player.id, moves, decision, version, key, request: hash })
  // Another request may have had the key at the same moment.
  if (key !== null) await isSet(deps.pool, match, player, key, hash)
  // The list is kept, whatever becomes of this try: the sweep makes another.
  await deps.carryOut(match).catch(deps.onUntried)
}

/** Whether this very request has set the list that is there. */
async function isSet(pool: Pool, match: string, player: Player, key: string, hash: string | null): Promise<boolean> {
  const before = await findOrder(pool, match, player.id)
  if (before?.key !== key) return false
  if (before.request !== hash) throw keyReused()
  return true
}

/** The moves as the game reads them. What no position could allow is refused, by its place in the list. */
function readMoves(game: AnyGame, { game: wanted, decision, moves }: OrderRequest): StoredMove[] {
  if (wanted !== undefined && wanted !== game.id) throw new Problem(422, 'WRONG_GAME', `This is a match of ${game.name}.`)
  if (decision !== undefined && !Object.hasOwn(game.decisions, decision))
    throw invalid(`decision: one of ${Object.keys(game.decisions).join(', ')}`)
  if (JSON.stringify(moves).length > ORDER_BOUNDS.characters)
    throw invalid(`moves: more than ${ORDER_BOUNDS.characters} characters of JSON`)
  return moves.map((move, index) => {
    const read = readMove(game, move)
    if (read.ok) return read.move
    const at = `moves.${index}`
    const errors = read.refusal.errors?.map(({ path, message }) => ({ path: path === '' ? at : `${at}.${path}`, message }))
    throw new Problem(422, 'MALFORMED_MOVE', `${at}: ${read.refusal.message}`, undefined, errors)
  })
}

/** Where nothing will be awaited of the seat, no list can be of use. */
function requirePlaying(live: Live, seat: number, expectedVersion: number | undefined): void {
  if (live.position.aborted) throw conflict(MATCH_ABORTED)
  if (live.awaiting.length === 0) throw conflict(MATCH_OVER)
  if (live.leftAt[seat] !== null) throw conflict(refusal('SEAT_HAS_LEFT', 'This seat has left the match.'))
  const stale = staleness(live, seat, expectedVersion)
  if (stale) throw new Problem(412, 'STALE_VERSION', stale.message)
}
