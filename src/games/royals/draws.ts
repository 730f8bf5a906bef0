/** Drawing: how many cards a seat must still draw, and which sources are open for the next one. */
import { COUNTRIES, countryAt } from './content.js'
import { isFirstTurn, type State } from './state.js'
import type { DrawOption, Source } from './vocabulary.js'

/** Cards that a seat must still draw. */
export interface Owed {
  readonly cards: number
  readonly intrigue: number
}

export const OWED: Record<DrawOption, Owed> = {
  threeCountryCards: { cards: 3, intrigue: 0 },
  countryAndIntrigue: { cards: 1, intrigue: 1 },
}

export const mustChooseDrawOption = (state: State): boolean => !isFirstTurn(state) && state.drawOption === null

export const owedNow = (state: State): Owed => ({ cards: state.owedCards, intrigue: state.owedIntrigue })

export function openSources(state: State, owed: Owed): Source[] {
  const sources: Source[] = []
  if (owed.cards > 0) {
    for (let country = 0; country < COUNTRIES.length; country++)
      if (state.display.includes(country)) sources.push(countryAt(country))
    if (state.countryDeck.length > 0) sources.push('countryDeck')
  }
  if (owed.intrigue > 0) sources.push('intrigueDeck')
  return sources
}

/**
 * The source of the next card if there is no choice left: only one is open, or the seat must take all country cards that there are, so
 * that their order makes no difference. What lies open and how many cards are owed is public, so everybody sees that it is forced.
 */
export function forcedSource(state: State): Source | undefined {
  const { owedCards, owedIntrigue, display, countryDeck } = state
  if (owedCards + owedIntrigue === 0) return undefined
  // The common case: country cards are owed, and there are open and hidden ones enough.
  if (display.length > 0 && countryDeck.length > 0 && owedCards > 0 && owedCards < display.length + countryDeck.length)
    return undefined
  const sources = openSources(state, owedNow(state))
  const takesAll = owedIntrigue === 0 && owedCards === display.length + countryDeck.length
  return sources.length === 1 || takesAll ? sources[0] : undefined
}
