/** Connections that behave badly: they hang up, send half of something, send nothing, send too much, or do not read. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../chance.js'
import { bytesOf, type Caller } from './request.js'
import { anyCaller, anyId, type World } from './world.js'

export interface Rough {
  readonly port: number
  readonly world: World
  readonly random: Chance
  /** A fault that was seen, with what had been sent. */
  alarm(fault: string): void
}

/** Resolves with the number of requests that were sent. */
export type Behaviour = (rough: Rough) => Promise<number>

interface Line {
  readonly socket: Socket
  readonly sent: string[]
  send(bytes: Buffer | string): void
}

const A_FAULT = /HTTP\/1\.1 (5\d\d)/

/** Nobody reads what the answer says, but a 5xx is a fault wherever it comes. */
function dial({ port, alarm }: Rough, reads = true): Line {
  const socket = connect(port, '127.0.0.1')
  const sent: string[] = []
  socket.on('error', () => undefined)
  if (reads)
    socket.on('data', (bytes) => {
      const status = A_FAULT.exec(bytes.toString('latin1'))?.[1]
      if (status) alarm(`status ${status} after ${JSON.stringify(sent.join('').slice(0, 1500))}`)
    })
  const send = (bytes: Buffer | string): void => {
    sent.push(bytes.toString('latin1'))
    if (socket.writable) socket.write(bytes)
  }
  return { socket, sent, send }
}

const get = (path: string, caller: Caller, headers: Record<string, string> = {}): Buffer =>
  bytesOf({ method: 'GET', path, caller, headers })

const openPaths = ({ world, random }: Rough): string =>
  random.pick([
    '/v1/games',
    '/v1/matches',
    '/v1/me',
    '/v1/me/stream',
    `/v1/matches/${anyId(world, random)}`,
    `/v1/matches/${anyId(world, random)}/notices`,
  ])

const STREAMS = ['text/event-stream', 'application/x-ndjson']

/** The answer has nobody to go to, and the address of the client may be gone before it is asked for. */
const hangUp: Behaviour = async (rough) => {
  const { random, world } = rough
  const count = random.between(1, 20)
  for (let index = 0; index < count; index++) {
    const { socket, send } = dial(rough)
    const headers = random.once(3) ? { accept: random.pick(STREAMS) } : {}
    socket.once('connect', () => {
      send(get(openPaths(rough), anyCaller(world, random), headers))
      if (random.once(2)) socket.destroy()
      else socket.resetAndDestroy()
    })
  }
  await sleep(30)
  return count
}

const halfClosed: Behaviour = async (rough) => {
  const { random, world } = rough
  const { socket, send } = dial(rough)
  const whole = random.once(2) ? get(openPaths(rough), anyCaller(world, random)) : body(anyCaller(world, random), '{"name":"x"}')
  send(random.once(2) ? whole : whole.subarray(0, random.between(0, whole.length)))
  socket.end()
  await sleep(100)
  socket.destroy()
  return 1
}

const body = (caller: Caller, text: string, headers: Record<string, string> = {}): Buffer =>
  bytesOf({ method: 'POST', path: '/v1/players', caller, headers, body: text })

/** Headers and bodies that come a byte at a time, on several connections. */
const slow: Behaviour = async (rough) => {
  const { random, world } = rough
  const lines = Array.from({ length: random.between(1, 10) }, () => dial(rough))
  const bytes = random.once(2)
    ? get('/v1/games', anyCaller(world, random))
    : body(anyCaller(world, random), `{"name":"${'x'.repeat(200)}"}`)
  for (let at = 0; at < Math.min(bytes.length, 30); at++) {
    for (const { send } of lines) send(bytes.subarray(at, at + 1))
    await sleep(5)
  }
  for (const { socket } of lines) socket.destroy()
  return lines.length
}

const MALFORMED: readonly string[] = [
  '\r\n\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'get / HTTP/1.1\r\nhost: x\r\n\r\n',
  'BREW / HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET http://example.invalid/v1/games HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET * HTTP/1.1\r\nhost: x\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n',
  'CONNECT example.invalid:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /v1/games HTTP/1.1\r\n\r\n',
  'GET /v1/games HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n',
  'GET /v1/games HTTP/1.1\nhost: x\n\n',
  'GET /v1/games HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n',
  'GET /v1/games HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n\r\n',
  'GET /v1/games HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\n\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999999999999\r\n\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5;x=y\r\n{"a":\r\n2\r\n1}\r\n0\r\nx: y\r\n\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'POST /v1/players HTTP/1.1\r\nhost: x\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}',
]

const malformed: Behaviour = async (rough) => {
  const { socket, send } = dial(rough)
  send(Buffer.from(rough.random.pick(MALFORMED), 'latin1'))
  await sleep(20)
  socket.destroy()
  return 1
}

const hugeHeaders: Behaviour = async (rough) => {
  const { random } = rough
  const { socket, send } = dial(rough)
  const many = Array.from({ length: random.pick([10, 99, 2_100]) }, (_, index) => `x-${index}: y\r\n`).join('')
  const long = `x: ${'y'.repeat(random.pick([1_000, 8_000, 15_000, 17_000, 70_000]))}\r\n`
  send(
    `GET ${random.once(3) ? `/${'x'.repeat(random.pick([100, 5_000, 20_000]))}` : '/v1/games'} HTTP/1.1\r\nhost: x\r\n${random.once(2) ? many : long}\r\n`,
  )
  await sleep(30)
  socket.destroy()
  return 1
}

const OFFERS: readonly string[] = [
  'upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\nconnection: upgrade, http2-settings\r\n',
  'upgrade: websocket\r\nconnection: upgrade\r\n',
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: short\r\n',
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 8\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-protocol: odd\r\n',
  'upgrade: \r\nconnection: upgrade\r\n',
  'upgrade: TLS/1.0, h2c\r\nconnection: upgrade\r\n',
]

/** Offers of another protocol, in the middle of requests that were sent ahead. */
const upgrades: Behaviour = async (rough) => {
  const { random } = rough
  const { socket, send } = dial(rough)
  const count = random.between(1, 8)
  const plain = 'GET /v1/games HTTP/1.1\r\nhost: x\r\n\r\n'
  const path = random.pick(['/graphql', '/v1/games', '/odd'])
  const offer = `${random.pick(['GET', 'POST'])} ${path} HTTP/1.1\r\nhost: x\r\n${random.pick(OFFERS)}\r\n`
  send(`${plain.repeat(random.between(0, 2))}${offer.repeat(count)}${plain}`)
  await sleep(60)
  socket.destroy()
  return count + 1
}

/** Long answers to requests sent ahead, none of which is read. */
const unreadAnswers: Behaviour = async (rough) => {
  const { random } = rough
  const { socket, send } = dial(rough, false)
  socket.pause()
  const count = random.between(20, 100)
  send('GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count))
  await sleep(random.between(50, 600))
  socket.destroy()
  return count
}

const unreadStream: Behaviour = async (rough) => {
  const { random, world } = rough
  const { socket, send } = dial(rough, false)
  socket.pause()
  const path = random.pick(['/v1/me/stream', `/v1/matches/${random.pick(world.matches())}/notices`])
  send(
    get(`${path}${random.pick(['', '?after=0', '?after=x', '?wait=30'])}`, anyCaller(world, random), {
      accept: random.pick([...STREAMS, 'application/json']),
    }),
  )
  await sleep(random.between(10, 800))
  socket.destroy()
  return 1
}

/** More at once than one client may have. */
const manyStreams: Behaviour = async (rough) => {
  const { random, world } = rough
  const caller = anyCaller(world, random)
  const lines = Array.from({ length: random.pick([5, 30, 80]) }, () => dial(rough))
  for (const { send } of lines)
    send(get(`/v1/matches/${random.pick(world.matches())}/notices`, caller, { accept: random.pick(STREAMS) }))
  await sleep(random.between(50, 300))
  for (const { socket } of lines) socket.destroy()
  return lines.length
}

const silent: Behaviour = async (rough) => {
  const lines = Array.from({ length: rough.random.between(1, 30) }, () => dial(rough))
  await sleep(rough.random.between(10, 200))
  for (const { socket } of lines) socket.destroy()
  return lines.length
}

export const ROUGH: Readonly<Record<string, Behaviour>> = {
  hangUp,
  halfClosed,
  slow,
  malformed,
  hugeHeaders,
  upgrades,
  unreadAnswers,
  unreadStream,
  manyStreams,
  silent,
}
