import { describe, expect, test } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import { royals } from '../../../src/games/royals/index.js'
import type { Event } from '../../../src/games/royals/schema.js'
import { move } from '../../support/scenario.js'
import { arranged, cards, claim, discarded, draw, endPlay, spelt, three } from './table.js'

const table = arranged({
  seats: 3,
  hands: ['FFG', 'SSB', ''],
  intrigue: ['FG', 'BS BS', ''],
  markers: [[7, 4], [5, 3, 2], []],
  held: { 'king Madrid': 1 },
  displaced: { Berlin: [0] },
})
const seen = (viewer: number | 'spectator' | 'referee', state = table.state) => royals.view(state, viewer)

describe('what a viewer sees', () => {
  test('[Y46] a seat sees its own hand, markers and points', () => {
    const own = seen(1).players[1]
    expect(own?.hand?.cards).toEqual(cards('SSB'))
    expect(own?.markers?.map(({ points }) => points)).toEqual([5, 3, 2])
    expect(own?.points).toBe(10)
  })

  test.each([0, 2, 'spectator'] as const)('[Y46] viewer %s sees of seat 1 only how many cards and markers it has', (viewer) => {
    expect(seen(viewer).players[1]).toMatchObject({
      cardCount: 3,
      intrigueCount: 2,
      markerCount: 3,
      hand: null,
      markers: null,
      points: null,
    })
    expect(seen(viewer).decks).toBeNull()
  })

  test('[Y46] board, discards, display, title cubes, supplies and markers left are open to all', () => {
    const { players: _, ...open } = seen('spectator')
    expect(open).toMatchObject({
      display: ['france', 'germanStates', 'britain'],
      countryDeckCount: 69,
      countryMarkers: expect.any(Array),
    })
    expect(open.cities.find(({ city }) => city === 'Berlin')?.displaced).toEqual([{ seat: 0, count: 1 }])
    expect(seen('spectator').players.map(({ cubes }) => cubes)).toEqual([36, 36, 36])
  })

  test('[Y46] what others hold is part of what is unseen, one’s own hand is not', () => {
    const own = seen(0).unseenCards
    const outside = seen('spectator').unseenCards
    expect([outside.france - own.france, outside.germanStates - own.germanStates, outside.spain - own.spain]).toEqual([2, 1, 0])
  })

  test('[Y46] an open card that a seat takes is known to be in its hand until as many are laid down', () => {
    const before = arranged({ hands: ['FF'], display: 'FFG', change: { stage: 'draw' } })
    const taken = before.when(move(0, three('france', 'germanStates', 'countryDeck')), { 'country:1': ['S1'] }).thenAmongOthers()
    expect(royals.view(taken.state, 1).players[0]?.shown).toEqual(cards('FG'))
    const paid = taken.when(move(0, claim('baron Avignon'))).thenAmongOthers()
    expect(royals.view(paid.state, 1).players[0]?.shown).toEqual(cards('G'))
  })

  test('[Y46] who took a marker stays known to all, though its owner’s list does not', () => {
    const before = arranged({
      hands: ['FFF'],
      held: { 'king Paris': 1, 'marshal Nantes': 0, 'marshal Bordeaux': 0 },
      displaced: { Paris: [0], Lyon: [0] },
    })
    const after = before.when(move(0, claim('baron Avignon'))).thenAmongOthers().state
    for (const viewer of [0, 1, 'spectator', 'referee'] as const) {
      const { cities, countryMarkers } = royals.view(after, viewer)
      expect(cities.find(({ city }) => city === 'Avignon')).toMatchObject({ markerTaken: true, taker: 0 })
      expect(cities.find(({ city }) => city === 'London')).toMatchObject({ markerTaken: false, taker: null })
      expect(countryMarkers.map(({ takers }) => takers)).toEqual([[0], [], [], []])
    }
    expect(royals.view(after, 1).players[0]).toMatchObject({ markers: null, points: null, markerCount: 2 })
    expect(royals.imagine(royals.view(after, 1), 1, seededDice(1)).players[0]?.markers).toEqual(after.players[0]?.markers)
  })

  test('[Y46] what was seen to be shuffled stays known: with two seats, the whole hand of the other', () => {
    const before = arranged({ hands: ['', 'FFFGB'], display: 'FG', deck: '', discard: 'SSSSBB', change: { stage: 'draw' } })
    const shuffled = before.and({ type: 'CountryDeckRenewed', shuffle: 2 })
    expect(royals.view(shuffled.state, 0)).toMatchObject({ unseenCards: cards('FFFGBSSSSBB'), deckCards: cards('SSSSBB') })
    const world = royals.imagine(royals.view(shuffled.state, 0), 0, seededDice(1))
    expect(world.players[1]?.cards).toEqual(shuffled.state.players[1]?.cards)
    const drawnBlind = shuffled.and({ type: 'CountryCardDrawn', seat: 1, piece: 'S1' })
    expect(royals.view(drawnBlind.state, 0).deckCards).toEqual(cards('SSSSBB'))
    const laidDown = drawnBlind.and(discarded(1, 'FS'))
    expect(royals.view(laidDown.state, 0)).toMatchObject({ unseenCards: cards('FFGBSSSBB'), deckCards: cards('SSSBB') })
    for (let seed = 0; seed < 20; seed++)
      expect(royals.imagine(royals.view(laidDown.state, 0), 0, seededDice(seed)).players[1]?.cards).toEqual(
        laidDown.state.players[1]?.cards,
      )
  })

  test('[Y46] with more seats it stays known how many cards each hand held at the shuffle, and what it must have held', () => {
    const before = arranged({ seats: 3, hands: ['', 'FG', 'BBS'], display: 'FGB', deck: '', discard: 'SSSSS' })
    const shuffled = before.and({ type: 'CountryDeckRenewed', shuffle: 2 })
    const view = royals.view(shuffled.state, 0)
    expect(view.heldUnseen.cards).toEqual(cards('FGBBS'))
    expect(view.players.map(({ sinceShuffle }) => sinceShuffle.cards)).toEqual([
      null,
      { count: 2, held: null, laid: cards(''), proofs: [] },
      { count: 3, held: null, laid: cards(''), proofs: [] },
    ])
    // Seat 1 has drawn nothing: it held the card that it lays down, and its other card is none of the new deck.
    const laid = shuffled.and(discarded(1, 'F'))
    const seen = royals.view(laid.state, 0)
    expect(seen.players[1]?.sinceShuffle.cards).toEqual({
      count: 2,
      held: null,
      laid: cards('F'),
      proofs: [{ count: 1, among: cards('F') }],
    })
    const other = new Set<string>()
    for (let seed = 0; seed < 40; seed++) other.add(spelt(royals.imagine(seen, 0, seededDice(seed)).players[1]?.cards ?? []))
    expect([...other].sort()).toEqual(['B', 'G', 'S'])
    // What it held is told to itself: the others may count on it.
    expect(royals.view(laid.state, 1).players[1]?.sinceShuffle.cards?.held).toEqual(cards('FG'))
  })

  test('[Y46] what a hand has laid down beyond what it held came from the deck, whatever the others held', () => {
    const before = arranged({ seats: 3, hands: ['', 'F', 'FF'], display: 'GBS', deck: '', discard: 'FFFFSS' })
    const drawn = before.and(
      { type: 'CountryDeckRenewed', shuffle: 2 },
      { type: 'CountryCardDrawn', seat: 1, piece: 'F1' },
      { type: 'CountryCardDrawn', seat: 1, piece: 'F2' },
    )
    const laid = drawn.and(discarded(1, 'FFF'))
    expect(royals.view(laid.state, 0)).toMatchObject({ unseenCards: cards('FFFFSS'), deckCards: cards('FFSS') })
  })

  test('[Y46] nothing may be in a deck that is used up', () => {
    const { state } = arranged({ hands: ['', 'FG'], display: 'FGB', deck: '' })
    expect(royals.view(state, 0)).toMatchObject({ unseenCards: cards('FG'), countryDeckCount: 0, deckCards: cards('') })
  })

  test('[Y46] the referee sees all', () => {
    expect(seen('referee').players.map(({ points }) => points)).toEqual([11, 10, 0])
    expect(seen('referee').decks).not.toBeNull()
  })

  test('[Y47] after the end everything is open', () => {
    const last = arranged({
      hands: ['FF', 'S'],
      markers: [[7], [3]],
      change: { epoch: 3, epochsScored: 2, lastRound: true, turn: 1 },
    })
    const over = last.when(move(1, endPlay)).thenAmongOthers()
    expect(royals.view(over.state, 'spectator').players.map(({ hand, points }) => [hand?.cards, points])).toEqual([
      [cards('FF'), 7],
      [cards('S'), 3],
    ])
    const told = last.when(move(1, endPlay)).events.at(-1) as Event
    expect(royals.notice(told, 'spectator')).toMatchObject({ hands: [{ cards: cards('FF') }, { cards: cards('S') }] })
  })
})

describe('what a viewer hears', () => {
  const blind: Event = { type: 'CountryCardDrawn', seat: 1, piece: 'S4' }
  const secret: Event = { type: 'IntrigueCardDrawn', seat: 1, piece: 'FS2' }

  test('[Y46] a card drawn blind is told to its owner and the referee alone', () => {
    for (const viewer of [0, 2, 'spectator'] as const) {
      expect(royals.notice(blind, viewer)).toEqual({ type: 'CountryCardDrawn', seat: 1, secretCountry: null })
      expect(royals.notice(secret, viewer)).toEqual({ type: 'IntrigueCardDrawn', seat: 1, secretPair: null })
    }
    for (const viewer of [1, 'referee'] as const) {
      expect(royals.notice(blind, viewer)).toMatchObject({ secretCountry: 'spain' })
      expect(royals.notice(secret, viewer)).toMatchObject({ secretPair: 'franceSpain' })
    }
  })

  test('[Y46] cards taken from the display, paid or discarded are seen by all, and so is a marker as it is taken', () => {
    const open: Event[] = [
      { type: 'DisplayCardTaken', seat: 1, country: 'spain' },
      discarded(1, 'F'),
      { type: 'CityMarkerTaken', seat: 1, city: 'Paris', points: 7 },
    ]
    for (const event of open) expect(royals.notice(event, 'spectator')).toEqual(event)
  })

  test('[Y46] the display is told by country, not by single card', () => {
    expect(royals.notice({ type: 'DisplayFilled', pieces: ['S4', 'F1'] }, 0)).toEqual({
      type: 'DisplayFilled',
      countries: ['spain', 'france'],
    })
  })

  test('[Y46] a refusal does not depend on what a seat cannot know', () => {
    const first = arranged({ hands: ['F'], display: 'FGB', deck: 'SSS', change: { stage: 'draw' } })
    const second = arranged({ hands: ['F', 'SSS'], display: 'FGB', deck: 'GGG', change: { stage: 'draw' } })
    const refused = [
      [draw('france'), 'OPTION_MISSING'],
      [three('spain'), 'NOT_ON_DISPLAY'],
      [claim('king Paris'), 'DRAW_FIRST'],
    ] as const
    for (const [chosen, code] of refused)
      expect(first.when(move(0, chosen)).thenRefused(code)).toEqual(second.when(move(0, chosen)).thenRefused(code))
  })
})
