/** What everybody may know of a tournament, by laws over tournaments of any shape. */
import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import type { TournamentRecord } from '../../src/tournaments/record.js'
import { afterAll, type Tournament } from '../../src/tournaments/state.js'
import { dealsOver, sharedDeals, told, toldRecord } from '../../src/tournaments/told.js'
import { begun, settingOf } from './synthetic.js'

/** Tables with any deals, of which some have ended, in any order. */
function anyTournament(seed: number): Tournament {
  const random = seededStream(seed)
  const below = (size: number): number => Math.floor(random() * size)
  const tables = Array.from({ length: 1 + below(8) }, (_, index) => ({
    number: index + 1,
    round: 1,
    game: 0,
    seats: [1 + below(2), 3 + below(2)],
    deal: 1 + below(4),
  }))
  const ended = tables.filter(() => below(3) > 0).map(({ number }) => endOf(number))
  const order = ended.toSorted(() => random() - 0.5)
  return afterAll(begun(settingOf(), 4), [{ type: 'roundMade', round: 1, tables, byes: [] }, ...order])
}

const endOf = (table: number): TournamentRecord => ({
  type: 'tableEnded',
  table,
  outcome: 'played',
  places: [0, 1].map((seat) => ({ seat, place: seat + 1, score: 10 - seat })),
  left: [],
  head: 'a head',
})

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed)

describe('how a table went', () => {
  test('is told exactly when every table with its deal has ended', () => {
    for (const tournament of SEEDS.map(anyTournament)) {
      const known = told(tournament)
      for (const { number, deal } of tournament.tables) {
        const isOver = tournament.tables.every((one) => one.deal !== deal || tournament.results.has(one.number))
        expect(known.results.has(number)).toBe(isOver)
        expect(dealsOver(tournament).has(deal)).toBe(isOver)
        expect(toldRecord(endOf(number), known)).toMatchObject(
          isOver ? { places: [{ place: 1 }, { place: 2 }], head: 'a head' } : { places: [], head: null, outcome: 'played' },
        )
      }
    }
  })

  test('changes nothing else, and is told in full when all have ended', () => {
    for (const tournament of SEEDS.map(anyTournament)) {
      const { results: _, ...rest } = told(tournament)
      expect(tournament).toMatchObject(rest)
      const open = tournament.tables.filter(({ number }) => !tournament.results.has(number))
      const ended = afterAll(
        tournament,
        open.map(({ number }) => endOf(number)),
      )
      expect(told(ended)).toBe(ended)
    }
  })
})

test('a deal is shared if two tables have it', () => {
  for (const { tables } of SEEDS.map(anyTournament))
    for (const { deal } of tables)
      expect(sharedDeals(tables).has(deal)).toBe(tables.filter((table) => table.deal === deal).length > 1)
})
