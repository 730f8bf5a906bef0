/** Who is taken to be gone: whoever left all tables of a round that were played. Why they left is asked elsewhere. */
import { expect, test } from 'vitest'
import { suspects } from '../../src/tournaments/absentees.js'
import type { TableResult, TournamentRecord } from '../../src/tournaments/record.js'
import { afterAll, type Tournament, tournamentOf } from '../../src/tournaments/state.js'
import { settingOf } from './synthetic.js'

const player = (entrant: number): TournamentRecord => ({
  type: 'entered',
  entrant,
  name: '',
  version: null,
  who: entrant === 3 ? { kind: 'house', bot: 'random' } : { kind: 'player', player: `player ${entrant}` },
  rating: null,
})

/** Rounds by the seats of their tables, one table after the other. */
function made(...rounds: readonly (readonly (readonly number[])[])[]): Tournament {
  let number = 0
  const records = rounds.map((tables, index): TournamentRecord => {
    const round = index + 1
    return {
      type: 'roundMade',
      round,
      byes: [],
      tables: tables.map((seats) => ({ number: ++number, round, game: 0, seats: [...seats], deal: number })),
    }
  })
  return tournamentOf(settingOf(), [1, 2, 3, 4].map(player).concat({ type: 'started' }, records))
}

const result = (table: number, left: number[], outcome: TableResult['outcome'] = 'played'): TableResult => ({
  table,
  outcome,
  left,
  places: [],
  head: null,
})

/** Those whom the last of these results makes suspect. */
const foundIn = (tournament: Tournament, ...results: readonly TableResult[]): number[] => {
  const records = results.map((one): TournamentRecord => ({ type: 'tableEnded', ...one }))
  return suspects(afterAll(tournament, records), results.slice(-1)).map(({ entrant }) => entrant)
}

const two = made([
  [1, 2],
  [2, 1],
])

test('whoever left all its tables is, as soon as the last has ended', () => {
  expect(foundIn(two, result(1, [0]))).toEqual([])
  expect(foundIn(two, result(1, [0]), result(2, [1]))).toEqual([1])
  expect(foundIn(two, result(2, [1]), result(1, [0]))).toEqual([1])
})

test('whoever stayed at one of them is not', () => {
  expect(foundIn(two, result(1, [0]), result(2, []))).toEqual([])
  expect(foundIn(two, result(1, [0]), result(2, [0]))).toEqual([])
})

test('tables that were not played say nothing', () => {
  expect(foundIn(two, result(1, [], 'void'), result(2, [1]))).toEqual([1])
  expect(foundIn(two, result(2, [1]), result(1, [], 'forfeit'))).toEqual([])
})

test('other rounds say nothing', () => {
  const rounds = made([[1, 2]], [[1, 2]])
  expect(foundIn(rounds, result(1, []), result(2, [1]))).toEqual([2])
  expect(foundIn(rounds, result(1, [1]), result(2, []))).toEqual([])
})

test('a bot of the house is never gone, nor whoever has withdrawn already', () => {
  const house = made([[3, 4]])
  expect(foundIn(house, result(1, [0, 1]))).toEqual([4])
  const withdrawn = afterAll(house, [{ type: 'withdrew', entrant: 4, reason: 'asked to' }])
  expect(foundIn(withdrawn, result(1, [1]))).toEqual([])
})
