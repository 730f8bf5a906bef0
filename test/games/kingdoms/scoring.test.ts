/** Worth of lines. A is seat 0, B seat 1, C seat 2; gains are listed in that order. */
import { describe, expect, test } from 'vitest'
import {
  ALMOST_FULL,
  ALMOST_FULL_SCORED,
  arranged,
  began,
  built,
  castle,
  column,
  completedRow,
  dealt,
  epochBegan,
  epochEnded,
  place,
  play,
  row,
} from './table.js'

describe('the base of a line', () => {
  test("[K15] lands less hazards, times the ranks of one's own castles", () => {
    // 6 + 3 - 2 = 7; seat 0 has ranks 1 and 2, seat 1 rank 3
    expect(completedRow('+6 +3 -2 B3 A1 A2')).toEqual(row(1, [7], [21, 21, 0]))
  })

  test('[K15] a negative base is paid', () => {
    expect(completedRow('-6 -3 +2 B3 C1 A2')).toEqual(row(1, [-7], [-14, -21, -7]))
  })

  test('[K22] six castles, nothing to win', () => {
    expect(completedRow('B1 B2 C1 C2 C3 A4')).toEqual(row(1, [0], [0, 0, 0]))
  })

  test('[K22] castles alone between mountains win nothing', () => {
    expect(completedRow('^ B4 ^ C1 C2 A1')).toEqual(row(1, [0, 0, 0], [0, 0, 0]))
  })
})

describe('mountains', () => {
  test('[K16] a mountain cuts the line into two sections that count apart', () => {
    expect(completedRow('+6 B1 ^ -4 C1 A2')).toEqual(row(1, [6, -4], [-8, 6, -4]))
  })

  test('[K16] a mountain at the edge leaves an empty section worth nothing; two mountains make three', () => {
    // empty / +5 with rank 2 / -1 with rank 1
    expect(completedRow('^ +5 A2 ^ -1 A1')).toEqual(row(1, [0, 5, -1], [9, 0, 0]))
  })

  test('[K16] two mountains side by side leave an empty section between them', () => {
    expect(completedRow('+2 B1 ^ ^ +3 A1')).toEqual(row(1, [2, 0, 3], [3, 2, 0]))
  })

  test('[K16] a mountain cuts its column as well', () => {
    const board = `
      +4 . . . . .
      B1 . . . . .
      ^  . . . . .
      -2 . . . . .
      .  . . . . .`
    play(arranged({ board, options: { instant: true } }), 0, castle(3, 5, 1)).thenAmongOthers(column(1, [4, -2], [-6, 4]))
  })
})

describe('gold mine', () => {
  test('[K17] it doubles lands and hazards alike', () => {
    expect(completedRow('+5 -2 $ B1 C1 A2')).toEqual(row(1, [6], [12, 6, 6]))
    expect(completedRow('+2 -5 $ B1 C1 A2')).toEqual(row(1, [-6], [-12, -6, -6]))
  })

  test('[K17] it doubles nothing beyond a mountain', () => {
    // left 3 x 2, right 5
    expect(completedRow('+3 $ B1 ^ +5 A1')).toEqual(row(1, [6, 5], [5, 6, 0]))
    // left 5, right 4 x 2
    expect(completedRow('+5 B1 ^ $ +4 A2')).toEqual(row(1, [5, 8], [16, 5, 0]))
  })

  test('[K17] beyond a mountain in a column it doubles nothing either', () => {
    const board = `
      $  . . . . .
      +2 . . . . .
      ^  . . . . .
      +3 . . . . .
      .  . . . . .`
    play(arranged({ board, options: { instant: true } }), 0, castle(1, 5, 1)).thenAmongOthers(column(1, [4, 3], [3, 0]))
  })
})

describe('dragon', () => {
  test('[K18] lands are worth nothing, hazards still count', () => {
    expect(completedRow('+6 +5 D -2 B1 A3')).toEqual(row(1, [-2], [-6, -2, 0]))
  })

  test('[K18] its reach ends at a mountain', () => {
    expect(completedRow('+6 ^ D -2 B1 A1')).toEqual(row(1, [6, -2], [-2, -2, 0]))
  })

  test('[K19] with the gold mine: twice the hazards', () => {
    expect(completedRow('+6 D -2 $ A1 A2')).toEqual(row(1, [-4], [-12, 0, 0]))
  })

  test('[K18, K19] dragon and mine on two sides of a mountain do not meet', () => {
    expect(completedRow('+4 D B1 ^ $ A1')).toEqual(row(1, [0, 0], [0, 0, 0]))
    expect(completedRow('D -3 ^ $ +2 A1')).toEqual(row(1, [-3, 4], [4, 0, 0]))
  })
})

describe('wizard', () => {
  test('[K20] every castle beside it counts one rank more, whoever owns it', () => {
    // base 3: seat 1 rank 2+1, seat 2 rank 1+1, seat 0 rank 1 (not beside)
    expect(completedRow('B2 W C1 +1 +2 A1')).toEqual(row(1, [3], [3, 9, 6]))
  })

  test('[K20] rank 4 becomes 5, and a diagonal neighbour stays what it is', () => {
    const board = `
      .  .  .  .  .  .
      +1 B1 +2 -1 +3 .
      +1 .  W  .  +3 .
      .  .  .  .  .  .
      .  .  .  .  .  .`
    // row 2: 1 + 2 - 1 + 3 = 5; the castle of seat 1 at row 2, column 2 is diagonal to the wizard
    const table = arranged({ board, options: { instant: true } })
    const next = play(table, 0, castle(1, 2, 6)).thenAmongOthers(row(2, [5], [5, 5]))
    // row 3: 1 + 3 = 4; seat 1 puts rank 1 at column 2 and seat 0 rank 4 at column 4, both beside the wizard, then seat 1 rank 2 at column 6
    const two = play(next, 1, castle(1, 3, 2)).thenAmongOthers(began(0))
    const three = play(two, 0, castle(4, 3, 4)).thenAmongOthers(began(1))
    play(three, 1, castle(2, 3, 6)).thenAmongOthers(row(3, [4], [20, 4 * 2 + 4 * 2]))
  })

  test('[K20] the raise counts in the row and in the column of the castle', () => {
    const board = `
      +2 +1 -1 B1 C1 .
      .  .  .  .  .  W
      .  .  .  .  .  +3
      .  .  .  .  .  -1
      .  .  .  .  .  +2`
    // row 1: 2 x (1+1); column 6: 4 x (1+1): the wizard itself stands in the column only
    play(arranged({ seats: 3, board, options: { instant: true } }), 0, castle(1, 1, 6)).then(
      built(0, 1, 1, 6),
      row(1, [2], [4, 2, 2]),
      column(6, [4], [8, 0, 0]),
      began(1),
    )
  })

  test('[K20] a mountain beside castle and wizard changes nothing between the two', () => {
    expect(completedRow('+2 ^ +3 B1 W A1')).toEqual(row(1, [2, 3], [6, 6, 0]))
  })
})

describe('lines are judged one by one', () => {
  test('[K21] a land that the dragon kills in its row counts in its column', () => {
    const board = `
      D +4 B1 C1 -1 .
      . B1 .  .  .  .
      . C1 .  .  .  .
      . -1 .  .  .  .
      . .  .  .  .  .`
    const table = arranged({ seats: 3, board, options: { instant: true } })
    const next = play(table, 0, castle(1, 1, 6)).thenAmongOthers(row(1, [-1], [-1, -1, -1]))
    play(next, 1, castle(2, 5, 2)).thenAmongOthers(column(2, [3], [0, 3 + 6, 3]))
  })

  test('[K21] a land that the mine doubles in its row is single in its column', () => {
    const board = `
      $ +3 B1 C1 B2 .
      . B1 .  .  .  .
      . C1 .  .  .  .
      . C2 .  .  .  .
      . .  .  .  .  .`
    const table = arranged({ seats: 3, board, options: { instant: true } })
    const next = play(table, 0, castle(1, 1, 6)).thenAmongOthers(row(1, [6], [6, 18, 6]))
    play(next, 1, castle(3, 5, 2)).thenAmongOthers(column(2, [3], [0, 3 + 9, 3 + 6]))
  })
})

describe('the end of an epoch', () => {
  const table = arranged({ board: ALMOST_FULL, startTiles: ['land6', null], turn: 1 })

  test('[K14, K15] a full board is scored: rows from the top, columns from the left, every piece twice', () => {
    play(table, 1, castle(3, 5, 6), { 'tiles:2': ['land1/1', 'land2/1'] }).then(
      built(1, 3, 5, 6),
      ...ALMOST_FULL_SCORED,
      epochEnded(1),
      epochBegan(2, 0),
      dealt(0, 'land1/1'),
      dealt(1, 'land2/1'),
      began(0),
    )
  })

  test('[K23] gold may fall below zero, and play goes on', () => {
    // seat 0: 10 - 20 + 2 - 3 = -11; seat 1: 10 - 10 - 18 - 6 - 27 = -51
    const next = play(table, 1, castle(3, 5, 6), { 'tiles:2': ['land1/1', 'land2/1'] }).thenAmongOthers(epochBegan(2, 0))
    expect(next.state.players.map(({ gold }) => gold)).toEqual([39, -1])
    expect(next.phase.awaiting).toEqual([{ seat: 0, decision: 'turn' }])
  })

  test('[K23] the bank never runs out: a seat may have more gold than all coins in the box are worth', () => {
    const rich = arranged({ board: ALMOST_FULL, startTiles: ['land6', null], turn: 1, gold: [1081, 1081] })
    const next = play(rich, 1, castle(1, 5, 6), { 'tiles:2': ['land1/1', 'land2/1'] }).thenAmongOthers(epochEnded(1))
    // seat 1 with rank 1 on the last field: 10 - 10 - 6 - 6 - 9 = -21
    expect(next.state.players.map(({ gold }) => gold)).toEqual([1070, 1060])
  })

  test('[K14] nothing is scored before the board is full', () => {
    const open = arranged({ board: ALMOST_FULL.replace('-6 .', '. .') })
    play(open, 0, castle(1, 5, 5)).then(built(0, 1, 5, 5), began(1))
    const drawn = arranged({ board: '+1 +2 +3 A1 B1 .' }).and({ type: 'TileDrawn', seat: 0, piece: 'land4/1' })
    play(drawn, 0, place(1, 6)).thenNo('LineScored')
  })
})
