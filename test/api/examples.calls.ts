/**
 * The examples of the reference: one real call for every operation, or several by name, and one for every problem that a client can cause. They are
 * made in this order, in a world of two players and some matches of Kingdoms. A new operation is a new line here; see CONTRIBUTING.md.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'
import { type Call, caller } from './rest.js'

export interface Sent {
  /** Without one, the server knows nobody. */
  readonly token?: string | undefined
  /** In place of `{id}` in the path. */
  readonly id?: string
  /** In place of `{game}` in the path. */
  readonly game?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Another server than that of the world. */
  readonly url?: string
}

interface Registered {
  readonly token: string
  readonly player: { readonly id: string }
}

export interface World {
  readonly app: TestApp
  /** The same database, closed to new players, of whom it hears at most two a minute. One has been told. */
  readonly strict: TestApp
  readonly anne: Registered
  readonly ben: Registered
  /** Two moves old; Anne is awaited. */
  readonly running: string
  /** Anne has a seat; another is free. */
  readonly open: string
  /** Anne and Ben play; Ben's seat will be Carl's, and then that of the house. */
  readonly handed: string
  readonly carl: Registered
  /** Anne is away next month. */
  readonly away: string
  /** Two that are open and to be cancelled. */
  readonly unwanted: readonly [string, string]
  /** Anne's, open, with a free seat. */
  readonly table: string
  /** Invitations from Anne to Ben, of which the last is withdrawn. */
  readonly invited: readonly [string, string, string, string]
  /** Anne's, which waits. */
  readonly seek: string
  /** An administrator's token. */
  readonly admin: string
  /** Two whom nobody needs: one for the administrator, and one who goes of their own accord. */
  readonly emil: Registered
  readonly fay: Registered
  /** Has been blocked. */
  readonly blocked: string
  /** Ben resigned in his first turn. */
  readonly over: string
  /** What Anne may do in the running match: its first legal move. */
  readonly move: object
  /** The state of a world that Anne has imagined from there. */
  readonly thought: string
  /** A token of Ben's that may read and nothing else. */
  readonly reading: { readonly id: string; readonly token: string }
  readonly expired: string
  readonly revoked: string
  /** May organise. */
  readonly hugo: Registered
  /** Tournaments of Hugo's: one that is over, one that runs, and one that waits for entrants, of whom Ben is one. */
  readonly tournaments: { readonly played: string; readonly running: string; readonly open: string }
  /** Of Anne, with one delivery. */
  readonly webhook: { readonly id: string; readonly delivery: string }
  close(): Promise<void>
}

/** All chance of the matches comes from these bytes, so that the same is answered whenever the calls are made. */
const SECRET = Buffer.concat([Buffer.of(0), Buffer.alloc(32, 7)])

const answered = async (call: ReturnType<Call>) => {
  const { status, body } = await call
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}

const daysAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

export async function openWorld(): Promise<World> {
  // A limit that nobody reaches, so that its headers are sent.
  // Names are found here, and nobody answers.
  const wiring = { webhooks: { resolve: async () => ['127.0.0.1'] } }
  const app = await startApp({ env: { RATE_LIMIT: '1000000' }, wiring })
  const strict = await startApp({ databaseUrl: app.databaseUrl, wiring, env: { RATE_LIMIT: '100', REGISTRATION: 'closed' } })
  await caller(strict.url)('POST', '/v1/players', { name: 'Dora' })
  const [anne, ben] = [await app.register('Anne', 'person'), await app.register('Ben')]
  const [asAnne, asBen] = [caller(app.url, anne.token), caller(app.url, ben.token)]
  const made = async (): Promise<string> => {
    const options = { starter: 'seat0' }
    const { id } = await answered(asAnne('POST', '/v1/matches', { game: 'kingdoms', seats: 2, options }))
    await administer(app.databaseUrl, 'update secret set sealed = $2 where match_id = $1', [id, SECRET])
    return id
  }
  const joined = async (id: string): Promise<string> => (await answered(asBen('POST', `/v1/matches/${id}/join`, {}))).id
  const firstMove = async (as: Call, id: string): Promise<object> =>
    (await answered(as('GET', `/v1/matches/${id}/legal-moves?first=1`))).moves[0].move
  const play = async (as: Call, id: string) => answered(as('POST', `/v1/matches/${id}/moves`, await firstMove(as, id)))

  const [running, open, over] = [await joined(await made()), await made(), await joined(await made())]
  const handed = await joined(await made())
  const unwanted = [await made(), await made()] as const
  const invited = async (): Promise<string> => {
    const { id } = await answered(asAnne('POST', '/v1/matches', { game: 'kingdoms', seats: 3 }))
    return (await answered(asAnne('POST', `/v1/matches/${id}/invitations`, { player: 'Ben' }))).id
  }
  const [table, seek] = [await made(), (await answered(asAnne('POST', '/v1/me/seeks', { game: 'royals', seats: 4 }))).id]
  const invitations = [await invited(), await invited(), await invited(), await invited()] as const
  await answered(asAnne('POST', `/v1/me/invitations/${invitations[3]}/withdraw`))
  const admin = (await app.app.accounts.bootstrap()) ?? ''
  const [emil, fay, gus] = [await app.register('Emil'), await app.register('Fay'), await app.register('Gus')]
  const carl = await app.register('Carl', 'person')
  const { id: away } = await answered(asAnne('POST', '/v1/me/absences', { firstDay: daysAhead(30), lastDay: daysAhead(33) }))
  await answered(caller(app.url, admin)('POST', `/v1/admin/players/${gus.player.id}/block`, { reason: 'Insults.' }))
  await play(asAnne, running)
  await play(asBen, running)
  await play(asAnne, over)
  await play(asAnne, handed)
  await play(asBen, handed)
  await answered(asBen('POST', `/v1/matches/${over}/leave`, {}))
  await storedRatings(app.databaseUrl, over, [anne.player.id, ben.player.id])
  const issued = () => answered(asBen('POST', '/v1/me/tokens', { scopes: ['read'], label: 'dashboard' }))
  const [reading, expired, revoked] = [await issued(), await issued(), await issued()]
  await administer(app.databaseUrl, `update token set expires_at = now() - interval '1 hour' where id = $1`, [expired.id])
  const hugo = await organiser(app, admin)
  await answered(asBen('DELETE', `/v1/me/tokens/${revoked.id}`))
  return {
    ...{
      app,
      strict,
      anne,
      ben,
      admin,
      emil,
      fay,
      blocked: gus.token,
      running,
      open,
      over,
      unwanted,
      handed,
      carl,
      table,
      seek,
      invited: invitations,
      away,
      reading,
      expired: expired.token,
      revoked: revoked.token,
      hugo,
      tournaments: await tournaments(app, hugo, asBen),
      webhook: await storedWebhook(app.databaseUrl, anne.player.id),
    },
    move: await firstMove(asAnne, running),
    thought: (await answered(asAnne('POST', `/v1/matches/${running}/imagine`, { seed: 1 }))).worlds[0].state,
    async close() {
      await strict.close()
      await app.close()
    },
  }
}

async function organiser(app: TestApp, admin: string): Promise<Registered> {
  const { player } = await app.register('Hugo', 'person')
  const given = { reason: 'Runs the spring event.', organise: true }
  return answered(caller(app.url, admin)('POST', `/v1/admin/players/${player.id}/reset-tokens`, given))
}

const SWISS = {
  format: 'swiss',
  games: [{ game: 'kingdoms', seats: 2 }],
  clock: { kind: 'bank', seconds: 600, increment: 5 },
  seed: 1,
}

async function tournaments(app: TestApp, { token }: Registered, asBen: Call): Promise<World['tournaments']> {
  const asHugo = caller(app.url, token)
  const made = async (body: object): Promise<string> => {
    const { id } = await answered(asHugo('POST', '/v1/tournaments', body))
    await administer(app.databaseUrl, 'update tournament_secret set sealed = $2 where tournament_id = $1', [id, SECRET])
    return id
  }
  const start = (id: string) => answered(asHugo('POST', `/v1/tournaments/${id}/start`))
  // One table after the other, so that they always end in the same order.
  const played = await made({
    ...{
      name: 'House cup',
      format: 'roundRobin',
      games: [{ game: 'kingdoms', seats: 2 }],
      seed: 1,
      rated: false,
      atOnce: { all: 1 },
    },
    bots: ['greedy', 'random'],
  })
  await start(played)
  // Of another game and by others: deadlines that come nearer are in no list of Anne's, of Ben's or of Kingdoms.
  const running = await made({ ...SWISS, name: 'Autumn event', games: [{ game: 'royals', seats: 2 }] })
  for (const name of ['Jon', 'Kay']) {
    const { token } = await app.register(name)
    await answered(caller(app.url, token)('POST', `/v1/tournaments/${running}/enter`))
  }
  await start(running)
  const open = await made({ ...SWISS, name: 'Spring event', bots: ['greedy'] })
  await answered(asBen('POST', `/v1/tournaments/${open}/enter`, { version: '1.2' }))
  const card = (id: string) => answered(asHugo('GET', `/v1/tournaments/${id}`))
  while ((await card(played)).secret === null || (await card(running)).tablesBegun < 2) await setTimeout(50)
  return { played, running, open }
}

/** Told of invitations alone, so that nothing more is sent to it. */
async function storedWebhook(url: string, player: string): Promise<World['webhook']> {
  const [id, delivery] = [randomUUID(), randomUUID()]
  const key = Buffer.concat([Buffer.of(0), Buffer.alloc(32, 7)])
  await administer(
    url,
    `insert into webhook (id, player_id, url, description, events, key, succeeded_at) values ($1, $2, 'https://bots.example.org/anne', 'Anne at home', '{invitation}', $3, now())`,
    [id, player, key],
  )
  await administer(
    url,
    `insert into webhook_delivery (id, webhook_id, event_id, type, body, status, attempts, answer, excerpt, finished_at)
     values ($1, $2, 'msg_' || repeat('A', 32), 'turn', '{}', 'delivered', 2, 204, '', now())`,
    [delivery, id],
  )
  return { id, delivery }
}

/** As if the twelfth rated match of both had just ended. */
async function storedRatings(url: string, match: string, [winner, loser]: readonly [string, string]): Promise<void> {
  const played = [
    { player: winner, place: 1, mu: 29.5 },
    { player: loser, place: 2, mu: 22.25 },
  ]
  const places = JSON.stringify(played.map(({ player, place }) => ({ player, place })))
  await administer(url, `insert into rated_result (game, number, match_id, at, places) values ('kingdoms', 12, $1, now(), $2)`, [
    match,
    places,
  ])
  for (const { player, place, mu } of played) {
    await administer(
      url,
      `insert into rating (game, player_id, mu, sigma, matches, number) values ('kingdoms', $1, $2, 4.5, 12, 12)`,
      [player, mu],
    )
    await administer(
      url,
      `insert into rating_history (game, number, player_id, place, mu, sigma) values ('kingdoms', 12, $1, $2, $3, 4.5)`,
      [player, place, mu],
    )
  }
}

type Examples = Readonly<Record<string, (world: World) => Readonly<Record<string, Sent>>>>

const NDJSON = { accept: 'application/x-ndjson' }
const EVENTS = { accept: 'text/event-stream' }

/** By operation and name of the example. Readers first: what is done last changes nothing of what they were shown. */
export const OPERATIONS: Examples = {
  getEntrance: () => ({ entrance: {} }),
  getApiEntrance: () => ({ entrance: {} }),
  getLiveness: () => ({ alive: {} }),
  getReadiness: () => ({ ready: {} }),
  listGames: () => ({ games: {} }),
  getGame: () => ({ kingdoms: { id: 'kingdoms' } }),
  getGameContent: () => ({ kingdoms: { id: 'kingdoms' } }),
  getGameRules: () => ({ kingdoms: { id: 'kingdoms' } }),
  getPlayer: ({ anne }) => ({ anne: { id: anne.player.id } }),
  getLeaderboard: () => ({ kingdoms: { id: 'kingdoms', query: { first: '2' } } }),
  getPlayerRatings: ({ anne }) => ({ anne: { id: anne.player.id } }),
  getRatingHistory: ({ anne }) => ({ kingdoms: { id: anne.player.id, game: 'kingdoms', query: { first: '1' } } }),
  getRatingPlot: ({ anne }) => ({ kingdoms: { id: anne.player.id, game: 'kingdoms' } }),
  getMe: ({ anne }) => ({ anne: { token: anne.token } }),
  listTurns: ({ anne }) => ({ anne: { token: anne.token, query: { first: '5' } } }),
  listAbsences: ({ anne }) => ({ anne: { token: anne.token } }),
  listTokens: ({ anne }) => ({ anne: { token: anne.token, query: { first: '5' } } }),
  listMatches: () => ({ running: { query: { game: 'kingdoms', status: 'running', first: '5' } } }),
  getMatch: ({ anne, running }) => ({ running: { token: anne.token, id: running, query: { include: 'view' } } }),
  getView: ({ anne, running }) => ({ before: { token: anne.token, id: running, query: { at: '2' } } }),
  getLog: ({ anne, running, over }) => ({ over: { id: over }, running: { token: anne.token, id: running } }),
  listLegalMoves: ({ anne, running }) => ({ kingdoms: { token: anne.token, id: running, query: { first: '3' } } }),
  listNotices: ({ anne, running, over }) => ({
    page: { token: anne.token, id: running, query: { first: '2', after: '1' } },
    lines: { token: anne.token, id: over, headers: NDJSON },
    events: { token: anne.token, id: over, headers: EVENTS },
  }),
  followInbox: ({ anne }) => ({
    page: { token: anne.token, query: { first: '2' } },
    lines: { token: anne.token, headers: NDJSON },
    events: { token: anne.token, headers: EVENTS },
  }),
  createStreamTicket: ({ anne, running }) => ({
    match: { token: anne.token, body: { address: `/v1/matches/${running}/notices` } },
    inbox: { token: anne.token, body: { address: '/v1/me/stream' } },
  }),
  listWebhooks: ({ anne }) => ({ anne: { token: anne.token } }),
  listWebhookDeliveries: ({ anne, webhook }) => ({ newest: { token: anne.token, id: webhook.id, query: { first: '5' } } }),
  updateWebhook: ({ anne, webhook }) => ({
    paused: { token: anne.token, id: webhook.id, body: { paused: true } },
    resumed: { token: anne.token, id: webhook.id, body: { paused: false, description: 'Anne at work' } },
  }),
  rotateWebhookSecret: ({ anne, webhook }) => ({ anne: { token: anne.token, id: webhook.id } }),
  redeliverWebhook: ({ anne, webhook }) => ({ turn: { token: anne.token, id: webhook.delivery } }),
  pingWebhook: ({ anne, webhook }) => ({ anne: { token: anne.token, id: webhook.id } }),
  deleteWebhook: ({ anne, webhook }) => ({ anne: { token: anne.token, id: webhook.id } }),
  createWebhook: ({ ben }) => ({
    turns: { token: ben.token, body: { url: 'https://bots.example.org/ben', events: ['turn', 'match.over'] } },
  }),
  listTournaments: () => ({ over: { query: { status: 'over', game: 'kingdoms', first: '5' } } }),
  getTournament: ({ ben, tournaments }) => ({ open: { token: ben.token, id: tournaments.open } }),
  listTournamentEntrants: ({ tournaments }) => ({ swiss: { id: tournaments.open, query: { first: '5' } } }),
  listTournamentRounds: ({ tournaments }) => ({ played: { id: tournaments.played, query: { first: '2' } } }),
  listTournamentTables: ({ tournaments }) => ({ played: { id: tournaments.played, query: { entrant: '2', first: '2' } } }),
  getTournamentStandings: ({ tournaments }) => ({ played: { id: tournaments.played } }),
  getCrosstable: ({ tournaments: { played } }) => ({
    played: { id: played },
    picture: { id: played, headers: { accept: 'image/svg+xml' } },
  }),
  getTournamentStrengths: ({ tournaments }) => ({ played: { id: tournaments.played } }),
  listTournamentRecords: ({ tournaments: { played } }) => ({
    page: { id: played, query: { first: '3', after: '2' } },
    lines: { id: played, headers: NDJSON },
    events: { id: played, headers: EVENTS },
  }),
  exportTournament: ({ tournaments: { played } }) => ({
    file: { id: played, query: { matches: 'false' } },
    lines: { id: played, query: { format: 'ndjson' } },
    table: { id: played, query: { format: 'csv', table: 'standings' } },
  }),
  createTournament: ({ hugo }) => ({
    swiss: { token: hugo.token, body: { ...SWISS, name: 'Winter event', bots: ['greedy', 'search:3'] } },
  }),
  changeTournament: ({ hugo, tournaments: { open } }) => ({
    longer: { token: hugo.token, id: open, body: { ...SWISS, name: 'Spring event', rounds: 5 } },
  }),
  enterTournament: ({ carl, tournaments: { open } }) => ({ bot: { token: carl.token, id: open, body: { version: '0.9' } } }),
  enterHouseBot: ({ hugo, tournaments: { open } }) => ({ search: { token: hugo.token, id: open, body: { bot: 'search:2' } } }),
  // Started before: how far a tournament has come at the moment of its start is a race.
  startTournament: ({ hugo, tournaments: { running } }) => ({ autumn: { token: hugo.token, id: running } }),
  withdrawFromTournament: ({ carl, tournaments: { open } }) => ({
    carl: { token: carl.token, id: open, body: { reason: 'The bot has a fault.' } },
  }),
  pauseTournament: ({ hugo, tournaments: { running } }) => ({ autumn: { token: hugo.token, id: running } }),
  resumeTournament: ({ hugo, tournaments: { running } }) => ({ autumn: { token: hugo.token, id: running } }),
  endTournament: ({ hugo, tournaments: { played } }) => ({ over: { token: hugo.token, id: played } }),
  imagineWorlds: ({ anne, running }) => ({ kingdoms: { token: anne.token, id: running, body: { seed: 1, legalMoves: 2 } } }),
  applyMoves: ({ anne, thought, move }) => ({
    alternatives: {
      token: anne.token,
      id: 'kingdoms',
      body: { state: thought, moves: [{ seat: 0, move }, { seat: 0 }], seed: 1 },
    },
    beginning: { token: anne.token, id: 'kingdoms', body: { begin: { seats: 2 }, seed: 1, legalMoves: 2 } },
  }),
  checkMove: ({ anne, running, move }) => ({ kingdoms: { token: anne.token, id: running, body: move } }),
  submitMove: ({ anne, running, move }) => ({ kingdoms: { token: anne.token, id: running, body: move } }),
  submitMoves: ({ ben, running, over, move }) => ({
    several: {
      token: ben.token,
      body: {
        moves: [
          { match: running, move: { type: 'drawTile' }, expectedVersion: 4, idempotencyKey: 'c1a7' },
          { match: over, move },
        ],
      },
    },
  }),
  setOrders: ({ anne, running, move }) => ({ waiting: { token: anne.token, id: running, body: { moves: [move] } } }),
  getOrders: ({ anne, running }) => ({ waiting: { token: anne.token, id: running } }),
  withdrawOrders: ({ anne, running }) => ({ withdrawn: { token: anne.token, id: running } }),
  registerPlayer: () => ({ bot: { body: { name: 'Cleo', kind: 'bot' } } }),
  issueToken: ({ anne }) => ({
    reader: { token: anne.token, body: { label: 'phone', scopes: ['read', 'play'], expiresInDays: 90 } },
  }),
  declareAbsence: ({ anne }) => ({
    week: { token: anne.token, body: { firstDay: daysAhead(10), lastDay: daysAhead(16) } },
  }),
  cancelAbsence: ({ anne, away }) => ({ mine: { token: anne.token, id: away } }),
  revokeToken: ({ ben, reading }) => ({ reader: { token: ben.token, id: reading.id } }),
  joinMatch: ({ ben, open }) => ({ chosen: { token: ben.token, id: open, body: { seat: 1 } } }),
  abortMatch: ({ anne, running }) => ({ agreed: { token: anne.token, id: running, body: { agree: true } } }),
  takeBack: ({ anne, handed }) => ({ agreed: { token: anne.token, id: handed, body: { to: 1 } } }),
  offerSeat: ({ ben, handed }) => ({ carl: { token: ben.token, id: handed, body: { player: 'Carl', expiresInHours: 24 } } }),
  listSeatOffers: ({ carl }) => ({ carl: { token: carl.token } }),
  acceptSeat: ({ carl, handed }) => ({ carl: { token: carl.token, id: handed } }),
  dropSeatOffer: ({ ben, handed }) => ({ none: { token: ben.token, id: handed } }),
  handOverToHouse: ({ carl, handed }) => ({ carl: { token: carl.token, id: handed, body: { bot: 'search:2' } } }),
  cancelMatch: ({ anne, unwanted: [id] }) => ({ mine: { token: anne.token, id } }),
  adminCancelMatch: ({ admin, unwanted: [, id] }) => ({
    spam: { token: admin, id, body: { reason: 'Advertising in its options.' } },
  }),
  adminAbortMatch: ({ admin, running }) => ({
    stuck: { token: admin, id: running, body: { reason: 'Both players asked for it.' } },
  }),
  askForRematch: ({ anne, over }) => ({ first: { token: anne.token, id: over } }),
  listPlayers: ({ admin }) => ({ prefix: { token: admin, query: { name: 'an', first: '5' } } }),
  getPlayerRecord: ({ admin, anne }) => ({ anne: { token: admin, id: anne.player.id } }),
  blockPlayer: ({ admin, emil }) => ({
    emil: { token: admin, id: emil.player.id, body: { reason: 'Insults in names of matches.' } },
  }),
  unblockPlayer: ({ admin, emil }) => ({ emil: { token: admin, id: emil.player.id, body: { reason: 'Said sorry.' } } }),
  resetTokens: ({ admin, emil }) => ({
    organiser: { token: admin, id: emil.player.id, body: { reason: 'Runs the spring event.', organise: true } },
  }),
  erasePlayer: ({ admin, emil }) => ({ emil: { token: admin, id: emil.player.id, body: { reason: 'Asked for it by letter.' } } }),
  eraseMe: ({ fay }) => ({ fay: { token: fay.token, body: { name: 'Fay' } } }),
  listActs: ({ admin }) => ({ newest: { token: admin, query: { first: '2' } } }),
  registerPlayers: ({ admin }) => ({
    bots: {
      token: admin,
      body: {
        players: [
          { name: 'Bot 1', kind: 'bot' },
          { name: 'anne', kind: 'bot' },
        ],
      },
    },
  }),
  getAcceptance: ({ ben }) => ({ everything: { token: ben.token } }),
  setAcceptance: ({ ben }) => ({
    bot: {
      token: ben.token,
      body: { games: [{ game: 'kingdoms', seats: [2] }, { game: 'royals' }], atOnce: 20, rematches: false },
    },
  }),
  invitePlayer: ({ anne, table }) => ({ ben: { token: anne.token, id: table, body: { player: 'Ben', expiresInMinutes: 60 } } }),
  listInvitations: ({ ben }) => ({ received: { token: ben.token, query: { status: 'pending', first: '5' } } }),
  acceptInvitation: ({ ben, invited: [id] }) => ({ taken: { token: ben.token, id, body: {} } }),
  declineInvitation: ({ ben, invited: [, id] }) => ({ declined: { token: ben.token, id } }),
  withdrawInvitation: ({ anne, invited: [, , id] }) => ({ withdrawn: { token: anne.token, id } }),
  createSeek: ({ anne }) => ({ kingdoms: { token: anne.token, body: { game: 'kingdoms', seats: 2, expiresInMinutes: 60 } } }),
  listSeeks: ({ anne }) => ({ waiting: { token: anne.token, query: { status: 'waiting', first: '5' } } }),
  withdrawSeek: ({ anne, seek }) => ({ withdrawn: { token: anne.token, id: seek } }),
  leaveMatch: ({ ben, open }) => ({ resigned: { token: ben.token, id: open } }),
  createMatch: ({ anne }) => ({
    kingdoms: { token: anne.token, body: { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } } },
    dealt: { token: anne.token, body: { game: 'royals', seats: 3, seating: 'random' } },
    rated: { token: anne.token, body: { game: 'kingdoms', seats: 2, rated: true, clock: { kind: 'decision', seconds: 86_400 } } },
    bots: {
      token: anne.token,
      body: { game: 'kingdoms', seats: 2, options: { starter: 'seat0' }, bots: [{ bot: 'search:3', seat: 1 }] },
    },
  }),
}

type Failing = Sent & { readonly operation: string }

/** By code, with a status where it is not that of docs/errors.md: an operation and what makes it fail so. Those that no client can cause are worded by the generator (src/api/rest/examples.ts). */
export const PROBLEMS: Readonly<Record<string, (world: World) => Failing | Promise<Failing>>> = {
  INVALID_INPUT: () => ({ operation: 'registerPlayer', body: { name: '' } }),
  NOT_FOUND: () => ({ operation: 'getMatch', id: '00000000-0000-4000-8000-000000000000' }),
  BODY_TOO_LARGE: () => ({ operation: 'registerPlayer', body: { name: 'x'.repeat(70_000) } }),
  UNSUPPORTED_MEDIA_TYPE: () => ({ operation: 'registerPlayer', body: {}, headers: { 'content-type': 'text/plain' } }),
  HEADERS_TOO_LARGE: () => ({ operation: 'getEntrance', headers: { 'x-long': 'x'.repeat(20_000) } }),
  REGISTRATION_CLOSED: ({ strict }) => ({ operation: 'registerPlayer', url: strict.url, body: { name: 'Dora' } }),
  RATE_LIMITED: ({ strict }) => ({ operation: 'registerPlayer', url: strict.url, body: { name: 'Dora' } }),
  TOKEN_REQUIRED: () => ({ operation: 'getMe' }),
  TOKEN_INVALID: () => ({ operation: 'getMe', token: 'chy_nonsense' }),
  TOKEN_EXPIRED: ({ expired }) => ({ operation: 'getMe', token: expired }),
  TOKEN_REVOKED: ({ revoked }) => ({ operation: 'getMe', token: revoked }),
  TICKET_INVALID: () => ({ operation: 'followInbox', query: { ticket: 'cht_used' } }),
  PLAYER_BLOCKED: ({ blocked }) => ({ operation: 'getMe', token: blocked }),
  SCOPE_MISSING: ({ reading }) => ({ operation: 'createMatch', token: reading.token, body: { game: 'kingdoms', seats: 2 } }),
  NAME_TAKEN: () => ({ operation: 'registerPlayer', body: { name: 'anne' } }),
  NAME_DIFFERS: ({ anne }) => ({ operation: 'eraseMe', token: anne.token, body: { name: 'Ben' } }),
  OWN_ACCOUNT: async ({ app, admin }) => {
    const { player } = await answered(caller(app.url, admin)('GET', '/v1/me'))
    return { operation: 'blockPlayer', token: admin, id: player.id, body: { reason: 'A slip of the hand.' } }
  },
  NAME_RESERVED: () => ({ operation: 'registerPlayer', body: { name: 'admin' } }),
  UNKNOWN_GAME: ({ anne }) => ({ operation: 'createMatch', token: anne.token, body: { game: 'chess', seats: 2 } }),
  SEATS_OUT_OF_RANGE: ({ anne }) => ({ operation: 'createMatch', token: anne.token, body: { game: 'kingdoms', seats: 9 } }),
  INVALID_OPTIONS: ({ anne }) => ({
    operation: 'createMatch',
    token: anne.token,
    body: { game: 'kingdoms', seats: 2, options: { starter: 'nobody' } },
  }),
  NOT_RATEABLE: ({ anne }) => ({
    operation: 'createMatch',
    token: anne.token,
    body: { game: 'kingdoms', seats: 2, rated: true },
  }),
  RATED_MATCH: async ({ app, emil, fay }) => {
    const clock = { kind: 'decision', seconds: 86_400 }
    const made = { game: 'kingdoms', seats: 2, options: { starter: 'seat0' }, rated: true, clock }
    const { id } = await answered(caller(app.url, emil.token)('POST', '/v1/matches', made))
    await answered(caller(app.url, fay.token)('POST', `/v1/matches/${id}/join`, {}))
    return { operation: 'takeBack', token: emil.token, id, body: { to: 1 } }
  },
  VERSION_AHEAD: ({ running }) => ({ operation: 'getView', id: running, query: { at: '99' } }),
  ABSENCE_OVERLAPS: ({ anne }) => ({
    operation: 'declareAbsence',
    token: anne.token,
    body: { firstDay: daysAhead(31), lastDay: daysAhead(32) },
  }),
  TOO_MANY_ABSENT_DAYS: ({ ben }) => ({
    operation: 'declareAbsence',
    token: ben.token,
    body: { firstDay: daysAhead(1), lastDay: daysAhead(100) },
  }),
  ABSENCE_BEGUN: async ({ app, ben }) => {
    const today = { firstDay: daysAhead(0), lastDay: daysAhead(0) }
    const { id } = await answered(caller(app.url, ben.token)('POST', '/v1/me/absences', today))
    return { operation: 'cancelAbsence', token: ben.token, id }
  },
  NOT_STARTED: ({ anne, open, move }) => ({ operation: 'submitMove', token: anne.token, id: open, body: move }),
  ALREADY_SEATED: ({ anne, open }) => ({ operation: 'joinMatch', token: anne.token, id: open, body: {} }),
  INVITED_ONESELF: ({ anne }) => ({
    operation: 'createMatch',
    token: anne.token,
    body: { game: 'kingdoms', seats: 2, invite: ['Anne'] },
  }),
  INVITATION_ENDED: ({ ben, invited: [, , , id] }) => ({ operation: 'declineInvitation', token: ben.token, id }),
  SEEK_ENDED: async ({ app, anne }) => {
    const { id } = await answered(caller(app.url, anne.token)('POST', '/v1/me/seeks', { game: 'royals', seats: 5 }))
    await answered(caller(app.url, anne.token)('POST', `/v1/me/seeks/${id}/withdraw`))
    return { operation: 'withdrawSeek', token: anne.token, id }
  },
  TOO_MANY_SEEKS: async ({ app, fay }) => {
    const body = { game: 'royals', seats: 5 }
    while ((await caller(app.url, fay.token)('POST', '/v1/me/seeks', body)).status === 201);
    return { operation: 'createSeek', token: fay.token, body }
  },
  SEAT_TAKEN: ({ ben, open }) => ({ operation: 'joinMatch', token: ben.token, id: open, body: { seat: 0 } }),
  MATCH_OVER: ({ anne, over, move }) => ({ operation: 'submitMove', token: anne.token, id: over, body: move }),
  'MATCH_OVER.409': ({ anne, over }) => ({ operation: 'leaveMatch', token: anne.token, id: over }),
  'ALREADY_STARTED.409': ({ anne, running }) => ({ operation: 'cancelMatch', token: anne.token, id: running }),
  MATCH_NOT_OVER: ({ anne, running }) => ({ operation: 'askForRematch', token: anne.token, id: running }),
  NOT_HOST: ({ ben, open }) => ({ operation: 'cancelMatch', token: ben.token, id: open }),
  SEAT_NOT_OFFERED: ({ ben, handed }) => ({ operation: 'acceptSeat', token: ben.token, id: handed }),
  TAKE_BACK_TOO_FAR: ({ anne, running }) => ({ operation: 'takeBack', token: anne.token, id: running, body: { to: 9 } }),
  IDEMPOTENCY_KEY_REUSED: async ({ app, anne }) => {
    const headers = { 'idempotency-key': 'once' }
    const made = { game: 'kingdoms', seats: 2, visibility: 'private' }
    await answered(caller(app.url, anne.token)('POST', '/v1/matches', made, headers))
    return { operation: 'createMatch', token: anne.token, headers, body: { ...made, seats: 3 } }
  },
  TOO_MANY_TOKENS: async ({ app, ben }) => {
    const issue = () => caller(app.url, ben.token)('POST', '/v1/me/tokens', { scopes: ['read'] })
    while ((await issue()).status === 201);
    return { operation: 'issueToken', token: ben.token, body: { scopes: ['read'] } }
  },
  WEBHOOK_URL_REFUSED: ({ ben }) => ({
    operation: 'createWebhook',
    token: ben.token,
    body: { url: 'https://ben:sesame@bots.example.org/', events: ['turn'] },
  }),
  WEBHOOK_INACTIVE: async ({ app, ben }) => {
    const as = caller(app.url, ben.token)
    const { id } = await answered(as('POST', '/v1/me/webhooks', { url: 'https://bots.example.org/', events: ['invitation'] }))
    await answered(as('POST', `/v1/me/webhooks/${id}`, { paused: true }))
    return { operation: 'pingWebhook', token: ben.token, id }
  },
  TOO_MANY_WEBHOOKS: async ({ app, fay }) => {
    const body = { url: 'https://bots.example.org/', events: ['invitation'] }
    while ((await caller(app.url, fay.token)('POST', '/v1/me/webhooks', body)).status === 201);
    return { operation: 'createWebhook', token: fay.token, body }
  },
  NOT_ORGANISER: async ({ app, admin, tournaments: { open } }) => {
    const { player } = await app.register('Ida', 'person')
    const given = { reason: 'Runs another event.', organise: true }
    const { token } = await answered(caller(app.url, admin)('POST', `/v1/admin/players/${player.id}/reset-tokens`, given))
    return { operation: 'startTournament', token, id: open }
  },
  NOT_ENTERED: ({ anne, tournaments: { open } }) => ({ operation: 'withdrawFromTournament', token: anne.token, id: open }),
  NO_SUCH_ENTRANT: ({ hugo, tournaments: { open } }) => ({
    operation: 'withdrawFromTournament',
    token: hugo.token,
    id: open,
    body: { entrant: 9 },
  }),
  CANNOT_SEAT: ({ hugo }) => ({
    operation: 'createTournament',
    token: hugo.token,
    body: { ...SWISS, name: 'Mixed', games: [...SWISS.games, { game: 'royals', seats: 3 }] },
  }),
  CLOCK_NEEDED: ({ hugo, tournaments: { open } }) => ({
    operation: 'changeTournament',
    token: hugo.token,
    id: open,
    body: { ...SWISS, name: 'Spring event', clock: undefined },
  }),
  TOO_FEW_ENTRANTS: async ({ app, hugo }) => {
    const { id } = await answered(
      caller(app.url, hugo.token)('POST', '/v1/tournaments', { ...SWISS, name: 'Lonely', bots: ['random'] }),
    )
    return { operation: 'startTournament', token: hugo.token, id }
  },
  ALREADY_ENTERED: ({ hugo, tournaments: { open } }) => ({
    operation: 'enterHouseBot',
    token: hugo.token,
    id: open,
    body: { bot: 'greedy' },
  }),
  NOT_RUNNING: ({ hugo, tournaments: { open } }) => ({ operation: 'pauseTournament', token: hugo.token, id: open }),
  NOT_PAUSED: ({ hugo, tournaments: { open } }) => ({ operation: 'resumeTournament', token: hugo.token, id: open }),
  ENTRY_CLOSED: ({ carl, tournaments: { running } }) => ({ operation: 'enterTournament', token: carl.token, id: running }),
  TOURNAMENT_OVER: ({ hugo, tournaments: { played } }) => ({ operation: 'pauseTournament', token: hugo.token, id: played }),
  TOURNAMENT_NOT_OVER: ({ tournaments: { running } }) => ({ operation: 'exportTournament', id: running }),
  STALE_VERSION: ({ anne, running, move }) => ({
    operation: 'submitMove',
    token: anne.token,
    id: running,
    body: move,
    headers: { 'if-match': '"1"' },
  }),
  STATE_NOT_SIGNED: ({ anne, move }) => ({
    operation: 'applyMoves',
    token: anne.token,
    id: 'kingdoms',
    body: { state: '{"players":[]}', moves: [{ seat: 0, move }], seed: 1 },
  }),
  NOT_YOUR_TURN: ({ ben, running, move }) => ({ operation: 'submitMove', token: ben.token, id: running, body: move }),
  MALFORMED_MOVE: ({ anne, running }) => ({
    operation: 'submitMove',
    token: anne.token,
    id: running,
    body: { type: 'placeCastle', rank: 9 },
  }),
}
