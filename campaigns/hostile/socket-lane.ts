/** A WebSocket that carries several operations at once, each answered under its id; judged as by HTTP. */
import type WebSocket from 'ws'
import { isObject } from './fit.js'
import type { Asked } from './graphql.js'
import type { Caller } from './request.js'
import { openSocket, say } from './sockets.js'

export interface SocketLane {
  /** Sends all at once; resolves when all are answered or the socket is closed, with what is wrong. */
  exchange(asked: readonly Asked[]): Promise<string[]>
  close(): void
}

/** Longer than any honest answer takes, even on a busy machine. */
const PATIENCE = 60_000
/** With these a server may close at any time: a bad token; no points or no place left. */
const RIGHTLY_CLOSED: readonly number[] = [4403, 4429]
/** With these it refuses a message that is none of the protocol, or too long. */
const REFUSED: readonly number[] = [4400, 1009]
const SHOWN = 1500

/** Undefined if the server does not let it in. */
export async function openSocketLane(port: number, caller: Caller): Promise<SocketLane | undefined> {
  const socket = await openSocket(port, caller)
  if (!socket) return undefined
  let ids = 0
  return {
    exchange(asked) {
      const waiting = new Map<string, Asked>(asked.map((one) => [String(++ids), one]))
      return exchanged(socket, waiting)
    },
    close: () => socket.terminate(),
  }
}

function exchanged(socket: WebSocket, waiting: Map<string, Asked>): Promise<string[]> {
  const faults: string[] = []
  const settle = (id: string, told: unknown): void => {
    const one = waiting.get(id)
    const fault = one?.judge(told)
    if (fault !== undefined)
      faults.push(`misfit over a socket, ${fault}: ${shown(one)} was answered ${JSON.stringify(told).slice(0, 300)}`)
    waiting.delete(id)
    // A subscription would go on.
    say(socket, { id, type: 'complete' })
  }
  const hear = (message: unknown): void => {
    const said: unknown = JSON.parse(String(message))
    if (!isObject(said) || typeof said.id !== 'string') return
    if (said.type === 'next') settle(said.id, said.payload)
    if (said.type === 'error') settle(said.id, { errors: said.payload })
  }
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(`no answer within ${PATIENCE / 1000} s over a socket`), PATIENCE)
    const done = (lost?: string): void => {
      clearTimeout(timer)
      socket.off('message', listen).off('close', closed)
      if (lost !== undefined) for (const one of waiting.values()) faults.push(`${lost}: ${shown(one)}`)
      resolve(faults)
    }
    const listen = (message: unknown): void => {
      hear(message)
      if (waiting.size === 0) done()
    }
    const isRight = [...RIGHTLY_CLOSED, ...([...waiting.values()].every(isMessage) ? [] : REFUSED)]
    const closed = (code: number, reason: Buffer): void =>
      done(isRight.includes(code) ? undefined : `the socket was closed with ${code} ${reason}`)
    socket.on('message', listen).once('close', closed)
    if (socket.readyState !== socket.OPEN) return done()
    for (const [id, { body }] of waiting) say(socket, `{"id":"${id}","type":"subscribe","payload":${body}}`)
  })
}

const LONGEST = 60_000
/** Names that reach into prototypes are refused wherever they stand, as they are in a body. */
const FORBIDDEN = /__proto__|constructor/

function isMessage({ body }: Asked): boolean {
  const told: unknown = JSON.parse(body)
  if (!isObject(told) || Buffer.byteLength(body) > LONGEST || FORBIDDEN.test(body)) return false
  const { query, variables, operationName, extensions } = told
  const isName = operationName === undefined || operationName === null || typeof operationName === 'string'
  return (
    typeof query === 'string' &&
    isName &&
    [variables, extensions].every((one) => one === undefined || one === null || isObject(one))
  )
}

const shown = (asked: Asked | undefined): string => JSON.stringify(asked?.body.slice(0, SHOWN))
