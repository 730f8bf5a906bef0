/** What a client can ask of a Chancery server. */
import type { Client, Filter, Following, RecordPage, Registered, Settings, TournamentRecord } from './contract.js'
import { hasEnded } from './ended.js'
import type { Card, GameCard, GameId, LegalMove, LegalMoves, Match, NoticeItem } from './games.js'
import { play } from './play.js'
import { ChanceryProblem } from './problem.js'
import { overSocket } from './socket.js'
import { follow } from './stream.js'
import { inboxTold, matchTold, recordsTold } from './told.js'
import { type Transport, transport } from './transport.js'

// If the answer to a first try was lost, the name is taken.
/** Makes an account. Not retried. */
export const register = (settings: Settings & { name: string; kind?: 'person' | 'bot' }): Promise<Registered> =>
  transport(settings).ask('POST /v1/players', { body: { name: settings.name, kind: settings.kind ?? 'bot' } })

/** A client of the server at `url`. */
export function connect(settings: Settings): Client {
  const http = transport(settings)
  const calls = matchCalls(http)
  const client: Client = {
    call: http.ask,
    ...lobbyCalls(http),
    ...calls,
    submit: settings.socket ? overSocket(settings, calls.submit) : calls.submit,
    play: (choose, settings) => play(client, choose, settings),
  }
  return client
}

function lobbyCalls(http: Transport) {
  const { ask } = http
  return {
    games: async () => (await ask<{ items: GameCard[] }>('GET /v1/games')).items,
    game: (id) => ask('GET /v1/games/{id}', { id }),
    content: (id) => ask('GET /v1/games/{id}/content', { id }),
    rules: (id) => ask('GET /v1/games/{id}/rules', { id }),
    me: () => ask('GET /v1/me'),
    player: (id) => ask('GET /v1/players/{id}', { id }),
    createMatch: (body) => ask('POST /v1/matches', { body }),
    join: (id, body) => ask('POST /v1/matches/{id}/join', { id, body }),
    leave: (id) => ask('POST /v1/matches/{id}/leave', { id }),
    cancel: (id) => ask('POST /v1/matches/{id}/cancel', { id }),
    rematch: (id) => ask('POST /v1/matches/{id}/rematch', { id }),
    abort: (id, body) => ask('POST /v1/matches/{id}/abort', { id, body }),
    matches: (filter) => pages(http, filter),
    turns: async ({ wait, signal } = {}) =>
      (await ask<{ items: Card[] }>('GET /v1/me/turns', { first: 100, wait, signal })).items,
    inbox: ({ after, signal } = {}) => follow(http, { operation: 'GET /v1/me/stream', told: inboxTold(after), signal }),
    records: (id, { after = 0, signal } = {}) => {
      const operation = 'GET /v1/tournaments/{id}/records'
      const told = recordsTold<TournamentRecord>(after, async (last) => {
        const { newest, complete } = await ask<RecordPage>(operation, { id, after: last, first: 1 })
        return complete && newest === last
      })
      return follow(http, { operation, id, told, signal })
    },
  } satisfies Partial<Client>
}

async function* pages({ ask }: Transport, filter: Filter | undefined): AsyncGenerator<Card> {
  let after: string | null | undefined
  do {
    const page: { items: Card[]; next: string | null } = await ask('GET /v1/matches', { ...filter, first: 100, after })
    yield* page.items
    after = page.next
  } while (after !== null)
}

type MatchCalls = Omit<Client, keyof ReturnType<typeof lobbyCalls> | 'call' | 'play'>

function matchCalls(http: Transport): MatchCalls {
  const { ask } = http
  const match = <G extends GameId>(id: string): Promise<Match<G>> => ask('GET /v1/matches/{id}', { id })
  const legalMoves = <G extends GameId>(
    id: string,
    { first = 1000, after }: { first?: number; after?: number } = {},
  ): Promise<LegalMoves<G>> => ask('GET /v1/matches/{id}/legal-moves', { id, first, after })
  return {
    match,
    legalMoves,
    look: (id, { wait, signal } = {}) => ask('GET /v1/matches/{id}', { id, include: 'view,legalMoves', wait, signal }),
    everyLegalMove: (id) => everyMove((after) => legalMoves(id, { after })),
    view: (id, { at } = {}) => ask('GET /v1/matches/{id}/view', { id, at }),
    check: (id, body) => ask('POST /v1/matches/{id}/moves/check', { id, body }),
    submit: (id, body, { expectedVersion, idempotencyKey, include, signal } = {}) =>
      ask('POST /v1/matches/{id}/moves', {
        id,
        body,
        'if-match': expectedVersion === undefined ? undefined : `"${expectedVersion}"`,
        'idempotency-key': idempotencyKey,
        include,
        signal,
      }),
    notices: <G extends GameId>(id: string, { after = 0, signal }: Following<number> = {}) => {
      // A server that shuts down ends its streams properly too, so the match itself is asked whether it has ended.
      const told = matchTold<NoticeItem<G>>(after, async (last) => {
        const { status, version } = await match(id)
        return hasEnded(status) && last === version
      })
      return follow(http, { operation: 'GET /v1/matches/{id}/notices', id, told, signal })
    },
    log: (id) => ask('GET /v1/matches/{id}/log', { id }),
  }
}

async function* everyMove<G extends GameId>(page: (after: number) => Promise<LegalMoves<G>>): AsyncGenerator<LegalMove<G>> {
  let version: number | undefined
  for (let after: number | null = 0; after !== null; ) {
    const { moves, next, version: seen }: LegalMoves<G> = await page(after)
    if (version !== undefined && seen !== version)
      throw new ChanceryProblem(409, 'POSITION_CHANGED', `The match went from version ${version} to ${seen}.`)
    version = seen
    yield* moves
    after = next
  }
}
