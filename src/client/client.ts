/** What a client can ask of a Chancery server. */
import type { Client, Filter, Following, Registered, Settings } from './contract.js'
import { hasEnded } from './ended.js'
import type { Card, GameCard, GameId, LegalMove, LegalMoves, Match, NoticeItem } from './games.js'
import type { AnyCard, CreateMatch, InboxItem } from './generated/shared.js'
import { play } from './play.js'
import { ChanceryProblem } from './problem.js'
import { repeats } from './repeats.js'
import { follow } from './stream.js'
import { type Transport, transport } from './transport.js'

/** Makes an account. Not retried: if the answer to a first try was lost, the name is taken. */
export const register = (settings: Settings & { name: string; kind?: 'person' | 'bot' }): Promise<Registered> =>
  transport(settings).json({
    method: 'POST',
    path: '/v1/players',
    body: { name: settings.name, kind: settings.kind ?? 'bot' },
    repeatable: false,
  })

/** A client of the server at `url`; nothing is sent before the first call. */
export function connect(settings: Settings): Client {
  const http = transport(settings)
  const client: Client = {
    ...gameCalls(http),
    ...lobbyCalls(http),
    ...matchCalls(http),
    play: (choose, settings) => play(client, choose, settings),
  }
  return client
}

const at = (id: string, rest = ''): string => `/v1/matches/${encodeURIComponent(id)}${rest}`

type GameCalls = Pick<Client, 'games' | 'game' | 'content' | 'rules'>

function gameCalls(http: Transport): GameCalls {
  const of = (id: GameId, rest = ''): string => `/v1/games/${encodeURIComponent(id)}${rest}`
  return {
    games: async () => (await http.json<{ items: GameCard[] }>({ path: '/v1/games' })).items,
    game: (id) => http.json({ path: of(id) }),
    content: (id) => http.json({ path: of(id, '/content') }),
    rules: (id) => http.text({ path: of(id, '/rules'), headers: { accept: 'text/markdown' } }),
  }
}

type LobbyCalls = Pick<
  Client,
  'me' | 'createMatch' | 'join' | 'leave' | 'cancel' | 'rematch' | 'abort' | 'matches' | 'player' | 'turns' | 'inbox'
>

function lobbyCalls(http: Transport): LobbyCalls {
  return {
    me: () => http.json({ path: '/v1/me' }),
    createMatch: (match) =>
      http.json({
        method: 'POST',
        path: '/v1/matches',
        body: match satisfies Partial<CreateMatch>,
        headers: { 'idempotency-key': newKey() },
      }),
    join: (id, how = {}) =>
      http.json({ method: 'POST', path: at(id, '/join'), body: how, headers: { 'idempotency-key': newKey() } }),
    leave: (id) => http.json({ method: 'POST', path: at(id, '/leave'), body: {}, repeatable: false }),
    // Done twice, these are as good as done once.
    cancel: (id) => http.json({ method: 'POST', path: at(id, '/cancel'), body: {} }),
    rematch: (id) => http.json({ method: 'POST', path: at(id, '/rematch'), body: {} }),
    abort: (id, how = {}) => http.json({ method: 'POST', path: at(id, '/abort'), body: how }),
    matches: (filter = {}) => pages(http, filter),
    player: (named) => http.json({ path: `/v1/players/${encodeURIComponent(named)}` }),
    turns: async ({ wait, signal } = {}) =>
      (await http.json<{ items: Card[] }>({ path: '/v1/me/turns', query: { first: 100, wait }, signal })).items,
    inbox: ({ after, signal } = {}) =>
      follow<InboxItem>(http, {
        path: '/v1/me/stream',
        after,
        cursor: (item) => item.cursor,
        isRepeat: repeats(),
        isComplete: async () => false,
        signal,
      }),
  }
}

async function* pages(http: Transport, filter: Filter): AsyncGenerator<Card> {
  let after: string | undefined
  do {
    const page: { items: Card[]; next: string | null } = await http.json({
      path: '/v1/matches',
      query: { ...filter, first: 100, after },
    })
    yield* page.items
    after = page.next ?? undefined
  } while (after !== undefined)
}

type MatchCalls = Omit<Client, keyof GameCalls | keyof LobbyCalls | 'play'>

function matchCalls(http: Transport): MatchCalls {
  const match = <G extends GameId>(id: string): Promise<Match<G>> => http.json({ path: at(id) })
  const legalMoves = <G extends GameId>(
    id: string,
    { first = 1000, after }: { first?: number; after?: number } = {},
  ): Promise<LegalMoves<G>> => http.json({ path: at(id, '/legal-moves'), query: { first, after } })
  return {
    match,
    legalMoves,
    look: (id, { wait, signal } = {}) => http.json({ path: at(id), query: { include: 'view,legalMoves', wait }, signal }),
    everyLegalMove: (id) => everyMove((after) => legalMoves(id, { after })),
    view: (id, { at: version } = {}) => http.json({ path: at(id, '/view'), query: { at: version } }),
    check: (id, move) => http.json({ method: 'POST', path: at(id, '/moves/check'), body: move }),
    submit: (id, move, { expectedVersion, idempotencyKey = newKey(), include, signal } = {}) =>
      http.json({
        method: 'POST',
        path: at(id, '/moves'),
        query: { include: include?.join() },
        body: move,
        headers: { 'idempotency-key': idempotencyKey, 'if-match': etag(expectedVersion) },
        signal,
      }),
    notices: <G extends GameId>(id: string, { after = 0, signal }: Following<number> = {}) =>
      follow<NoticeItem<G>>(http, {
        path: at(id, '/notices'),
        after,
        cursor: (item) => item.version,
        head: (item) => item.head,
        isComplete: (cursor) => isOverAt(match(id), cursor),
        signal,
      }),
    log: (id) => http.json({ path: at(id, '/log') }),
  }
}

const etag = (version: number | undefined): string | undefined => (version === undefined ? undefined : `"${version}"`)

/** A server that shuts down ends its streams properly too, so the match itself is asked whether it has ended. */
async function isOverAt(match: Promise<AnyCard>, cursor: string | number | undefined): Promise<boolean> {
  const { status, version } = await match
  return hasEnded(status) && Number(cursor ?? 0) === version
}

async function* everyMove<G extends GameId>(page: (after: number) => Promise<LegalMoves<G>>): AsyncGenerator<LegalMove<G>> {
  let version: number | undefined
  for (let after: number | null = 0; after !== null; ) {
    const { moves, next, version: seen }: LegalMoves<G> = await page(after)
    if (version !== undefined && seen !== version)
      throw new ChanceryProblem(
        409,
        'POSITION_CHANGED',
        `The legal moves were those of version ${version}; the match is at version ${seen}.`,
      )
    version = seen
    yield* moves
    after = next
  }
}

/** 16 random bytes; pages without https have no `randomUUID`. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
