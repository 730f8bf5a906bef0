import { describe, expect, test } from 'vitest'
import type { State } from '../../../src/games/medieval-realms/state.js'
import { move, situation, start } from '../../support/scenario.js'
import { actions, awaiting, begin, game, of, pass, play, player, run, types } from './table.js'

const ALL = [
  'market/1',
  'market/2',
  'market/3',
  'market/4',
  'market/5',
  'war/1',
  'war/2',
  'war/3',
  'war/4',
  'war/5',
  'war/6',
  'tithe/1',
] as const
const COMING = ['gallery/1', 'gallery/2', 'gallery/3', 'gallery/4', 'cathedral/1', 'cathedral/2']

/** The last seat that has not passed does so; `empty` fields have been emptied before. */
function lastPass(
  seats: number,
  empty: readonly number[] = [],
  more: Partial<Omit<State, 'players' | 'fields' | 'options'>> = {},
) {
  const fields = Object.fromEntries(
    ALL.map((card, index) => [index + 1, card] as const).filter(([field]) => !empty.includes(field)),
  )
  const players = Array.from({ length: seats }, (_, seat) => ({ passed: seat > 0, stock: { goods: 1 } }))
  return play(actions({ players, fields, coming: COMING, ...more }), 0, pass)
}

describe('the end of a round', () => {
  test.each([
    [2, 4],
    [3, 3],
    [4, 2],
    [5, 1],
  ])('[M40] with %d seats the cards of the first %d fields are discarded', (seats, swept) => {
    const { events, state } = lastPass(seats)
    expect(of(events, 'CardsDiscarded')).toEqual([{ type: 'CardsDiscarded', cards: ALL.slice(0, swept) }])
    expect(state.discarded).toEqual(ALL.slice(0, swept))
    expect(state.fields).toEqual([...ALL.slice(swept), ...COMING.slice(0, swept)])
  })

  test('[M40] a field that is empty already costs no other card', () => {
    expect(of(lastPass(2, [1, 2, 4]).events, 'CardsDiscarded')).toEqual([{ type: 'CardsDiscarded', cards: ['market/3'] }])
    expect(of(lastPass(2, [1, 2, 3, 4]).events, 'CardsDiscarded')).toEqual([])
  })

  test('[M41] the rest moves up without gaps, the coming cards follow in their order, and the deck fills the queue', () => {
    const { events, state } = lastPass(5, [3, 8, 12])
    expect(state.fields).toEqual([
      'market/2',
      'market/4',
      'market/5',
      'war/1',
      'war/2',
      'war/4',
      'war/5',
      'war/6',
      ...COMING.slice(0, 4),
    ])
    expect(state.coming.slice(0, 2)).toEqual(COMING.slice(4))
    expect(of(events, 'FieldsFilled')[0]?.drawn).toEqual(state.coming.slice(2))
    expect(state.coming).toHaveLength(6)
  })

  test('[M41] when all six coming cards are used the deck goes on', () => {
    const empty = [1, 2, 3, 4, 5, 6, 7, 8]
    const { events, state } = lastPass(3, empty)
    const drawn = of(events, 'FieldsFilled')[0]?.drawn as string[]
    expect(drawn).toHaveLength(8)
    expect(state.fields).toEqual([...ALL.slice(8), ...COMING, ...drawn.slice(0, 2)])
    expect(state.coming).toEqual(drawn.slice(2))
  })

  test('[M41] as many cards are drawn as have left the fields', () => {
    const before = actions({ players: [{}], coming: COMING }).deck.length
    expect(before - lastPass(4, [5, 6]).state.deck.length).toBeGreaterThan(0)
    expect(of(lastPass(4, [5, 6]).events, 'FieldsFilled')[0]?.drawn).toHaveLength(4)
    expect(of(lastPass(4, [1, 6]).events, 'FieldsFilled')[0]?.drawn).toHaveLength(3)
  })

  test('[M42] a deck that runs out fills the fields as far as it goes; discards stay where they are', () => {
    const { state } = lastPass(2, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { deck: ['fortress/1'], discarded: ['fortress/2'] })
    expect(state.fields).toEqual(['war/6', 'tithe/1', ...COMING, 'fortress/1', null, null, null])
    expect(state.coming).toEqual([])
    expect(state.deck).toEqual([])
    expect(state.discarded).toEqual(['fortress/2'])
  })

  test('[M42] 90 cards are enough for six rounds in which all twelve leave', () => {
    let state = run(begin(5), start).state
    for (let round = 1; round <= 6; round++) {
      const emptied: State = {
        ...state,
        stage: 'actions',
        round,
        turn: 0,
        order: [0, 1, 2, 3, 4],
        fields: state.fields.map(() => null),
        discarded: [...state.discarded, ...state.fields.filter((card) => card !== null)],
        players: state.players.map((one, seat) => ({ ...one, passed: seat > 0 })),
      }
      state = play(emptied, 0, pass).state
      expect(state.fields).not.toContain(null)
      expect(state.coming).toHaveLength(6)
    }
    expect(state.deck).toEqual([])
  })

  test('[M43] passes are forgotten and the next round begins with placing', () => {
    const { events, state } = lastPass(3)
    expect(types(events)).toEqual(['SeatPassed', 'RoundEnded', 'CardsDiscarded', 'FieldsFilled', 'RoundBegan'])
    expect(state.round).toBe(2)
    expect(state.players.every(({ passed, placement }) => !passed && placement === null)).toBe(true)
    expect(awaiting(state)).toEqual([0, 1, 2].map((seat) => [seat, 'placeLeaders']))
  })

  test('[M43] cards in hand, points and resources stay', () => {
    const state = actions({
      players: [{ hand: ['war/1'], inPlay: ['market/1'], points: 7, stock: { gold: 3 } }, { passed: true }],
    })
    expect(player(play(state, 0, pass).state, 0)).toMatchObject({
      hand: ['war/1'],
      inPlay: ['market/1'],
      points: 7,
      stock: { gold: 3 },
    })
  })

  test('[M1] [M43] after the seventh round nothing is swept or filled: the match ends', () => {
    const { events, state } = lastPass(3, [], { round: 7 })
    expect(types(events)).toEqual(['SeatPassed', 'RoundEnded', 'SeatScored', 'SeatScored', 'SeatScored', 'MatchEnded'])
    expect(state.fields).toEqual(ALL)
    expect(game.phase(state).awaiting).toEqual([])
    situation(game, state).when(move(0, pass)).thenRefused('MATCH_OVER')
  })
})
