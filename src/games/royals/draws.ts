/** Drawing: which sources are open for the next card, and why a draw is refused. */
import { type Choices, computed } from '../choices.js'
import type { Refusal } from '../contract.js'
import { countryIndex } from './cards.js'
import { type Country, countryAt } from './content.js'
import { DRAW_OPTIONS, type DrawOption, type Move, type Source } from './schema.js'
import type { State } from './state.js'

export type DrawMove = Extract<Move, { type: 'draw' }>

/** Cards that a seat must still draw. */
export interface Owed {
  readonly cards: number
  readonly intrigue: number
}

export const OWED: Record<DrawOption, Owed> = {
  threeCountryCards: { cards: 3, intrigue: 0 },
  countryAndIntrigue: { cards: 1, intrigue: 1 },
}

/** Every seat has its first turn in the first round. */
export const isFirstTurn = (state: State): boolean => state.round === 1
const isOptionOpen = (state: State): boolean => !isFirstTurn(state) && state.drawOption === null
const owedNow = (state: State): Owed => ({
  cards: state.owedCards,
  intrigue: state.owedIntrigue,
})

function openSources(state: State, owed: Owed): Source[] {
  const sources: Source[] = []
  if (owed.cards > 0) {
    for (let country = 0; country < 4; country++) if (state.display.includes(country)) sources.push(countryAt(country))
    if (state.countryDeck.length > 0) sources.push('countryDeck')
  }
  if (owed.intrigue > 0) sources.push('intrigueDeck')
  return sources
}

/** One card at a time; a draw of several cards is several of these, so the list is not complete where more than one is owed. */
export function draws(state: State): Choices<Move> {
  if (!isOptionOpen(state)) {
    const sources = openSources(state, owedNow(state))
    return computed(sources.length, (i) => draw(sources[i] as Source), isFirstTurn(state) && state.owedCards === 1)
  }
  const [three, two] = DRAW_OPTIONS
  const ofThree = openSources(state, OWED[three])
  const ofTwo = openSources(state, OWED[two])
  const at = (i: number): Move =>
    i < ofThree.length ? draw(ofThree[i] as Source, three) : draw(ofTwo[i - ofThree.length] as Source, two)
  return computed(ofThree.length + ofTwo.length, at, false)
}

const draw = (source: Source, option?: DrawOption): Move =>
  option ? { type: 'draw', option, sources: [source] } : { type: 'draw', sources: [source] }

/**
 * The source of the next card if there is no choice left: only one is open, or all country cards within reach must be taken and their
 * order makes no difference. What lies open and how many cards are owed is public, so everybody sees that it is forced.
 */
export function forcedSource(state: State): Source | undefined {
  if (state.owedCards + state.owedIntrigue === 0) return undefined
  const sources = openSources(state, owedNow(state))
  const takesAll = state.owedIntrigue === 0 && state.owedCards === state.display.length + state.countryDeck.length
  return sources.length === 1 || takesAll ? sources[0] : undefined
}

export const illegalDraw = (state: State, move: DrawMove): Refusal | undefined =>
  wrongOption(state, move) ?? wrongSource(state, move)

function wrongOption(state: State, { option }: DrawMove): Refusal | undefined {
  if (isFirstTurn(state))
    return (
      option &&
      no(
        'NO_OPTION_IN_FIRST_TURN',
        'In your first turn you draw the given number of country cards; there is no option to choose.',
      )
    )
  if (state.drawOption === null)
    return option ? undefined : no('OPTION_MISSING', `Choose ${DRAW_OPTIONS.join(' or ')} with the first card that you draw.`)
  return option && option !== state.drawOption
    ? no('OPTION_ALREADY_CHOSEN', `You have chosen ${state.drawOption} for this turn before you saw the first card.`)
    : undefined
}

function wrongSource(state: State, { option, sources }: DrawMove): Refusal | undefined {
  let { cards, intrigue } = option && state.drawOption === null ? OWED[option] : owedNow(state)
  let deck = state.countryDeck.length
  const display = [...state.display]
  for (const source of sources) {
    if (source === 'intrigueDeck') {
      if (intrigue-- === 0)
        return no('NO_INTRIGUE_CARD_OWED', 'You draw one intrigue card with countryAndIntrigue, and none otherwise.')
      continue
    }
    if (cards-- === 0) return no('TOO_MANY_CARDS', 'This is more country cards than you are to draw in this turn.')
    if (source === 'countryDeck') {
      if (deck-- === 0) return no('COUNTRY_DECK_EMPTY', 'The country deck is empty until the end of the turn: take open cards.')
    } else if (!take(display, source))
      return no('NOT_ON_DISPLAY', `No (further) card of ${source} lies open; the display is refilled at the end of the turn.`)
  }
  return undefined
}

function take(display: number[], country: Country): boolean {
  const index = display.indexOf(countryIndex(country))
  if (index >= 0) display.splice(index, 1)
  return index >= 0
}

const no = (code: string, message: string): Refusal => ({ code, message })
