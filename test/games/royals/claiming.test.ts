import { describe, expect, test } from 'vitest'
import { royals } from '../../../src/games/royals/index.js'
import { move } from '../../support/scenario.js'
import { arranged, claim, claimed, discard, ended, endPlay, hand, spelt, takeOver, turn, types, unchanged } from './table.js'

const FILL = { 'country:1': ['S1', 'S2', 'S3'] }

describe('claiming a free position', () => {
  test('[Y15] the cards go to the discard pile, one cube to the position and one to the title marker', () => {
    const next = arranged({ hands: ['GGGGF'] })
      .when(move(0, claim('duke Berlin')))
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GGGG'))
    expect(hand(next, 0)).toBe('F')
    expect(spelt(next.state.countryDiscard)).toBe('GGGG')
    expect(next.state.players[0]?.cubes).toBe(44)
    const seen = royals.view(next.state, 1)
    expect(seen.cities.find(({ city }) => city === 'Berlin')?.positions).toContainEqual({
      title: 'duke',
      needed: 4,
      influence: 2,
      holder: 0,
    })
    expect(seen.titles.find(({ title }) => title === 'duke')?.cubes).toEqual([{ seat: 0, count: 1 }])
  })

  test.each([
    ['marshal Nantes', 'F'],
    ['baron Avignon', 'FF'],
    ['countess Lyon', 'FFF'],
    ['duke Nantes', 'FFFF'],
    ['cardinal Avignon', 'FFFFF'],
    ['princess Bordeaux', 'FFFFFF'],
    ['king Paris', 'FFFFFFFF'],
  ])('[Y15] %s costs %s: a title costs the same number of cards everywhere', (name, price) => {
    arranged({ hands: [`${price}B`] })
      .when(move(0, claim(name)))
      .thenAmongOthers(claimed(0, name, price))
    arranged({ hands: [price.slice(1)] })
      .when(move(0, claim(name)))
      .thenRefused('NOT_ENOUGH_CARDS')
  })

  test('[Y15] cards of another country do not pay', () => {
    arranged({ hands: ['GGSS'] })
      .when(move(0, claim('baron Avignon')))
      .thenRefused('NOT_ENOUGH_CARDS')
  })

  test('[Y15] a position holds one cube: an occupied one cannot be claimed, whoever holds it', () => {
    const table = arranged({ hands: ['FFFF'], held: { 'duke Nantes': 1, 'marshal Nantes': 0 } })
    table.when(move(0, claim('duke Nantes'))).thenRefused('POSITION_OCCUPIED')
    table.when(move(0, claim('marshal Nantes'))).thenRefused('OWN_POSITION')
  })

  test('[Y15] cities and positions that the board does not have', () => {
    const table = arranged({ hands: ['FFFF'] })
    table.when(move(0, claim('duke Rome'))).thenRefused('NO_SUCH_CITY')
    table.when(move(0, claim('duke Paris'))).thenRefused('NO_SUCH_POSITION')
  })
})

describe('cubes', () => {
  test('[Y16] whoever has fewer than two cubes cannot claim or take over', () => {
    const table = arranged({ hands: ['SSSS'], intrigue: ['FS'], cubes: [1], held: { 'marshal Barcelona': 1 } })
    table.when(move(0, claim('marshal Valencia'))).thenRefused('NOT_ENOUGH_CUBES')
    table.when(move(0, takeOver('marshal Barcelona'))).thenRefused('NOT_ENOUGH_CUBES')
  })

  test('[Y16] it still draws, its turn then ends by itself, and the hand limit holds', () => {
    const table = arranged({ hands: ['SSSSSSSSSSSS'], cubes: [1], change: { stage: 'draw' } })
    const over = table
      .when(
        move(0, {
          type: 'draw',
          option: 'threeCountryCards',
          sources: ['france', 'germanStates', 'britain'],
        }),
      )
      .thenAmongOthers(ended(0, 3))
    expect(over.phase.awaiting).toEqual([{ seat: 0, decision: 'discard' }])
  })

  test('[Y16] the last two cubes are for the last claim, and no cube comes back', () => {
    const last = arranged({ seats: 3, hands: ['SSSSSSSS'], cubes: [2] }).when(move(0, claim('marshal Valencia')), FILL)
    expect(last.thenAmongOthers(ended(0)).state.players[0]?.cubes).toBe(0)
  })
})

describe('the country joker', () => {
  test('[Y17] three cards of any kind stand for a missing one', () => {
    arranged({ hands: ['GGGSSS'] })
      .when(move(0, claim('duke Berlin', 'GGGSSS')), FILL)
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GGGSSS'))
    arranged({ hands: ['GGGSS'] })
      .when(move(0, claim('duke Berlin')))
      .thenRefused('NOT_ENOUGH_CARDS')
  })

  test('[Y17] one payment may hold several jokers', () => {
    arranged({ hands: ['GFFFFBBBSS'] })
      .when(move(0, claim('duke Berlin')), FILL)
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GFFFFBBBSS'))
  })

  test('[Y17] whoever holds enough matching cards must use them', () => {
    const table = arranged({ hands: ['GGGGSSS'] })
    unchanged(table, () => table.when(move(0, claim('duke Berlin', 'GGGSSS'))).thenRefused('JOKER_NOT_NEEDED'))
    table.when(move(0, claim('duke Berlin', 'GGGG'))).thenAmongOthers(claimed(0, 'duke Berlin', 'GGGG'))
  })

  test('[Y17] with jokers at will the host lets them keep matching cards', () => {
    const table = arranged({ hands: ['GGGGSSS'], options: { jokers: 'always' } })
    table.when(move(0, claim('duke Berlin', 'GGGSSS'))).thenAmongOthers(claimed(0, 'duke Berlin', 'GGGSSS'))
    table.when(move(0, claim('duke Berlin'))).thenAmongOthers(claimed(0, 'duke Berlin', 'GGGG'))
  })

  test('[Y17] short of cards, any three make a joker, matching ones too, and not all matching cards need be singles', () => {
    const table = arranged({ hands: ['GGGSSSSSS'] })
    table.when(move(0, claim('duke Berlin', 'GGSSSSSS'))).thenAmongOthers(claimed(0, 'duke Berlin', 'GGSSSSSS'))
    table.when(move(0, claim('duke Berlin', 'GGGSSSSS'))).thenAmongOthers(claimed(0, 'duke Berlin', 'GGGSSSSS'))
  })
})

describe('payments', () => {
  test('[Y18] a payment left out is the one with the fewest cards', () => {
    arranged({ hands: ['GGGSSSSSS'] })
      .when(move(0, claim('duke Berlin')))
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GGGSSS'))
  })

  test('[Y18] a joker is filled one card at a time from the kind of which most is left, in the order of the box between equals', () => {
    arranged({ hands: ['GGGFFBBBS'] })
      .when(move(0, claim('duke Berlin')))
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GGGFBB'))
    arranged({ hands: ['GGGFBS'] })
      .when(move(0, claim('duke Berlin')), FILL)
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GGGFBS'))
    arranged({ hands: ['GGGFFBBSS'] })
      .when(move(0, claim('duke Berlin')))
      .thenAmongOthers(claimed(0, 'duke Berlin', 'GGGFBS'))
  })

  test.each([
    ['GGGGG', 'CARDS_NOT_IN_HAND'],
    ['GGG', 'CARDS_TOO_FEW'],
    ['GGGS', 'CARDS_TOO_FEW'],
    ['SSSSSS', 'CARDS_TOO_FEW'],
    ['GGGGS', 'CARDS_NOT_EXACT'],
    ['GGGSSSS', 'CARDS_NOT_EXACT'],
  ])('[Y19] paying %s for a Duke of Berlin is refused: %s', (paid, code) => {
    const table = arranged({ hands: ['GGGGSSSSSS'], options: { jokers: 'always' } })
    unchanged(table, () => table.when(move(0, claim('duke Berlin', paid))).thenRefused(code))
  })

  test('[Y19] no change is given: a joker too many for the price is refused', () => {
    const table = arranged({ hands: ['SSSSSSSSSSSS'], options: { jokers: 'always' } })
    table.when(move(0, claim('marshal Nantes', 'SSSSS'))).thenRefused('CARDS_NOT_EXACT')
    table.when(move(0, claim('marshal Nantes', 'SSS'))).thenAmongOthers(claimed(0, 'marshal Nantes', 'SSS'))
  })
})

describe('playing at will', () => {
  test('[Y26] as many plays as one likes, in any order, and none if one likes', () => {
    const one = arranged({ hands: ['SSSSSGGGG'] })
      .when(move(0, claim('marshal Valencia')))
      .thenAmongOthers()
    const second = one.when(move(0, claim('duke Berlin'))).thenAmongOthers()
    const third = second.when(move(0, claim('marshal Barcelona'))).thenAmongOthers()
    expect(hand(third, 0)).toBe('SSS')
    third.when(move(0, endPlay)).then(ended(0), turn(1, 2))
    arranged({ hands: ['SSSSSGGGG'] })
      .when(move(0, endPlay))
      .then(ended(0), turn(1, 2))
  })

  test('[Y26] cards are not drawn or discarded while playing', () => {
    arranged({ hands: ['SS'] })
      .when(move(0, { type: 'draw', sources: ['france'] }))
      .thenRefused('ALREADY_DRAWN')
    arranged({ hands: ['SS'] })
      .when(move(0, discard('S')))
      .thenRefused('NOTHING_TO_DISCARD')
  })

  test('[Y26] the play ends by itself only if everybody can see that nothing can be played', () => {
    const { events } = arranged({ hands: ['S'] }).when(move(0, claim('marshal Valencia')))
    expect(types(events)).toEqual(['PositionClaimed', 'CityMarkerTaken', 'PlayEnded', 'TurnBegan'])
    // one card of Britain is left: nothing costs one card there, but only its owner knows that it is British
    const hidden = arranged({ hands: ['SB'] })
      .when(move(0, claim('marshal Valencia')))
      .thenNo('PlayEnded')
    expect([...royals.legalMoves(hidden.state, 0)]).toEqual([endPlay])
  })

  test('[Y54] each position within reach is listed with its cheapest payment and a sample of the others', () => {
    const list = royals.legalMoves(arranged({ hands: ['GGGFFBBBS'], held: { 'cardinal Cologne': 1 } }).state, 0)
    const dukes = [...list].filter((one) => one.type === 'claim' && one.title === 'duke' && one.city === 'Berlin')
    expect(dukes[0]).toEqual(claim('duke Berlin', 'GGGFBB'))
    expect(new Set(dukes.map((one) => JSON.stringify(one))).size).toBe(4)
    expect(list.at(0)).toEqual(endPlay)
    expect([...list].filter(({ type }) => type === 'takeOver')).toEqual([])
    expect(list.complete).toBe(false)
  })

  test('[Y54] with one way to pay for each position the list is complete, and a payment left out is the one it names', () => {
    const table = arranged({ hands: ['GGGG'], intrigue: ['FG'], held: { 'duke Berlin': 1 } })
    const list = royals.legalMoves(table.state, 0)
    expect(list.complete).toBe(true)
    expect([...list]).toContainEqual(takeOver('duke Berlin', 'GGGG', 'FG'))
    for (const listed of list) {
      if (listed.type !== 'claim' && listed.type !== 'takeOver') continue
      const { city, title, type } = listed
      expect(table.when(move(0, { type, city, title })).events).toEqual(table.when(move(0, listed)).events)
    }
  })

  test('[Y54] all payments of a position are listed if they are few', () => {
    const list = royals.legalMoves(arranged({ hands: ['GGGFFFB'] }).state, 0)
    const dukes = [...list].filter((one) => one.type === 'claim' && one.title === 'duke' && one.city === 'Berlin')
    expect(dukes).toEqual(['GGGFFF', 'GGGFFB'].map((paid) => claim('duke Berlin', paid)))
  })
})
