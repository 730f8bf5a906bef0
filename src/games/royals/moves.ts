/** Which moves are open to a seat. */
import { type Choices, computed, none } from '../choices.js'
import { itemAt, numberAt } from '../lists.js'
import { playerAt } from '../seating.js'
import { boardOf, cityAt, type Position, positionAt } from './board.js'
import { CARDS_OF, type Counts, countryCards, intrigueCards, NO_INTRIGUE_CARDS } from './cards.js'
import { CUBES_PER_CLAIM, titleAt } from './content.js'
import { mustChooseDrawOption, OWED, openSources, owedNow } from './draws.js'
import { canPay, cheapest, countryPrice, hasOneWay, intriguePrice, type JokerRule, type Price, worth } from './payment.js'
import { cheapestFirst, countPayments, type Purse, purseOf } from './purse.js'
import type { Move } from './schema.js'
import { selections } from './selections.js'
import { holderOf, isFirstTurn, type Player, type State, surplusCards, surplusIntrigue } from './state.js'
import { DRAW_OPTIONS, type DrawOption, type Source } from './vocabulary.js'

export function legalMoves(state: State, seat: number): Choices<Move> {
  if (state.turn !== seat || state.places) return none()
  if (state.stage === 'draw') return draws(state)
  return state.stage === 'play' ? plays(state, seat) : discards(playerAt(state, seat))
}

/** One card at a time. A draw of several cards is several of these, so the list is not complete where more than one is owed. */
function draws(state: State): Choices<Move> {
  if (!mustChooseDrawOption(state)) {
    const sources = openSources(state, owedNow(state))
    return computed(sources.length, (i) => draw(itemAt(sources, i)), isFirstTurn(state) && state.owedCards === 1)
  }
  const [three, two] = DRAW_OPTIONS
  // What is open to three country cards, and then the same and the intrigue deck to one of each.
  const sources = openSources(state, OWED[two])
  const ofThree = sources.length - 1
  const at = (i: number): Move => (i < ofThree ? draw(itemAt(sources, i), three) : draw(itemAt(sources, i - ofThree), two))
  return computed(ofThree + sources.length, at, false)
}

const draw = (source: Source, option?: DrawOption): Move =>
  option ? { type: 'draw', option, sources: [source] } : { type: 'draw', sources: [source] }

/** A position that the seat can pay for, in how many ways, and how many of these are listed. */
interface Offer {
  readonly number: number
  readonly takeOver: boolean
  readonly ways: number
  readonly listed: number
}

/** Besides the cheapest payment, so many others are listed, spread over all of them. */
const SAMPLE = 3
const END_PLAY: Move = { type: 'endPlay' }

/** Ending the play, then each position that the seat can pay for: with the cheapest payment, and with a sample of the others. */
function plays(state: State, seat: number): Choices<Move> {
  const offers = offersTo(state, seat)
  let size = 1
  let complete = true
  for (const { ways, listed } of offers) {
    size += listed
    complete &&= ways === listed
  }
  const at = (index: number): Move => {
    let rest = index - 1
    for (const offer of offers) {
      if (rest >= 0 && rest < offer.listed) return play(state, seat, offer, rest)
      rest -= offer.listed
    }
    return END_PLAY
  }
  return computed(size, at, complete)
}

function offersTo(state: State, seat: number): Offer[] {
  const player = playerAt(state, seat)
  if (player.cubes < CUBES_PER_CLAIM) return []
  const { positions } = boardOf(state.options)
  const worths: number[] = []
  for (let country = 0; country < CARDS_OF.length; country++)
    worths.push(worth(player.cards, countryPrice({ country, needed: 0 })))
  const purses: Purses = { cards: [], intrigue: [] }
  const offers: Offer[] = []
  for (let number = 0; number < positions.length; number++) {
    const position = itemAt(positions, number)
    const holder = holderOf(state, number)
    if (holder === seat || position.needed > numberAt(worths, position.country)) continue
    const takeOver = holder >= 0
    if (takeOver && !canPay(player.intrigue, intriguePrice(position))) continue
    const ways = waysToPay(state.options.jokers, player, position, takeOver, purses)
    offers.push({ number, takeOver, ways, listed: Math.min(ways, 1 + SAMPLE) })
  }
  return offers
}

/** By country; those that no position has asked for yet are missing. */
interface Purses {
  readonly cards: Purse[]
  readonly intrigue: Purse[]
}

function waysToPay(rule: JokerRule, player: Player, position: Position, takeOver: boolean, purses: Purses): number {
  const byCards = waysIn(purses.cards, player.cards, position.country, countryPrice(position), rule)
  return takeOver ? byCards * waysIn(purses.intrigue, player.intrigue, position.country, intriguePrice(position), rule) : byCards
}

function waysIn(purses: Purse[], hand: Counts, country: number, price: Price, rule: JokerRule): number {
  if (hasOneWay(hand, price, rule)) return 1
  const purse = purses[country] ?? purseOf(hand, price)
  purses[country] = purse
  return countPayments(purse, price, rule)
}

/** Names the payment always, so that nobody has to work out which one the rules would choose. */
function play(state: State, seat: number, offer: Offer, place: number): Move {
  const board = boardOf(state.options)
  const position = positionAt(board, offer.number)
  const { city } = cityAt(board, position.city)
  const title = titleAt(position.title)
  const [cards, intrigue] = payment(state, playerAt(state, seat), position, offer, place)
  const paid = countryCards(cards)
  return offer.takeOver
    ? { type: 'takeOver', city, title, cards: paid, intrigue: intrigueCards(intrigue) }
    : { type: 'claim', city, title, cards: paid }
}

/** The cheapest, and then the sample. */
function payment(
  { options }: State,
  { cards, intrigue }: Player,
  position: Position,
  { takeOver, ways, listed }: Offer,
  place: number,
): [cards: Counts, intrigue: Counts] {
  const [price, pairs] = [countryPrice(position), intriguePrice(position)]
  if (place === 0) return [cheapest(cards, price), takeOver ? cheapest(intrigue, pairs) : NO_INTRIGUE_CARDS]
  const way = 1 + Math.floor(((place - 1) * (ways - 1)) / (listed - 1))
  const byCards = cheapestFirst(cards, price, options.jokers)
  const paid = byCards.at(way % byCards.size)
  if (!takeOver) return [paid, NO_INTRIGUE_CARDS]
  return [paid, cheapestFirst(intrigue, pairs, options.jokers).at(Math.floor(way / byCards.size))]
}

/** Every way to discard exactly the surplus. */
function discards(player: Player): Choices<Move> {
  const cards = selections(player.cards, surplusCards(player))
  const intrigue = selections(player.intrigue, surplusIntrigue(player))
  return computed(cards.size * intrigue.size, (index) => ({
    type: 'discard',
    cards: countryCards(cards.at(index % cards.size)),
    intrigue: intrigueCards(intrigue.at(Math.floor(index / cards.size))),
  }))
}
