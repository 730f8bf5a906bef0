import { describe, expect, test } from 'vitest'
import type { State } from '../../../src/games/medieval-realms/state.js'
import { start } from '../../support/scenario.js'
import { allowed, awaiting, begin, game, of, pick, play, playAll, player, refused, run, stock, types } from './table.js'

const started = (seats: number, options: object = { firstOrder: 'seats' }): State => run(begin(seats, options), start).state

describe('the table', () => {
  test.each([2, 3, 4, 5])('[M1] %d seats: twelve cards on the event fields, six coming, the rest in the deck', (seats) => {
    const { events, state } = run(begin(seats), start)
    expect(types(events)).toEqual(['OrderDrawn', 'FieldsFilled', 'TurnBegan'])
    expect(state.fields.filter((card) => card !== null)).toHaveLength(12)
    expect(state.coming).toHaveLength(6)
    expect(state.deck).toHaveLength(72)
    expect(new Set([...state.fields, ...state.coming, ...state.deck]).size).toBe(90)
    expect(state.players.map(({ points }) => points)).toEqual(new Array(seats).fill(0))
  })

  test('[M2] the first turn order is drawn, and its first seat is the start player', () => {
    const orders = [1, 2, 3, 4, 5, 6].map((seed) => run(begin(4), start, seed))
    expect(new Set(orders.map(({ state }) => state.order.join())).size).toBeGreaterThan(2)
    for (const { events, state } of orders) {
      const [drawn] = of(events, 'OrderDrawn')
      expect(drawn?.order.toSorted()).toEqual([0, 1, 2, 3])
      expect(state.starter).toBe(drawn?.order[0])
    }
    expect(started(4).order).toEqual([0, 1, 2, 3])
  })

  test('[M3] everybody has one of each resource, four mayors, an admiral and a general', () => {
    for (const { stock, leaders } of started(5).players) {
      expect(stock).toEqual({ goods: 1, science: 1, culture: 1, religion: 1, gold: 1, raw: 1, combat: 1 })
      expect(leaders).toEqual({ mayor: 4, admiral: 1, general: 1 })
    }
  })

  test('[M3] [M9] with two seats there are two buffer mayors besides, with more seats none', () => {
    expect(game.view(started(2), 'spectator').players.map(({ mayors, buffers }) => [mayors, buffers])).toEqual([
      [4, 2],
      [4, 2],
    ])
    expect(game.view(started(3), 'spectator').players.map(({ buffers }) => buffers)).toEqual([0, 0, 0])
  })
})

describe('pairs of resources', () => {
  // The rulebook's example: Michael 0, Valerie 1, Claire 2, James 3.
  const fourSeats = started(4)

  test('[M4] the last seat of the order picks first, and round 1 follows the last pick', () => {
    const { events, state } = playAll(
      fourSeats,
      [3, pick('culture', 'combat')],
      [2, pick('goods', 'raw')],
      [1, pick('religion', 'culture')],
      [0, pick('science', 'gold')],
    )
    expect(of(events, 'TurnBegan').map(({ seat }) => seat)).toEqual([2, 1, 0])
    expect(events.at(-1)).toEqual({ type: 'RoundBegan', round: 1 })
    expect(stock(state, 3)).toEqual({ goods: 1, science: 1, culture: 2, religion: 1, gold: 1, raw: 1, combat: 2 })
    expect(stock(state, 2)).toEqual({ goods: 2, science: 1, culture: 1, religion: 1, gold: 1, raw: 2, combat: 1 })
    expect(stock(state, 1)).toEqual({ goods: 1, science: 1, culture: 2, religion: 2, gold: 1, raw: 1, combat: 1 })
    expect(stock(state, 0)).toEqual({ goods: 1, science: 2, culture: 1, religion: 1, gold: 2, raw: 1, combat: 1 })
    expect(awaiting(state)).toEqual([0, 1, 2, 3].map((seat) => [seat, 'placeLeaders']))
  })

  test('[M4] nobody picks out of order', () => refused(fourSeats, 2, pick('goods', 'raw'), 'NOT_YOUR_TURN'))

  test('[M5] a pair is two different resources', () => refused(fourSeats, 3, pick('goods', 'goods'), 'SAME_RESOURCE_TWICE'))

  test('[M5] a pair that another seat has is taken, in either order; one shared resource is not', () => {
    const { state } = play(fourSeats, 3, pick('culture', 'combat'))
    refused(state, 2, pick('culture', 'combat'), 'PAIR_TAKEN')
    refused(state, 2, pick('combat', 'culture'), 'PAIR_TAKEN')
    expect(player(play(state, 2, pick('religion', 'culture')).state, 2).pair).toEqual(['religion', 'culture'])
  })

  test('[M5] 21 pairs for the first, one fewer for each that follows', () => {
    let state = started(5)
    for (const left of [21, 20, 19, 18, 17]) {
      const [seat] = awaiting(state)[0] as [number, string]
      expect(allowed(state, seat)).toHaveLength(left)
      state = play(state, seat, game.legalMoves(state, seat).at(left - 1)).state
    }
    expect(state.stage).toBe('placement')
  })

  test('[M4] a move of another step is refused by name', () => refused(fourSeats, 3, { type: 'pass' }, 'NOT_THIS_DECISION'))
})
