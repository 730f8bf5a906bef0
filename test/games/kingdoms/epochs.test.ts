import { describe, expect, test } from 'vitest'
import { kingdoms } from '../../../src/games/kingdoms/index.js'
import { ALMOST_FULL, type Arrangement, arranged, built, castle, ended, epochBegan, epochEnded, play, types } from './table.js'

/** Seat 1 fills the board with rank 3: seat 0 loses 11, seat 1 loses 51 (see ALMOST_FULL). */
const lastCastleOf = (setting: Arrangement) =>
  play(arranged({ board: ALMOST_FULL, startTiles: ['land6', null], turn: 1, ...setting }), 1, castle(3, 5, 6), {
    'tiles:2': ['land1/1', 'land2/1', 'land3/1'],
    'tiles:3': ['land1/1', 'land2/1', 'land3/1'],
  })

describe('the next epoch', () => {
  const next = lastCastleOf({}).thenAmongOthers(epochEnded(1), epochBegan(2, 0))

  test('[K24] rank 1 comes home, placed higher ranks are gone, unplaced castles stay in stock', () => {
    // seat 0 had placed 1 1 1 2, seat 1 had placed 1 1 2 3
    expect(next.state.players.map(({ castles }) => castles)).toEqual([
      [4, 2, 2, 1],
      [4, 2, 1, 1],
    ])
    expect(next.state.board.every((piece) => piece === null)).toBe(true)
  })

  test('[K25] all 23 tiles are shuffled again, an unplaced start tile with them, and each seat draws a new one', () => {
    expect(next.state.players.map(({ startTile }) => startTile)).toEqual(['land1', 'land2'])
    expect(next.state.bag).toHaveLength(21)
    expect(next.state.bag).toContain('land6/1')
    expect(next.state.bag).toContain('land6/2')
  })

  test('[K25, K28] an unplaced start tile is never shown', () => {
    expect(JSON.stringify(lastCastleOf({}).events)).not.toContain('land6')
  })
})

describe('who starts', () => {
  test('[K26] the richest seat starts the next epoch', () => {
    lastCastleOf({ gold: [50, 50] }).thenAmongOthers(epochBegan(2, 0))
    lastCastleOf({ gold: [50, 91] }).thenAmongOthers(epochBegan(2, 1))
    lastCastleOf({ gold: [50, 91], epoch: 2 }).thenAmongOthers(epochBegan(3, 1))
  })

  test('[K26] of equally rich seats the first clockwise from the last starter, that one included', () => {
    // 39 each after the scoring
    lastCastleOf({ gold: [50, 90], starter: 0 }).thenAmongOthers(epochBegan(2, 0))
    lastCastleOf({ gold: [50, 90], starter: 1 }).thenAmongOthers(epochBegan(2, 1))
  })

  test.each([
    [2, 2],
    [0, 1],
    [1, 1],
  ])('[K26] with 60, 72 and 72 gold, seat %d having started, seat %d starts', (starter, next) => {
    // after the scoring of ALMOST_FULL, where seat 2 has no castle: 71 - 11, 123 - 51, 72
    lastCastleOf({ seats: 3, gold: [71, 123, 72], starter }).thenAmongOthers(epochBegan(2, next))
  })
})

describe('the end', () => {
  test('[K27] the third epoch is the last, and the richest wins', () => {
    const { events } = lastCastleOf({ epoch: 3, gold: [100, 200] })
    expect(events.slice(-2)).toEqual([epochEnded(3), ended([1, 1, 149], [0, 2, 89])])
    expect(types(events)).not.toContain('EpochBegan')
  })

  test('[K27] equal gold shares a place, and the next place counts both', () => {
    const over = lastCastleOf({ seats: 3, epoch: 3, gold: [111, 151, 40] }).thenAmongOthers(
      ended([0, 1, 100], [1, 1, 100], [2, 3, 40]),
    )
    expect(over.phase).toEqual({
      awaiting: [],
      over: [
        { seat: 0, place: 1, score: 100 },
        { seat: 1, place: 1, score: 100 },
        { seat: 2, place: 3, score: 40 },
      ],
    })
  })

  test('[K27] the first two epochs are not the last', () => {
    expect(kingdoms.view(arranged({ epoch: 2 }).state, 0).lastEpoch).toBe(false)
    expect(kingdoms.view(arranged({ epoch: 3 }).state, 0).lastEpoch).toBe(true)
    lastCastleOf({ epoch: 2 }).thenAmongOthers(built(1, 3, 5, 6), epochEnded(2)).phase.awaiting
  })
})
