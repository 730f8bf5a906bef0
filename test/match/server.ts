/** The services of one server without its transports, so that a test can hold the parts in its hands. Any number share a database. */
import { randomBytes } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import type { Caller } from '../../src/accounts/caller.js'
import { accountService } from '../../src/accounts/service.js'
import { PrismaClient } from '../../src/generated/prisma/client.js'
import { type Log, postgresLog } from '../../src/log/log.js'
import { submissions } from '../../src/match/play/submission.js'
import { type MatchService, matchService } from '../../src/match/service.js'
import { CreateMatch, type MatchCard } from '../../src/match/shapes.js'
import { type LiveMatches, liveMatches } from '../../src/match/store/live.js'
import { loadMatch } from '../../src/match/store/loading.js'
import { type Secrets, secretStore } from '../../src/match/store/secrets.js'
import { snapshotWriter } from '../../src/match/store/snapshots.js'
import { wakeUps } from '../../src/match/streams/waking.js'
import { createBus } from '../../src/platform/bus.js'
import { createPool } from '../../src/platform/database.js'
import { createLogger } from '../../src/platform/logger.js'

export interface Server {
  readonly pool: pg.Pool
  readonly log: Log
  readonly live: LiveMatches
  readonly secrets: Secrets
  readonly matches: MatchService
  /** Sizes of the batches written so far. */
  readonly batches: number[]
  /** Matches whose referee's view was asked for. */
  readonly refereed: string[]
  player(name?: string): Promise<Caller & { player: { id: string } }>
  close(): Promise<void>
}

export interface ServerOptions {
  /** How many matches are kept in memory. */
  readonly capacity?: number
  readonly secretsKey?: Uint8Array | null
}

export async function openServer(url: string, { capacity = 1000, secretsKey = null }: ServerOptions = {}): Promise<Server> {
  const pool = createPool({ url, name: 'chancery', max: 8, onError: () => {} })
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: 2 }) })
  const bus = await createBus({ url, logger: createLogger('silent') })
  const woken = wakeUps(pool, bus)
  const batches: number[] = []
  const refereed: string[] = []
  const log = postgresLog(pool, {
    onBatch: (size) => void batches.push(size),
    onAppended: woken.announce,
  })
  const secrets = secretStore(secretsKey)
  const live = liveMatches(log, { load: (match) => loadMatch(pool, secrets, match), capacity, onLookup: () => {} })
  const keepSnapshot = snapshotWriter(pool, () => {})
  const submitted = submissions({ log, live, keepSnapshot, now: () => new Date(), onAccepted: () => {}, onRefused: () => {} })
  const onReferee = (_: unknown, match: string) => void refereed.push(match)
  const onStuck = (match: string, error: unknown) => {
    throw new Error(`match ${match} cannot begin`, { cause: error })
  }
  const matches = matchService({ pool, log, live, secrets, submissions: submitted, wakeUps: woken, onReferee, onStuck })
  const accounts = accountService({ prisma, registrationOpen: true, now: () => new Date(), onRevoked: () => {} })
  return {
    pool,
    log,
    live,
    secrets,
    matches,
    batches,
    refereed,
    async player(name = `p ${randomBytes(8).toString('hex')}`) {
      const { token } = await accounts.register({ name, kind: 'bot' })
      return (await accounts.authenticate(token)) as Caller & { player: { id: string } }
    },
    async close() {
      woken.close()
      await bus.close()
      await Promise.allSettled([pool.end(), prisma.$disconnect()])
    },
  }
}

export type Made = Partial<CreateMatch>

/** A match of Kingdoms made by the first of them, in which seat 0 begins. */
export const create = (server: Server, host: Caller, made: Made = {}): Promise<MatchCard> =>
  server.matches.create(host, CreateMatch.parse({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' }, ...made }))

/** A running match: everybody sits, in the order given. */
export async function begin(server: Server, players: readonly Caller[], made: Made = {}): Promise<string> {
  const { id, invitation } = await create(server, players[0] as Caller, { seats: players.length, ...made })
  for (const player of players.slice(1)) await server.matches.join(player, id, invitation === null ? {} : { invitation })
  return id
}

/** The first legal move of a seat. */
export const firstMove = async ({ matches }: Server, player: Caller, match: string): Promise<unknown> =>
  (await matches.legalMoves(player, match, { first: 1 })).moves[0]?.move

/** Whoever is awaited plays its first legal move, so often or until the end; returns the version reached. */
export async function play(server: Server, players: readonly Caller[], match: string, moves: number): Promise<number> {
  for (let made = 0; ; made++) {
    const { status, version, awaiting } = await server.matches.card(players[0] as Caller, match)
    if (made === moves || status === 'over') return version
    const player = players[(awaiting[0] as { seat: number }).seat] as Caller
    const outcome = await server.matches.submit(player, match, { move: await firstMove(server, player, match) })
    if (!outcome.ok) throw new Error(outcome.refusal.message)
  }
}

/** The code of the problem that this ends in. */
export const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no problem',
    (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
  )
