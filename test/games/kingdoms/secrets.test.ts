import { describe, expect, test } from 'vitest'
import { kingdoms } from '../../../src/games/kingdoms/index.js'
import { leave } from '../../support/scenario.js'
import { arranged, draw, ended, left, play, startTile } from './table.js'

const table = arranged({ seats: 3, startTiles: ['dragon', 'wizard', 'land6'], board: '+6 -1 A2 . . .' })
const seen = (viewer: number | 'spectator' | 'referee') => kingdoms.view(table.state, viewer)
const count = (tile: string, viewer: number | 'spectator') => seen(viewer).unseen.find((one) => one.tile === tile)?.count ?? 0

describe('start tiles', () => {
  test('[K28] a start tile is known to its owner alone', () => {
    expect([0, 1, 2].map((seat) => seen(seat).startTile)).toEqual(['dragon', 'wizard', 'land6'])
    expect(seen('spectator').startTile).toBeNull()
    expect(seen(0).secrets).toBeNull()
    expect(seen('spectator').secrets).toBeNull()
    expect(seen('referee').secrets?.startTiles).toEqual(['dragon', 'wizard', 'land6'])
  })

  test('[K28] who still has one is public', () => {
    const next = play(table, 0, startTile(5, 5)).thenAmongOthers({
      type: 'StartTilePlaced',
      seat: 0,
      tile: 'dragon',
      row: 5,
      column: 5,
    })
    expect(kingdoms.view(next.state, 'spectator').players.map(({ hasStartTile }) => hasStartTile)).toEqual([false, true, true])
  })

  test('[K28] the deal is told to everyone, the tile to its owner and the referee', () => {
    const event = { type: 'StartTileDealt', seat: 1, piece: 'land2/2' } as const
    const told = (viewer: number | 'spectator' | 'referee') => kingdoms.notice(event, viewer)
    expect(told(1)).toEqual({ type: 'StartTileDealt', seat: 1, secretTile: 'land2' })
    expect(told('referee')).toEqual(told(1))
    expect(told(0)).toEqual({ type: 'StartTileDealt', seat: 1, secretTile: null })
    expect(told('spectator')).toEqual(told(0))
  })
})

describe('drawn tiles', () => {
  const drawn = play(table, 0, draw, { 'tiles:1': ['mountain/2'] }).then({ type: 'TileDrawn', seat: 0, piece: 'mountain/2' })

  test('[K28] that somebody drew is public, what they drew is known to them alone until it is placed', () => {
    expect(kingdoms.view(drawn.state, 0).drawnTile).toBe('mountain')
    for (const viewer of [1, 2, 'spectator'] as const) {
      expect(kingdoms.view(drawn.state, viewer).drawnTile).toBeNull()
      expect(kingdoms.view(drawn.state, viewer).players[0]?.hasDrawnTile).toBe(true)
      expect(kingdoms.notice({ type: 'TileDrawn', seat: 0, piece: 'mountain/2' }, viewer)).toEqual({
        type: 'TileDrawn',
        seat: 0,
        secretTile: null,
      })
    }
  })

  test('[K28] the referee sees the drawn tile, the bag and every start tile', () => {
    const { secrets } = kingdoms.view(drawn.state, 'referee')
    expect(secrets?.drawnTile).toBe('mountain')
    // 23 less three start tiles, two on the board and the drawn one
    expect(secrets?.bag.reduce((sum, one) => sum + one.count, 0)).toBe(17)
  })
})

describe('a drawn tile when a leave ends the match', () => {
  test('[K28, K40] whoever drew it still knows it, and everybody knows who holds it', () => {
    const { state, phase } = play(arranged({ startTiles: ['dragon', 'wizard'] }), 0, draw, { 'tiles:1': ['land3/1'] })
      .then({ type: 'TileDrawn', seat: 0, piece: 'land3/1' })
      .when(leave(1))
      .then(left(1), ended([0, 1, 50], [1, 2, 50]))
    expect(phase.over).not.toBeNull()
    expect(kingdoms.view(state, 'referee').secrets?.drawnTile).toBe('land3')
    expect(kingdoms.view(state, 0).drawnTile).toBe('land3')
    expect(kingdoms.view(state, 'spectator').drawnTile).toBeNull()
    expect(kingdoms.view(state, 'spectator').players.map(({ hasDrawnTile }) => hasDrawnTile)).toEqual([true, false])
  })
})

describe('what is left', () => {
  test('[K28] the bag is a public number', () => {
    expect(seen('spectator').bagCount).toBe(18)
  })

  test('[K28] every seat sees the set of tiles that it has not seen', () => {
    // on the board +6 and -1; seat 2 holds the other +6, seat 0 the dragon
    expect([count('land6', 0), count('land6', 2), count('land6', 'spectator')]).toEqual([1, 0, 1])
    expect([count('dragon', 0), count('dragon', 1), count('hazard1', 0)]).toEqual([0, 1, 0])
    expect(seen('spectator').unseen.reduce((sum, one) => sum + one.count, 0)).toBe(21)
    expect(seen(0).unseen.reduce((sum, one) => sum + one.count, 0)).toBe(20)
  })

  test('[K28, K32] with noLuck nothing is hidden', () => {
    const { state } = arranged({ options: { noLuck: true }, board: '+6 ^ A1 . . .' })
    expect(kingdoms.view(state, 'spectator')).toEqual(kingdoms.view(state, 0))
    expect(kingdoms.view(state, 0).open.find(({ tile }) => tile === 'land6')?.count).toBe(1)
    expect(kingdoms.view(state, 0).unseen).toEqual([])
  })
})
