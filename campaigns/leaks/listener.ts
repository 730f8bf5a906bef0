/** The one seat whose every byte is kept: it asks, it listens, and each answer is filed with the only one that may have come. */
import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { AnyGame } from '../../src/games/contract.js'
import { ndjson, readStream, sse } from '../wire.js'
import type { Ask } from './asks.js'
import { selectAll } from './selection.js'

/** An answer as it came. */
export interface Filed {
  readonly ask: Ask
  readonly match: string
  readonly version: number
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** All that one stream of a match told. */
export interface Overheard {
  readonly match: string
  readonly by: string
  items: unknown[]
  refused: boolean
}

export interface Listener {
  ask(match: string, version: number, ask: Ask): Promise<Filed>
  /** Follows a match to its end, in one of three ways. */
  follow(match: string, game: AnyGame, way: number): Promise<void>
  readonly filed: Filed[]
  readonly overheard: Overheard[]
}

/** Just what reading needs: an item is compared with the truth as a whole. */
const Item = z.looseObject({ version: z.int() })

const forms = [ndjson(Item), sse(Item, ({ version }) => version)]

export function listener(url: string, token: string): Listener {
  const filed: Filed[] = []
  const overheard: Overheard[] = []
  return {
    filed,
    overheard,
    async ask(match, version, ask) {
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, ...ask.headers }
      if (ask.body !== undefined) headers['content-type'] = 'application/json'
      if (ask.method === 'POST' && ask.path.endsWith('/moves')) headers['idempotency-key'] = randomUUID()
      const response = await fetch(url + ask.path, {
        method: ask.method,
        headers,
        ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
      })
      const answer = {
        ask,
        match,
        version,
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      }
      filed.push(answer)
      return answer
    },
    async follow(match, game, way) {
      const heard: Overheard = { match, by: forms[way]?.name ?? 'GraphQL subscription', items: [], refused: false }
      overheard.push(heard)
      const form = forms[way]
      if (!form) return subscribe(url, token, game, heard)
      const { items, how } = await readStream({ url: `${url}/v1/matches/${match}/notices`, token, form })
      heard.items = items
      heard.refused = how === 'refused'
    },
  }
}

/** Resolves when the server says that there is no more. */
function subscribe(url: string, token: string, game: AnyGame, heard: Overheard): Promise<void> {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${token}` },
  })
  const query = `subscription ($id: ID!) { matchNotices(matchId: $id) ${selectAll('NoticeItem', game).text} }`
  return new Promise((resolve) => {
    const finish = (refused: boolean): void => {
      heard.refused = refused
      void client.dispose()
      resolve()
    }
    client.subscribe<{ matchNotices: unknown }>(
      { query, variables: { id: heard.match } },
      {
        next: ({ data, errors }) => void (errors ? finish(true) : heard.items.push(data?.matchNotices)),
        error: () => finish(true),
        complete: () => finish(heard.refused),
      },
    )
  })
}
