/**
 * The scoring example of the rulebook. Its picture is lost; the words and figures that go with it leave exactly one board that fits
 * them all, if the land in row 4 may be worth 3 and not 1 and the third seat may own one castle of rank 1 too many. A is yellow, B red, C blue.
 */
import { expect, test } from 'vitest'
import { arranged, built, castle, column, epochEnded, play, row } from './table.js'

const BOARD = `
  +3 B1 A4 C1 -6 A1
  C2 $  +4 +1 ^  W
  +2 +4 B2 -5 -2 C1
  A2 D  +3 ^  C1 +5
  -1 -3 C1 .  +6 +2
`
const ended = () =>
  play(arranged({ seats: 3, board: BOARD }), 0, castle(3, 5, 4), { 'tiles:2': ['land1/1', 'land2/1', 'land3/1'] })

test('[K15, K20] the example: row 1 costs red and blue 3 each and yellow 18, the wizard raising one of its castles', () => {
  ended().thenAmongOthers(row(1, [-3], [-18, -3, -3]))
})

test('[K16, K18] the example: in row 4 the dragon does not reach beyond the mountain', () => {
  ended().thenAmongOthers(row(4, [0, 5], [0, 0, 5]))
})

test('[K19] the example: in column 2 dragon and mine leave twice the hazard', () => {
  ended().thenAmongOthers(column(2, [-6], [0, -6, 0]))
})

test('[K16] the example: in column 4 the mountain keeps yellow out', () => {
  ended().thenAmongOthers(column(4, [-4, 0], [0, 0, -4]))
})

test('[K20] the example: in column 6 the wizard makes two castles of rank 1 worth 14 each', () => {
  ended().thenAmongOthers(column(6, [7], [14, 0, 14]))
})

test('[K14, K21] the example: all base values and all totals', () => {
  const events = ended().events
  const lines = events.flatMap((event) => (event.type === 'LineScored' ? [event] : []))
  expect(lines.map(({ bases }) => bases)).toEqual([[-3], [10, 0], [-1], [0, 5], [4], [4], [-6], [7], [-4, 0], [-6, 4], [7]])
  const total = (line: string, seat: number) =>
    lines.filter((one) => one.line === line).reduce((sum, { gains }) => sum + (gains[seat] ?? 0), 0)
  expect([0, 1, 2].map((seat) => [total('row', seat), total('column', seat)])).toEqual([
    [-6, 50],
    [-5, 8],
    [24, 29],
  ])
})

test('[K26] the example: blue is richest with 103 gold and starts the second epoch', () => {
  const next = ended().thenAmongOthers(built(0, 3, 5, 4), epochEnded(1), { type: 'EpochBegan', epoch: 2, starter: 2 })
  expect(next.state.players.map(({ gold }) => gold)).toEqual([94, 53, 103])
})
