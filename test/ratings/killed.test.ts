/** Two hundred random results over HTTP, with servers killed in between, give the ratings that follow from the log of results, and those that openskill alone gives. */
import { rate as openskill } from 'openskill'
import { bradleyTerryFull } from 'openskill/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { itemAt } from '../../src/games/lists.js'
import type { Placed } from '../../src/ratings/rate.js'
import { type Call, caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { chancery, type RunningServer, startServer } from '../support/process.js'

const MATCHES = 200
const LANES = 4
const KILLED_AT = [20, 80, 140]

let database: FreshDatabase
let servers: RunningServer[]
const env = () => ({ DATABASE_URL: database.url, RATE_LIMIT: '0', ADMIN_TOKEN: `chy_${'a'.repeat(43)}` })
beforeAll(async () => {
  database = await freshDatabase()
  servers = await Promise.all([startServer(env()), startServer(env())])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()))
  await database.drop()
})

const clock = { kind: 'decision', seconds: 3600 }
const shuffled = <T>(draw: Stream, all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, lot: draw() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ one }) => one)

/** The answer, as soon as any server gives one: what was asked for when one was killed is asked for again, with the same key. */
async function asked(token: string, method: string, path: string, body: object, key: string): Promise<{ id: string }> {
  for (let tries = 0; ; tries++) {
    const call: Call = caller(itemAt(servers, tries % servers.length).url, token)
    const { status, body: answer } = await call(method, path, body, { 'idempotency-key': key }).catch(() => ({
      status: 0,
      body: null,
    }))
    if (status > 0 && status < 300) return answer
    // Done by the server that could not tell.
    if (status === 409 && /ALREADY_SEATED|MATCH_OVER|SEAT_HAS_LEFT/.test(answer.code)) return answer
    if (status !== 0 && status < 500) throw new Error(JSON.stringify(answer))
  }
}

async function randomResult(draw: Stream, tokens: readonly string[], number: number): Promise<void> {
  const playing = shuffled(draw, tokens).slice(0, 2 + Math.floor(3 * draw()))
  const [host, ...others] = playing
  const made = { game: 'kingdoms', seats: playing.length, rated: true, clock }
  const { id } = await asked(host ?? '', 'POST', '/v1/matches', made, `make-${number}`)
  for (const token of others) await asked(token, 'POST', `/v1/matches/${id}/join`, {}, `join-${number}`)
  for (const token of shuffled(draw, playing).slice(1))
    await asked(token, 'POST', `/v1/matches/${id}/leave`, {}, `leave-${number}`)
}

const sql = (text: string) => administer(database.url, text)

test('the ratings are the same', { timeout: 180_000 }, async () => {
  const tokens: string[] = []
  for (let player = 0; player < 8; player++) {
    const { body } = await caller(itemAt(servers, 0).url)('POST', '/v1/players', { name: `Killed ${player}`, kind: 'bot' })
    tokens.push(body.token)
  }
  let number = 0
  const lane = async (draw: Stream): Promise<void> => {
    while (number < MATCHES) await randomResult(draw, tokens, number++)
  }
  const played = Promise.all(Array.from({ length: LANES }, (_, index) => lane(seededStream(index))))
  for (const at of KILLED_AT) {
    await expect.poll(() => number, { timeout: 60_000 }).toBeGreaterThan(at)
    await itemAt(servers, 0).kill()
    // The other goes first from now on, and is killed next.
    servers = [itemAt(servers, 1), await startServer(env())]
  }
  await played
  await expect.poll(async () => (await sql('select from rated_result')).length, { timeout: 20_000 }).toBe(MATCHES)

  const kept = new Map(
    (await sql('select player_id, mu, sigma from rating')).map(({ player_id, ...rating }) => [player_id, rating]),
  )
  const alone = new Map<unknown, { mu: number; sigma: number }>()
  // What the query selects.
  for (const { places } of (await sql('select places from rated_result order by number')) as { places: Placed[] }[]) {
    const inOrder = places.toSorted((one, other) => (one.player < other.player ? -1 : 1))
    const teams = inOrder.map(({ player }) => [alone.get(player) ?? { mu: 25, sigma: 25 / 3 }])
    const rated = openskill(teams, { model: bradleyTerryFull, rank: inOrder.map(({ place }) => place) })
    for (const [index, { player }] of inOrder.entries()) alone.set(player, itemAt(itemAt(rated, index), 0))
  }
  expect(kept).toEqual(alone)

  const again = await chancery(['admin', 'ratings'], env())
  expect(again).toEqual({
    code: 0,
    stdout: `kingdoms: ${MATCHES} results, 8 players: all ratings agree with the log of results\n`,
    stderr: '',
  })
})

test('a rating that was changed is found, and put right', async () => {
  await sql('update rating set mu = 50 where player_id = (select player_id from rating order by player_id limit 1)')
  const before = await sql('select * from rating order by player_id')
  const found = await chancery(['admin', 'ratings'], env())
  expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('1 ratings and 0 lines of the history differ') })
  expect(await sql('select * from rating order by player_id')).toEqual(before)
  expect(await chancery(['admin', 'ratings', '--write'], env())).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('put right'),
  })
  expect(await chancery(['admin', 'ratings'], env())).toMatchObject({ code: 0 })
})
