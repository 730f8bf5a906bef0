/** The match service in this process on a database of its own, for measurements below HTTP. */
import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { accountService } from '../dist/accounts/service.js'
import { PrismaClient } from '../dist/generated/prisma/client.js'
import { postgresLog } from '../dist/log/log.js'
import { submissions } from '../dist/match/play/submission.js'
import { matchService } from '../dist/match/service.js'
import { liveMatches } from '../dist/match/store/live.js'
import { loadMatch } from '../dist/match/store/loading.js'
import { secretStore } from '../dist/match/store/secrets.js'
import { snapshotWriter } from '../dist/match/store/snapshots.js'
import { sleepers } from '../dist/match/streams/waking.js'
import { createPool } from '../dist/platform/database.js'
import { migrate } from '../dist/platform/migrations.js'

const ignore = () => {}

export async function createDatabase(postgres, name) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

export async function services(postgres, name) {
  const url = await createDatabase(postgres, name)
  await migrate(url)
  const pool = createPool({ url, name: 'bench', max: 8, onError: ignore })
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
  const accounts = accountService({ prisma, registrationOpen: true, now: () => new Date(), onRevoked: ignore })
  const log = postgresLog(pool, { onBatch: ignore, onAppended: ignore })
  const secrets = secretStore(null)
  const live = liveMatches(log, { load: (match) => loadMatch(pool, secrets, match), capacity: 50_000, onLookup: ignore })
  const keepSnapshot = snapshotWriter(pool, console.error)
  const submitted = submissions({ log, live, keepSnapshot, now: () => new Date(), onAccepted: ignore, onRefused: ignore })
  const wakeUps = { matches: sleepers(60_000), players: sleepers(60_000) }
  const matches = matchService({
    pool,
    log,
    live,
    secrets,
    submissions: submitted,
    wakeUps,
    onReferee: ignore,
    onStuck: console.error,
  })
  const register = async () =>
    accounts.authenticate((await accounts.register({ name: `b ${randomUUID().slice(0, 30)}`, kind: 'bot' })).token)
  return { pool, secrets, live, keepSnapshot, matches, register, close: () => Promise.all([pool.end(), prisma.$disconnect()]) }
}

export async function newMatch({ matches }, players) {
  const match = await matches.create(players[0], {
    game: 'kingdoms',
    seats: players.length,
    options: {},
    visibility: 'public',
    seating: 'chosen',
    join: true,
  })
  for (const player of players.slice(1)) await matches.join(player, match.id, {})
  return match.id
}

/** Random legal moves straight on the service; returns how many were played. */
export async function playMoves({ matches, live }, players, match, count) {
  const found = await live.get(match)
  const { game } = found.fixed
  let played = 0
  for (; played < count; played++) {
    const seat = found.awaiting[0]?.seat
    if (seat === undefined) break
    const moves = game.legalMoves(found.position.state, seat)
    const done = await matches.submit(players[seat], match, { move: moves.at(Math.floor(Math.random() * moves.size)) })
    if (!done.ok) throw new Error(JSON.stringify(done))
  }
  return played
}
