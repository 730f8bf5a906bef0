/** Tournaments of house bots from start to end, on one server and on two. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous } from '../../src/accounts/caller.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { ArchiveHead } from '../../src/tournaments/archive/archive.js'
import { recompute } from '../../src/tournaments/archive/replay.js'
import { TournamentExport } from '../../src/tournaments/export-shapes.js'
import { TournamentRecord } from '../../src/tournaments/record.js'
import { replay } from '../../src/tournaments/replaying.js'
import { commitmentOf, dealSecret, matchIdOf } from '../../src/tournaments/secrets.js'
import type { Player } from '../match/server.js'
import { create, openTournaments, PATIENCE, played, type TournamentServer, tablesOf, textOf } from './server.js'

let here: TournamentServer
let there: TournamentServer
let organiser: Player
beforeAll(async () => {
  here = await openTournaments()
  there = await openTournaments(here.databaseUrl)
  organiser = await here.organiser()
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const bots = ['random', 'greedy']

describe('a round robin of duplicate deals', () => {
  let id: string
  beforeAll(async () => {
    const { id: made } = await create(here, organiser, { bots, repeats: 3 })
    id = made
    await here.tournaments.start(organiser, id)
    await played(here, id)
  }, PATIENCE)

  test('is played to its end, each table once', async () => {
    const card = await here.tournaments.card(anonymous, id)
    expect(card).toMatchObject({ status: 'over', entrants: 2, tables: 6, tablesBegun: 6, tablesEnded: 6 })
    const tables = await tablesOf(here, anonymous, id)
    expect(tables.map(({ match, number }) => match === matchIdOf(id, number))).toEqual(tables.map(() => true))
    expect(tables.every(({ status }) => status === 'played')).toBe(true)
  })

  test('its deals follow from the secret that it was committed to, and every log proves it', async () => {
    const { secret, commitment } = await here.tournaments.card(anonymous, id)
    const bytes = Buffer.from(secret ?? '', 'hex')
    expect(commitmentOf(bytes, id)).toBe(commitment)
    for (const { match, deal, seats } of await tablesOf(there, anonymous, id)) {
      const log = await there.matches.log(anonymous, match ?? '')
      if (!log.complete) throw new Error('the log is not shown')
      expect(log.transcript.secret).toBe(dealSecret(bytes, deal).toString('hex'))
      expect(verifyTranscript(log.transcript)).toMatchObject({ ok: true, over: true })
      const card = await there.matches.card(anonymous, match ?? '')
      expect(card.result?.map(({ seat, place, score }) => [seat, place, score])).toEqual(
        seats
          .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
          .map(({ seat, place, score }) => [seat, place, score]),
      )
    }
  })

  test('its records are those that the rules of tournaments ask for, and both servers tell the same', async () => {
    const { items, complete } = await here.tournaments.records(anonymous, id, { first: 1000, after: 0 })
    expect(complete).toBe(true)
    const records = items.map(({ record }) => TournamentRecord.parse(record))
    const { setting } = await here.tournaments.card(anonymous, id)
    expect(replay(setting, records)).toMatchObject({ ok: true })
    expect((await there.tournaments.records(anonymous, id, { first: 1000, after: 0 })).items).toEqual(items)
    for (const figures of ['standings', 'crosstable', 'strengths'] as const)
      expect(await there.tournaments[figures](anonymous, id)).toEqual(await here.tournaments[figures](anonymous, id))
  })

  test('is exported as a file that replays', async () => {
    const asked = (more: object) => TournamentExport.parse(more)
    const text = await textOf(await here.tournaments.export(anonymous, id, asked({})))
    const file = JSON.parse(text)
    expect(file).toMatchObject({ format: 'chancery-tournament/1', id })
    const { matches, ...head } = file
    expect(matches).toHaveLength(6)
    expect(recompute(ArchiveHead.parse(head))).toMatchObject({ ok: true })
    const lines = (await textOf(await here.tournaments.export(anonymous, id, asked({ format: 'ndjson' })))).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'match')).toHaveLength(6)
    const csv = await textOf(await here.tournaments.export(anonymous, id, asked({ format: 'csv', table: 'tables' })))
    expect(csv.trim().split('\r\n')).toHaveLength(1 + 12)
  })
})

test.each(['swiss', 'knockout', 'ladder'] as const)(
  '%s: two servers at once write one log',
  {
    timeout: PATIENCE,
  },
  async (format) => {
    const { id } = await create(here, organiser, { format, bots, ...(format === 'ladder' && { rounds: 2 }) })
    await here.tournaments.start(organiser, id)
    await Promise.all([played(here, id), played(there, id)])
    const { setting, records } = await here.tournaments.card(anonymous, id)
    const { items } = await there.tournaments.records(anonymous, id, { first: 1000, after: 0 })
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: records }, (_, index) => index + 1))
    expect(
      replay(
        setting,
        items.map(({ record }) => TournamentRecord.parse(record)),
      ),
    ).toMatchObject({ ok: true })
  },
)
