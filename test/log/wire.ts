/** A wire between us and Postgres that can be cut at the worst moment. */
import net from 'node:net'

export interface Wire {
  readonly url: string
  /** Cuts the connection that hears the next answer, instead of passing the answer on. Resolves when that has happened. */
  swallowNextAnswer(): Promise<void>
  /** Answers wait from now on, until they are let pass. */
  holdAnswers(): Held
  /** The connections that are open now fall silent, both ways, and stay open; new ones are served. */
  silence(): void
  /** Nobody gets through any more, until it is mended. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** New connections lead to another Postgres from now on; those that are open stay where they are. */
  leadTo(url: string): void
}

export interface Held {
  /** Resolves when an answer waits. */
  readonly heard: Promise<void>
  pass(): void
}

export async function layWire(url: string): Promise<Wire> {
  let target = new URL(url)
  const sockets = new Set<net.Socket>()
  const silent = new WeakSet<net.Socket>()
  let swallow: (() => void) | undefined
  let hold: ((answer: () => void) => void) | undefined
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    const drop = () => [near, far].map((socket) => socket.destroy())
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', drop)
      socket.on('close', drop)
    }
    near.on('data', (data) => silent.has(near) || far.write(data))
    far.on('data', (data) => {
      if (silent.has(near)) return
      if (hold) return hold(() => near.write(data))
      if (!swallow) return near.write(data)
      swallow()
      swallow = undefined
      return drop()
    })
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const through = new URL(url)
  through.port = String((server.address() as net.AddressInfo).port)
  return {
    url: through.href,
    swallowNextAnswer: () =>
      new Promise((done) => {
        swallow = done
      }),
    holdAnswers: () => {
      const waiting: (() => void)[] = []
      const heard = new Promise<void>((done) => {
        hold = (answer) => {
          waiting.push(answer)
          done()
        }
      })
      const pass = () => {
        hold = undefined
        for (const answer of waiting) answer()
      }
      return { heard, pass }
    },
    silence: () => {
      for (const socket of sockets) silent.add(socket)
    },
    cut: async () => {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    },
    mend: () => listen(Number(through.port)),
    leadTo: (other) => {
      target = new URL(other)
    },
  }
}
