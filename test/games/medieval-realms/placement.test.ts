import { describe, expect, test } from 'vitest'
import type { Move } from '../../../src/games/medieval-realms/schema.js'
import { allowed, awaiting, game, leaves, of, place, placing, play, playAll, player, refused, types } from './table.js'

const seats = (count: number) => placing({ players: Array.from({ length: count }, () => ({})) })
const three = seats(3)
const two = seats(2)

describe('commitment', () => {
  test('[M6] all seats are awaited at once, and a seat that has placed is not any more', () => {
    expect(awaiting(three)).toEqual([0, 1, 2].map((seat) => [seat, 'placeLeaders']))
    const { events, state } = play(three, 1, place({}))
    expect(types(events)).toEqual(['LeadersPlaced'])
    expect(awaiting(state)).toEqual([0, 2].map((seat) => [seat, 'placeLeaders']))
  })

  test('[M6] a placement is final', () => refused(play(three, 1, place({})).state, 1, place({ generals: [2] }), 'NOT_YOUR_TURN'))

  test('[M6] the last placement reveals all, once, and the order of commitment changes nothing', () => {
    const moves: [number, Move][] = [
      [0, place({ generals: [3] })],
      [1, place({ generals: [4], admirals: [7] })],
      [2, place({ mayors: ['gold', 'raw', 'gold', 'raw'] })],
    ]
    const forth = playAll(three, ...moves)
    const back = playAll(three, ...moves.toReversed())
    expect(of(forth.events, 'LeadersRevealed')).toHaveLength(1)
    expect(back.state).toEqual(forth.state)
    expect(of(back.events, 'LeadersRevealed')).toEqual(of(forth.events, 'LeadersRevealed'))
  })

  test('[M6] the order in which leaders are named tells nothing: it is put into one fixed order', () => {
    const [placed] = of(play(seats(5), 0, place({ mayors: ['raw', 'goods', 'gold', 'goods'] })).events, 'LeadersPlaced')
    expect(placed?.placement.mayors).toEqual(['goods', 'goods', 'gold', 'raw'])
  })
})

describe('leaders', () => {
  test('[M7] any number of mayors may share a section, and military leaders a land', () => {
    expect(types(play(three, 0, place({ mayors: ['raw', 'raw', 'raw', 'raw'], admirals: [8], generals: [8] })).events)).toEqual([
      'LeadersPlaced',
    ])
  })

  test.each([
    ['MAYOR_NOT_PLACED', { mayors: ['gold', 'gold', 'gold'] }],
    ['TOO_MANY_MAYORS', { mayors: ['gold', 'gold', 'gold', 'gold', 'gold'] }],
    ['ADMIRAL_NOT_PLACED', { admirals: [] }],
    ['TOO_MANY_ADMIRALS', { admirals: [1, 2] }],
    ['GENERAL_NOT_PLACED', { generals: [] }],
    ['TOO_MANY_GENERALS', { generals: [1, 1] }],
    ['NO_BUFFERS', { buffers: [5, 6] }],
    ['LAND_NOT_IN_PLAY', { generals: [9] }],
  ] as const)('[M7] [M8] %s', (code, part) => {
    refused(three, 0, place(part as never), code)
  })

  test('[M7] combat has no section', () => {
    expect(game.schema.move.safeParse({ ...place({}), mayors: ['combat', 'gold', 'gold', 'gold'] }).success).toBe(false)
  })

  test('[M7] leaders won later must be placed too', () => {
    const state = placing({ players: [{ leaders: { mayor: 5, general: 2, admiral: 0 } }, {}, {}] })
    refused(state, 0, place({}), 'MAYOR_NOT_PLACED')
    const full = place({ mayors: ['raw', 'raw', 'raw', 'raw', 'gold'], admirals: [], generals: [2, 3] })
    expect(types(play(state, 0, full).events)).toEqual(['LeadersPlaced'])
  })

  test.each([
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 10],
  ])('[M8] with %d seats the lands are 1 to %d', (count, last) => {
    const state = seats(count)
    const buffers = count === 2 ? [1, 1] : []
    expect(types(play(state, 0, place({ admirals: [last], generals: [last], buffers })).events)).toEqual(['LeadersPlaced'])
    if (last < 10) refused(state, 0, place({ admirals: [last + 1], generals: [last], buffers }), 'LAND_NOT_IN_PLAY')
    expect(game.view(state, 0).lands.map(({ land }) => land)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  })
})

describe('buffers with two seats', () => {
  test('[M9] exactly two, apart or together', () => {
    refused(two, 0, place({}), 'BUFFER_NOT_PLACED')
    refused(two, 0, place({ buffers: [4] }), 'BUFFER_NOT_PLACED')
    refused(two, 0, place({ buffers: [4, 5, 6] }), 'TOO_MANY_BUFFERS')
    for (const buffers of [
      [4, 5],
      [6, 6],
    ])
      expect(types(play(two, 0, place({ buffers })).events)).toEqual(['LeadersPlaced'])
  })

  test('[M9] never beside an own admiral or general', () => {
    refused(two, 0, place({ admirals: [3], generals: [5], buffers: [3, 4] }), 'BUFFER_BESIDE_MILITARY')
    refused(two, 0, place({ admirals: [3], generals: [5], buffers: [4, 5] }), 'BUFFER_BESIDE_MILITARY')
  })

  test('[M9] a mayor gained later serves in the administration', () => {
    const state = placing({ players: [{ leaders: { mayor: 5 } }, {}] })
    refused(state, 0, place({ buffers: [4, 5, 6] }), 'MAYOR_NOT_PLACED')
    const full = place({ mayors: ['raw', 'raw', 'raw', 'raw', 'raw'], buffers: [4, 5] })
    expect(player(play(state, 0, full).state, 0).placement?.mayors).toHaveLength(5)
  })
})

describe('the sample of placements', () => {
  test.each([2, 3, 4, 5])(
    '[M6] %d seats: six hundred different placements of every kind of leader, all legal, marked as a sample',
    (count) => {
      const state = seats(count)
      const moves = game.legalMoves(state, 1)
      expect(moves.complete).toBe(false)
      expect(new Set([...moves].map((move) => JSON.stringify(move))).size).toBe(600)
      for (const move of moves) expect(types(play(state, 1, move).events)[0]).toBe('LeadersPlaced')
      const landsOf = (kind: 'admirals' | 'generals') =>
        new Set([...moves].flatMap((move) => (move.type === 'placeLeaders' ? move[kind] : [])))
      expect(landsOf('admirals').size).toBeGreaterThan(5)
      expect(landsOf('generals').size).toBeGreaterThan(5)
    },
  )

  test('[M6] it differs by seat and round, and is the same whenever it is asked for', () => {
    const later = { ...three, round: 2 }
    expect(allowed(three, 0)).toEqual(allowed(three, 0))
    expect(allowed(three, 0)).not.toEqual(allowed(three, 1))
    expect(allowed(three, 0)).not.toEqual(allowed(later, 0))
  })

  test('[M6] it does not depend on what others have placed', () => {
    const one = play(three, 1, place({ generals: [3] })).state
    const other = play(three, 1, place({ generals: [8], mayors: ['raw', 'raw', 'raw', 'raw'] })).state
    expect(allowed(one, 0)).toEqual(allowed(other, 0))
  })

  test('[M6] it copes with no leader at all, and with very many', () => {
    const none = placing({ players: [{ leaders: { mayor: 0, admiral: 0, general: 0 } }, {}, {}] })
    expect(allowed(none, 0)).toEqual([place({ mayors: [], admirals: [], generals: [] })])
    const many = placing({ players: [{ leaders: { mayor: 40, admiral: 20, general: 20 } }, {}] })
    expect(new Set(allowed(many, 0).map((move) => JSON.stringify(move))).size).toBe(600)
    for (const move of allowed(many, 0)) expect(types(play(many, 0, move).events)).toEqual(['LeadersPlaced'])
  })
})

test('[M6] [M51] a placement that its seat leaves behind is never shown', () => {
  const { state } = play(three, 1, place({ generals: [3] }))
  const { events } = playAll(leaves(state, 1).state, [0, place({})], [2, place({})])
  expect(of(events, 'LeadersRevealed')[0]?.placements.map(({ seat }) => seat)).toEqual([0, 2])
})
