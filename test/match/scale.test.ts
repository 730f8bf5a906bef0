/** Twenty thousand matches: every list, inbox, load and write finds what it needs by an index, and finds all of it. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coldIds, type Explained, explainAll } from '../../bench/scale/explaining.mjs'
import { fill } from '../../bench/scale/filling.mjs'
import { recordStatements } from '../../bench/scale/plans.mjs'
import { HEAVY, LIGHT, playerOf } from '../../bench/scale/population.mjs'
import { readTranscript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { type Call, caller } from '../api/rest.js'
import { startApp, type TestApp } from '../support/app.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

const MATCHES = 20_000
/** More than the dearest of them touches, and far less than there would be to look at. */
const MOST_PAGES = 900

let database: FreshDatabase
let app: TestApp
let client: pg.Client
const now = Date.now()
beforeAll(async () => {
  database = await freshDatabase()
  await fill(database.url, MATCHES, { now })
  app = await startApp({ databaseUrl: database.url })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}, 240_000)
afterAll(async () => {
  await client.end()
  await app.close()
  await database.drop()
})

async function explain(isWanted?: (name: string) => boolean): Promise<Map<string, Explained>> {
  const stop = recordStatements()
  try {
    return await explainAll(app.app.http, { client, now }, isWanted)
  } finally {
    stop()
  }
}

/** What costs more with every match that there is, or with every one that a player has played. */
const growing = (found: ReadonlyMap<string, Explained>): string[] =>
  [...found].flatMap(([name, { pages, scanned }]) => (pages > MOST_PAGES || scanned.length > 0 ? [name] : []))

const as = (player: number): Call => caller(app.url, playerOf(player).token)

/** All pages of a list, from a cursor on if one is given. An inbox has no last page, but one with nothing. */
async function pages(call: Call, path: string, from?: string): Promise<{ id: string; match: string; version: number }[]> {
  const items = []
  for (let after = from; ; ) {
    const { status, body } = await call('GET', after === undefined ? path : `${path}&after=${after}`)
    expect(status).toBe(200)
    items.push(...body.items)
    if (body.next === null || (body.items.length === 0 && path.includes('stream'))) return items
    after = body.next
  }
}

describe('what it costs', () => {
  test('nothing reads a table that grows from end to end, or all matches that a player has had', async () => {
    const found = await explain()
    expect(found.size).toBeGreaterThan(40)
    // Where there is nothing to find, a page looks at 2,000 matches and no more.
    const [bounded, others] = [true, false].map((is) => new Map([...found].filter(([name]) => name.startsWith('nothing') === is)))
    expect(growing(others ?? found)).toEqual([])
    expect([...(bounded ?? found).values()].filter(({ pages }) => pages > 2000 * 8)).toEqual([])
  })

  test.each([
    ['seat_listed', /own matches|as others list them/],
    ['seat_in_play', /heavy player: (own matches that run|me\/turns|matches that wait)|inbox of the heavy/],
    ['match_created_at_id_idx', /^matches(, half a year ago)?$/],
  ])('without %s that is noticed', async (index, names) => {
    const { rows } = await client.query<{ indexdef: string }>('select indexdef from pg_indexes where indexname = $1', [index])
    await client.query(`drop index ${index}`)
    try {
      expect(growing(await explain((name) => names.test(name)))).not.toEqual([])
    } finally {
      await client.query(rows[0]?.indexdef ?? '')
      await client.query('analyze seat, match')
    }
  })
})

describe('what is found', () => {
  test.each([
    [HEAVY, ''],
    [HEAVY, '&status=running'],
    [HEAVY, '&game=royals&timed=true'],
    [LIGHT, ''],
    [LIGHT, '&status=open'],
  ])('all matches of player %i in their order, %s', async (player, filter) => {
    const asked = Object.fromEntries(new URLSearchParams(filter.slice(1)))
    const { rows } = await client.query<{ id: string }>(
      `select m.id from match m join seat s on s.match_id = m.id and s.player_id = $1
       where ($2::text is null or m.status = $2) and ($3::text is null or m.game = $3) and ($4::text is null or m.clock is not null)
       order by m.created_at desc, m.id desc`,
      [playerOf(player).id, asked.status ?? null, asked.game ?? null, asked.timed ?? null],
    )
    expect(rows.length).toBeGreaterThan(0)
    const ids = rows.map(({ id }) => id)
    expect((await pages(as(player), `/v1/matches?first=100&mine=true${filter}`)).map(({ id }) => id)).toEqual(ids)
    // Those of the known players are public.
    const listed = await pages(as(LIGHT), `/v1/matches?first=100&player=${playerOf(player).id}${filter}`)
    expect(listed.map(({ id }) => id)).toEqual(ids)
  })

  test.each([HEAVY, LIGHT])('all that waits for player %i, in every way to ask', async (player) => {
    const { rows } = await client.query<{ id: string }>(
      `select s.match_id as id from seat s join match m on m.id = s.match_id and m.status = 'running'
       join lateral (select awaiting from entry where match_id = m.id order by version desc limit 1) head on true
       where s.player_id = $1 and exists (select 1 from json_array_elements(head.awaiting) a where (a ->> 'seat')::int = s.seat)`,
      [playerOf(player).id],
    )
    const ids = rows.map(({ id }) => id).toSorted()
    expect(ids.length).toBeGreaterThan(0)
    const found = async (path: string): Promise<string[]> => (await pages(as(player), path)).map(({ id }) => id).toSorted()
    expect(await found('/v1/me/turns?first=3')).toEqual(ids)
    expect(await found('/v1/matches?myTurn=true&first=3')).toEqual(ids)
    const inbox = await pages(as(player), '/v1/me/stream?first=1000')
    expect(inbox.map(({ match }) => match).toSorted()).toEqual(ids)
  })

  test.each([HEAVY, LIGHT])('every entry in the inbox of player %i, in its order, by pages of any size', async (player) => {
    const { rows } = await client.query<{ id: string; version: number }>(
      `select e.match_id as id, e.version from seat s join entry e on e.match_id = s.match_id
       where s.player_id = $1 and e.written_at > to_timestamp($2::float8) order by e.written_at, e.match_id, e.version`,
      [playerOf(player).id, now / 1000 - 100 * 24 * 3600],
    )
    expect(rows.length).toBeGreaterThan(10)
    const { body } = await as(player)('GET', '/v1/me/stream?first=1')
    const [mark, run] = body.next.split('.')
    const since = `${mark}.${run}.${(now - 100 * 24 * 3600_000) * 1000}.00000000-0000-0000-0000-000000000000.0`
    for (const first of [1000, 97]) {
      const told = await pages(as(player), `/v1/me/stream?first=${first}`, since)
      expect(told.map(({ match, version }) => `${match} ${version}`)).toEqual(rows.map(({ id, version }) => `${id} ${version}`))
    }
  })
})

test('the matches are real: their logs can be proved', async () => {
  for (const id of await coldIds(client, 'over', 12)) {
    const { body } = await as(LIGHT)('GET', `/v1/matches/${id}/log`)
    const read = readTranscript(JSON.stringify(body))
    expect(read.ok && verifyTranscript(read.transcript)).toMatchObject({ ok: true, over: true })
  }
})

describe('seats know their match', () => {
  const seatsOf = async (match: string): Promise<unknown[]> =>
    (
      await client.query(
        `select s.match_created_at = m.created_at as made, s.match_ended_at::text as ended from seat s join match m on m.id = s.match_id where m.id = $1`,
        [match],
      )
    ).rows

  test('from when they are taken to when it ends or is cancelled', async () => {
    const guests = [10, 11].map((number) => as(number)) as [Call, Call]
    const make = async (): Promise<string> => (await guests[0]('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })).body.id
    const [cancelled, over] = [await make(), await make()]
    expect(await seatsOf(cancelled)).toEqual([{ made: true, ended: 'infinity' }])
    await guests[0]('POST', `/v1/matches/${cancelled}/cancel`)
    expect(await seatsOf(cancelled)).toEqual([{ made: true, ended: '-infinity' }])
    await guests[1]('POST', `/v1/matches/${over}/join`, {})
    expect(await seatsOf(over)).toEqual([
      { made: true, ended: 'infinity' },
      { made: true, ended: 'infinity' },
    ])
    await guests[1]('POST', `/v1/matches/${over}/leave`)
    const { rows } = await client.query(
      `select bool_and(s.match_ended_at >= e.written_at and s.match_ended_at < now()) as after from seat s
       join lateral (select written_at from entry where match_id = s.match_id order by version desc limit 1) e on true where s.match_id = $1`,
      [over],
    )
    expect(rows).toEqual([{ after: true }])
  })
})
