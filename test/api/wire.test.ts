/** Requests that do not arrive, or not as requests: each is answered, and none holds memory for long. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BodyLimits, boundBodies } from '../../src/api/http/bodies.js'
import { acceptJsonOnly } from '../../src/api/http/body.js'
import { sendProblem } from '../../src/api/http/errors.js'
import { httpSettings } from '../../src/api/http/server.js'
import { keepAnswersInOrder, refuseBrokenBodies } from '../../src/api/http/wire.js'
import { startApp, type TestApp } from '../support/app.js'

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

describe('half a body', () => {
  let server: FastifyInstance
  let port: number
  const open: Socket[] = []
  const send = (bytes: string): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(bytes)
    open.push(socket)
    return socket
  }
  const serve = async (requestTimeout: number, limits?: BodyLimits): Promise<void> => {
    server = Fastify({
      ...httpSettings,
      requestTimeout,
      http: { ...httpSettings.http, headersTimeout: 200, connectionsCheckingInterval: 50 },
    })
    keepAnswersInOrder(server.server)
    acceptJsonOnly(server)
    refuseBrokenBodies(server)
    boundBodies(server, limits)
    server.setErrorHandler(sendProblem)
    server.get('/late', async () => new Promise((done) => setTimeout(() => done({ late: true }), 600)))
    server.post('/', async () => ({ taken: true }))
    port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
  }
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await server.close()
  })

  test('is answered with 408 when its time is up, and the connection ends', async () => {
    await serve(300)
    const said = await text(send(`${head('/', 50)}{"na`))
    expect(said).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"REQUEST_TIMEOUT"/i)
  })

  test('behind a request that is still being answered, its 408 comes second', async () => {
    await serve(300)
    const said = await text(send(`GET /late HTTP/1.1\r\nHost: x\r\n\r\n${head('/', 50)}{"na`))
    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408'])
  })

  test('is given up sooner where much else arrives: the oldest of the same address first', async () => {
    await serve(60_000, { network: 100_000, all: 1_000_000 })
    const half = `${head('/', 60_000)}${'x'.repeat(45_000)}`
    const oldest = text(send(half))
    await once(server.server, 'request')
    const [second, third] = [send(half), send(half)]
    expect(await oldest).toMatch(/^HTTP\/1\.1 408/)
    expect([second.readableEnded, third.readableEnded]).toEqual([false, false])
    const body = '{"name":"honest"}'
    const said = text(send(`${head('/', body.length).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${body}`))
    expect(await said).toMatch(/^HTTP\/1\.1 200/)
  })

  test.each([
    ['nothing', ''],
    ['half a head', 'GET / HT'],
  ])('%s ends when its time is up, also where the client keeps its half open', async (_, bytes) => {
    await serve(300)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    if (bytes) socket.write(bytes)
    open.push(socket.resume())
    await once(server.server, 'connection')
    const connections = (): Promise<number> => new Promise((done) => server.server.getConnections((_, count) => done(count)))
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  })

  test('what was sent whole is counted no longer', async () => {
    await serve(60_000, { network: 100_000, all: 100_000 })
    const body = JSON.stringify({ text: 'x'.repeat(60_000) })
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(answer.status).toBe(200)
    }
  })
})

describe('the server answers with a problem, and ends the connection,', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())
  const said = (bytes: string): Promise<string> => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {})
    socket.write(bytes)
    return text(socket)
  }
  const posted = (headers: string, body: string): string =>
    `POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

  test.each([
    ['a chunk with a huge extension', posted('Transfer-Encoding: chunked', `2;${'x'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`)],
    ['an unknown transfer coding', posted('Transfer-Encoding: xchunked', '0\r\n\r\n')],
    ['a chunk whose length is none', posted('Transfer-Encoding: chunked', 'xyz\r\n{}\r\n0\r\n\r\n')],
    ['a request without Host', 'GET /v1/games HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('to %s', async (_, bytes) => {
    expect(await said(bytes)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_INPUT"/)
  })

  test('an expectation that it does not know is passed over', async () => {
    const answer = await said(posted('Expect: foo\r\nConnection: close\r\nContent-Length: 2', '{}'))
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_INPUT"/)
  })

  test('a file that is not there is 404, though its path may be asked for with GET', async () => {
    const answer = await said('GET /docs/static/..%2f..%2fpackage.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"NOT_FOUND"/)
  })
})
