import { describe, expect, test } from 'vitest'
import { royals } from '../../../src/games/royals/index.js'
import { move } from '../../support/scenario.js'
import { arranged, claim, pairsOf, takenOver, takeOver, unchanged } from './table.js'

const COLOGNE = { 'cardinal Cologne': 1 }
const cityOf = (table: ReturnType<typeof arranged>, name: string) =>
  royals.view(table.state, 0).cities.find(({ city }) => city === name)

describe('taking over', () => {
  const table = arranged({ hands: ['GGGGGF'], intrigue: ['GB FS'], held: COLOGNE })

  test('[Y20, Y25] one intrigue card of the country and the full price: the old cube goes to the city field, its title cube stays', () => {
    const next = table.when(move(0, takeOver('cardinal Cologne'))).then(takenOver(0, 'cardinal Cologne', 1, 'GGGGG', 'GB'))
    expect(cityOf(next, 'Cologne')).toMatchObject({
      displaced: [{ seat: 1, count: 1 }],
      positions: [{ title: 'cardinal', holder: 0 }, {}],
    })
    const cubes = royals.view(next.state, 0).titles.find(({ title }) => title === 'cardinal')?.cubes
    expect(cubes).toEqual([
      { seat: 0, count: 1 },
      { seat: 1, count: 1 },
    ])
    expect(next.state.players.map((player) => player.cubes)).toEqual([44, 46])
    expect(pairsOf(next.state.intrigueDiscard)).toBe('GB')
  })

  test('[Y20, Y29] whoever takes over gets no city marker', () => {
    table.when(move(0, takeOver('cardinal Cologne'))).thenNo('CityMarkerTaken')
  })

  test('[Y20] it is one act: without all the cards nothing is paid and nobody is displaced', () => {
    const poor = arranged({ hands: ['GGGGFF'], intrigue: ['GB'], held: COLOGNE })
    unchanged(poor, () => poor.when(move(0, takeOver('cardinal Cologne'))).thenRefused('NOT_ENOUGH_CARDS'))
    const joker = arranged({ hands: ['GGGGFFF'], intrigue: ['GB'], held: COLOGNE })
    joker
      .when(move(0, takeOver('cardinal Cologne')), { 'country:1': [] })
      .thenAmongOthers(takenOver(0, 'cardinal Cologne', 1, 'GGGGFFF', 'GB'))
    const without = arranged({ hands: ['GGGGG'], intrigue: ['FS'], held: COLOGNE })
    unchanged(without, () => without.when(move(0, takeOver('cardinal Cologne'))).thenRefused('NOT_ENOUGH_INTRIGUE'))
  })

  test('[Y20] a free position is claimed, not taken over', () => {
    table.when(move(0, takeOver('baron Cologne'))).thenRefused('POSITION_FREE')
  })

  test('[Y21] nobody takes over a position of its own', () => {
    const own = arranged({ hands: ['SSSSSSSS'], intrigue: ['FS FS'], held: { 'king Madrid': 0 } })
    own.when(move(0, takeOver('king Madrid'))).thenRefused('OWN_POSITION')
  })

  test('[Y21] but another position in a city where it sits', () => {
    const both = arranged({ hands: ['GGGGG'], intrigue: ['GB'], held: { ...COLOGNE, 'baron Cologne': 0 } })
    both.when(move(0, takeOver('cardinal Cologne')), {}).thenAmongOthers(takenOver(0, 'cardinal Cologne', 1, 'GGGGG', 'GB'))
  })

  test('[Y25] a city field holds any number of cubes of any seats', () => {
    const crowded = arranged({
      seats: 3,
      hands: ['GG'],
      intrigue: ['GB'],
      held: { 'baron Cologne': 1 },
      displaced: { Cologne: [1, 2, 2] },
    })
    const next = crowded.when(move(0, takeOver('baron Cologne'))).thenAmongOthers()
    expect(cityOf(next, 'Cologne')?.displaced).toEqual([
      { seat: 1, count: 2 },
      { seat: 2, count: 2 },
    ])
  })
})

describe('intrigue cards', () => {
  test('[Y24] a card serves for one of its two countries, either of them', () => {
    const table = arranged({ hands: ['GGSS'], intrigue: ['GS'], held: { 'baron Munich': 1, 'baron Seville': 1 } })
    for (const [name, paid] of [
      ['baron Munich', 'GG'],
      ['baron Seville', 'SS'],
    ] as const)
      table.when(move(0, takeOver(name, paid, 'GS'))).thenAmongOthers(takenOver(0, name, 1, paid, 'GS'))
  })

  test('[Y23] two of any kind stand for a missing one', () => {
    const table = arranged({ hands: ['GGG'], intrigue: ['FB FS'], held: { 'baron Munich': 1 } })
    table.when(move(0, takeOver('baron Munich'))).thenAmongOthers(takenOver(0, 'baron Munich', 1, 'GG', 'FB FS'))
  })

  test('[Y23] not if the needed card is in hand, unless jokers are at will', () => {
    const setting = { hands: ['GGG'], intrigue: ['FB FS GB'], held: { 'baron Munich': 1 } }
    arranged(setting)
      .when(move(0, takeOver('baron Munich', 'GG', 'FB FS')))
      .thenRefused('INTRIGUE_JOKER_NOT_NEEDED')
    arranged({ ...setting, options: { jokers: 'always' } })
      .when(move(0, takeOver('baron Munich', 'GG', 'FB FS')))
      .thenAmongOthers(takenOver(0, 'baron Munich', 1, 'GG', 'FB FS'))
  })

  test.each([
    ['GB GB', 'INTRIGUE_NOT_IN_HAND'],
    ['', 'INTRIGUE_TOO_FEW'],
    ['FS', 'INTRIGUE_TOO_FEW'],
    ['FS FS GB', 'INTRIGUE_NOT_EXACT'],
  ])('[Y19] paying %j for a Baron of Munich is refused: %s', (pairs, code) => {
    const table = arranged({ hands: ['GGG'], intrigue: ['FS FS GB'], held: { 'baron Munich': 1 }, options: { jokers: 'always' } })
    unchanged(table, () => table.when(move(0, takeOver('baron Munich', 'GG', pairs))).thenRefused(code))
  })

  test('[Y18] of several matching kinds the one goes of which most is held', () => {
    const table = (intrigue: string) => arranged({ hands: ['GGG'], intrigue: [intrigue], held: { 'baron Munich': 1 } })
    table('FG GS GS')
      .when(move(0, takeOver('baron Munich')))
      .thenAmongOthers(takenOver(0, 'baron Munich', 1, 'GG', 'GS'))
    table('FG GS')
      .when(move(0, takeOver('baron Munich')))
      .thenAmongOthers(takenOver(0, 'baron Munich', 1, 'GG', 'FG'))
  })
})

describe('the King', () => {
  const king = (intrigue: string) => arranged({ hands: ['SSSSSSSSF'], intrigue: [intrigue], held: { 'king Madrid': 1 } })

  test.each(['FS BS', 'FS FS', 'FS FG FG', 'FG FG FB GB'])('[Y22, Y23] two intrigue cards showing Spain, as %s', (pairs) => {
    king(pairs)
      .when(move(0, takeOver('king Madrid', 'SSSSSSSS', pairs)))
      .thenAmongOthers(takenOver(0, 'king Madrid', 1, 'SSSSSSSS', pairs))
    king(pairs)
      .when(move(0, takeOver('king Madrid')))
      .thenAmongOthers(takenOver(0, 'king Madrid', 1, 'SSSSSSSS', pairs))
  })

  test.each(['FS', 'FS FG', 'FG FB GB'])('[Y22] %s is not enough', (pairs) => {
    king(pairs)
      .when(move(0, takeOver('king Madrid')))
      .thenRefused('NOT_ENOUGH_INTRIGUE')
  })

  test('[Y23] with one matching card, two jokers of any four are allowed as well', () => {
    king('FS FG FG GB')
      .when(move(0, takeOver('king Madrid', 'SSSSSSSS', 'FS FG FG GB')))
      .thenAmongOthers(takenOver(0, 'king Madrid', 1, 'SSSSSSSS', 'FS FG FG GB'))
    king('FS FG FG GB')
      .when(move(0, takeOver('king Madrid')))
      .thenAmongOthers(takenOver(0, 'king Madrid', 1, 'SSSSSSSS', 'FS FG FG'))
  })

  test('[Y23] with two matching cards there is no joker for either half', () => {
    king('FS BS FG FG')
      .when(move(0, takeOver('king Madrid', 'SSSSSSSS', 'FS FG FG')))
      .thenRefused('INTRIGUE_JOKER_NOT_NEEDED')
  })

  test('[Y22] claiming a free King takes no intrigue card', () => {
    arranged({ hands: ['SSSSSSSSF'] })
      .when(move(0, claim('king Madrid')))
      .thenAmongOthers()
  })
})

test('[Y25] a displaced cube gives no influence at the next scoring', () => {
  const table = arranged({
    hands: ['GGGGG'],
    intrigue: ['GB', ''],
    held: { 'cardinal Cologne': 1 },
    display: 'FF',
    deck: '',
    discard: 'FFFFFFFF',
  })
  const { events } = table.when(move(0, takeOver('cardinal Cologne')), { 'country:2': ['F1'] })
  expect(events).toContainEqual({
    type: 'CountryScored',
    epoch: 1,
    country: 'germanStates',
    influence: [2, 0],
    awards: [{ seat: 0, points: 6 }],
  })
})
