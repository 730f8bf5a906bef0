/** A conversation in graphql-transport-ws, message by message. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Ask } from './graphql.js'

export interface Said {
  readonly id?: string
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was said.
  readonly payload?: any
}

export interface Conversation {
  readonly socket: WebSocket
  /** All that the server has said since the greeting. */
  readonly heard: readonly Said[]
  /** Code and reason. */
  readonly ended: Promise<string>
  say(message: object): void
  /** Sends an operation, under the next number or an id. */
  ask(query: string, variables?: object, id?: string): void
  /** The same, and what was said about it up to its end. */
  asked(query: string, variables?: object, id?: string): Promise<Said[]>
  about(id: string): Said[]
}

const isLast = ({ type }: Said): boolean => type === 'complete' || type === 'error'

export async function talk(url: string, token?: string): Promise<Conversation> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  socket.on('error', () => undefined)
  // One for each question that waits.
  socket.setMaxListeners(0)
  const ended = new Promise<string>((done) => socket.once('close', (code, reason) => done(`${code} ${reason}`)))
  const heard: Said[] = []
  const say = (message: object) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  await once(socket, 'open')
  say({ type: 'connection_init', payload: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  await Promise.race([once(socket, 'message'), ended])
  socket.on('message', (message) => heard.push(JSON.parse(String(message))))
  let ids = 0
  const ask = (query: string, variables?: object, id = `${++ids}`): string => {
    say({ id, type: 'subscribe', payload: { query, variables } })
    return id
  }
  const about = (id: string) => heard.filter((one) => one.id === id)
  return {
    socket,
    heard,
    ended,
    say,
    ask,
    about,
    async asked(query, variables, name) {
      const id = ask(query, variables, name)
      while (!about(id).some(isLast))
        await Promise.race([once(socket, 'message'), ended.then(() => Promise.reject(new Error('closed')))])
      return about(id)
    },
  }
}

/** The answer, or the codes of the errors. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
export const answerOf = (said: readonly Said[]): any => said.find(({ type }) => type === 'next')?.payload
export const codesIn = (said: readonly Said[]): string[] =>
  said.flatMap(({ type, payload }) =>
    (type === 'error' ? payload : (payload?.errors ?? [])).map((one: { extensions: { code: string } }) => one.extensions.code),
  )

/** The same questions over a socket, opened with the first; a socket that is closed for its token answers with the reason. */
export function socketAsker(url: string, token?: string): Ask & { close(): Promise<void> } {
  let opened: Promise<Conversation> | undefined
  const ask: Ask = async (query, variables) => {
    opened ??= talk(url, token)
    const conversation = await opened
    const said = await conversation.asked(query, variables).catch(() => undefined)
    const reason = said === undefined ? (await conversation.ended).split(' ')[1] : undefined
    const { data, errors = said?.find(({ type }) => type === 'error')?.payload } = answerOf(said ?? []) ?? {}
    const [first] = errors ?? []
    const told = first?.extensions.status ?? (reason === 'PLAYER_BLOCKED' ? 403 : 401)
    return { status: told, headers: new Headers(), data, errors, code: reason ?? first?.extensions.code, told }
  }
  const close = async (): Promise<void> => (await opened)?.socket.terminate()
  return Object.assign(ask, { close })
}
