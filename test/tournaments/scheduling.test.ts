import { describe, expect, test } from 'vitest'
import { roundsDue } from '../../src/tournaments/rounds.js'
import { forfeitsDue, mayBegin, tablesToBegin } from '../../src/tournaments/scheduling.js'
import { entrantOf, memoryOf, after as recorded, remembers, type Tournament, tournamentOf } from '../../src/tournaments/state.js'
import { CLOCK, house, mixed, playOut } from './playout.js'
import { begun, entered, settingOf, withdrew } from './synthetic.js'

const withRounds = (tournament: Tournament): Tournament => {
  const due = roundsDue(tournament)
  return (due.kind === 'rounds' ? due.rounds : []).reduce<Tournament>(
    (before, round) => recorded(before, { type: 'roundMade', ...round }),
    tournament,
  )
}
const begin = (tournament: Tournament, table: number): Tournament =>
  recorded(tournament, { type: 'tableBegun', table, match: `match ${table}` })
const numbers = (tournament: Tournament): number[] => tablesToBegin(tournament).map(({ number }) => number)

const robin = (atOnce: { entrant?: number; all?: number }) => settingOf({ format: 'roundRobin', atOnce, clock: CLOCK })

/** Players with an account each. */
const ofPlayers = (atOnce: { entrant?: number; all?: number }, count: number): Tournament => {
  const records = Array.from({ length: count }, (_, index) => ({
    ...entered(index + 1),
    who: { kind: 'player', player: `player ${index}` },
  }))
  return withRounds(tournamentOf(robin(atOnce), [...(records as ReturnType<typeof entered>[]), { type: 'started' }]))
}

describe('tables begin', () => {
  test('in order, as many as may be played at once', () => {
    const tournament = withRounds(begun(robin({ all: 5 }), 6))
    expect(numbers(tournament)).toEqual([1, 2, 3, 4, 5])
    expect(numbers(begin(begin(tournament, 1), 4))).toEqual([2, 3, 5])
  })

  test('as far as each entrant has time, and bots of the house always have', () => {
    const tournament = ofPlayers({ entrant: 1 }, 4)
    const busy = tablesToBegin(tournament).flatMap(({ seats }) => seats)
    expect(busy.toSorted()).toEqual([1, 2, 3, 4])
    const [first] = tablesToBegin(tournament)
    expect(tablesToBegin(begin(tournament, first?.number ?? 0)).flatMap(({ seats }) => seats)).toHaveLength(2)
    expect(numbers(withRounds(begun(robin({ entrant: 1 }), 4)))).toHaveLength(12)
  })

  test('a later one may, where earlier ones have to wait for somebody', () => {
    const tournament = ofPlayers({ entrant: 1, all: 2 }, 6)
    const busy = begin(tournament, 1)
    expect(numbers(busy)).not.toContain(2)
    expect(numbers(busy)).toHaveLength(1)
  })

  test('not in a tournament that is paused, open or over', () => {
    const tournament = withRounds(begun(robin({}), 4))
    for (const status of ['open', 'paused', 'over'] as const) {
      expect(tablesToBegin({ ...tournament, status })).toEqual([])
      expect(tournament.tables.some((table) => mayBegin({ ...tournament, status }, table))).toBe(false)
    }
  })

  test('never twice, and not with somebody who has withdrawn', () => {
    const tournament = recorded(withRounds(begun(robin({}), 4)), withdrew(2))
    expect(tablesToBegin(tournament)).toHaveLength(6)
    for (const { seats } of tablesToBegin(tournament)) expect(seats).not.toContain(2)
    expect(numbers(tablesToBegin(tournament).reduce((before, { number }) => begin(before, number), tournament))).toEqual([])
  })
})

describe('forfeits', () => {
  test('are of tables that have not begun: those who withdrew are last, the others share the places before them', () => {
    const setting = settingOf({ format: 'roundRobin', seats: 3 })
    const [table, ...others] = withRounds(begun(setting, 3)).tables
    const tournament = begin(withRounds(begun(setting, 3)), others[0]?.number ?? 0)
    const [first = 0, second = 0, third = 0] = table?.seats ?? []
    const one = forfeitsDue(recorded(tournament, withdrew(first)))
    expect(one.map((result) => result.table)).toEqual([1, 3])
    expect(one[0]).toEqual({
      table: 1,
      outcome: 'forfeit',
      places: [
        { seat: 1, place: 1, score: 0 },
        { seat: 2, place: 1, score: 0 },
        { seat: 0, place: 3, score: 0 },
      ],
      left: [],
      head: null,
    })
    const two = forfeitsDue([withdrew(first), withdrew(third)].reduce(recorded, tournament))
    expect(two[0]?.places.map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
    ])
    const all = forfeitsDue([withdrew(first), withdrew(second), withdrew(third)].reduce(recorded, tournament))
    expect(all[0]?.places.map(({ place }) => place)).toEqual([1, 1, 1])
  })

  test('are none where nobody withdrew', () => {
    expect(forfeitsDue(withRounds(begun(robin({}), 5)))).toEqual([])
  })
})

describe('whatever happens', () => {
  const FORMATS = ['roundRobin', 'swiss', 'knockout', 'ladder'] as const
  const atOnce = { entrant: 2, all: 5 }
  const states = FORMATS.flatMap((format) =>
    [1, 2, 3, 4].flatMap((seed) => {
      const setting = settingOf({ format, seats: 2 + (seed % 2), clock: CLOCK, seed, atOnce, rounds: 3 })
      return playOut(setting, seed % 2 === 0 ? mixed(9) : house(7), seed, { unrest: 0.1, tables: 60 }).states
    }),
  )

  test('the limits hold', () => {
    for (const { underWay, tables, entrants } of states) {
      expect(underWay.size).toBeLessThanOrEqual(atOnce.all)
      for (const entrant of entrants.filter(remembers)) {
        const busy = [...underWay].filter((number) => tables[number - 1]?.seats.includes(entrant.number))
        expect(busy.length).toBeLessThanOrEqual(atOnce.entrant)
      }
    }
  })

  test('a memory is never at two tables of one deal at once', () => {
    for (const state of states) {
      const known = [...state.underWay].flatMap((number) => {
        const { seats = [], deal = 0 } = state.tables[number - 1] ?? {}
        const memories = new Set(seats.map((one) => memoryOf(entrantOf(state, one))).filter((memory) => memory !== null))
        return [...memories].map((memory) => `${deal} ${memory}`)
      })
      expect(new Set(known).size).toBe(known.length)
    }
  })

  test('every table that is proposed may begin, and after all of those none may', () => {
    for (const state of states.filter((_, index) => index % 7 === 0)) {
      const proposed = tablesToBegin(state)
      for (const table of proposed) expect(mayBegin(state, table)).toBe(true)
      const later = proposed.reduce((before, { number }) => begin(before, number), state)
      expect(later.tables.filter((table) => mayBegin(later, table))).toEqual([])
    }
  })
})
