import { describe, expect, test } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import type { Viewer } from '../../../src/games/contract.js'
import type { Clan } from '../../../src/games/regents/content.js'
import { regents } from '../../../src/games/regents/index.js'
import type { Event, Move } from '../../../src/games/regents/schema.js'
import type { State } from '../../../src/games/regents/state.js'
import { all, given, leaves, played, when } from './table.js'

const seen = (state: State, viewer: Viewer, seat: number) => {
  const player = regents.view(state, viewer).players[seat]
  if (!player) throw new Error('no such seat')
  return player
}
const heard = (events: readonly Event[], viewer: Viewer) => events.map((event) => regents.notice(event, viewer))
const others = (...parties: number[]): Viewer[] =>
  [0, 1, 2, 3, 'spectator' as const].filter((viewer) => !parties.includes(viewer as number))
const imagined = (state: State, seat: number, count = 60): State[] =>
  Array.from({ length: count }, (_, seed) => regents.imagine(regents.view(state, seat), seat, seededDice(seed)))
const failed = (seat: number, target: number, tile: Clan, clan: Clan, tilesLost = 2): Event => ({
  type: 'AccusationFailed',
  seat,
  target,
  tile,
  clan,
  tilesLost,
})

describe('what lies open and what does not', () => {
  test('[G45] clan, hand, domain and tiles are seen by their owner and the referee only', () => {
    const state = given()
    expect(seen(state, 0, 0)).toMatchObject({
      clan: 'macKintosh',
      domain: 'politics',
      hand: ['diplomacy', 'alliance', 'privilege', 'influence', 'betrayal'],
    })
    expect(seen(state, 'referee', 0)).toMatchObject({ clan: 'macKintosh', domain: 'politics' })
    for (const viewer of others(0))
      expect(seen(state, viewer, 0)).toMatchObject({
        clan: null,
        domain: null,
        hand: null,
        tiles: null,
        handCount: 5,
        tileCount: 6,
      })
  })

  test('[G45] the deal is told to the owner alone', () => {
    const dealt: Event[] = [
      { type: 'ClanDealt', seat: 1, clan: 'stewart' },
      { type: 'DomainDealt', seat: 1, domain: 'trade' },
    ]
    expect(heard(dealt, 1)).toMatchObject([{ secretClan: 'stewart' }, { secretDomain: 'trade' }])
    for (const viewer of others(1)) expect(heard(dealt, viewer)).toMatchObject([{ secretClan: null }, { secretDomain: null }])
  })

  test('[G45] a played card tells everybody which clan it is not', () => {
    const state = given({ before: played(1, 'suspicion', 'alliance') })
    for (const viewer of [2, 'spectator'] as const) {
      expect(seen(state, viewer, 1).possibleClans).not.toContain('macKintosh')
      expect(seen(state, viewer, 1).possibleClans).not.toContain('macLeod')
      expect(seen(state, viewer, 1).possibleClans).toContain('macGregor')
    }
  })

  test('[G45] an open domain is known; with five seats the last hidden one follows', () => {
    const open: Event[] = [0, 1, 2].map((seat) => ({
      type: 'DomainRevealed',
      seat,
      domain: (['politics', 'military', 'finance'] as const)[seat] as 'politics',
      counsellors: 0,
    }))
    const state = given({ seats: 5, before: open })
    expect(seen(state, 3, 4).possibleDomains).toEqual(['trade'])
    expect(seen(state, 'spectator', 4).possibleDomains).toEqual(['religion', 'trade'])
  })
})

describe('spying', () => {
  const spied = when(given(), { type: 'spy', target: 1 })
  const { card } = spied.events[0] as Extract<Event, { type: 'SpiedOn' }>

  test('[G45] [G14] the card is known to the spy and to its owner, for the rest of the match, and to nobody else', () => {
    for (const viewer of [0, 1, 'referee'] as const) {
      expect(heard(spied.events, viewer)).toMatchObject([{ secretCard: card }])
      expect(regents.view(spied.state, viewer).spyings).toMatchObject([{ seat: 0, target: 1, card }])
    }
    for (const viewer of others(0, 1)) {
      expect(heard(spied.events, viewer)).toMatchObject([{ secretCard: null }])
      expect(regents.view(spied.state, viewer).spyings).toMatchObject([{ seat: 0, target: 1, card: null }])
    }
  })

  test('[G45] the spy rules out a clan, others do not', () => {
    expect(seen(spied.state, 0, 1).possibleClans).toHaveLength(4)
    expect(seen(spied.state, 2, 1).possibleClans).toHaveLength(5)
    for (const world of imagined(spied.state, 0)) expect(seen(world, 1, 1).hand).toContain(card)
  })
})

describe('a failed accusation', () => {
  const accused = when(given({ agents: ['throne'], spaces: [all(3)] }), { type: 'accuse', target: 3, clan: 'macGregor' })

  test('[G45] [G17] shows clan and hand of the accused to the accuser, and to no third party', () => {
    expect(seen(accused.state, 0, 3)).toMatchObject({
      clan: 'campbell',
      clanOpen: false,
      hand: ['suspicion', 'diplomacy', 'alliance', 'influence', 'betrayal'],
    })
    for (const viewer of others(0, 3)) {
      expect(seen(accused.state, viewer, 3)).toMatchObject({ clan: null, hand: null, clanOpen: false })
      expect(seen(accused.state, viewer, 3).possibleClans.length).toBeGreaterThan(3)
      expect(JSON.stringify(heard(accused.events, viewer))).not.toMatch(/campbell|macGregor/)
      expect(regents.view(accused.state, viewer).accusations).toMatchObject([{ upheld: false, tilesLost: 2, tile: null }])
    }
  })

  test('[G45] the accused knows the tile played; all see how many tiles are gone', () => {
    expect(heard(accused.events, 3)).toMatchObject([
      { secretTile: 'macGregor' },
      { secretTile: 'macGregor', secretClan: 'campbell' },
      {},
    ])
    expect(regents.view(accused.state, 3).accusations).toMatchObject([{ tile: 'macGregor' }])
    for (const viewer of others()) expect(seen(accused.state, viewer, 0).tileCount).toBe(4)
    expect(seen(accused.state, 3, 0).tiles).toBeNull()
  })

  test('[G45] the knowledge lasts when play goes on', () => {
    const { state } = when(
      accused.state,
      { type: 'setBack', track: 'trade' },
      { type: 'setBack', track: 'trade' },
      { type: 'recruit' },
      { type: 'moveKing', to: 'store' },
      { type: 'endActions' },
    )
    expect(seen(leaves(state, 3).state, 0, 3).clan).toBe('campbell')
    for (const world of imagined(state, 0)) expect(world.players[3]?.clan).toBe('campbell')
    expect(new Set(imagined(state, 1).map((world) => world.players[3]?.clan)).size).toBeGreaterThan(2)
  })
})

describe('a true accusation', () => {
  test('[G45] [G16] is public: clan, tile and discarded cards', () => {
    const { state, events } = when(given({ agents: ['throne'] }), { type: 'accuse', target: 3, clan: 'campbell' })
    for (const viewer of others()) {
      expect(seen(state, viewer, 3)).toMatchObject({ clan: 'campbell', clanOpen: true, hand: [], handCount: 0 })
      expect(seen(state, viewer, 3).discarded).toHaveLength(5)
      expect(regents.view(state, viewer).accusations).toMatchObject([{ upheld: true, tile: 'campbell' }])
    }
    expect(heard(events, 'spectator')[0]).toMatchObject({ type: 'AccusationMade', secretTile: null })
  })
})

describe('elimination', () => {
  test('[G45] clans are dealt once each: known ones are not possible elsewhere', () => {
    const state = given({ seats: 3, neutralClan: 'stewart', before: [failed(0, 1, 'campbell', 'macGregor')] })
    expect(seen(state, 0, 2).possibleClans).toEqual(['macLeod', 'campbell', 'macDuff'])
    expect(seen(state, 0, 1).possibleClans).toEqual(['macGregor'])
  })

  test('[G45] two seats that can only be two clans leave neither to a third', () => {
    const before = [
      ...played(1, 'suspicion', 'alliance', 'influence'),
      ...played(2, 'suspicion', 'diplomacy', 'influence'),
      ...played(3, 'suspicion', 'influence'),
    ]
    const state = given({
      seats: 5,
      clans: ['macKintosh', 'macGregor', 'macLeod', 'campbell', 'macDuff'],
      before: [...before, failed(0, 3, 'stewart', 'campbell')],
    })
    expect(seen(state, 0, 1).possibleClans).toEqual(['macGregor', 'stewart'])
    expect(seen(state, 0, 2).possibleClans).toEqual(['macLeod', 'stewart'])
    expect(seen(state, 0, 4).possibleClans).toEqual(['macGregor', 'macLeod', 'macDuff', 'stewart'])
    const tighter = given({ seats: 5, before: [...before, ...played(1, 'betrayal'), failed(0, 3, 'stewart', 'campbell')] })
    expect(seen(tighter, 0, 1).possibleClans).toEqual(['macGregor'])
    expect(seen(tighter, 0, 4).possibleClans).not.toContain('macGregor')
  })

  test('[G45] a single tile lost tells an earlier accused which clan the later one has', () => {
    const state = given({ before: [failed(0, 3, 'macLeod', 'campbell'), failed(0, 2, 'stewart', 'macLeod', 1)] })
    expect(seen(state, 3, 2)).toMatchObject({ clan: null, possibleClans: ['macLeod'] })
    for (const world of imagined(state, 3)) expect(world.players[2]?.clan).toBe('macLeod')
    expect(seen(state, 1, 2).possibleClans.length).toBeGreaterThan(1)
  })

  test('[G45] two tiles lost tell that the clan was still among the tiles', () => {
    const state = given({ before: [failed(0, 3, 'stewart', 'campbell'), failed(0, 2, 'macDuff', 'macLeod', 2)] })
    expect(seen(state, 3, 2).possibleClans).not.toContain('stewart')
    expect(seen(state, 1, 2).possibleClans).toContain('stewart')
    for (const world of imagined(state, 3)) expect(world.players[2]?.clan).not.toBe('stewart')
  })

  test('[G45] a tile laid later was still held, so it is the clan of nobody whom that seat accused wrongly before', () => {
    const state = given({ before: [failed(0, 1, 'stewart', 'macGregor'), failed(0, 3, 'macDuff', 'campbell')] })
    expect(seen(state, 3, 1).possibleClans).not.toContain('macDuff')
    expect(seen(state, 2, 1).possibleClans).toContain('macDuff')
    for (const world of imagined(state, 3)) expect(world.players[1]?.clan).not.toBe('macDuff')
  })

  test('[G45] imagined worlds cover exactly the possible clans, and others’ secrets differ between them', () => {
    const state = given({ before: [...played(1, 'suspicion', 'alliance'), failed(2, 1, 'campbell', 'macGregor')] })
    const worlds = imagined(state, 0, 200)
    const clans = new Set(worlds.map((world) => world.players[1]?.clan))
    expect([...clans].sort()).toEqual([...seen(state, 0, 1).possibleClans].sort())
    for (const world of worlds) {
      expect(regents.view(world, 0)).toEqual(regents.view(state, 0))
      expect(seen(world, 2, 1).clan).toBe(world.players[1]?.clan)
      const { tiles } = seen(world, 2, 2)
      expect(tiles).toHaveLength(4)
    }
    expect(new Set(worlds.map((world) => world.players[3]?.domain)).size).toBe(4)
  })

  test('[G45] what another spy saw is imagined as a card that the target held then', () => {
    const spied: Event = { type: 'SpiedOn', seat: 2, target: 1, card: 'influence' }
    const state = given({ before: [...played(1, 'suspicion'), spied, ...played(1, 'alliance')] })
    const cards = imagined(state, 0, 200).map((world) => world.spyings[0]?.card)
    expect(cards).not.toContain('suspicion')
    expect(new Set(cards)).toEqual(new Set(['diplomacy', 'alliance', 'privilege', 'influence', 'betrayal']))
  })
})

describe('refusals', () => {
  test('[G15] [G45] do not depend on the hidden clan of another', () => {
    const moves: Move[] = [
      { type: 'accuse', target: 1, clan: 'macGregor' },
      { type: 'accuse', target: 1, clan: 'stewart' },
      { type: 'spy', target: 1 },
    ]
    const answers = (['macGregor', 'stewart'] as const).map((clan) => {
      const state = given({ agents: ['throne'], clans: ['macKintosh', clan, 'macLeod', 'campbell'] })
      return moves.map((move) => regents.decide(state, { type: 'move', seat: 0, move }, seededDice(1)).ok)
    })
    expect(answers[0]).toEqual(answers[1])
  })
})
