import { catalogueOf } from '../../../src/games/medieval-realms/catalogue.js'
import type { State } from '../../../src/games/medieval-realms/state.js'
import type { Probe } from '../../support/probe.js'
import { HOUSE_CONTENT, LIBRARY_CONTENT, LONE_CARD } from './decks.js'

/** Every single card is in exactly one place. */
function census(state: State): Record<string, number> {
  const places = [
    ...state.fields.flatMap((card) => card ?? []),
    ...state.coming,
    ...state.deck,
    ...state.discarded,
    ...state.players.flatMap(({ hand, inPlay }) => [...hand, ...inPlay]),
    ...(state.auction ? [state.auction.card] : []),
  ]
  const counts = Object.fromEntries(catalogueOf(state.options).cards.map((card) => [card, 0]))
  for (const card of places) counts[card] = (counts[card] ?? 0) + 1
  return { ...counts, all: places.length, handsOverTheLimit: state.players.filter(({ hand }) => hand.length > 4).length }
}

export const probe: Probe = {
  id: 'medieval-realms',
  cases: [
    ...[2, 3, 4, 5].map((seats) => ({ seats, options: {} })),
    ...[2, 5].map((seats) => ({ seats, options: { firstOrder: 'seats', content: HOUSE_CONTENT } })),
    { seats: 3, options: { content: LIBRARY_CONTENT } },
  ],
  smallest: { seats: 2, options: { firstOrder: 'seats', content: { deck: [LONE_CARD] } } },
  // 5 pairs, 35 placements, 35 passes, 84 activations and 84 plays at most; a card may bring two or three choices; and bids
  maxEntries: 1500,
  census,
}
