import { describe, expect, test } from 'vitest'
import type { Event } from '../../../src/games/royals/schema.js'
import { move } from '../../support/scenario.js'
import { type Arrangement, arranged, endPlay } from './table.js'

/** The last turn of the last round, with a full display: the third epoch and the titles are scored, and that is the end. */
const lastTurn = (setting: Arrangement) => {
  const seats = setting.seats ?? 2
  const change = { epoch: 3, epochsScored: 2, lastRound: true, turn: seats - 1, round: 20 }
  return arranged({ ...setting, change: { ...change, ...setting.change } }).when(move(seats - 1, endPlay))
}
const title = (events: readonly Event[], name: string) =>
  events.find((event) => event.type === 'TitleScored' && event.title === name)
const places = (setting: Arrangement) => {
  const over = lastTurn(setting).events.at(-1)
  return over?.type === 'MatchEnded' ? over.places.map(({ seat, place, score }) => [seat, place, score]) : null
}

describe('title scoring', () => {
  test('[Y42] titles are scored from Marshal to King, after the third epoch', () => {
    const { events } = lastTurn({})
    expect(
      events.flatMap((event) => (event.type === 'TitleScored' ? event.title : event.type === 'EpochEnded' ? 'epoch 3' : [])),
    ).toEqual(['epoch 3', 'marshal', 'baron', 'countess', 'duke', 'cardinal', 'princess', 'king'])
  })

  test('[Y42] most cubes on a title take the whole marker; the second gets nothing', () => {
    expect(title(lastTurn({ seats: 3, titles: { duke: [2, 3, 2] } }).events, 'duke')).toEqual({
      type: 'TitleScored',
      title: 'duke',
      cubes: [2, 3, 2],
      awards: [{ seat: 1, points: 10 }],
    })
  })

  test('[Y42, Y25] a position lost keeps its cube on the title', () => {
    const { events } = lastTurn({ held: { 'king Paris': 1 }, titles: { king: [2, 0] }, displaced: { Paris: [0] } })
    expect(title(events, 'king')).toMatchObject({ cubes: [2, 1], awards: [{ seat: 0, points: 16 }] })
  })

  test('[Y43] exactly two tied for most take a half each', () => {
    expect(title(lastTurn({ seats: 3, titles: { baron: [2, 1, 2] } }).events, 'baron')).toMatchObject({
      awards: [
        { seat: 0, points: 3 },
        { seat: 2, points: 3 },
      ],
    })
  })

  test('[Y44] three or more tied: the marker leaves the game', () => {
    const over = lastTurn({ seats: 4, titles: { cardinal: [1, 2, 2, 2] } }).thenAmongOthers({
      type: 'TitleScored',
      title: 'cardinal',
      cubes: [1, 2, 2, 2],
      awards: [],
    })
    expect(over.state.removed).toContainEqual({ kind: 'title', of: 'cardinal', points: 12 })
  })

  test('[Y44] a title without cubes is not awarded, also with two seats', () => {
    expect(title(lastTurn({}).events, 'marshal')).toMatchObject({ cubes: [0, 0], awards: [] })
  })
})

describe('the winner', () => {
  test('[Y45] most points win', () => {
    expect(places({ seats: 3, markers: [[7, 4], [5, 5, 2], [9]] })).toEqual([
      [1, 1, 12],
      [0, 2, 11],
      [2, 3, 9],
    ])
  })

  test('[Y45] equal points: the highest single marker decides', () => {
    expect(
      places({
        markers: [
          [7, 4],
          [8, 3],
        ],
      }),
    ).toEqual([
      [1, 1, 11],
      [0, 2, 11],
    ])
  })

  test('[Y45] a half of a title counts with its own value', () => {
    // a half King each (8); seat 0 has 9 besides, seat 1 has 5 and 4: 17 each, and a whole King's 16 is nobody's
    expect(places({ markers: [[9], [5, 4]], titles: { king: [1, 1] } })).toEqual([
      [0, 1, 17],
      [1, 2, 17],
    ])
  })

  test('[Y45] only the one highest marker is compared; still equal, the place is shared', () => {
    expect(places({ seats: 3, markers: [[7, 3, 1], [7, 4], [2]] })).toEqual([
      [0, 1, 11],
      [1, 1, 11],
      [2, 3, 2],
    ])
  })

  test('[Y45] places below the first follow the same order', () => {
    expect(places({ seats: 4, markers: [[20], [7, 4], [8, 3], [6, 5]] })).toEqual([
      [0, 1, 20],
      [2, 2, 11],
      [1, 3, 11],
      [3, 4, 11],
    ])
  })

  test('[Y45, Y36] after the end no move is accepted', () => {
    const over = lastTurn({}).thenAmongOthers()
    expect(over.phase.awaiting).toEqual([])
    over.when(move(0, endPlay)).thenRefused('MATCH_OVER')
  })
})
