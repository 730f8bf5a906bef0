import { describe, expect, test } from 'vitest'
import { actions, activate, of, play, playCard, player, refused, type Seat, stock } from './table.js'

/** A missionary (white, religion) on field 6; seats A, B, C clockwise. */
const missionary = (a: Seat, b: Seat, c: Seat) =>
  actions({
    players: [
      { stock: { goods: 3, religion: 2 }, ...a },
      { stock: { religion: 4 }, ...b },
      { stock: { religion: 3 }, ...c },
    ],
    fields: { 6: 'missionary-cyril/1' },
  })
const receiver = (state: ReturnType<typeof missionary>) => of(play(state, 0, activate(6)).events, 'MajorityDecided')[0]?.receiver

describe('majority cards', () => {
  test('[M19] the card goes to whoever has most of its resource, and the activator pays', () => {
    const { events, state } = play(missionary({}, {}, {}), 0, activate(6))
    expect(events[0]).toEqual({ type: 'MajorityDecided', seat: 0, field: 6, card: 'missionary-cyril/1', price: 2, receiver: 1 })
    expect(stock(state, 0).goods).toBe(1)
    expect(stock(state, 1).religion).toBe(4)
    expect(player(state, 1).hand).toEqual(['missionary-cyril/1'])
  })

  test('[M19] a seat that holds the colour cannot receive it: the next best does', () => {
    expect(receiver(missionary({}, { hand: ['inquisition/1'] }, {}))).toBe(2)
  })

  test('[M18] [M19] neither can a seat with four cards', () => {
    expect(receiver(missionary({}, { hand: ['market/1', 'war/1', 'fortress/1', 'city-rome/1'] }, {}))).toBe(2)
  })

  test('[M20] in a tie the activator receives it', () => {
    const two = { stock: { religion: 2 } }
    expect(receiver(missionary({}, { hand: ['inquisition/1'] }, two))).toBe(0)
    expect(receiver(missionary({ stock: { goods: 3 } }, { stock: {} }, { stock: {} }))).toBe(0)
  })

  test('[M20] in a tie the activator receives it even with less than the tied', () => {
    expect(receiver(missionary({}, { stock: { religion: 3 } }, {}))).toBe(0)
  })

  test('[M20] a tie when the activator cannot take it goes to the tied seat nearest clockwise', () => {
    const white = { hand: ['inquisition/1'] }
    expect(receiver(missionary(white, { stock: { religion: 3 } }, {}))).toBe(1)
    const fromC = actions({
      players: [{ stock: { religion: 3 } }, { stock: { religion: 3 } }, { stock: { goods: 3 }, ...white }],
      turn: 2,
      fields: { 6: 'missionary-cyril/1' },
    })
    expect(of(play(fromC, 2, activate(6)).events, 'MajorityDecided')[0]?.receiver).toBe(0)
  })

  test('[M21] when no hand can take it, it is discarded and the goods are gone', () => {
    const { events, state } = play(
      missionary({ hand: ['tithe/1'] }, { hand: ['inquisition/1'] }, { hand: ['tithe/2'] }),
      0,
      activate(6),
    )
    expect(events[0]).toMatchObject({ receiver: null })
    expect(state.discarded).toEqual(['missionary-cyril/1'])
    expect(stock(state, 0).goods).toBe(1)
  })

  test('[M22] a seat may activate what it can never receive; the receiver cannot refuse', () => {
    expect(receiver(missionary({ hand: ['tithe/1'] }, {}, {}))).toBe(1)
    refused(missionary({ stock: { goods: 1, gold: 1 } }, {}, {}), 0, activate(6), 'NOT_ENOUGH_GOODS')
  })

  test('[M19] [M30] a seat that has passed may receive, and play it from the next round on', () => {
    const state = actions({
      players: [{ stock: { goods: 2, raw: 2 } }, { stock: { raw: 6 }, hand: ['market/1', 'war/1'], passed: true }, {}],
      fields: { 1: 'fortress/1', 2: 'market/2' },
    })
    const { events, state: after } = play(state, 0, activate(1))
    expect(events[0]).toMatchObject({ price: 1, receiver: 1 })
    expect(player(after, 1)).toMatchObject({ hand: ['market/1', 'war/1', 'fortress/1'], passed: true })
    refused(after, 1, playCard('fortress/1'), 'NOT_YOUR_TURN')
  })

  test('[M19] the resource is counted after the activator has paid', () => {
    const content = {
      deck: [
        {
          id: 'guild',
          family: 'market',
          name: 'Guild',
          copies: 20,
          kind: 'majority',
          colour: 'red',
          cost: { pay: 'goods', amounts: [3] },
          effects: [],
        },
      ],
    }
    const guild = (goods: number) =>
      actions({ options: { content }, players: [{ stock: { goods } }, { stock: { goods: 4 } }, {}], fields: { 9: 'guild/1' } })
    const winner = (goods: number) => of(play(guild(goods), 0, activate(9)).events, 'MajorityDecided')[0]?.receiver
    expect([winner(6), winner(7), winner(8)]).toEqual([1, 0, 0])
  })
})
