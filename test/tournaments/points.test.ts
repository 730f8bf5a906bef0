import { describe, expect, test } from 'vitest'
import { pointsByPlace, pointsOfTable } from '../../src/tournaments/points.js'
import type { TableResult } from '../../src/tournaments/record.js'
import { settingOf } from './synthetic.js'

const result = (places: readonly number[], outcome: TableResult['outcome'] = 'played'): TableResult => ({
  table: 1,
  outcome,
  places: places.map((place, seat) => ({ seat, place, score: 0 })).sort((a, b) => a.place - b.place),
  left: [],
  head: null,
})

const plain = settingOf()
const steep = settingOf({ points: [10, 6, 3, 1] })

describe('points', () => {
  test('go from 1 to 0 in equal steps unless they are chosen', () => {
    expect(pointsByPlace(plain, 2)).toEqual([1, 0])
    expect(pointsByPlace(plain, 5)).toEqual([1, 0.75, 0.5, 0.25, 0])
    expect(pointsByPlace(steep, 3)).toEqual([10, 6, 3])
  })

  test('are nothing for places that were not chosen', () => {
    expect(pointsByPlace(steep, 5)).toEqual([10, 6, 3, 1, 0])
  })

  test('of places that are shared are shared', () => {
    expect(pointsOfTable(plain, result([1, 1]))).toEqual([0.5, 0.5])
    expect(pointsOfTable(steep, result([2, 1, 2, 4]))).toEqual([4.5, 10, 4.5, 1])
    expect(pointsOfTable(steep, result([1, 1, 1, 1]))).toEqual([5, 5, 5, 5])
  })

  test('of a forfeit: those who stayed share the first places, those who withdrew are last', () => {
    expect(pointsOfTable(steep, result([1, 3, 1, 3], 'forfeit'))).toEqual([8, 1, 8, 1])
    expect(pointsOfTable(plain, result([2, 1], 'forfeit'))).toEqual([0, 1])
  })

  test('of a forfeit at which nobody stayed are those of the last place', () => {
    expect(pointsOfTable(steep, result([1, 1, 1, 1], 'forfeit'))).toEqual([1, 1, 1, 1])
    expect(pointsOfTable(plain, result([1, 1], 'forfeit'))).toEqual([0, 0])
  })

  test('of a void table are none', () => {
    expect(pointsOfTable(steep, { ...result([], 'void') })).toEqual([])
  })

  test('of a table always make the same sum, however places are shared', () => {
    for (const places of [
      [1, 2, 3, 4],
      [1, 1, 3, 4],
      [1, 2, 2, 2],
      [1, 1, 3, 3],
      [1, 1, 1, 1],
    ])
      expect(pointsOfTable(steep, result(places)).reduce((sum, points) => sum + points)).toBeCloseTo(20, 9)
  })
})
