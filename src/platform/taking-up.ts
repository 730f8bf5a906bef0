/** Work that is left over somewhere: taken up a step at a time, soon after whoever leaves it says so, and never twice at once on this server. */

/** `later`: another server is at it, or what comes next is still under way. */
export type Taken = 'more' | 'later' | 'done'

export interface TakingUp {
  /** There may be something. */
  nudge(): void
  /** Takes up all that there is now. */
  look(): Promise<void>
  /** Resolves when the step under way, if there is one, is done. */
  stop(): Promise<void>
}

interface TakingUpSettings {
  /** One step; it may throw. */
  readonly step: () => Promise<Taken>
  /** Whether a nudge is worth a look. */
  readonly isNeeded?: () => boolean
  /** What comes within so long after a nudge is taken up together. */
  readonly gatherMs?: number
  readonly onError: (error: unknown) => void
}

const GATHER_MS = 25
const AGAIN_MS = 100

export function takingUp({ step, isNeeded = () => true, gatherMs = GATHER_MS, onError }: TakingUpSettings): TakingUp {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()

  const later = (ms: number): void => {
    if (timer || isStopped || !isNeeded()) return
    timer = setTimeout(() => {
      timer = undefined
      look().catch(onError)
    }, ms)
    timer.unref()
  }
  const takeAll = async (): Promise<void> => {
    for (let taken: Taken = 'more'; taken === 'more' && !isStopped; ) {
      taken = await step()
      if (taken === 'later') later(AGAIN_MS)
    }
  }
  const look = (): Promise<void> => {
    const next = underWay.then(takeAll)
    underWay = next.catch(() => {})
    return next
  }
  return {
    look,
    nudge: () => later(gatherMs),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
