/** The composition root: makes the parts of the server and hands them to each other. */
import { PrismaPg } from '@prisma/adapter-pg'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { recordAct } from './accounts/acts.js'
import { type Administration, administration } from './accounts/administration.js'
import { makeHouse } from './accounts/house.js'
import type { AccountService } from './accounts/service.js'
import { wireAccounts } from './accounts/wiring.js'
import { registerGraphql } from './api/graphql/index.js'
import { authentication } from './api/http/authentication.js'
import { believeProxies } from './api/http/client-address.js'
import { boundConnections } from './api/http/connections.js'
import { allowOrigins } from './api/http/cors.js'
import { sendProblem } from './api/http/errors.js'
import { serveFigures } from './api/http/figures.js'
import { createPresence } from './api/http/presence.js'
import { httpSettings, logRequest, prepareHttp, silentConnections } from './api/http/server.js'
import { endSpan, traceRequests, untracedWhileOpen } from './api/http/traced-requests.js'
import { boundUnsent } from './api/http/unsent.js'
import { waiting } from './api/http/waiting.js'
import { registerMcp } from './api/mcp/index.js'
import { registerRest } from './api/rest/index.js'
import { wireThinking } from './bots/thinking/wiring.js'
import { REMIND_EVERY_MS, reminding } from './clocks/reminders.js'
import type { ClockSweep } from './clocks/sweep.js'
import type { Time } from './clocks/times.js'
import { games } from './games/registry.js'
import { PrismaClient } from './generated/prisma/client.js'
import type { Log } from './log/log.js'
import type { FindingService } from './match/lobby/opponents.js'
import { ratedEnds } from './match/rated-ends.js'
import type { MatchService } from './match/service.js'
import { matchCensus } from './match/store/census.js'
import type { LiveMatches } from './match/store/live.js'
import { requireSameKey, type Secrets } from './match/store/secrets.js'
import { ofMatches, wireMatches } from './match-wiring.js'
import { createBus } from './platform/bus.js'
import type { Config } from './platform/config.js'
import { createLogger, type Logger } from './platform/logger.js'
import { createMetrics, type Metrics } from './platform/metrics.js'
import { readiness } from './platform/readiness.js'
import { rulesPage } from './platform/rules-pages.js'
import { atMostEvery } from './platform/seldom.js'
import { type Sweeps, startSweeps } from './platform/sweeping.js'
import { openTracing } from './platform/tracing/opening.js'
import type { Tracing } from './platform/tracing.js'
import type { Colleagues } from './platform/workers/colleagues.js'
import { openPools } from './pools.js'
import type { RatingService } from './ratings/service.js'
import { wireRatings } from './ratings/wiring.js'
import { entryRating } from './tournaments/entry-rating.js'
import type { TournamentService } from './tournaments/service.js'
import { wireTournaments } from './tournaments/wiring.js'
import { deadlineNear, invited, ofTournament } from './webhooks/events.js'
import type { WebhookService } from './webhooks/service.js'
import { type WebhookTuning, wireWebhooks } from './webhooks/wiring.js'

/** The parts of a server below its transports. Any number of servers share a database. */
export interface Services {
  readonly pool: Pool
  readonly metrics: Metrics
  readonly accounts: AccountService
  readonly administration: Administration
  readonly log: Log
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly matches: MatchService
  readonly finding: FindingService
  readonly webhooks: WebhookService
  readonly tournaments: TournamentService
  readonly ratings: RatingService
  /** What clocks go by. */
  readonly time: Time
  /** Acts on deadlines until it is stopped; begins with a sign of life, so that what was missed while no server was up is not charged. */
  startClocks(): Promise<ClockSweep>
  /** Tells players whose time is running out; their number. */
  remind(): Promise<number>
  /** Ends whoever waits for something to happen, so that their requests can end. */
  stopWaiting(): void
  close(): Promise<void>
}

export interface App {
  readonly http: FastifyInstance
  /** Listens at METRICS_PORT; undefined if the figures are served beside everything else. */
  readonly figures: FastifyInstance | undefined
  readonly accounts: AccountService
  readonly logger: Logger
  close(): Promise<void>
}

/** A query that is sent this often is compiled: it halves the cost of a move's GraphQL (see the bench). */
const COMPILED_AFTER = 20

export async function buildApp(
  config: Config,
  databaseUrl: string,
  logger: Logger = createLogger(config.logLevel),
  wiring: Wiring = {},
): Promise<App> {
  await requireSameKey(databaseUrl, config.secretsKey ?? null)
  const ready = readiness()
  const tracing = await openTracing(config, logger)
  const { colleagues } = wiring
  const services = await wireServices(config, databaseUrl, logger, { ...wiring, onRefused: ready.onRefused, tracing })
  const { pool, metrics, accounts, administration, matches, finding, webhooks, tournaments, ratings } = services

  const loggerInstance: FastifyBaseLogger = logger
  const http = Fastify({ ...httpSettings, loggerInstance, forceCloseConnections: 'idle' })
  believeProxies(http, config.trustsProxy)
  const endSilent = silentConnections(http.server)
  boundUnsent(http.server, config.trustsProxy)
  boundConnections(http.server, config, () => metrics.limited('connections'), colleagues)
  if (tracing) traceRequests(http, tracing)
  const authenticate = authentication(accounts)
  await allowOrigins(http, config.corsOrigins)
  const rates = prepareHttp(http, { rates: { ...config, ...(colleagues && { colleagues }) }, metrics, authenticate })
  const onCut = (reply: FastifyReply): void => {
    logRequest(reply)
    if (tracing) endSpan(reply)
  }
  const counted = createPresence(http, { ...metrics, onCut }, colleagues)
  const presence = tracing ? untracedWhileOpen(counted, tracing) : counted
  const waitFor = waiting(presence, accounts)
  const asked = { matches, finding, webhooks, tournaments, ratings, accounts, administration }
  const shared = { ...asked, games, rulesPage, authenticate, waitFor, metrics }
  await registerRest(http, { ...shared, rates, ready: () => ready.isReady(pool) }, presence)
  await registerGraphql(http, { ...shared, rates, tracing, colleagues, jit: COMPILED_AFTER })
  registerMcp(http, { ...shared, rates, corsOrigins: config.corsOrigins })
  const figures = config.metricsPort === undefined ? undefined : Fastify(httpSettings).setErrorHandler(sendProblem)
  serveFigures(figures ?? http, metrics, config.metricsToken)
  await http.ready()
  await matches.startWaiting()
  const clocks = await services.startClocks()
  const sweeps = startSweeps(sweptIn(services), logger)

  return {
    http,
    figures,
    accounts,
    logger,
    async close() {
      services.stopWaiting()
      const stopped = Promise.all([sweeps.stop(), clocks.stop(), webhooks.stop(), tournaments.stop(), ratings.stop()])
      await figures?.close()
      const sweep = setInterval(() => {
        endSilent()
        // What was answered a moment before the server knew that it closes has left a connection for more.
        http.server.closeIdleConnections()
      }, 50)
      await http.close()
      clearInterval(sweep)
      await stopped
      await services.close()
      await tracing?.close()
    },
  }
}

const sweptIn = ({ matches, finding, webhooks, tournaments, ratings, remind }: Services): Sweeps => ({
  'full matches': matches.startWaiting,
  'open matches': matches.expireOpen,
  'erased players': matches.departErased,
  'standing orders': matches.sweepOrders,
  'agreed aborts': matches.sweepAborts,
  invitations: finding.expireInvitations,
  'seeks to end': finding.expireSeeks,
  'seeks to pair': finding.pairWaiting,
  'what is old': finding.forgetOld,
  webhooks: webhooks.sweep,
  tournaments: tournaments.sweep,
  'results to rate': ratings.sweep,
  deadlines: atMostEvery(REMIND_EVERY_MS, remind),
})

interface Wiring {
  /** Memory for live matches, in place of the configured one. */
  readonly cacheBytes?: number
  /** Hears the SQLSTATE of every statement that Postgres refuses. */
  readonly onRefused?: (code: string) => void
  readonly tracing?: Tracing | undefined
  /** Those that serve with this one. */
  readonly colleagues?: Colleagues
  /** What webhooks take from outside, in place of the real thing. */
  readonly webhooks?: Partial<WebhookTuning>
}

export async function wireServices(config: Config, databaseUrl: string, logger: Logger, wiring: Wiring = {}): Promise<Services> {
  const { cacheBytes = config.cacheMegabytes * 1024 * 1024, tracing, colleagues } = wiring
  const metrics = createMetrics({ isPrivate: config.metricsPort !== undefined || config.metricsToken !== undefined, colleagues })
  const { pool, appending, ofClocks, ofAccounts, ofJobs } = openPools(config, databaseUrl, logger, metrics, wiring)
  // Prisma's own pool would know no time-outs, and a request would hang for as long as a stopped database does.
  const prisma = new PrismaClient({ adapter: new PrismaPg(ofAccounts, { disposeExternalPool: true }) })
  const bus = await createBus({ url: databaseUrl, logger })
  const accounts = wireAccounts(prisma, bus, config, logger)
  const onAct = (act: object) => logger.info(act, 'administration')
  const { woken, thoughts, snapshots, ...parts } = wireMatches(
    { pool, appending, ofClocks },
    bus,
    {
      ...ofMatches(config, colleagues),
      cacheBytes,
      findPlayer: accounts.find,
      onInvited: (one, client) => webhooks.tell([invited(one)], client),
      makeHouse: (bot) => makeHouse(prisma, bot),
      thoughts: wireThinking(config, metrics, logger),
      async onAct(act) {
        onAct(act)
        await recordAct(prisma, act)
      },
    },
    metrics,
    logger,
    tracing,
    {
      onAppended: () => webhooks.nudge(),
      onEnded: (ended) => tournaments.ended(ended),
      onRatedEnd: () => ratings.nudge(),
    },
  )
  const tournaments = wireTournaments({
    ...{ pool, bus, logger, matches: parts.matches, secrets: parts.secrets.tournaments, findPlayer: accounts.find },
    makeHouse: (bot) => makeHouse(prisma, bot),
    ratingOf: async (player, setting) => entryRating(setting, await ratings.ofPlayer(player)),
    tellWebhooks: (client, news) => webhooks.tell(news.map(ofTournament), client),
  })
  const webhooks = wireWebhooks({ config, pool: ofJobs, news: parts.matches.news, metrics, logger }, wiring.webhooks)
  const ratings = wireRatings({ pool, writing: ofJobs, ends: ratedEnds(pool), logger })
  const { withdraw, readmit } = accounts
  metrics.watchMatches(matchCensus(pool))
  const stopWaiting = (): void => {
    woken.close()
    tournaments.stopWaiting()
  }
  return {
    pool,
    metrics,
    accounts,
    administration: administration({
      ...{ prisma, now: Date.now, withdraw, readmit, onAct, ...whenGone(parts.matches, webhooks, logger) },
      onReset: webhooks.disableOf,
    }),
    ...parts,
    webhooks,
    tournaments,
    ratings,
    remind: reminding({
      pool,
      time: parts.time,
      tell: (reminders, client) => webhooks.tell(reminders.map(deadlineNear), client),
      announce: woken.announce,
    }),
    stopWaiting,
    async close() {
      stopWaiting()
      await Promise.all([thoughts.close(), webhooks.stop(), tournaments.stop(), ratings.stop(), snapshots.close()])
      await bus.close()
      await Promise.allSettled([pool.end(), appending.end(), ofClocks.end(), ofJobs.end(), prisma.$disconnect()])
    },
  }
}

const whenGone = (matches: MatchService, webhooks: WebhookService, logger: Logger) => ({
  onErased: (player: string): Promise<void> =>
    Promise.all([matches.depart(player), webhooks.forgetErased()]).then(
      () => {},
      (error: unknown) => logger.warn({ err: error, player }, 'an erased player departs later'),
    ),
  onBlocked: (player: string): Promise<void> =>
    matches
      .dropOrdersOf(player)
      .catch((error: unknown) => logger.warn({ err: error }, 'what a blocked player has left to be done goes later')),
})
