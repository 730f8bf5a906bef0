/** A WebSocket that costs the load generator as little as possible: graphql-transport-ws with any number of operations under way, JSON in and out. */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const TEXT = 1

export async function openSocket(port, token) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  const waiting = new Map()
  let greeted
  const ready = new Promise((resolve) => {
    greeted = resolve
  })
  let received = Buffer.alloc(0)
  let isOpen = false
  let ids = 0
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const hear = (text) => {
    const { type, id, payload } = JSON.parse(text)
    if (type === 'connection_ack') return greeted()
    const one = waiting.get(id)
    if (type === 'complete' || !one) return
    waiting.delete(id)
    one.resolve(type === 'next' ? payload : { errors: payload })
  }
  const say = (text) => socket.write(masked(text))
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (!isOpen) {
      const end = received.indexOf(HEAD_END)
      if (end < 0) return
      isOpen = true
      received = received.subarray(end + HEAD_END.length)
      say(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    }
    received = takeFrames(received, hear, (opcode) => {
      if (opcode === 8) socket.destroy()
    })
  })
  socket.write(
    `GET /graphql HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n`,
  )
  await ready
  return {
    /** `body` is that of a request: {query, variables} as text. */
    ask: (body) =>
      new Promise((resolve, reject) => {
        const id = String(++ids)
        waiting.set(id, { resolve, reject })
        say(`{"id":"${id}","type":"subscribe","payload":${body}}`)
      }),
    close: () => socket.destroy(),
  }
}

/** Hands on every whole text and returns what is left. */
function takeFrames(data, onText, onControl) {
  let at = 0
  while (data.length - at >= 2) {
    const short = data[at + 1] & 0x7f
    const headed = short < 126 ? 2 : short === 126 ? 4 : 10
    if (data.length - at < headed) break
    const length = short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
    const from = at + headed
    if (data.length - from < length) break
    at = from + length
    const opcode = data[from - headed] & 0x0f
    if (opcode === TEXT) onText(data.toString('utf8', from, at))
    else onControl(opcode)
  }
  return at === data.length ? Buffer.alloc(0) : data.subarray(at)
}

/** Clients must mask what they send. */
function masked(text) {
  const length = Buffer.byteLength(text)
  const headed = length < 126 ? 6 : 8
  const frame = Buffer.allocUnsafe(headed + length)
  frame[0] = 0x80 | TEXT
  if (length < 126) frame[1] = 0x80 | length
  else {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(length, 2)
  }
  const mask = [0x37, 0xfa, 0x21, 0x3d]
  for (let n = 0; n < 4; n++) frame[headed - 4 + n] = mask[n]
  frame.write(text, headed)
  for (let n = 0; n < length; n++) frame[headed + n] ^= mask[n & 3]
  return frame
}
