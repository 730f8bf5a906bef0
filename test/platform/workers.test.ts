/** A server of two workers, as processes: one truth, one page of figures, one limit; and no harm done when one of them is killed. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { itemAt } from '../../src/games/lists.js'
import { caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { isAlive } from '../support/alive.js'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/database.js'
import { prepareData, temporaryFolder } from '../support/postgres.js'
import { chancery, type RunningServer, startServer } from '../support/process.js'
import { proven } from '../support/rest-play.js'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
  readonly body: any
}

/** Whoever has one connection and keeps it: all that is asked there goes to one worker. */
function pinned(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (method: string, path: string, { token = '', body, id }: { token?: string; body?: object; id?: string } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(id && { 'x-request-id': id, 'idempotency-key': id }),
      }
      const sent = request(url + path, { method, agent, headers }, async (response) => {
        let text = ''
        for await (const piece of response) text += piece
        const isJson = /json/.test(response.headers['content-type'] ?? '')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: isJson && text ? JSON.parse(text) : text })
      })
      sent.on('error', reject).end(body && JSON.stringify(body))
    })
  return { ask, close: () => agent.destroy() }
}

interface Line {
  readonly msg: string
  readonly worker?: number
  readonly pid?: number
  readonly reqId?: string
  readonly signal?: string
}

const linesOf = (server: RunningServer): Line[] =>
  server
    .said()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []))

const servingIn = (server: RunningServer): Line[] => linesOf(server).filter(({ msg }) => msg === 'a worker serves')
const pidOf = (server: RunningServer, worker: number): number =>
  servingIn(server).findLast((line) => line.worker === worker)?.pid ?? 0
/** Which worker has answered the request of this id. */
const workerOf = (server: RunningServer, id: string): number | undefined =>
  linesOf(server).find(({ reqId, msg }) => reqId === id && msg === 'request')?.worker

const METRICS_TOKEN = 'figures-of-two-workers'
const ADMIN_TOKEN = `chy_${'w'.repeat(43)}`
const folder = mkdtempSync(join(tmpdir(), 'chancery-two-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function player(url: string, name: string): Promise<string> {
  const { body } = await caller(url)('POST', '/v1/players', { name: `${name} ${Math.random()}`, kind: 'bot' })
  return body.token
}

async function newMatch(url: string, tokens: readonly string[]): Promise<string> {
  const [host = '', ...others] = tokens
  const made = { game: 'kingdoms', seats: tokens.length, options: { starter: 'seat0' } }
  const { body } = await caller(url, host)('POST', '/v1/matches', made)
  for (const token of others) await caller(url, token)('POST', `/v1/matches/${body.id}/join`, {})
  return body.id
}

describe('two workers', () => {
  let database: FreshDatabase
  let server: RunningServer
  let tokens: readonly [string, string]
  beforeAll(async () => {
    database = await freshDatabase()
    const env = { DATABASE_URL: database.url, WORKERS: '2', RATE_LIMIT: '0', LOG_LEVEL: 'debug', METRICS_TOKEN, ADMIN_TOKEN }
    server = await startServer(env)
    tokens = [await player(server.url, 'Anne'), await player(server.url, 'Ben')]
  })
  afterAll(async () => {
    await server.end()
    await database.drop()
  })

  /** Two clients, one at each worker. */
  async function atBoth() {
    for (let tries = 0; ; tries++) {
      const [one, other] = [pinned(server.url), pinned(server.url)]
      const ids = ['a', 'b'].map((name) => `both-${tries}-${name}-${Math.random().toString(36).slice(2)}`)
      await one.ask('GET', '/v1/games', { id: itemAt(ids, 0) })
      await other.ask('GET', '/v1/games', { id: itemAt(ids, 1) })
      await vi.waitFor(() => expect(ids.map((id) => workerOf(server, id))).not.toContain(undefined))
      if (new Set(ids.map((id) => workerOf(server, id))).size === 2) return [one, other] as const
      one.close()
      other.close()
    }
  }

  const accepted = async (ask: ReturnType<typeof pinned>['ask']): Promise<number> => {
    const { body } = await ask('GET', '/metrics', { token: METRICS_TOKEN })
    return Number(/^chancery_moves_accepted_total\{game="kingdoms"\} (\d+)$/m.exec(body)?.[1] ?? 0)
  }

  test('say once that they listen, and each line of the log says who wrote it', () => {
    expect(server.said().match(/Chancery is listening/g)).toHaveLength(1)
    expect(servingIn(server).map(({ worker }) => worker)).toEqual([1, 2])
    const requests = linesOf(server).filter(({ msg }) => msg === 'request')
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.every(({ worker }) => worker === 1 || worker === 2)).toBe(true)
  })

  test('play one match, each player at another, to an end that proves itself', { timeout: 60_000 }, async () => {
    const clients = await atBoth()
    const match = await newMatch(server.url, tokens)
    const stream = fetch(`${server.url}/v1/matches/${match}/notices`, {
      headers: { authorization: `Bearer ${tokens[0]}`, accept: 'application/x-ndjson' },
    }).then((response) => response.text())
    for (let turn = 0; ; turn++) {
      const { body: card } = await itemAt(clients, turn % 2).ask('GET', `/v1/matches/${match}`, { token: tokens[0] })
      if (card.status === 'over') break
      const seat: number = card.awaiting[0].seat
      const { ask } = itemAt(clients, seat)
      const token = itemAt(tokens, seat)
      const { body } = await ask('GET', `/v1/matches/${match}/legal-moves?first=1`, { token })
      const played = await ask('POST', `/v1/matches/${match}/moves`, { token, body: body.moves[0].move })
      expect(played).toMatchObject({ status: 200 })
    }
    const [anne, ben] = tokens.map((token) => caller(server.url, token))
    const told = (await stream)
      .trimEnd()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line).version]))
    const { body: card } = (await anne?.('GET', `/v1/matches/${match}`)) ?? { body: { version: 0 } }
    expect(told).toEqual(Array.from({ length: card.version }, (_, index) => index + 1))
    if (ben) expect(await proven(ben, match, folder)).toMatchObject({ code: 0 })
    for (const { close } of clients) close()
  })

  test('have one page of figures: sums, the same whoever is asked, and what all tell alike is not doubled', async () => {
    const [one, other] = await atBoth()
    const before = await accepted(one.ask)
    const match = await newMatch(server.url, tokens)
    for (const [seat, { ask }] of [one, other].entries()) {
      const token = itemAt(tokens, seat)
      const { body } = await ask('GET', `/v1/matches/${match}/legal-moves?first=1`, { token })
      expect(await ask('POST', `/v1/matches/${match}/moves`, { token, body: body.moves[0].move })).toMatchObject({ status: 200 })
    }
    // Two moves and the start; the page is kept for a moment.
    await vi.waitFor(async () => {
      expect(await accepted(one.ask)).toBe(before + 3)
      expect(await accepted(other.ask)).toBe(before + 3)
    }, 5000)
    const { body: page } = await one.ask('GET', '/metrics', { token: METRICS_TOKEN })
    expect(page).toMatch(/^chancery_matches\{status="over"\} 1$/m)
    expect(page).toMatch(/^chancery_pool_size\{pool="matches"\} 24$/m)
    one.close()
    other.close()
  })

  test('one is killed in the middle of play: nothing that was acknowledged is lost, no total goes down, and it is started again', {
    timeout: 60_000,
  }, async () => {
    const [one, other] = await atBoth()
    const match = await newMatch(server.url, tokens)
    const before = await accepted(other.ask)
    const acknowledged: number[] = []
    let ended = false
    /** Asked again with the same key for as long as the connection is cut. */
    const sure = async (seat: number, path: string, id: string, body?: object): Promise<Answer> => {
      for (;;) {
        const client = itemAt([one, other], seat)
        const answer = await client
          .ask(body ? 'POST' : 'GET', `/v1/matches/${match}${path}`, { token: itemAt(tokens, seat), id, ...(body && { body }) })
          .catch(() => undefined)
        if (answer && answer.status < 500) return answer
        await sleep(10)
      }
    }
    const playing = (async () => {
      for (let turn = 0; turn < 30 && !ended; turn++) {
        const { body: card } = await sure(turn % 2, '', `card-${match}-${turn}`)
        const seat: number = card.awaiting[0].seat
        const { body } = await sure(seat, '/legal-moves?first=1', `look-${match}-${turn}`)
        const played = await sure(seat, '/moves', `move-${match}-${turn}`, body.moves[0].move)
        expect(played).toMatchObject({ status: 200 })
        acknowledged.push(played.body.version)
      }
    })()
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(5), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await accepted(other.ask)).toBeGreaterThan(before + 5), 5000)
    const told = await accepted(other.ask)
    const killed = pidOf(server, 1)
    process.kill(killed, 'SIGKILL')
    await playing
    ended = true
    expect(acknowledged).toEqual(Array.from({ length: 30 }, (_, index) => index + 2))
    const versions = await administer(database.url, `select version from entry where match_id = '${match}' order by version`)
    expect(versions.map(({ version }) => version)).toEqual([1, ...acknowledged])
    await vi.waitFor(() => expect(pidOf(server, 1)).not.toBe(killed), { timeout: 20_000 })
    expect(linesOf(server)).toContainEqual(
      expect.objectContaining({ msg: 'a worker has died and is started again', worker: 1, signal: 'SIGKILL' }),
    )
    const later = pinned(server.url)
    await vi.waitFor(async () => expect(await accepted(later.ask)).toBeGreaterThanOrEqual(told), 5000)
    expect(server.said().match(/Chancery is listening/g)).toHaveLength(1)
    for (const { close } of [one, other, later]) close()
    expect((await chancery(['verify', '--database'], { DATABASE_URL: database.url })).stdout).toMatch(
      /^(\d+) of \1 matches are right/,
    )
  })

  test('whoever was handed to one that is killed before it has taken them is cut off, and does not wait for ever', async () => {
    const [killed, port] = [pidOf(server, 2), Number(new URL(server.url).port)]
    process.kill(killed, 'SIGSTOP')
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(port, '127.0.0.1').on('error', () => {})
        const closed = new Promise((resolve) => socket.once('close', resolve))
        const answer = new Promise((resolve) => socket.once('data', () => resolve(true)))
        socket.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
        return { socket, answered: await Promise.race([answer, sleep(1000, false)]), closed }
      }),
    )
    const waiting = clients.filter(({ answered }) => !answered)
    expect(waiting).toHaveLength(1)
    process.kill(killed, 'SIGKILL')
    await Promise.all(waiting.map(({ closed }) => closed))
    for (const { socket } of clients) socket.destroy()
    await vi.waitFor(() => expect(pidOf(server, 2)).not.toBe(killed), { timeout: 20_000 })
  })

  test('SIGTERM closes all in order: streams end, exit code 0, nobody is left', async () => {
    const headers = { authorization: `Bearer ${tokens[0]}`, accept: 'text/event-stream' }
    const streams = await Promise.all([1, 2, 3, 4].map(() => fetch(`${server.url}/v1/me/stream`, { headers })))
    const ended = Promise.all(streams.map((stream) => stream.text()))
    const pids = [1, 2].map((worker) => pidOf(server, worker))
    expect(pids.map(isAlive)).toEqual([true, true])
    expect(await server.end()).toBe(0)
    await ended
    expect(pids.map(isAlive)).toEqual([false, false])
  })
})

describe('limits hold for all workers together', () => {
  let database: FreshDatabase
  let server: RunningServer
  beforeAll(async () => {
    database = await freshDatabase()
    server = await startServer({ DATABASE_URL: database.url, WORKERS: '2', RATE_LIMIT: '40', MAX_CONNECTIONS: '5' })
  })
  afterAll(async () => {
    await server.end()
    await database.drop()
  })

  test('connections at a time', async () => {
    const open = new Set<number>()
    const sockets = []
    for (let number = 0; number < 9; number++) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
      open.add(number)
      socket.once('close', () => open.delete(number))
      // Slowly: the workers tell each other ten times a second.
      await sleep(150)
    }
    expect([...open]).toEqual([0, 1, 2, 3, 4])
    for (const socket of sockets) socket.destroy()
    await sleep(300)
  })

  test('points a minute', async () => {
    const clients = Array.from({ length: 4 }, () => pinned(server.url))
    const statuses: number[] = []
    for (let round = 0; round < 15; round++) {
      for (const { ask } of clients) statuses.push((await ask('GET', '/v1/games')).status)
      await sleep(150)
    }
    const served = statuses.filter((status) => status === 200).length
    expect(served).toBeGreaterThanOrEqual(40)
    expect(served).toBeLessThan(50)
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429])
    for (const { close } of clients) close()
  })
})

describe('the end and the beginning', () => {
  test('workers end with their primary, however it ends', async () => {
    const database = await freshDatabase()
    const server = await startServer({ DATABASE_URL: database.url, WORKERS: '2', LOG_LEVEL: 'info' })
    const pids = [1, 2].map((worker) => pidOf(server, worker))
    await server.kill()
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 20_000 })
    await database.drop()
  })

  test('a Postgres of its own is started once and stopped in the end; the administrator is told of once', {
    timeout: 90_000,
  }, async () => {
    const DATA_DIR = join(await temporaryFolder(), 'data')
    await prepareData(DATA_DIR)
    const server = await startServer({ DATA_DIR, WORKERS: '2', LOG_LEVEL: 'info' })
    const { pid = 0 } = linesOf(server).find(({ msg }) => msg === 'Embedded Postgres is ready') ?? {}
    expect(linesOf(server).filter(({ msg }) => msg === 'Embedded Postgres is ready')).toHaveLength(1)
    expect(isAlive(pid)).toBe(true)
    expect(server.said().match(/Administrator's token: in the file/g)).toHaveLength(1)
    await newMatch(server.url, [await player(server.url, 'Anne'), await player(server.url, 'Ben')])
    expect(await server.end()).toBe(0)
    expect(isAlive(pid)).toBe(false)
    rmSync(join(DATA_DIR, '..'), { recursive: true, force: true })
  })

  test('a port in use is told in one line, exit code 2, whatever the number of workers', async () => {
    const database = await emptyDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const failed = await startServer({ DATABASE_URL: database.url, WORKERS: '3', PORT: `${port}` }).catch((error: Error) => error)
    expect(failed).toMatchObject({ message: `PORT: 127.0.0.1:${port} is already in use; stop the other server or set PORT.\n` })
    other.close()
    await database.drop()
  })
})
