/** A connection that is kept alive and carries several requests at once, one after the other without waiting (pipelining). */
import { connect, type Socket } from 'node:net'
import { answerReader } from './answers.js'
import type { Answer, Request } from './request.js'

export interface Lane {
  /** Sends all at once. `answer` is called for each in turn; resolves when all are answered, or says which one was not. */
  exchange(requests: readonly Request[], answer: (request: Request, answer: Answer) => void): Promise<Lost | undefined>
  close(): void
}

export interface Lost {
  readonly request: Request
  readonly how: string
}

/** Longer than any honest answer takes, even on a busy machine. */
const PATIENCE = 60_000

interface Batch {
  readonly waiting: Request[]
  readonly answer: (request: Request, answer: Answer) => void
  settle(lost?: Lost): void
}

export function openLane(port: number): Lane {
  let socket: Socket | undefined
  let batch: Batch | undefined
  const lose = (how: string): void => {
    const request = batch?.waiting[0]
    if (batch && request) batch.settle({ request, how })
  }
  const dial = (): Socket => {
    const made = connect(port, '127.0.0.1')
    let saidClose = false
    const reader = answerReader(
      () => batch?.waiting[0]?.method ?? 'GET',
      (answer) => {
        saidClose = answer.headers.get('connection') === 'close'
        const request = batch?.waiting.shift()
        if (request) batch?.answer(request, answer)
      },
    )
    made.setNoDelay(true)
    made.on('data', (bytes) => {
      reader.take(bytes)
      if (batch?.waiting.length === 0) batch.settle()
    })
    made.on('error', () => undefined)
    made.on('close', () => {
      if (socket === made) socket = undefined
      // What was sent behind an answer that ends the connection was never looked at, so it is sent again.
      if (saidClose && batch && batch.waiting.length > 0) send(batch.waiting)
      else lose('the connection was closed without an answer')
    })
    return made
  }
  const send = (requests: readonly Request[]): void => {
    if (!socket || socket.destroyed || !socket.writable) socket = dial()
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  }
  return {
    exchange: (requests, answer) =>
      new Promise((resolve) => {
        const settle = (lost?: Lost): void => {
          clearTimeout(timer)
          batch = undefined
          if (lost) socket?.destroy()
          resolve(lost)
        }
        const timer = setTimeout(() => lose(`no answer within ${PATIENCE / 1000} s`), PATIENCE)
        batch = { waiting: [...requests], answer, settle }
        send(requests)
      }),
    close: () => socket?.destroy(),
  }
}
