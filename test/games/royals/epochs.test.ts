import { describe, expect, test } from 'vitest'
import type { Event } from '../../../src/games/royals/schema.js'
import { move } from '../../support/scenario.js'
import { type Arrangement, arranged, deckOf, discard, ended, endPlay, spelt, turn, types } from './table.js'

/** The display is short by one card and the deck is empty: the epoch ends with this turn. */
const RENEWED = { 'country:2': ['F1', 'F2', 'F3'], 'country:3': ['F1'], 'country:4': ['F1'] }
const ending = (setting: Arrangement = {}) => arranged({ display: 'FG', deck: '', discard: 'FFFFFFFFSS', ...setting })
const scored = (events: readonly Event[], country: string) =>
  events.filter((event) => event.type === 'CountryScored').find((event) => event.country === country)
const awards = (setting: Arrangement, country: string) => {
  const event = scored(ending(setting).when(move(setting.change?.turn ?? 0, endPlay), RENEWED).events, country)
  return event?.type === 'CountryScored' ? event.awards.map(({ seat, points }) => [seat, points]) : null
}

describe('the end of an epoch', () => {
  test('[Y33, Y34, Y35] the display cannot be filled: the discards become the new deck, the display is filled, the epoch is scored', () => {
    const outcome = ending({ deck: 'B', display: 'F' }).when(move(0, endPlay), {
      'country:1': ['B1'],
      'country:2': ['S2'],
    })
    expect(types(outcome.events)).toEqual([
      'PlayEnded',
      'DisplayFilled',
      'CountryDeckRenewed',
      'DisplayFilled',
      'CountryScored',
      'CountryScored',
      'CountryScored',
      'CountryScored',
      'EpochEnded',
      'TurnBegan',
    ])
    const next = outcome.thenAmongOthers({ type: 'EpochEnded', epoch: 1 }, turn(1, 2))
    expect(next.state.display).toEqual([0, 2, 3])
    expect(deckOf(next)).toBe('FFFFFFFFS')
    expect(next.state.epoch).toBe(2)
  })

  test('[Y33] an empty deck beside a full display does not end the epoch', () => {
    ending({ display: 'FGB' }).when(move(0, endPlay)).then(ended(0), turn(1, 2))
    ending({ display: 'FG', deck: 'S' })
      .when(move(0, endPlay), { 'country:1': ['S1'] })
      .thenNo('EpochEnded')
  })

  test('[Y34] surplus cards are discarded first and shuffled in', () => {
    const over = ending({ hands: ['BBBBBBBBBBBBBB'], discard: 'FF' })
      .when(move(0, endPlay))
      .then(ended(0, 2))
    const next = over.when(move(0, discard('BB')), { 'country:2': ['F1'] }).thenAmongOthers({
      type: 'CountryDeckRenewed',
      shuffle: 2,
    })
    expect(deckOf(next)).toBe('FBB')
  })

  test('[Y34] hands, cubes and both intrigue piles stay as they are', () => {
    const table = ending({ hands: ['BB', 'SS'], intrigue: ['FG', ''], intrigueDiscard: 'BS', held: { 'king Paris': 1 } })
    const next = table.when(move(0, endPlay), RENEWED).thenAmongOthers()
    expect(next.state.players.map(({ cards }) => spelt(cards))).toEqual(['BB', 'SS'])
    expect(next.state.intrigueDiscard).toEqual(table.state.intrigueDiscard)
    expect(next.state.intrigueDeck).toEqual(table.state.intrigueDeck)
    expect(next.state.holders).toEqual(table.state.holders)
  })
})

describe('the third epoch', () => {
  const third = (turnOf: number, change = {}) =>
    ending({ seats: 4, change: { epoch: 3, epochsScored: 2, turn: turnOf, round: 9, countryShuffle: 3, ...change } }).when(
      move(turnOf, endPlay),
      RENEWED,
    )

  test('[Y36] the deck is renewed and the round goes on; the scoring follows the turn of the seat to the right of the starter', () => {
    const table = third(1).then(
      ended(1),
      { type: 'CountryDeckRenewed', shuffle: 4 },
      { type: 'DisplayFilled', pieces: ['F1'] },
      { type: 'LastRoundBegan' },
      turn(2, 9),
    )
    const three = table
      .when(
        move(2, {
          type: 'draw',
          option: 'threeCountryCards',
          sources: ['france', 'france', 'germanStates'],
        }),
      )
      .thenAmongOthers()
    const secondTurn = three.when(move(2, endPlay), { 'country:4': ['F2', 'F3', 'S1'] })
    secondTurn.thenNo('LastRoundBegan')
    const two = secondTurn.thenAmongOthers(turn(3, 9))
    const one = two
      .when(
        move(3, {
          type: 'draw',
          option: 'threeCountryCards',
          sources: ['france', 'spain', 'france'],
        }),
      )
      .thenAmongOthers()
    const { events } = one.when(move(3, endPlay), { 'country:4': ['F4', 'F5', 'F6'] })
    expect(types(events).filter((type) => type !== 'CountryScored' && type !== 'TitleScored')).toEqual([
      'PlayEnded',
      'DisplayFilled',
      'EpochEnded',
      'MatchEnded',
    ])
    expect(types(events).filter((type) => type === 'CountryScored')).toHaveLength(4)
    expect(types(events).filter((type) => type === 'TitleScored')).toHaveLength(7)
  })

  test('[Y36] if the last seat of the round ends it, it is scored at once', () => {
    third(3).thenAmongOthers({ type: 'EpochEnded', epoch: 3 })
    expect(types(third(3).events).at(-1)).toBe('MatchEnded')
    third(3).thenNo('LastRoundBegan')
  })

  test('[Y36] if the first seat ends it, all the others still play', () => {
    third(0).thenAmongOthers({ type: 'LastRoundBegan' }, turn(1, 9))
  })

  test('[Y36] the round is counted from the starter, wherever it sits', () => {
    expect(types(third(1, { starter: 2 }).events).at(-1)).toBe('MatchEnded')
    third(2, { starter: 2 }).thenAmongOthers({ type: 'LastRoundBegan' }, turn(3, 9))
  })

  test('[Y35] the first and the second epoch are scored at once and end nothing', () => {
    third(3, { epoch: 2, epochsScored: 1 }).thenAmongOthers({ type: 'EpochEnded', epoch: 2 }, turn(0, 10))
  })
})

describe('influence', () => {
  test('[Y37] the sum of the positions held decides: the first takes the higher marker, the second the lower', () => {
    const held = { 'king Paris': 1, 'duke Nantes': 0, 'princess Bordeaux': 0, 'countess Lyon': 2 }
    const { events } = ending({ seats: 3, held }).when(move(0, endPlay), RENEWED)
    expect(scored(events, 'france')).toEqual({
      type: 'CountryScored',
      epoch: 1,
      country: 'france',
      influence: [5, 4, 1],
      awards: [
        { seat: 0, points: 7 },
        { seat: 1, points: 3 },
      ],
    })
  })

  test.each([
    [1, 7, 3],
    [2, 9, 4],
    [3, 11, 5],
  ])('[Y37] in epoch %d France pays %d and %d', (epoch, higher, lower) => {
    const setting = {
      seats: 2,
      held: { 'king Paris': 0, 'duke Nantes': 1 },
      change: { epoch, epochsScored: epoch - 1, turn: 1, countryShuffle: 1 },
    }
    expect(awards(setting, 'france')).toEqual([
      [0, higher],
      [1, lower],
    ])
  })

  test('[Y38] equal influence: the higher title in the country decides', () => {
    // a Duke and a Baron against a Princess: 3 each
    // and the Duke sits in the better city, which does not matter
    expect(awards({ held: { 'duke Nantes': 0, 'baron Avignon': 0, 'princess Bordeaux': 1 } }, 'france')).toEqual([
      [1, 7],
      [0, 3],
    ])
  })

  test('[Y38] only the highest title counts, not the next one', () => {
    // 4 each, both with a Princess at the top: the better second title of seat 0 does not help, the city does
    const held = { 'princess Bordeaux': 0, 'countess Lyon': 0, 'princess Lyon': 1, 'marshal Nantes': 1 }
    expect(awards({ held }, 'france')).toEqual([
      [1, 7],
      [0, 3],
    ])
  })

  test('[Y39] the same title: the city with the higher printed bonus decides, though its marker is gone', () => {
    expect(awards({ held: { 'princess Bordeaux': 0, 'princess Lyon': 1 } }, 'france')).toEqual([
      [1, 7],
      [0, 3],
    ])
    expect(awards({ held: { 'baron Munich': 0, 'baron Cologne': 1 } }, 'germanStates')).toEqual([
      [0, 6],
      [1, 3],
    ])
  })

  test('[Y39] it is the city of the tied title, not the best city of the seat', () => {
    // 4 each: seat 0 also sits in Lyon (5), but holds its Princess in Bordeaux (2)
    const held = { 'princess Bordeaux': 0, 'countess Lyon': 0, 'princess Lyon': 1, 'marshal Bordeaux': 1 }
    expect(awards({ held }, 'france')).toEqual([
      [1, 7],
      [0, 3],
    ])
  })

  test('[Y40] three tied: the same order gives the first and the second place, the third gets nothing', () => {
    // a Marshal each: Barcelona 3, Valencia 2; a Baron is higher
    const held = { 'marshal Barcelona': 0, 'marshal Valencia': 1, 'baron Seville': 2 }
    expect(awards({ seats: 3, held }, 'spain')).toEqual([
      [2, 4],
      [0, 2],
    ])
  })

  test('[Y40] tied for second place, the same order decides', () => {
    const held = { 'king Madrid': 2, 'marshal Barcelona': 1, 'marshal Valencia': 0 }
    expect(awards({ seats: 3, held }, 'spain')).toEqual([
      [2, 4],
      [1, 2],
    ])
  })

  test('[Y41] one seat alone takes the higher marker, the lower leaves the game; with nobody both do', () => {
    const table = ending({ held: { 'marshal Valencia': 1 }, displaced: { Seville: [0], London: [0] } })
    const next = table
      .when(move(0, endPlay), RENEWED)
      .thenAmongOthers(
        { type: 'CountryScored', epoch: 1, country: 'britain', influence: [0, 0], awards: [] },
        { type: 'CountryScored', epoch: 1, country: 'spain', influence: [0, 1], awards: [{ seat: 1, points: 4 }] },
      )
    expect(next.state.removed.map(({ of, points }) => `${of} ${points}`)).toEqual([
      'france 1648 7',
      'france 1648 3',
      'germanStates 1648 6',
      'germanStates 1648 3',
      'britain 1648 5',
      'britain 1648 2',
      'spain 1648 2',
    ])
  })

  test('[Y25, Y37] displaced cubes give no influence', () => {
    expect(awards({ held: { 'marshal Valencia': 1 }, displaced: { Madrid: [0, 0], Valencia: [0] } }, 'spain')).toEqual([[1, 4]])
  })
})
