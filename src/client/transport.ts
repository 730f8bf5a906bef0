/** Requests that are tried again after a lost connection, a restart of the server or a refusal under load. */
import { problemOf, unreachable } from './answered.js'
import type { Settings } from './contract.js'
import { ChanceryProblem } from './problem.js'

export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** False for what must not be done twice and has no key that would prevent it. */
  readonly repeatable?: boolean
  readonly signal?: AbortSignal | undefined
}

export interface Transport {
  text(call: Call): Promise<string>
  json<T>(call: Call): Promise<T>
  /** One attempt, for streams: resolves with the head of a success and throws a `ChanceryProblem` otherwise. */
  open(call: Call): Promise<Response>
  readonly settings: Settings
}

const TIMEOUT = 10_000
export const RETRIES = 8
const FIRST_PAUSE = 200
const LONGEST_PAUSE = 8_000

export function transport(settings: Settings): Transport {
  const { timeout = TIMEOUT, retries = RETRIES } = settings

  const once = async (call: Call): Promise<Answer> => {
    // What the server is asked to wait for comes on top.
    const patience = AbortSignal.timeout(timeout + 1000 * Number(call.query?.wait ?? 0))
    const response = await send(settings, call, call.signal ? AbortSignal.any([call.signal, patience]) : patience)
    const text = await response.text().catch((cause: unknown) => fail(call, cause))
    if (!response.ok) throw problemOf(response, text)
    return { status: response.status, text }
  }
  const answer = async (call: Call): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(call)
      } catch (error) {
        if (!(error instanceof ChanceryProblem) || !error.isPassing || call.repeatable === false || attempt >= retries)
          throw error
        settings.onRetry?.(error, attempt + 1)
        await pause(settings, attempt, error, call.signal)
      }
    }
  }

  return {
    settings,
    open: async (call) => {
      const response = await send(settings, call, call.signal)
      if (!response.ok) throw problemOf(response, await response.text().catch(() => ''))
      return response
    },
    text: async (call) => (await answer(call)).text,
    json: async <T>(call: Call) => parse<T>(await answer(call)),
  }
}

interface Answer {
  readonly status: number
  readonly text: string
}

async function send(settings: Settings, call: Call, signal: AbortSignal | undefined): Promise<Response> {
  const { method = 'GET', body, headers } = call
  const all: [string, string | undefined][] = [
    ['authorization', settings.token && `Bearer ${settings.token}`],
    ['content-type', body === undefined ? undefined : 'application/json'],
    ['accept', 'application/json'],
    ...Object.entries(headers ?? {}),
  ]
  const request: RequestInit = {
    method,
    headers: Object.fromEntries(all.filter((one): one is [string, string] => one[1] !== undefined)),
  }
  if (body !== undefined) request.body = JSON.stringify(body)
  if (signal) request.signal = signal
  try {
    return await (settings.fetch ?? fetch)(address(settings.url, call), request)
  } catch (cause) {
    return fail(call, cause)
  }
}

/** The caller's own abort is not a problem of the server and goes through as it is. */
function fail(call: Call, cause: unknown): never {
  if (call.signal?.aborted) throw call.signal.reason
  throw unreachable(cause)
}

function address(base: string, { path, query = {} }: Call): string {
  const url = new URL(base.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value))
  return url.href
}

function parse<T>({ status, text }: Answer): T {
  try {
    // Not parsed by a schema: the SDK relies on the server's published shapes and loads no zod.
    const answer: T = JSON.parse(text)
    return answer
  } catch (cause) {
    throw new ChanceryProblem(status, 'NOT_JSON', `The server answered with something else than JSON: ${text.slice(0, 100)}`, {
      cause,
    })
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
