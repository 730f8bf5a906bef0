import { describe, expect, test } from 'vitest'
import { recordsDue } from '../../src/tournaments/course.js'
import { designsOf } from '../../src/tournaments/round-robin.js'
import { roundsDue } from '../../src/tournaments/rounds.js'
import { BOUNDS } from '../../src/tournaments/setting.js'
import { isSettled, newTournament, after as recorded, type Tournament, tournamentOf } from '../../src/tournaments/state.js'
import { CLOCK, house, mixed, playOut } from './playout.js'
import { begun, duels, entered, settingOf, withdrew, withRound } from './synthetic.js'

const FORMATS = ['roundRobin', 'swiss', 'knockout', 'ladder'] as const
const made = (tournament: Tournament) => {
  const due = roundsDue(tournament)
  return due.kind === 'rounds' ? due.rounds : []
}
const within = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
const pair = (one: number, other: number): string => `${Math.min(one, other)}-${Math.max(one, other)}`

describe('a round robin', () => {
  const robin = settingOf({ format: 'roundRobin' })

  test('is made as a whole at the start: of four, three rounds of two groups, each with both rotations', () => {
    const rounds = made(begun(robin, 4))
    expect(rounds.map(({ round, tables, byes }) => [round, tables.length, byes.length])).toEqual([
      [1, 4, 0],
      [2, 4, 0],
      [3, 4, 0],
    ])
    const met = rounds.flatMap(({ tables }) => tables.map(({ seats: [one = 0, other = 0] }) => pair(one, other)))
    expect(met.toSorted()).toEqual(['1-2', '1-2', '1-3', '1-3', '1-4', '1-4', '2-3', '2-3', '2-4', '2-4', '3-4', '3-4'])
  })

  test('of an odd number has a bye in every round', () => {
    const byes = made(begun(robin, 5)).map((round) => round.byes)
    expect(byes.flat().toSorted()).toEqual([1, 2, 3, 4, 5])
  })

  test.each([2, 3, 4, 5])(
    'at tables of %i: everybody meets everybody as often as the design tells, and has every seat equally often',
    (seats) => {
      for (let entrants = seats; entrants <= 13; entrants++) {
        const tournament = begun(settingOf({ format: 'roundRobin', seats }), entrants)
        const tables = made(tournament).flatMap((round) => round.tables)
        const lambda = designsOf(tournament)[0]?.design.lambda
        const met = new Map<string, number>()
        const sat = new Map<string, number>()
        for (const table of tables)
          for (const [seat, one] of table.seats.entries()) {
            sat.set(`${one} ${seat}`, (sat.get(`${one} ${seat}`) ?? 0) + 1)
            for (const other of table.seats.slice(seat + 1)) met.set(pair(one, other), (met.get(pair(one, other)) ?? 0) + 1)
          }
        expect(met.size).toBe((entrants * (entrants - 1)) / 2)
        expect(Math.min(...met.values())).toBe(seats * (lambda?.min ?? 0))
        expect(Math.max(...met.values())).toBe(seats * (lambda?.max ?? 0))
        expect(sat.size).toBe(entrants * seats)
        expect(within([...sat.values()])).toBe(0)
      }
    },
  )

  test('of games with different numbers of seats has rounds for each number', () => {
    const games = [
      { game: 'kingdoms', seats: 2 },
      { game: 'regents', seats: 3 },
      { game: 'royals', seats: 2 },
    ]
    const tournament = begun(settingOf({ format: 'roundRobin', games }), 7)
    const rounds = made(tournament)
    expect(designsOf(tournament).map((one) => [one.seats, one.games, one.design.blocks.length])).toEqual([
      [2, [0, 2], 21],
      [3, [1], 7],
    ])
    const played = rounds.flatMap((round) => round.tables.map(({ game, seats }) => `${game}: ${seats.length}`))
    expect(played.filter((one) => one === '0: 2')).toHaveLength(42)
    expect(played.filter((one) => one === '2: 2')).toHaveLength(42)
    expect(played.filter((one) => one === '1: 3')).toHaveLength(21)
    for (const { tables } of rounds) expect(new Set(tables.map(({ seats }) => seats.length)).size).toBe(1)
  })

  test('goes on where only some of its rounds were recorded, though somebody has withdrawn since', () => {
    const rounds = made(begun(robin, 6))
    const two = rounds
      .slice(0, 2)
      .reduce<Tournament>((before, round) => recorded(before, { type: 'roundMade', ...round }), begun(robin, 6))
    expect(made(recorded(two, withdrew(3)))).toEqual(rounds.slice(2))
  })

  test('is without those who withdrew before the start', () => {
    const records = [1, 2, 3, 4, 5].map((number) => entered(number))
    const tournament = tournamentOf(robin, [...records, withdrew(2), { type: 'started' }])
    expect(new Set(made(tournament).flatMap(({ tables }) => tables.flatMap(({ seats }) => seats)))).toEqual(new Set([1, 3, 4, 5]))
  })

  test('has another order for another seed, and the same for the same', () => {
    const orders = [1, 2, 3].map((seed) => JSON.stringify(made(begun({ ...robin, seed }, 8))))
    expect(new Set(orders).size).toBe(3)
    expect(JSON.stringify(made(begun({ ...robin, seed: 2 }, 8)))).toBe(orders[1])
  })
})

describe('rounds', () => {
  test('are due while the tournament runs, and at no other time', () => {
    const running = begun(settingOf({ format: 'knockout' }), 4)
    expect(roundsDue(running).kind).toBe('rounds')
    expect(roundsDue({ ...running, status: 'open' })).toEqual({ kind: 'waiting' })
    expect(roundsDue({ ...running, status: 'paused' })).toEqual({ kind: 'waiting' })
    expect(roundsDue({ ...running, status: 'over' })).toEqual({ kind: 'over' })
    expect(roundsDue(newTournament(settingOf())).kind).toBe('waiting')
  })

  test('of a Swiss tournament end with its number, or when too few are left for a table', () => {
    const swiss = begun(settingOf({ rounds: 2 }), 4)
    const first = withRound(swiss, duels('1-3 1, 2-4 1'))
    expect(roundsDue(first).kind).toBe('rounds')
    expect(roundsDue([2, 3, 4].map(withdrew).reduce(recorded, first)).kind).toBe('over')
    expect(roundsDue(withRound(first, duels('1-2 1, 3-4 1'))).kind).toBe('over')
  })

  test('are not made beyond the bound of tables', () => {
    const ladder = begun(settingOf({ format: 'ladder' }), 4)
    const table = { number: 1, round: 1, game: 0, seats: [1, 2], deal: 1 }
    const full = (count: number): Tournament => ({
      ...ladder,
      tables: Array.from({ length: count }, () => table),
      results: new Map(
        Array.from({ length: count }, (_, index) => [
          index + 1,
          { table: index + 1, outcome: 'void', places: [], left: [], head: null },
        ]),
      ),
    })
    expect(roundsDue(full(BOUNDS.tables - 4)).kind).toBe('rounds')
    expect(roundsDue(full(BOUNDS.tables - 3)).kind).toBe('over')
  })
})

describe.each(FORMATS)('%s', (format) => {
  const played = (seed: number) => {
    const seats = 2 + (seed % 3)
    const setting = settingOf({ format, seats, clock: CLOCK, seed, ...(format === 'ladder' && { rounds: 4 }) })
    return playOut(setting, seed % 2 === 0 ? mixed(6 + (seed % 5)) : house(6 + (seed % 5)), seed, { unrest: 0.1, aborts: 0.05 })
  }
  const seeds = [1, 2, 3, 4, 5, 6]

  test('a round is made when all tables before it have ended, but for a round robin', () => {
    for (const seed of seeds) {
      const { states, records } = played(seed)
      for (const [index, record] of records.entries())
        if (record.type === 'roundMade' && format !== 'roundRobin') expect(isSettled(states[index - 1] as Tournament)).toBe(true)
    }
  })

  test('everybody who plays is in one group of a round or has a bye', () => {
    for (const seed of seeds) {
      const { states, records } = played(seed)
      for (const [index, record] of records.entries()) {
        if (record.type !== 'roundMade') continue
        const groups = new Map<number, Set<string>>()
        for (const { seats } of record.tables)
          for (const one of seats) groups.set(one, (groups.get(one) ?? new Set()).add(seats.toSorted().join()))
        expect([...groups.values()].every(({ size }) => size === 1)).toBe(true)
        expect(record.byes.some((one) => groups.has(one))).toBe(false)
        const before = states[index - 1] as Tournament
        for (const one of [...groups.keys(), ...record.byes])
          expect(before.entrants[one - 1]?.until === null || format === 'roundRobin').toBe(true)
      }
    }
  })

  test('it comes to its end by itself, with all tables ended and nothing more due', () => {
    for (const seed of seeds) {
      const { tournament } = played(seed)
      expect(isSettled(tournament)).toBe(true)
      expect(recordsDue(tournament)).toEqual([])
    }
  })
})
