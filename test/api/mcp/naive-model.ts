/** A stand-in for a language model that knows nothing but what the tools tell it: it does what the last answer says comes next, and chooses at random. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Stream } from '../../../src/dice/seeded.js'

export interface Told {
  readonly text: string
  readonly isError: boolean
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined
}

export async function connected(url: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'naive', version: '1' })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  return client
}

export async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const { content, isError, structuredContent } = CallToolResultSchema.parse(await client.callTool({ name, arguments: args }))
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return { text, isError: isError === true, structuredContent }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
export const firstIdIn = (text: string): string => UUID.exec(text)?.[0] ?? ''

/** Plays whatever waits for it until a match is over; the text that said so. */
export async function playToTheEnd(client: Client, random: Stream, atMost = 2000): Promise<string> {
  let last = await use(client, 'my_turns', { wait: 30 })
  let match = ''
  for (let calls = 0; calls < atMost; calls++) {
    if (last.isError) throw new Error(last.text)
    if (last.text.includes('It is over.')) return last.text
    match = firstIdIn(last.text) || match
    last = await next(client, last.text, match, random)
  }
  throw new Error(`not over after ${atMost} calls: ${last.text}`)
}

async function next(client: Client, text: string, match: string, random: Stream): Promise<Told> {
  const [, tool] = /Next: (\w+)/.exec(text) ?? []
  if (tool === 'my_turns' || tool === undefined) return use(client, 'my_turns', { wait: 30 })
  if (tool !== 'play_move') return use(client, tool, tool === 'list_moves' ? { match } : { match, wait: 30 })
  const numbers = [...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  const [, version] = /^Version (\d+)\./.exec(text) ?? []
  const number = numbers[Math.floor(random() * numbers.length)]
  return use(client, 'play_move', { match, version: Number(version), number, wait: 30 })
}
