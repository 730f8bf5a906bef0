/** The composition root: makes the parts of the server and hands them to each other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { type AccountService, accountService } from './accounts/service.js'
import { registerGraphql } from './api/graphql/index.js'
import { authentication } from './api/http/authentication.js'
import { httpSettings, prepareHttp, silentConnections } from './api/http/server.js'
import { registerRest } from './api/rest/index.js'
import { games } from './games/registry.js'
import { PrismaClient } from './generated/prisma/client.js'
import { postgresLog } from './log/log.js'
import { sweepWaiting } from './match/lobby/starting.js'
import { submissions } from './match/play/submission.js'
import { matchService } from './match/service.js'
import { liveMatches } from './match/store/live.js'
import { loadMatch } from './match/store/loading.js'
import { secretStore } from './match/store/secrets.js'
import { snapshotWriter } from './match/store/snapshots.js'
import { wakeUps } from './match/streams/waking.js'
import { type Bus, createBus } from './platform/bus.js'
import type { Config } from './platform/config.js'
import { createPool } from './platform/database.js'
import { createLogger, type Logger } from './platform/logger.js'
import { createMetrics, type Metrics } from './platform/metrics.js'

export interface App {
  readonly http: FastifyInstance
  readonly accounts: AccountService
  readonly logger: Logger
  close(): Promise<void>
}

const REVOKED = 'chancery_revoked'
const READY_WITHIN_MS = 2000
/** A query that is sent this often is compiled: it halves the cost of a move's GraphQL (see the bench). */
const COMPILED_AFTER = 20
/** A position in memory is held to this size on average; the bench measures it. */
const KIB_A_MATCH = 16

export async function buildApp(
  config: Config,
  databaseUrl: string,
  logger: Logger = createLogger(config.logLevel),
): Promise<App> {
  const metrics = createMetrics()
  const onError = (error: Error) => logger.warn({ err: error }, 'an idle database connection was lost')
  const poolOf = (name: string, max: number) => createPool({ url: databaseUrl, name, max, onError })
  const pool = poolOf('chancery', config.databasePool)
  // Prisma's own pool would know no time-outs, and a request would hang for as long as a stopped database does.
  const prisma = new PrismaClient({ adapter: new PrismaPg(poolOf('chancery accounts', 4), { disposeExternalPool: true }) })
  const bus = await createBus({ url: databaseUrl, logger })
  const accounts = wireAccounts(prisma, bus, config, logger)
  const { matches, stop } = wireMatches(pool, bus, config, metrics, logger)

  const loggerInstance: FastifyBaseLogger = logger
  const http = Fastify({
    ...httpSettings,
    loggerInstance,
    trustProxy: config.trustProxy,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
  })
  const endSilent = silentConnections(http.server)
  const authenticate = authentication(accounts)
  const { limitRegistration } = await prepareHttp(http, { rates: config, metrics, authenticate })
  await registerRest(http, { matches, accounts, games, metrics, ready: () => isReady(pool), authenticate }, limitRegistration)
  await registerGraphql(http, { matches, accounts, games, authenticate, limitRegistration, jit: COMPILED_AFTER })
  await http.ready()
  await matches.startWaiting()

  return {
    http,
    accounts,
    logger,
    async close() {
      const stopped = stop()
      const sweep = setInterval(endSilent, 50)
      await http.close()
      clearInterval(sweep)
      await stopped
      await bus.close()
      await Promise.allSettled([pool.end(), prisma.$disconnect()])
    },
  }
}

/** A database that hangs counts as one that is away. */
function isReady(pool: Pool): Promise<boolean> {
  const answers = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answers, sleep(READY_WITHIN_MS, false, { ref: false })])
}

function wireAccounts(prisma: PrismaClient, bus: Bus, config: Config, logger: Logger): AccountService {
  const accounts = accountService({
    prisma,
    registrationOpen: config.registration === 'open',
    now: () => new Date(),
    onRevoked: (told) => bus.notify(REVOKED, told),
  })
  const onError = (error: unknown) =>
    logger.warn({ err: error }, 'revocations were not looked up; open streams look at their tokens later')
  bus.subscribe(REVOKED, (told) => void accounts.forget(told).catch(onError))
  return accounts
}

function wireMatches(pool: Pool, bus: Bus, config: Config, metrics: Metrics, logger: Logger) {
  const woken = wakeUps(pool, bus)
  const log = postgresLog(pool, {
    onBatch: metrics.batch,
    onAppended: woken.announce,
  })
  const secrets = secretStore(config.secretsKey ?? null)
  const live = liveMatches(log, {
    load: (match) => loadMatch(pool, secrets, match),
    capacity: Math.max(64, (config.cacheMegabytes * 1024) / KIB_A_MATCH),
    onLookup: metrics.cache,
  })
  const keepSnapshot = snapshotWriter(pool, (error) => logger.warn({ err: error }, 'a snapshot was not written'))
  const submitted = submissions({
    log,
    live,
    keepSnapshot,
    now: () => new Date(),
    onAccepted: metrics.moveAccepted,
    onRefused: metrics.moveRefused,
  })
  const onReferee = (caller: { player: { id: string } | null }, match: string) =>
    logger.info({ player: caller.player?.id, match }, 'referee view')
  const onStuck = (match: string, error: unknown) => logger.error({ match, err: error }, 'a full match cannot begin')
  const matches = matchService({ pool, log, live, secrets, submissions: submitted, wakeUps: woken, onReferee, onStuck })
  const sweep = sweepWaiting(matches, (error) => logger.warn({ err: error }, 'a sweep for full matches failed'))
  const stop = (): Promise<void> => {
    woken.close()
    return sweep.stop()
  }
  return { matches, stop }
}
