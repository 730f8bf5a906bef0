import { describe, expect, test } from 'vitest'
import { actions, choose, game, of, pass, play, playAll, playCard, player, type Seat } from './table.js'

/** Round 7 ends; the first seat is looked at. */
const scored = (seat: Seat, others: readonly Seat[] = [{}, {}]) => {
  const state = actions({ players: [seat, ...others.map((other) => ({ ...other, passed: true }))], round: 7 })
  const { events, state: after } = play(state, 0, pass)
  return { score: of(events, 'SeatScored')[0], state: after, events }
}
const byCards = (seat: Seat, others?: readonly Seat[]) => scored(seat, others).score?.byCards

describe('effects at the end', () => {
  test('[M44] a fortress: the strength of all military leaders, each fortress for itself; buffers are none', () => {
    const seat = { inPlay: ['fortress/1', 'fortress/2'], leaders: { admiral: 3, general: 2 } }
    expect(byCards(seat)).toEqual([
      { card: 'fortress/1', points: 7 },
      { card: 'fortress/2', points: 7 },
    ])
    expect(byCards(seat, [{}])?.[0]?.points).toBe(7)
  })

  test('[M44] a market: the different colours in play, its own red too', () => {
    expect(byCards({ inPlay: ['market/1', 'war/1', 'war/2', 'leader-mayor/1'] })).toEqual([{ card: 'market/1', points: 3 }])
  })

  test.each([
    [3, 5],
    [2, 7],
  ])('[M44] with %d seats and five mayors a city is worth %d points: buffers are mayors', (seats, points) => {
    const others = Array.from({ length: seats - 1 }, () => ({}))
    expect(byCards({ inPlay: ['city-paris/1'], leaders: { mayor: 5 } }, others)).toEqual([{ card: 'city-paris/1', points }])
  })

  test('[M44] a great personality: one point for each card of the colour shown, itself too if it has it', () => {
    expect(
      byCards({ inPlay: ['artist-giotto/1', 'gallery/1', 'missionary-cyril/1', 'city-rome/1', 'artist-hildegard/1'] }),
    ).toEqual([
      { card: 'artist-giotto/1', points: 3 },
      { card: 'missionary-cyril/1', points: 3 },
      { card: 'city-rome/1', points: 4 },
      { card: 'artist-hildegard/1', points: 1 },
    ])
  })

  test.each([
    ['island-crete/1', ['gallery/1'], ['gallery/1', 'gallery/2']],
    ['island-iona/1', ['tithe/1'], ['tithe/1', 'cathedral/1']],
    ['island-sicily/1', ['harbour/1'], ['harbour/1', 'gunpowder/1']],
    ['island-malta/1', ['leader-mayor/1'], ['leader-mayor/1', 'leader-admiral/1']],
    ['island-corsica/1', ['territory-raw/1'], ['territory-raw/1', 'territory-gold/1']],
    [
      'island-cyprus/1',
      ['war/1', 'tithe/1', 'gallery/1', 'leader-mayor/1'],
      ['war/1', 'tithe/1', 'gallery/1', 'leader-mayor/1', 'territory-raw/1'],
    ],
  ] as const)('[M44] %s is worth three points when its condition is met', (island, short, enough) => {
    expect(byCards({ inPlay: [island, ...short] })).toEqual([])
    expect(byCards({ inPlay: [island, ...enough] })).toEqual([{ card: island, points: 3 }])
  })

  test('[M44] Mallorca asks for two cities, Rhodes for a strength of four', () => {
    expect(byCards({ inPlay: ['island-mallorca/1', 'city-rome/1', 'city-paris/1'] })?.[0]).toEqual({
      card: 'island-mallorca/1',
      points: 3,
    })
    expect(byCards({ inPlay: ['island-rhodes/1'], leaders: { admiral: 1, general: 1 } })).toEqual([])
    expect(byCards({ inPlay: ['island-rhodes/1'], leaders: { admiral: 2, general: 1 } })).toEqual([
      { card: 'island-rhodes/1', points: 3 },
    ])
  })

  test("[M45] cards in hand and other seats' cards count for nothing", () => {
    const others = [{ inPlay: ['gallery/1', 'war/1'] }, {}]
    expect(byCards({ inPlay: ['market/1', 'artist-giotto/1'], hand: ['gallery/2', 'fortress/1'] }, others)).toEqual([
      { card: 'market/1', points: 2 },
      { card: 'artist-giotto/1', points: 1 },
    ])
    expect(scored({ hand: ['artist-giotto/1'] }).score).toMatchObject({ byCards: [], personalities: 0, total: 0 })
  })
})

describe('leftovers and personalities', () => {
  test('[M46] one point for two resources of any kinds together, rounded down', () => {
    expect(scored({ stock: { goods: 1, gold: 1, raw: 1, combat: 4 } }).score?.leftovers).toBe(3)
    expect(scored({ stock: { goods: 1 } }).score?.leftovers).toBe(0)
  })

  const greats = [
    'artist-dante/1',
    'artist-chaucer/1',
    'artist-van-eyck/1',
    'missionary-boniface/1',
    'missionary-bernard/1',
    'scientist-villard/1',
    'scientist-fibonacci/1',
  ]

  test.each([
    [0, 0],
    [1, 1],
    [2, 3],
    [3, 6],
    [4, 10],
    [5, 15],
    [6, 15],
    [7, 15],
  ])('[M47] %d great personalities in play: %d points', (count, points) => {
    expect(scored({ inPlay: greats.slice(0, count) }).score?.personalities).toBe(points)
  })

  test('[M39] no point of the end brings a bonus', () => {
    const { events, state } = scored({ inPlay: ['market/1', 'artist-dante/1', 'city-rome/1'], stock: { gold: 20 }, points: 4 })
    expect(of(events, 'ChoiceOffered')).toEqual([])
    expect(player(state, 0).stock.gold).toBe(20)
    expect(player(state, 0).points).toBe(4 + 3 + 4 + 10 + 1)
  })

  test('[M37] [M46] a bonus of round 7 is still a resource, and counts as a leftover', () => {
    const state = actions({ players: [{ stock: { culture: 5, gold: 1 }, hand: ['gallery/1'] }, { passed: true }], round: 7 })
    const { events } = playAll(state, [0, playCard('gallery/1')], [0, choose('gold')])
    expect(of(events, 'SeatScored')[0]).toMatchObject({ leftovers: 1, total: 6 })
  })
})

describe('places', () => {
  const places = (players: readonly Seat[], starter = 0) => {
    const state = actions({ players: players.map((seat, index) => ({ ...seat, passed: index > 0 })), starter, round: 7 })
    return game.phase(play(state, 0, pass).state).over?.map(({ seat, place, score }) => [seat, place, score])
  }

  test('[M48] most points win', () => {
    expect(places([{ points: 3 }, { points: 9 }, { points: 5 }])).toEqual([
      [1, 1, 9],
      [2, 2, 5],
      [0, 3, 3],
    ])
  })

  test('[M48] a tie is broken by cards in play', () => {
    expect(
      places([
        { points: 6, inPlay: ['war/1'], hand: ['war/2', 'market/1'] },
        { points: 6, inPlay: ['war/3', 'tithe/1'] },
      ])?.[0]?.[0],
    ).toBe(1)
  })

  test('[M48] then by fortresses', () => {
    const one = { points: 5, inPlay: ['war/1'] }
    const other = { points: 3, inPlay: ['fortress/1'], leaders: { admiral: 0, general: 1 } }
    expect(places([one, other])?.map(([seat]) => seat)).toEqual([1, 0])
  })

  test('[M48] then by leaders', () => {
    expect(
      places([{ points: 5 }, { points: 5, leaders: { mayor: 5 } }, { points: 5, leaders: { admiral: 3 } }])?.map(
        ([seat]) => seat,
      ),
    ).toEqual([2, 1, 0])
  })

  test('[M48] then by nearness to the last start player, who is nearest; no place is shared', () => {
    expect(places([{}, {}, {}, {}], 2)).toEqual([
      [2, 1, 0],
      [3, 2, 0],
      [0, 3, 0],
      [1, 4, 0],
    ])
  })
})
