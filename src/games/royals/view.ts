/** What each viewer may know. */
import type { Viewer } from '../contract.js'
import { numberAt } from '../lists.js'
import { boardOf } from './board.js'
import { boardView } from './board-view.js'
import {
  type Counts,
  countPile,
  countryCards,
  intrigueCards,
  kindOf,
  NO_COUNTRY_CARDS,
  NO_INTRIGUE_CARDS,
  plus,
  total,
} from './cards.js'
import { COUNTRIES, countryAt, PAIRS, pairAt } from './content.js'
import { maySee, playerViews } from './player-view.js'
import type { Event, Notice, Options, View } from './schema.js'
import { hiddenCards, type Player, type State, trailsOf } from './state.js'
import type { Trail, Trails } from './trails.js'
import { turnView } from './turn-view.js'

export function view(state: State, viewer: Viewer): View {
  const deck = countPile(state.countryDeck, COUNTRIES.length)
  const intrigueDeck = countPile(state.intrigueDeck, PAIRS.length)
  const hidden = hiddenFrom(state, viewer)
  const unseen = hidden.reduce<Counts>((sum, player) => plus(sum, hiddenCards(player)), deck)
  const unseenIntrigue = hidden.reduce<Counts>((sum, { intrigue }) => plus(sum, intrigue), intrigueDeck)
  const { epoch, lastRound, starter, turn, stage, drawOption, owedCards, owedIntrigue } = turnView(state)
  const { cities, titles, countryMarkers, nobleHouses, epochMarkers } = boardView(state, boardOf(state.options))
  return {
    options: settings(state.options),
    epoch,
    round: state.round,
    lastRound,
    starter,
    turn,
    stage,
    drawOption,
    owedCards,
    owedIntrigue,
    display: state.display.map(countryAt),
    countryDeckCount: state.countryDeck.length,
    countryShuffle: state.countryShuffle,
    countryDiscard: countryCards(state.countryDiscard),
    intrigueDeckCount: state.intrigueDeck.length,
    intrigueShuffle: state.intrigueShuffle,
    intrigueDiscard: intrigueCards(state.intrigueDiscard),
    unseenCards: countryCards(unseen),
    unseenIntrigue: intrigueCards(unseenIntrigue),
    deckCards: countryCards(mayBeInDeck(unseen, state.countryDeck.length, hidden, ({ cards }) => cards)),
    deckIntrigue: intrigueCards(mayBeInDeck(unseenIntrigue, state.intrigueDeck.length, hidden, ({ intrigue }) => intrigue)),
    heldUnseen: heldUnseen(hidden),
    cities,
    titles,
    countryMarkers,
    nobleHouses,
    epochMarkers,
    players: playerViews(state, viewer),
    leftInOrder: [...state.left],
    places: state.places && [...state.places],
    decks: viewer === 'referee' ? { cards: countryCards(deck), intrigue: intrigueCards(intrigueDeck) } : null,
  }
}

const hiddenFrom = (state: State, viewer: Viewer): Player[] =>
  viewer === 'referee' ? [] : state.players.filter((_, seat) => !maySee(state, viewer, seat))

/**
 * The most of each kind that may be in the deck. Whatever was in a hidden hand when the deck was shuffled is not in it. What a hand has laid down since may have come from either, but no more of it from
 * what it held than it held cards.
 */
function mayBeInDeck(unseen: Counts, size: number, hidden: readonly Player[], ofKind: (trails: Trails) => Trail): Counts {
  if (hidden.length === 0) return unseen
  const trails = hidden.map((player) => ofKind(trailsOf(player)))
  return unseen.map((count, kind) => {
    let older = 0
    for (const { held, laid } of trails) older += numberAt(held, kind) - Math.min(numberAt(laid, kind), total(held))
    return Math.min(size, count - Math.max(0, older))
  })
}

/** What the hands that are hidden held when their decks were shuffled: everybody who sees all else can tell. */
const heldUnseen = (hidden: readonly Player[]): View['heldUnseen'] => ({
  cards: countryCards(hidden.reduce<Counts>((sum, player) => plus(sum, trailsOf(player).cards.held), NO_COUNTRY_CARDS)),
  intrigue: intrigueCards(hidden.reduce<Counts>((sum, player) => plus(sum, trailsOf(player).intrigue.held), NO_INTRIGUE_CARDS)),
})

/** Made once for each match: its options never change. */
const told = new WeakMap<Options, View['options']>()

function settings(options: Options): View['options'] {
  const known = told.get(options)
  if (known) return known
  const { jokers, starter, colours, evenCubes, edition, intrigueRenewal = 'atOnce', content } = options
  const ownFigures = content !== undefined
  const made = { jokers, starter, colours: [...colours], evenCubes, edition, intrigueRenewal, ownFigures }
  told.set(options, made)
  return made
}

/** Only cards drawn blind are hidden: everybody sees a card that is laid down, or taken from the display. */
export function notice(event: Event, viewer: Viewer): Notice {
  switch (event.type) {
    case 'DisplayFilled':
      return { type: event.type, countries: event.pieces.map((piece) => countryAt(kindOf(piece))) }
    case 'CountryCardDrawn':
      return {
        type: event.type,
        seat: event.seat,
        secretCountry: isOwn(event.seat, viewer) ? countryAt(kindOf(event.piece)) : null,
      }
    case 'IntrigueCardDrawn':
      return {
        type: event.type,
        seat: event.seat,
        secretPair: isOwn(event.seat, viewer) ? pairAt(kindOf(event.piece)) : null,
      }
    default:
      return event
  }
}

const isOwn = (seat: number, viewer: Viewer): boolean => viewer === seat || viewer === 'referee'
