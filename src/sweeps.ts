/** What has to happen though the server that was to do it has died. */
import { REMIND_EVERY_MS } from './clocks/reminders.js'
import type { FindingService } from './match/lobby/opponents.js'
import { type Sweep, sweeping } from './match/lobby/starting.js'
import type { MatchService } from './match/service.js'
import type { Logger } from './platform/logger.js'
import { atMostEvery } from './platform/seldom.js'
import type { WebhookService } from './webhooks/service.js'

interface Swept {
  readonly matches: MatchService
  readonly finding: FindingService
  readonly webhooks: WebhookService
  remind(): Promise<number>
}

export function startSweeps({ matches, finding, webhooks, remind }: Swept, logger: Logger): Sweep {
  const work = {
    'full matches': matches.startWaiting,
    'open matches': matches.expireOpen,
    'erased players': matches.departErased,
    'standing orders': matches.sweepOrders,
    invitations: finding.expireInvitations,
    'seeks to end': finding.expireSeeks,
    'seeks to pair': finding.pairWaiting,
    'what is old': finding.forgetOld,
    webhooks: webhooks.sweep,
    deadlines: atMostEvery(REMIND_EVERY_MS, remind),
  }
  const sweeps = Object.entries(work).map(([what, sweep]) =>
    sweeping(sweep, (error) => logger.warn({ err: error }, `a sweep for ${what} failed`)),
  )
  return { stop: async () => void (await Promise.all(sweeps.map(({ stop }) => stop()))) }
}
