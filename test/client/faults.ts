/** A `fetch` whose connections break where a test wants them to. */
export interface Fault {
  /** After the server has answered, the answer is lost. */
  loseAnswers?: number
  /** Instead of the server something answers with this status. */
  answer?: { times: number; status: number; headers?: Record<string, string> }
  /** A stream breaks off after so many bytes. */
  cutStreamsAfter?: () => number
}

export interface FaultyFetch {
  readonly fetch: typeof fetch
  readonly calls: { method: string; path: string; key: string | undefined; body: string; at: number }[]
  fault: Fault
}

export function faultyFetch(): FaultyFetch {
  const faulty: FaultyFetch = {
    calls: [],
    fault: {},
    fetch: async (input, init) => {
      const { fault } = faulty
      const headers = (init?.headers ?? {}) as Record<string, string>
      faulty.calls.push({
        method: init?.method ?? 'GET',
        path: new URL(String(input)).pathname,
        key: headers['idempotency-key'],
        body: String(init?.body ?? ''),
        at: Date.now(),
      })
      if (fault.answer && fault.answer.times-- > 0) return new Response('{"code":"BUSY","detail":"busy"}', fault.answer)
      const response = await fetch(input, init)
      if (fault.loseAnswers && fault.loseAnswers-- > 0) {
        await response.arrayBuffer()
        throw new TypeError('fetch failed', { cause: new Error('other side closed') })
      }
      const isStream = response.headers.get('content-type')?.startsWith('application/x-ndjson')
      return fault.cutStreamsAfter && isStream && response.body
        ? new Response(cut(response.body, fault.cutStreamsAfter()), response)
        : response
    },
  }
  return faulty
}

/** The first so many bytes, then an error, as undici reports a lost socket. */
function cut(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) controller.error(new TypeError('terminated'))
      },
    }),
  )
}
