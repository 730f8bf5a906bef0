/** Stands between one client and the server, and keeps every byte that comes out: heads, bodies, streams and sockets alike. */
import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from '../server-process.js'

export interface Recorder {
  /** What the client takes for the server. */
  readonly url: string
  /** One list for each connection. */
  readonly connections: readonly Portion[][]
  close(): Promise<void>
}

export interface Portion {
  /** When it left the server, in milliseconds since 1970. */
  readonly at: number
  readonly bytes: Buffer
}

export async function startRecorder(server: string): Promise<Recorder> {
  const { hostname, port } = new URL(server)
  const connections: Portion[][] = []
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const portions: Portion[] = []
    connections.push(portions)
    upstream.on('data', (bytes) => portions.push({ at: Date.now(), bytes }))
    forward(client, upstream, open)
    forward(upstream, client, open)
  })
  return {
    url: `http://127.0.0.1:${await listenOnLoopback(proxy)}`,
    connections,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

/** What one side sends goes to the other, and the end of one is the end of both. */
function forward(from: Socket, to: Socket, open: Set<Socket>): void {
  open.add(from)
  from.setNoDelay(true)
  from.on('error', () => to.destroy())
  from.on('close', () => {
    open.delete(from)
    to.destroy()
  })
  from.pipe(to)
}
