import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
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
