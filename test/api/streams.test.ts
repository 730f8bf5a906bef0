/** Streams over real HTTP: everything once, in order, from any point, and an end that can be told from a cut. */
import { request } from 'node:http'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPresence } from '../../src/api/http/presence.js'
import { boundUnsent } from '../../src/api/http/unsent.js'
import { createOpenAnswers, formatFor } from '../../src/api/rest/open-answers.js'
import { openTable, playOn, startMatch, type Table } from './rest.js'

interface Event {
  readonly id?: string
  readonly event?: string
  readonly data: string
}

interface Open {
  readonly headers: Record<string, unknown>
  /** Everything received so far. */
  text(): string
  /** Resolves when the text satisfies the condition. */
  until(condition: (text: string) => boolean): Promise<string>
  /** Resolves when the server has ended the answer; rejects if it was cut. */
  readonly ended: Promise<string>
  cut(): void
}

function open(url: string, token: string, accept: string, headers: Record<string, string> = {}): Promise<Open> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { authorization: `Bearer ${token}`, accept, ...headers } }, (response) => {
      let text = ''
      const waiting = new Set<() => void>()
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
        for (const look of waiting) look()
      })
      const ended = new Promise<string>((done, fail) => response.on('end', () => done(text)).on('error', fail))
      ended.catch(() => {})
      const until = (condition: (text: string) => boolean) =>
        new Promise<string>((done, fail) => {
          const look = () => {
            if (condition(text)) done(text)
          }
          waiting.add(look)
          look()
          setTimeout(() => fail(new Error(`never came; got: ${text}`)), 10_000).unref()
        })
      resolve({ headers: response.headers, text: () => text, until, ended, cut: () => response.destroy() })
    })
    outgoing.on('error', reject).end()
  })
}

const eventsOf = (text: string): Event[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))))
    .filter((event) => 'data' in event) as unknown as Event[]

const linesOf = (text: string): { version: number }[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const versions = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

/** A presence that counts nothing. */
const UNCOUNTED = { opened: () => () => {}, limited: () => {} }

let table: Table
let token: string

beforeAll(async () => {
  table = await openTable()
  token = table.tokens[0]
})
afterAll(() => table.app.close())

const noticesAt = (match: string, query = '') => `${table.app.url}/v1/matches/${match}/notices${query}`
const headOf = async (match: string) => (await table.players[0]('GET', `/v1/matches/${match}`)).body.version as number

describe('notices of a match', () => {
  test('as events: all entries in order, then an end', async () => {
    const match = await startMatch(table)
    const stream = await open(noticesAt(match), token, 'text/event-stream')
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    await playOn(table, match)
    const events = eventsOf(await stream.ended)
    const head = await headOf(match)
    expect(events.slice(0, -1).map(({ id }) => Number(id))).toEqual(versions(1, head))
    expect(events.map(({ data }) => JSON.parse(data).version).slice(0, -1)).toEqual(versions(1, head))
    expect(events.at(-1)).toMatchObject({ event: 'end' })
  })

  test('as lines, and as pages, the same items', async () => {
    const match = await startMatch(table)
    await playOn(table, match)
    const lines = linesOf(await (await open(noticesAt(match), token, 'application/x-ndjson')).ended)
    const paged: unknown[] = []
    for (let after = 0, size = 1; size > 0; ) {
      const { body } = await table.players[0]('GET', `/v1/matches/${match}/notices?first=7&after=${after}`)
      paged.push(...body.items)
      size = body.items.length
      after = body.next
    }
    expect(lines).toEqual(paged)
    expect(lines.map(({ version }) => version)).toEqual(versions(1, await headOf(match)))
  })

  test('after the last entry of a finished match there is only the end', async () => {
    const match = await startMatch(table)
    await playOn(table, match)
    const stream = await open(noticesAt(match, `?after=${await headOf(match)}`), token, 'text/event-stream')
    expect(eventsOf(await stream.ended)).toMatchObject([{ event: 'end' }])
  })

  test('a stream cut again and again, and resumed by Last-Event-ID, misses nothing and repeats nothing', async () => {
    const match = await startMatch(table)
    const got: number[] = []
    const play = playOn(table, match)
    for (let cuts = 0, over = false; !over; cuts++) {
      // The address keeps its first `after`, as a browser's would; the header goes before it.
      const resume: Record<string, string> = got.length > 0 ? { 'last-event-id': String(got.at(-1)) } : {}
      const stream = await open(noticesAt(match, '?after=0'), token, 'text/event-stream', resume)
      const text = await stream.until((so) => eventsOf(so).length >= 1 + (cuts % 4) || so.includes('event: end'))
      stream.cut()
      over = text.includes('event: end')
      got.push(...eventsOf(text).flatMap(({ id }) => (id === undefined ? [] : [Number(id)])))
    }
    await play
    expect(got).toEqual(versions(1, await headOf(match)))
  })

  test('a stream opened before the start begins with it', async () => {
    const [anne, ben] = table.players
    const { body } = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })
    const stream = await open(noticesAt(body.id), token, 'application/x-ndjson')
    await ben('POST', `/v1/matches/${body.id}/join`)
    expect(linesOf(await stream.until((text) => text.includes('"version":1')))[0]).toMatchObject({ version: 1 })
    stream.cut()
  })

  test('whoever may not see the match is told so in JSON, whatever was asked for', async () => {
    const { body } = await table.players[0]('POST', '/v1/matches', {
      game: 'kingdoms',
      seats: 2,
      visibility: 'private',
    })
    for (const accept of ['text/event-stream', 'application/x-ndjson', 'application/json']) {
      const reply = await table.stranger('GET', `/v1/matches/${body.id}/notices`, undefined, { accept })
      expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('a page waits for news, and gives up when the time is over', async () => {
    const match = await startMatch(table)
    const [anne] = table.players
    const waiting = anne('GET', `/v1/matches/${match}/notices?after=1&wait=20`)
    await playOn(table, match, 1)
    expect((await waiting).body).toMatchObject({ items: [{ version: 2 }], next: 2 })
    const begun = Date.now()
    expect((await anne('GET', `/v1/matches/${match}/notices?after=2&wait=0.3`)).body).toEqual({
      items: [],
      next: 2,
      version: 2,
      status: 'running',
      awaiting: [{ seat: 1, decision: 'turn', since: 2, deadline: null }],
      yourTurn: false,
      clocks: null,
    })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(250)
  })
})

describe("a player's own stream", () => {
  test('tells of every match, and is resumed exactly', async () => {
    const [anne] = table.players
    const url = `${table.app.url}/v1/me/stream`
    const live = await open(url, token, 'text/event-stream')
    const matches = [await startMatch(table), await startMatch(table)]
    for (const match of matches) await playOn(table, match, 3)
    const wanted = matches.flatMap((match) => versions(1, 4).map((version) => `${match} ${version}`)).sort()
    const keysIn = (text: string) =>
      eventsOf(text)
        .map(({ data }) => JSON.parse(data))
        .filter(({ match }) => matches.includes(match))
        .map(({ match, version }) => `${match} ${version}`)
    const text = await live.until((so) => keysIn(so).length >= wanted.length)
    live.cut()
    expect(keysIn(text).sort()).toEqual(wanted)

    const events = eventsOf(text)
    const middle = events[Math.floor(events.length / 2)] as Event
    const rest = await open(url, token, 'text/event-stream', { 'last-event-id': middle.id as string })
    const later = events.slice(events.indexOf(middle) + 1).map(({ data }) => data)
    expect(eventsOf(await rest.until((so) => eventsOf(so).length >= later.length)).map(({ data }) => data)).toEqual(later)
    rest.cut()
    const page = await anne('GET', `/v1/me/stream?after=${middle.id}`)
    expect(page.body.items.map((item: unknown) => JSON.stringify(item))).toEqual(later)
  })

  test('hands out a cursor at once in every form, and tells what happened after it', async () => {
    const own = await openTable(table.app)
    const [mine, url] = [own.tokens[0], `${table.app.url}/v1/me/stream`]
    const events = await open(url, mine, 'text/event-stream')
    const id = /^id: (\S+)\n\n/.exec(await events.until((text) => text.includes('\n\n')))?.[1] as string
    const lines = await open(url, mine, 'application/x-ndjson')
    const { body } = await own.players[0]('GET', '/v1/me/stream')
    expect(body).toEqual({ items: [], next: expect.any(String) })
    for (const stream of [events, lines]) stream.cut()
    const match = await startMatch(own)
    for (const after of [id, events.headers['chancery-cursor'], lines.headers['chancery-cursor'], body.next]) {
      const page = await own.players[0]('GET', `/v1/me/stream?after=${after}&wait=5`)
      expect(page.body.items).toMatchObject([{ match, version: 1, yourTurn: true }])
    }
  })

  test('a cursor that is none is refused in every form', async () => {
    for (const accept of ['text/event-stream', 'application/x-ndjson', 'application/json']) {
      const reply = await table.players[0]('GET', '/v1/me/stream?after=garbage', undefined, { accept })
      expect([reply.status, reply.body.code]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  test('needs a token', async () => {
    const reply = await table.anyone('GET', '/v1/me/stream', undefined, { accept: 'text/event-stream' })
    expect([reply.status, reply.body.code]).toEqual([401, 'TOKEN_REQUIRED'])
  })
})

describe('the life of a stream', () => {
  test('keep-alives come while nothing happens', async () => {
    const server = Fastify({ forceCloseConnections: true })
    const streams = createOpenAnswers(createPresence(server, UNCOUNTED), 0.05)
    const silence = {
      async *items(signal: AbortSignal): AsyncGenerator<never> {
        await new Promise((done) => signal.addEventListener('abort', done, { once: true }))
      },
      cursor: 'number' as const,
    }
    server.get('/:format', async (asked, reply) =>
      streams.send(asked, reply, (asked.params as { format: 'sse' | 'ndjson' }).format, silence),
    )
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    await (await open(`${url}/sse`, '', '')).until((text) => text === ': keep-alive\n\n'.repeat(3))
    await (await open(`${url}/ndjson`, '', '')).until((text) => text === '\n\n\n')
    await server.close()
  })

  test('at a shutdown streams end at once, without an end event', async () => {
    const own = await openTable()
    const match = await startMatch(own)
    const url = `${own.app.url}/v1/matches/${match}/notices`
    const events = await open(url, own.tokens[0], 'text/event-stream')
    const lines = await open(url, own.tokens[0], 'application/x-ndjson')
    const inbox = await open(`${own.app.url}/v1/me/stream`, own.tokens[0], 'text/event-stream')
    await lines.until((text) => text.endsWith('\n'))
    const begun = Date.now()
    await own.app.close()
    expect(Date.now() - begun).toBeLessThan(5000)
    expect(await events.ended).not.toContain('event: end')
    expect(linesOf(await lines.ended)).toHaveLength(1)
    await inbox.ended
  })

  test('when the client goes, the server stops listening for it', async () => {
    const openStreams = async () =>
      Number(/^chancery_open_answers\{kind="stream"\} (\d+)$/m.exec((await table.anyone('GET', '/metrics')).body)?.[1])
    const before = await openStreams()
    const match = await startMatch(table)
    const streams = await Promise.all(Array.from({ length: 5 }, () => open(noticesAt(match), token, 'text/event-stream')))
    // The page of figures is kept for a moment.
    await expect.poll(openStreams, { timeout: 5000 }).toBe(before + 5)
    for (const stream of streams) stream.cut()
    await expect.poll(openStreams, { timeout: 5000 }).toBe(before)
  })

  test('the time that a stream lasted is not counted as the time of an answer', async () => {
    const counted = async () =>
      (await table.anyone('GET', '/metrics')).body.match(/^chancery_request_seconds_count.*stream".*$/gm)
    const before = await counted()
    const stream = await open(`${table.app.url}/v1/me/stream`, token, 'text/event-stream')
    stream.cut()
    await new Promise((done) => setTimeout(done, 200))
    expect(await counted()).toEqual(before)
  })

  test('a client that does not read is cut off, whether it left much or waits for long', { timeout: 20_000 }, async () => {
    for (const limits of [
      { network: 100_000, all: 100_000, patience: 60_000, haste: 100 },
      { network: 100_000_000, all: 100_000_000, patience: 300, haste: 100 },
    ]) {
      const server = Fastify({ forceCloseConnections: true })
      const counts: number[] = []
      const opened = () => {
        counts.push(1)
        return () => void counts.push(0)
      }
      boundUnsent(server.server, () => false, limits)
      const streams = createOpenAnswers(createPresence(server, { ...UNCOUNTED, opened }), 60)
      let told = 0
      const endless = {
        async *items(): AsyncGenerator<{ text: string; number: number }> {
          for (;;) yield { text: 'x'.repeat(200_000), number: told++ }
        },
        cursor: 'number' as const,
      }
      server.get('/stream', (asked, reply) => streams.send(asked, reply, 'sse', endless))
      const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
      const mute = connect(Number(port), '127.0.0.1')
        .on('error', () => {})
        .pause()
      mute.write('GET /stream HTTP/1.1\r\nHost: a\r\n\r\n')
      await expect.poll(() => counts.join(' '), { timeout: 8000 }).toBe('1 0')
      expect(told).toBeLessThan(200)
      mute.destroy()
      await server.close()
    }
  })

  test('Accept is read with its weights', () => {
    expect(formatFor(undefined)).toBe('json')
    expect(formatFor('*/*')).toBe('json')
    expect(formatFor('text/html, application/xhtml+xml')).toBe('json')
    expect(formatFor('text/event-stream')).toBe('sse')
    expect(formatFor('application/json;q=0.5, application/x-ndjson')).toBe('ndjson')
    expect(formatFor('text/event-stream;q=0, application/json;q=0.1')).toBe('json')
  })
})
