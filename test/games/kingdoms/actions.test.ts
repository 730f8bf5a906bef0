import { describe, expect, test } from 'vitest'
import { kingdoms } from '../../../src/games/kingdoms/index.js'
import {
  ALMOST_FULL,
  arranged,
  began,
  built,
  castle,
  choose,
  draw,
  passed,
  pieces,
  place,
  play,
  startTile,
  types,
} from './table.js'

const opening = arranged({ startTiles: ['land6', 'dragon'] })

describe('castles', () => {
  test('[K9] a castle goes from the stock to an empty field, and the turn passes on', () => {
    const next = play(opening, 0, castle(3, 2, 5)).then(built(0, 3, 2, 5), began(1))
    expect(next.state.players.map(({ castles }) => castles)).toEqual([
      [4, 3, 1, 1],
      [4, 3, 2, 1],
    ])
  })

  test('[K9] a rank that is used up is refused', () => {
    play(arranged({ board: 'A4 . . . . .' }), 0, castle(4, 2, 2)).thenRefused('NO_SUCH_CASTLE')
  })

  test('[K1] a field holds one piece, whoever owns it, and nothing is replaced', () => {
    const table = arranged({ board: 'A1 B1 +3 . . .', startTiles: ['wizard', null] })
    for (const column of [1, 2, 3]) {
      play(table, 0, castle(1, 1, column)).thenRefused('FIELD_OCCUPIED')
      play(table, 0, startTile(1, column)).thenRefused('FIELD_OCCUPIED')
    }
    const drawn = play(table, 0, draw, { 'tiles:1': ['land1/1'] }).then({ type: 'TileDrawn', seat: 0, piece: 'land1/1' })
    play(drawn, 0, place(1, 1)).thenRefused('FIELD_OCCUPIED')
  })
})

describe('drawing', () => {
  const drawn = play(opening, 0, draw, { 'tiles:1': ['land4/2'] }).then({ type: 'TileDrawn', seat: 0, piece: 'land4/2' })

  test('[K10] the drawer looks at the tile and stays on turn until it lies on an empty field', () => {
    expect(drawn.phase.awaiting).toEqual([{ seat: 0, decision: 'placeDrawnTile' }])
    const next = play(drawn, 0, place(3, 3)).then({ type: 'TilePlaced', seat: 0, tile: 'land4', row: 3, column: 3 }, began(1))
    expect(next.state.drawn).toBeNull()
    expect(next.state.bag).toHaveLength(20)
  })

  test('[K10] whoever has drawn can do nothing else instead', () => {
    play(drawn, 0, castle(1, 1, 1)).thenRefused('TILE_IN_HAND')
    play(drawn, 0, startTile(1, 1)).thenRefused('TILE_IN_HAND')
    play(drawn, 0, draw).thenRefused('TILE_IN_HAND')
  })

  test('[K10] a tile must be drawn before it is placed, and there must be one', () => {
    play(opening, 0, place(1, 1)).thenRefused('NO_DRAWN_TILE')
    play(arranged({ bag: [] }), 0, draw).thenRefused('BAG_EMPTY')
  })
})

describe('the start tile', () => {
  test('[K11] it is placed once an epoch and becomes public then', () => {
    const next = play(opening, 0, startTile(4, 6)).then(
      { type: 'StartTilePlaced', seat: 0, tile: 'land6', row: 4, column: 6 },
      began(1),
    )
    const again = play(next, 1, startTile(4, 5)).thenAmongOthers(began(0))
    play(again, 0, startTile(1, 1)).thenRefused('START_TILE_GONE')
  })

  test('[K11] it is never compulsory while another action is open', () => {
    const kinds = new Set([...kingdoms.legalMoves(opening.state, 0)].map(({ type }) => type))
    expect(kinds).toEqual(new Set(['placeCastle', 'drawTile', 'placeStartTile']))
  })

  test('[K11, K12] with no castle and an empty bag it is the only action: no pass, only the field is chosen', () => {
    const table = arranged({
      startTiles: ['land2', null],
      bag: [],
      castles: [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
      ],
      turn: 1,
    })
    const next = play(table, 1, castle(1, 1, 1)).then(built(1, 1, 1, 1), began(0))
    const moves = [...kingdoms.legalMoves(next.state, 0)]
    expect(moves).toHaveLength(29)
    expect(new Set(moves.map(({ type }) => type))).toEqual(new Set(['placeStartTile']))
  })
})

describe('passing and forced moves', () => {
  test('[K12] there is no move to pass with', () => {
    expect(kingdoms.schema.move.safeParse({ type: 'pass' }).success).toBe(false)
  })

  test('[K12] a seat without castle, start tile and tiles to draw passes by itself', () => {
    const table = arranged({
      seats: 3,
      bag: [],
      castles: [
        [2, 0, 0, 0],
        [0, 0, 0, 0],
        [1, 0, 0, 0],
      ],
    })
    const next = play(table, 0, castle(1, 1, 1)).then(built(0, 1, 1, 1), passed(1), began(2))
    play(next, 2, castle(1, 1, 2)).then(built(2, 1, 1, 2), began(0))
  })

  test('[K12] the turn comes back to the only seat that can act', () => {
    const table = arranged({
      seats: 3,
      bag: [],
      castles: [
        [2, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    })
    play(table, 0, castle(1, 1, 1)).then(built(0, 1, 1, 1), passed(1), passed(2), began(0))
  })

  test('[K13] a seat that can only draw draws by itself and is asked for the field alone', () => {
    const table = arranged({
      bag: ['dragon', 'land1'],
      castles: [
        [1, 0, 0, 0],
        [0, 0, 0, 0],
      ],
    })
    const next = play(table, 0, castle(1, 1, 1), { 'tiles:1': pieces('dragon') }).then(built(0, 1, 1, 1), began(1), {
      type: 'TileDrawn',
      seat: 1,
      piece: 'dragon/1',
    })
    expect(next.phase.awaiting).toEqual([{ seat: 1, decision: 'placeDrawnTile' }])
  })

  test('[K13] a tile drawn for the last empty field goes there in the same entry, with scoring and the next epoch', () => {
    const table = arranged({ board: ALMOST_FULL })
    const { events } = play(table, 0, draw, { 'tiles:1': ['land6/2'], 'tiles:2': ['land1/1', 'land2/1'] })
    expect(types(events)).toEqual([
      'TileDrawn',
      'TilePlaced',
      ...Array(11).fill('LineScored'),
      'EpochEnded',
      'EpochBegan',
      'StartTileDealt',
      'StartTileDealt',
      'TurnBegan',
    ])
    expect(events[1]).toEqual({ type: 'TilePlaced', seat: 0, tile: 'land6', row: 5, column: 6 })
  })

  test('[K13] a single castle for a single field is placed by itself', () => {
    const almost = ALMOST_FULL.replace('-6 .', '. .')
    const table = arranged({
      board: almost,
      bag: [],
      epoch: 3,
      castles: [
        [0, 0, 1, 0],
        [0, 0, 1, 0],
      ],
    })
    const { events } = play(table, 0, castle(3, 5, 5))
    expect(events.slice(0, 3)).toEqual([built(0, 3, 5, 5), began(1), built(1, 3, 5, 6)])
    expect(types(events).at(-1)).toBe('MatchEnded')
  })

  test('[K13] two ranks for a single field are a choice', () => {
    const almost = ALMOST_FULL.replace('-6 .', '. .')
    const table = arranged({
      board: almost,
      bag: [],
      epoch: 3,
      castles: [
        [0, 0, 1, 0],
        [0, 1, 1, 0],
      ],
    })
    expect(play(table, 0, castle(3, 5, 5)).then(built(0, 3, 5, 5), began(1)).phase.awaiting).toEqual([
      { seat: 1, decision: 'turn' },
    ])
  })

  test('[K32] choosing a tile belongs to the variant noLuck alone', () => {
    play(opening, 0, choose('land1', 1, 1)).thenRefused('NOT_IN_THIS_VARIANT')
  })
})
