import { describe, expect, test } from 'vitest'
import { kindOf, PIECES, VALUE } from '../../../src/games/kingdoms/content.js'
import { kingdoms } from '../../../src/games/kingdoms/index.js'
import { given, move, start } from '../../support/scenario.js'
import { began, castle, dealt, draw, epochBegan, place, play } from './table.js'

const THREE = { starter: 1, 'tiles:1': ['land3/1', 'dragon/1', 'mountain/2'] }
const castles = (seats: number, lastCastle = false) =>
  given(kingdoms, { seats, options: { lastCastle } }).state.players.map((player) => player.castles)

describe('pieces', () => {
  test('[K1] the board has five rows and six columns, all empty at the start', () => {
    const { board } = kingdoms.view(given(kingdoms, { seats: 2 }, epochBegan(1, 0)).state, 'spectator')
    expect(board).toHaveLength(30)
    expect(board[0]).toEqual({ row: 1, column: 1, tile: null, castle: null })
    expect(board[29]).toEqual({ row: 5, column: 6, tile: null, castle: null })
  })

  test('[K2] 23 tiles: lands 1 to 6 twice, hazards 1 to 6 once, two mountains, dragon, gold mine, wizard', () => {
    const kinds = PIECES.map(kindOf)
    const copies = (tile: string) => kinds.filter((kind) => kind === tile).length
    expect(PIECES).toHaveLength(23)
    for (const value of [1, 2, 3, 4, 5, 6] as const) {
      expect([copies(`land${value}`), VALUE[`land${value}`]]).toEqual([2, value])
      expect([copies(`hazard${value}`), VALUE[`hazard${value}`]]).toEqual([1, -value])
    }
    expect(['mountain', 'dragon', 'goldMine', 'wizard'].map(copies)).toEqual([2, 1, 1, 1])
  })

  test.each([
    [2, 4],
    [3, 3],
    [4, 2],
  ])('[K3] with %d seats everybody has %d castles of rank 1, and three, two and one of the higher ranks', (seats, first) => {
    expect(castles(seats)).toEqual(Array.from({ length: seats }, () => [first, 3, 2, 1]))
  })

  test.each([2, 3, 4])('[K4] everybody begins with 50 gold (%d seats)', (seats) => {
    expect(given(kingdoms, { seats }).state.players.map(({ gold }) => gold)).toEqual(Array(seats).fill(50))
  })
})

describe('the start', () => {
  test('[K5, K6] the starter is rolled and every seat draws a start tile in seat order, whoever starts', () => {
    given(kingdoms, { seats: 3 })
      .when(start, THREE)
      .then(epochBegan(1, 1), dealt(0, 'land3/1'), dealt(1, 'dragon/1'), dealt(2, 'mountain/2'), began(1))
  })

  test('[K6] the option seat0 leaves the first start to seat 0 without a roll', () => {
    const { starter: _, ...tiles } = THREE
    given(kingdoms, { seats: 3, options: { starter: 'seat0' } })
      .when(start, tiles)
      .then(epochBegan(1, 0), dealt(0, 'land3/1'), dealt(1, 'dragon/1'), dealt(2, 'mountain/2'), began(0))
  })

  test('[K7] turns go to the next higher seat and from the last to seat 0', () => {
    const begun = given(kingdoms, { seats: 3 })
      .when(start, THREE)
      .then(epochBegan(1, 1), dealt(0, 'land3/1'), dealt(1, 'dragon/1'), dealt(2, 'mountain/2'), began(1))
    const second = play(begun, 1, castle(1, 1, 1)).thenAmongOthers(began(2))
    const third = play(second, 2, castle(1, 1, 2)).thenAmongOthers(began(0))
    play(third, 0, castle(1, 1, 3)).thenAmongOthers(began(1))
  })
})

describe('commands out of place', () => {
  const begun = given(kingdoms, { seats: 2 }, epochBegan(1, 0), dealt(0, 'land1/1'), dealt(1, 'land2/1'), began(0))

  test('[K42] nothing can be done before the start, and a match starts once', () => {
    given(kingdoms, { seats: 2 }).when(move(0, draw)).thenRefused('NOT_STARTED')
    begun.when(start).thenRefused('ALREADY_STARTED')
  })

  test('[K42] a seat that does not exist is refused', () => {
    begun.when(move(2, draw)).thenRefused('NO_SUCH_SEAT')
    begun.when({ type: 'leave', seat: -1, reason: 'removed' }).thenRefused('NO_SUCH_SEAT')
  })

  test('[K8, K42] only the seat on turn may move', () => {
    expect(begun.when(move(1, castle(1, 1, 1))).thenRefused('NOT_YOUR_TURN').message).toContain('Seat 0')
  })

  test('[K8] one action is one turn: having placed a castle, the seat is not asked again', () => {
    const next = play(begun, 0, castle(1, 1, 1)).thenAmongOthers(began(1))
    expect(next.phase.awaiting).toEqual([{ seat: 1, decision: 'turn' }])
    play(next, 0, castle(1, 1, 2)).thenRefused('NOT_YOUR_TURN')
  })

  test('[K42] nothing can be done after the end', () => {
    const over = begun.and({
      type: 'MatchEnded',
      places: [
        { seat: 0, place: 1, score: 50 },
        { seat: 1, place: 1, score: 50 },
      ],
    })
    over.when(move(0, place(1, 1))).thenRefused('MATCH_OVER')
    over.when({ type: 'leave', seat: 0, reason: 'resigned' }).thenRefused('MATCH_OVER')
  })
})
