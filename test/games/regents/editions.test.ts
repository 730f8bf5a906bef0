import { describe, expect, test } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import { regents } from '../../../src/games/regents/index.js'
import type { Move } from '../../../src/games/regents/schema.js'
import { answer, given, started } from './table.js'

const rules = (options: object) => regents.view(regents.initial(regents.schema.options.parse(options), 4), 'spectator').rules

describe('editions and switches', () => {
  test('[G80] each edition sets every switch', () => {
    expect(rules({})).toEqual({
      spying: 'anyone',
      thresholdNeeds: 'passed',
      thresholdScope: 'all',
      neutralMove: 'beforeScoring',
      placement: 'rooms',
      round4: 'perTrack',
      chipUse: 'actions',
      finalChips: 'taken',
    })
    expect(rules({ edition: 'en' })).toEqual(rules({}))
    expect(rules({ edition: 'nl' })).toEqual({
      ...rules({}),
      thresholdNeeds: 'reached',
      thresholdScope: 'scoring',
      neutralMove: 'afterScoring',
      chipUse: 'atOnce',
    })
    expect(rules({ edition: 'de' })).toEqual({
      ...rules({ edition: 'nl' }),
      spying: 'sharedLocation',
      placement: 'anywhere',
      finalChips: 'left',
    })
  })

  test('[G83] the start records the switches, and a match keeps those that it was begun with', () => {
    const { state, events } = started(4, { edition: 'de', round4: 'one' })
    expect(events[0]).toEqual({ type: 'RulesSettled', rules: rules({ edition: 'de', round4: 'one' }) })
    expect(regents.view(state, 'spectator').rules).toEqual(rules({ edition: 'de', round4: 'one' }))
  })

  test('[G83] a log that does not tell them is of rules 1 or 2: thresholds hold everywhere, and chips as they did', () => {
    const options = regents.schema.options.parse({ edition: 'nl' })
    const begun = regents.evolve(regents.initial(options, 4), { type: 'StarterChosen', seat: 0 })
    const before = { ...rules({ edition: 'nl' }), thresholdScope: 'all', chipUse: 'actions', finalChips: 'left' }
    expect(regents.view(begun, 'spectator').rules).toEqual(before)
  })

  test('[G80] a switch set alone overrides the edition and nothing else', () => {
    for (const [name, value] of Object.entries({
      spying: 'anyone',
      thresholdNeeds: 'passed',
      thresholdScope: 'all',
      neutralMove: 'beforeScoring',
      placement: 'rooms',
      round4: 'one',
      chipUse: 'actions',
      finalChips: 'taken',
    })) {
      expect(rules({ edition: 'de', [name]: value })).toEqual({ ...rules({ edition: 'de' }), [name]: value })
    }
  })

  test('[G80] [G7] the map does not depend on the edition', () => {
    for (const edition of ['en', 'de', 'nl'])
      expect(regents.schema.options.parse({ edition })).toMatchObject({ map: 'hub', starter: 'random' })
  })
})

describe('moves at the wrong moment', () => {
  test('[G9] answers without a question, and placement when it is over', () => {
    const state = given()
    expect(answer(state, { type: 'advance', track: 'trade' })).toBe('NO_SUCH_CHOICE')
    expect(answer(state, { type: 'decline' })).toBe('NO_SUCH_CHOICE')
    expect(answer(state, { type: 'scoreLocation', location: 'store' })).toBe('NO_SUCH_CHOICE')
    expect(answer(state, { type: 'placeAgent', location: 'store' })).toBe('PLACEMENT_OVER')
    expect(answer(state, { type: 'recruit' }, 2)).toBe('NOT_YOUR_TURN')
  })
})

describe('refusals', () => {
  test('[G81] are a code and a sentence, and nothing happens', () => {
    const state = given({ spent: 3 })
    const before = JSON.stringify(state)
    const moves: Move[] = [
      { type: 'recruit' },
      { type: 'playSuspicion', target: 0, location: 'store' },
      { type: 'useChip' },
      { type: 'decline' },
      { type: 'placeAgent', location: 'store' },
    ]
    for (const move of moves) {
      const decision = regents.decide(state, { type: 'move', seat: 0, move }, seededDice(1))
      if (decision.ok) throw new Error('accepted')
      expect(decision.refusal.code).toMatch(/^[A-Z_]+$/)
      expect(decision.refusal.message).toMatch(/^\p{Lu}.+\.$/u)
    }
    expect(JSON.stringify(state)).toBe(before)
  })
})
