/** Requests that wait until it is somebody's turn. */
import { requirePlayer, requireReader } from '../accounts/caller.js'
import { untilSo } from '../platform/sleepers.js'
import { turns } from '../platform/turns.js'
import type { Matches } from './matches.js'
import { hasEnded } from './shapes.js'
import type { WakeUps } from './streams/waking.js'
import type { Access } from './viewing/access.js'
import { listCards } from './viewing/cards.js'
import { requireSeat, standingOf } from './viewing/redactor.js'

type Deps = Parameters<typeof listCards>[0] & {
  readonly access: Access
  readonly wakeUps: Pick<WakeUps, 'matches' | 'players'>
  readonly time: Parameters<typeof standingOf>[2]
}

/** Connections that those use who wait for any of their matches, however many they are. */
const LOOKS_AT_ONCE = 4

export function inWaiting(deps: Deps): Pick<Matches, 'untilAwaited' | 'untilAwaitedAnywhere'> {
  const { access, wakeUps, time } = deps
  const inTurn = turns(LOOKS_AT_ONCE)
  return {
    async untilAwaited(caller, match, signal) {
      requireReader(caller)
      await untilSo(wakeUps.matches, match, signal, async () => {
        if (!(await access.find(caller, match))) return (await access.card(caller, match)).status === 'cancelled'
        const live = await access.upToDate(caller, match)
        requireSeat(live, caller)
        const standing = standingOf(live, caller, time)
        return standing.yourTurn || hasEnded(standing)
      })
    },
    async untilAwaitedAnywhere(caller, signal) {
      const { id } = requirePlayer(caller, 'read')
      const look = () => listCards(deps, caller, { myTurn: true }, { first: 1 })
      await untilSo(wakeUps.players, id, signal, async () => (await inTurn(look)).items.length > 0)
    },
  }
}
