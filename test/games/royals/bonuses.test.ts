import { describe, expect, test } from 'vitest'
import { move } from '../../support/scenario.js'
import { arranged, cityMarker, claim, claimed, countryMarker, nobleHouse, takenOver, takeOver } from './table.js'

/** Seat 0 has a cube in every city of Britain but Edinburgh: one of them displaced. */
const BRITAIN = { held: { 'cardinal Dublin': 0, 'king London': 1, 'countess Edinburgh': 1 }, displaced: { London: [0] } }

describe('city bonus', () => {
  test('[Y29] the first to occupy any position of a city takes its marker', () => {
    arranged({ hands: ['GGGG'] })
      .when(move(0, claim('baron Cologne')))
      .then(claimed(0, 'baron Cologne', 'GG'), cityMarker(0, 'Cologne', 3))
  })

  test('[Y29] the second position of the city brings nothing, not even to the same seat', () => {
    for (const holder of [0, 1])
      arranged({ hands: ['GGGG'], held: { 'cardinal Cologne': holder } })
        .when(move(0, claim('baron Cologne')))
        .then(claimed(0, 'baron Cologne', 'GG'))
  })
})

describe('country bonus', () => {
  const hands = ['BBBBBBB']

  test('[Y30] a cube in every city of a country takes the highest marker left; displaced cubes count', () => {
    arranged({ hands, ...BRITAIN })
      .when(move(0, claim('princess Edinburgh')))
      .then(claimed(0, 'princess Edinburgh', 'BBBBBB'), countryMarker(0, 'britain', 10))
  })

  test('[Y30] the second seat takes the lower marker, the third none', () => {
    const taken = (count: number) =>
      arranged({ seats: 3, hands, ...BRITAIN, change: { countryMarkersTaken: [0, 0, count, 0] } }).when(
        move(0, claim('princess Edinburgh')),
      )
    taken(1).thenAmongOthers(countryMarker(0, 'britain', 5))
    taken(2).thenNo('CountryMarkerTaken')
  })

  test('[Y30] one marker of a country a seat: whoever has been in every city gets no second one', () => {
    const all = { 'cardinal Dublin': 0, 'king London': 0, 'countess Edinburgh': 0 }
    const table = arranged({ hands: ['BBBBBBB'], held: all, change: { countryMarkersTaken: [0, 0, 1, 0] } })
    table.when(move(0, claim('princess Edinburgh'))).then(claimed(0, 'princess Edinburgh', 'BBBBBB'))
  })

  test('[Y30] whoever was late stays without, though cubes of its own are added', () => {
    const table = arranged({
      hands: ['BBBBBBB'],
      intrigue: ['FB'],
      ...BRITAIN,
      displaced: { London: [0], Edinburgh: [0] },
      change: { countryMarkersTaken: [0, 0, 2, 0] },
    })
    table.when(move(0, takeOver('countess Edinburgh'))).then(takenOver(0, 'countess Edinburgh', 1, 'BBB', 'FB'))
  })

  test('[Y30] a takeover can complete a country as well', () => {
    arranged({ hands, intrigue: ['FB'], ...BRITAIN })
      .when(move(0, takeOver('countess Edinburgh')))
      .then(takenOver(0, 'countess Edinburgh', 1, 'BBB', 'FB'), countryMarker(0, 'britain', 10))
  })

  test('[Y30] one city missing is no bonus', () => {
    const missing = arranged({ hands, held: { 'cardinal Dublin': 0, 'countess Edinburgh': 1 } })
    missing.when(move(0, claim('princess Edinburgh'))).thenNo('CountryMarkerTaken')
  })
})

describe('noble house bonus', () => {
  const titles = (seat: number) =>
    Object.fromEntries(
      ['marshal', 'baron', 'countess', 'duke', 'cardinal', 'princess'].map((title) => [title, [0, 0, 0].with(seat, 1)]),
    )
  const king = { hands: ['SSSSSSSSF'], titles: titles(0) }

  test('[Y31] a cube on all seven titles takes the highest marker left, once a seat', () => {
    for (const [taken, points] of [16, 12, 8].entries())
      arranged({ seats: 3, ...king, change: { nobleHousesTaken: taken } })
        .when(move(0, claim('king Madrid')))
        .thenAmongOthers(nobleHouse(0, points))
    arranged({ seats: 4, ...king, change: { nobleHousesTaken: 3 } })
      .when(move(0, claim('king Madrid')))
      .thenNo('NobleHouseMarkerTaken')
    const again = arranged({
      seats: 3,
      hands: king.hands,
      titles: { ...titles(0), king: [1, 0, 0] },
      change: { nobleHousesTaken: 1 },
    })
    again.when(move(0, claim('king Madrid'))).thenNo('NobleHouseMarkerTaken')
  })

  test('[Y31] with two seats there is one marker: the second to complete the titles gets none', () => {
    arranged(king)
      .when(move(0, claim('king Madrid')))
      .thenAmongOthers(nobleHouse(0, 8))
    arranged({ ...king, change: { nobleHousesTaken: 1 } })
      .when(move(0, claim('king Madrid')))
      .thenNo('NobleHouseMarkerTaken')
  })

  test('[Y31, Y25] titles once held count for ever, also after a takeover', () => {
    const lost = arranged({ seats: 3, ...king, held: { 'duke Valencia': 1 }, displaced: { Valencia: [0] } })
    lost.when(move(0, claim('king Madrid'))).thenAmongOthers(nobleHouse(0, 16))
  })

  test('[Y32] one claim can bring all three at once', () => {
    const table = arranged({
      seats: 3,
      ...king,
      held: { 'baron Seville': 0, 'marshal Barcelona': 0 },
      displaced: { Valencia: [0] },
    })
    const next = table
      .when(move(0, claim('king Madrid')))
      .then(claimed(0, 'king Madrid', 'SSSSSSSS'), cityMarker(0, 'Madrid', 7), countryMarker(0, 'spain', 8), nobleHouse(0, 16))
    expect(next.state.players[0]?.markers.map(({ kind, points }) => [kind, points])).toEqual([
      ['city', 7],
      ['country', 8],
      ['nobleHouse', 16],
    ])
  })
})
