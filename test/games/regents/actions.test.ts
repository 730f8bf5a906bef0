import { describe, expect, test } from 'vitest'
import { agentsAt } from '../../../src/games/regents/agents.js'
import type { Event } from '../../../src/games/regents/schema.js'
import { answer, awaited, given, legal, played, when } from './table.js'

const granted = (seat: number, counsellors: number): Event => ({ type: 'CounsellorsGranted', seat, counsellors })
const chip = (seat: number): Event => ({ type: 'ChipTaken', seat, track: 'trade', space: 24 })

describe('three actions', () => {
  test('[G9] the actions end only when three have been spent', () => {
    expect(answer(given({ spent: 2 }), { type: 'endActions' })).toBe('ACTIONS_NOT_SPENT')
    expect(answer(given({ spent: 3 }), { type: 'endActions' })).toBe('accepted')
    expect(answer(given({ spent: 3 }), { type: 'moveKing', to: 'chapel' })).toBe('NO_ACTIONS_LEFT')
    for (const type of ['moveAgent', 'moveKing', 'recruit', 'placeCounsellor', 'spy', 'accuse', 'returnAgent'] as const)
      expect(legal(given({ spent: 3, agents: ['throne', 'throne'] }), type)).toEqual([])
  })

  test('[G8] the turn goes clockwise from the starter, and a round ends with the last seat', () => {
    const { state } = when(given({ turn: 3, round: 2, spent: 3 }), { type: 'endActions' })
    expect(state).toMatchObject({ round: 3, seatOnTurn: 0 })
    expect(when(given({ turn: 1, spent: 3 }), { type: 'endActions' }).state).toMatchObject({ round: 1, seatOnTurn: 2 })
  })
})

describe('A: an agent moves', () => {
  test('[G10] to an adjacent location, tower and rampart included, and again for another action', () => {
    const { state, events } = when(
      given({ agents: ['throne'] }),
      { type: 'moveAgent', from: 'throne', to: 'chapel' },
      { type: 'moveAgent', from: 'chapel', to: 'tower' },
    )
    expect(events).toEqual([
      { type: 'AgentMoved', seat: 0, from: 'throne', to: 'chapel' },
      { type: 'AgentMoved', seat: 0, from: 'chapel', to: 'tower' },
    ])
    expect(state.turn.actionsLeft).toBe(1)
    expect(agentsAt(state, 0, 'tower')).toBe(1)
  })

  test('[G10] not to a location that does not touch, and not an agent that is not there or that belongs to another', () => {
    const state = given({ seats: 3, agents: ['throne', 'chapel'] })
    expect(answer(state, { type: 'moveAgent', from: 'throne', to: 'tower' })).toBe('NOT_ADJACENT')
    expect(answer(state, { type: 'moveAgent', from: 'throne', to: 'throne' })).toBe('NOT_ADJACENT')
    expect(answer(state, { type: 'moveAgent', from: 'chapel', to: 'throne' })).toBe('NO_AGENT_THERE')
    expect(answer(state, { type: 'moveAgent', from: 'knights', to: 'throne' })).toBe('NO_AGENT_THERE')
  })
})

describe('B: the king moves', () => {
  test('[G11] from room to adjacent room, never into the tower or onto the rampart', () => {
    const state = given({ king: 'chapel' })
    expect(when(state, { type: 'moveKing', to: 'throne' }).events).toEqual([
      { type: 'KingMoved', seat: 0, from: 'chapel', to: 'throne' },
    ])
    expect(answer(state, { type: 'moveKing', to: 'tower' })).toBe('KING_IN_ROOMS_ONLY')
    expect(answer(state, { type: 'moveKing', to: 'rampart' })).toBe('KING_IN_ROOMS_ONLY')
    expect(answer(state, { type: 'moveKing', to: 'knights' })).toBe('KING_NOT_ADJACENT')
    expect(answer(state, { type: 'moveKing', to: 'chapel' })).toBe('KING_NOT_ADJACENT')
  })

  test.each(['hub', 'seven', 'wheel'])(
    '[G11] the king can always move on map %s, so three actions can always be spent',
    (map) => {
      for (const king of ['throne', 'knights', 'treasure', 'chapel', 'store'] as const)
        expect(legal(given({ king, options: { map } }), 'moveKing').length).toBeGreaterThan(0)
    },
  )
})

describe('C and D: counsellors', () => {
  test('[G12] one counsellor is recruited in a turn, also with an extra action', () => {
    const { state } = when(given({ before: [chip(0)] }), { type: 'recruit' }, { type: 'useChip' })
    expect(state.players[0]?.counsellors).toBe(1)
    expect(state.reserve).toBe(19)
    expect(answer(state, { type: 'recruit' })).toBe('ALREADY_RECRUITED')
  })

  test('[G12] nothing is recruited from an empty reserve', () => {
    expect(answer(given({ before: [granted(1, 20)] }), { type: 'recruit' })).toBe('RESERVE_EMPTY')
  })

  test('[G13] a counsellor can be placed in the turn in which it is recruited, at any location, also where no agent stands', () => {
    const state = given({ agents: ['throne'] })
    expect(answer(state, { type: 'placeCounsellor', location: 'rampart' })).toBe('NO_COUNSELLOR')
    const { state: after } = when(state, { type: 'recruit' }, { type: 'placeCounsellor', location: 'rampart' })
    expect(after.turn.counsellorsOut).toEqual([0, 0, 0, 0, 0, 0, 1])
    expect(after.players[0]?.counsellors).toBe(0)
    expect(legal(given({ before: [granted(0, 1)] }), 'placeCounsellor')).toHaveLength(7)
  })

  test('[G13] [G41] counsellors in the castle go back to the reserve when the turn ends; those held stay', () => {
    const state = given({
      before: [granted(0, 3)],
      now: [
        { type: 'CounsellorPlaced', seat: 0, location: 'tower' },
        { type: 'CounsellorPlaced', seat: 0, location: 'chapel' },
      ],
      spent: 1,
    })
    const { state: after } = when(
      state,
      { type: 'endActions' },
      { type: 'scoreLocation', location: 'chapel' },
      { type: 'decline' },
    )
    expect(after).toMatchObject({ seatOnTurn: 1, reserve: 19 })
    expect(after.players[0]?.counsellors).toBe(1)
    expect(after.turn.counsellorsOut.every((count) => count === 0)).toBe(true)
  })

  test('[G60] a counsellor is no agent: it neither moves, nor spies, nor accuses, nor is expelled or swapped', () => {
    const state = given({
      options: { edition: 'de' },
      clans: ['macDuff', 'macGregor', 'macLeod', 'campbell'],
      agents: ['knights', 'chapel throne'],
      before: [granted(0, 2)],
      now: [{ type: 'CounsellorPlaced', seat: 0, location: 'throne' }],
    })
    expect(answer(state, { type: 'moveAgent', from: 'throne', to: 'chapel' })).toBe('NO_AGENT_THERE')
    expect(answer(state, { type: 'spy', target: 1 })).toBe('NO_SHARED_LOCATION')
    expect(answer(state, { type: 'accuse', target: 1, clan: 'macGregor' })).toBe('NO_AGENT_BESIDE_KING')
    expect(
      answer(state, { type: 'playBetrayal', first: { owner: 0, location: 'throne' }, second: { owner: 1, location: 'chapel' } }),
    ).toBe('NO_AGENT_THERE')
    expect(legal(state, 'playSuspicion')).toEqual(
      (['throne', 'chapel'] as const).map((location) => ({ type: 'playSuspicion', target: 1, location })),
    )
  })
})

describe('E: spying', () => {
  test('[G14] shows one random card of the hand to the spy, once a turn', () => {
    const { state, events } = when(given(), { type: 'spy', target: 1 })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'SpiedOn', seat: 0, target: 1 })
    expect(['suspicion', 'alliance', 'privilege', 'influence', 'betrayal']).toContain((events[0] as { card: string }).card)
    expect(state.turn).toMatchObject({ actionsLeft: 2, spied: true })
    expect(answer(state, { type: 'spy', target: 2 })).toBe('ALREADY_SPIED')
  })

  test('[G14] a hand of one card, or none, is not spied on; a hand of two is', () => {
    const four = played(1, 'suspicion', 'alliance', 'privilege', 'influence')
    expect(answer(given({ before: four }), { type: 'spy', target: 1 })).toBe('TOO_FEW_CARDS')
    expect(answer(given({ before: four.slice(1) }), { type: 'spy', target: 1 })).toBe('accepted')
    const convicted: Event = { type: 'AccusationUpheld', seat: 2, target: 1, clan: 'macGregor', discarded: [], counsellors: 0 }
    expect(answer(given({ before: [convicted] }), { type: 'spy', target: 1 })).toBe('TOO_FEW_CARDS')
  })

  test.each([
    ['en', 'accepted'],
    ['nl', 'accepted'],
    ['de', 'NO_SHARED_LOCATION'],
  ])('[G14] without a shared location, edition %s: %s', (edition, expected) => {
    expect(answer(given({ options: { edition }, agents: ['throne', 'chapel'] }), { type: 'spy', target: 1 })).toBe(expected)
  })

  test('[G14] in the German edition any shared location will do, the tower too', () => {
    const state = given({ options: { edition: 'de' }, agents: ['tower', 'tower', 'throne'] })
    expect(answer(state, { type: 'spy', target: 1 })).toBe('accepted')
    expect(answer(state, { type: 'spy', target: 2 })).toBe('NO_SHARED_LOCATION')
    expect(answer(given({ options: { edition: 'de', spying: 'anyone' } }), { type: 'spy', target: 1 })).toBe('accepted')
    expect(answer(given({ options: { spying: 'sharedLocation' } }), { type: 'spy', target: 1 })).toBe('NO_SHARED_LOCATION')
  })

  test('[G14] [G6] not on oneself, the neutral clan or an empty seat', () => {
    const state = given({ seats: 3 })
    expect(answer(state, { type: 'spy', target: 0 })).toBe('TARGET_IS_YOU')
    expect(answer(state, { type: 'spy', target: 3 })).toBe('TARGET_IS_NEUTRAL')
    expect(answer(state, { type: 'spy', target: 4 })).toBe('NO_SUCH_OPPONENT')
  })
})

describe('G: an expelled agent comes back', () => {
  test('[G18] to any location for one action, if there is one outside', () => {
    const home = given({ agents: ['throne throne throne throne', 'throne'] })
    expect(answer(home, { type: 'returnAgent', location: 'tower' })).toBe('NO_AGENT_OUTSIDE')
    const expelled = given({
      agents: ['throne throne throne throne'],
      before: [{ type: 'AgentExpelled', seat: 1, target: 0, location: 'throne' }],
    })
    const { state, events } = when(expelled, { type: 'returnAgent', location: 'tower' })
    expect(events).toEqual([{ type: 'AgentReturned', seat: 0, location: 'tower' }])
    expect(agentsAt(state, 0, 'tower')).toBe(1)
    expect(legal(expelled, 'returnAgent')).toHaveLength(7)
  })
})

describe('free actions', () => {
  test('[G28] a chip gives one more action, once a turn, and leaves the game', () => {
    const state = given({ before: [chip(0), { ...chip(0), track: 'finance' } as Event] })
    const { state: after } = when(state, { type: 'useChip' })
    expect(after.turn).toMatchObject({ actionsLeft: 4, chipUsed: true })
    expect(after).toMatchObject({ chipsSpent: 1 })
    expect(after.players[0]?.chips).toBe(1)
    expect(answer(after, { type: 'useChip' })).toBe('CHIP_ALREADY_USED')
    expect(answer(given(), { type: 'useChip' })).toBe('NO_CHIP')
  })

  test('[G28] the extra action may be left unused: three spent actions are enough', () => {
    const { state } = when(given({ before: [chip(0)], spent: 3 }), { type: 'useChip' })
    expect(answer(state, { type: 'endActions' })).toBe('accepted')
    expect(answer(state, { type: 'moveKing', to: 'chapel' })).toBe('accepted')
  })

  test('[G28] a chip won in the action phase can be spent at once', () => {
    const state = given({ spaces: [{ politics: 3 }] })
    const { state: after } = when(
      state,
      { type: 'playInfluence' },
      { type: 'advance', track: 'politics' },
      { type: 'advance', track: 'trade' },
    )
    expect(after.players[0]?.chips).toBe(1)
    expect(when(after, { type: 'useChip' }).state.turn.actionsLeft).toBe(4)
  })

  test('[G29] the domain card puts two counsellors into its room, without an action, and stays open', () => {
    const { state, events } = when(given({ domains: ['religion', 'politics', 'trade', 'finance'], spent: 3 }), {
      type: 'revealDomain',
    })
    expect(events).toEqual([{ type: 'DomainRevealed', seat: 0, domain: 'religion', counsellors: 2 }])
    expect(state.turn.counsellorsOut).toEqual([0, 0, 0, 2, 0, 0, 0])
    expect(state).toMatchObject({ reserve: 18, turn: { actionsLeft: 0 } })
    expect(answer(state, { type: 'revealDomain' })).toBe('DOMAIN_ALREADY_OPEN')
  })

  test('[G29] with one counsellor in reserve one is placed, and then none can be recruited', () => {
    const { state } = when(given({ before: [granted(1, 19)] }), { type: 'revealDomain' })
    expect(state.turn.counsellorsOut[0]).toBe(1)
    expect(answer(state, { type: 'recruit' })).toBe('RESERVE_EMPTY')
    expect(when(given({ before: [granted(1, 20)] }), { type: 'revealDomain' }).events).toMatchObject([{ counsellors: 0 }])
  })
})

describe('the end of the actions', () => {
  const open: Event = { type: 'DomainRevealed', seat: 0, domain: 'politics', counsellors: 0 }

  test('[G47] comes by itself when everybody can see that nothing is left to do', () => {
    const state = given({ before: [open], now: played(0, 'alliance'), spent: 2 })
    expect(when(state, { type: 'moveKing', to: 'chapel' }).state.seatOnTurn).toBe(1)
    expect(when(given({ before: [open], round: 8, spent: 2 }), { type: 'moveKing', to: 'chapel' }).state.seatOnTurn).toBe(1)
  })

  test('[G47] not while a card, a chip or the domain card may still be used', () => {
    const stays = (state: ReturnType<typeof given>): void =>
      expect(awaited(when(state, { type: 'moveKing', to: 'chapel' }).state)).toEqual({ seat: 0, decision: 'actions' })
    stays(given({ now: played(0, 'alliance'), spent: 2 }))
    stays(given({ before: [open], spent: 2 }))
    stays(given({ before: [open, chip(0)], now: played(0, 'alliance'), spent: 2 }))
  })

  test('[G47] never because of which cards are held: with only Privilege in hand the seat is still asked', () => {
    const state = given({ before: [open, ...played(0, 'diplomacy', 'alliance', 'influence', 'betrayal')], spent: 2 })
    const { state: after } = when(state, { type: 'moveKing', to: 'chapel' })
    expect(awaited(after)).toEqual({ seat: 0, decision: 'actions' })
    expect(answer(after, { type: 'playPrivilege', from: 'throne', to: 'chapel' })).toBe('NO_ACTIONS_LEFT')
  })
})
