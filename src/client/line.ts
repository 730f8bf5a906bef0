/** One WebSocket to the server, in the protocol graphql-transport-ws. */
import { unreachable } from './answered.js'
import type { Settings, SocketClass } from './contract.js'
import type { InputError } from './generated/shared.js'

export interface Answer<Data> {
  readonly data?: Data | null
  readonly errors?: readonly { readonly message: string; readonly extensions: Extensions }[]
}
interface Extensions {
  readonly code: string
  readonly status?: number
  readonly retryAfter?: number
  readonly errors?: InputError[]
}

export interface Line {
  isOpen: boolean
  isGreeted(): boolean
  /** Asks as soon as the server has greeted; rejects when the signal is aborted or the line is cut. */
  ask<Data>(query: string, variables: object, signal: AbortSignal): Promise<Answer<Data>>
  close(): void
}

interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: what is asked for is what comes; the SDK relies on the server's published shapes.
  resolve(answer: any): void
  reject(reason: unknown): void
}

/** A socket keeps its process alive, so it is closed after so long with nothing to ask. */
const IDLE = 5_000

/** Opens a line to the server of the settings; throws at once where there is nothing to open one with. */
export function lines({ url, token, socket }: Settings): () => Line {
  // A cast, because types for Node 20 know no such global.
  const Socket = socket === true ? (globalThis as { WebSocket?: SocketClass }).WebSocket : socket
  if (!Socket) throw new Error('There is no WebSocket here: give a class of your own as `socket`.')
  const address = `${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/graphql`
  return () => talk(new Socket(address, 'graphql-transport-ws'), token)
}

function talk(wire: InstanceType<SocketClass>, token: string | undefined): Line {
  const asked = new Map<string, Asked>()
  let unsent: string[] | undefined = []
  let ids = 0
  let idle: ReturnType<typeof setTimeout> | undefined
  const say = (message: object): void => wire.send(JSON.stringify(message))
  const settle = (id: string): Asked | undefined => {
    const one = asked.get(id)
    if (asked.delete(id) && asked.size === 0) idle = setTimeout(line.close, IDLE)
    return one
  }
  const line: Line = {
    isOpen: true,
    isGreeted: () => !unsent,
    ask: (query, variables, signal) =>
      new Promise((resolve, reject) => {
        const id = `${++ids}`
        clearTimeout(idle)
        asked.set(id, { resolve, reject })
        signal.addEventListener('abort', () => settle(id)?.reject(signal.reason))
        const text = JSON.stringify({ id, type: 'subscribe', payload: { query, variables } })
        if (unsent) unsent.push(text)
        else wire.send(text)
      }),
    close() {
      line.isOpen = false
      wire.close()
    },
  }
  wire.addEventListener('open', () =>
    say({ type: 'connection_init', payload: token ? { authorization: `Bearer ${token}` } : undefined }),
  )
  wire.addEventListener('message', ({ data }) => {
    const { id, type, payload } = JSON.parse(data)
    if (type === 'next') settle(id)?.resolve(payload)
    if (type === 'error') settle(id)?.resolve({ errors: payload })
    if (type !== 'connection_ack') return
    for (const text of unsent ?? []) wire.send(text)
    unsent = undefined
  })
  // It is closed after any error, and `ws` would have the process end without a listener.
  wire.addEventListener('error', () => {})
  wire.addEventListener('close', ({ code, reason }) => {
    line.isOpen = false
    clearTimeout(idle)
    for (const { reject } of asked.values()) reject(unreachable(`the socket was closed with ${code} ${reason}`))
    asked.clear()
  })
  return line
}
