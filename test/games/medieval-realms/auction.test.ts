import { describe, expect, test } from 'vitest'
import {
  actions,
  activate,
  allowed,
  awaiting,
  bid,
  dropOut,
  of,
  pass,
  play,
  playAll,
  player,
  refused,
  stock,
  types,
} from './table.js'

const gold = (amount: number, more: object = {}) => ({ stock: { gold: amount, goods: 3 }, ...more })

describe('auctions', () => {
  /** A, B, C, D with 3, 5, 0, 2 gold; B has passed. */
  const table = actions({
    players: [gold(3), gold(5, { passed: true }), gold(0), gold(2)],
    fields: { 7: 'leader-general/1', 1: 'market/1' },
  })

  test('[M23] [M24] [M25] [M26] a passed seat bids, and wins', () => {
    const { events, state } = playAll(table, [0, activate(7, 1)], [1, bid(2)], [0, bid(3)], [1, bid(4)])
    expect(events.map((event) => ('seat' in event ? [event.type, event.seat] : [event.type]))).toEqual([
      ['AuctionOpened', 0],
      ['BidRaised', 1],
      ['SeatDroppedOut', 2],
      ['SeatDroppedOut', 3],
      ['BidRaised', 0],
      ['BidRaised', 1],
      ['SeatDroppedOut', 0],
      ['AuctionWon', 1],
      ['EffectResolved', 1],
      ['TurnBegan', 2],
    ])
    expect(of(events, 'AuctionWon')).toEqual([
      { type: 'AuctionWon', seat: 1, card: 'leader-general/1', currency: 'gold', amount: 4 },
    ])
    expect(player(state, 1)).toMatchObject({ leaders: { general: 2 }, inPlay: ['leader-general/1'], passed: true })
    expect(state.players.map(({ stock }) => [stock.gold, stock.goods])).toEqual([
      [3, 3],
      [1, 3],
      [0, 3],
      [2, 3],
    ])
  })

  test('[M31] the next to act is the one after the seat that opened, not after the winner', () => {
    const state = actions({
      players: [gold(3), gold(0), gold(0), gold(5)],
      fields: { 7: 'leader-mayor/1', 1: 'market/1', 2: 'market/2' },
    })
    expect(awaiting(playAll(state, [0, activate(7, 3)], [3, bid(4)]).state)).toEqual([[1, 'action']])
  })

  test('[M24] seats speak clockwise from the opener, whatever the turn order', () => {
    const state = actions({
      players: [gold(9), gold(9), gold(9), gold(9)],
      order: [2, 0, 3, 1],
      turn: 2,
      fields: { 1: 'leader-mayor/1', 2: 'market/1' },
    })
    const opened = play(state, 2, activate(1, 1)).state
    expect(awaiting(opened)).toEqual([[3, 'bid']])
    const raised = playAll(opened, [3, bid(2)], [0, dropOut], [1, bid(4)]).state
    expect(awaiting(raised)).toEqual([[2, 'bid']])
    expect(awaiting(playAll(raised, [2, bid(5)], [3, dropOut]).state)).toEqual([[1, 'bid']])
  })

  test('[M24] who has dropped out stays out of this auction', () => {
    const state = actions({ players: [gold(9), gold(9), gold(9)], fields: { 1: 'leader-mayor/1', 2: 'market/1' } })
    const { events } = playAll(state, [0, activate(1, 1)], [1, dropOut], [2, bid(2)], [0, bid(3)], [2, dropOut])
    expect(of(events, 'SeatDroppedOut').map(({ seat }) => seat)).toEqual([1, 2])
    expect(of(events, 'AuctionWon')[0]).toMatchObject({ seat: 0, amount: 3 })
  })

  test('[M23] every opening bid up to the own holding is offered, and no goods are paid', () => {
    expect(allowed(table, 0).filter((move) => move.type === 'activate' && move.field === 7)).toEqual(
      [1, 2, 3].map((amount) => activate(7, amount)),
    )
    expect(stock(play(table, 0, activate(7, 1)).state, 0).goods).toBe(3)
  })

  test('[M23] an auction opens with a bid of what the opener owns', () => {
    refused(table, 0, activate(7), 'BID_MISSING')
    refused(table, 0, activate(7, 4), 'BID_ABOVE_HOLDING')
    const broke = actions({ players: [gold(0), gold(5)], fields: { 7: 'leader-general/1', 1: 'market/1' } })
    refused(broke, 0, activate(7, 1), 'BID_ABOVE_HOLDING')
  })

  test('[M24] a bid is higher than the last and not above the holding', () => {
    const { state } = play(table, 0, activate(7, 2))
    refused(state, 1, bid(2), 'BID_TOO_LOW')
    refused(state, 1, bid(1), 'BID_TOO_LOW')
    refused(state, 1, bid(6), 'BID_ABOVE_HOLDING')
    refused(state, 1, pass, 'NOT_THIS_DECISION')
    refused(state, 0, bid(3), 'NOT_YOUR_TURN')
    expect(allowed(state, 1)).toEqual([bid(3), bid(4), bid(5), dropOut])
  })

  test('[M26] nobody can raise: the opener wins at once with what it bid', () => {
    const state = actions({ players: [gold(3), gold(2), gold(1)], fields: { 7: 'leader-admiral/1', 1: 'market/1' } })
    const { events, state: after } = play(state, 0, activate(7, 2))
    expect(types(events)).toEqual([
      'AuctionOpened',
      'SeatDroppedOut',
      'SeatDroppedOut',
      'AuctionWon',
      'EffectResolved',
      'TurnBegan',
    ])
    expect(of(events, 'SeatDroppedOut').every(({ forced }) => forced)).toBe(true)
    expect(player(after, 0)).toMatchObject({ stock: { gold: 1 }, leaders: { admiral: 2 } })
  })

  test('[M25] hand limits do not matter: the card comes into play and the winner cannot decline it', () => {
    const hand = ['market/1', 'war/1', 'fortress/1', 'city-rome/1']
    const state = actions({ players: [{ stock: { combat: 1 }, hand }, {}], fields: { 1: 'territory-gold/1' } })
    expect(player(play(state, 0, activate(1, 1)).state, 0)).toMatchObject({
      hand,
      inPlay: ['territory-gold/1'],
      stock: { gold: 5, combat: 0 },
    })
  })

  test.each(['goods', 'gold', 'raw', 'science', 'culture', 'religion'] as const)(
    '[M25] [M34] a territory brings five %s for combat',
    (resource) => {
      const state = actions({ players: [{ stock: { combat: 2 } }, {}], fields: { 1: `territory-${resource}/1` } })
      expect(stock(play(state, 0, activate(1, 1)).state, 0)).toMatchObject({ [resource]: 5, combat: 1 })
    },
  )

  test.each(['mayor', 'admiral', 'general'] as const)('[M25] [M34] a leader card brings a %s for gold', (leader) => {
    const state = actions({ players: [{ stock: { gold: 2 } }, {}], fields: { 1: `leader-${leader}/1` } })
    const before = player(state, 0).leaders[leader]
    expect(player(play(state, 0, activate(1, 2)).state, 0).leaders[leader]).toBe(before + 1)
  })
})
