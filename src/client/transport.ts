/** Requests that are tried again after a lost connection, a restart of the server or a refusal under load. */
import { problemOf, unreachable } from './answered.js'
import type { Settings } from './contract.js'
import type { Operations } from './generated/operations.js'
import { ChanceryProblem } from './problem.js'
import { REPEATABLE } from './repeatable.js'

/** What an operation takes, whichever it is: see `Asked`. */
export interface Given {
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  readonly [parameter: string]: unknown
}

export interface Transport {
  ask<T>(operation: keyof Operations, given?: Given): Promise<T>
  /** One attempt, for streams: resolves with the head of a success and throws a `ChanceryProblem` otherwise. */
  open(operation: keyof Operations, given: Given): Promise<Response>
  readonly settings: Settings
}

export const TIMEOUT = 10_000
export const RETRIES = 8
const FIRST_PAUSE = 200
const LONGEST_PAUSE = 8_000

export function transport(settings: Settings): Transport {
  const { timeout = TIMEOUT, retries = RETRIES } = settings

  const once = async <T>(operation: string, given: Given): Promise<T> => {
    // What the server is asked to wait for comes on top.
    const patience = AbortSignal.timeout(timeout + 1000 * Number(given.wait ?? 0))
    const response = await send(settings, operation, given, either(given.signal, patience))
    return read(response, await response.text().catch((cause: unknown) => fail(given.signal, cause)))
  }

  return {
    settings,
    open: async (operation, given) => {
      const response = await send(settings, operation, given, given.signal)
      if (!response.ok) throw problemOf(response, await response.text().catch(() => ''))
      return response
    },
    ask: async (operation, given = {}) => {
      // The same in every attempt, so that the server knows them for one.
      const keyed = operation.startsWith('P') ? { ...given, 'idempotency-key': given['idempotency-key'] ?? newKey() } : given
      for (let attempt = 0; ; attempt++) {
        try {
          return await once(operation, keyed)
        } catch (error) {
          if (!mayPass(error) || !mayRepeat(operation) || attempt >= retries) throw error
          settings.onRetry?.(error, attempt + 1)
          await pause(settings, attempt, error, given.signal)
        }
      }
    },
  }
}

export const either = (one: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  one ? AbortSignal.any([one, other]) : other

export const mayPass = (error: unknown): error is ChanceryProblem => error instanceof ChanceryProblem && error.isPassing

const isPost = (operation: string): boolean => operation.startsWith('POST ')
/** By any other method, what is done twice is as good as done once. */
const mayRepeat = (operation: string): boolean => !isPost(operation) || REPEATABLE.includes(operation.slice(5))

async function send(
  { url, token, fetch: ours = fetch }: Settings,
  operation: string,
  { signal: own, body = isPost(operation) ? {} : undefined, ...given }: Given,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const [method = '', path = ''] = operation.split(' ')
  const address = new URL(url.replace(/\/+$/, '') + path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(`${given[name]}`)))
  const headers: Record<string, string> = { accept: 'application/json, text/markdown' }
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || path.includes(`{${name}}`)) continue
    // No query of the API has such a name.
    if (/-|^accept$/.test(name)) headers[name] = `${value}`
    else address.searchParams.set(name, `${value}`)
  }
  try {
    return await ours(address.href, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
  } catch (cause) {
    return fail(own, cause)
  }
}

/** The caller's own abort is not a problem of the server and goes through as it is. */
function fail(own: AbortSignal | undefined, cause: unknown): never {
  if (own?.aborted) throw own.reason
  throw unreachable(cause)
}

/** Not parsed by a schema: the SDK relies on the server's published shapes and loads no zod. */
function read<T>(response: Response, text: string): T {
  if (!response.ok) throw problemOf(response, text)
  const isText = /markdown|svg|csv|x-nd/.test(`${response.headers.get('content-type')}`)
  // A cast, because what has no JSON has the type that the description gives it: a page or nothing.
  if (isText || response.status === 204) return (text || undefined) as T
  try {
    return JSON.parse(text)
  } catch (cause) {
    const said = `The server gave no JSON: ${text.slice(0, 100)}`
    throw new ChanceryProblem(response.status, 'NOT_JSON', said, { cause })
  }
}

/** About twice as long each time, with a random part so that clients spread out, and at least as long as the server asks for. */
export function pause(
  { longestPause = LONGEST_PAUSE }: Settings,
  attempt: number,
  problem: ChanceryProblem,
  signal: AbortSignal | undefined,
): Promise<void> {
  const longest = Math.min(FIRST_PAUSE * 2 ** attempt, longestPause)
  const asked = (problem.more.retryAfter ?? 0) * 1000
  return sleep(Math.max(asked, longest / 2) + (Math.random() * longest) / 2, signal)
}

/** Listens to a signal derived from the caller's: with many listeners on one signal Node would warn of a leak that is none. */
function sleep(ms: number, given: AbortSignal | undefined): Promise<void> {
  const signal = given && AbortSignal.any([given])
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** 16 random bytes; pages without https have no `randomUUID`. */
export const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
