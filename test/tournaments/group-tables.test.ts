import { describe, expect, test } from 'vitest'
import { itemAt, numberAt } from '../../src/games/lists.js'
import type { Table } from '../../src/tournaments/record.js'
import { entrantOf, memoryOf, remembers, type Tournament } from '../../src/tournaments/state.js'
import { CLOCK, house, mixed, playOut } from './playout.js'
import { settingOf } from './synthetic.js'

const FORMATS = ['roundRobin', 'swiss', 'knockout', 'ladder'] as const
const CASES = FORMATS.flatMap((format) =>
  [2, 3, 4].flatMap((seats) => (['duplicate', 'fresh'] as const).map((deals) => ({ format, seats, deals }))),
)

function grouped<T>(items: readonly T[], key: (item: T) => string | number): T[][] {
  const groups = new Map<string | number, T[]>()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return [...groups.values()]
}

const setOf = ({ round, game, seats }: Table): string => `${round} ${game} ${seats.toSorted((a, b) => a - b)}`

/** Memories at the tables of a deal, one for each table that it is at. */
const memoriesAt = (tournament: Tournament, tables: readonly Table[]): string[] =>
  tables.flatMap(({ seats }) =>
    [...new Set(seats.map((number) => memoryOf(entrantOf(tournament, number))))].filter((one) => one !== null),
  )

const rotations = (group: readonly number[]): string[] =>
  group.map((_, by) => group.map((_, seat) => numberAt(group, (seat + by) % group.length)).join())

describe.each(CASES)('$format at tables of $seats with $deals deals', ({ format, seats, deals }) => {
  const setting = (seed: number) =>
    settingOf({
      format,
      deals,
      seed,
      repeats: 1 + (seed % 2),
      clock: CLOCK,
      rounds: 3,
      games: [
        { game: 'royals', seats },
        { game: 'kingdoms', seats },
      ],
    })
  const seeds = [1, 2, 3, 4]
  const tournaments = seeds.map((seed) =>
    playOut(setting(seed), seed % 2 === 0 ? mixed(9 + seed) : house(8 + seed), seed, { unrest: 0.1, tables: 100 }),
  )

  test('no memory is at two tables of one deal', () => {
    for (const { tournament } of tournaments) {
      for (const tables of grouped(tournament.tables, ({ deal }) => deal)) {
        const memories = memoriesAt(tournament, tables)
        expect(new Set(memories).size).toBe(memories.length)
      }
    }
  })

  test('a group plays each game with every rotation of its seats, equally often', () => {
    for (const { tournament } of tournaments) {
      const { tables } = tournament
      for (const group of grouped(tables, setOf)) {
        const orders = grouped(group, (table) => table.seats.join())
        expect(orders.map((one) => itemAt(one, 0).seats.join()).toSorted()).toEqual(rotations(itemAt(group, 0).seats).toSorted())
        expect(new Set(orders.map(({ length }) => length)).size).toBe(1)
      }
    }
  })

  test('where nobody remembers, all rotations of a repeat have one deal, which nobody else has', () => {
    for (const { tournament } of tournaments.filter(() => deals === 'duplicate')) {
      const stateless = tournament.tables.filter(
        (table) => !table.seats.some((number) => remembers(entrantOf(tournament, number))),
      )
      for (const tables of grouped(stateless, ({ deal }) => deal)) {
        expect(new Set(tables.map(setOf)).size).toBe(1)
        expect(new Set(tables.map((table) => table.seats.join())).size).toBe(seats)
        expect(tables).toHaveLength(seats)
      }
    }
  })

  test('tables of one deal are of one round and one game', () => {
    for (const { tournament } of tournaments)
      for (const tables of grouped(tournament.tables, ({ deal }) => deal))
        expect(new Set(tables.map(({ round, game }) => `${round} ${game}`)).size).toBe(1)
  })

  test('tables and deals are numbered without a gap, as they come', () => {
    for (const { tournament } of tournaments) {
      const { tables } = tournament
      expect(tables.map(({ number }) => number)).toEqual(tables.map((_, index) => index + 1))
      const inOrder = [...new Set(tables.map(({ deal }) => deal))]
      expect(inOrder).toEqual(inOrder.map((_, index) => index + 1))
      if (deals === 'fresh') expect(inOrder).toHaveLength(tables.length)
    }
  })
})

describe('those who remember', () => {
  const programs = (count: number) => mixed(3 * count).filter(({ who }) => who.kind === 'program')

  test('play the deals of a round once each, and groups share them rotation by rotation', () => {
    const setting = settingOf({ format: 'roundRobin', clock: CLOCK })
    const { tournament } = playOut(setting, programs(6), 1)
    for (const round of tournament.rounds) {
      expect(round.tables).toHaveLength(6)
      expect(new Set(round.tables.map(({ deal }) => deal)).size).toBe(2)
      for (const tables of grouped(round.tables, ({ deal }) => deal))
        expect(new Set(tables.flatMap(({ seats }) => seats)).size).toBe(6)
    }
  })

  test('as two versions of one player in different groups: the second has a deal of its own', () => {
    const setting = settingOf({ format: 'ladder', rounds: 1, clock: CLOCK })
    const versions = ['1', '2', '3', '4'].map((version) => ({
      name: version,
      version,
      who: { kind: 'player', player: version === '2' || version === '3' ? 'same' : version } as const,
      rating: null,
    }))
    const { tournament } = playOut(setting, versions, 1)
    expect(tournament.tables.map(({ seats, deal }) => [...seats, deal])).toEqual([
      [1, 2, 1],
      [2, 1, 2],
      [3, 4, 3],
      [4, 3, 4],
    ])
  })
})
