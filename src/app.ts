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
import type { BotName } from './bots/names.js'
import { substituteMove } from './bots/substitute.js'
import type { Thinking } from './bots/thinking/pool.js'
import { wireThinking } from './bots/thinking/wiring.js'
import { REMIND_EVERY_MS, reminding } from './clocks/reminders.js'
import type { ClockSweep } from './clocks/sweep.js'
import { timekeeper } from './clocks/timekeeper.js'
import type { Span, Time } from './clocks/times.js'
import { startSweep } from './clocks/wiring.js'
import { games } from './games/registry.js'
import { PrismaClient } from './generated/prisma/client.js'
import type { LogListeners } from './log/group-commit.js'
import { type Log, postgresLog } from './log/log.js'
import { tracedLog } from './log/traced-log.js'
import type { OnInvited } from './match/lobby/invitations.js'
import { type FindingService, opponents } from './match/lobby/opponents.js'
import { step } from './match/offline/step.js'
import { entryPace, type Pace } from './match/play/pace.js'
import { submissions } from './match/play/submission.js'
import { ratedEnds } from './match/rated-ends.js'
import { type MatchAct, type MatchService, matchService } from './match/service.js'
import { matchCensus } from './match/store/census.js'
import { type LiveMatches, liveMatches } from './match/store/live.js'
import { loadMatch } from './match/store/loading.js'
import { requireSameKey, type Secrets, secretStore } from './match/store/secrets.js'
import { snapshotWriter } from './match/store/snapshots.js'
import { wakeUps } from './match/streams/waking.js'
import { type Bus, createBus } from './platform/bus.js'
import type { Config } from './platform/config.js'
import { createLogger, type Logger } from './platform/logger.js'
import { createMetrics, type Metrics } from './platform/metrics.js'
import { readiness } from './platform/readiness.js'
import { rulesPage } from './platform/rules-pages.js'
import { atMostEvery } from './platform/seldom.js'
import { type Sweeps, startSweeps } from './platform/sweeping.js'
import { openTracing } from './platform/tracing/opening.js'
import type { Tracing } from './platform/tracing.js'
import { openPools, type Pools } from './pools.js'
import type { RatingService } from './ratings/service.js'
import { ratingsOf } from './ratings/tables.js'
import { wireRatings } from './ratings/wiring.js'
import { deadlineNear, invited } from './webhooks/events.js'
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
  const services = await wireServices(config, databaseUrl, logger, { ...wiring, onRefused: ready.onRefused, tracing })
  const { pool, metrics, accounts, administration, matches, finding, webhooks, ratings } = services

  const loggerInstance: FastifyBaseLogger = logger
  const http = Fastify({ ...httpSettings, loggerInstance, forceCloseConnections: 'idle' })
  believeProxies(http, config.trustsProxy)
  const endSilent = silentConnections(http.server)
  boundUnsent(http.server, config.trustsProxy)
  boundConnections(http.server, config, () => metrics.limited('connections'))
  if (tracing) traceRequests(http, tracing)
  const authenticate = authentication(accounts)
  await allowOrigins(http, config.corsOrigins)
  const rates = prepareHttp(http, { rates: config, metrics, authenticate })
  const onCut = (reply: FastifyReply): void => {
    logRequest(reply)
    if (tracing) endSpan(reply)
  }
  const counted = createPresence(http, { ...metrics, onCut })
  const presence = tracing ? untracedWhileOpen(counted, tracing) : counted
  const waitFor = waiting(presence, accounts)
  const asked = { matches, finding, webhooks, ratings, accounts, administration }
  const shared = { ...asked, games, rulesPage, authenticate, waitFor, metrics }
  await registerRest(http, { ...shared, rates, ready: () => ready.isReady(pool) }, presence)
  await registerGraphql(http, { ...shared, rates, jit: COMPILED_AFTER })
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
      const stopped = Promise.all([sweeps.stop(), clocks.stop(), webhooks.stop(), ratings.stop()])
      await figures?.close()
      const sweep = setInterval(endSilent, 50)
      await http.close()
      clearInterval(sweep)
      await stopped
      await services.close()
      await tracing?.close()
    },
  }
}

const sweptIn = ({ matches, finding, webhooks, ratings, remind }: Services): Sweeps => ({
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
  'results to rate': ratings.sweep,
  deadlines: atMostEvery(REMIND_EVERY_MS, remind),
})

interface Wiring {
  /** Memory for live matches, in place of the configured one. */
  readonly cacheBytes?: number
  /** Hears the SQLSTATE of every statement that Postgres refuses. */
  readonly onRefused?: (code: string) => void
  readonly tracing?: Tracing | undefined
  /** What webhooks take from outside, in place of the real thing. */
  readonly webhooks?: Partial<WebhookTuning>
}

export async function wireServices(config: Config, databaseUrl: string, logger: Logger, wiring: Wiring = {}): Promise<Services> {
  const { cacheBytes = config.cacheMegabytes * 1024 * 1024, tracing } = wiring
  const metrics = createMetrics({ isPrivate: config.metricsPort !== undefined || config.metricsToken !== undefined })
  const { pool, appending, ofClocks, ofAccounts, ofJobs } = openPools(config, databaseUrl, logger, metrics, wiring)
  // Prisma's own pool would know no time-outs, and a request would hang for as long as a stopped database does.
  const prisma = new PrismaClient({ adapter: new PrismaPg(ofAccounts, { disposeExternalPool: true }) })
  const bus = await createBus({ url: databaseUrl, logger })
  const accounts = wireAccounts(prisma, bus, config, logger)
  const onAct = (act: object) => logger.info(act, 'administration')
  const { woken, thoughts, ...parts } = wireMatches(
    { pool, appending, ofClocks },
    bus,
    {
      ...ofMatches(config),
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
    { onAppended: () => webhooks.nudge(), onRatedEnd: () => ratings.nudge() },
  )
  const webhooks = wireWebhooks({ config, pool: ofJobs, news: parts.matches.news, metrics, logger }, wiring.webhooks)
  const ratings = wireRatings({ pool, writing: ofJobs, ends: ratedEnds(pool), logger })
  const { withdraw, readmit } = accounts
  const onErased = (player: string) =>
    Promise.all([parts.matches.depart(player), webhooks.forgetErased()]).then(
      () => {},
      (error: unknown) => logger.warn({ err: error, player }, 'an erased player departs later'),
    )
  const onBlocked = (player: string) =>
    parts.matches
      .dropOrdersOf(player)
      .catch((error: unknown) => logger.warn({ err: error }, 'what a blocked player has left to be done goes later'))
  metrics.watchMatches(matchCensus(pool))
  return {
    pool,
    metrics,
    accounts,
    administration: administration({
      ...{ prisma, now: Date.now, withdraw, readmit, onErased, onBlocked, onAct },
      onReset: webhooks.disableOf,
    }),
    ...parts,
    webhooks,
    ratings,
    remind: reminding({
      pool,
      time: parts.time,
      tell: (reminders, client) => webhooks.tell(reminders.map(deadlineNear), client),
      announce: woken.announce,
    }),
    stopWaiting: woken.close,
    async close() {
      woken.close()
      await Promise.all([thoughts.close(), webhooks.stop(), ratings.stop()])
      await bus.close()
      await Promise.allSettled([pool.end(), appending.end(), ofClocks.end(), ofJobs.end(), prisma.$disconnect()])
    },
  }
}

const ofMatches = ({ secretsKey, openMatchDays, clockGraceSeconds, absenceDays, rateLimit }: Config) => ({
  ...{ secretsKey: secretsKey ?? null, openMatchDays, clockGraceSeconds, absenceDays },
  pace: entryPace(rateLimit),
})

interface MatchSettings {
  readonly secretsKey: Uint8Array | null
  readonly cacheBytes: number
  readonly openMatchDays: number
  readonly clockGraceSeconds: number
  readonly absenceDays: number
  readonly pace: Pace
  readonly findPlayer: AccountService['find']
  readonly onInvited: OnInvited
  readonly makeHouse: (bot: BotName | null) => Promise<void>
  readonly thoughts: Thinking
  readonly onAct: (act: MatchAct) => Promise<void>
}

/** Who is told at once that there may be something to do. */
interface Nudges {
  readonly onAppended: () => void
  readonly onRatedEnd: () => void
}

function wireMatches(
  { pool, appending, ofClocks }: Pools,
  bus: Bus,
  { secretsKey, cacheBytes, clockGraceSeconds, thoughts, ...settings }: MatchSettings,
  metrics: Metrics,
  logger: Logger,
  tracing: Tracing | undefined,
  nudges: Nudges,
) {
  const woken = wakeUps(pool, bus)
  // The orders that follow from an entry are carried out by the service, which stands on the log.
  let nudgeOrders: MatchService['nudgeOrders'] = () => {}
  const onAppended: LogListeners['onAppended'] = (appended) => {
    woken.announce(appended)
    nudges.onAppended()
    const ordered = appended.filter(({ hasOrders }) => hasOrders)
    if (ordered.length > 0) nudgeOrders(ordered.map(({ match }) => match))
  }
  const onFault = (error: unknown) => logger.error({ err: error }, 'a listener of the log failed')
  const shown = tracing && tracedLog(tracing)
  const listeners = { onBatch: metrics.batch, onAppended, onFault, ...shown }
  const plain = postgresLog(pool, listeners, appending)
  const log = shown ? shown.traced(plain) : plain
  const secrets = secretStore(secretsKey)
  const live = liveMatches(log, { load: (match) => loadMatch(pool, secrets, match), cacheBytes, onLookup: metrics.cache })
  const keepSnapshot = snapshotWriter(pool, (error) => logger.warn({ err: error }, 'a snapshot was not written'))
  const onGap = (span: Span) =>
    logger.warn({ from: new Date(span.from), to: new Date(span.to) }, 'no server was up: clocks stood still')
  const time = timekeeper({ pool: ofClocks, patient: pool, graceMs: clockGraceSeconds * 1000, onGap })
  let clocks: ClockSweep | undefined
  const submitted = submissions({
    log,
    live,
    keepSnapshot,
    now: Date.now,
    time,
    ...(tracing && {
      step: (...given: Parameters<typeof step>) => tracing.part('decide', { 'chancery.game': given[0].id }, () => step(...given)),
    }),
    onAccepted: metrics.moveAccepted,
    onRefused: metrics.moveRefused,
    onHouse: () => clocks?.nudge(),
    onRatedEnd: nudges.onRatedEnd,
  })
  const onReferee = (caller: { player: { id: string } | null }, match: string) =>
    logger.info({ player: caller.player?.id, match }, 'referee view')
  const onStuck = (match: string, error: unknown) => logger.error({ match, err: error }, 'a full match cannot begin')
  const onUntried = (error: unknown) => logger.warn({ err: error }, 'what was to follow an entry is done later')
  const told = { wakeUps: woken, onReferee, onStuck, onUntried }
  const parts = { pool, log, live, secrets, submissions: submitted, time, think: thoughts.think, substitute: substituteMove }
  const matches = matchService({ ...parts, ...settings, ...told })
  nudgeOrders = matches.nudgeOrders
  const { begin, afterJoining } = matches
  const finding = opponents({ pool, secrets, ...settings, ratingsOf, begin, afterJoining })
  const startClocks = async (): Promise<ClockSweep> => {
    const { expire, decide } = matches
    clocks = await startSweep({ pool: ofClocks, time, expire, decide, thoughtsAtOnce: thoughts.atOnce, metrics, logger })
    const { nudge, stop } = clocks
    // What is still thought about is given up: another server, or the next start, takes it.
    return { nudge, stop: async () => void (await Promise.all([stop(), thoughts.close()])) }
  }
  return { log, live, secrets, matches, finding, time, startClocks, woken, thoughts }
}
