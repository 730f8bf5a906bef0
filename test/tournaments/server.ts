/** Tournaments on servers without their transports. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../src/accounts/caller.js'
import { anonymous } from '../../src/accounts/caller.js'
import type { ClockSweep } from '../../src/clocks/sweep.js'
import { CreateTournament, type TableCard, type TournamentCard } from '../../src/tournaments/shapes.js'
import { openServer, type Player, type Server } from '../match/server.js'
import { freshDatabase } from '../support/database.js'

export interface TournamentServer extends Server {
  readonly databaseUrl: string
  organiser(): Promise<Player>
}

/** Bots play for as long as a busy machine takes. */
export const PATIENCE = 120_000

/** Whatever a webhook names is there. Nothing is sent, because no sweep for deliveries runs. */
const resolve = async (): Promise<string[]> => ['93.184.215.14']

/** A server whose house plays and whose clocks run. */
export async function openTournaments(url?: string): Promise<TournamentServer> {
  const database = url === undefined ? await freshDatabase() : { url, drop: async () => {} }
  const server = await openServer(database.url, { env: { BOT_THREADS: '1', RATE_LIMIT: '0' }, webhooks: { resolve } })
  const clocks: ClockSweep = await server.startClocks()
  return {
    ...server,
    databaseUrl: database.url,
    organiser: async () => withScope(await server.player(), 'organise'),
    async close() {
      await clocks.stop()
      await server.close()
      await database.drop()
    },
  }
}

export const withScope = (player: Player, scope: 'organise' | 'admin'): Player => ({
  ...player,
  scopes: new Set([...player.scopes, scope]),
})

type Chosen = Partial<Parameters<typeof CreateTournament.parse>[0] & object>

/** Kingdoms for two, a round robin of duplicate deals. */
export const create = ({ tournaments }: Server, organiser: Caller, chosen: object = {}, key?: string): Promise<TournamentCard> =>
  tournaments.create(
    organiser,
    CreateTournament.parse({
      name: 'A tournament',
      games: [{ game: 'kingdoms', seats: 2 }],
      format: 'roundRobin',
      seed: 1,
      ...chosen,
    } satisfies Chosen),
    key,
  )

/** Looks, and sweeps as servers do every few seconds, until it is so. */
export async function until(server: Server, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    await server.matches.startWaiting()
    await server.tournaments.sweep()
    await sleep(20)
  }
}

/** So many tables have begun, and their matches are played. Looked at in this order: a table may begin between the two. */
export const begun = (server: Server, id: string, tables: number): Promise<void> =>
  until(server, async () => {
    if ((await server.tournaments.card(anonymous, id)).tablesBegun !== tables) return false
    const open = await server.pool.query(`select from match where tournament_id = $1 and status = 'open'`, [id])
    return open.rowCount === 0
  })

/** Everything is played, shown and settled. */
export async function played(server: Server, id: string): Promise<TournamentCard> {
  await until(server, async () => (await server.tournaments.card(anonymous, id)).secret !== null)
  return server.tournaments.card(anonymous, id)
}

export const EVERYTHING = { first: 10_000 }

export const tablesOf = async ({ tournaments }: Server, caller: Caller, id: string): Promise<readonly TableCard[]> =>
  (await tournaments.tables(caller, id, {}, EVERYTHING)).items

export async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}
