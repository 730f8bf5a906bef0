/** Lists of matches: they carry no content, and cost what their answer is worth. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MatchPage } from '../../src/api/rest/lists.js'
import { LONE_CARD } from '../games/medieval-realms/decks.js'
import { administer } from '../support/administer.js'
import { asker } from './graphql.js'
import { type Call, openTable, startMatch, type Table } from './rest.js'

let table: Table
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.app.close())
const anne: Call = (...call) => (table.players[0] as Call)(...call)
const ask = (query: string) => asker(table.app.url, table.tokens[0])(query)

/** A host's own cards: some 30 KB of them. */
const DECK = Array.from({ length: 200 }, (_, number) => ({ ...LONE_CARD, id: `keep${number}` }))
async function matchWithContent(): Promise<{ id: string; options: Record<string, unknown> }> {
  const { status, body } = await anne('POST', '/v1/matches', {
    game: 'medieval-realms',
    seats: 2,
    options: { content: { deck: DECK } },
  })
  expect(status).toBe(201)
  return body
}

/** What the server asked of the database while this was done. */
async function queriesOf(work: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const spy = vi.spyOn(pg.Pool.prototype, 'query')
  await work()
  const calls = spy.mock.calls.map(([query, values]: unknown[]) =>
    typeof query === 'string'
      ? { text: query, values: (values ?? []) as unknown[] }
      : (query as { text: string; values: unknown[] }),
  )
  spy.mockRestore()
  // Clocks look at deadlines by themselves meanwhile.
  return calls.filter(({ text }) => text.includes('from match m') && !text.includes('from deadline'))
}

describe('large content', () => {
  test('is told in a list by hash, size and address, and is whole in a single match, by both transports', async () => {
    const { id, options } = await matchWithContent()
    const { content, ...rest } = options
    const bytes = JSON.stringify(content)
    const told = {
      ...rest,
      content: { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, address: `/v1/matches/${id}` },
    }
    const list = await anne('GET', '/v1/matches?mine=true')
    MatchPage.parse(list.body)
    expect(list.body.items[0]).toMatchObject({ id, options: told })
    expect(list.body.items[0].options).toEqual(told)
    const { data } = await ask(`{ matches { nodes { id options } edges { node { options } } } match(id: "${id}") { options } }`)
    expect(data.matches.nodes[0]).toEqual({ id, options: told })
    expect(data.matches.edges[0].node.options).toEqual(told)
    expect(data.match.options).toEqual(options)
    expect((await anne('GET', told.content.address)).body.options).toEqual(options)
  })

  test('of many matches under thirty aliases stays out of the answer', async () => {
    for (let made = 0; made < 10; made++) await matchWithContent()
    const aliases = Array.from({ length: 30 }, (_, n) => `a${n}: matches(first: 50) { nodes { options } }`)
    const { data } = await ask(`{ ${aliases.join(' ')} }`)
    const nodes = data.a0.nodes.length
    expect(nodes).toBeGreaterThanOrEqual(10)
    expect(JSON.stringify(data).length).toBeLessThan(30 * nodes * 2048)
  })

  test('is not even read: short options are shown as they are', async () => {
    const made = await anne('POST', '/v1/matches', { game: 'royals', seats: 2 })
    const list = await anne('GET', '/v1/matches?mine=true&first=1')
    expect(list.body.items[0]).toMatchObject({ id: made.body.id, options: made.body.options })
    const rows = await administer(table.app.databaseUrl, 'select options_in_lists from match where id = $1', [made.body.id])
    expect(rows).toEqual([{ options_in_lists: null }])
  })
})

test('a request that names one list thirty times asks the database once; another list is another question', async () => {
  const aliases = Array.from({ length: 29 }, (_, n) => `a${n}: matches(first: 3, filter: { status: open }) { nodes { id } }`)
  const query = `{ ${aliases.join(' ')} other: matches(first: 2) { nodes { id } } }`
  const asked = await queriesOf(async () => {
    const { data } = await ask(query)
    expect(data.a28).toEqual(data.a0)
    expect([data.a0.nodes.length, data.other.nodes.length]).toEqual([3, 2])
  })
  expect(asked).toHaveLength(2)
  // Another request asks anew.
  expect(await queriesOf(() => ask(query))).toHaveLength(2)
})

describe('your own matches', () => {
  test('are asked for with a token, or not looked for at all', async () => {
    for (const filter of ['mine=true', 'myTurn=true', 'myTurn=true&mine=true&status=open'])
      expect(
        await queriesOf(async () => {
          const { status, body } = await table.anyone('GET', `/v1/matches?${filter}`)
          expect([status, body.code]).toEqual([401, 'TOKEN_REQUIRED'])
        }),
      ).toEqual([])
    const { code } = await asker(table.app.url)('{ matches(filter: { myTurn: true }) { nodes { id } } }')
    expect(code).toBe('TOKEN_REQUIRED')
    expect((await table.anyone('GET', '/v1/matches?mine=false&myTurn=false')).status).toBe(200)
  })

  test('are found from your seats, however many matches there are', async () => {
    const url = table.app.databaseUrl
    const [running, other] = [await startMatch(table), await startMatch(table)]
    await administer(
      url,
      `insert into match (id, game, options, seats, visibility, seating, status, commitment, created_by)
       select gen_random_uuid(), 'kingdoms', '{}', 2, 'public', 'chosen', 'running', '', gen_random_uuid() from generate_series(1, 20000)`,
    )
    await administer(url, 'analyze match, seat')
    for (const [filter, ids] of [
      ['myTurn=true', [other, running]],
      ['mine=true&status=running', [other, running]],
    ] as const) {
      const [asked] = await queriesOf(async () => {
        const { body } = await anne('GET', `/v1/matches?${filter}`)
        expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids)
      })
      const plan = await administer(url, `explain (analyze, format json) ${asked?.text}`, asked?.values)
      expect(matchesRead(plan[0]?.['QUERY PLAN'])).toBeLessThan(200)
    }
    expect((await (table.players[1] as Call)('GET', '/v1/matches?myTurn=true')).body.items).toEqual([])
  })
})

describe('a filter that few matches meet', () => {
  const url = (): string => table.app.databaseUrl
  const madeLongAgo = (seats: number): Promise<unknown> =>
    administer(
      url(),
      `insert into match (id, game, options, seats, visibility, seating, status, commitment, created_by, created_at)
       values (gen_random_uuid(), 'kingdoms', '{}', ${seats}, 'public', 'chosen', 'running', '', gen_random_uuid(), now() - interval '1 year')`,
    )

  test('looks at a bounded number of them for one page, and goes on where it stopped', async () => {
    await madeLongAgo(7)
    const found: number[] = []
    let pages = 0
    for (let next: string | null = ''; next !== null; pages++) {
      const queries = await queriesOf(async () => {
        const { body } = await table.anyone('GET', `/v1/matches?seats=7${next && `&after=${next}`}`)
        found.push(...body.items.map(({ seatCount }: { seatCount: number }) => seatCount))
        next = body.next
      })
      const asked = queries.find(({ text }) => text.includes('newest'))
      const plan = await administer(url(), `explain (analyze, format json) ${asked?.text}`, asked?.values)
      expect(matchesRead(plan[0]?.['QUERY PLAN'])).toBeLessThan(2100)
    }
    expect(found).toEqual([7])
    expect(pages).toBeGreaterThan(10)
  })

  test('tells nobody of the matches that it has looked at', async () => {
    const known = new Set((await administer(url(), 'select id from match')).map(({ id }) => String(id)))
    const { body } = await table.anyone('GET', '/v1/matches?seats=7')
    expect(body.items).toEqual([])
    const opened = Buffer.from(body.next.slice(1), 'base64url').toString()
    expect([body.next, opened].filter((text) => [...known].some((id) => text.includes(id)))).toEqual([])
    expect(opened).not.toMatch(/20\d\d-/)
    for (const forged of [`~${body.next.slice(2)}`, '~', '~AAAA', `${body.next}A`.replace('~', '~A')])
      expect((await table.anyone('GET', `/v1/matches?seats=7&after=${forged}`)).body.code).toBe('INVALID_INPUT')
  })

  test('the same by GraphQL: an empty page tells where to go on', async () => {
    const page = async (after: string | null) =>
      (
        await ask(
          `{ matches(filter: { seats: 7 }, after: ${JSON.stringify(after)}) { nodes { seatCount } pageInfo { hasNextPage endCursor } } }`,
        )
      ).data.matches
    let at = await page(null)
    expect([at.nodes, at.pageInfo.hasNextPage]).toEqual([[], true])
    while (at.pageInfo.hasNextPage) at = await page(at.pageInfo.endCursor)
    expect(at.nodes).toEqual([{ seatCount: 7 }])
  })

  test('a page of a player who sits in very many matches looks at a bounded number of them', async () => {
    const [row] = await administer(url(), `select player_id as id from seat limit 1`)
    await administer(
      url(),
      `insert into seat (match_id, seat, player_id) select id, 9, $1 from match m
       where status = 'running' and not exists (select 1 from seat where match_id = m.id and player_id = $1) limit 2500`,
      [row?.id],
    )
    await administer(url(), 'analyze match, seat')
    const [asked] = (
      await queriesOf(async () => {
        const { body } = await table.anyone('GET', `/v1/matches?player=${row?.id}&seats=16`)
        expect([body.items, typeof body.next]).toEqual([[], 'string'])
      })
    ).filter(({ text }) => text.includes('page as'))
    const plan = await administer(url(), `explain (analyze, format json) ${asked?.text}`, asked?.values)
    expect(matchesRead(plan[0]?.['QUERY PLAN'])).toBeLessThan(2100)
  })
})

/** Rows of the table of matches that a plan has looked at, those thrown away included. */
function matchesRead(plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce((sum: number, one) => sum + matchesRead(one), 0)
  if (typeof plan !== 'object' || plan === null) return 0
  const node = plan as Record<string, unknown>
  const here =
    node['Relation Name'] === 'match'
      ? (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops'])
      : 0
  return here + Object.values(node).reduce((sum: number, one) => sum + matchesRead(one), 0)
}
