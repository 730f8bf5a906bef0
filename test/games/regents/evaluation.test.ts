/** Plain truths about how well a seat of Régents stands. */
import { describe, expect, test } from 'vitest'
import { regents } from '../../../src/games/regents/index.js'
import type { Event } from '../../../src/games/regents/schema.js'
import { all, type Given, given, leaves, when } from './table.js'

const AGENTS = ['throne throne knights knights', 'treasure', 'chapel', 'store']
const shareOf = (setting: Given = {}): number =>
  regents.evaluate(regents.view(given({ king: 'store', agents: AGENTS, ...setting }), 'referee'))[0] ?? 0

const recruited: Event = { type: 'CounsellorRecruited', seat: 0 }
const chip: Event = { type: 'ChipTaken', seat: 0, track: 'trade', space: 4 }

describe('what is better, all else equal', () => {
  test('[G36] a marker further on', () => {
    expect(shareOf({ spaces: [{ politics: 3 }] })).toBeGreaterThan(shareOf({ spaces: [{ politics: 2 }] }))
  })

  test('[G37] markers that can go on, rather than one held at a threshold', () => {
    expect(shareOf({ spaces: [{ ...all(1), politics: 4 }] })).toBeGreaterThan(
      shareOf({ spaces: [{ politics: 4, military: 2, finance: 2 }] }),
    )
  })

  test('[G43] a chip, a counsellor', () => {
    expect(shareOf({ before: [chip] })).toBeGreaterThan(shareOf())
    expect(shareOf({ before: [recruited] })).toBeGreaterThan(shareOf())
  })

  test('[G30] a majority', () => {
    expect(shareOf()).toBeGreaterThan(shareOf({ agents: [AGENTS[0] ?? '', 'throne throne', 'knights knights', 'store'] }))
  })

  test('[G31] the king elsewhere', () => {
    expect(shareOf()).toBeGreaterThan(shareOf({ king: 'throne' }))
  })

  test('[G32] rooms that hang together', () => {
    const apart = ['treasure treasure knights knights', 'throne', 'chapel', 'store']
    expect(shareOf()).toBeGreaterThan(shareOf({ agents: apart }))
  })

  test('[G43] a domain card that is still secret', () => {
    const opened: Event = { type: 'DomainRevealed', seat: 0, domain: 'politics', counsellors: 0 }
    expect(shareOf()).toBeGreaterThan(shareOf({ before: [opened] }))
  })

  test('[G16] a hand of cards, rather than none', () => {
    const upheld: Event = {
      type: 'AccusationUpheld',
      seat: 1,
      target: 0,
      clan: 'macKintosh',
      discarded: ['diplomacy', 'alliance', 'privilege', 'influence', 'betrayal'],
      counsellors: 0,
    }
    expect(shareOf()).toBeGreaterThan(shareOf({ before: [upheld] }))
  })
})

test('[G71] whoever has left has nothing to hope for', () => {
  const { state } = leaves(given({ agents: AGENTS, spaces: [{}, all(10)] }), 1)
  expect(regents.evaluate(regents.view(state, 'spectator'))[1]).toBe(0)
})

test('[G44] at the end whoever has most points has the greatest share', () => {
  const { state } = when(given({ round: 8, turn: 3, spent: 3, spaces: [{}, all(10)] }), { type: 'endActions' })
  const shares = regents.evaluate(regents.view(state, 'spectator'))
  expect(Math.max(...shares)).toBe(shares[1])
})
