/** What a client can ask of a Chancery server. */
import type { Player } from '../accounts/caller.js'
import type { CreateMatch, InboxItem, JoinMatch, MatchCard } from '../match/shapes.js'
import type { Transcript } from '../match/transcript.js'
import type { Accepted, Card, GameId, LegalMove, LegalMoves, Match, MoveOf, NewMatch, NoticeItem, Seen } from './games.js'
import { type Choose, type PlayOptions, play } from './play.js'
import { ChanceryProblem } from './problem.js'
import { follow } from './stream.js'
import { type Settings, type Transport, transport } from './transport.js'

export interface GameCard {
  readonly id: GameId
  readonly name: string
  readonly rules: number
  readonly seats: { readonly min: number; readonly max: number }
  /** JSON Schemas. */
  readonly schemas: Readonly<Record<'options' | 'move' | 'view' | 'notice', object>>
}

export interface Filter {
  readonly game?: GameId
  readonly status?: MatchCard['status']
  readonly mine?: boolean
  readonly myTurn?: boolean
}

export interface SubmitOptions {
  /** The version you have seen: the move is refused as STALE_VERSION if you have been asked something else since. */
  readonly expectedVersion?: number | undefined
  /** Only to repeat a move of an earlier run: every call makes a key of its own. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Following<Cursor> {
  readonly after?: Cursor | undefined
  readonly signal?: AbortSignal | undefined
}

/** A finished match, whole, or what you may know of one that is not. */
export type MatchLog<G extends GameId = GameId> = Transcript | { format: 'chancery-notices/1'; match: Card<G>; entries: NoticeItem<G>[] }

export interface Client {
  me(): Promise<{ player: Player; scopes: string[]; tokenId: string | null }>
  games(): Promise<GameCard[]>
  createMatch<G extends GameId>(match: NewMatch<G>): Promise<Card<G>>
  join<G extends GameId = GameId>(id: string, how?: JoinMatch): Promise<Card<G>>
  /** Before the start the seat is free again; afterwards you resign. */
  leave<G extends GameId = GameId>(id: string): Promise<Card<G>>
  matches(filter?: Filter): AsyncIterable<Card>
  match<G extends GameId = GameId>(id: string): Promise<Match<G>>
  /** As you saw it at a version; now, if none is given. */
  view<G extends GameId = GameId>(id: string, options?: { at?: number }): Promise<Seen<G>>
  /** The first page: up to 1000 moves unless you ask for fewer. */
  legalMoves<G extends GameId = GameId>(id: string, page?: { first?: number; after?: number }): Promise<LegalMoves<G>>
  /** All pages. Throws POSITION_CHANGED if somebody moves meanwhile. */
  everyLegalMove<G extends GameId = GameId>(id: string): AsyncIterable<LegalMove<G>>
  /** Is it legal? Nothing is played. */
  check<G extends GameId = GameId>(id: string, move: MoveOf<G>): Promise<{ legal: boolean; refusal: { code: string; message: string } | null }>
  /** Plays the move once, however often the connection breaks. A refusal is thrown as a `ChanceryProblem` with the code of the rule. */
  submit<G extends GameId = GameId>(id: string, move: MoveOf<G>, options?: SubmitOptions): Promise<Accepted<G>>
  /** What happens in a match, from its first entry or after a version, until it is over. */
  notices<G extends GameId = GameId>(id: string, options?: Following<number>): AsyncIterable<NoticeItem<G>>
  /** What happens in all your matches, beginning with those that wait for you, for as long as you listen. */
  inbox(options?: Following<string>): AsyncIterable<InboxItem>
  log<G extends GameId = GameId>(id: string): Promise<MatchLog<G>>
  /** Plays all your matches until the signal is aborted, or the one that you name until it is over. */
  play<G extends GameId = GameId>(choose: Choose<G>, options?: PlayOptions): Promise<void>
}

/** Makes an account. Not repeated by itself: a name that was taken by the lost first try is taken. */
export const register = (settings: Settings & { name: string; kind?: 'person' | 'bot' }): Promise<{ player: Player; token: string }> =>
  transport(settings).json({ method: 'POST', path: '/v1/players', body: { name: settings.name, kind: settings.kind ?? 'bot' }, repeatable: false })

export function connect(settings: Settings): Client {
  const http = transport(settings)
  const client: Client = {
    ...lobby(http),
    ...table(http),
    play: (choose, options) => play(client, choose, options),
  }
  return client
}

const at = (id: string, rest = ''): string => `/v1/matches/${encodeURIComponent(id)}${rest}`

type Lobby = Pick<Client, 'me' | 'games' | 'createMatch' | 'join' | 'leave' | 'matches' | 'inbox'>

function lobby(http: Transport): Lobby {
  return {
    me: () => http.json({ path: '/v1/me' }),
    games: async () => (await http.json<{ items: GameCard[] }>({ path: '/v1/games' })).items,
    createMatch: (match) => http.json({ method: 'POST', path: '/v1/matches', body: match satisfies Partial<CreateMatch>, headers: { 'idempotency-key': newKey() } }),
    join: (id, how = {}) => http.json({ method: 'POST', path: at(id, '/join'), body: how, headers: { 'idempotency-key': newKey() } }),
    leave: (id) => http.json({ method: 'POST', path: at(id, '/leave'), body: {}, repeatable: false }),
    matches: (filter = {}) => pages(http, filter),
    inbox: ({ after, signal } = {}) =>
      follow<InboxItem>(http, { path: '/v1/me/stream', after, cursor: (item) => item.cursor, isComplete: async () => false, signal }),
  }
}

async function* pages(http: Transport, filter: Filter): AsyncGenerator<Card> {
  let after: string | undefined
  do {
    const page: { items: Card[]; next: string | null } = await http.json({ path: '/v1/matches', query: { ...filter, first: 100, after } })
    yield* page.items
    after = page.next ?? undefined
  } while (after !== undefined)
}

type Table = Omit<Client, keyof Lobby | 'play'>

function table(http: Transport): Table {
  const match = <G extends GameId>(id: string): Promise<Match<G>> => http.json({ path: at(id) })
  const legalMoves = <G extends GameId>(id: string, { first = 1000, after }: { first?: number; after?: number } = {}): Promise<LegalMoves<G>> =>
    http.json({ path: at(id, '/legal-moves'), query: { first, after } })
  return {
    match,
    legalMoves,
    everyLegalMove: (id) => everyMove((after) => legalMoves(id, { after })),
    view: (id, { at: version } = {}) => http.json({ path: at(id, '/view'), query: { at: version } }),
    check: (id, move) => http.json({ method: 'POST', path: at(id, '/moves/check'), body: move }),
    submit: (id, move, { expectedVersion, idempotencyKey = newKey(), signal } = {}) =>
      http.json({ method: 'POST', path: at(id, '/moves'), body: move, headers: { 'idempotency-key': idempotencyKey, 'if-match': etag(expectedVersion) }, signal }),
    notices: <G extends GameId>(id: string, { after = 0, signal }: Following<number> = {}) =>
      follow<NoticeItem<G>>(http, { path: at(id, '/notices'), after, cursor: (item) => item.version, isComplete: (cursor) => isOverAt(match(id), cursor), signal }),
    log: (id) => http.json({ path: at(id, '/log') }),
  }
}

const etag = (version: number | undefined): string | undefined => (version === undefined ? undefined : `"${version}"`)

/** A server that shuts down ends its streams in order too: only a finished match has no more to tell. */
async function isOverAt(match: Promise<MatchCard>, cursor: string | number | undefined): Promise<boolean> {
  const { status, version } = await match
  return status === 'over' && Number(cursor) >= version
}

async function* everyMove<G extends GameId>(page: (after: number) => Promise<LegalMoves<G>>): AsyncGenerator<LegalMove<G>> {
  let version: number | undefined
  for (let after: number | null = 0; after !== null; ) {
    const { moves, next, version: seen }: LegalMoves<G> = await page(after)
    if (version !== undefined && seen !== version)
      throw new ChanceryProblem(409, 'POSITION_CHANGED', `The legal moves were those of version ${version}; the match is at version ${seen}.`)
    version = seen
    yield* moves
    after = next
  }
}

/** Random enough never to meet another, also where a page without https has no `randomUUID`. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
