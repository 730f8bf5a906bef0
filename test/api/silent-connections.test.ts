import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createLogger } from '../../src/platform/logger.js'
import { startApp } from '../support/app.js'

test('a connection over which nothing is asked does not hold up the end of the server', async () => {
  const server = await startApp()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const began = Date.now()
  await server.close()
  expect(Date.now() - began).toBeLessThan(5_000)
  socket.destroy()
})

test('a request that arrives while the server closes is refused with a code and Retry-After, as a problem', async () => {
  const server = await startApp()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const said = text(socket)
  const body = '{"name":"Late"}'
  // Half a request keeps the connection busy until the server has begun to close.
  socket.write(
    `POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
  )
  await once(server.app.http.server, 'request')
  const closing = server.close()
  await expect.poll(() => server.app.http.server.listening).toBe(false)
  socket.write(`${body.slice(1)}GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n`)
  const [, late = ''] = (await said).split(/(?=HTTP\/1\.1 503)/)
  expect(late).toMatch(/^HTTP\/1\.1 503/)
  expect(late).toMatch(/^retry-after: 2\r$/m)
  expect(late).toMatch(/^connection: close\r$/im)
  expect(JSON.parse(late.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'SERVER_CLOSING', status: 503 })
  await closing
})

test('a long poll under way is answered, and its connection does not hold up the end of the server', async () => {
  const server = await startApp()
  const { token } = await server.register('Patient')
  const agent = new Agent({ keepAlive: true })
  const asked = request(`${server.url}/v1/me/turns?wait=25`, { agent, headers: { authorization: `Bearer ${token}` } }).end()
  await once(server.app.http.server, 'request')
  const answered = once(asked, 'response')
  await server.close()
  const [answer] = await answered
  answer.resume()
  expect({ status: answer.statusCode, connection: answer.headers.connection }).toEqual({ status: 200, connection: 'close' })
  agent.destroy()
})

test.each(['no', 'yes'])('clients that hang up at once leave no error in the log (TRUST_PROXY=%s)', async (TRUST_PROXY) => {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line: string) => lines.push(line) })
  const server = await startApp({ logger, env: { TRUST_PROXY } })
  const port = Number(new URL(server.url).port)
  for (const path of ['/v1/games', '/v1/matches', '/v1/me/stream', '/health/ready', '/graphql?query={games{id}}', '/nowhere']) {
    for (let i = 0; i < 10; i++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`)
      socket.resetAndDestroy()
    }
  }
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  await server.close()
  expect(lines).toEqual([])
})
