import { describe, expect, test } from 'vitest'
import { kingdoms } from '../../../src/games/kingdoms/index.js'
import { leave, move } from '../../support/scenario.js'
import {
  ALMOST_FULL,
  arranged,
  began,
  built,
  castle,
  column,
  draw,
  ended,
  epochBegan,
  epochEnded,
  left,
  passed,
  play,
  row,
  types,
} from './table.js'

const NO_CASTLES = [0, 0, 0, 0]

describe('a seat leaves', () => {
  const table = arranged({ seats: 3, startTiles: ['dragon', 'wizard', 'land6'], board: 'A1 B2 +3 . . .', turn: 1 })

  test('[K36] on its turn: the next seat is on turn', () => {
    table.when(leave(1)).then(left(1), began(2))
  })

  test('[K36] out of turn: the seat on turn stays on turn', () => {
    expect(table.when(leave(2)).then(left(2)).phase.awaiting).toEqual([{ seat: 1, decision: 'turn' }])
  })

  test('[K36] its turns are skipped, and it may do nothing more', () => {
    const next = table.when(leave(2)).then(left(2))
    play(next, 1, castle(1, 5, 5)).then(built(1, 1, 5, 5), began(0))
    next.when(leave(2)).thenRefused('SEAT_HAS_LEFT')
    next.when(move(2, draw)).thenRefused('SEAT_HAS_LEFT')
  })

  test('[K36] its castles stay and go on scoring for it; nobody else gets more or less', () => {
    const board = '+3 B2 A1 C1 -1 .'
    const play3 = (gone: boolean) => {
      const before = arranged({ seats: 3, board, options: { instant: true } })
      return play(gone ? before.and(left(1)) : before, 0, castle(1, 1, 6))
    }
    // 2 gold a rank: seat 0 ranks 1 and 1, seat 1 rank 2, seat 2 rank 1
    for (const gone of [false, true]) play3(gone).thenAmongOthers(row(1, [2], [4, 4, 2]))
  })

  test('[K37] its stock and its start tile are out of play, unseen', () => {
    const next = table.when(leave(1)).then(left(1), began(2))
    expect(next.state.players[1]).toMatchObject({ castles: NO_CASTLES, startTile: null })
    const seen = kingdoms.view(next.state, 0)
    expect(seen.players[1]).toMatchObject({ left: true, hasStartTile: false })
    expect(seen.unseen).toContainEqual({ tile: 'wizard', count: 1 })
    expect(kingdoms.view(next.state, 'referee').secrets?.aside).toEqual([{ tile: 'wizard', count: 1 }])
    expect(next.state.bag).not.toContain('wizard/1')
  })

  test('[K37, K36] a tile that it has drawn stays unseen too, and the next seat is on turn', () => {
    const drawn = table.and({ type: 'TileDrawn', seat: 1, piece: 'hazard6/1' })
    const next = drawn.when(leave(1, 'timeout')).then({ type: 'SeatLeft', seat: 1, reason: 'timeout' }, began(2))
    expect(next.phase.awaiting).toEqual([{ seat: 2, decision: 'turn' }])
    expect(next.state.bag).not.toContain('hazard6/1')
    expect(kingdoms.view(next.state, 2).unseen).toContainEqual({ tile: 'hazard6', count: 1 })
    expect(kingdoms.view(next.state, 'referee').secrets?.aside).toEqual([
      { tile: 'hazard6', count: 1 },
      { tile: 'wizard', count: 1 },
    ])
  })

  test('[K37] in the next epoch it gets neither castles nor a start tile, and its tiles are shuffled in', () => {
    const almost = arranged({ seats: 3, board: ALMOST_FULL, startTiles: ['land6', null, null], turn: 1 }).and(left(0))
    const next = play(almost, 1, castle(3, 5, 6), { 'tiles:2': ['land1/1', 'land2/1'] }).thenAmongOthers(epochEnded(1))
    expect(next.state.players.map(({ castles, startTile }) => [castles, startTile])).toEqual([
      [NO_CASTLES, null],
      [[3, 2, 1, 1], 'land1'],
      [[3, 3, 2, 1], 'land2'],
    ])
    expect(next.state.bag).toHaveLength(21)
    expect(next.state.aside).toEqual([])
  })
})

describe('an epoch that cannot be filled', () => {
  test('[K38] it ends when nobody can act, and empty fields count nothing', () => {
    const board = '+4 A1 B1 . . .'
    const table = arranged({ seats: 3, epoch: 3, board, bag: [], castles: [[0, 1, 0, 0], [2, 3, 2, 1], NO_CASTLES] }).and(left(1))
    const { events } = play(table, 0, castle(2, 1, 4))
    expect(events).toContainEqual(row(1, [4], [12, 4, 0]))
    expect(events).toContainEqual(column(6, [0], [0, 0, 0]))
    expect(events.at(-1)).toEqual(ended([0, 1, 62], [2, 2, 50], [1, 3, 54]))
  })

  test('[K38] it ends at once when the only seat that could act leaves', () => {
    const table = arranged({
      seats: 3,
      board: '+4 A1 B2 . . .',
      bag: [],
      castles: [NO_CASTLES, [1, 0, 0, 0], NO_CASTLES],
      turn: 1,
    })
    const { events } = table.when(leave(1), { 'tiles:2': ['land1/1', 'land2/1'] })
    expect(types(events)).toEqual([
      'SeatLeft',
      ...Array(11).fill('LineScored'),
      'EpochEnded',
      'EpochBegan',
      'StartTileDealt',
      'StartTileDealt',
      'TurnBegan',
    ])
    expect(events[1]).toEqual(row(1, [4], [4, 8, 0]))
  })

  test('[K38] it goes on while a seat can act, the others passing', () => {
    const table = arranged({ seats: 4, bag: [], castles: [[2, 0, 0, 0], NO_CASTLES, [1, 0, 0, 0], NO_CASTLES], turn: 2 })
    table.when(leave(2)).then(left(2), passed(3), began(0))
  })
})

describe('who starts after a leave', () => {
  const script = { 'tiles:2': ['land1/1', 'land2/1', 'land3/1'] }
  const almost = (gold: number[], starter: number, gone: number) =>
    play(
      arranged({ seats: 3, board: ALMOST_FULL, startTiles: [null, 'land6', null], turn: 1, gold, starter }).and(left(gone)),
      1,
      castle(3, 5, 6),
      script,
    )

  test('[K39] the richest is taken among the seats still playing', () => {
    // after the scoring: 489, 49, 50
    almost([500, 100, 50], 0, 0).thenAmongOthers(epochBegan(2, 2))
  })

  test('[K39] if the last starter has left, a tie is counted on from its seat', () => {
    // seats 1 and 2 have 50 each
    almost([50, 101, 50], 0, 0).thenAmongOthers(epochBegan(2, 1))
    // seat 2 started and left; seats 0 and 1 have 39 each: seat 0 comes next
    almost([50, 90, 50], 2, 2).thenAmongOthers(epochBegan(2, 0))
  })
})

describe('the last seat', () => {
  test('[K40] the match ends at once when one seat is left, and nothing more is scored', () => {
    const table = arranged({ board: '+6 A1 B4 . . .', gold: [10, 90] })
    const over = table.when(leave(1)).then(left(1), ended([0, 1, 10], [1, 2, 90]))
    expect(over.phase.awaiting).toEqual([])
  })

  test('[K40] leavers rank below all who stayed, the later leaver higher', () => {
    const table = arranged({ seats: 4, gold: [40, 99, 70, 60] }).and(left(1), left(3))
    table.when(leave(2)).then(left(2), ended([0, 1, 40], [2, 2, 70], [3, 3, 60], [1, 4, 99]))
  })

  test('[K40, K27] a match that is played out ranks leavers last whatever their gold', () => {
    const table = arranged({
      seats: 3,
      epoch: 3,
      board: ALMOST_FULL,
      startTiles: [null, 'land6', null],
      turn: 1,
      gold: [500, 100, 50],
    }).and(left(0))
    play(table, 1, castle(3, 5, 6)).thenAmongOthers(ended([2, 1, 50], [1, 2, 49], [0, 3, 489]))
  })
})

describe('leaving with lastCastle', () => {
  const options = { lastCastle: true }

  test('[K41] a last castle that the leaver has placed still makes the epoch the last', () => {
    const table = arranged({ seats: 3, options, castles: [[1, 1, 0, 0], NO_CASTLES, [1, 1, 0, 0]] }).and(
      { type: 'LastCastlePlaced', seat: 1 },
      left(1),
    )
    expect(kingdoms.view(table.state, 0).lastEpoch).toBe(true)
  })

  test('[K41] castles that the leaver has not placed do not count as placed', () => {
    const next = arranged({ seats: 3, options }).when(leave(1)).then(left(1))
    expect(kingdoms.view(next.state, 0).lastEpoch).toBe(false)
    expect(next.state.players[1]?.castles).toEqual(NO_CASTLES)
  })
})
