/** Who is awaited, and since which version: what tells a stale request from one that merely arrived after another seat's. */
import type { Phase } from '../games/contract.js'
import type { Awaiting } from '../log/log.js'

/** A decision stays open across the entries of other seats; the seat's own entry closes it, whatever it is called next. */
export function awaitingAfter(before: readonly Awaiting[], phase: Phase, actor: number | null, version: number): Awaiting[] {
  return phase.awaiting.map(({ seat, decision }) => {
    const open = seat === actor ? undefined : before.find((one) => one.seat === seat && one.decision === decision)
    return { seat, decision, since: open?.since ?? version }
  })
}
