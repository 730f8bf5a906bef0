/** The service was down: the gap and a grace are written down once, deadlines move, and nothing of it is charged. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import { databaseClock } from '../../src/clocks/timekeeper.js'
import { itemAt } from '../../src/games/lists.js'
import { entryHash, genesisHash } from '../../src/log/chain.js'
import type { Entry } from '../../src/log/entry.js'
import { type Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { begin, openServer, type Player, play, type Server } from '../match/server.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let server: Server
let players: Player[]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url, { env: { CLOCK_GRACE_SECONDS: '60' } })
  players = [await server.player(), await server.player()]
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const HOUR = Clock.parse({ kind: 'bank', seconds: 3600 })
const MINUTE = 60_000

/** As if no server had been up for so long. */
const unseenFor = (seconds: number) =>
  administer(database.url, `update service_up set beat = beat - interval '${seconds} seconds'`)

const openAnother = () => openServer(database.url, { env: { CLOCK_GRACE_SECONDS: '60' } })

const deadlines = async (match: string): Promise<number[]> => {
  const { rows } = await server.pool.query<{ due: Date }>('select due from deadline where match_id = $1 order by seat', [match])
  return rows.map(({ due }) => due.getTime())
}

describe('a service that was down', () => {
  test('charges nobody for it, nor for the grace, however many servers come back at once', async () => {
    const match = await begin(server, players, { clock: HOUR })
    const [before = 0] = await deadlines(match)
    const opened = before - 60 * MINUTE
    await unseenFor(600)
    const back = await Promise.all([1, 2, 3].map(openAnother))
    const sweeps = await Promise.all(back.map((one) => one.startClocks()))
    const { rows: spans } = await server.pool.query<{ began: Date; ended: Date; known: Date }>(
      'select began, ended, known from uncharged',
    )
    expect(spans).toHaveLength(1)
    const { began, ended, known } = itemAt(spans, 0)
    expect(ended.getTime() - known.getTime()).toBe(MINUTE)
    expect(known.getTime() - began.getTime()).toBeGreaterThanOrEqual(10 * MINUTE)
    // The match began in what is a gap now: of its hour nothing has gone before the gap is over.
    expect(await deadlines(match)).toEqual([before + ended.getTime() - opened])
    const card = await itemAt(back, 1).matches.card(itemAt(players, 0), match)
    expect(Date.parse(card.awaiting[0]?.deadline ?? '')).toBe(before + ended.getTime() - opened)
    await Promise.all(sweeps.map((sweep) => sweep.stop()))
    await Promise.all(back.map((one) => one.close()))
  })

  test('is in the transcript of a match that it stopped, also if a server knows of it only when the log refuses its entry', async () => {
    const [anne] = players
    if (!anne) throw new Error('nobody')
    const match = await begin(server, players, { clock: Clock.parse({ kind: 'bank', seconds: 300 }) })
    await play(server, players, match, 3)
    await unseenFor(900)
    await (await openAnother().then(async (one) => ({ one, sweep: await one.startClocks() }))).sweep.stop()
    await play(server, players, match, 3)
    const { clocks } = await server.matches.card(anne, match)
    expect(clocks?.map(({ bank }) => bank !== null && bank >= 299)).toEqual([true, true])
    await server.matches.leave(anne, match)
    const log = await server.matches.log(anne, match)
    if (!log.complete) throw new Error('not over')
    expect(log.transcript.uncharged?.length).toBeGreaterThan(0)
    expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true })
  })
})

describe('the clocks of a transcript', () => {
  /** A log whose hashes fit, whatever stands in it: whoever makes a file also makes its hashes. */
  function rehashed(transcript: Transcript, change: (entries: Entry[]) => Entry[]): Transcript {
    const secret = Buffer.from(transcript.secret, 'hex')
    let head = genesisHash(transcript)
    const entries = change(transcript.entries).map((entry) => {
      head = entryHash(head, entry, secret)
      return { ...entry, hash: head }
    })
    return { ...transcript, entries }
  }

  test('are worked out again: a late move and an early timeout are found, and so is a clock that was not that of the match', async () => {
    const [anne] = players
    if (!anne) throw new Error('nobody')
    const match = await begin(server, players, { clock: HOUR })
    await play(server, players, match, 4)
    await server.matches.leave(anne, match)
    const log = await server.matches.log(anne, match)
    if (!log.complete) throw new Error('not over')
    const { transcript } = log
    const later = (entry: Entry, ms: number): Entry => ({ ...entry, at: new Date(Date.parse(entry.at ?? '') + ms).toISOString() })
    const late = (ms: number) =>
      rehashed(transcript, (entries) => entries.map((entry) => (entry.version > 2 ? later(entry, ms) : entry)))
    expect(verifyTranscript(transcript)).toMatchObject({ ok: true })
    expect(verifyTranscript(late(50 * MINUTE))).toMatchObject({ ok: true })
    expect(verifyTranscript(late(61 * MINUTE))).toMatchObject({
      ok: false,
      entry: 3,
      problem: expect.stringContaining('after its time was up'),
    })
    const early = rehashed(transcript, (entries) => JSON.parse(JSON.stringify(entries).replaceAll('"resigned"', '"timeout"')))
    expect(verifyTranscript(early)).toMatchObject({ ok: false, entry: 6, problem: expect.stringContaining('was not up') })
    expect(verifyTranscript({ ...transcript, clock: undefined })).toMatchObject({ ok: false, entry: 1 })
  })
})

test('the clock of the database is known as exactly as its quickest answer tells', () => {
  let now = 0
  const clock = databaseClock(() => now)
  clock.set(1_000_000, 0, 10)
  now = 10
  expect(clock.now()).toBe(1_000_005)
  // A slow answer says less than the quick one before it.
  clock.set(1_000_060, 10, 90)
  now = 90
  expect(clock.now()).toBe(1_000_085)
  // The clock was set: what was known before cannot be true any more.
  clock.set(2_000_000, 90, 100)
  now = 100
  expect(clock.now()).toBe(2_000_005)
})
