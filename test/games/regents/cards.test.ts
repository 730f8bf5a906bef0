import { describe, expect, test } from 'vitest'
import { agentsAt, agentsOutside } from '../../../src/games/regents/agents.js'
import { LOCATIONS, type Location } from '../../../src/games/regents/content.js'
import type { Event, Move } from '../../../src/games/regents/schema.js'
import { all, answer, awaited, expectSpaces, given, legal, ofType, played, scored, when } from './table.js'

/** Seat 0 is Stewart (no Betrayal) where it needs Suspicion, MacKintosh (no Suspicion) otherwise. */
const stewart = ['stewart', 'macGregor', 'macLeod', 'campbell', 'macDuff'] as const
const forward = (track: Extract<Move, { type: 'advance' }>['track']): Move => ({ type: 'advance', track })

describe('playing a card', () => {
  test('[G20] is free, and done once a turn', () => {
    const { state } = when(given(), { type: 'playAlliance' })
    expect(state.turn).toMatchObject({ actionsLeft: 3, card: 'alliance' })
    expect(answer(state, { type: 'playDiplomacy' })).toBe('CARD_ALREADY_PLAYED')
    expect(answer(given({ spent: 3 }), { type: 'playDiplomacy' })).toBe('accepted')
  })

  test('[G20] needs the card: neither the one the clan lacks nor one played before', () => {
    expect(answer(given(), { type: 'playSuspicion', target: 1, location: 'throne' })).toBe('CARD_NOT_IN_HAND')
    expect(answer(given({ before: played(0, 'alliance') }), { type: 'playAlliance' })).toBe('CARD_NOT_IN_HAND')
  })

  test('[G20] is over in the last round; domain card and chip are not', () => {
    const state = given({ round: 8, before: [{ type: 'ChipTaken', seat: 0, track: 'trade', space: 4 }] })
    expect(answer(state, { type: 'playAlliance' })).toBe('NO_CARDS_IN_LAST_ROUND')
    expect(legal(state, 'playAlliance')).toEqual([])
    expect(answer(state, { type: 'revealDomain' })).toBe('accepted')
    expect(answer(state, { type: 'useChip' })).toBe('accepted')
    expect(answer(given({ round: 7 }), { type: 'playAlliance' })).toBe('accepted')
  })

  test('[G54] a card without any effect may be played and counts as played', () => {
    const { state } = when(given({ spent: 3, spaces: [all(30)] }), { type: 'playInfluence' })
    expect(state.players[0]?.played).toEqual(['influence'])
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
    expect(when(given({ spent: 3 }), { type: 'playDiplomacy' }, { type: 'endActions' }).state.seatOnTurn).toBe(1)
  })
})

describe('Suspicion', () => {
  const state = given({ clans: stewart, agents: ['throne', 'tower tower', 'chapel'] })

  test('[G21] sends an agent of an opponent out of the castle, from any location', () => {
    const { state: after, events } = when(state, { type: 'playSuspicion', target: 1, location: 'tower' })
    expect(events).toEqual([
      { type: 'CardPlayed', seat: 0, card: 'suspicion' },
      { type: 'AgentExpelled', seat: 0, target: 1, location: 'tower' },
    ])
    expect(agentsAt(after, 1, 'tower')).toBe(1)
    expect(agentsOutside(after, 1)).toBe(3)
  })

  test('[G21] [G6] not an own agent, not a neutral one, and not one that is not there', () => {
    const three = given({ seats: 3, clans: stewart, neutralClan: 'macDuff', agents: ['throne', 'tower'] })
    expect(answer(three, { type: 'playSuspicion', target: 0, location: 'throne' })).toBe('TARGET_IS_YOU')
    expect(answer(three, { type: 'playSuspicion', target: 3, location: 'chapel' })).toBe('TARGET_IS_NEUTRAL')
    expect(answer(three, { type: 'playSuspicion', target: 4, location: 'chapel' })).toBe('NO_SUCH_OPPONENT')
    expect(answer(three, { type: 'playSuspicion', target: 1, location: 'chapel' })).toBe('NO_AGENT_THERE')
    expect(legal(three, 'playSuspicion')).toEqual([{ type: 'playSuspicion', target: 1, location: 'tower' }])
  })

  test('[G18] an expelled agent counts nowhere until it is brought back', () => {
    const tied = given({ clans: stewart, agents: ['chapel', 'chapel'], spent: 3 })
    const { state: after } = when(tied, { type: 'playSuspicion', target: 1, location: 'chapel' })
    expectSpaces(scored(after).state, 0, { religion: 1 })
  })
})

describe('Diplomacy', () => {
  const scoredWith = (agents: readonly string[], king: Location = 'throne', ...moves: Move[]) =>
    when(given({ agents, king, spent: 3 }), { type: 'playDiplomacy' }, { type: 'endActions' }, ...moves)

  test('[G22] one tie for most counts as a majority; a single one is taken at once', () => {
    const { state, events } = scoredWith(['chapel', 'chapel'])
    expect(ofType(events, 'TieNamed')).toEqual([{ type: 'TieNamed', seat: 0, location: 'chapel' }])
    expectSpaces(state, 0, { religion: 1 })
  })

  test('[G22] of several ties the player names one when scoring begins', () => {
    const { state } = scoredWith(['chapel store', 'chapel store'])
    expect(awaited(state)).toEqual({ seat: 0, decision: 'diplomacyLocation' })
    expect(answer(state, { type: 'nameTie', location: 'knights' })).toBe('NO_TIE_THERE')
    expect(answer(state, { type: 'decline' })).toBe('MUST_CHOOSE')
    expectSpaces(when(state, { type: 'nameTie', location: 'store' }).state, 0, { trade: 1 })
  })

  test('[G22] tower and rampart may be named too', () => {
    const { state } = scoredWith(['tower', 'tower'])
    expect(awaited(state)).toEqual({ seat: 0, decision: 'towerTrack' })
  })

  test('[G55] there is no tie without a piece of one’s own, in second place, or beside the king', () => {
    for (const [agents, king] of [
      [['store', 'knights'], 'store'],
      [['store', 'store store', 'store'], 'throne'],
      [['', '', ''], 'throne'],
      [['store', 'store'], 'store'],
    ] as const) {
      expect(ofType(scoredWith(agents, king).events, 'TieNamed')).toEqual([])
    }
  })

  test('[G56] the room won by Diplomacy belongs to its group', () => {
    const { state } = scoredWith(['throne chapel chapel', 'throne'], 'store', { type: 'scoreLocation', location: 'throne' })
    expectSpaces(state, 0, { politics: 2, religion: 2 })
  })

  test('[G22] it ends with the turn', () => {
    const { state } = scoredWith(['chapel', 'chapel'])
    expect(state.turn).toMatchObject({ card: null, tie: null })
  })
})

describe('Alliance', () => {
  test('[G23] the king does not block the player in this scoring', () => {
    const state = given({ king: 'chapel', agents: ['chapel chapel', 'chapel'], spent: 3 })
    expectSpaces(scored(state).state, 0, {})
    expectSpaces(scored(when(state, { type: 'playAlliance' }).state).state, 0, { religion: 1 })
  })

  test('[G23] it does not make a majority of a tie', () => {
    const { state } = when(given({ king: 'chapel', agents: ['chapel', 'chapel'], spent: 3 }), { type: 'playAlliance' })
    expectSpaces(scored(state).state, 0, {})
  })

  test('[G56] the king’s room joins its group', () => {
    const { state } = when(
      given({ king: 'throne', agents: ['throne chapel'], spent: 3 }),
      { type: 'playAlliance' },
      { type: 'endActions' },
      { type: 'scoreLocation', location: 'chapel' },
    )
    expectSpaces(state, 0, { politics: 2, religion: 2 })
  })
})

describe('Privilege', () => {
  const first: Move = { type: 'playPrivilege', from: 'throne', to: 'chapel' }

  test('[G24] moves two different agents for one action', () => {
    const { state, events } = when(given({ agents: ['throne store'] }), first, {
      type: 'moveSecondAgent',
      from: 'store',
      to: 'rampart',
    })
    expect(events).toEqual([
      { type: 'CardPlayed', seat: 0, card: 'privilege' },
      { type: 'AgentMoved', seat: 0, from: 'throne', to: 'chapel' },
      { type: 'ChoiceOpened', seat: 0, decision: 'privilegeSecondMove', spaces: 0, movedTo: 'chapel' },
      { type: 'SecondAgentMoved', seat: 0, from: 'store', to: 'rampart' },
    ])
    expect(state.turn).toMatchObject({ actionsLeft: 2, spent: 1 })
  })

  test('[G24] needs an action left', () => {
    expect(answer(given({ agents: ['throne store'], spent: 3 }), first)).toBe('NO_ACTIONS_LEFT')
    expect(legal(given({ agents: ['throne store'], spent: 3 }), 'playPrivilege')).toEqual([])
  })

  test('[G24] needs an own agent that makes a legal step', () => {
    expect(answer(given({ agents: ['', 'throne'] }), first)).toBe('NO_AGENT_THERE')
    expect(answer(given({ agents: ['throne'] }), { type: 'playPrivilege', from: 'throne', to: 'tower' })).toBe('NOT_ADJACENT')
  })

  test('[G57] never the same agent twice; the second move may be declined', () => {
    const { state } = when(given({ agents: ['throne store'] }), first)
    expect(answer(state, { type: 'moveSecondAgent', from: 'chapel', to: 'throne' })).toBe('SAME_AGENT')
    expect(answer(state, { type: 'moveSecondAgent', from: 'knights', to: 'throne' })).toBe('NO_AGENT_THERE')
    expect(answer(state, { type: 'moveSecondAgent', from: 'store', to: 'tower' })).toBe('NOT_ADJACENT')
    expect(when(state, { type: 'decline' }).events).toEqual([
      { type: 'ChoiceDeclined', seat: 0, decision: 'privilegeSecondMove' },
    ])
  })

  test('[G57] another agent at the place where the first went may move; with a single agent there is no second move', () => {
    const { state } = when(given({ agents: ['throne chapel'] }), first)
    expect(answer(state, { type: 'moveSecondAgent', from: 'chapel', to: 'tower' })).toBe('accepted')
    expect(awaited(when(given({ agents: ['throne'] }), first).state)).toEqual({ seat: 0, decision: 'actions' })
  })
})

describe('Influence', () => {
  test('[G25] advances one marker two spaces or two markers one space, at once', () => {
    expectSpaces(when(given(), { type: 'playInfluence' }, forward('trade'), forward('trade')).state, 0, { trade: 2 })
    const { state, events } = when(given(), { type: 'playInfluence' }, forward('trade'), forward('finance'))
    expectSpaces(state, 0, { trade: 1, finance: 1 })
    expect(ofType(events, 'ChoiceOpened')).toMatchObject([{ decision: 'influenceAdvance', spaces: 2 }])
    expect(state.turn.actionsLeft).toBe(3)
  })

  test('[G37] [G38] a threshold holds against the card too', () => {
    const { state } = when(given({ spaces: [{ politics: 4 }] }), { type: 'playInfluence' })
    expect(answer(state, forward('politics'))).toBe('THRESHOLD_HOLDS')
    expect(legal(state, 'advance')).not.toContainEqual(forward('politics'))
  })

  test.each([{ thresholdScope: 'scoring' }, { edition: 'de' }, { edition: 'nl' }])(
    '[G38] unless thresholds hold at scoring only: %j',
    (options) => {
      const { state } = when(
        given({ options, spaces: [{ politics: 4 }] }),
        { type: 'playInfluence' },
        forward('politics'),
        forward('politics'),
      )
      expectSpaces(state, 0, { politics: 6 })
      const tower = when(given({ options, spaces: [{ politics: 4 }], agents: ['tower'], spent: 3 }), { type: 'endActions' })
      expect(answer(tower.state, forward('politics'))).toBe('THRESHOLD_HOLDS')
    },
  )

  test('[G46] where only one marker can go on, it goes by itself', () => {
    const { state } = when(given({ spaces: [{ ...all(30), trade: 16 }] }), { type: 'playInfluence' })
    expectSpaces(state, 0, { ...all(30), trade: 24 })
  })
})

describe('Betrayal', () => {
  const at = (owner: number, location: Location) => ({ owner, location })
  const swap = (first: ReturnType<typeof at>, second: ReturnType<typeof at>): Move => ({ type: 'playBetrayal', first, second })
  const state = given({ seats: 3, agents: ['throne', 'tower', 'tower store'] })

  test('[G26] any two agents in the castle change places, whoever owns them', () => {
    const { state: after } = when(state, swap(at(1, 'tower'), at(3, 'chapel')))
    expect([
      agentsAt(after, 1, 'chapel'),
      agentsAt(after, 3, 'tower'),
      agentsAt(after, 1, 'tower'),
      agentsAt(after, 3, 'chapel'),
    ]).toEqual([1, 1, 0, 0])
    expect(answer(state, swap(at(0, 'throne'), at(2, 'store')))).toBe('accepted')
    expect(answer(state, swap(at(2, 'tower'), at(2, 'store')))).toBe('accepted')
  })

  test('[G26] both must be in the castle, at different locations', () => {
    expect(answer(state, swap(at(0, 'chapel'), at(1, 'tower')))).toBe('NO_AGENT_THERE')
    expect(answer(state, swap(at(1, 'tower'), at(2, 'tower')))).toBe('SAME_LOCATION')
    expect(answer(state, swap(at(4, 'tower'), at(2, 'tower')))).toBe('NO_SUCH_OWNER')
    expect(answer(state, { type: 'playBetrayal' })).toBe('AGENTS_NOT_NAMED')
    expect(answer(state, { type: 'playBetrayal', first: at(1, 'tower') })).toBe('ONE_AGENT_NAMED')
  })

  test('[G26] [G54] if all agents stand together the card is played without effect', () => {
    const together = given({ agents: ['throne throne', 'throne'] })
    expect(legal(together, 'playBetrayal')).toEqual([{ type: 'playBetrayal' }])
    expect(when(together, { type: 'playBetrayal' }).events).toEqual([{ type: 'CardPlayed', seat: 0, card: 'betrayal' }])
  })
})

describe('the last card', () => {
  const four: Event[] = played(0, 'diplomacy', 'alliance', 'privilege', 'betrayal')

  test('[G27] Influence as the fifth card: two spaces for the card, then two for the last card, and the clan is known', () => {
    const first = when(given({ before: four }), { type: 'playInfluence' })
    expect(ofType(first.events, 'LastCardPlayed')).toEqual([{ type: 'LastCardPlayed', seat: 0, clan: 'macKintosh' }])
    expect(awaited(first.state)).toEqual({ seat: 0, decision: 'influenceAdvance' })
    const second = when(first.state, forward('trade'), forward('trade'))
    expect(awaited(second.state)).toEqual({ seat: 0, decision: 'lastCardAdvance' })
    const { state } = when(second.state, forward('finance'), forward('religion'))
    expectSpaces(state, 0, { trade: 2, finance: 1, religion: 1 })
    expect(state.players[0]?.clanOpen).toBe(true)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
  })

  test('[G58] the effect of the card comes before its bonus: Privilege moves its second agent first', () => {
    const before = played(0, 'diplomacy', 'alliance', 'influence', 'betrayal')
    const { state } = when(given({ before, agents: ['throne store'] }), { type: 'playPrivilege', from: 'throne', to: 'chapel' })
    expect(awaited(state).decision).toBe('privilegeSecondMove')
    expect(awaited(when(state, { type: 'decline' }).state).decision).toBe('lastCardAdvance')
  })

  test('[G27] for Alliance and Diplomacy the bonus comes at once and the effect at scoring', () => {
    const before = played(0, 'diplomacy', 'influence', 'privilege', 'betrayal')
    const { state } = when(given({ before, king: 'chapel', agents: ['chapel'], spent: 3 }), { type: 'playAlliance' })
    expect(awaited(state).decision).toBe('lastCardAdvance')
    expectSpaces(scored(when(state, forward('trade'), forward('trade')).state).state, 0, { trade: 2, religion: 1 })
  })

  test('[G27] [G37] thresholds hold for the bonus', () => {
    const { state } = when(given({ before: [...four.slice(1), ...played(0, 'influence')], spaces: [{ trade: 4 }] }), {
      type: 'playDiplomacy',
    })
    expect(answer(state, forward('trade'))).toBe('THRESHOLD_HOLDS')
  })

  test('[G27] the fourth card brings nothing', () => {
    const { state } = when(given({ before: four.slice(1) }), { type: 'playInfluence' }, forward('trade'), forward('trade'))
    expect(awaited(state).decision).toBe('actions')
    expect(state.players[0]?.clanOpen).toBe(false)
  })

  test('[G7] every location can be named in a card', () => {
    const everywhere = given({ clans: stewart, agents: ['', LOCATIONS.slice(0, 4).join(' '), LOCATIONS.slice(4).join(' ')] })
    expect(legal(everywhere, 'playSuspicion')).toHaveLength(7)
  })
})
