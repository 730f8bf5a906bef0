/** Answers that are due on a connection. A client that sends several requests at once takes answers to be in the order of its requests. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Properties rather than weak maps, which every garbage collection has to look through: they are set with each request. */
const NEWEST = Symbol('newest')
const BEFORE = Symbol('before')
type Connection = Duplex & { [NEWEST]?: ServerResponse }
type Request = IncomingMessage & { [BEFORE]?: ServerResponse }

/** Must see every request, before anybody who asks here. */
export function noteAnswers(server: Server): void {
  if (!server.listeners('request').includes(note)) server.prependListener('request', note)
}

function note(request: Request, response: ServerResponse): void {
  const connection: Connection = request.socket
  const previous = connection[NEWEST]
  if (previous && !previous.writableFinished) request[BEFORE] = previous
  connection[NEWEST] = response
}

/** What the newest request on a connection is answered with. */
export const newestAnswer = (connection: Connection): ServerResponse | undefined => connection[NEWEST]

/** The answer before the one to this request, if it was still due when the request came. */
export const answerBefore = (request: Request): ServerResponse | undefined => request[BEFORE]
