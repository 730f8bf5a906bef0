import { describe, expect, test } from 'vitest'
import { countPile } from '../../../src/games/royals/cards.js'
import { seatColours } from '../../../src/games/royals/colours.js'
import { royals } from '../../../src/games/royals/index.js'
import { given, start } from '../../support/scenario.js'
import { deckOf, intrigueDeckOf, spelt, turn } from './table.js'

const DISPLAY = { 'country:1': ['F1', 'G1', 'S2'] }
const begun = (seats: number, options = {}) =>
  given(royals, { seats, options: { starter: 'seat0', ...options } })
    .when(start, DISPLAY)
    .thenAmongOthers()

describe('set-up', () => {
  test('[Y1] the starter is drawn by lot, or is seat 0 if the host says so', () => {
    given(royals, { seats: 4 })
      .when(start, { starter: 2, ...DISPLAY })
      .then({ type: 'MatchBegan', starter: 2 }, { type: 'DisplayFilled', pieces: DISPLAY['country:1'] }, turn(2, 1, 1))
    expect(begun(4).state.starter).toBe(0)
  })

  test('[Y2] two seats play black and white with 46 cubes each', () => {
    expect(begun(2).state.players.map(({ cubes }) => cubes)).toEqual([46, 46])
    const colours = ['white', 'grey', 'black', 'purple', 'orange'] as const
    expect(royals.view(begun(2, { colours }).state, 0).players.map(({ colour }) => colour)).toEqual(['white', 'black'])
  })

  test('[Y2] three to five seats take the colours of the list, and all their cubes', () => {
    expect(begun(3).state.players.map(({ cubes }) => cubes)).toEqual([36, 36, 36])
    expect(begun(5).state.players.map(({ cubes }) => cubes)).toEqual([36, 36, 36, 46, 46])
    const colours = ['black', 'grey', 'white', 'purple', 'orange'] as const
    expect(begun(4, { colours }).state.players.map(({ cubes }) => cubes)).toEqual([46, 36, 46, 36])
  })

  test('[Y55] a colour that a player chose goes to the seat; the others keep theirs, or get the first that is free', () => {
    const settle = (chosen: (string | null)[], options = {}) =>
      seatColours.settle(royals.schema.options.parse(options), chosen).colours
    expect(settle([null, null, null])).toEqual(['grey', 'purple', 'orange', 'black', 'white'])
    expect(settle([null, 'white', null])).toEqual(['grey', 'white', 'orange', 'purple', 'black'])
    expect(settle(['orange', null, null])).toEqual(['orange', 'purple', 'grey', 'black', 'white'])
    expect(settle([null, null, 'grey', 'purple'])).toEqual(['orange', 'black', 'grey', 'purple', 'white'])
    expect(settle([null, 'black'])).toEqual(['white', 'black', 'grey', 'purple', 'orange'])
    expect(settle(['white', null], { colours: ['purple', 'white', 'grey', 'black', 'orange'] }).slice(0, 2)).toEqual([
      'white',
      'black',
    ])
    expect([2, 3, 5].map((seats) => seatColours.open(seats).length)).toEqual([2, 5, 5])
  })

  test('[Y2] with evenCubes every colour has 36 from three seats on', () => {
    expect(begun(5, { evenCubes: true }).state.players.map(({ cubes }) => cubes)).toEqual([36, 36, 36, 36, 36])
    expect(begun(2, { evenCubes: true }).state.players.map(({ cubes }) => cubes)).toEqual([46, 46])
  })

  test.each([
    [2, [20, 17, 14, 14], 65],
    [3, [22, 18, 15, 14], 69],
    [4, [25, 21, 17, 16], 79],
    [5, [31, 26, 22, 20], 99],
  ])('[Y3] with %d seats the country cards are %j, three of the %d lie open', (seats, expected, all) => {
    const { state } = given(royals, { seats }, { type: 'MatchBegan', starter: 0 })
    expect(countPile(state.countryDeck, 4)).toEqual(expected)
    const table = begun(seats)
    expect(table.state.countryDeck).toHaveLength(all - 3)
    expect(spelt(counted(table.state.display))).toBe('FGS')
    expect(deckOf(table)).toHaveLength(all - 3)
  })

  test.each([2, 3, 4, 5])(
    '[Y4] with %d seats there are 24 intrigue cards, four of each kind, and no hand has a card',
    (seats) => {
      const table = begun(seats)
      expect(intrigueDeckOf(table)).toBe(['FG', 'FB', 'FS', 'GB', 'GS', 'BS'].flatMap((pair) => Array(4).fill(pair)).join(' '))
      for (const { cards, intrigue } of table.state.players)
        expect([...cards, ...intrigue].every((count) => count === 0)).toBe(true)
    },
  )

  test('[Y5] two seats play with the lowest noble house marker alone, the others with all three', () => {
    expect([2, 3, 4, 5].map((seats) => royals.view(begun(seats).state, 0).nobleHouses.values)).toEqual([
      [8],
      [16, 12, 8],
      [16, 12, 8],
      [16, 12, 8],
    ])
  })

  test('[Y5] the board has 16 cities with one or two positions, and all markers lie on it', () => {
    const seen = royals.view(begun(3).state, 'spectator')
    expect(seen.cities).toHaveLength(16)
    expect(seen.cities.every(({ positions, markerTaken }) => [1, 2].includes(positions.length) && !markerTaken)).toBe(true)
    expect(seen.cities.flatMap(({ positions }) => positions)).toHaveLength(28)
    expect(seen.epochMarkers).toHaveLength(12)
    expect(seen.epochMarkers.every(({ awarded }) => awarded === null)).toBe(true)
    expect(seen.countryMarkers.every(({ taken }) => taken === 0)).toBe(true)
  })

  test('[Y1] nothing but the start is accepted before the start, and there is one start', () => {
    const table = given(royals, { seats: 2 })
    table.when({ type: 'move', seat: 0, move: { type: 'endPlay' } }).thenRefused('NOT_STARTED')
    expect(table.phase).toEqual({ awaiting: [], over: null })
    begun(2).when(start).thenRefused('ALREADY_STARTED')
  })
})

const counted = (display: readonly number[]): number[] =>
  [0, 1, 2, 3].map((kind) => display.filter((card) => card === kind).length)
