/** How a server puts matches together: the log, what is kept of it in memory, the one write path, the lobby, and what follows from entries. */
import type { AccountService } from './accounts/service.js'
import type { BotName } from './bots/names.js'
import { substituteMove } from './bots/substitute.js'
import type { Thinking } from './bots/thinking/pool.js'
import type { ClockSweep } from './clocks/sweep.js'
import { timekeeper } from './clocks/timekeeper.js'
import type { Span } from './clocks/times.js'
import { startSweep } from './clocks/wiring.js'
import type { LogListeners } from './log/group-commit.js'
import { postgresLog } from './log/log.js'
import { tracedLog } from './log/traced-log.js'
import type { OnInvited } from './match/lobby/invitations.js'
import { opponents } from './match/lobby/opponents.js'
import { step } from './match/offline/step.js'
import { entryPace, type Pace } from './match/play/pace.js'
import { submissions } from './match/play/submission.js'
import { type MatchAct, type MatchService, matchService } from './match/service.js'
import { liveMatches } from './match/store/live.js'
import { loadMatch } from './match/store/loading.js'
import { secretStore } from './match/store/secrets.js'
import { snapshotWriter } from './match/store/snapshots.js'
import { wakeUps } from './match/streams/waking.js'
import type { Bus } from './platform/bus.js'
import type { Config } from './platform/config.js'
import type { Logger } from './platform/logger.js'
import type { Metrics } from './platform/metrics.js'
import type { Tracing } from './platform/tracing.js'
import type { Colleagues } from './platform/workers/colleagues.js'
import type { Pools } from './pools.js'
import { ratingsOf } from './ratings/tables.js'

export const ofMatches = (
  { secretsKey, openMatchDays, clockGraceSeconds, absenceDays, rateLimit }: Config,
  colleagues: Colleagues | undefined,
) => ({
  ...{ secretsKey: secretsKey ?? null, openMatchDays, clockGraceSeconds, absenceDays },
  pace: entryPace(rateLimit, undefined, colleagues),
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
  /** With the ids of matches that have ended. */
  readonly onEnded: (matches: readonly string[]) => void
  readonly onRatedEnd: () => void
}

export function wireMatches(
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
    nudges.onEnded(appended.filter(({ isLast }) => isLast).map(({ match }) => match))
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
  const snapshots = snapshotWriter(pool, (error) => logger.warn({ err: error }, 'a snapshot was not written'))
  const onGap = (span: Span) =>
    logger.warn({ from: new Date(span.from), to: new Date(span.to) }, 'no server was up: clocks stood still')
  const time = timekeeper({ pool: ofClocks, patient: pool, graceMs: clockGraceSeconds * 1000, onGap })
  let clocks: ClockSweep | undefined
  const submitted = submissions({
    log,
    live,
    keepSnapshot: snapshots.keep,
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
  return { log, live, secrets, matches, finding, time, startClocks, woken, thoughts, snapshots }
}
