import { describe, expect, test } from 'vitest'
import { royals } from '../../../src/games/royals/index.js'
import { move } from '../../support/scenario.js'
import { arranged, claim, discard, discarded, ended, endPlay, hand, pairsOf, spelt, turn, unchanged } from './table.js'

describe('the hand limit', () => {
  const fourteen = arranged({ hands: ['FFFFFFFFGGGGGG'] })
  const over = fourteen.when(move(0, endPlay)).then(ended(0, 2, 0))

  test('[Y27] exactly the surplus above 12 is discarded, in cards of one’s choice, at the end of the turn', () => {
    expect(over.phase.awaiting).toEqual([{ seat: 0, decision: 'discard' }])
    const list = royals.legalMoves(over.state, 0)
    expect([...list]).toEqual([discard('FF'), discard('FG'), discard('GG')])
    expect(list.complete).toBe(true)
    const next = over.when(move(0, discard('FG'))).then(discarded(0, 'FG'), turn(1, 2))
    expect(hand(next, 0)).toBe('FFFFFFFGGGGG')
    expect(spelt(next.state.countryDiscard)).toBe('FG')
  })

  test.each([
    [discard('F'), 'WRONG_NUMBER_OF_CARDS'],
    [discard('FFF'), 'WRONG_NUMBER_OF_CARDS'],
    [discard('FF', 'FG'), 'WRONG_NUMBER_OF_INTRIGUE'],
    [discard('SS'), 'CARDS_NOT_IN_HAND'],
    [endPlay, 'DISCARD_FIRST'],
    [claim('marshal Nantes'), 'DISCARD_FIRST'],
  ])('[Y27] %j is refused: %s', (chosen, code) => {
    unchanged(over, () => over.when(move(0, chosen)).thenRefused(code))
  })

  test('[Y27] the limit is looked at only at the end: 15 cards may be held, and playing down to 12 needs no discard', () => {
    const fifteen = arranged({ hands: ['FFFFFFFFGGGGGGG'] })
    const played = fifteen.when(move(0, claim('countess Lyon'))).thenNo('PlayEnded')
    played.when(move(0, endPlay)).then(ended(0), turn(1, 2))
  })

  test('[Y27] intrigue cards have a limit of 4 and a discard pile of their own', () => {
    const five = arranged({ hands: ['F'], intrigue: ['FG FG FB GS BS'] })
      .when(move(0, endPlay))
      .then(ended(0, 0, 1))
    expect([...royals.legalMoves(five.state, 0)]).toEqual(['FG', 'FB', 'GS', 'BS'].map((pair) => discard('', pair)))
    five.when(move(0, discard('', 'FS'))).thenRefused('INTRIGUE_NOT_IN_HAND')
    const next = five.when(move(0, discard('', 'GS'))).thenAmongOthers(turn(1, 2))
    expect(pairsOf(next.state.intrigueDiscard)).toBe('GS')
    expect(spelt(next.state.countryDiscard)).toBe('')
  })

  test('[Y27] both limits at once are one discard', () => {
    const both = arranged({ hands: ['FFFFFFFFFFFFS'], intrigue: ['FG FG FG FG BS'] })
      .when(move(0, endPlay))
      .then(ended(0, 1, 1))
    expect(royals.legalMoves(both.state, 0).size).toBe(4)
    both.when(move(0, discard('S', 'BS'))).thenAmongOthers(turn(1, 2))
  })

  test('[Y27] nobody discards below the limit', () => {
    arranged({ hands: ['FFF'] })
      .when(move(0, discard('F')))
      .thenRefused('NOTHING_TO_DISCARD')
  })
})

describe('the next turn', () => {
  test('[Y28] the display is filled to three and the left neighbour is on', () => {
    const table = arranged({ seats: 3, display: 'F', hands: ['', '', ''], change: { turn: 2, round: 3 } })
    table
      .when(move(2, endPlay), { 'country:1': ['S1', 'B2'] })
      .then(ended(2), { type: 'DisplayFilled', pieces: ['S1', 'B2'] }, turn(0, 4))
  })

  test('[Y28] a full display is left alone', () => {
    arranged({ display: 'FGB' }).when(move(0, endPlay)).then(ended(0), turn(1, 2))
  })
})
