import { describe, expect, test } from 'vitest'
import {
  actions,
  activate,
  allowed,
  awaiting,
  of,
  pass,
  play,
  playAll,
  playCard,
  player,
  refused,
  stock,
  types,
} from './table.js'

describe('turns', () => {
  const fields = { 1: 'market/1', 2: 'market/2', 3: 'market/3', 4: 'war/1' }
  const goods = { stock: { goods: 9 } }

  test('[M16] one action each in turn order, round and round', () => {
    const state = actions({ players: [goods, goods, goods], order: [2, 0, 1], turn: 2, fields })
    const { events } = playAll(state, [2, activate(1)], [0, activate(2)], [1, activate(3)])
    expect(of(events, 'TurnBegan').map(({ seat }) => seat)).toEqual([0, 1, 2])
  })

  test('[M16] [M30] who has passed is skipped, and the last one goes on alone until it passes too', () => {
    const state = actions({ players: [goods, { ...goods, passed: true }, { ...goods, passed: true }], fields })
    const once = play(state, 0, activate(1))
    expect(awaiting(once.state)).toEqual([[0, 'action']])
    const twice = play(play(once.state, 0, activate(4)).state, 0, pass)
    expect(types(twice.events).slice(0, 2)).toEqual(['SeatPassed', 'RoundEnded'])
  })

  test('[M30] a seat may pass although it could act, and is out until the next round', () => {
    const state = actions({ players: [goods, goods, goods], fields })
    const { events, state: after } = play(state, 0, pass)
    expect(events).toEqual([
      { type: 'SeatPassed', seat: 0, forced: false },
      { type: 'TurnBegan', seat: 1 },
    ])
    refused(after, 0, activate(1), 'NOT_YOUR_TURN')
  })

  test('[M30] a seat that can do nothing else passes by itself, and stays passed', () => {
    const state = actions({ players: [goods, {}, goods], fields })
    const { events, state: after } = play(state, 0, activate(1))
    expect(events.slice(1)).toEqual([
      { type: 'SeatPassed', seat: 1, forced: true },
      { type: 'TurnBegan', seat: 2 },
    ])
    expect(player(after, 1).passed).toBe(true)
  })

  test('[M32] a field stays empty until the end of the round, and no price changes', () => {
    const state = actions({ players: [goods, goods, goods], fields: { ...fields, 5: 'city-paris/1' } })
    const { state: after } = play(state, 0, activate(1))
    refused(after, 1, activate(1), 'FIELD_EMPTY')
    expect(stock(play(after, 1, activate(5)).state, 1).goods).toBe(7)
  })
})

describe('simple cards', () => {
  test.each([
    [1, 1],
    [4, 1],
    [5, 2],
    [8, 2],
    [9, 3],
    [12, 3],
  ])('[M17] field %d costs %d goods, and the card goes to the hand', (field, price) => {
    const state = actions({ players: [{ stock: { goods: 3 } }, {}], fields: { [field]: 'city-paris/1' } })
    const { events, state: after } = play(state, 0, activate(field))
    expect(events[0]).toEqual({ type: 'CardTaken', seat: 0, field, card: 'city-paris/1', price })
    expect(stock(after, 0).goods).toBe(3 - price)
    expect(player(after, 0).hand).toEqual(['city-paris/1'])
    expect(player(after, 0).inPlay).toEqual([])
  })

  test('[M17] whether the seat could pay to play it does not matter', () => {
    const state = actions({ players: [{ stock: { goods: 1, raw: 0 } }, {}], fields: { 1: 'city-paris/1' } })
    expect(types(play(state, 0, activate(1)).events)[0]).toBe('CardTaken')
  })

  const full = ['market/1', 'city-rome/1', 'island-iona/1', 'war/1']

  test('[M18] two goods do not buy from fields 9 to 12', () => {
    const state = actions({ players: [{ stock: { goods: 2, gold: 1 } }, {}], fields: { 9: 'city-paris/1', 1: 'leader-mayor/1' } })
    refused(state, 0, activate(9), 'NOT_ENOUGH_GOODS')
  })

  test('[M18] with four cards in hand no simple card may be taken; a majority card may be activated and an auction won', () => {
    const position = {
      players: [{ stock: { goods: 3, gold: 1 }, hand: full }, {}, {}],
      fields: { 1: 'tithe/1', 2: 'gallery/1', 3: 'leader-mayor/1' },
    }
    refused(actions(position), 0, activate(1), 'HAND_FULL')
    expect(of(play(actions(position), 0, activate(2)).events, 'MajorityDecided')[0]?.receiver).toBe(1)
    expect(player(play(actions(position), 0, activate(3, 1)).state, 0).inPlay).toEqual(['leader-mayor/1'])
  })

  test('[M18] no second card of a colour comes to a hand', () => {
    const state = actions({
      players: [{ stock: { goods: 3 }, hand: ['city-rome/1'] }, {}],
      fields: { 1: 'city-paris/1', 2: 'market/1' },
    })
    refused(state, 0, activate(1), 'COLOUR_IN_HAND')
    expect(allowed(state, 0)).toContainEqual(activate(2))
  })

  test('[M18] a card in play does not stand in the way', () => {
    const state = actions({ players: [{ stock: { goods: 3 }, inPlay: ['city-rome/1'] }, {}], fields: { 1: 'city-paris/1' } })
    expect(types(play(state, 0, activate(1)).events)[0]).toBe('CardTaken')
  })

  test('[M17] a bid is not wanted', () => {
    const state = actions({ players: [{ stock: { goods: 3, raw: 3 } }, {}], fields: { 1: 'city-paris/1', 2: 'war/1' } })
    refused(state, 0, activate(1, 1), 'BID_NOT_WANTED')
    refused(state, 0, activate(2, 1), 'BID_NOT_WANTED')
  })
})

describe('playing a card', () => {
  test('[M27] its cost is paid, and it lies in play', () => {
    const state = actions({ players: [{ stock: { raw: 7, goods: 1 }, hand: ['fortress/1'] }, {}], fields: { 1: 'market/1' } })
    const { events, state: after } = play(state, 0, playCard('fortress/1'))
    expect(events[0]).toEqual({ type: 'CardPlayed', seat: 0, card: 'fortress/1', currency: 'raw', amount: 6 })
    expect(stock(after, 0).raw).toBe(1)
    expect(player(after, 0)).toMatchObject({ hand: [], inPlay: ['fortress/1'] })
  })

  test('[M27] without the cost it stays in the hand', () => {
    const state = actions({ players: [{ stock: { raw: 5, goods: 1 }, hand: ['fortress/1'] }, {}], fields: { 1: 'market/1' } })
    refused(state, 0, playCard('fortress/1'), 'COST_NOT_MET')
  })

  test('[M27] only a card of the own hand can be played', () => {
    const state = actions({ players: [{ stock: { raw: 9, goods: 1 } }, { hand: ['fortress/1'] }], fields: { 1: 'market/1' } })
    refused(state, 0, playCard('fortress/1'), 'CARD_NOT_IN_HAND')
    refused(state, 0, playCard('market/1'), 'CARD_NOT_IN_HAND')
    refused(state, 0, playCard('unheard of'), 'CARD_NOT_IN_HAND')
  })

  test('[M17] [M27] taking and playing are two actions', () => {
    const state = actions({
      players: [{ stock: { goods: 3, raw: 9 } }, { stock: { goods: 1 } }],
      fields: { 1: 'city-paris/1', 2: 'market/1' },
    })
    expect(awaiting(play(state, 0, activate(1)).state)).toEqual([[1, 'action']])
  })

  test('[M28] the first island costs an admiral, the second two, the third three; admirals are gone for good', () => {
    const state = actions({
      players: [{ leaders: { admiral: 3 }, hand: ['island-crete/1'] }, { passed: true }],
    })
    const first = play(state, 0, playCard('island-crete/1'))
    expect(player(first.state, 0)).toMatchObject({ leaders: { admiral: 2 }, points: 2 })
    const again = actions({
      players: [{ leaders: { admiral: 2 }, inPlay: ['island-crete/1'], hand: ['island-iona/1'], points: 2 }, { passed: true }],
    })
    const second = play(again, 0, playCard('island-iona/1'))
    expect(player(second.state, 0)).toMatchObject({ leaders: { admiral: 0 }, points: 4 })
    const short = actions({
      players: [
        { leaders: { admiral: 2 }, stock: { gold: 1 }, inPlay: ['island-crete/1', 'island-iona/1'], hand: ['island-malta/1'] },
        {},
      ],
      fields: { 1: 'leader-mayor/1' },
    })
    refused(short, 0, playCard('island-malta/1'), 'COST_NOT_MET')
  })

  test('[M18] [M28] a second island cannot be taken while the first is in the hand', () => {
    const state = actions({
      players: [{ stock: { goods: 3 }, hand: ['island-crete/1'] }, {}],
      fields: { 1: 'island-iona/1', 2: 'market/1' },
    })
    refused(state, 0, activate(1), 'COLOUR_IN_HAND')
  })

  test('[M28] an admiral that has been placed this round can be paid all the same', () => {
    const placement = { mayors: [], admirals: [1], generals: [1], buffers: [] }
    const state = actions({ players: [{ placement, hand: ['island-crete/1'] }, {}, {}] })
    expect(player(play(state, 0, playCard('island-crete/1')).state, 0).leaders.admiral).toBe(0)
  })

  test.each([
    [2, 7],
    [3, 7],
    [4, 6],
    [5, 5],
  ])('[M29] with %d seats a war costs %d combat', (seats, cost) => {
    const others = Array.from({ length: seats - 1 }, () => ({}))
    const rich = actions({ players: [{ stock: { combat: cost }, hand: ['war/1'] }, ...others] })
    expect(play(rich, 0, playCard('war/1')).events[0]).toEqual({
      type: 'CardPlayed',
      seat: 0,
      card: 'war/1',
      currency: 'combat',
      amount: cost,
    })
    const poor = actions({
      players: [{ stock: { combat: cost - 1, goods: 1 }, hand: ['war/1'] }, ...others],
      fields: { 1: 'market/1' },
    })
    refused(poor, 0, playCard('war/1'), 'COST_NOT_MET')
  })
})

test('[M30] a bid or a choice is no action', () => {
  const state = actions({ players: [{ stock: { goods: 1 } }, {}], fields: { 1: 'market/1' } })
  refused(state, 0, { type: 'bid', amount: 1 }, 'NOT_THIS_DECISION')
  refused(state, 0, { type: 'dropOut' }, 'NOT_THIS_DECISION')
  refused(state, 0, { type: 'chooseResource', resource: 'gold' }, 'NOT_THIS_DECISION')
})
