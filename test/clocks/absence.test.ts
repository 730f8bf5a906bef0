/** Days on which a player is away: bounded, told in the log, and charged to nobody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { begin, openServer, type Player, play, problemOf, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let server: Server
let other: Server
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { env: { ABSENCE_DAYS: '10' } })
  other = await openServer(database.url)
})
afterAll(async () => {
  await other.close()
  await server.close()
  await database.drop()
})

const DAY = 86_400_000
const daysAhead = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const away = (from: number, to = from) => ({ firstDay: daysAhead(from), lastDay: daysAhead(to) })
const WEEK = Clock.parse({ kind: 'decision', seconds: 7 * 86_400, absence: true })
const started = async (clock: Clock): Promise<{ match: string; players: Player[] }> => {
  const players = [await server.player(), await server.player()]
  return { players, match: await begin(server, players, { clock }) }
}
const deadline = async (player: Player, match: string): Promise<number> =>
  Date.parse((await other.matches.card(player, match)).awaiting[0]?.deadline ?? '')

describe('an absence', () => {
  test('is of coming days, not twice the same, and so many in a year', async () => {
    const anne = await server.player()
    const declare = (from: number, to?: number) => problemOf(server.matches.declareAbsence(anne, away(from, to)))
    expect(await declare(-1)).toBe('400 INVALID_INPUT')
    expect(await declare(5, 4)).toBe('400 INVALID_INPUT')
    expect(await declare(300, 380)).toBe('400 INVALID_INPUT')
    expect(await declare(3, 4)).toBe('no problem')
    expect(await declare(4, 6)).toBe('409 ABSENCE_OVERLAPS')
    expect(await declare(6, 40)).toBe('409 TOO_MANY_ABSENT_DAYS')
    const [absence] = await other.matches.absences(anne)
    expect(absence).toMatchObject(away(3, 4))
    const stranger = await server.player()
    expect(await problemOf(server.matches.cancelAbsence(stranger, absence?.id ?? ''))).toBe('404 NOT_FOUND')
    await server.matches.cancelAbsence(anne, absence?.id ?? '')
    expect(await other.matches.absences(anne)).toEqual([])
    const today = await server.matches.declareAbsence(anne, away(0))
    expect(await problemOf(server.matches.cancelAbsence(anne, today.id))).toBe('409 ABSENCE_BEGUN')
  })

  test('moves the deadlines of matches that allow it, and of no others; taken back, they are as before', async () => {
    const { match, players } = await started(WEEK)
    const [anne, ben] = players
    if (!anne || !ben) throw new Error('nobody')
    const strict = await begin(server, [anne, ben], { clock: { ...WEEK, absence: false } })
    const [before, strictly] = [await deadline(ben, match), await deadline(ben, strict)]
    const { id } = await server.matches.declareAbsence(anne, away(2, 3))
    // Who is not awaited is away as well, without anything to move.
    await server.matches.declareAbsence(ben, away(1))
    expect(await deadline(ben, match)).toBe(before + 2 * DAY)
    expect(await deadline(ben, strict)).toBe(strictly)
    const { rows } = await server.pool.query<{ due: Date }>('select due from deadline where match_id = $1', [match])
    expect(rows.map(({ due }) => due.getTime())).toEqual([before + 2 * DAY])
    await other.matches.cancelAbsence(anne, id)
    expect(await deadline(ben, match)).toBe(before)
  })

  test('is an entry that everybody is told and that verify knows; what is left of it is not charged', async () => {
    const { match, players } = await started(Clock.parse({ kind: 'bank', seconds: 3600, absence: true }))
    const [anne, ben] = players
    if (!anne || !ben) throw new Error('nobody')
    await server.matches.declareAbsence(anne, away(0, 1))
    const { items } = await other.matches.notices(ben, match, { first: 10, after: 1 })
    expect(items).toMatchObject([{ version: 2, notices: [], text: [expect.stringContaining('stands still')] }])
    await play(other, players, match, 4)
    await server.matches.leave(anne, match)
    const log = await other.matches.log(ben, match)
    if (!log.complete) throw new Error('not over')
    expect(log.transcript.entries[1]?.command).toMatchObject({ type: 'absence', seat: 0 })
    expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true })
  })

  test('holds in a match that begins after it was declared: instead of a timeout it is written down', async () => {
    const anne = await server.player()
    await server.matches.declareAbsence(anne, away(0, 1))
    const match = await begin(server, [anne, await server.player()], {
      clock: Clock.parse({ kind: 'decision', seconds: 1, absence: true }),
    })
    const now = Date.now() + 5_000
    expect(await server.matches.expire(match, 0, now)).toBe(true)
    expect(await server.matches.expire(match, 0, now)).toBe(false)
    const { awaiting, version } = await other.matches.card(anne, match)
    expect(version).toBe(2)
    expect(Date.parse(awaiting[0]?.deadline ?? '')).toBeGreaterThan(Date.parse(`${daysAhead(1)}T00:00:00Z`) + DAY)
  })

  test('gives nothing back to whoever takes a seat over while its decision is open', async () => {
    const { match, players } = await started(Clock.parse({ kind: 'decision', seconds: 60, absence: true }))
    const [anne, ben] = players
    if (!anne || !ben) throw new Error('nobody')
    const carl = await server.player()
    await server.matches.declareAbsence(carl, away(0, 1))
    await server.matches.offerSeat(anne, match, { player: carl.player.id, expiresInHours: 1 })
    await other.matches.acceptSeat(carl, match)
    expect(await server.matches.expire(match, 0, Date.now() + 61_000)).toBe(true)
    const log = await other.matches.log(ben, match)
    expect(log.complete && log.transcript.entries.at(-1)?.command).toEqual({ type: 'leave', seat: 0, reason: 'timeout' })
    expect(log.complete && verifyTranscript(log.transcript)).toMatchObject({ ok: true })
  })

  test('does not go with a seat that changes hands', async () => {
    const { match, players } = await started(WEEK)
    const [anne, ben] = players
    if (!anne || !ben) throw new Error('nobody')
    const before = await deadline(ben, match)
    await server.matches.declareAbsence(anne, away(2, 3))
    const carl = await server.player()
    await server.matches.offerSeat(anne, match, { player: carl.player.id, expiresInHours: 1 })
    await other.matches.acceptSeat(carl, match)
    expect(await deadline(ben, match)).toBe(before)
    await server.matches.leave(carl, match)
    const log = await other.matches.log(ben, match)
    expect(log.complete && verifyTranscript(log.transcript)).toMatchObject({ ok: true })
  })

  test('goes when its player is erased', async () => {
    const anne = await server.player()
    await server.matches.declareAbsence(anne, away(1))
    await server.matches.depart(anne.player.id)
    expect(await administer(database.url, `select from absence where player_id = '${anne.player.id}'`)).toEqual([])
  })
})
