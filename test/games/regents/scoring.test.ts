import { describe, expect, test } from 'vitest'
import type { Track } from '../../../src/games/regents/content.js'
import { regents } from '../../../src/games/regents/index.js'
import type { Event, Move } from '../../../src/games/regents/schema.js'
import {
  all,
  answer,
  awaited,
  expectSpaces,
  type Given,
  given,
  leaves,
  legal,
  ofType,
  scored,
  spacesOf,
  started,
  when,
} from './table.js'

const forward = (track: Track): Move => ({ type: 'advance', track })
const score = (location: Extract<Move, { type: 'scoreLocation' }>['location']): Move => ({ type: 'scoreLocation', location })
const END: Move = { type: 'endActions' }
const scoring = (setting: Given) => given({ spent: 3, ...setting })
const counsellor = (location: Extract<Event, { type: 'CounsellorPlaced' }>['location']): Event[] => [
  { type: 'CounsellorRecruited', seat: 0 },
  { type: 'CounsellorPlaced', seat: 0, location },
]

describe('the five examples of the rulebook', () => {
  test('[G30] 1: treasure room, red two, yellow and blue one each: finance +1', () => {
    const { state, events } = scored(scoring({ agents: ['treasure treasure', 'treasure', 'treasure'] }))
    expectSpaces(state, 0, { finance: 1 })
    expect(ofType(events, 'LocationScored')).toEqual([
      { type: 'LocationScored', seat: 0, location: 'treasure', spaces: 1, lost: 0 },
    ])
  })

  test('[G31] 2: chapel, red two, yellow one, but the king is there: nothing', () => {
    expectSpaces(scored(scoring({ king: 'chapel', agents: ['chapel chapel', 'chapel'] })).state, 0, {})
  })

  test.each(['hub', 'seven', 'wheel'])(
    '[G32] 3: throne, store and treasure rooms together: three spaces on each of three tracks (map %s)',
    (map) => {
      expectSpaces(scored(scoring({ options: { map }, king: 'chapel', agents: ['throne store treasure'] })).state, 0, {
        politics: 3,
        trade: 3,
        finance: 3,
      })
    },
  )

  test('[G13] [G30] 4: hall of knights, one each, but red has a counsellor there: military +1', () => {
    const state = given({ agents: ['knights', 'knights', 'knights'], spent: 1, now: counsellor('knights') })
    expectSpaces(scored(state).state, 0, { military: 1 })
  })

  test('[G23] [G31] 5: a counsellor makes the majority beside the king, and Alliance makes it count', () => {
    const state = given({ king: 'chapel', agents: ['chapel', 'chapel'], spent: 1, now: counsellor('chapel') })
    expectSpaces(scored(state).state, 0, {})
    expectSpaces(scored(when(state, { type: 'playAlliance' }).state).state, 0, { religion: 1 })
  })
})

describe('majorities', () => {
  test('[G30] more than each other single player, not than all together; a tie is none; only the seat on turn scores', () => {
    const { state } = scored(scoring({ agents: ['store store', 'store', 'store', 'store', ''], seats: 5 }))
    expectSpaces(state, 0, { trade: 1 })
    for (const seat of [1, 2, 3, 4]) expectSpaces(state, seat, {})
    expectSpaces(scored(scoring({ agents: ['store', 'store'] })).state, 0, {})
    expectSpaces(scored(scoring({ agents: ['', 'store'] })).state, 1, {})
  })

  test('[G6] [G30] neutral agents count like those of a player', () => {
    expectSpaces(scored(scoring({ seats: 3, agents: ['store'] })).state, 0, {})
    expectSpaces(scored(scoring({ seats: 3, agents: ['store store'] })).state, 0, { trade: 1 })
  })

  test('[G32] rooms that do not touch score one each', () => {
    const agents = ['treasure chapel']
    expect(spacesOf(scored(scoring({ agents })).state)).toMatchObject({ finance: 1, religion: 1 })
    expect(spacesOf(scored(scoring({ agents, options: { map: 'seven' } })).state)).toMatchObject({ finance: 1, religion: 1 })
    expect(spacesOf(scored(scoring({ agents, options: { map: 'wheel' } })).state)).toMatchObject({ finance: 2, religion: 2 })
  })

  test('[G32] treasure and store touch on the maps seven and wheel, not on hub', () => {
    const agents = ['treasure store']
    expect(spacesOf(scored(scoring({ agents })).state)).toMatchObject({ finance: 1, trade: 1 })
    expect(spacesOf(scored(scoring({ agents, options: { map: 'seven' } })).state)).toMatchObject({ finance: 2, trade: 2 })
    expect(spacesOf(scored(scoring({ agents, options: { map: 'wheel' } })).state)).toMatchObject({ finance: 2, trade: 2 })
  })

  test('[G32] tower and rampart join no group, even between two rooms that are won', () => {
    const { events } = when(scoring({ agents: ['treasure tower chapel'] }), END)
    expect(ofType(events, 'MajoritiesCounted')).toMatchObject([
      {
        majorities: [
          { location: 'treasure', spaces: 1 },
          { location: 'chapel', spaces: 1 },
          { location: 'tower', spaces: 1 },
        ],
      },
    ])
  })

  test('[G33] the player scores the locations in any order; the groups were counted before the first', () => {
    const { state } = when(scoring({ king: 'chapel', agents: ['throne store treasure'] }), END)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'chooseLocation' })
    expect(legal(state, 'scoreLocation')).toHaveLength(3)
    expect(answer(state, score('chapel'))).toBe('NOTHING_TO_SCORE_THERE')
    expect(answer(state, { type: 'decline' })).toBe('MUST_CHOOSE')
    const { state: after } = when(state, score('treasure'))
    expect(answer(after, score('treasure'))).toBe('NOTHING_TO_SCORE_THERE')
    expectSpaces(when(after, score('throne')).state, 0, { politics: 3, trade: 3, finance: 3 })
  })

  test('[G33] [G37] the order matters at a threshold', () => {
    const setting: Given = {
      king: 'store',
      agents: ['throne chapel'],
      spaces: [{ politics: 4, military: 1, finance: 1, trade: 1 }],
    }
    const { state } = when(scoring(setting), END)
    expectSpaces(when(state, score('throne')).state, 0, { politics: 4, military: 1, finance: 1, trade: 1, religion: 2 })
    expectSpaces(when(state, score('chapel')).state, 0, { politics: 6, military: 1, finance: 1, trade: 1, religion: 2 })
  })
})

describe('tower and rampart', () => {
  test('[G34] the tower advances any one marker of the player, also one that has moved, or none', () => {
    const { state } = when(scoring({ agents: ['tower store'] }), END, score('store'))
    expect(awaited(state)).toEqual({ seat: 0, decision: 'towerTrack' })
    expectSpaces(when(state, forward('trade')).state, 0, { trade: 2 })
    expectSpaces(when(state, { type: 'decline' }).state, 0, { trade: 1 })
    expect(answer(state, { type: 'recruit' })).toBe('CHOICE_OPEN')
  })

  test('[G34] if no marker can go on, the tower is passed over', () => {
    const { state, events } = when(scoring({ agents: ['tower'], spaces: [all(30)] }), END)
    expect(ofType(events, 'LocationScored')).toMatchObject([{ location: 'tower', lost: 1 }])
    expect(state.seatOnTurn).toBe(1)
  })

  test('[G35] the rampart sets one marker of an opponent back one space, or none', () => {
    const { state } = when(scoring({ agents: ['rampart'], spaces: [{ trade: 6 }, { trade: 13, finance: 1 }, { trade: 2 }] }), END)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'rampartVictim' })
    expect(legal(state, 'pushBack')).toEqual([
      { type: 'pushBack', target: 1, track: 'trade' },
      { type: 'pushBack', target: 2, track: 'trade' },
    ])
    expectSpaces(when(state, { type: 'pushBack', target: 1, track: 'trade' }).state, 1, { trade: 10, finance: 1 })
    expectSpaces(when(state, { type: 'decline' }).state, 1, { trade: 13, finance: 1 })
  })

  test('[G35] a marker on space 1 stays on the track; off the track there is nothing to take; not oneself, not the neutral clan', () => {
    const { state } = when(
      scoring({ seats: 3, options: { edition: 'de' }, agents: ['rampart'], spaces: [{ trade: 6 }, { trade: 13, finance: 1 }] }),
      END,
    )
    expect(answer(state, { type: 'pushBack', target: 1, track: 'finance' })).toBe('MARKER_STAYS_ON_TRACK')
    expect(answer(state, { type: 'pushBack', target: 1, track: 'religion' })).toBe('MARKER_STAYS_ON_TRACK')
    expect(answer(state, { type: 'pushBack', target: 0, track: 'trade' })).toBe('TARGET_IS_YOU')
    expect(answer(state, { type: 'pushBack', target: 3, track: 'trade' })).toBe('TARGET_IS_NEUTRAL')
    expect(answer(state, { type: 'pushBack', target: 4, track: 'trade' })).toBe('NO_SUCH_OPPONENT')
  })

  test('[G35] without any such marker the rampart is passed over', () => {
    const { state, events } = when(scoring({ agents: ['rampart'], spaces: [all(5), all(1)] }), END)
    expect(ofType(events, 'LocationScored')).toMatchObject([{ location: 'rampart', lost: 1 }])
    expect(state.seatOnTurn).toBe(1)
  })
})

describe('tracks and thresholds', () => {
  test('[G36] the spaces are 1 2 3 4 5 6 8 10 13 16 20 24 30, and steps beyond the last are lost', () => {
    const seen: number[] = []
    let spaces = all(0)
    for (let step = 0; step < 13; step++) {
      const { state } = scored(scoring({ king: 'throne', agents: ['store'], spaces: [{ ...all(30), trade: spaces.trade }] }))
      spaces = spacesOf(state)
      seen.push(spaces.trade)
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 30])
    const { state, events } = scored(scoring({ agents: ['store'], spaces: [all(30)] }))
    expectSpaces(state, 0, all(30))
    expect(ofType(events, 'LocationScored')).toMatchObject([{ lost: 1 }])
    const tower = when(scoring({ agents: ['tower'], spaces: [{ ...all(24), trade: 30 }] }), END)
    expect(answer(tower.state, forward('trade'))).toBe('END_OF_TRACK')
  })

  test('[G37] [G28] politics at 3, the others at 1 or more, a group of three: 4, 5, 6, and the chip on 4 is taken on the way', () => {
    const { state, events } = when(
      scoring({ king: 'chapel', agents: ['throne store treasure'], spaces: [{ ...all(1), politics: 3 }] }),
      END,
      score('throne'),
    )
    expect(spacesOf(state).politics).toBe(6)
    expect(ofType(events, 'ChipTaken')).toEqual([{ type: 'ChipTaken', seat: 0, track: 'politics', space: 4 }])
  })

  test('[G37] politics at 3, religion at 0 and not in the group: it stops at 4, two steps are lost, the chip is taken', () => {
    const { state, events } = when(
      scoring({
        king: 'chapel',
        agents: ['throne store treasure'],
        spaces: [{ politics: 3, military: 1, finance: 1, trade: 1 }],
      }),
      END,
      score('throne'),
    )
    expect(spacesOf(state).politics).toBe(4)
    expect(ofType(events, 'LocationScored')).toMatchObject([{ location: 'throne', spaces: 3, lost: 2 }])
    expect(ofType(events, 'ChipTaken')).toHaveLength(1)
  })

  test.each([
    ['en', 4, 'THRESHOLD_HOLDS'],
    ['en', 5, 'accepted'],
    ['de', 4, 'accepted'],
    ['nl', 4, 'accepted'],
    ['de', 3, 'THRESHOLD_HOLDS'],
    ['nl', 3, 'THRESHOLD_HOLDS'],
  ] as const)('[G37] finance on 10, edition %s, the others on %d: %s', (edition, others, expected) => {
    const { state } = when(scoring({ options: { edition }, agents: ['tower'], spaces: [{ ...all(others), finance: 10 }] }), END)
    expect(answer(state, forward('finance'))).toBe(expected)
    expect(answer(state, forward('trade'))).toBe('accepted')
  })

  test.each([
    ['en', 10, 'THRESHOLD_HOLDS'],
    ['en', 13, 'accepted'],
    ['de', 10, 'accepted'],
    ['nl', 10, 'accepted'],
    ['de', 8, 'THRESHOLD_HOLDS'],
  ] as const)('[G37] finance on 24, edition %s, the others on %d: %s', (edition, others, expected) => {
    const { state } = when(scoring({ options: { edition }, agents: ['tower'], spaces: [{ ...all(others), finance: 24 }] }), END)
    expect(answer(state, forward('finance'))).toBe(expected)
  })

  test('[G37] the switch overrides the edition', () => {
    const { state } = when(
      scoring({ options: { edition: 'en', thresholdNeeds: 'reached' }, agents: ['tower'], spaces: [{ ...all(4), finance: 10 }] }),
      END,
    )
    expect(answer(state, forward('finance'))).toBe('accepted')
  })

  test('[G39] past a threshold a marker goes on within its level although another track has dropped', () => {
    const { state } = scored(scoring({ agents: ['store'], spaces: [{ trade: 5 }] }))
    expectSpaces(state, 0, { trade: 6 })
  })

  test('[G59] a marker that has fallen back to a threshold is tested anew', () => {
    const setback: Event = { type: 'MarkerSetBack', seat: 0, track: 'trade', fromSpace: 5, toSpace: 4 }
    const { state } = scored(scoring({ agents: ['store'], spaces: [{ trade: 5 }], before: [setback] }))
    expectSpaces(state, 0, { trade: 4 })
  })

  test('[G28] a chip won in scoring is taken without asking and spent from the next turn on', () => {
    const { state } = when(scoring({ agents: ['store tower'], spaces: [{ trade: 3 }] }), END, {
      type: 'scoreLocation',
      location: 'store',
    })
    expect(state.players[0]?.chips).toBe(1)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'towerTrack' })
    expect(answer(state, { type: 'useChip' })).toBe('CHOICE_OPEN')
    const { state: after } = when(state, { type: 'decline' })
    expect(answer(after, { type: 'useChip' }, 0)).toBe('NOT_YOUR_TURN')
    expect(answer(regents.evolve(after, { type: 'TurnBegan', seat: 0 }), { type: 'useChip' })).toBe('accepted')
  })

  test('[G28] the chip goes to the first who reaches it; a fall does not give it back', () => {
    const taken: Event = { type: 'ChipTaken', seat: 1, track: 'trade', space: 4 }
    expect(ofType(scored(scoring({ agents: ['store'], spaces: [{ trade: 3 }], before: [taken] })).events, 'ChipTaken')).toEqual(
      [],
    )
    const fallen = scoring({ agents: ['rampart'], spaces: [{}, { trade: 4 }], before: [taken] })
    const { state } = when(fallen, END, { type: 'pushBack', target: 1, track: 'trade' })
    expect(state.players[1]?.chips).toBe(1)
    expect(state.chips[4]).toEqual([false, true, true])
  })
})

describe('a chip won in scoring', () => {
  const DUTCH = { options: { edition: 'nl' } }
  const won = () => when(scoring({ ...DUTCH, agents: ['store tower'], spaces: [{ trade: 3 }] }), END, score('store'))

  test.each(['de', 'nl'])('[G82] edition %s: may be spent at once for one action, and scoring goes on', (edition) => {
    const begun = scoring({ options: { edition }, agents: ['store tower'], spaces: [{ trade: 3 }] })
    const { state, events } = when(begun, END, score('store'))
    expect(events.slice(-2)).toEqual([
      { type: 'ChipTaken', seat: 0, track: 'trade', space: 4 },
      { type: 'ChoiceOpened', seat: 0, decision: 'chipAtOnce', spaces: 0, movedTo: null },
    ])
    expect(legal(state, 'useChip')).toHaveLength(1)
    const used = when(state, { type: 'useChip' })
    expect(awaited(used.state)).toEqual({ seat: 0, decision: 'extraAction' })
    const { state: after } = when(used.state, { type: 'moveKing', to: 'chapel' })
    expect(after).toMatchObject({ king: 'chapel', chipsSpent: 1, choice: { decision: 'towerTrack' } })
    expect(after.players[0]?.chips).toBe(0)
  })

  test('[G82] majorities stay as they were counted, and no card is played any more', () => {
    const { state } = when(won().state, { type: 'useChip' })
    for (const refused of [{ type: 'playAlliance' }, { type: 'endActions' }, { type: 'useChip' }] as const)
      expect(answer(state, refused)).toBe('CHOICE_OPEN')
    const { state: after } = when(state, { type: 'moveAgent', from: 'tower', to: 'chapel' })
    expect(awaited(after).decision).toBe('towerTrack')
  })

  test('[G82] it may be kept, and the extra action may lapse', () => {
    const kept = when(won().state, { type: 'decline' })
    expect(kept.state).toMatchObject({ chipsSpent: 0, choice: { decision: 'towerTrack' } })
    const lapsed = when(won().state, { type: 'useChip' }, { type: 'decline' })
    expect(lapsed.state).toMatchObject({ chipsSpent: 1, choice: { decision: 'towerTrack' } })
  })

  test('[G82] [G28] one chip a turn: whoever has spent one in the actions is not asked', () => {
    const spent: Event[] = [
      { type: 'ChipTaken', seat: 0, track: 'politics', space: 4 },
      { type: 'ChipUsed', seat: 0 },
    ]
    const { state, events } = when(
      scoring({ ...DUTCH, agents: ['store tower'], spaces: [{ trade: 3 }], now: spent }),
      END,
      score('store'),
    )
    expect(ofType(events, 'ChipTaken')).toHaveLength(1)
    expect(awaited(state).decision).toBe('towerTrack')
  })

  test('[G82] the tower may win one too, and an accusation may be the extra action', () => {
    const { state } = when(scoring({ ...DUTCH, agents: ['tower throne'], spaces: [{ trade: 3 }] }), END, forward('trade'), {
      type: 'useChip',
    })
    const accused = when(state, { type: 'accuse', target: 1, clan: 'macGregor' })
    expect(awaited(accused.state)).toEqual({ seat: 0, decision: 'accuserAdvance' })
    expect(when(accused.state, forward('trade'), forward('trade')).state.seatOnTurn).toBe(1)
  })

  test('[G82] a seat that leaves with the choice open ends its turn', () => {
    expect(leaves(won().state, 0).state).toMatchObject({ seatOnTurn: 1, choice: null })
  })
})

describe('the domain card outside the actions', () => {
  const domains = ['trade', 'politics', 'military', 'finance'] as const
  const SHOW: Move = { type: 'revealDomain' }

  test('[G29] may be shown before the majorities are counted, and its counsellors count', () => {
    const state = scoring({ seats: 3, domains, agents: ['throne'], king: 'chapel' })
    const { state: asked } = when(state, END)
    expect(awaited(asked).decision).toBe('neutralMove')
    expect(legal(asked, 'revealDomain')).toEqual([SHOW])
    const { state: after } = when(asked, SHOW)
    expect(awaited(after).decision).toBe('neutralMove')
    expect(spacesOf(when(after, { type: 'decline' }, score('store')).state).trade).toBe(2)
    expect(answer(after, SHOW)).toBe('DOMAIN_ALREADY_OPEN')
  })

  test('[G29] [G33] and after it, when it changes no majority any more; its counsellors go back with the turn', () => {
    const { state } = when(scoring({ domains, agents: ['chapel knights'] }), END, SHOW)
    expect(state).toMatchObject({ reserve: 18, turn: { toScore: [{ location: 'knights' }, { location: 'chapel' }] } })
    const { state: after } = when(state, score('chapel'))
    expectSpaces(after, 0, { military: 1, religion: 1 })
    expect(after).toMatchObject({ seatOnTurn: 1, reserve: 20 })
  })

  test('[G29] [G22] a tie that its counsellors turn into a majority need not be named any more', () => {
    const tied = scoring({
      domains,
      agents: ['store chapel', 'store chapel'],
      now: [{ type: 'CardPlayed', seat: 0, card: 'diplomacy' }],
    })
    const { state } = when(tied, END)
    expect(awaited(state).decision).toBe('diplomacyLocation')
    const { state: after, events } = when(state, SHOW)
    expect(ofType(events, 'TieNamed')).toEqual([{ type: 'TieNamed', seat: 0, location: 'chapel' }])
    expect(after.turn.toScore.map(({ location }) => location)).toEqual(['chapel', 'store'])
  })

  test('[G29] [G46] if no tie is left, none is named', () => {
    const tied = scoring({
      domains,
      agents: ['store', 'store'],
      now: [{ type: 'CardPlayed', seat: 0, card: 'diplomacy' }],
      seats: 3,
    })
    const { state } = when(tied, END)
    const { events } = when(state, SHOW, { type: 'decline' })
    expect(ofType(events, 'TieNamed')).toEqual([])
    expect(ofType(events, 'MajoritiesCounted')[0]?.majorities).toEqual([{ location: 'store', spaces: 1 }])
  })

  test('[G29] nobody shows it in the turn of another, or before round 1', () => {
    const accusing = given({ agents: ['throne', 'store'], spaces: [{ trade: 3, finance: 3 }] })
    const { state } = when(accusing, { type: 'accuse', target: 1, clan: 'stewart' })
    expect(awaited(state)).toEqual({ seat: 1, decision: 'accusedChoosesLoss' })
    expect(answer(state, SHOW)).toBe('CHOICE_OPEN')
    expect(legal(state, 'revealDomain')).toEqual([])
    expect(answer(started(4).state, SHOW)).toBe('PLACEMENT_FIRST')
  })
})

describe('the neutral agent of a match of three', () => {
  test('[G40] English edition: moved when the actions end, before the majorities are counted', () => {
    const { state } = when(scoring({ seats: 3, agents: ['store'] }), END)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'neutralMove' })
    expectSpaces(when(state, { type: 'moveNeutral', from: 'store', to: 'throne' }).state, 0, { trade: 1 })
    expectSpaces(when(state, { type: 'decline' }).state, 0, {})
  })

  test.each(['de', 'nl'])('[G40] edition %s: moved after the scoring', (edition) => {
    const { state, events } = when(scoring({ seats: 3, options: { edition }, agents: ['store'] }), END)
    expect(ofType(events, 'ScoringEnded')).toHaveLength(1)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'neutralMove' })
    const { state: after } = when(state, { type: 'moveNeutral', from: 'store', to: 'rampart' })
    expectSpaces(after, 0, {})
    expect(after.seatOnTurn).toBe(1)
  })

  test('[G61] one step to an adjacent location, of a neutral agent only; nothing else is done after it', () => {
    const { state } = when(scoring({ seats: 3, agents: ['throne'] }), END)
    expect(answer(state, { type: 'moveNeutral', from: 'throne', to: 'store' })).toBe('NO_AGENT_THERE')
    expect(answer(state, { type: 'moveNeutral', from: 'store', to: 'chapel' })).toBe('NOT_ADJACENT')
    expect(answer(state, { type: 'moveNeutral', from: 'store', to: 'rampart' })).toBe('accepted')
    expect(answer(state, { type: 'playAlliance' })).toBe('CHOICE_OPEN')
  })

  test('[G40] with four seats there is no such move', () => {
    expect(ofType(when(scoring({}), END).events, 'ChoiceOpened')).toEqual([])
  })

  test('[G22] [G40] a tie for Diplomacy is looked for after the neutral agent has moved', () => {
    const begun = when(scoring({ seats: 3, agents: ['store'] }), { type: 'playDiplomacy' }, END)
    expect(awaited(begun.state).decision).toBe('neutralMove')
    expect(ofType(when(begun.state, { type: 'moveNeutral', from: 'store', to: 'throne' }).events, 'TieNamed')).toEqual([])
    expect(ofType(when(begun.state, { type: 'decline' }).events, 'TieNamed')).toMatchObject([{ location: 'store' }])
  })
})

describe('after round 4', () => {
  const lastTurn = (setting: Given) => scoring({ round: 4, turn: 3, ...setting })

  test('[G42] one counsellor for each track on which a seat is alone ahead', () => {
    const { state, events } = when(
      lastTurn({
        spaces: [
          { trade: 3, finance: 2, religion: 1 },
          { religion: 1, politics: 2 },
        ],
      }),
      END,
    )
    expect(ofType(events, 'CounsellorsGranted')).toEqual([
      { type: 'CounsellorsGranted', seat: 0, counsellors: 2 },
      { type: 'CounsellorsGranted', seat: 1, counsellors: 1 },
    ])
    expect(state).toMatchObject({ round: 5, reserve: 17 })
  })

  test('[G42] with the switch `one`, a single counsellor', () => {
    const { events } = when(lastTurn({ options: { round4: 'one' }, spaces: [{ trade: 3, finance: 2 }] }), END)
    expect(ofType(events, 'CounsellorsGranted')).toEqual([{ type: 'CounsellorsGranted', seat: 0, counsellors: 1 }])
  })

  test('[G42] nothing where all are off the track, and nothing after other rounds', () => {
    expect(ofType(when(lastTurn({}), END).events, 'CounsellorsGranted')).toEqual([])
    expect(ofType(when(lastTurn({ round: 3, spaces: [{ trade: 3 }] }), END).events, 'CounsellorsGranted')).toEqual([])
  })

  test('[G42] counsellors in the castle are back in the reserve before the bonus', () => {
    const out: Event[] = [{ type: 'CounsellorPlaced', seat: 3, location: 'tower' }]
    const before: Event[] = [{ type: 'CounsellorsGranted', seat: 3, counsellors: 20 }]
    const { events } = when(given({ round: 4, turn: 3, spent: 2, spaces: [{ trade: 3 }], before, now: out }), END, {
      type: 'decline',
    })
    expect(ofType(events, 'CounsellorsGranted')).toEqual([{ type: 'CounsellorsGranted', seat: 0, counsellors: 1 }])
  })

  test('[G62] a short reserve is given out one at a time from the starter on', () => {
    const before: Event[] = [{ type: 'CounsellorsGranted', seat: 2, counsellors: 17 }]
    const { events } = when(
      lastTurn({
        before,
        spaces: [
          { trade: 3, finance: 3, religion: 3 },
          { politics: 2, military: 2 },
        ],
      }),
      END,
    )
    expect(ofType(events, 'CounsellorsGranted')).toEqual([
      { type: 'CounsellorsGranted', seat: 0, counsellors: 2 },
      { type: 'CounsellorsGranted', seat: 1, counsellors: 1 },
    ])
  })
})
