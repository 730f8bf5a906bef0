/** Traces against a small collector: what arrives is decoded and looked at as an operator would. */
import { execFileSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/platform/logger.js'
import { asker } from '../api/graphql.js'
import { openTable, playOn, startMatch, type Table } from '../api/rest.js'
import { socketAsker } from '../api/socket.js'
import { startApp } from '../support/app.js'

interface SpanSent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { key: string; value: { stringValue?: string; intValue?: number | string } }[]
  readonly links?: readonly { traceId: string; spanId: string }[]
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SpanSent['attributes'] }
    readonly scopeSpans: readonly { readonly spans: readonly SpanSent[] }[]
  }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${TRACE}-b7ad6b7169203331-01`
let collector: Server
let texts = ''
const spans: SpanSent[] = []
const resources: SpanSent['attributes'][] = []
const headers: IncomingHttpHeaders[] = []
let endpoint: string
let table: Table

async function listen(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    texts += text
    headers.push({ ...request.headers, path: request.url })
    for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
      resources.push(resource.attributes)
      spans.push(...scopeSpans.flatMap((one) => one.spans))
    }
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const attribute = ({ attributes }: Pick<SpanSent, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}
const childrenOf = (parent: SpanSent | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

let match: string
beforeAll(async () => {
  collector = await listen()
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=castle',
    OTEL_SERVICE_NAME: 'chancery-test',
  })
  table = await openTable(await startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } }))
  match = await startMatch(table)
  const { body } = await table.players[0]('GET', `/v1/matches/${match}/legal-moves?first=1`)
  await table.players[0]('POST', `/v1/matches/${match}/moves`, body.moves[0].move, { traceparent })
  await table.players[0]('POST', `/v1/matches/${match}/moves`, { type: 'nonsense' })
  await asker(table.app.url, table.tokens[0])(`query Secretly { match(id: "${match}") { version } }`)
  await table.players[0]('GET', `/v1/matches/${match}/notices?after=2&wait=0.2`)
  const socket = socketAsker(table.app.url, table.tokens[1])
  const input = { matchId: match, move: { type: 'drawTile' } }
  await socket('mutation ($input: SubmitMoveInput!) { submitMove(input: $input) { __typename } }', { input })
  await socket.close()
  const others = await openTable(table.app)
  const several = await Promise.all(Array.from({ length: 6 }, () => startMatch(others)))
  await Promise.all(several.map((one) => playOn(others, one, 1)))
  // Flushes.
  await table.app.close()
}, 60_000)
afterAll(() => {
  collector.close()
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_SERVICE_NAME']) delete process.env[name]
})

test('a move is one trace, the one that its caller names: request, decision, append, group commit, statement', () => {
  const [request] = spans.filter(({ traceId, parentSpanId }) => traceId === TRACE && parentSpanId === 'b7ad6b7169203331')
  expect(request?.name).toBe('POST /v1/matches/:id/moves')
  expect(attribute(request as SpanSent, 'http.response.status_code')).toBe(200)
  expect(attribute(request as SpanSent, 'url.path')).toBe(`/v1/matches/${match}/moves`)
  const parts = childrenOf(request)
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['decide', 'append']))
  const [commit] = childrenOf(parts.find(({ name }) => name === 'append'))
  expect([commit?.name, attribute(commit as SpanSent, 'chancery.entries')]).toEqual(['group commit', 1])
  expect(childrenOf(commit).map(({ name }) => name)).toEqual(['pg append'])
})

test('those who share a group commit are linked with it, and it with them', () => {
  const commits = spans.filter(({ name }) => name === 'group commit')
  const shared = commits.filter((one) => Number(attribute(one, 'chancery.entries')) > 1)
  expect(shared.length).toBeGreaterThan(0)
  for (const commit of shared) {
    expect(commit.links).toHaveLength(Number(attribute(commit, 'chancery.entries')) - 1)
    for (const { spanId } of commit.links ?? []) {
      const append = spans.find((one) => one.spanId === spanId)
      expect([append?.name, append?.links?.[0]?.spanId]).toEqual(['append', commit.spanId])
    }
  }
})

test('a long poll is shown as one', () => {
  const poll = spans.find((one) => attribute(one, 'chancery.kept') === 'poll')
  expect(poll?.name).toBe('GET /v1/matches/:id/notices')
})

test('statements of accounts and transactions are shown by their names', () => {
  const join = spans.find(({ name }) => name === 'POST /v1/matches/:id/join')
  expect(childrenOf(join).map(({ name }) => name)).toEqual(expect.arrayContaining(['pg begin', 'pg insert', 'pg commit']))
})

test('GraphQL is told by its root fields', () => {
  expect(spans.map((one) => attribute(one, 'chancery.operation'))).toContain('query match')
})

test('a mutation over a WebSocket is a trace of its own, as a request is', () => {
  const [request] = spans.filter((one) => attribute(one, 'chancery.operation') === 'mutation submitMove')
  expect([request?.name, request?.parentSpanId]).toEqual(['WebSocket /graphql', undefined])
  expect(childrenOf(request).map(({ name }) => name)).toEqual(expect.arrayContaining(['decide', 'append']))
})

test('the standard variables are honoured', () => {
  expect(headers[0]).toMatchObject({ 'x-tenant': 'castle', path: '/v1/traces', 'content-type': 'application/json' })
  expect(attribute({ attributes: resources[0] ?? [] }, 'service.name')).toBe('chancery-test')
})

test('nothing arrives of tokens, moves, texts and names', () => {
  expect(texts).not.toMatch(/chy_\w|Bearer|placeCastle|nonsense|Secretly|select |Anne|"secret/)
})

test('a collector that is away harms nothing and is told once', { timeout: 30_000 }, async () => {
  const gone = await listen()
  const address = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((resolve) => gone.close(resolve))
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_TRACES_SAMPLER: 'sometimes',
  })
  const lines: { msg: string }[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const own = await openTable(await startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: address }, logger }))
  expect((await own.anyone('GET', '/v1/games')).status).toBe(200)
  await own.app.close()
  for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_TRACES_SAMPLER']) delete process.env[name]
  expect(lines.filter(({ msg }) => msg.startsWith('traces cannot be delivered'))).toHaveLength(1)
  expect(lines.filter(({ msg }) => msg.startsWith('OTEL_TRACES_SAMPLER: expected one of'))).toHaveLength(1)
})

/** The packages of OpenTelemetry that a server with these settings has loaded. */
function packagesLoaded(env: Record<string, string>): string[] {
  const program = `
    import { createRequire } from 'node:module'
    await import(${JSON.stringify(new URL('../../dist/app.js', import.meta.url).href)})
    const { openTracing } = await import(${JSON.stringify(new URL('../../dist/platform/tracing/opening.js', import.meta.url).href)})
    await (await openTracing({ otlpEndpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT }, console))?.close()
    const loaded = Object.keys(createRequire(import.meta.url).cache).map((file) => /@opentelemetry.(?<name>[\\w-]+)/.exec(file)?.groups?.name)
    console.log(JSON.stringify([...new Set(loaded.filter(Boolean))].sort()))`
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: { PATH: process.env.PATH, ...env } })
  return JSON.parse(String(told))
}

test('without the setting nothing of OpenTelemetry is loaded, but for the API that prom-client asks for', {
  timeout: 30_000,
}, () => {
  expect(packagesLoaded({})).toEqual(['api'])
  expect(packagesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual(
    expect.arrayContaining(['exporter-trace-otlp-http', 'sdk-trace']),
  )
})
