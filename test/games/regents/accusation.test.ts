import { describe, expect, test } from 'vitest'
import { regents } from '../../../src/games/regents/index.js'
import type { Event, Move } from '../../../src/games/regents/schema.js'
import { tilesOf } from '../../../src/games/regents/state.js'
import { all, answer, awaited, expectSpaces, type Given, given, legal, ofType, played, when } from './table.js'

/** Seat 0 is MacKintosh, 1 MacGregor, 2 MacLeod, 3 Campbell; an agent of seat 0 stands beside the king. */
const court = (setting: Given = {}) => given({ agents: ['throne'], spaces: [all(3)], ...setting })
const accuse = (target: number, clan: Extract<Move, { type: 'accuse' }>['clan']): Move => ({ type: 'accuse', target, clan })
const back = (track: Extract<Move, { type: 'setBack' }>['track']): Move => ({ type: 'setBack', track })
const forward = (track: Extract<Move, { type: 'advance' }>['track']): Move => ({ type: 'advance', track })

describe('who may accuse whom', () => {
  test('[G15] an agent of the accuser must be in the room of the king; the accused may be anywhere', () => {
    expect(answer(given({ agents: ['chapel', 'throne'] }), accuse(1, 'macGregor'))).toBe('NO_AGENT_BESIDE_KING')
    expect(answer(given({ agents: ['throne', 'chapel'] }), accuse(1, 'macGregor'))).toBe('accepted')
    expect(answer(given({ agents: ['chapel'], king: 'chapel' }), accuse(1, 'macGregor'))).toBe('accepted')
  })

  test('[G15] any tile still held may be played, that of the own clan and of the open neutral clan too', () => {
    const state = court({ seats: 3, neutralClan: 'stewart' })
    for (const clan of ['macKintosh', 'stewart', 'campbell'] as const) expect(answer(state, accuse(1, clan))).toBe('accepted')
    expect(legal(state, 'accuse')).toHaveLength(2 * 6)
  })

  test('[G15] a wrong clan is a legal move that fails, never a refusal', () => {
    for (const clan of ['macKintosh', 'macGregor', 'macLeod', 'campbell', 'macDuff', 'stewart'] as const)
      expect(answer(court(), accuse(1, clan))).toBe('accepted')
  })

  test('[G15] not oneself, not the neutral clan, not an empty seat', () => {
    const state = court({ seats: 3 })
    expect(answer(state, accuse(0, 'macKintosh'))).toBe('TARGET_IS_YOU')
    expect(answer(state, accuse(3, 'stewart'))).toBe('TARGET_IS_NEUTRAL')
    expect(answer(state, accuse(4, 'stewart'))).toBe('NO_SUCH_OPPONENT')
  })

  test('[G51] a clan that lies open is not accused: after a conviction, and after a fifth card', () => {
    const convicted: Event = { type: 'AccusationUpheld', seat: 2, target: 1, clan: 'macGregor', discarded: [], counsellors: 1 }
    expect(answer(court({ before: [convicted] }), accuse(1, 'macGregor'))).toBe('CLAN_ALREADY_OPEN')
    const fifth: Event[] = [
      ...played(1, 'suspicion', 'alliance', 'privilege', 'influence', 'betrayal'),
      { type: 'LastCardPlayed', seat: 1, clan: 'macGregor' },
    ]
    expect(answer(court({ before: fifth }), accuse(1, 'macGregor'))).toBe('CLAN_ALREADY_OPEN')
  })

  test('[G19] a second accusation in a turn is allowed while actions remain', () => {
    const { state } = when(court(), accuse(1, 'macGregor'), forward('politics'), forward('politics'))
    expect(answer(state, accuse(2, 'stewart'))).toBe('accepted')
  })
})

describe('a true accusation', () => {
  test('[G16] opens the clan, discards the hand, brings a counsellor and two spaces of the accuser’s choice', () => {
    const first = when(court({ before: played(1, 'alliance') }), accuse(1, 'macGregor'))
    expect(first.events).toEqual([
      { type: 'AccusationMade', seat: 0, target: 1, tile: 'macGregor' },
      {
        type: 'AccusationUpheld',
        seat: 0,
        target: 1,
        clan: 'macGregor',
        discarded: ['suspicion', 'privilege', 'influence', 'betrayal'],
        counsellors: 1,
      },
      { type: 'ChoiceOpened', seat: 0, decision: 'accuserAdvance', spaces: 2, movedTo: null },
    ])
    expect(awaited(first.state)).toEqual({ seat: 0, decision: 'accuserAdvance' })
    expect(answer(first.state, { type: 'decline' })).toBe('MUST_CHOOSE')
    expect(answer(first.state, { type: 'recruit' })).toBe('CHOICE_OPEN')
    const { state } = when(first.state, forward('politics'), forward('trade'))
    expectSpaces(state, 0, { ...all(3), politics: 4, trade: 4 })
    expect(state.players[0]).toMatchObject({ counsellors: 1, chips: 2 })
    expect(state.players[1]).toMatchObject({ clanOpen: true, convicted: true })
    expect(tilesOf(state, 0)).not.toContain('macGregor')
    expect(tilesOf(state, 0)).toHaveLength(5)
  })

  test('[G16] both spaces may be made on one track', () => {
    const { state } = when(court(), accuse(1, 'macGregor'), forward('politics'), forward('politics'))
    expectSpaces(state, 0, { ...all(3), politics: 5 })
  })

  test('[G16] [G37] thresholds hold for the two spaces', () => {
    const { state } = when(court({ spaces: [{ politics: 4, trade: 4 }] }), accuse(1, 'macGregor'))
    expect(answer(state, forward('politics'))).toBe('THRESHOLD_HOLDS')
    expect(legal(state, 'advance')).toEqual([forward('military'), forward('finance'), forward('religion')])
  })

  test('[G16] with an empty reserve there is no counsellor; the one won does not use up the recruiting of the turn', () => {
    const empty = when(court({ before: [{ type: 'CounsellorsGranted', seat: 2, counsellors: 20 }] }), accuse(1, 'macGregor'))
    expect(ofType(empty.events, 'AccusationUpheld')).toMatchObject([{ counsellors: 0 }])
    const { state } = when(court(), accuse(1, 'macGregor'), forward('politics'), forward('politics'))
    expect(answer(state, { type: 'recruit' })).toBe('accepted')
    expect(answer(state, { type: 'placeCounsellor', location: 'chapel' })).toBe('accepted')
  })

  test('[G16] whoever is convicted plays no more cards and gets no bonus, but keeps everything else and acts on', () => {
    const convicted: Event = {
      type: 'AccusationUpheld',
      seat: 2,
      target: 0,
      clan: 'macKintosh',
      discarded: ['diplomacy'],
      counsellors: 1,
    }
    const state = court({ before: [...played(0, 'alliance', 'privilege', 'influence', 'betrayal'), convicted] })
    expect(answer(state, { type: 'playDiplomacy' })).toBe('CARD_NOT_IN_HAND')
    expect(answer(state, accuse(1, 'macLeod'))).toBe('accepted')
    expect(answer(state, { type: 'spy', target: 1 })).toBe('accepted')
    expect(answer(state, { type: 'revealDomain' })).toBe('accepted')
    expect(state.turn.lastCardBonus).toBe(false)
  })

  test('[G36] when no marker can go on, the spaces lapse', () => {
    const { state, events } = when(court({ spaces: [all(30)] }), accuse(1, 'macGregor'))
    expect(ofType(events, 'SpacesLost')).toEqual([{ type: 'SpacesLost', seat: 0, decision: 'accuserAdvance', spaces: 2 }])
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
  })
})

describe('a false accusation', () => {
  test('[G17] the example: MacGregor is said, Campbell is true; both tiles go, and the accused sets the accuser back two', () => {
    const first = when(court(), accuse(3, 'macGregor'))
    expect(first.events).toEqual([
      { type: 'AccusationMade', seat: 0, target: 3, tile: 'macGregor' },
      { type: 'AccusationFailed', seat: 0, target: 3, tile: 'macGregor', clan: 'campbell', tilesLost: 2 },
      { type: 'ChoiceOpened', seat: 3, decision: 'accusedChoosesLoss', spaces: 2, movedTo: null },
    ])
    expect(tilesOf(first.state, 0)).toEqual(['macKintosh', 'macLeod', 'macDuff', 'stewart'])
    expect(awaited(first.state)).toEqual({ seat: 3, decision: 'accusedChoosesLoss' })
    expect(answer(first.state, { type: 'recruit' }, 0)).toBe('NOT_YOUR_TURN')
    const { state, events } = when(first.state, [3, back('finance')], [3, back('trade')])
    expect(events).toEqual([
      { type: 'MarkerSetBack', seat: 0, track: 'finance', fromSpace: 3, toSpace: 2 },
      { type: 'MarkerSetBack', seat: 0, track: 'trade', fromSpace: 3, toSpace: 2 },
    ])
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
    expect(state.turn.actionsLeft).toBe(2)
  })

  test('[G17] both spaces may be lost on one track', () => {
    const { state } = when(court(), accuse(3, 'macGregor'), back('finance'), back('finance'))
    expectSpaces(state, 0, { ...all(3), finance: 1 })
  })

  test('[G50] no marker falls below space 1: as much is lost as can be', () => {
    const only = when(court({ spaces: [{ politics: 2, trade: 1 }] }), accuse(3, 'macGregor'))
    expectSpaces(only.state, 0, { politics: 1, trade: 1 })
    expect(ofType(only.events, 'SpacesLost')).toMatchObject([{ seat: 3, spaces: 1 }])
    expect(awaited(only.state)).toEqual({ seat: 0, decision: 'actions' })
    const nothing = when(court({ spaces: [] }), accuse(3, 'macGregor'))
    expect(ofType(nothing.events, 'SpacesLost')).toMatchObject([{ seat: 3, spaces: 2 }])
    const { state } = when(court({ spaces: [{ politics: 3, finance: 3, trade: 1 }] }), accuse(3, 'macGregor'))
    expect(answer(state, back('trade'))).toBe('MARKER_STAYS_ON_TRACK')
    expect(answer(state, back('religion'))).toBe('MARKER_STAYS_ON_TRACK')
  })

  test('[G52] the same opponent is not accused by this seat again, whose clan it now knows; others still may', () => {
    const { state } = when(court({ agents: ['throne', '', 'throne'] }), accuse(3, 'macGregor'), back('finance'), back('finance'))
    expect(answer(state, accuse(3, 'stewart'))).toBe('CLAN_ALREADY_SHOWN')
    expect(answer(state, accuse(1, 'stewart'))).toBe('accepted')
    expect(answer(state, accuse(1, 'macGregor'))).toBe('TILE_GONE')
    expect(answer(state, accuse(1, 'campbell'))).toBe('TILE_GONE')
    const elsewhere = given({
      turn: 2,
      agents: ['throne', '', 'throne'],
      before: [{ type: 'AccusationFailed', seat: 0, target: 3, tile: 'macGregor', clan: 'campbell', tilesLost: 2 }],
    })
    expect(answer(elsewhere, accuse(3, 'macGregor'))).toBe('accepted')
  })

  test('[G53] if the tile of the true clan is gone already, only the tile played is lost', () => {
    const failed: Event = { type: 'AccusationFailed', seat: 0, target: 3, tile: 'macLeod', clan: 'campbell', tilesLost: 2 }
    const { state, events } = when(court({ before: [failed] }), accuse(2, 'stewart'))
    expect(ofType(events, 'AccusationFailed')).toMatchObject([{ tile: 'stewart', clan: 'macLeod', tilesLost: 1 }])
    expect(tilesOf(state, 0)).toEqual(['macKintosh', 'macGregor', 'macDuff'])
    expect(regents.view(state, 1).players[0]?.tileCount).toBe(3)
  })

  test('[G46] a loss that leaves no choice is taken at once', () => {
    const { state, events } = when(court({ spaces: [{ politics: 5 }] }), accuse(3, 'macGregor'))
    expect(ofType(events, 'MarkerSetBack')).toHaveLength(2)
    expectSpaces(state, 0, { politics: 3 })
    expect(awaited(state)).toEqual({ seat: 0, decision: 'actions' })
  })
})
