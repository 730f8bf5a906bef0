/** WebSockets that behave badly: floods of pings, of operations and of nonsense, by clients that read or do not. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import type { Chance } from '../chance.js'
import { oddText, oddValue } from './odd.js'
import type { Caller } from './request.js'
import type { Behaviour, Rough } from './rough.js'
import { anyCaller, anyId } from './world.js'

const PROTOCOL = 'graphql-transport-ws'
const OPENING_MS = 10_000

/** Undefined if the server does not let it in. */
export async function openSocket(port: number, caller: Caller, init = true): Promise<WebSocket | undefined> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, PROTOCOL, {
    handshakeTimeout: OPENING_MS,
    perMessageDeflate: false,
  })
  socket.on('error', () => undefined)
  const opened = await Promise.race([
    once(socket, 'open').then(
      () => true,
      () => false,
    ),
    once(socket, 'close').then(
      () => false,
      () => false,
    ),
  ])
  if (!opened) return undefined
  if (!init) return socket
  say(socket, { type: 'connection_init', payload: caller.authorization ? { authorization: caller.authorization } : {} })
  // Whoever subscribes before the server has let them in is closed out, and nothing would be tried.
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, OPENING_MS)
    for (const event of ['message', 'close']) socket.once(event, () => resolve(clearTimeout(timer)))
  })
  return socket
}

export function say(socket: WebSocket, message: unknown): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(typeof message === 'string' ? message : (JSON.stringify(message) ?? ''))
}

const QUERIES: readonly ((rough: Rough) => string)[] = [
  ({ world, random }) => `subscription{matchNotices(matchId:"${anyId(world, random)}"){version}}`,
  () => 'subscription{inbox{cursor}}',
  () => 'subscription{inbox(after:"x"){cursor}}',
  () => '{games{id}}',
  ({ world, random }) => `{match(id:"${anyId(world, random)}",wait:30){version}}`,
  ({ world, random }) => `mutation{leaveMatch(matchId:"${anyId(world, random)}"){id}}`,
  () => 'subscription{...A} fragment A on Subscription{...B} fragment B on Subscription{...A}',
  ({ random }) => `subscription{${'a{'.repeat(random.between(1, 500))}}`,
  ({ random }) => oddText(random),
]

const subscribe = (rough: Rough, id: string): object => ({
  id,
  type: 'subscribe',
  payload: { query: rough.random.pick(QUERIES)(rough), variables: rough.random.once(5) ? oddValue(rough.random) : undefined },
})

/** Hundreds of operations on one socket, most of them wrong. */
const subscriptions: Behaviour = async (rough) => {
  const { random, port, world } = rough
  const socket = await openSocket(port, anyCaller(world, random), !random.once(10))
  if (!socket) return 1
  const count = random.pick([10, 49, 51, 200])
  for (let index = 0; index < count; index++) {
    say(socket, subscribe(rough, random.once(30) ? '0' : String(index)))
    if (random.once(10)) say(socket, { id: String(index), type: 'complete' })
  }
  await leave(socket, random)
  return count
}

/** Pings with payloads, whose echoes pile up at a server that does not look whether anybody reads them. */
const pings: Behaviour = async (rough) => {
  const { random, port, world } = rough
  const socket = await openSocket(port, anyCaller(world, random))
  if (!socket) return 1
  if (random.once(2)) socket.pause()
  const count = random.pick([10, 100])
  for (let index = 0; index < count; index++)
    say(socket, { type: 'ping', payload: { x: 'x'.repeat(random.pick([0, 1_000, 10_000])) } })
  for (let index = 0; index < count; index++) if (socket.readyState === WebSocket.OPEN) socket.ping('x'.repeat(125))
  await leave(socket, random)
  return 2 * count
}

const MESSAGES: readonly unknown[] = [
  '',
  '{',
  'null',
  '[]',
  '{"type":1}',
  { type: 'odd' },
  { type: 'subscribe' },
  { type: 'subscribe', id: '', payload: {} },
  { type: 'subscribe', id: 'a', payload: { query: 1 } },
  { type: 'connection_init' },
  { type: 'connection_init', payload: 'x' },
  { type: 'complete', id: 'none' },
  { type: 'next', id: 'a', payload: {} },
  { type: 'pong', payload: { a: 1 } },
  { type: 'ping', payload: 'x' },
  `"${'x'.repeat(70_000)}"`,
  '\u0000',
  '[['.repeat(20_000),
]

const nonsense: Behaviour = async ({ random, port, world }) => {
  const socket = await openSocket(port, anyCaller(world, random), random.once(2))
  if (!socket) return 1
  const count = random.between(1, 5)
  for (let index = 0; index < count; index++) say(socket, random.pick(MESSAGES))
  if (random.once(4) && socket.readyState === WebSocket.OPEN)
    socket.send(Buffer.from([0xff, 0xfe, 0x00]), { binary: random.once(2) })
  await leave(socket, random)
  return count
}

async function leave(socket: WebSocket, random: Chance): Promise<void> {
  await sleep(random.between(5, 300))
  if (random.once(2)) socket.close()
  await sleep(20)
  socket.terminate()
}

export const SOCKETS: Readonly<Record<string, Behaviour>> = { subscriptions, pings, nonsense }
