/** A running server, for commands that go by its API. */
import { readFileSync } from 'node:fs'
import { failure } from '../platform/failure.js'
import { codeOf, isObject, messageOf } from '../platform/thrown.js'

export interface Remote {
  readonly url: string
  /** Undefined for what needs none. */
  readonly token: string | undefined
}

interface RemoteFlags {
  readonly url?: string | undefined
  readonly 'token-file'?: string | undefined
}

export const REMOTE_FLAGS = { url: { type: 'string' }, 'token-file': { type: 'string' } } as const

export const REMOTE_HELP = `  --url URL          the server; CHANCERY_URL, or http://127.0.0.1:3000, if left out
  --token-file FILE  a file that holds the token; CHANCERY_TOKEN, if left out. A token is never an argument: others could see it`

const DEFAULT_URL = 'http://127.0.0.1:3000'

export function remoteOf(flags: RemoteFlags): Remote {
  const remote = publicRemoteOf(flags)
  if (!remote.token)
    throw failure("Set CHANCERY_TOKEN to an administrator's token, or name a file that holds it: --token-file.", 2)
  return remote
}

/** The same where a token may be left out. */
export function publicRemoteOf(flags: RemoteFlags): Remote {
  const url = (flags.url ?? process.env.CHANCERY_URL ?? DEFAULT_URL).replace(/\/+$/, '')
  if (!URL.canParse(url)) throw failure(`--url: expected the address of a server, got ${JSON.stringify(url)}`, 2)
  const file = flags['token-file']
  return { url, token: file === undefined ? process.env.CHANCERY_TOKEN : readFirst(file) }
}

function readFirst(file: string): string {
  return readText('--token-file', file).trim()
}

export function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw failure(`${flag}: ${file} cannot be read (${codeOf(error)})`, 2)
  }
}

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** The answer; a refusal is told in one line, with its code. */
export async function ask({ url, token }: Remote, { method, path, body, headers }: Request): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw failure(`${url} does not answer: ${messageOf(error instanceof Error ? (error.cause ?? error) : error)}`)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  const told =
    isObject(answer) && 'code' in answer && 'detail' in answer ? `${answer.code}: ${answer.detail}` : `${response.status}`
  throw failure(`${url} refuses: ${told}`)
}
