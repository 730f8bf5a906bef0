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
    await until(async () => {
      const { version, awaiting } = await cardOf(match)
      return version >= 4 && awaiting[0]?.seat === 1
    })
    const move = await server.matches.submit(itemAt(players, 1), match, {
      move: await firstMove(server, itemAt(players, 1), match),
    })
    expect(move.ok).toBe(true)
    await server.matches.leave(itemAt(players, 1), match)
    const transcript = await ended(match)
    const movers = transcript.entries.flatMap(({ command }) => (command.type === 'move' ? [[command.seat, command.by]] : []))
    const own = movers.findIndex(([, by]) => by === undefined)
    expect(movers[own]).toEqual([1, undefined])
    expect(new Set(movers.slice(0, own).map(([seat, by]) => `${seat} ${by}`))).toEqual(new Set(['0 house', '1 house']))
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

describe('a player who is late', () => {
  test('is refused as soon as the time is up, whether or not the clock has acted', async () => {
    const alone = await openServer(database.url)
    const match = await begin(alone, players.slice(0, 2), { clock: second({ seconds: 1000 }) })
    const [player] = players
    if (!player) throw new Error('nobody')
    const move = await firstMove(alone, player, match)
    const live = await alone.live.get(match)
    if (!live?.times) throw new Error('no clock')
    // As if the second-but-last millisecond had passed: the position is this server's own, and the log is as it was.
    live.times = { ...live.times, opened: live.times.opened.map((opened) => opened && opened - 1_000_001) }
    expect(await alone.matches.submit(player, match, { move })).toMatchObject({ ok: false, refusal: { code: 'TIME_IS_UP' } })
    live.times = { ...live.times, opened: live.times.opened.map((opened) => opened && opened + 900_000) }
    expect(await alone.matches.submit(player, match, { move })).toMatchObject({ ok: true })
    await alone.close()
  })
})

describe('clocks that are shown', () => {
  test('stand on cards, views, pages and items, the same on each; a bank loses what is used and gains the increment', async () => {
    const [anne, ben] = players
    if (!anne || !ben) throw new Error('nobody')
    const clock = Clock.parse({ kind: 'bank', seconds: 3600, increment: 60 })
    const match = await started(clock)
    const card = await other.matches.card(ben, match)
    expect(card.clock).toEqual(clock)
    const opened = Date.parse(card.startedAt ?? '')
    const deadline = new Date(opened + 3_600_000).toISOString()
    expect(card.awaiting).toEqual([{ seat: 0, decision: 'turn', since: 1, deadline }])
    const clocks = [
      { seat: 0, bank: 3600, deadline },
      { seat: 1, bank: 3600, deadline: null },
    ]
    expect(card.clocks).toEqual(clocks)
    expect((await other.matches.view(ben, match)).clocks).toEqual(clocks)
    const page = await server.matches.notices(ben, match, { first: 10, after: 0 })
    expect(page).toMatchObject({ clocks, awaiting: card.awaiting, items: [{ clocks }] })
    const moved = await server.matches.submit(anne, match, { move: await firstMove(server, anne, match) })
    if (!moved.ok) throw new Error(moved.refusal.message)
    const after = await other.matches.card(ben, match)
    expect(moved.accepted.awaiting).toEqual(after.awaiting)
    expect(after.clocks?.[0]).toMatchObject({ deadline: null })
    expect(after.clocks?.[0]?.bank).toBeGreaterThan(3600)
    expect(after.clocks?.[1]).toMatchObject({ bank: 3600, deadline: after.awaiting[0]?.deadline })
  })

  test('order the turns: the soonest deadline first, those without one last, page by page', async () => {
    const [host] = players
    const me = await server.player()
    if (!host) throw new Error('nobody')
    const clockOf = (seconds: number) => Clock.parse({ kind: 'decision', seconds })
    const made = [undefined, clockOf(5000), clockOf(1000), undefined, clockOf(3000)]
    const matches: string[] = []
    for (const clock of made) matches.push(await begin(server, [me, host], clock ? { clock } : {}))
    const soonest = [2, 4, 1, 3, 0].map((index) => matches[index])
    const whole = await other.matches.turns(me, { first: 10 })
    expect(whole.items.map(({ id }) => id)).toEqual(soonest)
    const paged: string[] = []
    let after: string | undefined
    do {
      const page = await other.matches.turns(me, { first: 2, after })
      paged.push(...page.items.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(paged).toEqual(soonest)
  })

  test('are kept for the rematch', async () => {
    const clock = second({ onExpiry: 'leave' })
    const match = await started(clock)
    await ended(match)
    const again = await server.matches.rematch(itemAt(players, 0), match)
    expect(again.clock).toEqual(clock)
  })
})
