/** The course of play: what each command leads to, down to the next real choice of a seat. */
import type { Dice, LeaveReason } from '../contract.js'
import { itemAt, numberAt } from '../lists.js'
import { clockwiseFrom, hasLeft, playerAt, stillPlaying } from '../seating.js'
import { agentsOutside } from './agents.js'
import {
  BONUS_ROUND,
  CLANS,
  DOMAIN_SPACES,
  isRoom,
  LAST_STEP,
  type Location,
  ROOMS,
  ROUNDS,
  type Rules,
  TRACKS,
  trackOf,
} from './content.js'
import { advance, carryOut, drawn, moveMarker, openChoice, type Play, takeChips } from './effects.js'
import { majorities, ties } from './majorities.js'
import { answers, pushes } from './moves.js'
import type { Move } from './schema.js'
import { finalPlaces, scoreOf } from './scoring.js'
import { type Choice, domainOf, handCount, hasNeutral, type Majority, rulesOf, type State, stepsOn } from './state.js'
import { isAloneAhead, stepAfter, tracksToAdvance } from './tracks.js'

export function start(play: Play, dice: Dice): void {
  play.emit({ type: 'RulesSettled', rules: rulesOf(play.state.options) })
  const seats = play.state.players.length
  const clans = drawn(dice, 'clans', CLANS, hasNeutral(play.state) ? seats + 1 : seats)
  const domains = drawn(dice, 'domains', TRACKS, seats)
  for (let seat = 0; seat < seats; seat++) {
    play.emit({ type: 'ClanDealt', seat, clan: itemAt(clans, seat) })
    play.emit({ type: 'DomainDealt', seat, domain: itemAt(domains, seat) })
  }
  if (hasNeutral(play.state)) play.emit({ type: 'NeutralJoined', clan: itemAt(clans, seats), locations: ROOMS.slice(1) })
  const starter = play.state.options.starter === 'seat0' ? 0 : dice.roll('starter', seats)
  play.emit({ type: 'StarterChosen', seat: starter })
  play.emit({ type: 'PlacementTurnBegan', seat: starter })
}

export function move(play: Play, seat: number, chosen: Move, dice: Dice): void {
  carryOut(play, seat, chosen, dice)
  if (chosen.type === 'placeAgent') nextPlacement(play)
  if (chosen.type === 'scoreLocation') scoreLocation(play, majorityAt(play.state, chosen.location))
  if (chosen.type === 'endActions') offerNeutralMove(play, 'beforeScoring')
  goOn(play, dice)
}

/** Leaving in one's own turn ends it at once. If the accused leaves before choosing the accuser's loss, the accuser chooses it. */
export function leave(play: Play, seat: number, reason: LeaveReason, dice: Dice): void {
  const { seatOnTurn, choice, stage } = play.state
  play.emit({ type: 'SeatLeft', seat, reason })
  if (stillPlaying(play.state).length === 1) endWithLastSeat(play)
  else if (seatOnTurn === seat && stage === 'placement') nextPlacement(play)
  else if (seatOnTurn === seat) endTurn(play)
  else if (choice?.seat === seat) openChoice(play, seatOnTurn, 'accuserChoosesLoss', choice.spaces)
  goOn(play, dice)
}

/** Only one seat remains: the turn under way ends at once, whoever has it, and no secret domain card is opened. */
function endWithLastSeat(play: Play): void {
  const { stage, seatOnTurn } = play.state
  if (stage !== 'placement') play.emit({ type: 'TurnEnded', seat: seatOnTurn })
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}

/** Does everything that needs no choice, until a seat has to choose. */
function goOn(play: Play, dice: Dice): void {
  for (let step = nextByItself(play, dice); step; step = nextByItself(play, dice)) step()
}

function nextByItself(play: Play, dice: Dice): (() => void) | undefined {
  const { choice, stage, turn, seatOnTurn, places } = play.state
  if (places) return undefined
  if (choice) return onlyAnswer(play, choice, dice)
  if (turn.lastCardBonus) return () => openChoice(play, seatOnTurn, 'lastCardAdvance')
  switch (stage) {
    case 'setup':
    case 'placement':
      return undefined
    case 'actions':
      return nothingLeftToDo(play.state) ? () => endActions(play) : undefined
    case 'counting':
      return () => count(play)
    case 'scoring':
      return turn.toScore.length < 2 ? () => scoreNext(play, turn.toScore[0]) : undefined
    case 'cleanup':
      return () => endTurn(play)
  }
}

/** A single answer is given automatically, which tells nothing since all answers are public; if there is none, the spaces are lost. */
function onlyAnswer(play: Play, choice: Choice, dice: Dice): (() => void) | undefined {
  const [only, another] = answers(play.state, choice)
  if (another) return undefined
  if (only) return () => carryOut(play, choice.seat, only, dice)
  return () => play.emit({ type: 'SpacesLost', seat: choice.seat, decision: choice.decision, spaces: choice.spaces })
}

/** Judged by public facts alone: it must not tell which cards are held. */
function nothingLeftToDo(state: State): boolean {
  const { turn, round } = state
  const player = playerAt(state, state.seatOnTurn)
  if (turn.actionsLeft > 0 || !player.domainOpen) return false
  if (player.chips > 0 && !turn.chipUsed) return false
  return turn.card !== null || round === ROUNDS || handCount(player) === 0
}

function endActions(play: Play): void {
  play.emit({ type: 'ActionsEnded', seat: play.state.seatOnTurn })
  offerNeutralMove(play, 'beforeScoring')
}

function offerNeutralMove(play: Play, moment: Rules['neutralMove']): void {
  if (hasNeutral(play.state) && play.state.rules.neutralMove === moment) openChoice(play, play.state.seatOnTurn, 'neutralMove', 0)
}

/** Majorities and groups are counted once, before the first of them is scored. */
function count(play: Play): void {
  const { seatOnTurn: seat, turn } = play.state
  const namesTie = turn.card === 'diplomacy' && turn.tie === null && ties(play.state, seat).length > 0
  if (namesTie) openChoice(play, seat, 'diplomacyLocation', 0)
  else play.emit({ type: 'MajoritiesCounted', seat, majorities: majorities(play.state, seat) })
}

function scoreNext(play: Play, next: Majority | undefined): void {
  if (next) {
    scoreLocation(play, next)
  } else {
    play.emit({ type: 'ScoringEnded', seat: play.state.seatOnTurn })
    offerNeutralMove(play, 'afterScoring')
  }
}

const majorityAt = ({ turn }: State, location: Location): Majority =>
  itemAt(
    turn.toScore,
    turn.toScore.findIndex((one) => one.location === location),
  )

function scoreLocation(play: Play, { location, spaces }: Majority): void {
  if (isRoom(location)) scoreRoom(play, location, spaces)
  else if (location === 'tower')
    scoreSpecial(play, location, 'towerTrack', tracksToAdvance(play.state, play.state.seatOnTurn, 'towerTrack').length)
  else scoreSpecial(play, location, 'rampartVictim', pushes(play.state, play.state.seatOnTurn).length)
}

function scoreRoom(play: Play, location: Location, spaces: number): void {
  const seat = play.state.seatOnTurn
  const track = trackOf(location)
  const toStep = stepAfter(play.state, seat, track, spaces)
  const lost = spaces - (toStep - stepsOn(playerAt(play.state, seat), track))
  play.emit({ type: 'LocationScored', seat, location, spaces, lost })
  advance(play, seat, track, toStep)
}

function scoreSpecial(play: Play, location: Location, decision: 'towerTrack' | 'rampartVictim', targets: number): void {
  const seat = play.state.seatOnTurn
  play.emit({ type: 'LocationScored', seat, location, spaces: 1, lost: targets > 0 ? 0 : 1 })
  if (targets > 0) openChoice(play, seat, decision, 1)
}

/** Clockwise, one agent at a time, until everybody who has not left has placed all agents. */
function nextPlacement(play: Play): void {
  const { state } = play
  const seats = state.players.length
  let seat = (state.seatOnTurn + 1) % seats
  while (hasLeft(state, seat)) seat = (seat + 1) % seats
  if (agentsOutside(state, seat) > 0) play.emit({ type: 'PlacementTurnBegan', seat })
  else beginRound(play, 1)
}

function endTurn(play: Play): void {
  const { seatOnTurn } = play.state
  play.emit({ type: 'TurnEnded', seat: seatOnTurn })
  const order = clockwiseFrom(play.state, play.state.starter)
  const next = order.slice(order.indexOf(seatOnTurn) + 1).find((seat) => !hasLeft(play.state, seat))
  if (next === undefined) endRound(play)
  else play.emit({ type: 'TurnBegan', seat: next })
}

function endRound(play: Play): void {
  const { round } = play.state
  if (round === BONUS_ROUND) grantCounsellors(play)
  if (round === ROUNDS) finalScoring(play)
  else beginRound(play, round + 1)
}

/** Those who have not left, clockwise from the starter. */
const playingInOrder = (state: State): number[] => clockwiseFrom(state, state.starter).filter((seat) => !hasLeft(state, seat))

function beginRound(play: Play, round: number): void {
  play.emit({ type: 'RoundBegan', round })
  play.emit({ type: 'TurnBegan', seat: numberAt(playingInOrder(play.state), 0) })
}

function grantCounsellors(play: Play): void {
  const order = playingInOrder(play.state)
  const due = order.map((seat) => counsellorsDue(play.state, seat))
  for (const [place, counsellors] of oneByOne(due, play.state.reserve).entries())
    if (counsellors > 0) play.emit({ type: 'CounsellorsGranted', seat: numberAt(order, place), counsellors })
}

/** What each gets of what is due: one counsellor at a time in this order, as long as the reserve lasts. */
function oneByOne(due: readonly number[], reserve: number): number[] {
  let left = reserve
  const granted = due.map(() => 0)
  for (let lap = 1; lap <= Math.max(...due); lap++) {
    for (const [place, wanted] of due.entries()) if (wanted >= lap && left-- > 0) granted[place] = lap
  }
  return granted
}

function counsellorsDue(state: State, seat: number): number {
  const led = TRACKS.filter((track) => isAloneAhead(state, seat, track)).length
  return state.rules.round4 === 'one' ? Math.min(1, led) : led
}

/** Secret domain cards are opened and move their markers, regardless of thresholds; then all is counted. */
function finalScoring(play: Play): void {
  const stayed = playingInOrder(play.state)
  for (const seat of stayed) if (!playerAt(play.state, seat).domainOpen) openDomain(play, seat)
  for (const seat of stayed) play.emit({ type: 'SeatScored', seat, ...scoreOf(play.state, seat) })
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}

function openDomain(play: Play, seat: number): void {
  const domain = domainOf(playerAt(play.state, seat))
  play.emit({ type: 'DomainRevealed', seat, domain, counsellors: 0 })
  const from = stepsOn(playerAt(play.state, seat), domain)
  if (from < LAST_STEP) moveMarker(play, 'MarkerAdvanced', seat, domain, Math.min(LAST_STEP, from + DOMAIN_SPACES))
  if (play.state.rules.finalChips === 'taken') takeChips(play, seat, domain, from)
}
