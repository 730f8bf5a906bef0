/** Playing cards: which positions can be claimed or taken over, how they may be paid for, and why a play is refused. */
import { type Choices, computed } from '../choices.js'
import type { Refusal } from '../contract.js'
import { type Board, boardOf, cityAt, findPlace, type Place, placeAt } from './board.js'
import { type Counts, countryCards, countsOfCountries, countsOfPairs, intrigueCards } from './cards.js'
import { COUNTRIES, type Country, CUBES_PER_CLAIM, countryAt, titleAt } from './content.js'
import {
  canPay,
  countPayments,
  countryPrice,
  intriguePrice,
  type JokerRule,
  type Price,
  paymentFault,
  payments,
  worth,
} from './payment.js'
import type { Move } from './schema.js'
import { cardCount, intrigueCount, type Player, playerAt, type State } from './state.js'

export type PlayMove = Extract<Move, { type: 'claim' | 'takeOver' }>

/** A position that the seat can pay for, and how many of its payments are listed one by one. */
interface Offer {
  readonly number: number
  readonly takeOver: boolean
  readonly ways: number
}

/** Where several payments are possible, this many are listed, spread over all of them. */
const SAMPLE = 3
const END_PLAY: Move = { type: 'endPlay' }

/** Ending the play, then each position within reach: without a payment (the cheapest is used) and with a sample of payments. */
export function plays(state: State, seat: number): Choices<Move> {
  const offers = offersTo(state, seat)
  const size = offers.reduce((sum, { ways }) => sum + 1 + ways, 1)
  const at = (index: number): Move => {
    let rest = index - 1
    for (const offer of offers) {
      if (rest >= 0 && rest <= offer.ways) return play(state, seat, offer, rest)
      rest -= 1 + offer.ways
    }
    return END_PLAY
  }
  return computed(size, at, offers.length === 0)
}

function offersTo(state: State, seat: number): Offer[] {
  const player = playerAt(state, seat)
  if (player.cubes < CUBES_PER_CLAIM) return []
  const { places } = boardOf(state.options)
  const reach = COUNTRIES.map((_, country) => reachIn(player.cards, country))
  const offers: Offer[] = []
  for (let number = 0; number < places.length; number++) {
    const place = places[number] as Place
    const holder = state.holders[number] as number
    if (holder === seat || place.needed > (reach[place.country] as number)) continue
    if (holder < 0 || canPay(player.intrigue, intriguePrice(place)))
      offers.push({
        number,
        takeOver: holder >= 0,
        ways: listedWays(state, player, place, holder >= 0),
      })
  }
  return offers
}

/** How many cards of the country this hand can stand for. */
const reachIn = (cards: Counts, country: number): number => worth(cards, countryPrice({ country, needed: 0 }))

function listedWays({ options }: State, player: Player, place: Place, takeOver: boolean): number {
  const byCards = countPayments(player.cards, countryPrice(place), options.jokers)
  const all = takeOver ? byCards * countPayments(player.intrigue, intriguePrice(place), options.jokers) : byCards
  return all === 1 ? 0 : Math.min(SAMPLE, all)
}

/** The offer without a payment (way 0), or with one of its sample. */
function play(state: State, seat: number, offer: Offer, way: number): Move {
  const place = placeAt(boardOf(state.options), offer.number)
  const at = {
    city: cityAt(boardOf(state.options), place.city).city,
    title: titleAt(place.title),
  }
  const type = offer.takeOver ? 'takeOver' : 'claim'
  if (way === 0) return { type, ...at }
  const { cards, intrigue } = playerAt(state, seat)
  const byCards = payments(cards, countryPrice(place), state.options.jokers)
  const byIntrigue = offer.takeOver ? payments(intrigue, intriguePrice(place), state.options.jokers) : null
  const all = byCards.size * (byIntrigue?.size ?? 1)
  const index = Math.floor(((way - 1) * all) / offer.ways)
  const paid = countryCards(byCards.at(index % byCards.size))
  if (!byIntrigue) return { type: 'claim', ...at, cards: paid }
  return {
    type: 'takeOver',
    ...at,
    cards: paid,
    intrigue: intrigueCards(byIntrigue.at(Math.floor(index / byCards.size))),
  }
}

/**
 * Whether the seat could play a card for all that everybody knows: its cubes and the sizes of its hand, as if every card matched.
 * If not, its turn goes on by itself.
 */
export function mightPlay(state: State, seat: number): boolean {
  const player = playerAt(state, seat)
  if (player.cubes < CUBES_PER_CLAIM) return false
  const [cards, intrigue] = [cardCount(player), intrigueCount(player)]
  return boardOf(state.options).places.some((place, number) => {
    const holder = state.holders[number] as number
    return holder !== seat && place.needed <= cards && (holder < 0 || intriguePrice(place).units <= intrigue)
  })
}

export function illegalPlay(state: State, seat: number, move: PlayMove): Refusal | undefined {
  const board = boardOf(state.options)
  const number = findPlace(board, move.city, move.title)
  if (number < 0) return noSuchPosition(board, move)
  const player = playerAt(state, seat)
  return (
    wrongHolder(state.holders[number] as number, seat, move) ??
    (player.cubes < CUBES_PER_CLAIM
      ? no('NOT_ENOUGH_CUBES', `A position takes two cubes and you have ${player.cubes} left.`)
      : undefined) ??
    wrongPayment(player, placeAt(board, number), move, state.options.jokers)
  )
}

const noSuchPosition = (board: Board, { city, title }: PlayMove): Refusal =>
  board.cityByName.has(city)
    ? no('NO_SUCH_POSITION', `${city} has no position with the title ${title}.`)
    : no('NO_SUCH_CITY', `There is no city called ${JSON.stringify(city)} on the board.`)

function wrongHolder(holder: number, seat: number, { type, city, title }: PlayMove): Refusal | undefined {
  const name = `The ${title} of ${city}`
  if (holder === seat) return no('OWN_POSITION', `${name} is yours: you may not take over your own position.`)
  if (type === 'claim' && holder >= 0)
    return no('POSITION_OCCUPIED', `${name} is held by seat ${holder}: it can only be taken over.`)
  if (type === 'takeOver' && holder < 0) return no('POSITION_FREE', `${name} is free: claim it, no intrigue card is needed.`)
  return undefined
}

function wrongPayment(player: Player, place: Place, move: PlayMove, rule: JokerRule): Refusal | undefined {
  const country = countryAt(place.country)
  return (
    wrongCards(player.cards, move.cards && countsOfCountries(move.cards), countryPrice(place), rule, country) ??
    (move.type === 'takeOver'
      ? wrongIntrigue(player.intrigue, move.intrigue && countsOfPairs(move.intrigue), intriguePrice(place), rule, country)
      : undefined)
  )
}

function wrongCards(
  hand: Counts,
  paid: Counts | undefined,
  price: Price,
  rule: JokerRule,
  country: Country,
): Refusal | undefined {
  const asked = `${price.units} card(s) of ${country}`
  if (!canPay(hand, price))
    return no('NOT_ENOUGH_CARDS', `You cannot pay ${asked}, not even with three cards of any kind for one.`)
  switch (paid && paymentFault(hand, paid, price, rule)) {
    case undefined:
      return undefined
    case 'notInHand':
      return no('CARDS_NOT_IN_HAND', 'You do not hold all the country cards that you want to pay with.')
    case 'tooSmall':
      return no('CARDS_TOO_FEW', `These country cards are worth less than ${asked}; three cards of any kind stand for one.`)
    case 'notExact':
      return no('CARDS_NOT_EXACT', `Pay exactly ${asked}, each as a single card or as three of any kind: these cards are more.`)
    case 'jokerNotNeeded':
      return no('JOKER_NOT_NEEDED', `You hold ${asked}: three cards stand for one only if you lack matching cards.`)
  }
}

function wrongIntrigue(
  hand: Counts,
  paid: Counts | undefined,
  price: Price,
  rule: JokerRule,
  country: Country,
): Refusal | undefined {
  const asked = `${price.units} intrigue card(s) showing ${country}`
  if (!canPay(hand, price)) return no('NOT_ENOUGH_INTRIGUE', `You cannot pay ${asked}, not even with two of any kind for one.`)
  switch (paid && paymentFault(hand, paid, price, rule)) {
    case undefined:
      return undefined
    case 'notInHand':
      return no('INTRIGUE_NOT_IN_HAND', 'You do not hold all the intrigue cards that you want to pay with.')
    case 'tooSmall':
      return no('INTRIGUE_TOO_FEW', `These intrigue cards are worth less than ${asked}; two of any kind stand for one.`)
    case 'notExact':
      return no('INTRIGUE_NOT_EXACT', `Pay exactly ${asked}, each as a single card or as two of any kind: these cards are more.`)
    case 'jokerNotNeeded':
      return no('INTRIGUE_JOKER_NOT_NEEDED', `You hold ${asked}: two cards stand for one only if you lack matching cards.`)
  }
}

const no = (code: string, message: string): Refusal => ({ code, message })
