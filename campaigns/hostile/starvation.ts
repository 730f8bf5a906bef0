/** Attacks on memory that once worked: answers that nobody reads, bodies that do not end, and matches with much content. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { itemAt } from '../../src/games/lists.js'
import type { Attack } from './attack.js'
import { openLane } from './lane.js'
import { bytesOf, type Caller, type Request } from './request.js'
import { newAccount } from './world.js'

const MUTE = { short: 150, full: 1500 }
const PIPELINED = 16
const HELD_MS = { short: 1_000, full: 8_000 }

/** Of 127.0.0.0/8, which is loopback as a whole on Linux: each attack has the points of an address to itself there. */
const addressOf = (last: number) => (process.platform === 'linux' ? { localAddress: `127.0.0.${last}` } : {})

/** Connections that send this and then neither send nor read. */
async function mute(
  { port, from }: { port: number; from: number },
  count: number,
  bytes: Buffer,
  heldMs: number,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: '127.0.0.1', ...addressOf(from) }).pause()
    socket.on('error', () => undefined)
    socket.write(bytes)
    sockets.push(socket)
    if (index % 50 === 0) await sleep(10)
  }
  await sleep(heldMs)
  return sockets
}

const unread = (path: string, from: number): Attack => ({
  name: `${path} that nobody reads`,
  cpu: 15,
  async run({ port, isShort }) {
    const asked = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PIPELINED))
    const size = isShort ? 'short' : 'full'
    for (const socket of await mute({ port, from }, MUTE[size], asked, HELD_MS[size])) socket.destroy()
    return { answer: 0 }
  },
})

const HALF = { short: 400, full: 5000 }
const HALF_BODY = Buffer.concat([
  Buffer.from('POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 65500\r\n\r\n'),
  Buffer.alloc(65_000, 'x'),
])
/** Of so many bytes the server keeps less than 10 MB for one address. */
const KEPT = 150
/** For a machine that is busy with other things; half of the time that a body has. */
const PATIENCE_MS = 10_000

/** The rest of these bodies never comes. The oldest are answered all the same, long before their time is up. */
const halfBodies: Attack = {
  name: 'bodies that do not end',
  cpu: 15,
  async run({ port, isShort }) {
    const size = isShort ? 'short' : 'full'
    const sockets = await mute({ port, from: 2 }, HALF[size], HALF_BODY, HELD_MS[size])
    // The server cuts connections beyond its bound without an answer.
    const gone = new Set(sockets.filter(({ closed, readableEnded }) => closed || readableEnded))
    for (const socket of sockets) for (const sign of ['data', 'close'] as const) socket.once(sign, () => void gone.add(socket))
    for (const socket of sockets) socket.resume()
    for (let waited = 0; sockets.length - gone.size > KEPT && waited < PATIENCE_MS; waited += HELD_MS.short)
      await sleep(HELD_MS.short)
    const kept = sockets.length - gone.size
    for (const socket of sockets) socket.destroy()
    return { answer: 0, finding: kept > KEPT ? `${kept} halves of bodies are kept` : undefined }
  },
}

const HEAVY = { short: 10, full: 600 }
const COLOURS = ['violet', 'white', 'blue', 'green', 'yellow', 'grey', 'turquoise', 'red', 'black', 'orange']

/** About 60 KB, and no two the same. */
const deck = (number: number) =>
  Array.from({ length: 90 }, (_, index) => ({
    ...{ id: `c${index}`, family: 'cathedral', name: `${number} ${index}`, copies: 3, kind: 'simple' },
    ...{ colour: itemAt(COLOURS, index % COLOURS.length), cost: { pay: 'goods', amounts: [1] } },
    effects: Array.from({ length: 11 }, () => ({ when: 'end', gain: 'points', amount: 1 })),
  }))

/** Each match is loaded: made, joined and looked at. Players come and go, as the limit of one would end it early. */
export const heavyMatches: Attack = {
  name: 'live matches with 60 KB of content each',
  cpu: 90,
  async run({ url, port, isShort }) {
    const lane = openLane(port)
    let callers: readonly [Caller, Caller] | undefined
    let refused = 0
    const send = async (method: string, path: string, caller: Caller, body?: object): Promise<Buffer> => {
      let answer = Buffer.alloc(0)
      const bytes = bytesOf({ method, path, caller, body: body && JSON.stringify(body) })
      const request: Request = { bytes, caller, method, judge: () => undefined }
      await lane.exchange([request], (_, { status, body: text }) => {
        if (status >= 300) refused++
        answer = Buffer.from(text)
      })
      return answer
    }
    const count = isShort ? HEAVY.short : HEAVY.full
    for (let index = 0; index < count; index++) {
      if (!callers || index % 100 === 0) callers = [await newCaller(url, index), await newCaller(url, index)]
      const made = await send('POST', '/v1/matches', callers[0], {
        ...{ game: 'medieval-realms', seats: 2, options: { content: { deck: deck(index) } } },
      })
      const id = /"id":"([^"]+)"/.exec(made.toString())?.[1]
      await send('POST', `/v1/matches/${id}/join`, callers[1], {})
      await send('GET', `/v1/matches/${id}`, callers[1])
    }
    lane.close()
    return { answer: 0, finding: refused > 0 ? `${refused} requests were refused, so nothing was shown` : undefined }
  },
}

async function newCaller(url: string, index: number): Promise<Caller> {
  const { token } = await newAccount(url, `Heavy ${index}`)
  return { name: 'a player', authorization: `Bearer ${token}` }
}

export const STARVATION: readonly Attack[] = [halfBodies, unread('/openapi.json', 3), unread('/v1/games', 4)]
