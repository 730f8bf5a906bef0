/** Two servers on one database, and players who do not come back: every deadline has one effect, and the log proves it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { Clock } from '../../src/clocks/clock.js'
import type { ClockSweep } from '../../src/clocks/sweep.js'
import { itemAt } from '../../src/games/lists.js'
import type { Entry } from '../../src/log/entry.js'
import { type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { begin, firstMove, type Made, openServer, type Server } from '../match/server.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let server: Server
let other: Server
let sweeps: ClockSweep[]
let players: Caller[]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  other = await openServer(database.url)
  sweeps = [await server.startClocks(), await other.startClocks()]
  players = [await server.player(), await server.player(), await server.player(), await server.player()]
})
afterAll(async () => {
  for (const sweep of sweeps) await sweep.stop()
  await other.close()
  await server.close()
  await database.drop()
})

const second = (more: object = {}): Clock => Clock.parse({ kind: 'decision', seconds: 1, ...more })
const started = (clock: Clock, made: Made = {}, seats = 2) => begin(server, players.slice(0, seats), { clock, ...made })

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

const cardOf = (match: string) => server.matches.card(itemAt(players, 0), match)
const ended = async (match: string): Promise<Transcript> => {
  await until(async () => (await cardOf(match)).status === 'over')
  const log = await server.matches.log(itemAt(players, 0), match)
  if (!log.complete) throw new Error('the match is not over')
  return log.transcript
}

const passed = (entries: readonly Entry[], version: number): number => {
  const at = (entry: Entry | undefined) => Date.parse(entry?.at ?? '')
  return at(entries[version - 1]) - at(entries[version - 2])
}

describe('a seat whose time is up', () => {
  test('leaves, once, after the second and not before it; the log says so and proves it', async () => {
    const transcript = await ended(await started(second()))
    const { entries } = transcript
    expect(entries.map(({ command }) => command)).toEqual([{ type: 'start' }, { type: 'leave', seat: 0, reason: 'timeout' }])
    expect(passed(entries, 2)).toBeGreaterThanOrEqual(1000)
    expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
  })

  test('is played by the house for this decision, or its player goes on in time', async () => {
    const match = await started(second({ onExpiry: 'botOnce' }))
    await until(async () => (await cardOf(match)).version >= 4)
    const move = await server.matches.submit(itemAt(players, 1), match, {
      move: await firstMove(server, itemAt(players, 1), match),
    })
    expect(move.ok).toBe(true)
    await server.matches.leave(itemAt(players, 1), match)
    const transcript = await ended(match)
    const movers = transcript.entries.flatMap(({ command }) => (command.type === 'move' ? [[command.seat, command.by]] : []))
    expect(movers.slice(0, 4)).toEqual([
      [0, 'house'],
      [1, 'house'],
      [0, 'house'],
      [1, undefined],
    ])
    expect(verifyTranscript(transcript)).toMatchObject({ ok: true })
  })

  test('in each game, also where several decide at once: the match ends and every log verifies', async () => {
    const games = [
      { game: 'kingdoms', options: {} },
      { game: 'royals', options: {} },
      { game: 'regents', options: {} },
      { game: 'medieval-realms', options: {} },
    ]
    const ends = games.map(async ({ game, options }) => ended(await started(second(), { game, options }, 4)))
    for (const transcript of await Promise.all(ends)) {
      expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
      const leavers = transcript.entries.flatMap(({ command }) => (command.type === 'leave' ? [command.seat] : []))
      expect(new Set(leavers).size).toBe(leavers.length)
    }
  })
})
