import { describe, expect, test } from 'vitest'
import { regents } from '../../../src/games/regents/index.js'
import type { Event, Move } from '../../../src/games/regents/schema.js'
import { all, answer, awaited, expectSpaces, type Given, given, leaves, ofType, started, when } from './table.js'

const END: Move = { type: 'endActions' }
const lastTurn = (setting: Given = {}) => given({ round: 8, turn: 3, spent: 3, ...setting })
const over = (setting: Given = {}) => when(lastTurn(setting), END)
const opened = (...seats: number[]): Event[] =>
  seats.map((seat) => ({
    type: 'DomainRevealed',
    seat,
    domain: (['politics', 'military', 'finance', 'religion'] as const)[seat] as 'politics',
    counsellors: 0,
  }))
const chips = (seat: number, count: number): Event[] =>
  Array.from({ length: count }, (_, level) => ({ type: 'ChipTaken', seat, track: 'trade', space: [4, 10, 24][level] as number }))

describe('final scoring', () => {
  test('[G43] the match ends after the last turn of round 8', () => {
    const { state } = over()
    expect(state.places).not.toBeNull()
    expect(regents.phase(state).awaiting).toEqual([])
    expect(answer(state, END, 3)).toBe('MATCH_OVER')
    expect(when(lastTurn({ round: 7 }), END).state.places).toBeNull()
  })

  test('[G43] unrevealed domain cards advance two spaces past any threshold; revealed ones do not', () => {
    const { state, events } = over({ spaces: [{ politics: 3 }, { military: 24 }, { finance: 4 }], before: opened(2) })
    expectSpaces(state, 0, { politics: 5 })
    expectSpaces(state, 1, { military: 30 })
    expectSpaces(state, 2, { finance: 4 })
    expectSpaces(state, 3, { religion: 2 })
    expect(ofType(events, 'DomainRevealed').map(({ seat, counsellors }) => [seat, counsellors])).toEqual([
      [0, 0],
      [1, 0],
      [3, 0],
    ])
  })

  test('[G63] English and Dutch: a chip that these two spaces reach is taken, and counts', () => {
    for (const options of [{}, { edition: 'nl' }, { edition: 'de', finalChips: 'taken' }]) {
      const { events } = over({ options, spaces: [{ politics: 3 }, { military: 8 }], seats: 4 })
      expect(ofType(events, 'ChipTaken')).toEqual([
        { type: 'ChipTaken', seat: 0, track: 'politics', space: 4 },
        { type: 'ChipTaken', seat: 1, track: 'military', space: 10 },
      ])
      expect(ofType(events, 'SeatScored')[0]).toMatchObject({ trackPoints: 5, chipPoints: 1 })
    }
  })

  test('[G63] German, or with finalChips left: no chip is taken by these two spaces, nor one that is gone', () => {
    for (const options of [{ edition: 'de' }, { finalChips: 'left' }])
      expect(ofType(over({ options, spaces: [{ politics: 3 }] }).events, 'ChipTaken')).toEqual([])
    const gone: Event = { type: 'ChipTaken', seat: 1, track: 'politics', space: 4 }
    expect(ofType(over({ spaces: [{ politics: 3 }], before: [gone] }).events, 'ChipTaken')).toEqual([])
  })

  test('[G43] points: spaces, 3 for being alone ahead on the own domain, 1 for each chip and each counsellor held', () => {
    const before = [...opened(0, 1, 2, 3), ...chips(0, 2), { type: 'CounsellorsGranted', seat: 0, counsellors: 3 } as Event]
    const { events } = over({
      spaces: [{ politics: 13, trade: 6 }, { military: 5, finance: 8 }, { finance: 8 }, { military: 5 }],
      before,
    })
    expect(ofType(events, 'SeatScored')).toEqual([
      { type: 'SeatScored', seat: 0, trackPoints: 19, leadPoints: 3, chipPoints: 2, counsellorPoints: 3, total: 27 },
      { type: 'SeatScored', seat: 1, trackPoints: 13, leadPoints: 0, chipPoints: 0, counsellorPoints: 0, total: 13 },
      { type: 'SeatScored', seat: 2, trackPoints: 8, leadPoints: 0, chipPoints: 0, counsellorPoints: 0, total: 8 },
      { type: 'SeatScored', seat: 3, trackPoints: 5, leadPoints: 0, chipPoints: 0, counsellorPoints: 0, total: 5 },
    ])
  })

  test('[G43] the lead is judged after the markers of the secret domain cards have moved', () => {
    const { events } = over({ spaces: [{ politics: 3 }, { politics: 4 }], before: opened(1, 2, 3) })
    expect(ofType(events, 'SeatScored')[0]).toMatchObject({ trackPoints: 5, leadPoints: 3 })
  })

  test('[G43] counsellors in the castle are not held any more', () => {
    const { events } = when(
      lastTurn({
        spent: 2,
        before: [{ type: 'CounsellorsGranted', seat: 3, counsellors: 2 }],
        now: [{ type: 'CounsellorPlaced', seat: 3, location: 'chapel' }],
      }),
      END,
    )
    expect(ofType(events, 'SeatScored')[3]).toMatchObject({ counsellorPoints: 1 })
  })

  test('[G44] a tie is won by more chips', () => {
    const held: Event[] = [1, 2].map((counsellors, seat) => ({ type: 'CounsellorsGranted', seat, counsellors }))
    const before: Event[] = [
      ...opened(0, 1, 2, 3),
      ...chips(0, 2),
      { type: 'ChipTaken', seat: 1, track: 'finance', space: 4 },
      ...held,
    ]
    const { state } = over({
      spaces: [
        { trade: 16, finance: 13, military: 8 },
        { trade: 16, religion: 13, finance: 8 },
      ],
      before,
    })
    expect(state.places?.slice(0, 2).map(({ seat, place, score }) => [seat, place, score])).toEqual([
      [0, 1, 40],
      [1, 2, 40],
    ])
  })

  test('[G44] and shared if the chips are equal too', () => {
    const { state } = over({
      spaces: [
        { trade: 20, finance: 20 },
        { trade: 20, finance: 20 },
      ],
      before: opened(0, 1, 2, 3),
    })
    expect(state.places?.map(({ seat, place }) => [seat, place])).toEqual([
      [0, 1],
      [1, 1],
      [2, 3],
      [3, 3],
    ])
  })

  test('[G36] a marker never goes beyond 30', () => {
    expectSpaces(over({ spaces: [all(30)] }).state, 0, all(30))
  })
})

describe('a seat leaves', () => {
  test('[G70] in its own turn: the turn ends at once, without scoring; its counsellors go to the reserve', () => {
    const state = given({
      agents: ['store'],
      spent: 1,
      before: [{ type: 'CounsellorsGranted', seat: 0, counsellors: 3 }],
      now: [{ type: 'CounsellorPlaced', seat: 0, location: 'tower' }],
    })
    const { state: after, events } = leaves(state, 0)
    expect(events.map(({ type }) => type)).toEqual(['SeatLeft', 'TurnEnded', 'TurnBegan'])
    expect(after).toMatchObject({ seatOnTurn: 1, reserve: 20 })
    expectSpaces(after, 0, {})
  })

  test('[G70] [G77] the counsellors of a leaver on turn go back to the reserve even if that ends the match', () => {
    const begun = leaves(given({ seats: 3, agents: ['store'] }), 2).state
    const { state } = when(begun, { type: 'recruit' }, { type: 'placeCounsellor', location: 'tower' })
    const { state: after, events } = leaves(state, 0)
    expect(events.map(({ type }) => type)).toEqual(['SeatLeft', 'TurnEnded', 'MatchEnded'])
    expect(regents.view(after, 'spectator')).toMatchObject({ reserve: 20, turn: { counsellorsOut: [], card: null } })
  })

  test('[G77] the counsellors that the last one at the table has in the castle go back too, and do not count for the score', () => {
    const begun = leaves(given({ seats: 3, agents: ['store'] }), 2).state
    const { state } = when(begun, { type: 'recruit' }, { type: 'placeCounsellor', location: 'tower' }, { type: 'revealDomain' })
    const { state: after, events } = leaves(state, 1)
    expect(ofType(events, 'TurnEnded')).toEqual([{ type: 'TurnEnded', seat: 0 }])
    expect(regents.view(after, 'spectator')).toMatchObject({ reserve: 20, turn: { counsellorsOut: [] } })
    expect(after.places?.[0]).toMatchObject({ seat: 0, place: 1, score: 0 })
  })

  test('[G74] [G77] during placement there is no turn to end', () => {
    const begun = started(3, { starter: 'seat0' }).state
    const { state, events } = leaves(leaves(begun, 1).state, 0)
    expect(events.map(({ type }) => type)).toEqual(['SeatLeft', 'MatchEnded'])
    expect(state.places?.map(({ seat }) => seat)).toEqual([2, 0, 1])
  })

  test('[G70] at another time: play goes on, and its turns are passed over', () => {
    const { state } = leaves(given({ turn: 0, spent: 3 }), 1)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
    expect(when(state, END).state.seatOnTurn).toBe(2)
    expect(leaves(given({ turn: 3, spent: 3 }), 3).state).toMatchObject({ round: 2, seatOnTurn: 0 })
  })

  test('[G71] its agents, markers and chips stay and count; Suspicion, Betrayal and Rampart may still hit them', () => {
    const state = leaves(
      given({
        clans: ['stewart', 'macGregor', 'macLeod', 'campbell'],
        agents: ['store rampart', 'store'],
        spaces: [{}, { trade: 3 }],
        spent: 3,
        before: chips(1, 1),
      }),
      1,
    ).state
    expect(answer(state, { type: 'playSuspicion', target: 1, location: 'store' })).toBe('accepted')
    const { state: scoring } = when(state, END)
    expect(awaited(scoring).decision).toBe('rampartVictim')
    expect(answer(scoring, { type: 'pushBack', target: 1, track: 'trade' })).toBe('accepted')
    expectSpaces(when(scoring, { type: 'decline' }).state, 0, {})
    expect(state.players[1]?.chips).toBe(1)
  })

  test('[G72] it is neither spied on nor accused', () => {
    const { state } = leaves(given({ agents: ['throne'] }), 1)
    expect(answer(state, { type: 'spy', target: 1 })).toBe('OPPONENT_HAS_LEFT')
    expect(answer(state, { type: 'accuse', target: 1, clan: 'macGregor' })).toBe('OPPONENT_HAS_LEFT')
  })

  test('[G73] if the accused leaves before choosing, the accuser chooses the rest of the loss', () => {
    const accused = when(given({ agents: ['throne'], spaces: [all(3)] }), { type: 'accuse', target: 3, clan: 'macGregor' }, [
      3,
      { type: 'setBack', track: 'trade' },
    ])
    const { state } = leaves(accused.state, 3)
    expect(awaited(state)).toEqual({ seat: 0, decision: 'accuserChoosesLoss' })
    const { state: after } = when(state, { type: 'setBack', track: 'finance' })
    expectSpaces(after, 0, { ...all(3), trade: 2, finance: 2 })
    expect(awaited(after)).toEqual({ seat: 0, decision: 'actions' })
  })

  test('[G73] if the accuser leaves, the loss lapses with the turn', () => {
    const accused = when(given({ agents: ['throne'], spaces: [all(3)] }), { type: 'accuse', target: 3, clan: 'macGregor' })
    const { state } = leaves(accused.state, 0)
    expect(awaited(state)).toEqual({ seat: 1, decision: 'actions' })
    expectSpaces(state, 0, all(3))
    const bystander = leaves(accused.state, 1)
    expect(awaited(bystander.state)).toEqual({ seat: 3, decision: 'accusedChoosesLoss' })
  })

  test('[G74] during placement its agents still outside stay there, and the others go on', () => {
    const { state: after } = leaves(started(4, { starter: 'seat0' }).state, 0)
    expect(awaited(after)).toEqual({ seat: 1, decision: 'placeAgent' })
    expect(after.agents[0]).toEqual([0, 0, 0, 0, 0, 0, 0, 4])
    let now = after
    while (awaited(now).decision === 'placeAgent') now = when(now, { type: 'placeAgent', location: 'store' }).state
    expect(now).toMatchObject({ round: 1, seatOnTurn: 1 })
  })

  test('[G75] it gets no bonus after round 4, but its marker can deny one to others', () => {
    const spaces = [{ trade: 3 }, { trade: 3, finance: 2 }]
    const { state } = leaves(given({ round: 4, turn: 3, spent: 3, spaces }), 1)
    expect(ofType(when(state, END).events, 'CounsellorsGranted')).toEqual([])
  })

  test('[G75] its domain card stays secret and gives nothing, its markers still deny a lead, and it is placed behind all who stayed, the later leaver higher', () => {
    const first = leaves(lastTurn({ spaces: [{}, all(20), all(24)] }), 2).state
    const { state, events } = when(leaves(first, 1).state, END)
    expect(ofType(events, 'DomainRevealed').map(({ seat }) => seat)).toEqual([0, 3])
    expect(state.places?.map(({ seat, place, score }) => [seat, place, score])).toEqual([
      [0, 1, 2],
      [3, 1, 2],
      [1, 3, 100],
      [2, 4, 120],
    ])
    expect(regents.view(state, 0).players[1]).toMatchObject({ domain: null, clan: null })
  })

  test('[G76] rounds still begin at the place of a starter who has left', () => {
    const { state } = leaves(given({ turn: 2, spent: 3 }), 0)
    const { state: after } = when(
      when(state, END).state,
      { type: 'moveKing', to: 'chapel' },
      { type: 'moveKing', to: 'throne' },
      { type: 'moveKing', to: 'chapel' },
      END,
    )
    expect(after).toMatchObject({ round: 2, seatOnTurn: 1 })
  })

  test('[G77] the last one at the table wins at once, whatever the points; nothing more is opened', () => {
    const two = leaves(leaves(given({ spaces: [{}, all(20), all(10)] }), 1).state, 2).state
    const { state, events } = leaves(two, 3)
    expect(events.map(({ type }) => type)).toEqual(['SeatLeft', 'TurnEnded', 'MatchEnded'])
    expect(state.places?.map(({ seat, place }) => [seat, place])).toEqual([
      [0, 1],
      [3, 2],
      [2, 3],
      [1, 4],
    ])
  })

  test('[G77] [G75] the places then show what lies open: spaces, chips, counsellors held, and the lead on a domain already shown', () => {
    const held: Event[] = [0, 1].map((seat) => ({ type: 'CounsellorsGranted', seat, counsellors: 2 }))
    const ended = (before: Event[]) => {
      const state = given({ seats: 3, turn: 2, spaces: [{ politics: 5 }, { military: 3 }], before: [...before, ...held] })
      return leaves(leaves(state, 2).state, 1).state.places?.map(({ seat, score }) => [seat, score])
    }
    expect(ended(chips(0, 1))).toEqual([
      [0, 8],
      [1, 3],
      [2, 0],
    ])
    expect(ended([...chips(1, 2), ...opened(0, 1)])).toEqual([
      [0, 10],
      [1, 5],
      [2, 0],
    ])
  })
})
