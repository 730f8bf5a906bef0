/** A match as an evaluation looks at it: a part of a view, and of a state only that part is made. */
import type { Placing } from '../contract.js'
import { boardOf } from './board.js'
import { type BoardView, boardView } from './board-view.js'
import { countryCards } from './cards.js'
import { playerViews } from './player-view.js'
import type { View } from './schema.js'
import type { State } from './state.js'
import { type TurnView, turnView } from './turn-view.js'

type Cards = Pick<View, 'countryDeckCount' | 'countryDiscard'>

export interface Judged extends TurnView, Cards, BoardView {
  readonly players: readonly View['players'][number][]
  readonly leftInOrder: readonly number[]
  readonly places: readonly Placing[] | null
}

/** All there is to know. */
export function judgedState(state: State): Judged {
  const { epoch, lastRound, starter, turn, stage, drawOption, owedCards, owedIntrigue } = turnView(state)
  const { cities, titles, countryMarkers, nobleHouses, epochMarkers } = boardView(state, boardOf(state.options))
  return {
    epoch,
    lastRound,
    starter,
    turn,
    stage,
    drawOption,
    owedCards,
    owedIntrigue,
    countryDeckCount: state.countryDeck.length,
    countryDiscard: countryCards(state.countryDiscard),
    cities,
    titles,
    countryMarkers,
    nobleHouses,
    epochMarkers,
    players: playerViews(state, 'referee'),
    leftInOrder: state.left,
    places: state.places,
  }
}
