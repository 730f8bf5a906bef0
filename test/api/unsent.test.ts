/** Answers that nobody reads: they are not worked on in advance, take no memory of their own where they can help it, and are given up in the end. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { oneAtATime } from '../../src/api/http/turns.js'
import { boundUnsent, type UnsentLimits } from '../../src/api/http/unsent.js'
import { sendPublic, tagged } from '../../src/api/rest/conditions.js'

const MEGABYTE = 1_000_000
const GENEROUS: UnsentLimits = { network: 1000 * MEGABYTE, all: 1000 * MEGABYTE, patience: 60_000, haste: 500 }
/** More than the kernel takes off a server's hands. */
const LONG = 30 * MEGABYTE
const document = tagged('x'.repeat(LONG), 'text/plain')

let server: FastifyInstance
let port: number
let worked: number
const sockets: Socket[] = []
beforeEach(() => {
  server = Fastify({ forceCloseConnections: true })
  worked = 0
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

async function serve(limits: UnsentLimits = GENEROUS): Promise<void> {
  boundUnsent(server.server, () => false, limits)
  oneAtATime(server)
  server.get('/', async (request, reply) => {
    worked++
    return sendPublic(request, reply, document)
  })
  server.get('/short', async () => ({ worked: ++worked }))
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
}

const connections = (): Promise<number> =>
  new Promise((done, fail) => server.server.getConnections((error, count) => (error ? fail(error) : done(count))))

function ask(path: string, times = 1): Socket {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times))
  sockets.push(socket)
  return socket
}

/** Takes a while for each piece. */
async function readSlowly(socket: Socket): Promise<number> {
  let length = 0
  for await (const piece of socket) {
    length += piece.length
    if (length > LONG) break
    await sleep(2)
  }
  return length
}

/** As a server does that works out something long, or that is given no core. */
function standStill(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('an answer that nobody reads', () => {
  test('is given up after a while', async () => {
    await serve({ ...GENEROUS, patience: 400 })
    ask('/')
    await expect.poll(connections, { timeout: 8000 }).toBe(1)
    await expect.poll(connections, { timeout: 8000 }).toBe(0)
  })

  test('is given up soon where too much waits, and one that is read slowly is not', { timeout: 30_000 }, async () => {
    await serve({ ...GENEROUS, all: LONG })
    const slow = readSlowly(ask('/'))
    for (let i = 0; i < 3; i++) ask('/')
    expect(await slow).toBeGreaterThan(LONG)
    await expect.poll(connections, { timeout: 8000 }).toBeLessThanOrEqual(2)
  })

  test('is not one that the server had no time to send', { timeout: 30_000 }, async () => {
    await serve({ ...GENEROUS, network: 1 })
    const socket = ask('/')
    await expect.poll(() => worked).toBe(1)
    // Until it was looked at, and the kernel has taken what it can hold.
    await sleep(GENEROUS.haste / 3)
    standStill(GENEROUS.haste * 2)
    let length = 0
    for await (const piece of socket) {
      length += piece.length
      if (length > LONG) break
    }
    expect(length).toBeGreaterThan(LONG)
  })

  test('is not one that is read, however much more comes meanwhile', { timeout: 30_000 }, async () => {
    const piece = Buffer.alloc(MEGABYTE / 2)
    server.get('/growing', async (_, reply) => {
      reply.hijack()
      reply.raw.write(Buffer.alloc(LONG))
      const writing = setInterval(() => reply.raw.write(piece), 20)
      reply.raw.once('close', () => clearInterval(writing))
    })
    await serve({ ...GENEROUS, network: 1 })
    const socket = ask('/growing')
    let length = 0
    for await (const read of socket) {
      length += read.length
      if (length > LONG / 2) break
      await sleep(8)
    }
    expect(length).toBeGreaterThan(LONG / 2)
  })

  test('is given up soon where its network has too many', async () => {
    await serve({ ...GENEROUS, network: LONG * 1.5 })
    for (let i = 0; i < 4; i++) ask('/')
    await expect.poll(() => worked).toBe(4)
    await expect.poll(connections, { timeout: 8000 }).toBe(1)
  })

  test('is the same memory for every connection', async () => {
    await serve()
    const before = process.memoryUsage()
    for (let i = 0; i < 8; i++) ask('/')
    await expect.poll(() => worked).toBe(8)
    await sleep(100)
    const { heapUsed, external, arrayBuffers } = process.memoryUsage()
    const grown = heapUsed - before.heapUsed + external - before.external + arrayBuffers - before.arrayBuffers
    expect(grown).toBeLessThan(3 * LONG)
  })
})

describe('requests that are sent without waiting', () => {
  test('are worked on one after the other: not while the answer before is unread', async () => {
    await serve()
    const socket = ask('/', 4)
    await expect.poll(() => worked).toBe(1)
    await sleep(200)
    expect(worked).toBe(1)
    socket.resume()
    await expect.poll(() => worked, { timeout: 8000 }).toBe(4)
  })

  test('are answered in their order', async () => {
    await serve()
    let said = ''
    const socket = ask('/short', 100).on('data', (piece) => {
      said += piece
    })
    socket.resume()
    await expect.poll(() => said.match(/"worked":\d+/g)?.length).toBe(100)
    expect(said.match(/\d+(?=})/g)?.map(Number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  test('are cut off where they are too many', async () => {
    await serve()
    const socket = ask('/', 1000).resume()
    await once(socket, 'close')
    expect(worked).toBeLessThan(10)
  })
})
