/** The match service in this process on a database of its own, for measurements below HTTP. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { wireServices } from '../dist/app.js'
import { CreateMatch } from '../dist/match/shapes.js'
import { snapshotWriter } from '../dist/match/store/snapshots.js'
import { readConfig } from '../dist/platform/config.js'
import { createLogger } from '../dist/platform/logger.js'
import { migrate } from '../dist/platform/migrations.js'

export async function createDatabase(postgres, name) {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${name}`
  return url.href
}

/** Wired as the application wires them. */
export async function services(postgres, name) {
  const url = await createDatabase(postgres, name)
  await migrate(url)
  const wired = await wireServices(readConfig({}), url, createLogger('error'), { cacheBytes: 2 ** 30 })
  const { accounts, pool } = wired
  const register = async () =>
    accounts.authenticate((await accounts.register({ name: `b ${randomUUID().slice(0, 30)}`, kind: 'bot' })).token)
  return { ...wired, snapshots: snapshotWriter(pool, console.error), register }
}

export async function newMatch({ matches }, players) {
  const match = await matches.create(players[0], CreateMatch.parse({ game: 'kingdoms', seats: players.length }))
  for (const player of players.slice(1)) await matches.join(player, match.id, {})
  return match.id
}

/** Random legal moves straight on the service; returns how many were played. `conditions`: what each is sent with. */
export async function playMoves({ matches, live }, players, match, count, conditions = () => ({})) {
  const found = await live.get(match)
  const { game } = found.fixed
  let played = 0
  for (; played < count; played++) {
    const seat = found.awaiting[0]?.seat
    if (seat === undefined) break
    const moves = game.legalMoves(found.position.state, seat)
    const move = moves.at(Math.floor(Math.random() * moves.size))
    const done = await matches.submit(players[seat], match, { move, ...conditions() })
    if (!done.ok) throw new Error(JSON.stringify(done))
  }
  return played
}
