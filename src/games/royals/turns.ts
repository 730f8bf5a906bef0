/** The course of play: what each command leads to, up to the next choice that a seat has to make. */
import type { Dice, LeaveReason } from '../contract.js'
import type { Unfolding } from '../deciding.js'
import type { OfType } from '../evolving.js'
import { itemAt, numberAt } from '../lists.js'
import { hasLeft, playerAt, stillPlaying } from '../seating.js'
import { boardOf, findPosition, positionAt } from './board.js'
import { bonuses } from './bonuses.js'
import { countryCards, intrigueCards } from './cards.js'
import { CUBES_PER_CLAIM, DISPLAY_SIZE, EPOCHS, FIRST_DRAW } from './content.js'
import { forcedSource, OWED } from './draws.js'
import { cheapest, countryPrice, intriguePrice } from './payment.js'
import type { Event, Move, PlayMove } from './schema.js'
import { epochScores, finalPlaces, titleScores } from './scoring.js'
import { cardCount, holderOf, intrigueCount, type State, surplusCards, surplusIntrigue } from './state.js'
import type { Source } from './vocabulary.js'

type Play = Unfolding<State, Event>

export function start(play: Play, dice: Dice): void {
  const { options, players } = play.state
  play.emit({ type: 'MatchBegan', starter: options.starter === 'seat0' ? 0 : dice.roll('starter', players.length) })
  fillDisplay(play, dice)
  beginTurn(play, play.state.starter, 1)
}

export function move(play: Play, seat: number, chosen: Move, dice: Dice): void {
  carryOut(play, seat, chosen, dice)
  playForced(play, dice)
}

/** The hand goes to the discard piles; a turn that was going on is over. Cubes and markers stay where they are. */
export function leave(play: Play, seat: number, reason: LeaveReason, dice: Dice): void {
  const wasOnTurn = play.state.turn === seat
  const { cards, intrigue } = playerAt(play.state, seat)
  play.emit({ type: 'SeatLeft', seat, reason, cards: countryCards(cards), intrigue: intrigueCards(intrigue) })
  if (stillPlaying(play.state).length === 1) endMatch(play)
  else if (wasOnTurn) endTurn(play, dice)
}

/** Goes on while everybody can see that the seat on turn has no choice. */
function playForced(play: Play, dice: Dice): void {
  while (!play.state.places) {
    const { stage, turn } = play.state
    const source = stage === 'draw' ? forcedSource(play.state) : undefined
    if (source) drawOne(play, turn, source, dice)
    else if (stage === 'play' && !mightPlay(play.state, turn)) endPlay(play, turn, dice)
    else return
  }
}

/**
 * Whether the seat could play a card as far as everybody knows: from its cubes and the number of cards in its hand, as if every card
 * matched. If not, its turn goes on by itself.
 */
function mightPlay(state: State, seat: number): boolean {
  const player = playerAt(state, seat)
  if (player.cubes < CUBES_PER_CLAIM) return false
  const [cards, intrigue] = [cardCount(player), intrigueCount(player)]
  const { positions } = boardOf(state.options)
  for (let number = 0; number < positions.length; number++) {
    const position = itemAt(positions, number)
    const holder = holderOf(state, number)
    if (holder === seat || position.needed > cards) continue
    if (holder < 0 || intriguePrice(position).units <= intrigue) return true
  }
  return false
}

function carryOut(play: Play, seat: number, chosen: Move, dice: Dice): void {
  switch (chosen.type) {
    case 'draw':
      draw(play, seat, chosen, dice)
      break
    case 'claim':
    case 'takeOver':
      occupy(play, seat, chosen)
      break
    case 'endPlay':
      endPlay(play, seat, dice)
      break
    case 'discard':
      play.emit({ type: 'CardsDiscarded', seat, cards: chosen.cards, intrigue: chosen.intrigue })
      endTurn(play, dice)
  }
}

function draw(play: Play, seat: number, { option, sources }: OfType<Move, 'draw'>, dice: Dice): void {
  if (option && play.state.drawOption === null) {
    const { cards, intrigue } = OWED[option]
    play.emit({ type: 'DrawOptionChosen', seat, option, owedCards: cards, owedIntrigue: intrigue })
  }
  for (const source of sources) drawOne(play, seat, source, dice)
}

function drawOne(play: Play, seat: number, source: Source, dice: Dice): void {
  if (source === 'countryDeck') play.emit({ type: 'CountryCardDrawn', seat, piece: topCountryCard(play.state, dice) })
  else if (source !== 'intrigueDeck') play.emit({ type: 'DisplayCardTaken', seat, country: source })
  else {
    if (play.state.intrigueDeck.length === 0) renewIntrigueDeck(play)
    play.emit({ type: 'IntrigueCardDrawn', seat, piece: topIntrigueCard(play.state, dice) })
    if (play.state.intrigueDeck.length === 0 && isRenewedAtOnce(play.state)) renewIntrigueDeck(play)
  }
}

const topCountryCard = (state: State, dice: Dice): string =>
  itemAt(dice.draw(`country:${state.countryShuffle}`, state.countryDeck), 0)
const topIntrigueCard = (state: State, dice: Dice): string =>
  itemAt(dice.draw(`intrigue:${state.intrigueShuffle}`, state.intrigueDeck), 0)

const isRenewedAtOnce = ({ options }: State): boolean => options.intrigueRenewal !== 'whenNeeded'

const renewIntrigueDeck = (play: Play): void =>
  play.emit({ type: 'IntrigueDeckRenewed', shuffle: play.state.intrigueShuffle + 1 })

function occupy(play: Play, seat: number, chosen: PlayMove): void {
  const before = play.state
  const number = findPosition(boardOf(before.options), chosen.city, chosen.title)
  play.emit(occupation(before, seat, chosen, number))
  for (const event of bonuses(before, play.state, seat, number)) play.emit(event)
}

/** A payment that the move leaves out is the cheapest one. */
function occupation(state: State, seat: number, chosen: PlayMove, number: number): Event {
  const { cards, intrigue } = playerAt(state, seat)
  const position = positionAt(boardOf(state.options), number)
  const { city, title } = chosen
  const paid = chosen.cards ?? countryCards(cheapest(cards, countryPrice(position)))
  if (chosen.type === 'claim') return { type: 'PositionClaimed', seat, city, title, cards: paid }
  const paidIntrigue = chosen.intrigue ?? intrigueCards(cheapest(intrigue, intriguePrice(position)))
  return { type: 'PositionTakenOver', seat, city, title, from: holderOf(state, number), cards: paid, intrigue: paidIntrigue }
}

function endPlay(play: Play, seat: number, dice: Dice): void {
  const player = playerAt(play.state, seat)
  const [cards, intrigue] = [surplusCards(player), surplusIntrigue(player)]
  play.emit({ type: 'PlayEnded', seat, surplusCards: cards, surplusIntrigue: intrigue })
  if (cards + intrigue === 0) endTurn(play, dice)
}

/** The display is filled again; if the deck is too small for that, the epoch is over. */
function endTurn(play: Play, dice: Dice): void {
  fillDisplay(play, dice)
  const epochEnds = play.state.display.length < DISPLAY_SIZE
  const { epoch, lastRound } = play.state
  if (epochEnds) endEpoch(play, dice)
  passTheTurn(play, lastRound || (epochEnds && epoch === EPOCHS))
}

function fillDisplay(play: Play, dice: Dice): void {
  const { countryDeck, display, countryShuffle } = play.state
  const count = Math.min(DISPLAY_SIZE - display.length, countryDeck.length)
  if (count > 0) play.emit({ type: 'DisplayFilled', pieces: dice.draw(`country:${countryShuffle}`, countryDeck, count) })
}

/** The first two epochs are scored at once; the third when its round has been played to the end. */
function endEpoch(play: Play, dice: Dice): void {
  play.emit({ type: 'CountryDeckRenewed', shuffle: play.state.countryShuffle + 1 })
  fillDisplay(play, dice)
  if (play.state.epoch < EPOCHS) scoreEpoch(play)
}

function scoreEpoch(play: Play): void {
  for (const event of epochScores(play.state)) play.emit(event)
  play.emit({ type: 'EpochEnded', epoch: play.state.epoch })
}

/** Clockwise to the next seat that still plays. A round ends where the turn comes to the starter's seat, even if the starter has left. */
function passTheTurn(play: Play, isLastRound: boolean): void {
  const { players, starter, turn, round, lastRound } = play.state
  const seats = players.length
  let seat = turn
  let roundEnds = false
  do {
    seat = (seat + 1) % seats
    roundEnds ||= seat === starter
  } while (hasLeft(play.state, seat))
  if (roundEnds && isLastRound) {
    endRegularly(play)
    return
  }
  if (isLastRound && !lastRound) play.emit({ type: 'LastRoundBegan' })
  beginTurn(play, seat, roundEnds ? round + 1 : round)
}

function beginTurn(play: Play, seat: number, round: number): void {
  const seats = play.state.players.length
  const inTurnOrder = (seat - play.state.starter + seats) % seats
  const firstDraw = round === 1 ? numberAt(itemAt(FIRST_DRAW, seats), inTurnOrder) : null
  play.emit({ type: 'TurnBegan', seat, round, firstDraw })
}

function endRegularly(play: Play): void {
  scoreEpoch(play)
  for (const event of titleScores(play.state)) play.emit(event)
  endMatch(play)
}

function endMatch(play: Play): void {
  const hands = play.state.players.map(({ cards, intrigue }) => ({
    cards: countryCards(cards),
    intrigue: intrigueCards(intrigue),
  }))
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state), hands })
}
