/**
 * Carries standing orders out. The server that wrote an entry is told by the log whether an order waits in its match and looks at once, after the mover has been
 * answered; a sweep of every server finds what was lost with another. Orders of a match are taken one after the other, each an entry of its own, so orders that answer
 * each other make no stack. Whoever comes second finds the order settled.
 */
import type { Pool } from 'pg'
import type { Refusal } from '../../games/contract.js'
import { turns, turnsByKey } from '../../platform/turns.js'
import { illegality } from '../offline/step.js'
import type { WhyDropped } from '../order-shapes.js'
import type { Submissions } from '../play/submission.js'
import { heldSince } from '../store/holdings.js'
import type { Live, LiveMatches } from '../store/live.js'
import type { WakeUps } from '../streams/waking.js'
import { dropOrder, lookForDue, type Round, type WaitingOrder, waitingIn } from './stored-orders.js'

export interface CarryingOut {
  /** Resolves when nothing is due in this match any more. */
  carryOut(match: string): Promise<void>
  /** Has the same done soon; for the log. */
  nudge(matches: readonly string[]): void
  /** Looks at some of all waiting orders, and goes on with the others when it is called again; the number of matches in which one was due. */
  sweep(): Promise<number>
}

export interface CarryingOutDeps {
  readonly pool: Pool
  readonly live: LiveMatches
  readonly submissions: Pick<Submissions, 'order'>
  readonly wakeUps: Pick<WakeUps, 'announce'>
  /** A nudge has failed; the sweep tries again. */
  readonly onUntried: (error: unknown) => void
}

/** Orders looked at by a sweep: each takes some 12 µs of the database, measured with 100,000. */
const LOOKED_AT = 1000
/** Matches that a sweep works on at a time: one that cannot be read holds no other up. */
const AT_ONCE = 4
/** Orders of a match that are settled in one go; the sweep goes on. Nobody reaches it who sets lists by hand. */
const MOST_IN_A_ROW = 50
const START: Round = { match: '00000000-0000-0000-0000-000000000000', seat: 0 }

export function carryingOut(deps: CarryingOutDeps): CarryingOut {
  const oneAtATime = turnsByKey()
  const inTurn = turns(AT_ONCE)
  const waiting = new Set<string>()
  let round = START
  const look = async (match: string): Promise<void> => {
    waiting.delete(match)
    await settleAll(deps, match)
  }
  const carryOut = (match: string): Promise<void> => oneAtATime(match, () => settleAll(deps, match))
  return {
    carryOut,
    nudge(matches) {
      for (const match of matches) {
        // One that has not begun to look will see this entry, too.
        if (waiting.has(match)) continue
        waiting.add(match)
        // The mover is answered first, and the position in memory has moved on by then.
        setImmediate(() => void oneAtATime(match, () => look(match)).catch(deps.onUntried))
      }
    },
    async sweep() {
      const { due, next } = await lookForDue(deps.pool, round, LOOKED_AT)
      round = next ?? START
      const outcomes = await Promise.allSettled(due.map((match) => inTurn(() => carryOut(match))))
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      return due.length
    },
  }
}

async function settleAll(deps: CarryingOutDeps, match: string): Promise<void> {
  const passed = new Set<string>()
  for (let settled = 0; settled < MOST_IN_A_ROW; settled++) {
    const orders = await waitingIn(deps.pool, match)
    const known = orders.length > 0 ? await deps.live.get(match) : undefined
    if (!known) return
    const live = await deps.live.freshen(known)
    const due = orders.find((order) => !passed.has(order.id) && isDue(live, order))
    if (!due) return
    if (!(await settle(deps, live, due))) passed.add(due.id)
  }
}

const isDue = (live: Live, order: WaitingOrder): boolean => whyNever(live, order) !== undefined || isAwaited(live, order)

const isAwaited = ({ awaiting }: Live, { seat, decision }: WaitingOrder): boolean =>
  awaiting.some((one) => one.seat === seat && (decision === null || one.decision === decision))

/** Why it will not be carried out, whoever is awaited. */
function whyNever(
  { holdings, position, awaiting, leftAt }: Live,
  { seat, player, barred, takenBack }: WaitingOrder,
): WhyDropped | undefined {
  if (holdings.present[seat] !== player) return 'handedOver'
  if (barred) return 'playerBlocked'
  if (position.aborted || awaiting.length === 0) return 'matchEnded'
  if (leftAt[seat] !== null) return 'seatLeft'
  return takenBack ? 'takenBack' : undefined
}

/** A move that was legal and is refused has lost a race: the next look judges anew. False where the position is still the same: a later run must do. */
async function settle({ pool, submissions, wakeUps }: CarryingOutDeps, live: Live, order: WaitingOrder): Promise<boolean> {
  const { fixed, position } = live
  const { version } = position
  const never = whyNever(live, order)
  const refusals = never ? [] : refusalsUntilLegal(live, order)
  const chosen = order.moves[refusals.length]
  if (!never && chosen) {
    const outcome = await submissions.order(
      live,
      order.seat,
      { id: order.id, player: order.player, move: refusals.length, chosen },
      version,
    )
    return outcome.ok || outcome.version !== version
  }
  // Whoever has handed the seat over may not learn how far the match has come since.
  const at = never === 'handedOver' ? heldSince(live.holdings, order.seat) : version
  await dropOrder(pool, { match: fixed.id, order: order.id }, at, never ?? 'noLegalMove', never ? null : refusals)
  wakeUps.announce([{ match: fixed.id }])
  return true
}

/** Of the moves before the first legal one: of all of them, if none is legal. */
function refusalsUntilLegal({ fixed: { game }, position }: Live, { seat, moves }: WaitingOrder): Refusal[] {
  const refusals: Refusal[] = []
  for (const move of moves) {
    const refused = illegality(game, position, seat, move)
    if (!refused) break
    refusals.push(refused)
  }
  return refusals
}
