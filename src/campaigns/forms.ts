/** The two forms of a stream as a client without any library reads them: NDJSON and server-sent events. */
export interface Form<Item> {
  readonly name: string
  /** Takes bytes in any portions; what is not complete counts as not received. */
  parser(take: (item: Item) => void): (bytes: Buffer) => void
  resume(url: string, after: string | number | undefined): { address: string; headers: Record<string, string> }
}

const withAfter = (url: string, after: string | number | undefined): string =>
  after === undefined ? url : `${url}?after=${encodeURIComponent(after)}`

export const ndjson = <Item>(): Form<Item> => ({
  name: 'NDJSON',
  parser: (take) =>
    frames('\n', (line) => {
      if (line !== '') take(JSON.parse(line) as Item)
    }),
  resume: (url, after) => ({ address: withAfter(url, after), headers: { accept: 'application/x-ndjson' } }),
})

/** Resumes as a browser does: with the first address and the last id. */
export const sse = <Item>(cursor: (item: Item) => string | number): Form<Item> => ({
  name: 'SSE',
  parser: (take) =>
    frames('\n\n', (event) => {
      const fields = event.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
      const field = (name: string): string | undefined => fields.find((one) => one[1] === name)?.[2]
      const data = field('data')
      if (data === undefined || field('event') === 'end') return
      const item = JSON.parse(data) as Item
      if (field('id') !== String(cursor(item)))
        throw new Error(`the event has the id ${field('id')}, its item the cursor ${cursor(item)}`)
      take(item)
    }),
  resume: (url, after) => ({
    address: url,
    headers: { accept: 'text/event-stream', ...(after !== undefined && { 'last-event-id': String(after) }) },
  }),
})

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
