import { describe, expect, test } from 'vitest'
import { royals } from '../../../src/games/royals/index.js'
import { given, move, start } from '../../support/scenario.js'
import {
  type Arrangement,
  arranged,
  cityMarker,
  claim,
  claimed,
  discard,
  draw,
  drawWith,
  ended,
  endPlay,
  hand,
  intrigueDeckOf,
  pairsOf,
  takeOver,
  three,
  turn,
  two,
  types,
} from './table.js'

const toDraw = (setting: Arrangement = {}) => arranged({ ...setting, change: { stage: 'draw', ...setting.change } })
const sources = (table: ReturnType<typeof arranged>) =>
  [...royals.legalMoves(table.state, 0)].map((one) => (one.type === 'draw' ? `${one.option ?? ''}:${one.sources}` : one.type))

describe('the first turn', () => {
  test.each([
    [2, [2, 3]],
    [3, [1, 2, 3]],
    [4, [1, 1, 2, 3]],
    [5, [1, 1, 2, 2, 3]],
  ])('[Y7] %d seats draw %j country cards in turn order from the starter', (seats, numbers) => {
    const first = seats - 1
    let table = given(royals, { seats })
      .when(start, { starter: first, 'country:1': ['F1', 'F2', 'F3'] })
      .thenAmongOthers()
    const deck = Array.from({ length: 20 }, (_, i) => `G${i + 1}`)
    for (const [place, number] of numbers.entries()) {
      const seat = (first + place) % seats
      expect(table.phase.awaiting).toEqual([{ seat, decision: 'firstDraw' }])
      expect(table.state.owedCards).toBe(number)
      table = table
        .when(move(seat, draw(...Array<'countryDeck'>(number).fill('countryDeck'))), {
          'country:1': deck.splice(0, number),
        })
        .thenAmongOthers()
      expect(table.phase.awaiting).toEqual([{ seat, decision: 'play' }])
      table = table
        .when(move(seat, endPlay))
        .then(ended(seat), turn((seat + 1) % seats, place + 1 === seats ? 2 : 1, numbers[place + 1] ?? null))
    }
    expect(table.phase.awaiting).toEqual([{ seat: first, decision: 'draw' }])
  })

  const first = given(royals, { seats: 4, options: { starter: 'seat0' } })
    .when(start, { 'country:1': ['S1', 'S2', 'F1'] })
    .thenAmongOthers()

  test('[Y7] there is no option to choose and no intrigue card to draw', () => {
    first.when(move(0, two('spain'))).thenRefused('NO_OPTION_IN_FIRST_TURN')
    first.when(move(0, three('spain'))).thenRefused('NO_OPTION_IN_FIRST_TURN')
    first.when(move(0, draw('intrigueDeck'))).thenRefused('NO_INTRIGUE_CARD_OWED')
    first.when(move(0, draw('spain', 'france'))).thenRefused('TOO_MANY_CARDS')
  })

  test('[Y7, Y15, Y26, Y29] the starter may claim at once: one card of Spain makes a Marshal in Valencia', () => {
    const drawn = first.when(move(0, draw('spain'))).then({ type: 'DisplayCardTaken', seat: 0, country: 'spain' })
    const next = drawn
      .when(move(0, claim('marshal Valencia')), { 'country:1': ['F2'] })
      .then(
        claimed(0, 'marshal Valencia', 'S'),
        cityMarker(0, 'Valencia', 2),
        ended(0),
        { type: 'DisplayFilled', pieces: ['F2'] },
        turn(1, 1, 1),
      )
    expect(next.state.players[0]?.cubes).toBe(34)
  })

  test('[Y7] with one card to draw the list of legal draws is complete', () => {
    expect(royals.legalMoves(first.state, 0).complete).toBe(true)
    expect(sources(first)).toEqual([':france', ':spain', ':countryDeck'])
  })
})

describe('from the second turn on', () => {
  test('[Y8] an option must be chosen with the first card', () => {
    toDraw()
      .when(move(0, draw('france')))
      .thenRefused('OPTION_MISSING')
    expect(sources(toDraw())).toEqual([
      'threeCountryCards:france',
      'threeCountryCards:germanStates',
      'threeCountryCards:britain',
      'threeCountryCards:countryDeck',
      'countryAndIntrigue:france',
      'countryAndIntrigue:germanStates',
      'countryAndIntrigue:britain',
      'countryAndIntrigue:countryDeck',
      'countryAndIntrigue:intrigueDeck',
    ])
  })

  test('[Y8] once a card has been seen the option stands', () => {
    const drawn = toDraw()
      .when(move(0, three('countryDeck')), { 'country:1': ['S3'] })
      .then(
        { type: 'DrawOptionChosen', seat: 0, option: 'threeCountryCards', owedCards: 3, owedIntrigue: 0 },
        { type: 'CountryCardDrawn', seat: 0, piece: 'S3' },
      )
    expect(drawn.phase.awaiting).toEqual([{ seat: 0, decision: 'drawMore' }])
    drawn.when(move(0, two('intrigueDeck'))).thenRefused('OPTION_ALREADY_CHOSEN')
    drawn.when(move(0, draw('intrigueDeck'))).thenRefused('NO_INTRIGUE_CARD_OWED')
    drawn.when(move(0, drawWith('threeCountryCards', 'france'))).thenAmongOthers({
      type: 'DisplayCardTaken',
      seat: 0,
      country: 'france',
    })
  })

  test('[Y9] three country cards from the display and the deck, in any order, all named at once', () => {
    const next = toDraw()
      .when(move(0, three('britain', 'countryDeck', 'france')), { 'country:1': ['S1'] })
      .thenAmongOthers(
        { type: 'DisplayCardTaken', seat: 0, country: 'britain' },
        { type: 'CountryCardDrawn', seat: 0, piece: 'S1' },
        { type: 'DisplayCardTaken', seat: 0, country: 'france' },
      )
    expect(hand(next, 0)).toBe('FBS')
    expect(next.phase.awaiting).toEqual([{ seat: 0, decision: 'play' }])
  })

  test('[Y9] whoever names fewer sources looks at the card before choosing the next', () => {
    const one = toDraw()
      .when(move(0, three('countryDeck')), { 'country:1': ['S1'] })
      .thenAmongOthers()
    const second = one.when(move(0, draw('germanStates'))).then({ type: 'DisplayCardTaken', seat: 0, country: 'germanStates' })
    const third = second.when(move(0, draw('countryDeck')), { 'country:1': ['S2'] }).thenAmongOthers()
    expect(hand(third, 0)).toBe('GSS')
    third.when(move(0, draw('countryDeck'))).thenRefused('ALREADY_DRAWN')
  })

  test('[Y9] a draw is all or nothing: more sources than cards, and nothing is drawn', () => {
    const one = toDraw()
      .when(move(0, three('france', 'britain')))
      .thenAmongOthers()
    one.when(move(0, draw('germanStates', 'countryDeck'))).thenRefused('TOO_MANY_CARDS')
    expect(one.state.display).toHaveLength(1)
  })

  test('[Y10] one country card and one intrigue card, the intrigue card first', () => {
    const blind = toDraw()
      .when(move(0, two('intrigueDeck')), { 'intrigue:1': ['FS2'] })
      .then(
        { type: 'DrawOptionChosen', seat: 0, option: 'countryAndIntrigue', owedCards: 1, owedIntrigue: 1 },
        { type: 'IntrigueCardDrawn', seat: 0, piece: 'FS2' },
      )
    blind.when(move(0, draw('intrigueDeck'))).thenRefused('NO_INTRIGUE_CARD_OWED')
    const both = blind.when(move(0, draw('france'))).thenAmongOthers({ type: 'DisplayCardTaken', seat: 0, country: 'france' })
    expect(both.state.players[0]?.intrigue).toEqual([0, 0, 1, 0, 0, 0])
    expect(both.phase.awaiting).toEqual([{ seat: 0, decision: 'play' }])
  })

  test('[Y10, Y14] after the country card nothing is left to choose, so the intrigue card follows by itself', () => {
    toDraw()
      .when(move(0, two('britain')), { 'intrigue:1': ['GB1'] })
      .thenAmongOthers(
        { type: 'DisplayCardTaken', seat: 0, country: 'britain' },
        { type: 'IntrigueCardDrawn', seat: 0, piece: 'GB1' },
      )
    toDraw()
      .when(move(0, two('britain', 'france')))
      .thenRefused('TOO_MANY_CARDS')
    toDraw()
      .when(move(0, three('britain', 'intrigueDeck')))
      .thenRefused('NO_INTRIGUE_CARD_OWED')
  })
})

describe('display and decks', () => {
  const table = toDraw({ display: 'FFG', deck: 'SSSS' })

  test('[Y11] the display is not refilled during the turn', () => {
    const taken = table.when(move(0, three('france', 'france'))).thenAmongOthers()
    expect(sources(taken)).toEqual([':germanStates', ':countryDeck'])
    taken.when(move(0, draw('france'))).thenRefused('NOT_ON_DISPLAY')
    table.when(move(0, three('france', 'france', 'france'))).thenRefused('NOT_ON_DISPLAY')
    table.when(move(0, three('spain'))).thenRefused('NOT_ON_DISPLAY')
    const done = taken.when(move(0, draw('countryDeck')), { 'country:1': ['S1'] }).thenAmongOthers()
    const next = done
      .when(move(0, endPlay), { 'country:1': ['S3', 'S2'] })
      .then(ended(0), { type: 'DisplayFilled', pieces: ['S3', 'S2'] }, turn(1, 2))
    expect(next.state.display).toEqual([1, 3, 3])
  })

  test('[Y12] an empty deck is not renewed for a draw: only the open cards are left', () => {
    const empty = toDraw({ display: 'FFG', deck: '', discard: 'BBBB' })
    empty.when(move(0, three('countryDeck'))).thenRefused('COUNTRY_DECK_EMPTY')
    toDraw({ display: 'FFG', deck: 'S' })
      .when(move(0, three('countryDeck', 'countryDeck')))
      .thenRefused('COUNTRY_DECK_EMPTY')
    expect(sources(empty).filter((source) => source.startsWith('three'))).toEqual([
      'threeCountryCards:france',
      'threeCountryCards:germanStates',
    ])
  })

  test('[Y12, Y14] if all cards within reach must be taken, they are', () => {
    const empty = toDraw({ display: 'FGS', deck: '' })
    const { events } = empty.when(move(0, three('germanStates')))
    expect(types(events)).toEqual(['DrawOptionChosen', 'DisplayCardTaken', 'DisplayCardTaken', 'DisplayCardTaken'])
  })

  test('[Y13] the discarded intrigue cards are shuffled the moment the last card is drawn, so one paid in this turn is not among them', () => {
    const last = toDraw({ hands: ['BBBB'], held: { 'duke Dublin': 1 }, intrigueDeck: 'BS', intrigueDiscard: 'FG FG FS' })
    const drawn = last
      .when(move(0, two('intrigueDeck', 'britain')), { 'intrigue:1': ['BS1'] })
      .then(
        { type: 'DrawOptionChosen', seat: 0, option: 'countryAndIntrigue', owedCards: 1, owedIntrigue: 1 },
        { type: 'IntrigueCardDrawn', seat: 0, piece: 'BS1' },
        { type: 'IntrigueDeckRenewed', shuffle: 2 },
        { type: 'DisplayCardTaken', seat: 0, country: 'britain' },
      )
    const next = drawn.when(move(0, takeOver('duke Dublin', 'BBBB', 'BS'))).thenAmongOthers()
    expect(intrigueDeckOf(next)).toBe('FG FG FS')
    expect(pairsOf(next.state.intrigueDiscard)).toBe('BS')
  })

  test('[Y13] with whenNeeded they are shuffled when a card must be drawn and none is left', () => {
    const none = toDraw({ intrigueDeck: '', intrigueDiscard: 'FG FG BS', options: { intrigueRenewal: 'whenNeeded' } })
    const next = none
      .when(move(0, two('intrigueDeck')), { 'intrigue:2': ['BS1'] })
      .thenAmongOthers({ type: 'IntrigueDeckRenewed', shuffle: 2 }, { type: 'IntrigueCardDrawn', seat: 0, piece: 'BS1' })
    expect(intrigueDeckOf(next)).toBe('FG FG')
    expect(next.state.intrigueDiscard.every((count) => count === 0)).toBe(true)
  })

  test('[Y13] with whenNeeded drawing the last intrigue card does not yet shuffle', () => {
    const last = toDraw({ intrigueDeck: 'FS', intrigueDiscard: 'FG', options: { intrigueRenewal: 'whenNeeded' } })
    last.when(move(0, two('intrigueDeck')), { 'intrigue:1': ['FS1'] }).thenNo('IntrigueDeckRenewed')
  })
})

describe('the order of a turn', () => {
  test('[Y6] drawing comes first and is compulsory', () => {
    for (const early of [claim('marshal Valencia'), endPlay, discard('')])
      toDraw({ hands: ['SSSS'] })
        .when(move(0, early))
        .thenRefused('DRAW_FIRST')
  })

  test('[Y6] only the seat on turn moves', () => {
    toDraw()
      .when(move(1, three('france')))
      .thenRefused('NOT_YOUR_TURN')
    expect(royals.legalMoves(toDraw().state, 1).size).toBe(0)
  })
})
