/** Acts on deadlines as they pass. Every server does, and whoever comes second finds nothing to do: the log decides. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../platform/outage.js'
import { Problem } from '../platform/problem.js'
import type { Deadlines, Due } from './due.js'
import type { Time } from './times.js'

export interface ClockSweepDeps {
  readonly time: Pick<Time, 'beat' | 'isUp'>
  readonly deadlines: Deadlines
  /** Whether anything was done, or in how many milliseconds it will be. */
  readonly expire: (match: string, seat: number, now: number) => Promise<boolean | { readonly inMs: number }>
  /** One that was acted on, and how long after it was due. */
  readonly onExpired: (lateMs: number) => void
  /** One that cannot be acted on. */
  readonly onStuck: (due: Due, error: unknown) => void
  readonly onError: (error: unknown) => void
}

export interface ClockSweep {
  /** There is something due now, which this server has just written: nobody waits for the next look. */
  nudge(): void
  /** Resolves when what is under way is done. */
  stop(): Promise<void>
}

/** Worked on at a time. What is stuck on a locked row does not hold the others up, unless there are so many. */
const AT_ONCE = 64
/** How often is looked; sooner, if the next deadline is. */
const LOOK_EVERY_MS = 400
const SOONEST_MS = 10

export function clockSweep(deps: ClockSweepDeps): ClockSweep {
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Set<Promise<void>>()
  const nap = napping(signal)
  const work = async (): Promise<void> => {
    let failing = false
    while (!signal.aborted) {
      const pause = await look(deps, underWay).catch((error: unknown) => {
        // Of looks that fail one after the other, the first is reported.
        if (!failing) deps.onError(error)
        failing = true
        return undefined
      })
      failing = pause === undefined
      await nap.take(pause ?? LOOK_EVERY_MS)
    }
    await Promise.all(underWay)
  }
  const stopped = work()
  return {
    nudge: nap.end,
    stop() {
      stopping.abort()
      return stopped
    },
  }
}

/** Pauses that can be cut short. One that was to be cut short before it began is not taken at all. */
function napping(signal: AbortSignal): { take(ms: number): Promise<void>; end(): void } {
  let waking = new AbortController()
  return {
    async take(ms) {
      const either = AbortSignal.any([signal, waking.signal])
      await sleep(ms, undefined, { signal: either, ref: false }).catch(() => undefined)
      waking = new AbortController()
    },
    end: () => waking.abort(),
  }
}

/** Milliseconds until the next look. The sign of life comes first: after a gap it moves the deadlines, so that none is taken too early. */
async function look(deps: ClockSweepDeps, underWay: Set<Promise<void>>): Promise<number> {
  if (!deps.time.isUp()) await deps.time.beat()
  const most = AT_ONCE - underWay.size
  if (most === 0) return SOONEST_MS
  const { taken, early, now, next } = await deps.deadlines.take(most)
  for (const due of taken) {
    const done: Promise<void> = act(deps, due, now).finally(() => underWay.delete(done))
    underWay.add(done)
  }
  await deps.deadlines.correct(early)
  if (taken.length + early.length === most) return SOONEST_MS
  return next === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(SOONEST_MS, next - now))
}

/** Never throws. What failed because the database was away is soon taken again. */
async function act({ deadlines, expire, onExpired, onStuck, onError }: ClockSweepDeps, due: Due, now: number): Promise<void> {
  try {
    const done = await expire(due.match, due.seat, now)
    if (done === true) onExpired(now - due.due)
    else if (done === false) await deadlines.putOff(due)
    else await deadlines.postpone(due, done.inMs)
  } catch (error) {
    if (isOutage(error) || (error instanceof Problem && error.status === 503)) return
    onStuck(due, error)
    await deadlines.putOff(due).catch(onError)
  }
}
