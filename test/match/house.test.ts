/** Seats that are abandoned in each of the games: the house takes them over, the match ends, and its log proves it. That they leave instead: test/clocks/expiry.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import type { ClockSweep } from '../../src/clocks/sweep.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import { type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, type Player, type Server } from './server.js'

let database: FreshDatabase
let servers: [Server, Server]
let sweeps: ClockSweep[]
let players: Player[]
beforeAll(async () => {
  database = await freshDatabase()
  servers = [await openServer(database.url), await openServer(database.url)]
  sweeps = [await servers[0].startClocks(), await servers[1].startClocks()]
  players = await Promise.all(Array.from({ length: 3 }, () => servers[0].player()))
})
afterAll(async () => {
  for (const sweep of sweeps) await sweep.stop()
  for (const server of servers) await server.close()
  await database.drop()
})

async function ended(match: string): Promise<Transcript> {
  const { matches } = servers[1]
  while ((await matches.card(itemAt(players, 0), match)).status !== 'over') await sleep(20)
  const log = await matches.log(itemAt(players, 0), match)
  if (!log.complete) throw new Error('the match is not over')
  return log.transcript
}

const commandsOf = ({ entries }: Transcript) => entries.map(({ command }) => command)

/** As few as the game is played with. */
const TABLES = games.map(({ id: game, seats }) => ({ game, seats: seats.min }))

test('every seat is given to the house, without a clock: it plays to the end', { timeout: 120_000 }, async () => {
  const given = TABLES.map(async ({ game, seats }) => {
    const sitting = players.slice(0, seats)
    const match = await begin(servers[0], sitting, { game, options: {} })
    for (const [seat, player] of sitting.entries()) await itemAt(servers, seat % 2).matches.handOverToHouse(player, match)
    return { match, seats }
  })
  for (const { match, seats } of await Promise.all(given)) {
    const transcript = await ended(match)
    expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
    const commands = commandsOf(transcript)
    expect(commands.filter(({ type }) => type === 'handOver')).toHaveLength(seats)
    expect(commands.every((command) => command.type !== 'leave' && (command.type !== 'move' || command.by === 'house'))).toBe(
      true,
    )
    const card = await servers[0].matches.card(itemAt(players, 0), match)
    expect(card.seats.map(({ player, left }) => [player?.kind, left])).toEqual(Array(seats).fill(['house', false]))
    const results = (await servers[0].matches.list(itemAt(players, 0), { player: 'House greedy' }, { first: 9 })).items
    expect(results.map(({ id }) => id)).toContain(match)
  }
})

test('nobody comes back: with botFromNowOn the house has each seat once, after its time', { timeout: 120_000 }, async () => {
  const clock = Clock.parse({ kind: 'decision', seconds: 1, onExpiry: 'botFromNowOn' })
  const begun = TABLES.map(async ({ game, seats }) => ({
    seats,
    match: await begin(servers[0], players.slice(0, seats), { game, options: {}, clock }),
  }))
  for (const { match, seats } of await Promise.all(begun)) {
    const transcript = await ended(match)
    expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
    const handed = commandsOf(transcript).flatMap((command) => (command.type === 'handOver' ? [command] : []))
    expect(handed.map(({ seat }) => seat).toSorted()).toEqual([...Array(seats).keys()])
    expect(handed.every(({ to, by }) => to === 'house' && by === 'clock')).toBe(true)
  }
})
