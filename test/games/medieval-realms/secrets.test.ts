import { describe, expect, test } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import type { Viewer } from '../../../src/games/contract.js'
import { game, of, place, placing, play, playAll, player } from './table.js'

const three = placing({ players: [{}, {}, {}], fields: { 12: 'war/1' } })
const secret = place({ generals: [7], admirals: [8], mayors: ['gold', 'raw', 'religion', 'science'] })

describe('a placement is secret until all are there', () => {
  const { events, state } = play(three, 1, secret)

  test('[M6] [M58] others see that a seat has placed and not where; the seat and the referee see it', () => {
    const seen = (viewer: Viewer) => game.view(state, viewer).players[1]
    for (const viewer of [0, 2, 'spectator'] as const) expect(seen(viewer)).toMatchObject({ hasPlaced: true, placement: null })
    for (const viewer of [1, 'referee'] as const) expect(seen(viewer)?.placement).toEqual(player(state, 1).placement)
  })

  test('[M6] [M58] the notice says no more', () => {
    const [placed] = of(events, 'LeadersPlaced')
    for (const viewer of [0, 2, 'spectator'] as const)
      expect(game.notice(placed as never, viewer)).toEqual({ type: 'LeadersPlaced', seat: 1, placement: null })
    for (const viewer of [1, 'referee'] as const) expect(game.notice(placed as never, viewer)).toEqual(placed)
  })

  test('[M6] [M58] whatever the seat has placed, the others are shown the same', () => {
    const someMoves = [...game.legalMoves(three, 1)].filter((_, index) => index % 10 === 0)
    const shown = someMoves.map((move) => {
      const { events, state } = play(three, 1, move)
      return [0, 2, 'spectator'].map((viewer) =>
        JSON.stringify([
          game.view(state, viewer as Viewer),
          events.map((event) => game.notice(event, viewer as Viewer)),
          game.phase(state),
          typeof viewer === 'number' ? [...game.legalMoves(state, viewer)] : [],
        ]),
      )
    })
    expect(shown).toHaveLength(60)
    expect(new Set(shown.map((one) => one.join())).size).toBe(1)
  })

  test('[M6] [M58] after the reveal everybody sees all placements, for the rest of the round', () => {
    const all = playAll(state, [0, place({})], [2, place({})])
    expect(of(all.events, 'LeadersRevealed')[0]?.placements).toHaveLength(3)
    for (const viewer of [0, 'spectator'] as const)
      expect(game.view(all.state, viewer).players[1]?.placement?.generals).toEqual([7])
  })

  test('[M58] an imagined world has other placements and the same view', () => {
    const view = game.view(state, 0)
    const worlds = [1, 2, 3, 4].map((seed) => game.imagine(view, 0, seededDice(seed)))
    for (const world of worlds) expect(game.view(world, 0)).toEqual(view)
    expect(new Set(worlds.map((world) => JSON.stringify(player(world, 1).placement))).size).toBeGreaterThan(1)
  })

  test('[M58] an imagined placement may be any that is legal, not only a listed one', () => {
    const view = game.view(state, 0)
    const dice = seededDice(1)
    const imagined = Array.from({ length: 900 }, () => player(game.imagine(view, 0, dice), 1).placement)
    for (const placement of imagined)
      expect(placement && play(three, 1, { type: 'placeLeaders', ...placement }).events).toHaveLength(1)
    expect(new Set(imagined.map((placement) => JSON.stringify(placement))).size).toBeGreaterThan(700)
  })
})

test('[M58] the order of the deck is in no state: what is left lies in the order of the box', () => {
  const cards = game.view(game.initial(game.schema.options.parse({}), 2), 'referee').deck
  const { deck } = game.view(three, 'referee')
  expect(deck).toEqual(cards.filter((card) => deck.includes(card)))
})
