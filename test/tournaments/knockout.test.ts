import { describe, expect, test } from 'vitest'
import { groupsInAll, knockoutGroups, leftIn } from '../../src/tournaments/knockout.js'
import { roundsDue } from '../../src/tournaments/rounds.js'
import { after as recorded, type Tournament, tournamentOf } from '../../src/tournaments/state.js'
import { CLOCK, house, mixed, playOut } from './playout.js'
import { begun, duels, entered, settingOf, withdrew, withRound } from './synthetic.js'

const knockout = (seats = 2, advance = 1) => settingOf({ format: 'knockout', seats, advance })

/** Of so many, ranked as they entered. */
const of = (entrants: number, seats = 2, advance = 1): Tournament => begun(knockout(seats, advance), entrants)

const groups = (tournament: Tournament): string[] => (knockoutGroups(tournament)?.groups ?? []).map((group) => group.join('-'))
const byes = (tournament: Tournament): readonly number[] => knockoutGroups(tournament)?.byes ?? []

describe('a bracket of two seats', () => {
  test('of eight is the usual one', () => {
    expect(groups(of(8))).toEqual(['1-8', '4-5', '2-7', '3-6'])
    const second = withRound(of(8), duels('1-8 0, 4-5 1, 2-7 0, 3-6 1'))
    expect(groups(second)).toEqual(['8-4', '7-3'])
    const last = withRound(second, duels('8-4 1, 7-3 0'))
    expect(groups(last)).toEqual(['8-3'])
    const over = withRound(last, duels('8-3 0'))
    expect(knockoutGroups(over)).toBeNull()
    expect(leftIn(over)).toEqual([3])
    expect(roundsDue(over)).toEqual({ kind: 'over' })
  })

  test('of sixteen brings the best together as late as can be', () => {
    expect(groups(of(16))).toEqual(['1-16', '8-9', '4-13', '5-12', '2-15', '7-10', '3-14', '6-11'])
  })

  test('of six gives byes to the two best, who meet the winners next', () => {
    expect(byes(of(6))).toEqual([1, 2])
    expect(groups(of(6))).toEqual(['4-5', '3-6'])
    expect(groups(withRound(of(6), duels('4-5 0, 3-6 0'), [1, 2]))).toEqual(['1-5', '2-6'])
  })

  test('has byes in the first round only', () => {
    for (let entrants = 2; entrants <= 33; entrants++) {
      const { tournament } = playOut(knockout(), house(entrants), entrants)
      const [first, ...later] = tournament.rounds
      const full = 2 ** Math.ceil(Math.log2(entrants))
      expect(first?.byes).toHaveLength(full - entrants)
      expect(later.flatMap((round) => round.byes)).toEqual([])
    }
  })

  test('if the better rank always wins, the best meet in the last round, the four best in the last but one', () => {
    for (const entrants of [5, 8, 11, 16, 23, 32]) {
      let now = of(entrants)
      const played: string[][] = []
      for (let next = knockoutGroups(now); next; next = knockoutGroups(now)) {
        played.push(groups(now))
        const tables = next.groups.map((seats) => ({ seats, places: (seats[0] ?? 0) < (seats[1] ?? 0) ? [1, 2] : [2, 1] }))
        now = withRound(now, tables, next.byes)
      }
      expect(played.at(-1)).toEqual(['1-2'])
      expect(played.at(-2)).toEqual(['1-4', '2-3'])
    }
  })
})

test('entrants are ranked by rating, equals and those without one as they entered', () => {
  const ratings = [null, 1500, 1800, null, 1500]
  const records = ratings.map((rating, index) => entered(index + 1, rating))
  expect(leftIn(tournamentOf(knockout(), records))).toEqual([3, 2, 5, 1, 4])
})

describe('more seats', () => {
  test('the best are spread over the tables, and the first of a table takes its best slot', () => {
    expect(groups(of(9, 3))).toEqual(['1-6-7', '2-5-8', '3-4-9'])
    const first = withRound(of(9, 3), [
      { seats: [1, 6, 7], places: [2, 1, 3] },
      { seats: [2, 5, 8], places: [1, 2, 3] },
      { seats: [3, 4, 9], places: [3, 2, 1] },
    ])
    expect(groups(first)).toEqual(['6-2-9'])
  })

  test('two of a table go on', () => {
    expect(groups(of(8, 4, 2))).toEqual(['1-4-5-8', '2-3-6-7'])
    const first = withRound(of(8, 4, 2), [
      { seats: [1, 4, 5, 8], places: [3, 4, 2, 1] },
      { seats: [2, 3, 6, 7], places: [1, 2, 3, 4] },
    ])
    expect(groups(first)).toEqual(['8-2-3-5'])
  })

  test('where one of each table is too few for the last, those who came next fill it', () => {
    const first = withRound(of(8, 4), [
      { seats: [1, 4, 5, 8], places: [1, 2, 3, 4] },
      { seats: [2, 3, 6, 7], places: [4, 3, 2, 1] },
    ])
    expect(groups(first)).toEqual(['1-7-6-4'])
    expect(groups(of(6, 4))).toEqual(['3-4-5-6'])
    expect(byes(of(6, 4))).toEqual([1, 2])
    const bye = withRound(of(6, 4), [{ seats: [3, 4, 5, 6], places: [4, 3, 2, 1] }], [1, 2])
    expect(groups(bye)).toEqual(['1-2-6-5'])
  })

  test('of those who came next, the one with more points', () => {
    expect(byes(of(9, 4))).toEqual([1])
    const first = withRound(
      of(9, 4),
      [
        { seats: [2, 5, 6, 9], places: [1, 2, 3, 4] },
        { seats: [3, 4, 7, 8], places: [1, 2, 2, 4] },
      ],
      [1],
    )
    expect(groups(first)).toEqual(['1-2-3-5'])
  })

  test('of those who came next, a second before any third, whatever their points', () => {
    const first = withRound(of(8, 4), [
      { seats: [1, 4, 5, 8], places: [1, 2, 2, 4] },
      { seats: [2, 3, 6, 7], places: [1, 2, 2, 2] },
    ])
    expect(leftIn(first).filter((number) => [1, 4, 5, 8].includes(number))).toHaveLength(2)
    expect(leftIn(first).filter((number) => [2, 3, 6, 7].includes(number))).toHaveLength(2)
  })

  const SHAPES = [2, 3, 4, 5].flatMap((seats) =>
    [1, 2, 3, 4].filter((advance) => advance < seats).map((advance) => ({ seats, advance })),
  )

  test.each(SHAPES)('tables of $seats, of which $advance go on: full tables down to one winner', ({ seats, advance }) => {
    for (let entrants = seats; entrants <= 23; entrants++) {
      const { tournament } = playOut(knockout(seats, advance), house(entrants), entrants)
      const sizes = tournament.rounds.map(
        ({ tables, byes }) => new Set(tables.flatMap((table) => table.seats)).size + byes.length,
      )
      expect(sizes[0]).toBe(entrants)
      expect(sizes.at(-1)).toBe(seats)
      expect(sizes).toEqual([...new Set(sizes)].toSorted((one, other) => other - one))
      expect(tournament.tables).toHaveLength(groupsInAll(entrants, tournament) * seats)
      expect(leftIn(tournament)).toHaveLength(1)
    }
  })

  test.each(SHAPES)('tables of $seats, of which $advance go on: so many of each table at least', ({ seats, advance }) => {
    for (const entrants of [seats + 1, 2 * seats, 17, 30]) {
      const { tournament } = playOut(knockout(seats, advance), house(entrants), entrants)
      const rounds = tournament.rounds.map(({ tables }) => new Set(tables.flatMap((table) => table.seats)))
      for (const [index, round] of tournament.rounds.slice(0, -1).entries())
        for (const { seats: group } of round.tables) {
          const next = tournament.rounds[index + 1]
          const goOn = group.filter((number) => rounds[index + 1]?.has(number) || next?.byes.includes(number))
          expect(goOn.length).toBeGreaterThanOrEqual(advance)
        }
    }
  })
})

describe('ties and withdrawals', () => {
  const winners = (tournament: Tournament): Set<number | undefined> =>
    new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => leftIn({ ...tournament, setting: { ...tournament.setting, seed } })[0]))

  test('with equal points, more first places are better', () => {
    const level = withRound(of(3, 3), [
      { seats: [1, 2, 3], places: [1, 2, 3] },
      { seats: [1, 2, 3], places: [3, 2, 1] },
    ])
    expect(winners(level)).toEqual(new Set([1, 3]))
  })

  test('with equal first places, scores decide, and then the lot', () => {
    const level = withRound(of(2), duels('1-2 1, 2-1 1'))
    expect(winners(level)).toEqual(new Set([1, 2]))
    const last = level.results.get(2)
    const places = last?.places.map((one) => ({ ...one, score: one.seat === 0 ? 1 : 0 })) ?? []
    const results = last ? new Map(level.results).set(2, { ...last, places }) : level.results
    expect(winners({ ...level, results })).toEqual(new Set([2]))
  })

  test('a winner who withdraws is replaced by nobody', () => {
    const first = withRound(of(8), duels('1-8 1, 4-5 1, 2-7 1, 3-6 1'))
    const without = recorded(first, withdrew(2))
    expect(leftIn(without)).toEqual([1, 3, 4])
    expect(groups(without)).toEqual(['3-4'])
    expect(byes(without)).toEqual([1])
  })

  test('a last winner who withdraws leaves the tournament over, without one', () => {
    const last = recorded(withRound(of(2), duels('1-2 1')), withdrew(1))
    expect(leftIn(last)).toEqual([])
    expect(roundsDue(last)).toEqual({ kind: 'over' })
  })

  test('too few for a table are left: it is over', () => {
    const first = withRound(of(8, 4, 2), [
      { seats: [1, 4, 5, 8], places: [1, 2, 3, 4] },
      { seats: [2, 3, 6, 7], places: [1, 2, 3, 4] },
    ])
    expect(roundsDue(recorded(first, withdrew(1)))).toEqual({ kind: 'over' })
  })

  test('whatever entrants do, it ends, and nobody comes back who was knocked out', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const seats = 2 + (seed % 3)
      const setting = settingOf({ format: 'knockout', seats, clock: CLOCK, seed })
      const { tournament } = playOut(setting, mixed(seats + (seed % 17)), seed, { unrest: 0.1, aborts: 0.1 })
      expect(tournament.status).toBe('over')
      const present = tournament.rounds.map(({ tables, byes }) => new Set([...tables.flatMap((table) => table.seats), ...byes]))
      for (const [index, round] of present.slice(1).entries())
        for (const number of round) expect(present[index]?.has(number)).toBe(true)
    }
  })
})
