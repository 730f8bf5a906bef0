/** The services of one server without its transports, wired as the application wires them. Any number share a database. */
import { randomBytes } from 'node:crypto'
import { type Caller, requirePlayer } from '../../src/accounts/caller.js'
import { type Services, wireServices } from '../../src/app.js'
import { itemAt } from '../../src/games/lists.js'
import { CreateMatch, type MatchCard } from '../../src/match/shapes.js'
import { readConfig } from '../../src/platform/config.js'
import { createLogger } from '../../src/platform/logger.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

export type Player = Caller & { player: { id: string } }

export interface Server extends Services {
  /** Matches whose referee's view was asked for. */
  readonly refereed: string[]
  /** What administrators have done, as the log of the server tells it. */
  readonly acts: readonly LogLine[]
  player(name?: string): Promise<Player>
}

export interface ServerSettings {
  /** Memory for live matches. */
  readonly cacheBytes?: number
  readonly secretsKey?: Uint8Array | null
  /** Other settings. */
  readonly env?: Readonly<Record<string, string>>
  readonly webhooks?: NonNullable<Parameters<typeof wireServices>[3]>['webhooks']
}

export async function openServer(
  url: string,
  { cacheBytes, secretsKey = null, env: more = {}, webhooks }: ServerSettings = {},
): Promise<Server> {
  const env = { ...more, ...(secretsKey && { SECRETS_KEY: Buffer.from(secretsKey).toString('hex') }) }
  const logged: LogLine[] = []
  const services = await wireServices(readConfig(env), url, listeningLogger(logged), {
    ...(cacheBytes !== undefined && { cacheBytes }),
    ...(webhooks && { webhooks }),
  })
  return {
    ...services,
    get refereed() {
      return logged.flatMap(({ msg, match }) => (msg === 'referee view' && match !== undefined ? [match] : []))
    },
    get acts() {
      return logged.filter(({ msg }) => msg === 'administration')
    },
    async player(name = `p ${randomBytes(8).toString('hex')}`) {
      const { token } = await services.accounts.register({ name, kind: 'bot' })
      const caller = await services.accounts.authenticate(token)
      return { ...caller, player: requirePlayer(caller, 'play') }
    },
    async close() {
      await services.close()
      const complaints = logged.filter(({ level }) => level >= ERROR)
      if (complaints.length > 0) throw new Error(`the server complained: ${JSON.stringify(complaints)}`)
    },
  }
}

export interface TwoServers {
  readonly database: FreshDatabase
  readonly here: Server
  readonly there: Server
  /** Both, and then their database. */
  close(): Promise<void>
}

/** Two servers that share a database of their own. */
export async function twoServers(): Promise<TwoServers> {
  const database = await freshDatabase()
  const [here, there] = [await openServer(database.url), await openServer(database.url)]
  return {
    database,
    here,
    there,
    async close() {
      await here.close()
      await there.close()
      await database.drop()
    },
  }
}

interface LogLine {
  readonly level: number
  readonly msg: string
  readonly match?: string
  readonly [more: string]: unknown
}

/** The level of errors in pino. */
const ERROR = 50

const listeningLogger = (lines: LogLine[]) => createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) })

export type Made = Partial<CreateMatch>

/** A match of Kingdoms made by the first of them, in which seat 0 begins. */
export const create = (server: Server, host: Caller, made: Made = {}): Promise<MatchCard> =>
  server.matches.create(host, CreateMatch.parse({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' }, ...made }))

/** A running match: everybody sits, in the order given. */
export async function begin(server: Server, players: readonly Caller[], made: Made = {}): Promise<string> {
  const { id, invitation } = await create(server, itemAt(players, 0), { seats: players.length, ...made })
  for (const player of players.slice(1)) await server.matches.join(player, id, invitation === null ? {} : { invitation })
  return id
}

/** The first legal move of a seat. */
export const firstMove = async ({ matches }: Server, player: Caller, match: string): Promise<unknown> =>
  (await matches.legalMoves(player, match, { first: 1 })).moves[0]?.move

/** Whoever is awaited plays its first legal move, so often or until the end; returns the version reached. */
export async function play(server: Server, players: readonly Caller[], match: string, moves: number): Promise<number> {
  for (let made = 0; ; made++) {
    const { status, version, awaiting } = await server.matches.card(itemAt(players, 0), match)
    if (made === moves || status === 'over') return version
    const player = itemAt(players, itemAt(awaiting, 0).seat)
    const outcome = await server.matches.submit(player, match, { move: await firstMove(server, player, match) })
    if (!outcome.ok) throw new Error(outcome.refusal.message)
  }
}

/** The code of the problem that this ends in. */
export const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no problem',
    (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
  )
