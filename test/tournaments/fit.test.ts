import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { fitOf, strengthsOf } from '../../src/tournaments/fit.js'
import type { PlayedTable } from '../../src/tournaments/likelihood.js'
import { type Planted, strengthsFor, tablesFor } from './planted.js'
import { begun, duels, settingOf, withRound } from './synthetic.js'

const EVENTS = 100

/** Of all entrants of 100 tournaments: how many there are, how many true strengths lie in their intervals, and half the width of these. */
function recovered(planted: Planted, first: number, events = EVENTS) {
  const seen = { all: 0, inside: 0, width: 0 }
  for (let event = 0; event < events; event++) {
    const next = seededStream(first + event)
    const strengths = strengthsFor(planted, next)
    const { logs, deviations } = strengthsOf(planted.entrants, tablesFor(planted, strengths, next))
    for (const [index, strength] of strengths.entries()) {
      const deviation = deviations[index] ?? 0
      seen.all++
      seen.width += deviation
      if (Math.abs((logs[index] ?? 0) - strength) <= deviation) seen.inside++
    }
  }
  return seen
}

const KINDS = [
  { kind: 'fresh deals', ties: null, duplicate: false },
  { kind: 'fresh deals, ties', ties: 0, duplicate: false },
  { kind: 'duplicate deals', ties: null, duplicate: true },
]

const CASES = [4, 40].flatMap((each) => KINDS.map((kind) => ({ each, ...kind })))

describe('planted strengths are within the intervals', () => {
  test.each([2, 3, 5].flatMap((seats) => CASES.map((one) => ({ seats, ...one }))))(
    '$seats seats, $each tables each, $kind',
    (one) => {
      const { seats, each, kind, ties, duplicate } = one
      const groups = Math.ceil((each * 8) / seats ** 2)
      const first = 1000 * (seats * 10 + CASES.findIndex((other) => other.each === each && other.kind === kind))
      const { all, inside, width } = recovered({ seats, entrants: 8, groups, spread: 0.8, ties, duplicate }, first)
      const share = (100 * inside) / all
      console.log(
        `${seats} seats, ${groups * seats} tables, ${kind}: ${share.toFixed(1)} of 100, within ${(width / all).toFixed(2)}`,
      )
      expect(share).toBeGreaterThanOrEqual(95)
    },
  )
})

/** What is made as great as can be, told in other words than the fit uses: the chance of each table stage by stage, and a table drawn against the average for everybody. */
function likelihood(tables: readonly PlayedTable[], strengths: readonly number[], ties: ReadonlyMap<number, number>): number {
  const power = (set: readonly number[]) =>
    Math.exp(set.reduce((sum, one) => sum + (strengths[one] ?? 0), 0) / set.length + (ties.get(set.length) ?? 0))
  const isTie = (size: number) => size === 1 || ties.has(size)
  const subsets = (list: readonly number[]) =>
    Array.from({ length: 2 ** list.length - 1 }, (_, bits) => list.filter((_, index) => ((bits + 1) >> index) & 1)).filter(
      ({ length }) => isTie(length),
    )
  const stage = (left: readonly number[], next: readonly number[]) =>
    Math.log(power(next) / subsets(left).reduce((sum, set) => sum + power(set), 0))
  const table = ({ seats, places }: PlayedTable) =>
    [...new Set(places)].reduce((sum, place) => {
      const left = seats.filter((_, seat) => (places[seat] ?? 0) >= place)
      return (
        sum +
        stage(
          left,
          seats.filter((_, seat) => places[seat] === place),
        )
      )
    }, 0)
  const drawn = (value: number) => (Math.log(1 / (1 + Math.exp(-value))) + Math.log(1 / (1 + Math.exp(value)))) / 2
  const all = tables.reduce((sum, one) => sum + table(one), 0)
  return [...strengths, ...ties.values()].reduce((sum, value) => sum + drawn(value), all)
}

describe('the fit', () => {
  test('of two entrants solves the equation that can be written down', () => {
    // 7 wins and 3 losses, strengths s and -s, and a draw against the average for each: 7 - 10 p(2s) + (1/2 - p(s)) = 0 by symmetry, p(x) = 1 / (1 + exp(-x)).
    const tables = Array.from({ length: 10 }, (_, deal) => ({ seats: [0, 1], places: deal < 7 ? [1, 2] : [2, 1], deal }))
    const { logs } = strengthsOf(2, tables)
    const s = logs[0] ?? 0
    const p = (x: number) => 1 / (1 + Math.exp(-x))
    expect(7 - 10 * p(2 * s) + (0.5 - p(s))).toBeCloseTo(0, 9)
    expect(logs[1]).toBeCloseTo(-s, 12)
  })

  test('cannot be made more likely by changing anything a little', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const next = seededStream(seed)
      const planted = {
        seats: 2 + (seed % 4),
        entrants: 6,
        groups: 8,
        spread: 1,
        ties: seed % 2 === 0 ? 0 : null,
        duplicate: false,
      }
      const tables = tablesFor(planted, strengthsFor(planted, next), next)
      const { logs, ties } = strengthsOf(6, tables)
      const best = likelihood(tables, logs, ties)
      for (let time = 0; time < 20; time++) {
        const moved = logs.map((log) => log + (next() - 0.5) / 50)
        const mean = moved.reduce((sum, one) => sum + one, 0) / 6
        const other = likelihood(
          tables,
          moved.map((one) => one - mean),
          new Map([...ties].map(([size, one]) => [size, one + (next() - 0.5) / 50])),
        )
        expect(other, `seed ${seed}`).toBeLessThan(best)
      }
    }
  })

  test('is finite for those who won or lost everything, and its mean is 0', () => {
    const tournament = withRound(begun(settingOf({ format: 'roundRobin' }), 4), duels('1-2 1, 1-3 1, 1-4 1, 2-4 1, 3-4 1, 2-3 ='))
    const fit = fitOf(tournament)
    expect(fit.map(({ entrant }) => entrant)).toEqual([1, 2, 3, 4])
    expect(fit.every(({ log, interval: [low, high] }) => low < log && log < high && Number.isFinite(high - low))).toBe(true)
    expect(fit.reduce((sum, { log }) => sum + log, 0)).toBeCloseTo(0, 3)
    expect(fit[1]?.log).toBe(fit[2]?.log)
  })

  test('tells strengths on two scales', () => {
    const [first] = fitOf(withRound(begun(settingOf(), 2), duels('1-2 1, 1-2 1, 2-1 1')))
    expect(first?.points).toBeCloseTo(((first?.log ?? 0) * 400) / Math.LN10, 1)
    expect(first?.pointsInterval[1]).toBeCloseTo(((first?.interval[1] ?? 0) * 400) / Math.LN10, 1)
    expect(first?.tables).toBe(3)
  })

  test('knows only tables that were played', () => {
    const played = withRound(begun(settingOf(), 4), duels('1-2 1, 2-1 1'))
    const more = withRound(played, duels('1-3 +, 2-4 x'), [])
    expect(fitOf(more)).toEqual(fitOf(played))
    expect(fitOf(begun(settingOf(), 3))).toEqual([])
  })

  test('of all tables level is level', () => {
    const fit = fitOf(withRound(begun(settingOf(), 3), duels('1-2 =, 2-3 =, 1-3 =')))
    expect(fit.map(({ log }) => log)).toEqual([0, 0, 0])
  })

  test('is the same to the byte whatever the order of seats and the names of entrants', () => {
    const planted = { seats: 3, entrants: 7, groups: 10, spread: 1, ties: 0, duplicate: false }
    const next = seededStream(3)
    const tables = tablesFor(planted, strengthsFor(planted, next), next)
    const turned = tables.map(({ seats, places, deal }) => ({ seats: seats.toReversed(), places: places.toReversed(), deal }))
    expect(strengthsOf(7, turned)).toEqual(strengthsOf(7, tables))
    const renamed = strengthsOf(
      7,
      tables.map((table) => ({ ...table, seats: table.seats.map((one) => 6 - one) })),
    )
    expect(renamed.logs.toReversed().map((log) => log.toFixed(9))).toEqual(
      strengthsOf(7, tables).logs.map((log) => log.toFixed(9)),
    )
  })

  test('is the surer, the more tables there are, and the surer by duplicate deals', () => {
    const width = (planted: Planted) => recovered(planted, 1, 20).width
    const planted = { seats: 3, entrants: 6, groups: 30, spread: 0.5, ties: null, duplicate: false }
    const once = width(planted)
    expect(width({ ...planted, groups: 120 }) / once).toBeCloseTo(0.5, 1)
    expect(width({ ...planted, duplicate: true }) / once).toBeLessThan(0.8)
  })
})
