/** The words of the scenarios, shown on Kingdoms: what they mean, and that they fail where they should. */
import { describe, expect, test } from 'vitest'
import { kingdoms } from '../../src/games/kingdoms/index.js'
import { given, move, ofType } from './scenario.js'

const begun = given(kingdoms, { seats: 2 }, { type: 'EpochBegan', epoch: 1, starter: 0 }, { type: 'TurnBegan', seat: 0 })
const castle = (column: number) => ({ type: 'placeCastle', rank: 1, row: 1, column }) as const

describe('several moves in a row', () => {
  test('are made by whoever is awaited, or by the seat that is named', () => {
    const { events, after } = begun.whenAll([castle(1), [1, castle(2)], castle(3)])
    expect(ofType(events, 'CastlePlaced').map(({ seat, column }) => [seat, column])).toEqual([
      [0, 1],
      [1, 2],
      [0, 3],
    ])
    expect(after.phase.awaiting).toEqual([{ seat: 1, decision: 'turn' }])
  })

  test('stop at the first that is refused', () => {
    expect(() => begun.whenAll([castle(1), castle(1)]).events).toThrow('refused: FIELD_OCCUPIED')
    begun.whenAll([castle(1), castle(1)]).thenRefused('FIELD_OCCUPIED')
  })
})

test('the answer to a move is its code or that it is accepted', () => {
  expect(begun.answerTo(move(0, castle(1)))).toBe('accepted')
  expect(begun.answerTo(move(1, castle(1)))).toBe('NOT_YOUR_TURN')
})

test('legal moves are those of a seat, of some types or of all', () => {
  expect(begun.legalMoves(1)).toEqual([])
  expect(begun.legalMoves(0, 'drawTile')).toEqual([{ type: 'drawTile' }])
  expect(begun.legalMoves(0, 'drawTile', 'placeCastle').length).toBe(begun.legalMoves(0).length)
})
