import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the work is done well within so many milliseconds; it is not waited for any longer. */
export const inTime = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    sleep(ms, false),
  ])
