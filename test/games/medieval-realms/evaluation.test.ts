/** Plain truths about how well a seat of Medieval Realms stands. */
import { describe, expect, test } from 'vitest'
import { actions, game, leaves, type Position, place, placing, play, type Seat } from './table.js'

const shareOf = (seat: Seat, rest: Partial<Position> = {}): number =>
  game.evaluate(game.view(actions({ ...rest, players: [seat, {}] }), 'referee'))[0] ?? 0

describe('what is better, all else equal', () => {
  test('[M48] more points', () => {
    expect(shareOf({ points: 6 })).toBeGreaterThan(shareOf({ points: 5 }))
  })

  test('[M46] more resources, to the last', () => {
    for (const round of [1, 7])
      expect(shareOf({ stock: { raw: 9 } }, { round })).toBeGreaterThan(shareOf({ stock: { raw: 8 } }, { round }))
  })

  test('[M12] another mayor, while there is a round to serve in', () => {
    expect(shareOf({ leaders: { mayor: 5 } })).toBeGreaterThan(shareOf({ leaders: { mayor: 4 } }))
    expect(shareOf({ leaders: { mayor: 5 } }, { round: 7 })).toBe(shareOf({ leaders: { mayor: 4 } }, { round: 7 }))
  })

  test('[M44] a fortress in play, and more strength with it', () => {
    const fortress = (general: number) => shareOf({ inPlay: ['fortress/1'], leaders: { general } }, { round: 7 })
    expect(fortress(1)).toBeGreaterThan(shareOf({}, { round: 7 }))
    expect(fortress(2)).toBeGreaterThan(fortress(1))
  })

  test('[M47] a great personality more', () => {
    const inPlay = ['artist-chaucer/1', 'artist-van-eyck/1']
    expect(shareOf({ inPlay })).toBeGreaterThan(shareOf({ inPlay: ['artist-chaucer/1', 'gallery/1'] }))
  })

  test('[M27] a card in hand that can be paid; after the last pass of the match it is worth nothing', () => {
    const holds = (hand: string[], passed = false) =>
      shareOf({ hand, stock: { culture: 5 }, passed }, { round: 7, turn: passed ? 1 : 0 })
    expect(holds(['gallery/1'])).toBeGreaterThan(holds([]))
    expect(holds(['gallery/1'], true)).toBe(holds([], true))
  })

  test('[M19] most of the resource of a majority card on a field, if the hand may take it', () => {
    const ahead = (hand: string[]) => shareOf({ hand, stock: { combat: 2 } }, { fields: { 1: 'war/1' } })
    expect(ahead([])).toBeGreaterThan(shareOf({ stock: { combat: 2 } }))
    expect(ahead(['war/2'])).toBe(shareOf({ hand: ['war/2'], stock: { combat: 2 } }))
  })

  test('[M24] the highest bid', () => {
    const auction = (bidder: number) => ({ card: 'leader-general/1', bid: 1, bidder, bidders: [0, 1], speaker: 1 - bidder })
    const bids = (bidder: number) => shareOf({ stock: { gold: 3 } }, { auction: auction(bidder) })
    expect(bids(0)).toBeGreaterThan(bids(1))
  })
})

test('[M10] before the reveal a placement is worth what it may bring: a land where a general stands already brings less', () => {
  const players = [{}, {}, {}]
  const { state } = play(placing({ players }), 1, place({ generals: [4], admirals: [8] }))
  const sent = (land: number) =>
    game.evaluate(game.view(play(state, 0, place({ generals: [land], admirals: [1] })).state, 'referee'))[0]
  expect(sent(4)).toBeLessThan(sent(3) ?? 0)
})

test('[M58] nothing of a hidden placement shows in what others make of the match', () => {
  const state = placing({ players: [{}, {}, {}] })
  const seen = (land: number, viewer: number) =>
    game.evaluate(game.view(play(state, 1, place({ generals: [land] })).state, viewer))
  expect(seen(4, 0)).toEqual(seen(3, 0))
})

test('[M55] whoever has left has nothing to hope for', () => {
  const { state } = leaves(actions({ players: [{}, { points: 50 }, {}] }), 1)
  expect(game.evaluate(game.view(state, 'referee'))[1]).toBe(0)
})
