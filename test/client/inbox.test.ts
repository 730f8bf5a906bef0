/** The inbox of the SDK across lost connections, with a server that is played by the test. */
import { expect, test } from 'vitest'
import { connect } from '../../src/client/index.js'

const MATCH = '11111111-1111-4111-8111-111111111111'
const item = (version: number, yourTurn: boolean) => ({
  cursor: `after-${version}`,
  match: MATCH,
  game: 'kingdoms',
  version,
  status: 'running',
  yourTurn,
  at: `2026-01-01T00:00:0${version}.000Z`,
})

/** Each connection tells its items and then breaks. */
function server(connections: { readonly start?: string; readonly items: object[] }[]) {
  const asked: (string | null)[] = []
  const answer: typeof fetch = async (input) => {
    const { start, items } = connections[asked.length] ?? { items: [] }
    asked.push(new URL(String(input)).searchParams.get('after'))
    const lines = items.map((one) => new TextEncoder().encode(`${JSON.stringify(one)}\n`))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const line = lines.shift()
        if (line) controller.enqueue(line)
        else controller.error(new TypeError('terminated'))
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson', ...(start && { 'chancery-cursor': start }) } })
  }
  return { asked, client: connect({ url: 'http://test.invalid', token: 'chy_x', fetch: answer, longestPause: 1 }) }
}

async function take(items: AsyncIterable<{ version: number }>, count: number): Promise<number[]> {
  const versions: number[] = []
  for await (const { version } of items) if (versions.push(version) === count) break
  return versions
}

test('what is told again is handed out once, but for what waits for us', async () => {
  const { client, asked } = server([
    { items: [item(1, true), item(2, false), item(3, false)] },
    { items: [item(1, true), item(2, false), item(3, false), item(4, false)] },
  ])
  expect(await take(client.inbox(), 5)).toEqual([1, 2, 3, 1, 4])
  expect(asked).toEqual([null, 'after-3'])
})

test('another entry of the same version, after the database has gone back, is news', async () => {
  const { client } = server([{ items: [item(2, false)] }, { items: [{ ...item(2, false), at: '2026-01-01T00:01:00.000Z' }] }])
  expect(await take(client.inbox(), 2)).toEqual([2, 2])
})

test('a connection that broke before its first item is resumed where it began', async () => {
  const { client, asked } = server([
    { start: 'the-beginning', items: [] },
    { start: 'the-beginning', items: [item(1, true)] },
  ])
  expect(await take(client.inbox(), 1)).toEqual([1])
  expect(asked).toEqual([null, 'the-beginning'])
})
