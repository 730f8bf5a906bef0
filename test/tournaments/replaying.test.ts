import { describe, expect, test } from 'vitest'
import { itemAt } from '../../src/games/lists.js'
import { TournamentRecord } from '../../src/tournaments/record.js'
import { replay } from '../../src/tournaments/replaying.js'
import { tournamentOf } from '../../src/tournaments/state.js'
import { CLOCK, house, mixed, type Playout, playOut } from './playout.js'
import { settingOf } from './synthetic.js'

const FORMATS = ['roundRobin', 'swiss', 'knockout', 'ladder'] as const
const SEEDS = [1, 2, 3, 4, 5, 6]
/** Others are tried now and then. */
const BOUNDARIES: readonly TournamentRecord['type'][] = ['started', 'roundMade', 'ended']

const settingFor = (format: (typeof FORMATS)[number], seed: number) =>
  settingOf({ format, seats: 2 + (seed % 3), clock: CLOCK, seed, rounds: 3, deals: seed % 2 === 0 ? 'fresh' : 'duplicate' })

const played = (format: (typeof FORMATS)[number], seed: number): Playout =>
  playOut(settingFor(format, seed), seed % 2 === 0 ? mixed(8) : house(7), seed, { unrest: 0.1, aborts: 0.05, tables: 50 })

describe.each(FORMATS)('%s', (format) => {
  const setting = (seed: number) => settingFor(format, seed)
  const playouts = SEEDS.map((seed) => ({ seed, ...played(format, seed) }))

  test('what was played is replayed, from its JSON too', () => {
    for (const { seed, records, tournament } of playouts) {
      expect(replay(setting(seed), records)).toEqual({ ok: true, tournament })
      const read = records.map((record) => TournamentRecord.parse(JSON.parse(JSON.stringify(record))))
      expect(replay(setting(seed), read)).toEqual({ ok: true, tournament })
      expect(tournamentOf(setting(seed), records)).toEqual(tournament)
    }
  })

  test('every beginning of it is replayed, but for voids of an end that is missing', () => {
    for (const { seed, records } of playouts.slice(0, 2))
      for (let count = 0; count < records.length; count += 3) {
        const result = replay(setting(seed), records.slice(0, count))
        const last = records[count - 1]
        expect(result.ok || (last?.type === 'tableEnded' && last.outcome === 'void')).toBe(true)
      }
  })

  test('another seed makes other rounds, which is told at the first of them', () => {
    for (const { seed, records } of playouts.filter(() => format === 'roundRobin')) {
      const result = replay({ ...setting(seed), seed: 99 }, records)
      expect(result).toMatchObject({ ok: false, at: 1 + records.findIndex(({ type }) => type === 'roundMade') })
    }
  })

  test('a record that is left out, doubled or changed is found, unless nothing hung on it', () => {
    for (const { seed, records } of playouts)
      for (const [index, record] of records.entries()) {
        if (!BOUNDARIES.includes(record.type) && (index + seed) % 9 !== 0) continue
        const without = replay(setting(seed), records.toSpliced(index, 1))
        const twice = replay(setting(seed), records.toSpliced(index, 0, record))
        expect(twice.ok, `${record.type} twice`).toBe(false)
        if (record.type === 'roundMade' || record.type === 'started') expect(without.ok, `without ${record.type}`).toBe(false)
        if (record.type !== 'roundMade' || record.tables.length === 0) continue
        for (const bad of spoiled(record))
          expect(replay(setting(seed), records.with(index, bad))).toMatchObject({ ok: false, at: index + 1 })
      }
  })
})

type Made = Extract<TournamentRecord, { type: 'roundMade' }>
type Ended = Extract<TournamentRecord, { type: 'tableEnded' }>

/** Two seats exchanged, another deal, another game, a table less, a bye more. */
function spoiled(record: Made): readonly Made[] {
  const [first, ...others] = record.tables
  if (!first) return []
  const withFirst = (table: typeof first): Made => ({ ...record, tables: [table, ...others] })
  return [
    withFirst({ ...first, seats: first.seats.toReversed() }),
    withFirst({ ...first, deal: first.deal + 1 }),
    withFirst({ ...first, game: first.game + 1 }),
    withFirst({ ...first, number: first.number + 1 }),
    { ...record, tables: others },
    { ...record, byes: [...record.byes, 1] },
    { ...record, round: record.round + 1 },
  ]
}

describe('of four in a round robin', () => {
  const setting = settingOf({ format: 'roundRobin' })
  const { records } = playOut(setting, house(4), 1)
  const first = (type: TournamentRecord['type']): number => records.findIndex((record) => record.type === type)
  const at = (index: number, ...instead: TournamentRecord[]) => replay(setting, [...records.slice(0, index), ...instead])
  const result: Ended = { type: 'tableEnded', table: 1, outcome: 'played', places: [], left: [], head: null }

  test('a table begins once, and one that there is', () => {
    const index = first('tableBegun')
    expect(at(index, { type: 'tableBegun', table: 99, match: 'm' })).toMatchObject({
      at: index + 1,
      problem: 'table 99: there is none',
    })
    expect(at(index + 1, itemAt(records, index))).toMatchObject({ at: index + 2, problem: 'table 1: may not begin now' })
  })

  test('a result has the places of all seats, and no forfeit follows play', () => {
    const index = first('tableEnded')
    expect(at(index, result)).toMatchObject({ at: index + 1, problem: 'table 1: places are not those of its seats' })
    const twice = [1, 2].map((place) => ({ seat: 0, place, score: 0 }))
    expect(at(index, { ...result, places: twice })).toMatchObject({ at: index + 1 })
    expect(at(index, { ...result, outcome: 'forfeit' })).toMatchObject({ problem: 'table 1: has begun, so it is no forfeit' })
    expect(at(index, { ...result, table: 99 })).toMatchObject({ problem: 'table 99: there is none' })
    expect(at(index, { ...result, outcome: 'void' })).toMatchObject({ ok: true })
  })

  test('a table that has not begun has no result, unless it is due or all is ended', () => {
    const index = first('tableBegun')
    expect(at(index, result)).toMatchObject({ problem: 'table 1: has not begun, and is no forfeit' })
    expect(at(index, { ...result, outcome: 'void' })).toMatchObject({ problem: 'table 1: has not begun, and is no forfeit' })
    const withdrawn: TournamentRecord = { type: 'withdrew', entrant: 1, reason: '' }
    const table = records
      .flatMap((record) => (record.type === 'roundMade' ? record.tables : []))
      .find(({ seats }) => seats[0] === 1)
    const places = [
      { seat: 1, place: 1, score: 0 },
      { seat: 0, place: 2, score: 0 },
    ]
    const forfeit: TournamentRecord = { ...result, table: table?.number ?? 0, outcome: 'forfeit', places }
    expect(at(index, withdrawn, forfeit)).toMatchObject({ ok: true })
    expect(at(index, withdrawn, { ...forfeit, places: places.toReversed() })).toMatchObject({ at: index + 2 })
    const voids = Array.from({ length: 12 }, (_, number): TournamentRecord => ({ ...result, table: number + 1, outcome: 'void' }))
    expect(at(index, ...voids, { type: 'ended', by: 'organiser' })).toMatchObject({ ok: true })
    expect(at(index, ...voids, { type: 'ended', by: 'format' })).toMatchObject({ at: index + 1 })
    expect(at(index, ...voids.slice(1), { type: 'ended', by: 'organiser' })).toMatchObject({ at: index + 12 })
  })

  test('it ends when nothing is left to play, and nothing comes after', () => {
    const index = first('tableBegun')
    expect(at(index, { type: 'ended', by: 'format' })).toMatchObject({ at: index + 1, problem: 'ended: more is to be played' })
    expect(at(records.length, { type: 'paused' })).toMatchObject({
      at: records.length + 1,
      problem: 'paused: The tournament is over.',
    })
    expect(at(records.length, { type: 'ended', by: 'format' })).toMatchObject({ at: records.length + 1 })
    expect(at(records.length, { ...result, outcome: 'void' })).toMatchObject({ at: records.length + 1 })
  })

  test('entrants are numbered as they enter', () => {
    const second = records.find((record) => record.type === 'entered' && record.entrant === 2)
    expect(second && at(0, second)).toMatchObject({ at: 1, problem: 'entered: not as it is recorded at this point' })
  })
})
