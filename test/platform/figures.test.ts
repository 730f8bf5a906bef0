/** The page of figures after some play, and every name in the dashboard, the alerts and the documentation against it. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../../src/platform/logger.js'
import { LIMITS } from '../../src/platform/metrics/answers.js'
import { asker, subscriber } from '../api/graphql.js'
import { caller, openTable, playOn, startMatch, type Table } from '../api/rest.js'
import { startApp } from '../support/app.js'

const METRICS_TOKEN = 'figures-for-tests-only'
const lines: Record<string, unknown>[] = []
let raw = ''
let table: Table
let match: string
let figures: string

const pageOf = async ({ app }: Table, token?: string): Promise<string> => (await caller(app.url, token)('GET', '/metrics')).body

const QUERY = 'query Secretly { match(id: "ID") { version } }'

async function play(own: Table): Promise<string> {
  const id = await startMatch(own)
  await playOn(own, id, 2)
  await own.players[0]('POST', `/v1/matches/${id}/moves`, { type: 'nonsense' })
  const ask = asker(own.app.url, own.tokens[0])
  await ask(QUERY.replace('ID', id))
  await ask('query Both { me { player { name } } a: games { id } }')
  await ask('query Wrong { nothingOfTheKind }')
  await ask(`mutation { kingdomsPlaceCastle(input: { matchId: "${id}", rank: 1, row: 0, column: 0 }) { __typename } }`)
  await Promise.all(own.players.map((one) => one('GET', `/v1/matches/${id}/notices?after=999999&wait=1`)))
  await Promise.all(own.players.map((one) => one('GET', `/v1/matches/${id}/notices?after=3&wait=0.2`)))
  await followBriefly(own, id)
  return id
}

/** A stream and a subscription that end again. */
async function followBriefly(own: Table, id: string): Promise<void> {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${own.tokens[0]}`, accept: 'text/event-stream' }
  const stream = await fetch(`${own.app.url}/v1/matches/${id}/notices`, { headers, signal: abort.signal })
  await stream.body?.getReader().read()
  abort.abort()
  const client = subscriber(own.app.url, own.tokens[0])
  for await (const _ of client.iterate({ query: `subscription { matchNotices(matchId: "${id}") { version } }` })) break
  await client.dispose()
}

beforeAll(async () => {
  const write = (line: string): void => {
    raw += line
    lines.push(JSON.parse(line))
  }
  const logger = createLogger('debug', { write })
  table = await openTable(await startApp({ env: { METRICS_TOKEN, LOG_LEVEL: 'debug' }, logger }))
  match = await play(table)
  await vi.waitFor(async () => {
    figures = await pageOf(table, METRICS_TOKEN)
    for (const kind of ['stream', 'subscription']) expect(value(`chancery_stream_seconds_count{kind="${kind}"}`)).toBe(1)
  }, 5000)
})
afterAll(() => table.app.close())

const value = (name: string, page = figures): number =>
  Number(
    page
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  )

describe('the page', () => {
  test('counts matches by status, the use of each pool and what the limits refuse', () => {
    expect([value('chancery_matches{status="running"}'), value('chancery_matches{status="over"}')]).toEqual([1, 0])
    for (const pool of ['matches', 'log', 'clocks', 'accounts']) {
      const [inUse, idle] = ['in_use', 'idle'].map((state) => value(`chancery_pool_connections{pool="${pool}",state="${state}"}`))
      expect(Number(inUse) + Number(idle), pool).toBeGreaterThan(0)
      expect(value(`chancery_pool_waiting{pool="${pool}"}`)).toBe(0)
      expect(value(`chancery_pool_size{pool="${pool}"}`)).toBeGreaterThanOrEqual(2)
    }
    for (const limit of LIMITS) expect(value(`chancery_rate_limited_total{limit="${limit}"}`)).toBe(0)
  })

  test('counts GraphQL by root field, never by what a client calls it', () => {
    const counts = (kind: string, operation: string) =>
      value(`chancery_graphql_seconds_count{kind="${kind}",operation="${operation}"}`)
    expect([counts('query', 'match'), counts('query', 'several'), counts('mutation', 'kingdomsPlaceCastle')]).toEqual([1, 1, 1])
    expect(value('chancery_graphql_errors_total{kind="invalid",operation="none"}')).toBe(1)
    expect(figures).not.toMatch(/Secretly|Both|Wrong|nothingOfTheKind/)
  })

  test('keeps long polls, streams and subscriptions out of the times of requests', () => {
    const route = '/v1/matches/:id/notices'
    expect(value(`chancery_long_poll_seconds_count{route="${route}"}`)).toBeGreaterThanOrEqual(1)
    expect(figures).not.toMatch(
      new RegExp(`^chancery_request_seconds_count\\{method="GET",route="${route}",status="200"\\} [1-9]`, 'm'),
    )
    for (const kind of ['poll', 'stream', 'subscription']) expect(value(`chancery_open_answers{kind="${kind}"}`)).toBe(0)
  })

  test('that anybody may read tells neither matches nor which operation', async () => {
    const open = await openTable()
    await play(open)
    const page = await pageOf(open)
    expect(page).toMatch(/^chancery_graphql_seconds_count\{kind="mutation"\} 1$/m)
    // A hit would tell whoever guesses its id that a private match is being played.
    expect(page).not.toMatch(/^chancery_matches|^chancery_match_cache|operation=|kingdomsPlaceCastle/m)
    await open.app.close()
  })

  test('counts whom the limits refuse', async () => {
    const own = await startApp({ env: { METRICS_TOKEN, RATE_LIMIT: '2' } })
    for (let i = 0; i < 4; i++) await caller(own.url)('GET', '/v1/games')
    const page = (await caller(own.url, METRICS_TOKEN)('GET', '/metrics')).body
    expect(value('chancery_rate_limited_total{limit="points"}', page)).toBe(2)
    await own.close()
  })
})

describe('the access log', () => {
  const requests = () => lines.filter(({ msg }) => msg === 'request')

  test('tells player, address, operation, status and duration', async () => {
    const { player: me } = (await table.players[0]('GET', '/v1/me')).body
    const player: string = me.id
    const common = { player, address: '127.0.0.1', status: 200, ms: expect.any(Number) }
    expect(requests()).toContainEqual(
      expect.objectContaining({ ...common, operation: 'POST /v1/matches/:id/moves', url: `/v1/matches/${match}/moves` }),
    )
    for (const operation of ['query match', 'query games,me', 'mutation kingdomsPlaceCastle'])
      expect(requests()).toContainEqual(expect.objectContaining({ ...common, operation }))
    expect(requests()).toContainEqual(expect.objectContaining({ operation: 'GET /v1/matches/:id/notices', kept: 'stream' }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'subscription', player, operation: 'subscription matchNotices' }))
    expect(requests()).toContainEqual(expect.objectContaining({ operation: 'POST /v1/players', address: '127.0.0.1' }))
  })

  test('holds no token, no text of a query and no address with one', async () => {
    await table.players[0]('GET', `/v1/${table.tokens[0]}?ticket=abc`)
    await expect.poll(() => requests().at(-1)?.url).toBe('/v1/chy_...')
    expect(raw).not.toMatch(/chy_\w|Secretly|nothingOfTheKind|ticket=/)
    for (const token of table.tokens) expect(raw).not.toContain(token.slice(8))
  })
})

const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool', 'offset', 'group_left', 'group_right'])
/** Prometheus makes it by itself. */
const OWN = ['up']

interface Used {
  readonly metric: string
  readonly labels: readonly string[]
}

/** The series that a query of PromQL reads, with the labels that it picks them by. */
function usedIn(query: string): Used[] {
  const plain = query.replaceAll(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, ' ').replaceAll(/\[[^\]]*\]/g, ' ')
  return [...plain.matchAll(/([a-zA-Z_:][\w:]*)(\{[^}]*\})?(?! *\()(?![\w:])/g)]
    .filter(([, name = '']) => !WORDS.has(name))
    .map(([, metric = '', labels = '']) => ({
      metric,
      labels: [...labels.matchAll(/(\w+) *[=!]/g)].map(([, label = '']) => label),
    }))
}

const grouped = (query: string): string[] =>
  [...query.matchAll(/\bby *\(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))

/** Added by Prometheus to what it reads. */
const BY_PROMETHEUS = ['instance', 'job']
const labelsOf = (metric: string): Set<string> =>
  new Set(
    figures
      .split('\n')
      .filter((line) => line.startsWith(`${metric}{`))
      .flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label)),
  )

function check(query: string): void {
  const used = usedIn(query)
  expect(used.length, query).toBeGreaterThan(0)
  for (const { metric, labels } of used) {
    if (OWN.includes(metric)) continue
    expect(figures, `${metric} in: ${query}`).toMatch(new RegExp(`^${metric}[{ ]`, 'm'))
    for (const label of [...labels, ...grouped(query)])
      expect([...labelsOf(metric), ...BY_PROMETHEUS], `${metric} in: ${query}`).toContain(label)
  }
}

const read = (file: string) => readFileSync(`docs/observability/${file}`, 'utf8')

describe('every name is one that the server exports', () => {
  const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(read('grafana-dashboard.json'))
  const queries = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))
  test.each(queries)('on the dashboard: %s: %s', (_, query) => check(query))

  const alerts = [...read('alerts.yml').matchAll(/alert: (\w+)\n +expr: (.+)$/gm)].map(
    ([, name = '', query = '']) => [name, query] as const,
  )
  test.each(alerts)('in the alerts: %s: %s', (_, query) => check(query))

  test('each alert has a query, a time, a severity and a summary', () => {
    const rules = read('alerts.yml').split('- alert: ').slice(1)
    expect(alerts).toHaveLength(rules.length)
    for (const rule of rules)
      expect(rule).toMatch(/^\w+\n +expr: .+\n +for: \d+m\n +labels: \{ severity: \w+ \}\n +annotations: \{ summary: ".+" \}\n/)
  })

  test('the table of the operations page lists every figure of ours', () => {
    const page = readFileSync('docs/operations.md', 'utf8')
    const documented = [...page.matchAll(/^\| `(chancery_\w+)` \|/gm)].map(([, name]) => name)
    const exported = [...figures.matchAll(/^# TYPE (chancery_\w+) /gm)].map(([, name]) => name)
    expect(documented.toSorted()).toEqual(exported.toSorted())
    for (const [name] of page.matchAll(/chancery_\w+/g))
      expect(
        exported.some((one) => one === name || one === name.replace(/_$/, '')),
        name,
      ).toBe(true)
  })

  test('the queries are read as they should be', () => {
    expect(usedIn('histogram_quantile(0.9, sum by (le) (rate(a_bucket{x="1",y=~".."}[5m]))) / max(b) > 2 and c')).toEqual([
      { metric: 'a_bucket', labels: ['x', 'y'] },
      { metric: 'b', labels: [] },
      { metric: 'c', labels: [] },
    ])
    expect(() => check('rate(chancery_no_such_total[5m])')).toThrow(/chancery_no_such_total/)
    expect(() => check('sum by (nothing) (chancery_matches)')).toThrow(/chancery_matches/)
  })
})
