/** Cards that bring a card: from an event field into the hand. */
import { describe, expect, test } from 'vitest'
import { LIBRARY_CONTENT } from './decks.js'
import { actions, activate, allowed, awaiting, game, leaves, of, play, playCard, player, refused, take, types } from './table.js'

const options = { content: LIBRARY_CONTENT }
/** Seat 0 plays a library, which brings a card; keep is simple and orange, shrine a majority card and white, muster is auctioned. */
const fields = { 3: 'keep/1', 9: 'shrine/1', 12: 'muster/1' }
const before = actions({
  players: [{ hand: ['library/1'], stock: { science: 1 } }, { stock: { raw: 9, goods: 9, gold: 1 } }, {}],
  fields,
  options,
})
const { events, state: asked } = play(before, 0, playCard('library/1'))

describe('a card that brings a card', () => {
  test('[M61] its owner chooses one from an event field, of any price, and play waits for it', () => {
    expect(of(events, 'ChoiceOffered')).toEqual([{ type: 'ChoiceOffered', seat: 0, choice: 'eventField', amount: 1, except: [] }])
    expect(awaiting(asked)).toEqual([[0, 'chooseCard']])
    expect(allowed(asked, 0)).toEqual([take(3), take(9)])
  })

  test('[M61] it goes to the hand, free of goods and of any contest, and the field stays empty', () => {
    const { events: taken, state } = play(asked, 0, take(9))
    expect(taken.slice(0, 2)).toEqual([
      { type: 'CardReceived', seat: 0, field: 9, card: 'shrine/1' },
      { type: 'TurnBegan', seat: 1 },
    ])
    expect(player(state, 0)).toMatchObject({ hand: ['shrine/1'], inPlay: ['library/1'], stock: { goods: 0 } })
    expect(state.fields[8]).toBeNull()
    expect(state.choices).toBeNull()
  })

  test('[M61] not from an empty field, not a card that is auctioned, and nothing else meanwhile', () => {
    refused(asked, 0, take(1), 'FIELD_EMPTY')
    refused(asked, 0, take(12), 'AUCTION_CARD')
    refused(asked, 0, activate(3), 'NOT_THIS_DECISION')
    refused(asked, 1, take(3), 'NOT_YOUR_TURN')
    refused(before, 0, take(3), 'NOT_THIS_DECISION')
  })

  test('[M18] [M61] no hand gets two of one colour, or more than four cards', () => {
    const withOrange = actions({
      players: [{ hand: ['library/1', 'keep/2'], stock: { science: 1 } }, {}, {}],
      fields: { ...fields, 4: 'shrine/2' },
      options,
    })
    const { state } = play(withOrange, 0, playCard('library/1'))
    expect(allowed(state, 0)).toEqual([take(4), take(9)])
    refused(state, 0, take(3), 'COLOUR_IN_HAND')
    refused(
      { ...state, players: state.players.with(0, { ...player(state, 0), hand: ['a', 'b', 'c', 'd'] }) },
      0,
      take(9),
      'HAND_FULL',
    )
  })

  test('[M62] the only card that can be taken is taken by itself; if there is none, the gift lapses', () => {
    const one = play({ ...before, fields: before.fields.with(2, null) }, 0, playCard('library/1'))
    expect(types(one.events)).toEqual(['CardPlayed', 'ChoiceOffered', 'CardReceived', 'TurnBegan'])
    const none = play({ ...before, fields: before.fields.with(2, null).with(8, null) }, 0, playCard('library/1'))
    expect(none.events.slice(1, 3)).toEqual([
      { type: 'ChoiceOffered', seat: 0, choice: 'eventField', amount: 1, except: [] },
      { type: 'ChoiceLapsed', seat: 0, choice: 'eventField', amount: 1 },
    ])
    expect(none.state.choices).toBeNull()
  })

  test('[M61] [M62] two cards are taken one by one, as far as the hand goes', () => {
    const state = actions({
      players: [{ hand: ['archive/1'], stock: { science: 1 } }, { stock: { goods: 1 } }],
      fields: { 1: 'keep/1', 2: 'shrine/1', 3: 'keep/2' },
      options,
    })
    const offered = play(state, 0, playCard('archive/1')).state
    const { events: taken, state: after } = play(offered, 0, take(1))
    expect(of(taken, 'CardReceived').map(({ card }) => card)).toEqual(['keep/1', 'shrine/1'])
    expect(player(after, 0).hand).toEqual(['keep/1', 'shrine/1'])
    expect(awaiting(after)).toEqual([[1, 'action']])
  })

  test('[M33] [M38] [M61] a card in play may bring it too, before the markers of the point track', () => {
    const state = actions({
      players: [{ inPlay: ['library/1', 'scriptorium/1'], hand: ['keep/2'], stock: { raw: 1 }, points: 4 }, {}],
      fields: { 1: 'shrine/1', 2: 'library/2' },
      options,
    })
    const { state: offered } = play(state, 0, playCard('keep/2'))
    expect(offered.choices?.offers.map(({ choice }) => choice)).toEqual(['eventField', 'bonus'])
    expect(awaiting(play(offered, 0, take(2)).state)).toEqual([[0, 'chooseBonus']])
  })

  test('[M60] [M61] only a card that comes into play brings cards', () => {
    const [, , , library] = LIBRARY_CONTENT.deck
    for (const when of ['production', 'end']) {
      const deck = [{ ...library, effects: [{ when, gain: 'card', amount: 1 }] }]
      expect(game.schema.options.safeParse({ content: { deck } }).success).toBe(false)
    }
  })

  test('[M54] [M61] whoever leaves takes no card', () => {
    const { state } = leaves(asked, 0)
    expect(player(state, 0).hand).toEqual([])
    expect(state.fields[2]).toBe('keep/1')
  })
})
