/** What has to happen though the server that was to do it has died: looked for again and again. */
import type { Logger } from './logger.js'

const SWEEP_EVERY_MS = 2000

export interface Sweep {
  /** Resolves when the sweep under way, if there is one, is done. */
  stop(): Promise<void>
}

/** Does what is left over, again and again. Of sweeps that fail one after the other, the first is reported. */
function sweeping(work: () => Promise<unknown>, onError: (error: unknown) => void): Sweep {
  let underWay: Promise<void> | undefined
  let failing = false
  const sweep = async (): Promise<void> => {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing) onError(error)
      failing = true
    }
    underWay = undefined
  }
  const timer = setInterval(() => {
    underWay ??= sweep()
  }, SWEEP_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}

/** By what each of them looks for. */
export type Sweeps = Readonly<Record<string, () => Promise<unknown>>>

export function startSweeps(work: Sweeps, logger: Logger): Sweep {
  const sweeps = Object.entries(work).map(([what, sweep]) =>
    sweeping(sweep, (error) => logger.warn({ err: error }, `a sweep for ${what} failed`)),
  )
  return { stop: async () => void (await Promise.all(sweeps.map(({ stop }) => stop()))) }
}
