/** Why a move is not allowed. */
import { type Refusal, refusal } from '../contract.js'
import type { OfType } from '../evolving.js'
import { playerAt } from '../seating.js'
import { type Board, boardOf, findCity, findPosition, type Position, positionAt } from './board.js'
import { type Counts, countryIndex, countsOfCountries, countsOfPairs, exceeds, total } from './cards.js'
import { COUNTRY_LIMIT, type Country, CUBES_PER_CLAIM, countryAt, INTRIGUE_LIMIT } from './content.js'
import { OWED, owedNow } from './draws.js'
import { canPay, countryPrice, intriguePrice, type JokerRule, type Price, paymentFault } from './payment.js'
import { STAGE_OF } from './phase.js'
import type { Move, PlayMove } from './schema.js'
import { holderOf, isFirstTurn, type Player, type State, surplusCards, surplusIntrigue } from './state.js'
import { DRAW_OPTIONS, type Stage } from './vocabulary.js'

type DrawMove = OfType<Move, 'draw'>
type DiscardMove = OfType<Move, 'discard'>

/** Why the seat on turn may not make this move; undefined if it may. */
export function illegality(state: State, seat: number, move: Move): Refusal | undefined {
  const early = wrongStage(state.stage, move)
  if (early) return early
  switch (move.type) {
    case 'draw':
      return wrongDrawOption(state, move) ?? wrongSource(state, move)
    case 'claim':
    case 'takeOver':
      return wrongPlay(state, seat, move)
    case 'endPlay':
      return undefined
    case 'discard':
      return wrongDiscard(playerAt(state, seat), move)
  }
}

function wrongStage(stage: Stage, move: Move): Refusal | undefined {
  if (STAGE_OF[move.type] === stage) return undefined
  if (stage === 'draw') return refusal('DRAW_FIRST', 'A turn begins with drawing: draw all the cards that you must draw.')
  if (stage === 'discard') return refusal('DISCARD_FIRST', 'You hold more cards than the limit allows: discard the surplus.')
  return move.type === 'draw'
    ? refusal('ALREADY_DRAWN', 'You have drawn all the cards of this turn.')
    : refusal('NOTHING_TO_DISCARD', 'Cards are discarded only at the end of a turn, and only above the hand limit.')
}

function wrongDrawOption(state: State, { option }: DrawMove): Refusal | undefined {
  if (isFirstTurn(state)) return option && noOptionInFirstTurn()
  if (state.drawOption === null)
    return option
      ? undefined
      : refusal('OPTION_MISSING', `Choose ${DRAW_OPTIONS.join(' or ')} with the first card that you draw.`)
  return option && option !== state.drawOption
    ? refusal('OPTION_ALREADY_CHOSEN', `You have chosen ${state.drawOption} for this turn before you saw the first card.`)
    : undefined
}

const noOptionInFirstTurn = (): Refusal =>
  refusal(
    'NO_OPTION_IN_FIRST_TURN',
    'In your first turn you draw the given number of country cards; there is no option to choose.',
  )

/** Draws the cards one by one from copies of what is left, because each source may be used up by those before it. */
function wrongSource(state: State, { option, sources }: DrawMove): Refusal | undefined {
  let { cards, intrigue } = option && state.drawOption === null ? OWED[option] : owedNow(state)
  let deck = state.countryDeck.length
  const display = [...state.display]
  for (const source of sources) {
    if (source === 'intrigueDeck') {
      if (intrigue-- === 0)
        return refusal('NO_INTRIGUE_CARD_OWED', 'You draw one intrigue card with countryAndIntrigue, and none otherwise.')
      continue
    }
    if (cards-- === 0) return refusal('TOO_MANY_CARDS', 'This is more country cards than you are to draw in this turn.')
    if (source === 'countryDeck') {
      if (deck-- === 0)
        return refusal('COUNTRY_DECK_EMPTY', 'The country deck is empty until the end of the turn: take open cards.')
    } else if (!take(display, source))
      return refusal(
        'NOT_ON_DISPLAY',
        `No (further) card of ${source} lies open; the display is refilled at the end of the turn.`,
      )
  }
  return undefined
}

/** Takes a card of the country off the display; false if there is none. */
function take(display: number[], country: Country): boolean {
  const index = display.indexOf(countryIndex(country))
  if (index >= 0) display.splice(index, 1)
  return index >= 0
}

function wrongPlay(state: State, seat: number, move: PlayMove): Refusal | undefined {
  const board = boardOf(state.options)
  const number = findPosition(board, move.city, move.title)
  if (number < 0) return noSuchPosition(board, move)
  const player = playerAt(state, seat)
  return (
    wrongHolder(holderOf(state, number), seat, move) ??
    tooFewCubes(player) ??
    wrongPayment(player, positionAt(board, number), move, state.options.jokers)
  )
}

const noSuchPosition = (board: Board, { city, title }: PlayMove): Refusal =>
  findCity(board, city) < 0
    ? refusal('NO_SUCH_CITY', `There is no city called ${JSON.stringify(city)} on the board.`)
    : refusal('NO_SUCH_POSITION', `${city} has no position with the title ${title}.`)

function wrongHolder(holder: number, seat: number, { type, city, title }: PlayMove): Refusal | undefined {
  const name = `The ${title} of ${city}`
  if (holder === seat) return refusal('OWN_POSITION', `${name} is yours: you may not take over your own position.`)
  if (type === 'claim' && holder >= 0)
    return refusal('POSITION_OCCUPIED', `${name} is held by seat ${holder}: it can only be taken over.`)
  if (type === 'takeOver' && holder < 0) return refusal('POSITION_FREE', `${name} is free: claim it, no intrigue card is needed.`)
  return undefined
}

const tooFewCubes = ({ cubes }: Player): Refusal | undefined =>
  cubes < CUBES_PER_CLAIM ? refusal('NOT_ENOUGH_CUBES', `A position takes two cubes and you have ${cubes} left.`) : undefined

function wrongPayment(player: Player, position: Position, move: PlayMove, rule: JokerRule): Refusal | undefined {
  const country = countryAt(position.country)
  const cards = move.cards && countsOfCountries(move.cards)
  const wrong = wrongCards(player.cards, cards, countryPrice(position), rule, country)
  if (wrong || move.type === 'claim') return wrong
  const intrigue = move.intrigue && countsOfPairs(move.intrigue)
  return wrongIntrigue(player.intrigue, intrigue, intriguePrice(position), rule, country)
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
    return refusal('NOT_ENOUGH_CARDS', `You cannot pay ${asked}, not even with three cards of any kind for one.`)
  switch (paid && paymentFault(hand, paid, price, rule)) {
    case undefined:
      return undefined
    case 'notInHand':
      return refusal('CARDS_NOT_IN_HAND', 'You do not hold all the country cards that you want to pay with.')
    case 'tooSmall':
      return refusal('CARDS_TOO_FEW', `These country cards are worth less than ${asked}; three cards of any kind stand for one.`)
    case 'notExact':
      return refusal(
        'CARDS_NOT_EXACT',
        `Pay exactly ${asked}, each as a single card or as three of any kind: these cards are more.`,
      )
    case 'jokerNotNeeded':
      return refusal('JOKER_NOT_NEEDED', `You hold ${asked}: three cards stand for one only if you lack matching cards.`)
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
  if (!canPay(hand, price))
    return refusal('NOT_ENOUGH_INTRIGUE', `You cannot pay ${asked}, not even with two of any kind for one.`)
  switch (paid && paymentFault(hand, paid, price, rule)) {
    case undefined:
      return undefined
    case 'notInHand':
      return refusal('INTRIGUE_NOT_IN_HAND', 'You do not hold all the intrigue cards that you want to pay with.')
    case 'tooSmall':
      return refusal('INTRIGUE_TOO_FEW', `These intrigue cards are worth less than ${asked}; two of any kind stand for one.`)
    case 'notExact':
      return refusal(
        'INTRIGUE_NOT_EXACT',
        `Pay exactly ${asked}, each as a single card or as two of any kind: these cards are more.`,
      )
    case 'jokerNotNeeded':
      return refusal('INTRIGUE_JOKER_NOT_NEEDED', `You hold ${asked}: two cards stand for one only if you lack matching cards.`)
  }
}

function wrongDiscard(player: Player, move: DiscardMove): Refusal | undefined {
  const cards = countsOfCountries(move.cards)
  const intrigue = countsOfPairs(move.intrigue)
  return (
    wrongNumberOfCards(total(cards), surplusCards(player)) ??
    wrongNumberOfIntrigue(total(intrigue), surplusIntrigue(player)) ??
    notInHand(player, cards, intrigue)
  )
}

const wrongNumberOfCards = (count: number, surplus: number): Refusal | undefined =>
  count === surplus
    ? undefined
    : refusal('WRONG_NUMBER_OF_CARDS', `Discard exactly ${surplus} country card(s): the limit is ${COUNTRY_LIMIT}.`)

const wrongNumberOfIntrigue = (count: number, surplus: number): Refusal | undefined =>
  count === surplus
    ? undefined
    : refusal('WRONG_NUMBER_OF_INTRIGUE', `Discard exactly ${surplus} intrigue card(s): the limit is ${INTRIGUE_LIMIT}.`)

function notInHand(player: Player, cards: Counts, intrigue: Counts): Refusal | undefined {
  if (exceeds(cards, player.cards))
    return refusal('CARDS_NOT_IN_HAND', 'You do not hold all the country cards that you want to discard.')
  if (exceeds(intrigue, player.intrigue))
    return refusal('INTRIGUE_NOT_IN_HAND', 'You do not hold all the intrigue cards that you want to discard.')
  return undefined
}
