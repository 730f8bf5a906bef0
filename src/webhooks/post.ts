/** One attempt: posts a body to the addresses that were checked, and to no others, and reads a little of the answer. */
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { codeOf, messageOf } from '../platform/thrown.js'
import { RefusedTarget, type TargetSettings, targetOf } from './target.js'

export interface Attempt {
  readonly delivered: boolean
  /** The HTTP status, if there was one. */
  readonly answer: number | null
  /** Why it counts as failed, in words. */
  readonly error: string | null
  readonly excerpt: string | null
  /** The server is closing: it does not count. */
  readonly interrupted: boolean
}

export interface PostSettings extends TargetSettings {
  readonly timeoutMs: number
}

interface Posted {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MOST_READ = 4096
const LONGEST_EXCERPT = 500
/** How long the rest of an answer is waited for: its status has told all that matters. */
const REST_MS = 1000

/** Never throws. `closing` calls it off. */
export async function post(posted: Posted, settings: PostSettings, closing: AbortSignal): Promise<Attempt> {
  const late = AbortSignal.timeout(settings.timeoutMs)
  const signal = AbortSignal.any([late, closing])
  try {
    return await attempt(posted, settings, signal)
  } catch (error) {
    const failed = { delivered: false, answer: null, excerpt: null }
    if (closing.aborted) return { ...failed, error: 'the server was closing', interrupted: true }
    return {
      ...failed,
      error: late.aborted ? `no answer within ${settings.timeoutMs / 1000} s` : reasonOf(error),
      interrupted: false,
    }
  }
}

async function attempt(posted: Posted, settings: PostSettings, signal: AbortSignal): Promise<Attempt> {
  const { url, addresses } = await unlessAborted(targetOf(posted.url, settings), signal)
  const response = await answered(dial(url, addresses, posted, signal), posted.body)
  const status = response.statusCode ?? 0
  const excerpt = await beginningOf(response)
  const delivered = status >= 200 && status < 300
  return { delivered, answer: status, error: delivered ? null : sentenceFor(status), excerpt, interrupted: false }
}

/** Host, SNI and certificate go by the name; the connection goes to what the name was found to be. No connection is kept for the next. */
function dial(url: URL, addresses: readonly string[], { headers, body }: Posted, signal: AbortSignal): ClientRequest {
  const checked = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
  const lookup: LookupFunction = (_, { all }, done) => {
    const [first] = checked
    if (all) done(null, checked)
    else done(null, first?.address ?? '', first?.family)
  }
  const request = url.protocol === 'https:' ? secure : plain
  return request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    lookup,
    agent: false,
    signal,
  })
}

const answered = (request: ClientRequest, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
    // Nobody has asked for another protocol.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('it answered with another protocol'))
    })
    request.end(body)
  })

/** What is longer is cut off, and so is a receiver that sends its answer drop by drop. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  const cut = setTimeout(() => response.destroy(), REST_MS)
  try {
    for await (const part of response) {
      // A cast: without an encoding, chunks are buffers.
      parts.push(part as Buffer)
      length += (part as Buffer).length
      if (length >= MOST_READ) break
    }
  } catch {
    // The status has come, and what is there is enough.
  } finally {
    clearTimeout(cut)
    response.destroy()
  }
  return excerptOf(Buffer.concat(parts).subarray(0, MOST_READ).toString('utf8'))
}

/** As one line that Postgres takes. */
const excerptOf = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_EXCERPT)
    .replace(/[\uD800-\uDBFF]$/, '')

const sentenceFor = (status: number): string =>
  status >= 300 && status < 400 ? `answered ${status}: redirections are not followed` : `answered ${status}`

function reasonOf(error: unknown): string {
  if (error instanceof RefusedTarget) return `not sent: ${error.message}`
  const code = codeOf(error)
  return (code ? `no answer: ${code}` : `no answer: ${messageOf(error)}`).slice(0, 200)
}

/** A look-up cannot be called off; nobody waits for it any longer. Its failure is heard all the same: unheard, it would end the process. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
