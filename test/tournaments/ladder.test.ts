import { describe, expect, test } from 'vitest'
import { ladderGroups, ladderOrder } from '../../src/tournaments/ladder.js'
import { roundsDue } from '../../src/tournaments/rounds.js'
import { after as recorded, type Tournament } from '../../src/tournaments/state.js'
import { CLOCK, house, mixed, playOut } from './playout.js'
import { begun, duels, entered, settingOf, withdrew, withRound } from './synthetic.js'

const ladder = (seats = 2, rounds?: number) => settingOf({ format: 'ladder', seats, ...(rounds && { rounds }) })
const of = (entrants: number, seats = 2): Tournament => begun(ladder(seats), entrants)
const groups = (tournament: Tournament): string[] => (ladderGroups(tournament)?.groups ?? []).map((group) => group.join('-'))

describe('a ladder', () => {
  test('of five, by hand', () => {
    expect(groups(of(5))).toEqual(['1-2', '3-4'])
    const first = withRound(of(5), duels('1-2 0, 3-4 1'), [5])
    expect(ladderOrder(first)).toEqual([2, 1, 3, 4, 5])
    expect(groups(first)).toEqual(['1-3', '4-5'])
    const second = withRound(first, duels('1-3 0, 4-5 0'), [2])
    expect(ladderOrder(second)).toEqual([2, 3, 1, 5, 4])
    expect(groups(second)).toEqual(['2-3', '1-5'])
    const third = withRound(second, duels('2-3 =, 1-5 0'), [4])
    expect(ladderOrder(third)).toEqual([2, 3, 5, 1, 4])
  })

  test('of six at tables of three: shifted by half a table in even rounds', () => {
    expect(groups(of(6, 3))).toEqual(['1-2-3', '4-5-6'])
    const first = withRound(of(6, 3), [
      { seats: [1, 2, 3], places: [3, 1, 2] },
      { seats: [4, 5, 6], places: [1, 1, 1] },
    ])
    expect(ladderOrder(first)).toEqual([2, 3, 1, 4, 5, 6])
    expect(groups(first)).toEqual(['3-1-4'])
    expect(ladderGroups(first)?.byes).toEqual([2, 5, 6])
  })

  test('of five at tables of three: counted from the foot in even rounds, so that everybody plays', () => {
    const first = withRound(of(5, 3), [{ seats: [1, 2, 3], places: [1, 2, 3] }], [4, 5])
    expect(groups(first)).toEqual(['3-4-5'])
  })

  test('of as many as a table has seats plays in every round', () => {
    const first = withRound(of(3, 3), [{ seats: [1, 2, 3], places: [3, 2, 1] }])
    expect(groups(first)).toEqual(['3-2-1'])
  })

  test('begins in the order of ratings', () => {
    const tournament = [1500, null, 1600].reduce((before, rating, index) => recorded(before, entered(index + 1, rating)), of(0))
    expect(ladderOrder(tournament)).toEqual([3, 1, 2])
  })

  test('has late entrants at its foot, whatever their rating, and forgets those who withdrew', () => {
    const first = withRound(of(4), duels('1-2 0, 3-4 0'))
    const changed = [entered(5), entered(6, 3000), withdrew(1)].reduce(recorded, first)
    expect(ladderOrder(changed)).toEqual([2, 4, 3, 5, 6])
    expect(groups(changed)).toEqual(['4-3', '5-6'])
  })

  test('moves nobody while tables of their group are missing', () => {
    const first = withRound(of(4), [...duels('1-2 0, 2-1 1'), ...duels('3-4 0, 4-3 1')])
    const results = new Map(first.results)
    results.delete(2)
    expect(ladderOrder({ ...first, results })).toEqual([1, 2, 4, 3])
  })

  test('is over after its rounds; without a number it goes on, and waits if there are too few', () => {
    const one = withRound(begun(ladder(2, 1), 4), duels('1-2 1, 3-4 1'))
    expect(roundsDue(one)).toEqual({ kind: 'over' })
    expect(roundsDue(withRound(of(4), duels('1-2 1, 3-4 1'))).kind).toBe('rounds')
    const alone = [withdrew(1), withdrew(2), withdrew(3)].reduce(recorded, withRound(of(4), duels('1-2 1, 3-4 1')))
    expect(roundsDue(alone)).toEqual({ kind: 'waiting' })
    expect(roundsDue(recorded(alone, entered(5))).kind).toBe('rounds')
  })

  test.each([2, 3, 4, 5])(
    'at tables of %i: neighbours meet, everybody within two rounds, and the strongest climbs to the top',
    (seats) => {
      for (let entrants = seats; entrants <= 2 * seats + 2; entrants++) {
        let now = of(entrants, seats)
        const best = entrants
        const seen: Set<number>[] = []
        for (let round = 0; round < 2 * entrants; round++) {
          const order = ladderOrder(now)
          const { groups, byes } = ladderGroups(now) ?? { groups: [], byes: [] }
          for (const group of groups) expect(order.slice(order.indexOf(group[0] ?? 0)).slice(0, seats)).toEqual(group)
          expect([...groups.flat(), ...byes].toSorted()).toEqual([...order].toSorted())
          seen.push(new Set(groups.flat()))
          const places = (group: readonly number[]) => group.map((one) => 1 + group.filter((other) => other > one).length)
          now = withRound(
            now,
            groups.map((group) => ({ seats: group, places: places(group) })),
            byes,
          )
        }
        expect(ladderOrder(now)[0]).toBe(best)
        for (const [index, round] of seen.slice(1).entries())
          expect(new Set([...round, ...(seen[index] ?? [])]).size).toBe(entrants)
      }
    },
  )
})

test('everybody who plays is on it once, whatever happens', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const setting = settingOf({ format: 'ladder', seats: 2 + (seed % 3), clock: CLOCK, seed, rounds: 6 })
    const candidates = seed % 2 === 0 ? mixed(8) : house(9)
    for (const state of playOut(setting, candidates, seed, { unrest: 0.2, aborts: 0.1, tables: 40 }).states) {
      const present = state.entrants.filter(({ until }) => until === null).map(({ number }) => number)
      expect(ladderOrder(state).toSorted()).toEqual(present.toSorted())
    }
  }
})
