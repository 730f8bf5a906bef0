import { describe, expect, test } from 'vitest'
import {
  actions,
  activate,
  allowed,
  awaiting,
  bid,
  choose,
  of,
  play,
  playAll,
  playCard,
  player,
  refused,
  stock,
  types,
} from './table.js'

describe('cities', () => {
  const florence = 'city-florence/1'

  test('[M33] the owner of Florence wins a yellow card: a gold and a point, also for a card won in an auction', () => {
    const state = actions({
      players: [{ stock: { gold: 3 }, inPlay: [florence], points: 9 }, {}],
      fields: { 1: 'leader-mayor/1' },
    })
    const { events, state: after } = play(state, 0, activate(1, 2))
    expect(of(events, 'EffectResolved')).toEqual([
      { type: 'EffectResolved', seat: 0, card: 'leader-mayor/1', points: 0, gains: [], leaders: [{ leader: 'mayor', count: 1 }] },
      { type: 'EffectResolved', seat: 0, card: florence, points: 1, gains: [{ resource: 'gold', amount: 1 }], leaders: [] },
    ])
    expect(player(after, 0)).toMatchObject({ points: 10, stock: { gold: 2 }, leaders: { mayor: 5 } })
    expect(awaiting(after)).toEqual([[0, 'chooseBonus']])
  })

  test('[M33] a card played from the hand triggers it too; a city does not trigger itself', () => {
    const state = actions({
      players: [{ stock: { culture: 5, raw: 5 }, inPlay: ['city-paris/1'], hand: ['gallery/1', 'city-rome/1'] }, {}],
    })
    expect(of(play(state, 0, playCard('gallery/1')).events, 'EffectResolved').map(({ card }) => card)).toEqual([
      'gallery/1',
      'city-paris/1',
    ])
    expect(of(play(state, 0, playCard('city-rome/1')).events, 'EffectResolved')).toEqual([])
  })

  test("[M33] another seat's card does not trigger it, nor does a card that came before", () => {
    const state = actions({ players: [{ stock: { culture: 5 }, hand: ['gallery/1'] }, { inPlay: ['city-paris/1'] }] })
    expect(of(play(state, 0, playCard('gallery/1')).events, 'EffectResolved').map(({ seat }) => seat)).toEqual([0])
    const late = actions({ players: [{ stock: { raw: 5 }, inPlay: ['gallery/1'], hand: ['city-paris/1'] }, {}] })
    expect(of(play(late, 0, playCard('city-paris/1')).events, 'EffectResolved')).toEqual([])
  })

  test('[M33] a city in the hand does nothing', () => {
    const state = actions({ players: [{ stock: { culture: 5 }, hand: ['gallery/1', 'city-paris/1'] }, {}] })
    expect(of(play(state, 0, playCard('gallery/1')).events, 'EffectResolved').map(({ card }) => card)).toEqual(['gallery/1'])
  })

  test.each([
    ['paris', 'gallery/1', 'culture'],
    ['rome', 'inquisition/1', 'religion'],
    ['bologna', 'university/1', 'science'],
    ['venice', 'island-crete/1', 'goods'],
    ['bruges', 'market/1', 'goods'],
    ['constantinople', 'war/1', 'gold'],
    ['prague', 'fortress/1', 'raw'],
  ] as const)('[M33] %s answers to %s with one %s', (city, card, resource) => {
    const rich = { goods: 9, science: 9, culture: 9, religion: 9, gold: 9, raw: 9, combat: 9 }
    const state = actions({ players: [{ stock: rich, inPlay: [`city-${city}/1`], hand: [card] }, {}] })
    expect(of(play(state, 0, playCard(card)).events, 'EffectResolved').at(-1)).toMatchObject({
      card: `city-${city}/1`,
      points: 1,
      gains: [{ resource, amount: 1 }],
    })
  })

  test('[M33] Vienna answers to a territory', () => {
    const state = actions({
      players: [{ stock: { combat: 1 }, inPlay: ['city-vienna/1'] }, {}],
      fields: { 1: 'territory-raw/1' },
    })
    expect(stock(play(state, 0, activate(1, 1)).state, 0)).toMatchObject({ combat: 1, raw: 5 })
  })
})

describe('effects of playing', () => {
  test.each([
    ['inquisition/1', { religion: 4 }, 'general'],
    ['gunpowder/1', { science: 4 }, 'general'],
    ['university/1', { science: 4 }, 'mayor'],
    ['harbour/1', { science: 4 }, 'admiral'],
  ] as const)('[M34] %s brings its leader', (card, held, leader) => {
    const state = actions({ players: [{ stock: held, hand: [card] }, {}] })
    const before = player(state, 0).leaders[leader]
    const { state: after } = play(state, 0, playCard(card))
    expect(player(after, 0).leaders[leader]).toBe(before + 1)
    expect(stock(after, 0)).toMatchObject(Object.fromEntries(Object.keys(held).map((kind) => [kind, 0])))
  })

  test('[M34] a new admiral can pay for an island in the same round', () => {
    const state = actions({
      players: [{ leaders: { admiral: 0 }, stock: { science: 4 }, hand: ['harbour/1', 'island-crete/1'] }, { passed: true }],
    })
    const { state: after } = playAll(state, [0, playCard('harbour/1')], [0, playCard('island-crete/1')])
    expect(player(after, 0)).toMatchObject({ points: 2, leaders: { admiral: 0 } })
  })

  test.each([
    ['gallery/1', 'culture', 5],
    ['cathedral/1', 'culture', 5],
    ['artist-dante/1', 'culture', 2],
    ['missionary-cyril/1', 'religion', 2],
    ['scientist-averroes/1', 'science', 2],
  ] as const)('[M27] %s costs five %s and is worth %d points at once', (card, resource, points) => {
    const state = actions({ players: [{ stock: { [resource]: 5 }, hand: [card] }, {}] })
    const { state: after } = play(state, 0, playCard(card))
    expect(player(after, 0).points).toBe(points)
    expect(stock(after, 0)[resource]).toBe(0)
  })

  describe('church tithe', () => {
    const state = actions({
      players: [{ stock: { religion: 5 }, hand: ['tithe/1'] }, { stock: { goods: 1 } }],
      fields: { 1: 'market/1' },
    })
    const played = play(state, 0, playCard('tithe/1'))

    test('[M35] two points, and four of one kind that the seat chooses', () => {
      expect(types(played.events)).toEqual(['CardPlayed', 'EffectResolved', 'ChoiceOffered'])
      expect(player(played.state, 0).points).toBe(2)
      expect(awaiting(played.state)).toEqual([[0, 'chooseResource']])
      const chosen = play(played.state, 0, choose('gold'))
      expect(chosen.events).toEqual([
        { type: 'ResourceChosen', seat: 0, choice: 'card', resource: 'gold', amount: 4 },
        { type: 'TurnBegan', seat: 1 },
      ])
      expect(stock(chosen.state, 0)).toMatchObject({ religion: 0, gold: 4 })
    })

    test('[M35] not religion', () => {
      refused(played.state, 0, choose('religion'), 'RESOURCE_EXCLUDED')
      expect(allowed(played.state, 0)).toHaveLength(6)
    })

    test('[M35] nothing else happens before the choice', () => {
      refused(played.state, 0, { type: 'pass' }, 'NOT_THIS_DECISION')
      refused(played.state, 1, activate(1), 'NOT_YOUR_TURN')
    })
  })

  test.each([
    [3, 5, 5],
    [2, 5, 7],
  ])('[M36] with %d seats and %d mayors a windmill brings %d goods: buffers are mayors too', (seats, mayor, goods) => {
    const others = Array.from({ length: seats - 1 }, () => ({}))
    const state = actions({ players: [{ stock: { science: 5 }, leaders: { mayor }, hand: ['development-goods/1'] }, ...others] })
    const { state: after } = play(state, 0, playCard('development-goods/1'))
    expect(stock(after, 0)).toMatchObject({ science: 0, goods })
    expect(player(after, 0).points).toBe(2)
  })

  test.each(['goods', 'raw', 'gold', 'culture', 'religion'] as const)('[M36] a development for %s', (resource) => {
    const state = actions({ players: [{ stock: { science: 5 }, hand: [`development-${resource}/1`] }, {}, {}] })
    expect(stock(play(state, 0, playCard(`development-${resource}/1`)).state, 0)[resource]).toBe(4)
  })
})

describe('the bonus of the point track', () => {
  test('[M37] from 4 to 10 two multiples of five are passed: two markers, chosen one by one, kinds may differ', () => {
    const state = actions({
      players: [{ stock: { combat: 5 }, hand: ['war/1'], points: 4 }, { stock: { goods: 1 } }, {}, {}, {}],
      fields: { 1: 'market/1' },
    })
    const { events, state: after } = play(state, 0, playCard('war/1'))
    expect(of(events, 'ChoiceOffered')).toEqual(
      new Array(2).fill({ type: 'ChoiceOffered', seat: 0, choice: 'bonus', amount: 1, except: [] }),
    )
    expect(player(after, 0).points).toBe(10)
    const chosen = playAll(after, [0, choose('gold')], [0, choose('science')])
    expect(stock(chosen.state, 0)).toMatchObject({ gold: 1, science: 1, combat: 0 })
    expect(awaiting(chosen.state)).toEqual([[1, 'action']])
  })

  test('[M37] any of the seven kinds, combat and religion too', () => {
    const state = actions({ players: [{ stock: { culture: 5 }, hand: ['gallery/1'] }, {}] })
    expect(allowed(play(state, 0, playCard('gallery/1')).state, 0)).toHaveLength(7)
  })

  test('[M37] without a multiple of five there is none', () => {
    const state = actions({
      players: [{ stock: { culture: 5 }, hand: ['artist-dante/1'], points: 5 }, { stock: { goods: 1 } }],
      fields: { 1: 'market/1' },
    })
    expect(types(play(state, 0, playCard('artist-dante/1')).events)).toEqual(['CardPlayed', 'EffectResolved', 'TurnBegan'])
  })

  test('[M38] it is taken when the whole card is done: the point of a city counts, and the tithe is chosen first', () => {
    const state = actions({ players: [{ stock: { religion: 5 }, inPlay: ['city-rome/1'], hand: ['tithe/1'], points: 7 }, {}] })
    const { state: after } = play(state, 0, playCard('tithe/1'))
    expect(player(after, 0)).toMatchObject({ points: 10, stock: { religion: 1 } })
    expect(awaiting(after)).toEqual([[0, 'chooseResource']])
    expect(awaiting(play(after, 0, choose('raw')).state)).toEqual([[0, 'chooseBonus']])
  })

  test('[M38] it may fall to a seat out of turn, and the seat after the opener goes on', () => {
    const state = actions({
      players: [
        { stock: { gold: 2 } },
        { stock: { goods: 1 } },
        { stock: { gold: 5 }, inPlay: ['city-florence/1'], points: 4, passed: true },
      ],
      fields: { 1: 'leader-mayor/1', 2: 'market/1' },
    })
    const { state: won } = playAll(state, [0, activate(1, 2)], [2, bid(3)])
    expect(awaiting(won)).toEqual([[2, 'chooseBonus']])
    refused(won, 0, choose('gold'), 'NOT_YOUR_TURN')
    expect(awaiting(play(won, 2, choose('combat')).state)).toEqual([[1, 'action']])
  })
})
