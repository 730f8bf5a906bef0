/** Acts on deadlines as they pass. Every server does, and whoever comes second finds nothing to do: the log decides. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../platform/outage.js'
import { Problem } from '../platform/problem.js'
import type { Deadlines, Due } from './due.js'
import type { Time } from './times.js'

/** Whether anything was done, or in how many milliseconds it will be; or that the house has to think first. */
export type Acted = boolean | { readonly inMs: number } | 'leftToHouse'

type Act = (match: string, seat: number, now: number) => Promise<Acted>

export interface ClockSweepDeps {
  readonly time: Pick<Time, 'beat' | 'isUp'>
  readonly deadlines: Deadlines
  /** What is to be done with a seat whose time is up. */
  readonly expire: Act
  /** The house thinks about what it is to decide, and does it. */
  readonly decide: Act
  /** What the house decides at a time. Others are left to other servers, and deadlines are not held up by it. */
  readonly thoughtsAtOnce: number
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
const LOOK_EVERY_MS = 250
const SOONEST_MS = 10

/** What this server has in hand. */
interface InHand {
  readonly signal: AbortSignal
  /** The next look is to come at once. */
  readonly nudge: () => void
  readonly acting: Set<Promise<void>>
  /** By match and seat: what is thought about, once each. */
  readonly thinking: Map<string, { readonly due: Due; readonly done: Promise<void> }>
  keptAt: number
}

export function clockSweep(deps: ClockSweepDeps): ClockSweep {
  const stopping = new AbortController()
  const { signal } = stopping
  const nap = napping(signal)
  const hand: InHand = { signal, nudge: nap.end, acting: new Set(), thinking: new Map(), keptAt: 0 }
  const work = async (): Promise<void> => {
    let failing = false
    while (!signal.aborted) {
      const pause = await look(deps, hand).catch((error: unknown) => {
        // Of looks that fail one after the other, the first is reported.
        if (!failing) deps.onError(error)
        failing = true
        return undefined
      })
      failing = pause === undefined
      await nap.take(pause ?? LOOK_EVERY_MS)
    }
    await Promise.all([...hand.acting, ...[...hand.thinking.values()].map(({ done }) => done)])
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
async function look(deps: ClockSweepDeps, hand: InHand): Promise<number> {
  if (!deps.time.isUp()) await deps.time.beat()
  await keepThinking(deps, hand)
  const most = AT_ONCE - hand.acting.size
  const { taken, early, now, next } = await deps.deadlines.take(most, Math.max(0, deps.thoughtsAtOnce - hand.thinking.size))
  const [ofHouse, ofClocks] = [taken.filter(({ isHouse }) => isHouse), taken.filter(({ isHouse }) => !isHouse)]
  for (const due of ofHouse) thinkOnce(deps, hand, due, now)
  for (const due of ofClocks) {
    const done: Promise<void> = act(deps, hand, due, now).finally(() => hand.acting.delete(done))
    hand.acting.add(done)
  }
  await deps.deadlines.correct(early)
  if (ofClocks.length + early.length === most) return SOONEST_MS
  return next === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(SOONEST_MS, next - now))
}

/** Others leave alone what is still thought about here. */
async function keepThinking({ deadlines }: ClockSweepDeps, hand: InHand): Promise<void> {
  const at = performance.now()
  if (hand.thinking.size === 0 || at - hand.keptAt < LOOK_EVERY_MS) return
  hand.keptAt = at
  await deadlines.keep([...hand.thinking.values()].map(({ due }) => due))
}

/** A decision that is thought about may be taken once more, after a database that was slow for long. */
function thinkOnce(deps: ClockSweepDeps, hand: InHand, due: Due, now: number): void {
  const key = `${due.match} ${due.seat}`
  if (hand.thinking.has(key)) return
  const done = act(deps, hand, due, now).finally(() => {
    hand.thinking.delete(key)
    hand.nudge()
  })
  hand.thinking.set(key, { due, done })
}

/** Never throws. What failed because the database was away, or because this server is closing, is soon taken again. */
async function act(deps: ClockSweepDeps, { signal, nudge }: InHand, due: Due, now: number): Promise<void> {
  const { deadlines, expire, decide, onExpired, onStuck, onError } = deps
  try {
    const done = await (due.isHouse ? decide : expire)(due.match, due.seat, now)
    if (!due.isHouse && (done === true || done === 'leftToHouse')) onExpired(now - due.due)
    if (done === false) await deadlines.putOff(due)
    else if (done === 'leftToHouse') await deadlines.leaveToHouse(due).then(nudge)
    else if (done !== true) await deadlines.postpone(due, done.inMs)
  } catch (error) {
    if (signal.aborted || isOutage(error) || (error instanceof Problem && error.status === 503)) return
    onStuck(due, error)
    await deadlines.putOff(due).catch(onError)
  }
}
