/** Results are taken up as rated matches end: each once, in one order, whichever server dies; and all ratings follow from them. */
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { itemAt } from '../../src/games/lists.js'
import type { CreateMatch } from '../../src/match/shapes.js'
import { createPool } from '../../src/platform/database.js'
import { loadRate, type Placed, type Rate } from '../../src/ratings/rate.js'
import type { Rating } from '../../src/ratings/rating.js'
import { recompute } from '../../src/ratings/recomputing.js'
import { begin, create, type Made, type Player, type Server, twoServers } from '../match/server.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'

let database: FreshDatabase
let here: Server
let there: Server
let players: Player[]
let rate: Rate
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  players = await Promise.all(Array.from({ length: 5 }, () => here.player()))
  rate = await loadRate()
  return both.close
})

const sql = (text: string, values: unknown[] = []) => administer(database.url, text, values)
beforeEach(async () => {
  await sql('delete from rating_history')
  await sql('delete from rating')
  await sql('delete from rated_result')
  await sql('update match set rated_at = now() where rated')
})

const CLOCK: CreateMatch['clock'] = { kind: 'decision', seconds: 3600, increment: 0, onExpiry: 'leave', absence: false }
const RATED: Made = { rated: true, clock: CLOCK }
const below = (draw: Stream, most: number): number => Math.floor(draw() * most)

/** Some of them play, and leave by lot until one is left. */
async function ended(draw: Stream, server: Server, made: Made = RATED): Promise<string> {
  const seated = players.map((player) => ({ player, lot: draw() })).toSorted((one, other) => one.lot - other.lot)
  const playing = seated.slice(0, 2 + below(draw, 3)).map(({ player }) => player)
  const match = await begin(server, playing, made)
  const leaving = playing.map((player) => ({ player, lot: draw() })).toSorted((one, other) => one.lot - other.lot)
  for (const { player } of leaving.slice(1)) await server.matches.leave(player, match)
  return match
}

/** While another server holds what the statement locks. */
async function holding(statement: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'chancery tests' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    await work()
  } finally {
    await client.end()
  }
}
const TABLES = 'lock table rating, rated_result, rating_history in access exclusive mode'
const TURN = 'select pg_advisory_xact_lock(72707371)'

interface Line {
  readonly number: number
  readonly match: string
  readonly places: readonly Placed[]
}
// What the query selects.
const log = async () =>
  (await sql('select number, match_id as match, places from rated_result order by game, number')) as unknown as Line[]
const ratings = async (): Promise<Map<string, Rating>> =>
  new Map(
    (await sql('select player_id, mu, sigma from rating')).map(({ player_id, mu, sigma }) => [
      `${player_id}`,
      { mu: Number(mu), sigma: Number(sigma) },
    ]),
  )

/** The ratings that follow from the log, by nothing but the arithmetic. */
async function expected(): Promise<Map<string, Rating>> {
  let folded = new Map<string, Rating>()
  for (const { places } of await log()) folded = new Map([...folded, ...rate(places, folded)])
  return folded
}

const recomputed = async (write = false) => {
  const pool = createPool({ url: database.url, name: 'test', max: 1, onError: () => {} })
  return recompute(pool, rate, { write }).finally(() => pool.end())
}

describe('results', () => {
  test('of two servers are taken up by either, each once, in one order', async () => {
    const draw = seededStream(1)
    const matches: string[] = []
    for (let match = 0; match < 12; match++) matches.push(await ended(draw, match % 2 ? here : there))
    await Promise.all([here.ratings.sweep(), there.ratings.sweep(), here.ratings.sweep(), there.ratings.sweep()])
    // Whoever came second goes away: what is left is for the next sweep.
    await here.ratings.sweep()
    const lines = await log()
    expect(lines.map(({ number }) => number)).toEqual(matches.map((_, index) => index + 1))
    expect(new Set(lines.map(({ match }) => match))).toEqual(new Set(matches))
    expect(await ratings()).toEqual(await expected())
    const [{ matches: all } = {}] = await sql('select sum(matches)::int as matches from rating')
    expect(all).toBe(lines.reduce((sum, { places }) => sum + places.length, 0))
    expect(await recomputed()).toEqual([{ game: 'kingdoms', results: 12, players: players.length, ratings: 0, history: 0 }])
  })

  test('are taken up without a sweep, soon after the match', async () => {
    await ended(seededStream(2), here)
    await expect.poll(log, { timeout: 10_000 }).toHaveLength(1)
  })

  test('places are those of the match', async () => {
    const match = await ended(seededStream(3), here)
    await here.ratings.sweep()
    const { result, seats } = await here.matches.card(itemAt(players, 0), match)
    const placed = result?.map(({ seat, place }) => ({ player: seats[seat]?.player?.id, place }))
    const [{ places } = {}] = await log()
    expect(new Set(places)).toEqual(new Set(placed))
  })

  test('of unrated and aborted matches, and of those in which a seat changed hands, do not count; nor are they looked at again', async () => {
    const [anne, ben] = [itemAt(players, 0), itemAt(players, 1)]
    await ended(seededStream(4), here, {})
    const aborted = await begin(here, [anne, ben], RATED)
    for (const player of [anne, ben]) await here.matches.agreeToAbort(player, aborted, { agree: true })
    // A tournament may make one in which the house takes over.
    const handed = await begin(here, [anne, ben])
    await here.matches.handOverToHouse(ben, handed)
    await sql('update match set rated = true where id = $1', [handed])
    here.live.forget(handed)
    await here.matches.leave(anne, handed)
    await here.ratings.sweep()
    expect(await log()).toEqual([])
    expect((await sql('select rated_at from match where id = $1', [handed]))[0]?.rated_at).not.toBeNull()
    expect((await sql('select rated_at from match where id = $1', [aborted]))[0]?.rated_at).toBeNull()
  })

  test('a bot of the house is rated like anybody', async () => {
    const { id } = await create(here, itemAt(players, 0), { ...RATED, bots: [{ bot: 'random' }] })
    await here.matches.leave(itemAt(players, 0), id)
    await here.ratings.sweep()
    const { items } = await here.ratings.history('5ea70000-0000-4000-8000-000000000001', 'kingdoms', { first: 5 })
    expect(items).toMatchObject([{ match: id, place: 1, seatCount: 2 }])
  })
})

describe('whatever happens meanwhile', () => {
  test.each(['rating', 'rated_result', 'rating_history', 'match'])(
    'a server that dies while it writes %s has done nothing',
    async (table) => {
      const draw = seededStream(5)
      await ended(draw, here)
      await here.ratings.sweep()
      const before = [await log(), await ratings()]
      // Nothing is taken up before the trap is there.
      await holding(TURN, async () => {
        await ended(draw, here)
        await sql(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'power failure'; end $$`)
        await sql(
          `create trigger broken before insert or update on ${table} for each row ${table === 'match' ? 'when (new.rated_at is not null)' : ''} execute function broken()`,
        )
      })
      await expect(here.ratings.sweep()).rejects.toThrow('power failure')
      expect([await log(), await ratings()]).toEqual(before)
      await sql('drop function broken cascade')
      await there.ratings.sweep()
      expect(await log()).toHaveLength(2)
      expect(await ratings()).toEqual(await expected())
    },
  )

  test('a result that is in the log already does not count again', async () => {
    const match = await ended(seededStream(6), here)
    await here.ratings.sweep()
    await sql('update match set rated_at = null where id = $1', [match])
    const before = [await log(), await ratings()]
    await there.ratings.sweep()
    expect([await log(), await ratings()]).toEqual(before)
  })

  test('while one server is at it, another does not wait, and takes up what is left afterwards', async () => {
    await holding(TURN, async () => {
      await ended(seededStream(7), here)
      await here.ratings.sweep()
      expect(await log()).toEqual([])
    })
    await expect.poll(log, { timeout: 10_000 }).toHaveLength(1)
  })

  test('moves do not wait for ratings', async () => {
    await holding(TABLES, async () => {
      const match = await ended(seededStream(8), here)
      expect((await here.matches.card(itemAt(players, 0), match)).status).toBe('over')
    })
    await expect.poll(log, { timeout: 10_000 }).toHaveLength(1)
  })

  test('where nothing is rated, none of the tables is even looked at', async () => {
    await ended(seededStream(9), here, {})
    await holding(TABLES, () => here.ratings.sweep())
  })
})

describe('worked out again', () => {
  test('ratings that were changed by hand are found, told and put right', async () => {
    const draw = seededStream(10)
    for (let match = 0; match < 6; match++) await ended(draw, here)
    await here.ratings.sweep()
    const before = [await ratings(), await sql('select * from rating_history order by number, player_id')]
    const [{ player_id: one } = {}, { player_id: another } = {}] = await sql('select player_id from rating order by player_id')
    await sql('update rating set mu = mu + 1 where player_id = $1', [one])
    await sql('delete from rating where player_id = $1', [another])
    await sql('update rating_history set place = place + 1 where number = 2')
    await sql(
      'delete from rating_history where number = 3 and player_id = (select player_id from rating_history where number = 3 limit 1)',
    )
    const count = (await sql('select from rating_history where number = 2')).length
    expect(await recomputed()).toMatchObject([{ game: 'kingdoms', results: 6, ratings: 2, history: count + 1 }])
    expect(await ratings()).not.toEqual(before[0])
    expect(await recomputed(true)).toMatchObject([{ ratings: 2, history: count + 1 }])
    expect([await ratings(), await sql('select * from rating_history order by number, player_id')]).toEqual(before)
    expect(await recomputed()).toMatchObject([{ ratings: 0, history: 0 }])
  })

  test('a rating without any result is told too', async () => {
    await sql(`insert into rating (game, player_id, mu, sigma, matches, number) values ('royals', $1, 30, 3, 12, 1)`, [
      itemAt(players, 0).player.id,
    ])
    expect(await recomputed()).toEqual([{ game: 'royals', results: 0, players: 0, ratings: 1, history: 0 }])
    await recomputed(true)
    expect(await recomputed()).toEqual([])
  })
})
