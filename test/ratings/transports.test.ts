/** Ratings by REST, GraphQL and the SDK, and their page, run as printed. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Leaderboard, PlayerRatings, RatingHistory } from '../../src/api/rest/lists.js'
import { connect } from '../../src/client/index.js'
import { ordinalOf, RANKED_FROM } from '../../src/ratings/rating.js'
import { asker } from '../api/graphql.js'
import { caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const sql = (text: string, values: unknown[] = []) => administer(app.databaseUrl, text, values)
const get = async (path: string) => (await caller(app.url)('GET', path)).body

interface Rated {
  readonly name: string
  readonly id: string
}

/** As if so many of their matches of Royals had been rated; the last of them left this. */
async function rated(name: string, matches: number, mu: number, sigma: number): Promise<Rated> {
  const { player } = await app.register(name, 'person')
  await sql(`insert into rating (game, player_id, mu, sigma, matches, number) values ('royals', $1, $2, $3, $4, 1)`, [
    player.id,
    mu,
    sigma,
    matches,
  ])
  return { name, id: player.id }
}

const GRAPHQL = `query ($after: String) {
  leaderboard(game: royals, first: 3, after: $after) { items { rank player { id kind } mu sigma ordinal matches } next }
}`

describe('a leaderboard', () => {
  let players: Rated[]
  beforeAll(async () => {
    players = []
    // Two with the same ordinal, and one for each way to be off the list.
    for (const [index, mu] of [30, 28, 35, 28, 26, 41, 22].entries())
      players.push(await rated(`Ranked ${index}`, RANKED_FROM, mu, 2))
    await rated('Too few', RANKED_FROM - 1, 50, 1)
    const erased = await rated('Erased', RANKED_FROM, 50, 1)
    await sql('update player set erased_at = now() where id = $1', [erased.id])
    await sql(
      `insert into player (id, name, name_key, kind) values ('5ea70000-0000-4000-8000-000000000002', 'House greedy', 'house greedy', 'house') on conflict do nothing`,
    )
    await sql(
      `insert into rating (game, player_id, mu, sigma, matches, number) values ('royals', '5ea70000-0000-4000-8000-000000000002', 33, 0.5, 1000, 1)`,
    )
  })

  /** All pages. */
  async function ranks(
    ask: (after: string | null) => Promise<{ items: { rank: number; player: { id: string } }[]; next: string | null }>,
  ) {
    const found: { rank: number; player: { id: string } }[] = []
    let next: string | null = null
    do {
      const page = await ask(next)
      found.push(...page.items)
      next = page.next
    } while (next !== null)
    return found
  }

  test('has those who were rated often enough by ordinal, the house too, page by page and by both transports alike', async () => {
    const byRest = await ranks(async (after) =>
      Leaderboard.parse(await get(`/v1/games/royals/leaderboard?first=3${after ? `&after=${after}` : ''}`)),
    )
    const byGraphql = await ranks(async (after) => (await asker(app.url)(GRAPHQL, { after })).data.leaderboard)
    expect(byRest.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(byGraphql).toEqual(
      byRest.map(({ player, ...one }) => ({ ...one, player: { id: player.id, kind: expect.any(String) } })),
    )
    const whole = Leaderboard.parse(await get('/v1/games/royals/leaderboard?first=100'))
    expect(whole).toEqual({ items: byRest, next: null })
    const ordinals = whole.items.map(({ ordinal }) => ordinal)
    expect(ordinals).toEqual(ordinals.toSorted((one, other) => other - one))
    expect(whole.items.every((one) => one.ordinal === ordinalOf(one))).toBe(true)
    expect(whole.items.map(({ player }) => player.kind)).toContain('house')
    expect(new Set(whole.items.map(({ player }) => player.id)).size).toBe(8)
    expect(whole.items.map(({ player }) => player.name)).not.toContain('Too few')
  })

  test('of a game that nobody has been rated in is empty; of no game there is none', async () => {
    expect(await get('/v1/games/regents/leaderboard')).toEqual({ items: [], next: null })
    expect(await get('/v1/games/chess/leaderboard')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test.each([
    'x',
    'MQ',
    Buffer.from('1\nNaN\n5ea70000-0000-4000-8000-000000000002').toString('base64url'),
    Buffer.from('1\n2\nx').toString('base64url'),
  ])('a cursor that is none (%s) is refused', async (after) => {
    expect(await get(`/v1/games/royals/leaderboard?after=${after}`)).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
  })

  test('the index of the database has the figure from which players are ranked', async () => {
    const [{ indexdef } = {}] = await sql(`select indexdef from pg_indexes where indexname = 'rating_ranked'`)
    expect(indexdef).toContain(`WHERE (matches >= ${RANKED_FROM})`)
  })
})

describe('a player', () => {
  const clock = { kind: 'decision', seconds: 3600 }
  let anne: { token: string; player: { id: string } }
  let ben: { token: string; player: { id: string } }
  const matches: string[] = []
  beforeAll(async () => {
    anne = await app.register('Anne and Co', 'person')
    ben = await app.register('Ben', 'person')
    for (let match = 0; match < 3; match++) {
      const { body } = await caller(app.url, anne.token)('POST', '/v1/matches', {
        game: 'kingdoms',
        seats: 2,
        rated: true,
        clock,
      })
      await caller(app.url, ben.token)('POST', `/v1/matches/${body.id}/join`, {})
      await caller(app.url, (match === 1 ? anne : ben).token)('POST', `/v1/matches/${body.id}/leave`, {})
      matches.push(body.id)
      await vi.waitFor(
        async () => expect(await sql(`select from rated_result where game = 'kingdoms'`)).toHaveLength(match + 1),
        { timeout: 10_000 },
      )
    }
  })

  const QUERY = `query ($player: ID!, $first: Int, $after: String) {
    playerRatings(player: $player) { game mu sigma ordinal matches ranked at }
    ratingHistory(player: $player, game: kingdoms, first: $first, after: $after) { items { number match place seatCount mu sigma ordinal at } next }
  }`

  test('has a rating and a history, the newest first, by id or name and by both transports alike', async () => {
    const { items: now } = PlayerRatings.parse(await get(`/v1/players/${anne.player.id}/ratings`))
    expect(now).toMatchObject([{ game: 'kingdoms', matches: 3, ranked: false }])
    const named = encodeURIComponent('Anne and Co')
    const whole = RatingHistory.parse(await get(`/v1/players/${named}/ratings/kingdoms/history`))
    expect(whole.items.map(({ match, place }) => [match, place])).toEqual([
      [matches[2], 1],
      [matches[1], 2],
      [matches[0], 1],
    ])
    expect(whole.items[0]).toMatchObject({ mu: now[0]?.mu, sigma: now[0]?.sigma, at: now[0]?.at })
    const first = RatingHistory.parse(await get(`/v1/players/${anne.player.id}/ratings/kingdoms/history?first=2`))
    const second = RatingHistory.parse(
      await get(`/v1/players/${anne.player.id}/ratings/kingdoms/history?first=2&after=${first.next}`),
    )
    expect([...first.items, ...second.items]).toEqual(whole.items)
    expect(second.next).toBeNull()
    const { data } = await asker(app.url)(QUERY, { player: 'Anne and Co', first: 2, after: first.next })
    expect(data.playerRatings).toEqual(now)
    expect(data.ratingHistory).toEqual(second)
  })

  test('has none in a game in which no match counted; nobody has none at all', async () => {
    expect(await get(`/v1/players/${anne.player.id}/ratings/royals/history`)).toEqual({ items: [], next: null })
    for (const path of [
      '/v1/players/Nobody/ratings',
      '/v1/players/Nobody/ratings/kingdoms/plot',
      `/v1/players/${anne.player.id}/ratings/chess/history`,
    ])
      expect(await get(path)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const { data } = await asker(app.url)(QUERY, { player: 'Nobody' })
    expect(data).toEqual({ playerRatings: null, ratingHistory: null })
  })

  test('is drawn', async () => {
    const response = await fetch(`${app.url}/v1/players/${anne.player.id}/ratings/kingdoms/plot`)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    const svg = await response.text()
    expect(svg).toContain('<title>Anne and Co: Kingdoms</title>')
    const client = connect({ url: app.url })
    expect(await client.call('GET /v1/players/{id}/ratings/{game}/plot', { id: anne.player.id, game: 'kingdoms' })).toBe(svg)
    const { items } = await client.call('GET /v1/players/{id}/ratings/{game}/history', { id: 'Ben', game: 'kingdoms', first: 1 })
    expect(items).toMatchObject([{ match: matches[2], place: 2 }])
  })

  test('who is erased keeps the rows, under another name, and those who played against them theirs', async () => {
    const gone = await app.register('Gone', 'person')
    const { body } = await caller(app.url, ben.token)('POST', '/v1/matches', { game: 'kingdoms', seats: 2, rated: true, clock })
    await caller(app.url, gone.token)('POST', `/v1/matches/${body.id}/join`, {})
    await caller(app.url, gone.token)('DELETE', '/v1/me', { name: 'Gone' })
    await expect.poll(async () => (await get('/v1/players/Ben/ratings')).items[0].matches, { timeout: 10_000 }).toBe(4)
    expect((await get(`/v1/players/${gone.player.id}/ratings`)).items).toMatchObject([{ game: 'kingdoms', matches: 1 }])
    expect(await (await fetch(`${app.url}/v1/players/${gone.player.id}/ratings/kingdoms/plot`)).text()).not.toContain('Gone')
  })
})

const equipped = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/ratings.md runs as printed', { timeout: 60_000 }, async () => {
  const page = readFileSync('docs/ratings.md', 'utf8')
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const own = await startApp()
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, CHANCERY_URL: own.url },
  }).finally(() => own.close())
  expect(stdout.trimEnd().split('\n')).toEqual([
    '{"status":"running","rated":true}',
    '{"status":409,"code":"RATED_MATCH"}',
    expect.stringMatching(/^\{"status":400,"code":"NOT_RATEABLE","detail":"This match cannot be rated: it needs a clock/),
    expect.stringContaining('"seat":0,"place":1'),
    '{"game":"kingdoms","mu":27.64,"sigma":8.07,"matches":1,"ranked":false}',
    '{"number":1,"place":2,"mu":22.36}',
    expect.stringMatching(/^<title>Anne \d+ \d+: Kingdoms<\/title>$/),
    expect.stringMatching(/^\{"rank":1,"name":"Anne \d+ \d+","kind":"person","matches":10\}$/),
    expect.stringMatching(/^\{"rank":2,"name":"Ben \d+ \d+","kind":"person","matches":10\}$/),
    '{"status":"waiting","rated":true,"leastRating":30,"mostRating":null}',
    '{"status":"waiting"}',
  ])
})
