import { describe, expect, test } from 'vitest'
import { LINKS } from '../../../src/games/regents/castle.js'
import { cardMissing, LOCATIONS } from '../../../src/games/regents/content.js'
import { regents } from '../../../src/games/regents/index.js'
import { clanOf, handOf } from '../../../src/games/regents/state.js'
import { answer, awaited, given, legal, ofType, started, when } from './table.js'

describe('before round 1', () => {
  test.each([3, 4, 5])('[G1] [G2] %d seats get different clans and domains, and five cards each', (seats) => {
    for (let seed = 0; seed < 30; seed++) {
      const { players, neutralClan } = started(seats, {}, seed).state
      const clans = [...players.map(({ clan }) => clan), ...(neutralClan ? [neutralClan] : [])]
      expect(new Set(clans).size).toBe(clans.length)
      expect(new Set(players.map(({ domain }) => domain)).size).toBe(seats)
      for (const player of players) {
        expect(handOf(player)).toHaveLength(5)
        expect(handOf(player)).not.toContain(cardMissing(clanOf(player)))
      }
    }
  })

  test('[G1] each clan lacks the card of the element that its arms do not show', () => {
    const pairs = {
      macKintosh: 'suspicion',
      macGregor: 'diplomacy',
      macLeod: 'alliance',
      campbell: 'privilege',
      macDuff: 'influence',
      stewart: 'betrayal',
    } as const
    for (const [clan, card] of Object.entries(pairs)) expect(cardMissing(clan as keyof typeof pairs)).toBe(card)
  })

  test('[G3] the king is in the throne room, 20 counsellors in reserve, 15 chips on the tracks, markers off them', () => {
    const { state } = started(5)
    expect(state).toMatchObject({ king: 'throne', reserve: 20, round: 0 })
    expect(state.chips.flat().filter(Boolean)).toHaveLength(15)
    expect(state.players.flatMap(({ steps }) => steps).every((step) => step === 0)).toBe(true)
    expect(regents.view(state, 0).players[0]).toMatchObject({ tileCount: 6, handCount: 5, agentsOutside: 4 })
    expect(regents.view(state, 0).players[0]?.tiles).toHaveLength(6)
  })

  test('[G4] the starter is drawn by lot, or is seat 0 if so agreed', () => {
    const starters = new Set(Array.from({ length: 40 }, (_, seed) => started(4, {}, seed).state.starter))
    expect(starters.size).toBe(4)
    expect(started(4, { starter: 'seat0' }, 3).state.starter).toBe(0)
  })

  test('[G5] agents are placed one at a time clockwise, four times round, and then the starter begins round 1', () => {
    let { state } = started(4, { starter: 'seat0' })
    const order: number[] = []
    while (awaited(state).decision === 'placeAgent') {
      order.push(awaited(state).seat)
      state = when(state, { type: 'placeAgent', location: 'throne' }).state
    }
    expect(order).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
    expect(state).toMatchObject({ round: 1, turn: { actionsLeft: 3 } })
  })

  test.each([
    ['en', 'ROOMS_ONLY'],
    ['nl', 'ROOMS_ONLY'],
    ['de', 'accepted'],
  ])('[G5] placing an agent in the tower, edition %s: %s', (edition, expected) => {
    const { state } = started(4, { edition })
    expect(answer(state, { type: 'placeAgent', location: 'tower' })).toBe(expected)
    expect(answer(state, { type: 'placeAgent', location: 'rampart' })).toBe(expected)
    expect(answer(state, { type: 'placeAgent', location: 'throne' })).toBe('accepted')
    expect(legal(state, 'placeAgent')).toHaveLength(edition === 'de' ? 7 : 5)
  })

  test('[G6] with three seats the neutral clan is open and stands in every room but the throne room before anybody places', () => {
    const { state, events } = started(3)
    expect(ofType(events, 'NeutralJoined')).toMatchObject([{ locations: ['knights', 'treasure', 'chapel', 'store'] }])
    expect(state.agents[3]).toEqual([0, 1, 1, 1, 1, 0, 0, 0])
    for (const viewer of [0, 1, 2, 'spectator'] as const)
      expect(regents.view(state, viewer).neutral?.clan).toBe(state.neutralClan)
    expect(started(4).state.agents).toHaveLength(4)
    expect(regents.view(started(4).state, 0).neutral).toBeNull()
  })

  test('[G6] the neutral clan can be moved by nobody during placement', () => {
    const { state } = started(3)
    expect(answer(state, { type: 'moveNeutral', from: 'knights', to: 'throne' })).toBe('PLACEMENT_FIRST')
  })
})

describe('the castle', () => {
  const touching = (map: 'hub' | 'seven' | 'wheel', location: string): string[] =>
    LINKS[map].flatMap(([a, b]) => (a === location ? [b] : b === location ? [a] : [])).sort()

  test('[G7] on every map the throne room touches all rooms, the tower treasure and chapel, the rampart knights and store', () => {
    for (const map of ['hub', 'seven', 'wheel'] as const) {
      expect(touching(map, 'throne')).toEqual(['chapel', 'knights', 'store', 'treasure'])
      expect(touching(map, 'tower')).toEqual(['chapel', 'treasure'])
      expect(touching(map, 'rampart')).toEqual(['knights', 'store'])
    }
  })

  test('[G7] the maps differ in which outer rooms touch', () => {
    const outer = (map: 'hub' | 'seven' | 'wheel'): number =>
      LINKS[map].filter(([a, b]) => !['throne', 'tower', 'rampart'].some((one) => one === a || one === b)).length
    expect([outer('hub'), outer('seven'), outer('wheel')]).toEqual([0, 2, 4])
    expect(answer(given({ agents: ['treasure'] }), { type: 'moveAgent', from: 'treasure', to: 'store' })).toBe('NOT_ADJACENT')
    expect(
      answer(given({ agents: ['treasure'], options: { map: 'seven' } }), { type: 'moveAgent', from: 'treasure', to: 'store' }),
    ).toBe('accepted')
    expect(
      answer(given({ agents: ['treasure'], options: { map: 'seven' } }), { type: 'moveAgent', from: 'treasure', to: 'chapel' }),
    ).toBe('NOT_ADJACENT')
    expect(
      answer(given({ agents: ['treasure'], options: { map: 'wheel' } }), { type: 'moveAgent', from: 'treasure', to: 'chapel' }),
    ).toBe('accepted')
    expect(LOCATIONS).toHaveLength(7)
  })
})
