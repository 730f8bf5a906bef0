/** Plain truths about how well a seat of Royals stands. */
import { describe, expect, test } from 'vitest'
import type { Viewer } from '../../../src/games/contract.js'
import { EDITIONS } from '../../../src/games/royals/content.js'
import { royals } from '../../../src/games/royals/index.js'
import { leave } from '../../support/scenario.js'
import { type Arrangement, arranged } from './table.js'

const CITIES = EDITIONS.reconstruction.cities
const sharesOf = (setting: Arrangement, viewer: Viewer = 'referee') =>
  royals.evaluate(royals.view(arranged(setting).state, viewer))
const shareOf = (setting: Arrangement, viewer?: Viewer): number => sharesOf(setting, viewer)[0] ?? 0

describe('what is better, all else equal', () => {
  test('[Y45] more points', () => {
    expect(shareOf({ markers: [[7, 5], [7]] })).toBeGreaterThan(shareOf({ markers: [[7], [7]] }))
  })

  test('[Y46] to a seat that may not see the points of others, as many markers tell the same as none', () => {
    const seen = (markers: readonly number[]) => sharesOf({ markers: [[7], markers] }, 0)
    expect(seen([2])).toEqual(seen([7]))
    expect(seen([2, 2])[0]).toBeLessThan(seen([2])[0] ?? 0)
  })

  test('[Y37] most influence in a country', () => {
    const held = { 'duke Berlin': 1, 'countess Edinburgh': 0 }
    expect(shareOf({ held: { ...held, 'princess Munich': 0 } })).toBeGreaterThan(
      shareOf({ held: { ...held, 'princess Munich': 1 } }),
    )
  })

  test('[Y42] most cubes on a title', () => {
    expect(shareOf({ titles: { king: [2, 1] } })).toBeGreaterThan(shareOf({ titles: { king: [1, 2] } }))
  })

  test('[Y30] a cube in all but one of the cities of a country', () => {
    expect(shareOf({ displaced: { London: [0], Dublin: [0] } })).toBeGreaterThan(shareOf({ displaced: { London: [0, 0] } }))
  })

  test('[Y31] cubes on all titles but one, while there is a noble house marker', () => {
    const titles = { marshal: [1], baron: [1], countess: [1], duke: [1], cardinal: [1], princess: [1] }
    expect(shareOf({ titles })).toBeGreaterThan(shareOf({ titles, change: { nobleHousesTaken: 1 } }))
  })

  test('[Y15] cards of one country, rather than of all four', () => {
    expect(shareOf({ hands: ['FFFFFFFF', ''] })).toBeGreaterThan(shareOf({ hands: ['FFGGBBSS', ''] }))
  })
})

test('[Y41] shares can still be told where one seat holds a whole country', () => {
  const french = CITIES.filter(({ country }) => country === 'france')
  const held = Object.fromEntries(french.flatMap(({ city, positions }) => positions.map(({ title }) => [`${title} ${city}`, 0])))
  expect(shareOf({ held, hands: ['F'.repeat(12)], change: { epoch: 3, lastRound: true } })).toBeGreaterThan(0.5)
})

test('[Y48] whoever has left has nothing to hope for', () => {
  const { after } = arranged({ seats: 3, markers: [[], [7, 7, 7], []] }).when(leave(1))
  expect(royals.evaluate(royals.view(after.state, 'referee'))[1]).toBe(0)
})

test('[Y51] the last one to stay has it all', () => {
  const { after } = arranged({ markers: [[], [7, 7, 7]] }).when(leave(1))
  expect(royals.evaluate(royals.view(after.state, 'spectator'))).toEqual([1, 0])
})
