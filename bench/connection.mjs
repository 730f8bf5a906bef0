/** A keep-alive HTTP/1.1 connection that costs the load generator as little as possible: one request at a time, JSON in and out. */
import { connect } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

export function openConnection(port) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  let waiting
  let received = Buffer.alloc(0)
  const fail = (error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const body = completeBody(received)
    if (!body) return
    received = Buffer.alloc(0)
    const { resolve } = waiting
    waiting = undefined
    resolve(JSON.parse(body))
  })
  return {
    post: (path, token, body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        const auth = token ? `authorization: Bearer ${token}\r\n` : ''
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${auth}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    close: () => socket.destroy(),
  }
}

function completeBody(data) {
  const end = data.indexOf(HEAD_END)
  if (end < 0) return undefined
  const length = /content-length: (\d+)/i.exec(data.toString('latin1', 0, end))
  if (!length) throw new Error(`no content-length in ${data.toString('latin1', 0, end)}`)
  const from = end + 4
  return data.length >= from + Number(length[1]) ? data.toString('utf8', from, from + Number(length[1])) : undefined
}
