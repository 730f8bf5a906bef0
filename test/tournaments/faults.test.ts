/** Servers that fail at any moment of any step: before something is done, or after it was done and nobody has heard of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous } from '../../src/accounts/caller.js'
import { seededStream } from '../../src/dice/seeded.js'
import { TournamentRecord } from '../../src/tournaments/record.js'
import { replay } from '../../src/tournaments/replaying.js'
import { type RunningDeps, takeStep } from '../../src/tournaments/running.js'
import { goneOf } from '../../src/tournaments/store/accounts.js'
import { tournamentLog } from '../../src/tournaments/store/log.js'
import type { Player } from '../match/server.js'
import { create, openTournaments, PATIENCE, type TournamentServer, tablesOf } from './server.js'

let server: TournamentServer
let organiser: Player
beforeAll(async () => {
  server = await openTournaments()
  organiser = await server.organiser()
})
afterAll(() => server.close())

class Fault extends Error {}

/** Every call of a part throws once in so many times, half of these after it was done. */
function faulty<Part extends object>(part: Part, random: () => number, inHowMany: number): Part {
  return new Proxy(part, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]) => {
        const fate = random() * inHowMany
        if (fate < 0.5) throw new Fault()
        const answer = await Reflect.apply(value, target, given)
        if (fate < 1) throw new Fault()
        return answer
      }
    },
  })
}

/** What a server has for its steps; its memory is its own, and lost with it. */
function partsOf(random: () => number, inHowMany: number): RunningDeps {
  const { pool, matches, secrets } = server
  return {
    log: faulty(tournamentLog(pool), random, inHowMany),
    matches: faulty(matches, random, inHowMany),
    goneOf: (id) => goneOf(pool, id),
    secretOf: (client, id) => secrets.tournaments.read(client, id),
    tell: async () => {
      if (random() * inHowMany < 0.5) throw new Fault()
    },
  }
}

async function steps(id: string, random: () => number, inHowMany: number): Promise<void> {
  try {
    while (await takeStep(partsOf(random, inHowMany), id));
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
}

test.each([1, 2, 3])(
  'every table is played once, and the log is that of a tournament (seed %i)',
  {
    timeout: PATIENCE,
  },
  async (seed) => {
    const random = seededStream(seed)
    const { id } = await create(server, organiser, {
      bots: ['random', 'greedy'],
      format: 'ladder',
      rounds: 2,
      atOnce: { all: 1 },
    })
    await server.tournaments.start(organiser, id)
    while ((await server.tournaments.card(anonymous, id)).secret === null) {
      await Promise.all([steps(id, random, 5), steps(id, random, 5), steps(id, random, 5)])
      await server.matches.startWaiting()
      await sleep(10)
    }
    const { setting, tables } = await server.tournaments.card(anonymous, id)
    const { items } = await server.tournaments.records(anonymous, id, { first: 1000, after: 0 })
    const records = items.map(({ record }) => TournamentRecord.parse(record))
    expect(replay(setting, records)).toMatchObject({ ok: true })
    expect(records.filter(({ type }) => type === 'tableBegun')).toHaveLength(tables)
    expect((await tablesOf(server, anonymous, id)).map(({ status }) => status)).toEqual(Array(tables).fill('played'))
    const { rows } = await server.pool.query('select count(*)::int as matches from match where tournament_id = $1', [id])
    expect(rows).toEqual([{ matches: tables }])
  },
)
