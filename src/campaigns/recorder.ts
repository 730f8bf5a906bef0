/** Stands between one client and the server, and keeps every byte that comes out: heads, bodies, streams and sockets alike. */
import { connect, createServer, type Socket } from 'node:net'

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
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as { port: number }).port}`,
    connections,
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
