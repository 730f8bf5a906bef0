/** A stream read byte by byte, so that it can be cut anywhere: in the middle of a line, of a character, or before the first byte. */
import { type ClientRequest, get } from 'node:http'
import type { Form } from './forms.js'

export interface Connection<Item> {
  readonly url: string
  readonly token: string
  readonly form: Form<Item>
  readonly after: string | number | undefined
  /** The socket is destroyed when this many bytes of the body have been taken, or after this long. */
  readonly cut?: { readonly bytes: number; readonly milliseconds: number } | undefined
}

/** `end`: in order. `cut`: by us. `lost`: by the server or the network. `refused`: by a status. */
export interface Reading<Item> {
  readonly items: Item[]
  readonly how: 'end' | 'cut' | 'lost' | 'refused'
}

export function readStream<Item>({ url, token, form, after, cut }: Connection<Item>): Promise<Reading<Item>> {
  return new Promise((resolve) => {
    const items: Item[] = []
    const parser = form.parser((item) => items.push(item))
    let left = cut?.bytes ?? Number.POSITIVE_INFINITY
    const finish = (how: Reading<Item>['how']): void => {
      clearTimeout(timer)
      request.destroy()
      resolve({ items, how })
    }
    const { address, headers } = form.resume(url, after)
    const request: ClientRequest = get(
      address,
      { headers: { ...headers, authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        if (response.statusCode !== 200) return finish('refused')
        response.on('data', (chunk: Buffer) => {
          parser(chunk.subarray(0, left))
          left -= chunk.length
          if (left <= 0) finish('cut')
        })
        response.on('end', () => finish(response.complete ? 'end' : 'lost'))
        response.on('error', () => finish('lost'))
      },
    )
    request.on('error', () => finish('lost'))
    const timer = setTimeout(() => finish('cut'), cut?.milliseconds ?? 2 ** 31 - 1)
  })
}
