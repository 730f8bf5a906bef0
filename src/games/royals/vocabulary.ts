/** The closed vocabularies of Royals, each word with what it means. */
import { words } from '../described.js'
import { COLOURS, COUNTRIES, EDITION_NAMES, PAIRS, TITLES } from './content.js'

export const country = words(COUNTRIES, {
  id: 'RoyalsCountry',
  description: 'A country of the board, and the country cards of its kind.',
  values: {
    france: 'France: 5 cities.',
    germanStates: 'The German States: 4 cities.',
    britain: 'Britain: 3 cities.',
    spain: 'Spain: 4 cities.',
  },
})
export const title = words(TITLES, {
  id: 'RoyalsTitle',
  description: 'A title; the list rises in rank.',
  values: {
    marshal: 'Marshal, the lowest of seven ranks.',
    baron: 'Baron, the second rank.',
    countess: 'Countess, the third rank.',
    duke: 'Duke, the fourth rank.',
    cardinal: 'Cardinal, the fifth rank.',
    princess: 'Princess, the sixth rank.',
    king: 'King, the highest rank; taking one over costs two intrigue cards.',
  },
})
export const colour = words(COLOURS, {
  id: 'RoyalsColour',
  description: 'The colour of the cubes of a seat.',
  values: {
    grey: '36 cubes.',
    purple: '36 cubes.',
    orange: '36 cubes.',
    black: '46 cubes; 36 with evenCubes.',
    white: '46 cubes; 36 with evenCubes.',
  },
})
export const jokers = words(['whenShort', 'always'], {
  id: 'RoyalsJokers',
  description: 'When cards may be put together as a joker for one that is needed.',
  values: { whenShort: 'Only if the seat lacks matching cards.', always: 'At will.' },
})
export const intrigueRenewal = words(['atOnce', 'whenNeeded'], {
  id: 'RoyalsIntrigueRenewal',
  description: 'When the discarded intrigue cards are shuffled to be drawn again.',
  values: { atOnce: 'With the last card of the deck.', whenNeeded: 'When a card must be drawn and none is left.' },
})
export const starterRule = words(['random', 'seat0'], {
  id: 'RoyalsStarter',
  description: 'How the starter is found.',
  values: { random: 'By lot.', seat0: 'Seat 0 begins.' },
})
export const edition = words(EDITION_NAMES, {
  id: 'RoyalsEdition',
  description: 'A named set of figures that never changes.',
  values: { reconstruction: 'Figures of the rulebook and of public pages, completed where no source gives them.' },
})
export const pair = words(PAIRS, {
  id: 'RoyalsPair',
  description: 'A kind of intrigue card: the two countries that it shows. It is spent in one of them.',
  values: {
    franceGermanStates: 'Shows France and the German States.',
    franceBritain: 'Shows France and Britain.',
    franceSpain: 'Shows France and Spain.',
    germanStatesBritain: 'Shows the German States and Britain.',
    germanStatesSpain: 'Shows the German States and Spain.',
    britainSpain: 'Shows Britain and Spain.',
  },
})

export const DRAW_OPTIONS = ['threeCountryCards', 'countryAndIntrigue'] as const
export type DrawOption = (typeof DRAW_OPTIONS)[number]
export const drawOption = words(DRAW_OPTIONS, {
  id: 'RoyalsDrawOption',
  description: 'What a seat draws in a turn after its first.',
  values: { threeCountryCards: 'Three country cards.', countryAndIntrigue: 'One country card and one intrigue card.' },
})

const SOURCES = [...COUNTRIES, 'countryDeck', 'intrigueDeck'] as const
export type Source = (typeof SOURCES)[number]
export const source = words(SOURCES, {
  id: 'RoyalsSource',
  description: 'Where a card comes from: a country names an open card of the display, a deck is drawn blind.',
  values: {
    france: 'An open card of France.',
    germanStates: 'An open card of the German States.',
    britain: 'An open card of Britain.',
    spain: 'An open card of Spain.',
    countryDeck: 'The top country card, unseen.',
    intrigueDeck: 'The top intrigue card, unseen.',
  },
})

export const markerKind = words(['city', 'country', 'nobleHouse', 'epoch', 'title', 'halfTitle'], {
  id: 'RoyalsMarkerKind',
  description: 'What a marker was won for.',
  values: {
    city: 'The first position occupied in a city.',
    country: 'A cube in every city of a country.',
    nobleHouse: 'A cube on each of the seven titles.',
    epoch: 'Most or second most influence in a country when an epoch was scored.',
    title: 'Most cubes on a title at the end.',
    halfTitle: 'The same, shared by two: half the points.',
  },
})

const STAGES = ['draw', 'play', 'discard'] as const
export type Stage = (typeof STAGES)[number]
export const stage = words(STAGES, {
  id: 'RoyalsStage',
  description: 'A part of a turn.',
  values: {
    draw: 'Cards must be drawn.',
    play: 'Positions may be claimed and taken over.',
    discard: 'Cards above the hand limit must be discarded.',
  },
})
