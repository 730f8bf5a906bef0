/** Standing orders: what their holders ask, what the log tells, and what is done about them by itself. */
import type { Matches } from '../matches.js'
import { type AskingDeps, askingForOrders } from './asking.js'
import { type CarryingOutDeps, carryingOut } from './carrying-out.js'
import { dropOrders } from './stored-orders.js'

export interface StandingOrders extends Pick<Matches, 'orders' | 'setOrders' | 'withdrawOrders'> {
  /** Entries were written in matches in which standing orders wait. */
  nudgeOrders(matches: readonly string[]): void
  /** Carries out orders that were overlooked, as after a crash; the number of matches in which some were. */
  sweepOrders(): Promise<number>
  /** Drops the orders of a player who is blocked. */
  dropOrdersOf(player: string): Promise<void>
}

export function standingOrders(deps: CarryingOutDeps, ways: Pick<AskingDeps, 'access' | 'forWriting'>): StandingOrders {
  const { pool, wakeUps, onUntried } = deps
  const { carryOut, nudge, sweep } = carryingOut(deps)
  return {
    ...askingForOrders({ pool, ...ways, carryOut, onUntried }),
    nudgeOrders: nudge,
    sweepOrders: sweep,
    async dropOrdersOf(player) {
      const matches = await dropOrders(pool, player, 'playerBlocked')
      wakeUps.announce(matches.map((match) => ({ match })))
    },
  }
}
