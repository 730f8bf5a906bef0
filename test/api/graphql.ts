/** A plain GraphQL client for the tests of this folder. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered.
  readonly data: any
  readonly errors?: readonly { message: string; path?: (string | number)[]; extensions: { code: string; status?: number } }[]
  readonly code: string | undefined
  /** The status of the first error, which is the status of the answer if nothing was run at all. */
  readonly told: number | undefined
}

export type Ask = (query: string, variables?: object, operationName?: string) => Promise<Answer>

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body: text,
  })
  // A cast: what is answered is GraphQL's own envelope, and the tests look into the rest.
  const answer = (await response.json()) as Pick<Answer, 'data' | 'errors'>
  return {
    status: response.status,
    headers: response.headers,
    data: answer.data,
    ...(answer.errors && { errors: answer.errors }),
    code: answer.errors?.[0]?.extensions?.code,
    told: answer.errors?.[0]?.extensions?.status,
  }
}

export const asker =
  (url: string, token?: string): Ask =>
  (query, variables, operationName) =>
    post(url, { query, variables, operationName }, token === undefined ? {} : { authorization: `Bearer ${token}` })

export const subscriber = (url: string, token?: string): Client =>
  createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...(token !== undefined && { connectionParams: { authorization: `Bearer ${token}` } }),
  })

export interface Example {
  readonly name: string
  readonly query: string
  readonly variables: Record<string, unknown>
}

/** The queries of docs/graphql.md, each with the variables printed below it. */
export function documented(): Example[] {
  const page = readFileSync(fileURLToPath(new URL('../../docs/graphql.md', import.meta.url)), 'utf8')
  return [...page.matchAll(/```graphql\n([\s\S]*?)```\n(?:```json\n([\s\S]*?)```)?/g)].map(
    ([, query = '', variables = '{}']) => ({
      name: /^\w+ (\w+)/.exec(query)?.[1] ?? '',
      query,
      variables: JSON.parse(variables),
    }),
  )
}
