/** A server whose deliveries are tried again within moments, and the deliveries of its players. */
import { vi } from 'vitest'
import { backoff } from '../../src/webhooks/backoff.js'
import type { WebhookDelivery } from '../../src/webhooks/shapes.js'
import type { WebhookTuning } from '../../src/webhooks/wiring.js'
import { openServer, type Player, type Server } from '../match/server.js'

const PATIENCE = { timeout: 15_000, interval: 20 }

/** Three days in about a minute; the first retries within a moment. */
export const QUICK: Partial<WebhookTuning> = { backoff: backoff(0.0002), lookEveryMs: 50, timeoutMs: 400 }

export interface WebhookServer extends Server {
  /** As the application does every few seconds. */
  start(): Promise<void>
}

export async function webhookServer(
  url: string,
  more: Partial<WebhookTuning> = {},
  env: Record<string, string> = {},
): Promise<WebhookServer> {
  const server = await openServer(url, { webhooks: { ...QUICK, ...more }, env })
  let timer: NodeJS.Timeout | undefined
  return {
    ...server,
    async start() {
      await server.webhooks.sweep()
      timer ??= setInterval(() => void server.webhooks.sweep().catch(() => {}), 200)
    },
    async close() {
      clearInterval(timer)
      await server.close()
    },
  }
}

export const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, PATIENCE)

export const deliveriesOf = async ({ webhooks }: Server, player: Player, webhook: string): Promise<WebhookDelivery[]> =>
  (await webhooks.deliveries(player, webhook, { first: 100 })).items
