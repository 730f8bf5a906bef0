import { describe, expect, test } from 'vitest'
import { royals } from '../../../src/games/royals/index.js'
import { leave, move } from '../../support/scenario.js'
import { arranged, cards, ended, endPlay, intrigue, pairsOf, spelt, takenOver, takeOver, turn, types } from './table.js'

const gone = (seat: number, letters = '', pairs = '') =>
  ({ type: 'SeatLeft', seat, reason: 'resigned', cards: cards(letters), intrigue: intrigue(pairs) }) as const

describe('leaving out of turn', () => {
  const table = arranged({
    seats: 3,
    hands: ['GG', 'FFS', ''],
    intrigue: ['GB', 'FS', ''],
    held: { 'baron Munich': 1, 'king Paris': 1 },
  })
  const next = table.when(leave(1)).then(gone(1, 'FFS', 'FS'))

  test('[Y48] the hand goes to the discard piles for all to see, and the turn goes on', () => {
    expect(spelt(next.state.countryDiscard)).toBe('FFS')
    expect(pairsOf(next.state.intrigueDiscard)).toBe('FS')
    expect(next.phase.awaiting).toEqual([{ seat: 0, decision: 'play' }])
    expect(royals.view(next.state, 0).players[1]).toMatchObject({ cardCount: 0, intrigueCount: 0, left: true })
  })

  test('[Y48] its turns are skipped and it can do nothing more', () => {
    next.when(move(0, endPlay)).then(ended(0), turn(2, 2))
    next.when(leave(1)).thenRefused('SEAT_HAS_LEFT')
    next.when(move(1, endPlay)).thenRefused('SEAT_HAS_LEFT')
    next.when(leave(7)).thenRefused('NO_SUCH_SEAT')
  })

  test('[Y48] its cubes stay: its positions are taken over as ever', () => {
    next.when(move(0, takeOver('baron Munich'))).thenAmongOthers(takenOver(0, 'baron Munich', 1, 'GG', 'GB'))
  })

  test('[Y48] its cubes go on counting: it may still take epoch and title markers', () => {
    const last = arranged({
      seats: 3,
      held: { 'king Paris': 1, 'duke Nantes': 0 },
      change: { left: [1], epoch: 3, epochsScored: 2, lastRound: true, turn: 2 },
    })
    last.when(move(2, endPlay)).thenAmongOthers(
      {
        type: 'CountryScored',
        epoch: 3,
        country: 'france',
        influence: [2, 4, 0],
        awards: [
          { seat: 1, points: 11 },
          { seat: 0, points: 5 },
        ],
      },
      { type: 'TitleScored', title: 'king', cubes: [0, 1, 0], awards: [{ seat: 1, points: 16 }] },
    )
  })
})

describe('leaving in turn', () => {
  test('[Y49] the hand is discarded, the display filled, and the next seat is on', () => {
    const table = arranged({ seats: 3, hands: ['FFS'], display: 'FG', deck: 'BB' })
    table.when(leave(0), { 'country:1': ['B2'] }).then(gone(0, 'FFS'), { type: 'DisplayFilled', pieces: ['B2'] }, turn(1, 2))
  })

  test('[Y49] while drawing and while discarding just the same', () => {
    for (const stage of ['draw', 'discard'] as const)
      arranged({ seats: 3, hands: ['FFFFFFFFFFFFFF'], change: { stage } })
        .when(leave(0))
        .then(gone(0, 'FFFFFFFFFFFFFF'), turn(1, 2))
  })

  test('[Y49] it may end the epoch, and the discarded hand is shuffled in', () => {
    const table = arranged({ seats: 3, hands: ['SS'], display: 'FG', deck: '' })
    const next = table.when(leave(0), { 'country:2': ['S1'] }).thenAmongOthers({ type: 'EpochEnded', epoch: 1 }, turn(1, 2))
    expect(next.state.display).toEqual([0, 1, 3])
  })

  test('[Y49] a first turn not taken does not change the numbers of the others', () => {
    const table = arranged({ seats: 4, change: { round: 1, stage: 'draw', owedCards: 1 } })
    table.when(leave(0)).then(gone(0), turn(1, 1, 1))
  })
})

describe('rounds and the end', () => {
  const lastRound = { epoch: 3, epochsScored: 2, lastRound: true }

  test('[Y50] the last seat of the round is the last that still plays', () => {
    const table = arranged({ seats: 4, change: { ...lastRound, left: [3], turn: 2 } })
    expect(types(table.when(move(2, endPlay)).events).at(-1)).toBe('MatchEnded')
  })

  test('[Y50] a starter that has left still marks where the round begins', () => {
    const table = arranged({ seats: 3, change: { left: [0], turn: 2, round: 5 } })
    table.when(move(2, endPlay)).then(ended(2), turn(1, 6))
    const last = arranged({ seats: 3, change: { ...lastRound, left: [0], turn: 2, round: 5 } })
    expect(types(last.when(move(2, endPlay)).events).at(-1)).toBe('MatchEnded')
  })

  test('[Y51] one seat left: the match is over at once, without a scoring, and whoever stayed wins', () => {
    const table = arranged({ held: { 'king Paris': 1 }, markers: [[2], [9, 9]] })
    const { events } = table.when(leave(1))
    expect(types(events)).toEqual(['SeatLeft', 'MatchEnded'])
    expect(events[1]).toMatchObject({
      places: [
        { seat: 0, place: 1, score: 2 },
        { seat: 1, place: 2, score: 18 },
      ],
    })
  })

  test('[Y51] leavers rank below all who stayed, the later leaver higher', () => {
    const table = arranged({ seats: 4, markers: [[1], [50], [3], [40]], change: { ...lastRound, left: [1, 3], turn: 2 } })
    expect(table.when(move(2, endPlay)).events.at(-1)).toMatchObject({
      places: [
        { seat: 2, place: 1, score: 3 },
        { seat: 0, place: 2, score: 1 },
        { seat: 3, place: 3, score: 40 },
        { seat: 1, place: 4, score: 50 },
      ],
    })
  })
})
