/** How a server puts accounts together: every server hears at once of tokens that were revoked on another. */
import type { PrismaClient } from '../generated/prisma/client.js'
import type { Bus } from '../platform/bus.js'
import type { Config } from '../platform/config.js'
import type { Logger } from '../platform/logger.js'
import { type AccountService, accountService } from './service.js'

const REVOKED = 'chancery_revoked'

export function wireAccounts(prisma: PrismaClient, bus: Bus, config: Config, logger: Logger): AccountService {
  const accounts = accountService({
    prisma,
    registrationOpen: config.registration === 'open',
    now: Date.now,
    onRevoked: (told) => bus.notify(REVOKED, told),
  })
  const onError = (error: unknown) =>
    logger.warn({ err: error }, 'revocations were not looked up; open streams look at their tokens later')
  bus.subscribe(REVOKED, (told) => void accounts.forget(told).catch(onError))
  return accounts
}
