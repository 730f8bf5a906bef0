/**
 * A stream as a client without any library reads it, byte by byte, so that it can be cut anywhere: in the middle of a line, of a
 * character, or before the first byte.
 */
import { type ClientRequest, get } from 'node:http'
import type { z } from 'zod'

/** NDJSON or server-sent events. */
export interface Form<Item> {
  readonly name: string
  /** Takes bytes in any portions; what is not complete counts as not received. */
  parser(take: (item: Item) => void): (bytes: Buffer) => void
  resume(url: string, after: string | number | undefined): { address: string; headers: Record<string, string> }
}

export const ndjson = <Item>(shape: z.ZodType<Item>): Form<Item> => ({
  name: 'NDJSON',
  parser: (take) =>
    frames('\n', (line) => {
      if (line !== '') take(shape.parse(JSON.parse(line)))
    }),
  resume: (url, after) => ({
    address: after === undefined ? url : `${url}?after=${encodeURIComponent(after)}`,
    headers: { accept: 'application/x-ndjson' },
  }),
})

/** Resumes as a browser does: with the first address and the last id. */
export const sse = <Item>(shape: z.ZodType<Item>, cursor: (item: Item) => string | number): Form<Item> => ({
  name: 'SSE',
  parser: (take) =>
    frames('\n\n', (event) => {
      const fields = fieldsOf(event)
      const data = fields.get('data')
      if (data === undefined || fields.get('event') === 'end') return
      const item = shape.parse(JSON.parse(data))
      if (fields.get('id') !== String(cursor(item)))
        throw new Error(`the event has the id ${fields.get('id')}, its item the cursor ${cursor(item)}`)
      take(item)
    }),
  resume: (url, after) => ({
    address: url,
    headers: { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': String(after) }) },
  }),
})

/** A comment has no name, and so is no field. */
function fieldsOf(event: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [, name = '', value = ''] of event.matchAll(/^(\w+): ?(.*)$/gm)) fields.set(name, value)
  return fields
}

/** Bytes are put together before they become text: a cut may fall inside a character. */
function frames(end: string, take: (frame: string) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (let at = rest.indexOf(end); at >= 0; at = rest.indexOf(end)) {
      take(rest.subarray(0, at).toString())
      rest = rest.subarray(at + end.length)
    }
  }
}

/** The socket is destroyed when this many bytes of the body have been taken, or after this long. */
export interface Cut {
  readonly bytes: number
  readonly milliseconds: number
}

export interface Connection<Item> {
  readonly url: string
  readonly token: string
  readonly form: Form<Item>
  readonly after?: string | number | undefined
  readonly cut?: Cut | undefined
}

/** `end`: in order. `cut`: by us. `lost`: by the server or the network. `refused`: by a status. */
export interface Reading<Item> {
  readonly items: Item[]
  readonly how: 'end' | 'cut' | 'lost' | 'refused'
}

const NEVER: Cut = { bytes: Number.POSITIVE_INFINITY, milliseconds: 2 ** 31 - 1 }

export function readStream<Item>({ url, token, form, after, cut = NEVER }: Connection<Item>): Promise<Reading<Item>> {
  return new Promise((resolve) => {
    const items: Item[] = []
    const parser = form.parser((item) => items.push(item))
    let left = cut.bytes
    const finish = (how: Reading<Item>['how']): void => {
      clearTimeout(timer)
      request.destroy()
      resolve({ items, how })
    }
    const { address, headers } = form.resume(url, after)
    const authorized = { ...headers, authorization: `Bearer ${token}` }
    const request: ClientRequest = get(address, { headers: authorized, agent: false }, (response) => {
      if (response.statusCode !== 200) return finish('refused')
      response.on('data', (chunk: Buffer) => {
        parser(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) finish('cut')
      })
      response.on('end', () => finish(response.complete ? 'end' : 'lost'))
      response.on('error', () => finish('lost'))
    })
    request.on('error', () => finish('lost'))
    const timer = setTimeout(() => finish('cut'), cut.milliseconds)
  })
}
