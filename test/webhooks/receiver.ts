/** A receiver on loopback that answers as it is told and keeps what it got. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent.
  readonly event: any
}

export interface Receiver {
  readonly url: string
  /** Everything that was sent here, in order. */
  readonly got: Got[]
  /** Events that were answered with 204. */
  readonly taken: Got[]
  close(): Promise<void>
}

/** Answers, and returns true if it has taken the event. */
export type Answer = (got: Got, response: ServerResponse) => boolean

export const accept: Answer = (_, response) => {
  response.writeHead(204).end()
  return true
}
export const refuse =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers).end('no')
    return false
  }

export async function receiver(answer: Answer = accept): Promise<Receiver> {
  const [got, taken]: [Got[], Got[]] = [[], []]
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    const one = { headers: request.headers, body, event: JSON.parse(body) }
    got.push(one)
    if (answer(one, response)) taken.push(one)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    got,
    taken,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const idOf = ({ headers }: Got): string => String(headers['webhook-id'])
