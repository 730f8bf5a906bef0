import { describe, expect, test } from 'vitest'
import { kingdoms } from '../../../src/games/kingdoms/index.js'
import { given, start } from '../../support/scenario.js'
import {
  ALMOST_FULL,
  ALMOST_FULL_SCORED,
  arranged,
  began,
  built,
  castle,
  choose,
  column,
  dealt,
  draw,
  ended,
  epochBegan,
  epochEnded,
  passed,
  place,
  play,
  row,
  startTile,
  types,
} from './table.js'

const NO_CASTLES = [0, 0, 0, 0]
const lastCastlePlaced = (seat: number) => ({ type: 'LastCastlePlaced', seat }) as const

describe('lastCastle', () => {
  const options = { lastCastle: true }

  test.each([2, 3, 4])('[K29] everybody has all ten castles (%d seats)', (seats) => {
    expect(given(kingdoms, { seats, options }).state.players.map(({ castles }) => castles)).toEqual(
      Array(seats).fill([4, 3, 2, 1]),
    )
  })

  test('[K29] after an epoch every castle on the board is gone, rank 1 too; those in stock stay', () => {
    const next = play(arranged({ options, board: ALMOST_FULL, startTiles: ['land6', null], turn: 1 }), 1, castle(3, 5, 6), {
      'tiles:2': ['land1/1', 'land2/1'],
    }).thenAmongOthers(epochEnded(1), epochBegan(2, 0))
    // seat 0 had placed 1 1 1 2, seat 1 had placed 1 1 2 3
    expect(next.state.players.map(({ castles }) => castles)).toEqual([
      [1, 2, 2, 1],
      [2, 2, 1, 1],
    ])
  })

  test('[K29] no number of epochs ends the match', () => {
    const { events } = play(
      arranged({ options, epoch: 3, board: ALMOST_FULL, startTiles: ['land6', null], turn: 1 }),
      1,
      castle(3, 5, 6),
      {
        'tiles:4': ['land1/1', 'land2/1'],
      },
    )
    expect(events).toContainEqual(epochBegan(4, 0))
  })

  test('[K31] the richest starts, as in the base game', () => {
    play(arranged({ options, board: ALMOST_FULL, startTiles: ['land6', null], turn: 1, gold: [50, 200] }), 1, castle(3, 5, 6), {
      'tiles:2': ['land1/1', 'land2/1'],
    }).thenAmongOthers(epochBegan(2, 1))
  })

  test('[K30] a last castle makes the epoch the last, and it goes on', () => {
    const table = arranged({
      options,
      castles: [
        [0, 1, 0, 0],
        [1, 0, 0, 0],
      ],
    })
    const next = play(table, 0, castle(2, 1, 1)).then(built(0, 2, 1, 1), lastCastlePlaced(0), began(1))
    expect(kingdoms.view(next.state, 0).lastEpoch).toBe(true)
  })

  test('[K30] a castle that is not the last changes nothing', () => {
    play(
      arranged({
        options,
        castles: [
          [0, 1, 1, 0],
          [1, 0, 0, 0],
        ],
      }),
      0,
      castle(2, 1, 1),
    ).then(built(0, 2, 1, 1), began(1))
  })

  test('[K30] the last epoch ends when the board is full', () => {
    const table = arranged({
      options,
      board: ALMOST_FULL,
      startTiles: ['land6', null],
      turn: 1,
      castles: [
        [1, 0, 0, 0],
        [0, 0, 1, 0],
      ],
    })
    play(table, 1, castle(3, 5, 6)).then(
      built(1, 3, 5, 6),
      lastCastlePlaced(1),
      ...ALMOST_FULL_SCORED,
      epochEnded(1),
      ended([0, 1, 39], [1, 2, -1]),
    )
  })

  test('[K30, K22] it ends when nobody can act, and empty fields count nothing', () => {
    const table = arranged({ options, bag: [], castles: [[0, 1, 0, 0], NO_CASTLES], board: '+3 B1 . . . -1' })
    const { events } = play(table, 0, castle(2, 1, 3))
    // row 1: 3 - 1 = 2; seat 0 rank 2, seat 1 rank 1; columns 1 and 6 hold no castle
    expect(events).toContainEqual(row(1, [2], [4, 2]))
    expect(events).toContainEqual(row(5, [0], [0, 0]))
    expect(events).toContainEqual(column(6, [-1], [0, 0]))
    expect(events.at(-1)).toEqual(ended([0, 1, 54], [1, 2, 52]))
  })

  test('[K30, K12] whoever cannot act passes while another still can', () => {
    const table = arranged({ options, bag: [], castles: [[1, 1, 1, 0], NO_CASTLES] })
    play(table, 0, castle(2, 1, 1)).then(built(0, 2, 1, 1), passed(1), began(0))
  })
})

describe('noLuck', () => {
  const options = { noLuck: true }
  const table = arranged({ options, board: '+1 +1 . . . .' })

  test('[K32] nobody draws a start tile; all 23 tiles lie open', () => {
    const begun = given(kingdoms, { seats: 2, options }).when(start, { starter: 1 }).then(epochBegan(1, 1), began(1))
    expect(kingdoms.view(begun.state, 0).open.reduce((sum, { count }) => sum + count, 0)).toBe(23)
    expect(kingdoms.view(begun.state, 0).bagCount).toBe(0)
  })

  test('[K32] a tile is chosen and placed in one step', () => {
    const next = play(table, 0, choose('dragon', 2, 2)).then(
      { type: 'TileChosen', seat: 0, tile: 'dragon', row: 2, column: 2 },
      began(1),
    )
    play(next, 1, choose('dragon', 3, 3)).thenRefused('TILE_NOT_OPEN')
  })

  test('[K32] equal tiles are one choice', () => {
    const kinds = [...kingdoms.legalMoves(table.state, 0)].flatMap((one) =>
      one.type === 'chooseTile' && one.row === 5 && one.column === 5 ? [one.tile] : [],
    )
    expect(kinds).toHaveLength(15)
    expect(new Set(kinds).size).toBe(15)
    expect(kinds).not.toContain('land1')
  })

  test('[K32] there is nothing to draw and no start tile', () => {
    play(table, 0, draw).thenRefused('NOT_IN_THIS_VARIANT')
    play(table, 0, startTile(2, 2)).thenRefused('NOT_IN_THIS_VARIANT')
    play(table, 0, place(2, 2)).thenRefused('NOT_IN_THIS_VARIANT')
  })

  test('[K32, K12] a seat passes only without castles and open tiles', () => {
    const castles = [[2, 0, 0, 0], NO_CASTLES]
    play(arranged({ options, castles, bag: ['land1'] }), 0, castle(1, 1, 1)).then(built(0, 1, 1, 1), began(1))
    play(arranged({ options, castles, bag: [] }), 0, castle(1, 1, 1)).then(built(0, 1, 1, 1), passed(1), began(0))
  })

  test('[K32] the next epoch opens all tiles again', () => {
    // seat 0 loses 11, seat 1 without a castle on the last field only 6
    const next = play(arranged({ options, board: ALMOST_FULL }), 0, choose('land6', 5, 6)).thenAmongOthers(
      epochBegan(2, 1),
      began(1),
    )
    expect(next.state.bag).toHaveLength(23)
  })
})

describe('instant', () => {
  const options = { instant: true }

  test('[K33] a line is scored when its last field is filled, not when a section is', () => {
    const table = arranged({ options, board: '+6 A1 . ^ . -2' })
    const next = play(table, 0, castle(2, 1, 3)).then(built(0, 2, 1, 3), began(1))
    play(next, 1, castle(1, 1, 5)).then(built(1, 1, 1, 5), row(1, [6, -2], [18, -2]), began(0))
  })

  test('[K33] one piece may fill a row and a column: the row is scored first', () => {
    const board = `
      .  .  .  .  .  +1
      .  .  .  .  .  -4
      .  .  .  .  .  B1
      .  .  .  .  .  B2
      +3 +2 -1 A1 B1 .`
    // row 5: 4; column 6: -3
    play(arranged({ options, board }), 0, castle(3, 5, 6)).then(
      built(0, 3, 5, 6),
      row(5, [4], [16, 4]),
      column(6, [-3], [-9, -9]),
      began(1),
    )
  })

  test('[K33] the tile just placed counts in the line that it fills', () => {
    const table = arranged({ options, board: '+6 A1 B1 B2 +2 .', startTiles: ['dragon', null] })
    play(table, 0, startTile(1, 6)).thenAmongOthers(row(1, [0], [0, 0]))
  })

  test('[K34] a wizard placed after a row was scored changes that row no more, but a later column', () => {
    const board = `
      +4 B1 B2 -1 +1 A2
      .  .  .  .  .  .
      .  .  .  .  .  +2
      .  .  .  .  .  +1
      .  .  .  .  .  -1`
    const scored = arranged({ options, board, startTiles: ['wizard', null] }).and(row(1, [4], [8, 12]))
    // column 6: 2 + 1 - 1 = 2, times 2 + 1
    const next = play(scored, 0, startTile(2, 6)).then(
      { type: 'StartTilePlaced', seat: 0, tile: 'wizard', row: 2, column: 6 },
      column(6, [2], [6, 0]),
      began(1),
    )
    expect(next.state.players.map(({ gold }) => gold)).toEqual([64, 62])
  })

  test('[K34] the last field scores its row and its column and no other line again', () => {
    const table = arranged({ options, board: ALMOST_FULL, startTiles: ['land6', null], turn: 1 })
    const scored = table.and(
      ...ALMOST_FULL_SCORED.filter(
        (line) => line.type === 'LineScored' && !(line.line === 'row' ? line.number === 5 : line.number === 6),
      ),
    )
    const next = play(scored, 1, castle(3, 5, 6), { 'tiles:2': ['land1/1', 'land2/1'] }).then(
      built(1, 3, 5, 6),
      row(5, [9, -6], [0, -18]),
      column(6, [-9], [0, -27]),
      epochEnded(1),
      epochBegan(2, 0),
      dealt(0, 'land1/1'),
      dealt(1, 'land2/1'),
      began(0),
    )
    expect(next.state.players.map(({ gold }) => gold)).toEqual([39, -1])
    expect(next.state.scored).toEqual([])
  })
})

describe('variants together', () => {
  test('[K35] instant and lastCastle: a last castle that fills a row is scored at once, the epoch goes on, the row is not scored again', () => {
    const board = `
      . . . . . .
      +5 -1 B1 +2 A1 .`
    const options = { instant: true, lastCastle: true }
    const table = arranged({
      options,
      board,
      bag: [],
      castles: [
        [0, 1, 0, 0],
        [1, 0, 0, 0],
      ],
    })
    // row 2: 6; seat 0 ranks 1 and 2
    const next = play(table, 0, castle(2, 2, 6)).then(built(0, 2, 2, 6), lastCastlePlaced(0), row(2, [6], [18, 6]), began(1))
    const { events } = play(next, 1, castle(1, 1, 1))
    // column 1: 5 for the new castle; row 2 is missing
    const lines = events.flatMap((event) => (event.type === 'LineScored' ? [`${event.line} ${event.number}`] : []))
    expect(lines).toEqual([
      'row 1',
      'row 3',
      'row 4',
      'row 5',
      'column 1',
      'column 2',
      'column 3',
      'column 4',
      'column 5',
      'column 6',
    ])
    expect(events).toContainEqual(column(1, [5], [0, 5]))
    // column 3: seat 1 alone, 0; column 6: 0
    expect(events.at(-1)).toEqual(ended([0, 1, 68], [1, 2, 61]))
  })

  test('[K35] all three: chosen tiles, instant lines, no end but by a last castle', () => {
    const options = { instant: true, lastCastle: true, noLuck: true }
    const table = arranged({ options, epoch: 5, board: '+6 A1 B1 B2 +2 .' })
    play(table, 0, choose('land6', 1, 6)).then(
      { type: 'TileChosen', seat: 0, tile: 'land6', row: 1, column: 6 },
      row(1, [14], [14, 42]),
      began(1),
    )
    expect(kingdoms.view(table.state, 0).lastEpoch).toBe(false)
  })

  test('[K35] lastCastle and noLuck: the epoch ends with empty fields when castles and open tiles are gone', () => {
    const table = arranged({
      options: { lastCastle: true, noLuck: true },
      bag: [],
      castles: [[1, 0, 0, 0], NO_CASTLES],
      board: '-2 . . . . .',
    })
    const { events } = play(table, 0, castle(1, 1, 2))
    expect(types(events)).toEqual([
      'CastlePlaced',
      'LastCastlePlaced',
      ...Array(11).fill('LineScored'),
      'EpochEnded',
      'MatchEnded',
    ])
    expect(events.at(-1)).toEqual(ended([1, 1, 50], [0, 2, 48]))
  })
})
