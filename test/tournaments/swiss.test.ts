import { describe, expect, test } from 'vitest'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { contendersOf } from '../../src/tournaments/contenders.js'
import { after, playing, type Tournament, tournamentOf } from '../../src/tournaments/state.js'
import { type SwissGroups, swissGroups, swissRounds } from '../../src/tournaments/swiss.js'
import { begun, duels, entered, type Played, settingOf, withdrew, withRound } from './synthetic.js'

/** Places by strength and luck, with ties now and then. */
function places(seats: readonly number[], next: Stream): readonly number[] {
  const keys = seats.map((entrant) => Math.round((next() * 12 - entrant) * (next() < 0.3 ? 0.2 : 1)))
  return keys.map((key) => 1 + keys.filter((other) => other > key).length)
}

/** Every group plays once with each rotation; one group in ten does not, because it is aborted. */
function tablesOf({ groups }: SwissGroups, next: Stream, rotations: boolean): readonly Played[] {
  return groups.flatMap((group) =>
    group.slice(0, rotations ? group.length : 1).map((_, turn) => {
      const seats = [...group.slice(turn), ...group.slice(0, turn)]
      return { seats, places: places(seats, next), outcome: next() < 0.03 ? ('void' as const) : ('played' as const) }
    }),
  )
}

interface Made {
  readonly before: Tournament
  readonly made: SwissGroups
}

/** A whole tournament: entrants come late and withdraw. */
function* eventOf(seed: number, seats: number, size: number, rounds: number): Generator<Made> {
  const next = seededStream(seed)
  let tournament = begun(settingOf({ seats, seed }), size)
  for (let round = 1; round <= rounds; round++) {
    const made = swissGroups(tournament)
    yield { before: tournament, made }
    tournament = withRound(tournament, tablesOf(made, next, seed % 2 === 0), made.byes)
    if (next() < 0.15) tournament = after(tournament, entered(tournament.entrants.length + 1))
    const left = playing(tournament)
    if (next() < 0.15 && left.length > seats)
      tournament = after(tournament, withdrew(left[Math.floor(next() * left.length)]?.number ?? 1))
  }
}

/** Whether all but so many can be in groups in which nobody has met anybody; by trying everything. */
function canBeUnmet(tournament: Tournament, seats: number): boolean {
  const contenders = contendersOf(tournament)
  const counts = contenders.map(({ byes }) => byes).sort((a, b) => a - b)
  const byes = contenders.length % seats
  const fair = counts.slice(0, byes).reduce((sum, count) => sum + count, 0)
  const meets = (a: number, b: number) => contenders.find(({ number }) => number === a)?.met.has(b) ?? false
  const tried = new Map<string, boolean>()
  const group = (left: readonly number[], members: readonly number[], rest: number, spent: number): boolean => {
    if (members.length === seats) return fill(left, rest, spent)
    return left.some(
      (one, index) =>
        one > 0 &&
        !members.some((other) => meets(one, other)) &&
        group([...left.slice(0, index), -one, ...left.slice(index + 1)], [...members, one], rest, spent) &&
        true,
    )
  }
  const fill = (left: readonly number[], rest: number, spent: number): boolean => {
    const open = left.filter((one) => one > 0)
    const [first, ...others] = open
    if (first === undefined) return true
    const key = `${open.join()} ${rest} ${spent}`
    const known = tried.get(key)
    if (known !== undefined) return known
    const mine = contenders.find(({ number }) => number === first)?.byes ?? 0
    const found =
      (rest > 0 && spent + mine <= fair && fill(others, rest - 1, spent + mine)) || group(others, [first], rest, spent)
    tried.set(key, found)
    return found
  }
  return fill(
    contenders.map(({ number }) => number),
    byes,
    0,
  )
}

const isRepeat = (tournament: Tournament, { groups }: SwissGroups) => {
  const met = new Map(contendersOf(tournament).map((one) => [one.number, one.met]))
  return groups.some((group) => group.some((one) => group.some((other) => met.get(one)?.has(other))))
}

/** What must hold of every round. */
function check({ before, made }: Made, seats: number): { readonly byes: number; readonly repeat: boolean } {
  const all = [...made.groups.flat(), ...made.byes].sort((a, b) => a - b)
  expect(all).toEqual(playing(before).map(({ number }) => number))
  expect(made.groups.every((group) => group.length === seats)).toBe(true)
  expect(made.byes.length).toBe(playing(before).length % seats)
  const had = new Map(contendersOf(before).map((one) => [one.number, one.byes]))
  const most = Math.max(0, ...made.byes.map((one) => had.get(one) ?? 0))
  const least = Math.min(...made.groups.flat().map((one) => had.get(one) ?? 0))
  expect(most).toBeLessThanOrEqual(least)
  const repeat = isRepeat(before, made)
  if (repeat) expect(canBeUnmet(before, seats)).toBe(false)
  return { byes: made.byes.length, repeat }
}

describe('Swiss groups', () => {
  test.each([2, 3, 4, 5])(
    '%i seats: everybody plays or has a bye; byes go to those who have had fewest; nobody meets again if it can be helped',
    (seats) => {
      const seen = { rounds: 0, byes: 0, repeats: 0 }
      for (let seed = 1; seed <= 80; seed++) {
        for (const made of eventOf(seed, seats, seats + (seed % 11), 2 + (seed % 6))) {
          const { byes, repeat } = check(made, seats)
          seen.rounds++
          seen.byes += byes
          if (repeat) seen.repeats++
        }
      }
      expect(seen.rounds).toBeGreaterThan(300)
      expect(seen.byes).toBeGreaterThan(100)
      expect(seen.repeats).toBeGreaterThan(10)
    },
  )

  test('the same tournament is paired the same', () => {
    for (const seats of [2, 3, 4, 5])
      for (const { before, made } of eventOf(5, seats, 13, 5)) expect(swissGroups(structuredClone(before))).toEqual(made)
  })

  test('in the first round by rating, then in the order of entering', () => {
    const ratings = [null, 1500, 1700, null, 1600, 1700]
    const rated = (seats: number) =>
      tournamentOf(
        settingOf({ seats }),
        ratings.map((rating, index) => entered(index + 1, rating)),
      )
    // In order: 3, 6, 5, 2, 1, 4.
    expect(swissGroups(rated(2))).toEqual({
      groups: [
        [3, 2],
        [6, 1],
        [5, 4],
      ],
      byes: [],
    })
    expect(swissGroups(rated(3))).toEqual({
      groups: [
        [3, 5, 1],
        [6, 2, 4],
      ],
      byes: [],
    })
    expect(swissGroups(rated(4))).toEqual({ groups: [[3, 6, 5, 2]], byes: [4, 1] })
  })

  test('pods are of those with equally many points, one of each part of them', () => {
    // Nine players, three seats: 1, 2 and 3 win, 4, 5 and 6 are second, all others last.
    const first = withRound(
      begun(settingOf({ seats: 3 }), 9),
      [1, 2, 3].map((one) => ({ seats: [one, one + 3, one + 6], places: [1, 2, 3] })),
    )
    expect(swissGroups(first).groups).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ])
  })

  test('with too few for a table all have byes', () => {
    expect(swissGroups(begun(settingOf({ seats: 4 }), 3))).toEqual({ groups: [], byes: [1, 2, 3] })
    expect(swissGroups(begun(settingOf(), 1))).toEqual({ groups: [], byes: [1] })
    expect(swissGroups(begun(settingOf(), 0))).toEqual({ groups: [], byes: [] })
  })

  test('a win by forfeit is as good as a bye: no other follows while somebody has had none', () => {
    // 4 withdraws before its table with 3 has begun. In round 2 the bye is for 2; then 3 is the lowest who has had none, but it has a point that it did not play for.
    const one = after(withRound(begun(settingOf(), 4), duels('1-2 1, 3-4 +')), withdrew(4))
    expect(contendersOf(one).map(({ number, byes }) => [number, byes])).toEqual([
      [1, 0],
      [3, 1],
      [2, 0],
    ])
    expect(swissGroups(one)).toEqual({ groups: [[1, 3]], byes: [2] })
    expect(swissGroups(withRound(one, duels('1-3 1'), [2]))).toEqual({ groups: [[2, 3]], byes: [1] })
  })
})

describe('rounds of a Swiss tournament', () => {
  test.each([
    [2, 2, 1],
    [2, 3, 2],
    [2, 8, 3],
    [2, 9, 4],
    [2, 200, 8],
    [3, 3, 2],
    [3, 9, 3],
    [3, 10, 4],
    [5, 25, 3],
  ])('%i seats, %i entrants: %i', (seats, size, rounds) => {
    expect(swissRounds(begun(settingOf({ seats }), size))).toBe(rounds)
  })

  test('are those of the setting if it says so, and do not change with who comes late or goes', () => {
    expect(swissRounds(begun(settingOf({ rounds: 7 }), 4))).toBe(7)
    const later = withRound(begun(settingOf(), 4), duels('1-2 1, 3-4 1'))
    expect(swissRounds([entered(5), entered(6), withdrew(1)].reduce(after, later))).toBe(2)
  })
})
