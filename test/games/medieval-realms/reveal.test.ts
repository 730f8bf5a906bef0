import { describe, expect, test } from 'vitest'
import type { Placement } from '../../../src/games/medieval-realms/schema.js'
import { of, type Position, place, placing, playAll, type Result, stock } from './table.js'

/** All seats place at once; four mayors on raw unless said otherwise, so that goods and combat come from elsewhere. */
const revealed = (position: Position, ...placements: Partial<Placement>[]): Result =>
  playAll(
    placing({ ...position, fields: { 12: 'war/1', ...position.fields } }),
    ...placements.map((one, seat): [number, ReturnType<typeof place>] => [
      seat,
      place({ mayors: ['raw', 'raw', 'raw', 'raw'], ...one }),
    ]),
  )

const landsOf = ({ events }: Result): (readonly [number, number | null])[] =>
  (of(events, 'LandsFought')[0]?.outcomes ?? []).map(({ land, controller }) => [land, controller] as const)
const fromLands = ({ events }: Result, seat: number) =>
  of(events, 'ResourcesProduced')[0]?.harvests.find((one) => one.seat === seat)?.fromLands
const orderOf = ({ events }: Result) => of(events, 'TurnOrderSet')[0]?.order

describe('the fight for the lands', () => {
  test('[M10] [M11] example of the rulebook, two seats: a buffer blocks the general, and alone does nothing', () => {
    const rachelAndWyatt = revealed(
      { players: [{}, {}] },
      { generals: [5], admirals: [3], buffers: [6, 6] },
      { generals: [2], admirals: [1], buffers: [4, 5] },
    )
    expect(landsOf(rachelAndWyatt)).toEqual([
      [1, 1],
      [2, 1],
      [3, 0],
      [4, null],
      [5, null],
      [6, null],
    ])
    expect(fromLands(rachelAndWyatt, 0)).toEqual([
      { resource: 'combat', amount: 2 },
      { resource: 'gold', amount: 1 },
    ])
    expect(stock(rachelAndWyatt.state, 1)).toMatchObject({ combat: 2, goods: 1 + 2, raw: 4 + 1 })
  })

  test('[M10] example of the rulebook, four seats: 3 beats 2 and 2, 1 against 1 is nobody', () => {
    const result = revealed(
      { players: [{}, {}, {}, {}] },
      { generals: [3], admirals: [1] },
      { generals: [3], admirals: [3] },
      { generals: [3], admirals: [8] },
      { generals: [4], admirals: [8] },
    )
    expect(landsOf(result)).toEqual([
      [1, 0],
      [3, 1],
      [4, 3],
      [8, null],
    ])
    expect(fromLands(result, 0)).toEqual([
      { resource: 'combat', amount: 1 },
      { resource: 'goods', amount: 1 },
    ])
    expect(fromLands(result, 1)).toEqual([
      { resource: 'combat', amount: 2 },
      { resource: 'gold', amount: 1 },
    ])
    expect(fromLands(result, 2)).toEqual([])
    expect(fromLands(result, 3)).toEqual([{ resource: 'combat', amount: 2 }])
  })

  test('[M10] a tie for the top leaves the land to nobody, even against a third and weaker seat', () => {
    const result = revealed(
      { players: [{}, {}, {}] },
      { generals: [3], admirals: [4] },
      { generals: [3], admirals: [5] },
      { generals: [6], admirals: [3] },
    )
    expect(landsOf(result)[0]).toEqual([3, null])
  })

  test('[M10] two admirals equal a general', () => {
    const result = revealed(
      { players: [{ leaders: { admiral: 2 } }, {}, {}] },
      { admirals: [3, 3], generals: [1] },
      { generals: [3], admirals: [2] },
      {
        generals: [6],
        admirals: [6],
      },
    )
    expect(landsOf(result)).toContainEqual([3, null])
  })

  test('[M11] three against one buffer wins, three against two does not', () => {
    const wyatt = { generals: [5], admirals: [5], buffers: [1, 1] }
    expect(landsOf(revealed({ players: [{}, {}] }, wyatt, { generals: [7], admirals: [8], buffers: [5, 6] }))).toContainEqual([
      5, 0,
    ])
    expect(landsOf(revealed({ players: [{}, {}] }, wyatt, { generals: [7], admirals: [8], buffers: [5, 5] }))).toContainEqual([
      5,
      null,
    ])
  })

  test('[M11] a stronger buffer keeps the admiral out and wins nothing itself', () => {
    const result = revealed(
      { players: [{}, {}] },
      { generals: [1], admirals: [5], buffers: [2, 2] },
      { generals: [7], admirals: [8], buffers: [5, 6] },
    )
    expect(landsOf(result)).toContainEqual([5, null])
    expect(landsOf(result)).toContainEqual([2, null])
  })
})

describe('income', () => {
  test('[M12] example of the rulebook: two mayors on science, one on gold, one on goods', () => {
    const result = revealed(
      { players: [{}, {}, {}] },
      { mayors: ['science', 'science', 'gold', 'goods'], generals: [2], admirals: [2] },
      {},
      {},
    )
    expect(of(result.events, 'ResourcesProduced')[0]?.harvests[0]?.fromMayors).toEqual([
      { resource: 'goods', amount: 1 },
      { resource: 'science', amount: 2 },
      { resource: 'gold', amount: 1 },
    ])
    expect(stock(result.state, 0)).toMatchObject({ science: 2, gold: 1, goods: 1 + 2 })
  })

  test('[M12] each fortress in play brings its owner one combat, one in the hand nothing', () => {
    const result = revealed({ players: [{ inPlay: ['fortress/1', 'fortress/2'] }, { hand: ['fortress/3'] }, {}] }, {}, {}, {})
    expect(of(result.events, 'EffectResolved').map(({ seat, gains }) => [seat, gains])).toEqual([
      [0, [{ resource: 'combat', amount: 1 }]],
      [0, [{ resource: 'combat', amount: 1 }]],
    ])
    expect(stock(result.state, 0).combat).toBe(2)
    expect(stock(result.state, 1).combat).toBe(0)
  })

  test('[M13] then everybody receives two goods', () => {
    const result = revealed({ players: [{}, {}, {}] }, {}, {}, {})
    expect(of(result.events, 'GoodsSupplied')).toEqual([{ type: 'GoodsSupplied', seats: [0, 1, 2], goods: 2 }])
    expect([0, 1, 2].map((seat) => stock(result.state, seat).goods)).toEqual([2, 2, 2])
  })
})

describe('turn order', () => {
  const goods = (...all: number[]) => all.map((amount) => ({ stock: { goods: amount - 2 } }))
  const idle = { generals: [1], admirals: [1] }

  test('[M14] [M15] example of the rulebook: Valerie has most, James sits next to her, then Michael, then Claire', () => {
    // James 0, Claire 1, Michael 2, Valerie 3, with the goods they have after step 4; Michael was start player.
    const result = revealed({ players: goods(5, 2, 5, 6), starter: 2 }, idle, idle, idle, idle)
    expect(orderOf(result)).toEqual([3, 0, 2, 1])
    expect(result.state.starter).toBe(3)
  })

  test('[M14] a tie for the most goods goes clockwise from the old start player', () => {
    expect(orderOf(revealed({ players: goods(4, 4, 3, 4), starter: 2 }, idle, idle, idle, idle))?.[0]).toBe(3)
    expect(orderOf(revealed({ players: goods(4, 4, 3, 3), starter: 2 }, idle, idle, idle, idle))?.[0]).toBe(0)
  })

  test('[M14] the old start player keeps the first place when tied', () => {
    expect(orderOf(revealed({ players: goods(4, 4, 4, 4), starter: 2 }, idle, idle, idle, idle))).toEqual([2, 3, 0, 1])
  })

  test('[M15] ties behind the new start player go clockwise from that seat, not from the old one', () => {
    expect(orderOf(revealed({ players: goods(6, 4, 4, 4), starter: 3 }, idle, idle, idle, idle))).toEqual([0, 1, 2, 3])
  })
})
