/** The course of play: what each command leads to, down to the next real choice of a seat. */
import type { Dice, LeaveReason } from '../contract.js'
import { advance, carryOut, moveMarker, openSpaces, type Play } from './actions.js'
import {
  BONUS_ROUND,
  CLANS,
  type Clan,
  DOMAIN_SPACES,
  isRoom,
  LAST_STEP,
  type Location,
  locationNumber,
  ROOMS,
  ROUNDS,
  TRACKS,
  type Track,
} from './content.js'
import { majorities, ties } from './majorities.js'
import { answers, pushes } from './moves.js'
import type { Move } from './schema.js'
import { finalPlaces, scoreOf } from './scoring.js'
import {
  agentsOutside,
  type Choice,
  handCount,
  hasLeft,
  hasNeutral,
  type Majority,
  playerAt,
  type State,
  seatsInOrder,
  stepsOn,
} from './state.js'
import { isAloneAhead, stepsReached, tracksToAdvance } from './tracks.js'

export function start(play: Play, dice: Dice): void {
  const seats = play.state.players.length
  const clans = dice.draw('clans', CLANS, hasNeutral(play.state) ? seats + 1 : seats) as Clan[]
  const domains = dice.draw('domains', TRACKS, seats) as Track[]
  for (let seat = 0; seat < seats; seat++) {
    play.emit({ type: 'ClanDealt', seat, clan: clans[seat] as Clan })
    play.emit({ type: 'DomainDealt', seat, domain: domains[seat] as Track })
  }
  if (hasNeutral(play.state)) play.emit({ type: 'NeutralJoined', clan: clans[seats] as Clan, locations: ROOMS.slice(1) })
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

/** Leaving on one's own turn ends it at once; the loss that an accused leaves open is then chosen by the accuser. */
export function leave(play: Play, seat: number, reason: LeaveReason, dice: Dice): void {
  const { seatOnTurn, choice, stage } = play.state
  play.emit({ type: 'SeatLeft', seat, reason })
  if (play.state.left.length === play.state.players.length - 1) endWithLastSeat(play)
  else if (seatOnTurn === seat && stage === 'placement') nextPlacement(play)
  else if (seatOnTurn === seat) endTurn(play)
  else if (choice?.seat === seat) openSpaces(play, seatOnTurn, 'accuserChoosesLoss', choice.spaces)
  goOn(play, dice)
}

/** One seat is left: a turn under way is cut short, whoever has it, and the places show what lies open. */
function endWithLastSeat(play: Play): void {
  const { stage, seatOnTurn } = play.state
  if (stage !== 'placement') play.emit({ type: 'TurnEnded', seat: seatOnTurn })
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}

/** Whatever happens by itself is done, until a seat has to choose. */
function goOn(play: Play, dice: Dice): void {
  for (let step = nextByItself(play, dice); step; step = nextByItself(play, dice)) step()
}

function nextByItself(play: Play, dice: Dice): (() => void) | undefined {
  const { choice, stage, turn, seatOnTurn, places } = play.state
  if (places) return undefined
  if (choice) return onlyAnswer(play, choice, dice)
  if (turn.lastCardBonus) return () => openSpaces(play, seatOnTurn, 'lastCardAdvance')
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

/** Every answer to an open choice is public, so a single one is no secret; with none at all the spaces are lost. */
function onlyAnswer(play: Play, choice: Choice, dice: Dice): (() => void) | undefined {
  const [only, another] = answers(play.state, choice)
  if (another) return undefined
  if (only) return () => carryOut(play, choice.seat, only, dice)
  return () => play.emit({ type: 'SpacesLost', seat: choice.seat, decision: choice.decision, spaces: choice.spaces })
}

/** Judged by public facts alone: which cards are held must not show. */
function nothingLeftToDo({ turn, players, seatOnTurn, round }: State): boolean {
  const player = players[seatOnTurn]
  if (!player || turn.actionsLeft > 0 || !player.domainOpen) return false
  if (player.chips > 0 && !turn.chipUsed) return false
  return turn.card !== null || round === ROUNDS || handCount(player) === 0
}

function endActions(play: Play): void {
  play.emit({ type: 'ActionsEnded', seat: play.state.seatOnTurn })
  offerNeutralMove(play, 'beforeScoring')
}

function offerNeutralMove(play: Play, moment: State['rules']['neutralMove']): void {
  if (hasNeutral(play.state) && play.state.rules.neutralMove === moment) openSpaces(play, play.state.seatOnTurn, 'neutralMove', 0)
}

/** Majorities and groups are counted once, before the first of them is scored. */
function count(play: Play): void {
  const { seatOnTurn: seat, turn } = play.state
  const namesTie = turn.card === 'diplomacy' && turn.tie === null && ties(play.state, seat).length > 0
  if (namesTie) openSpaces(play, seat, 'diplomacyLocation', 0)
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
  turn.toScore.find((one) => one.location === location) as Majority

function scoreLocation(play: Play, { location, spaces }: Majority): void {
  if (isRoom(location)) scoreRoom(play, location, spaces)
  else if (location === 'tower')
    scoreSpecial(play, location, 'towerTrack', tracksToAdvance(play.state, play.state.seatOnTurn, 'towerTrack').length)
  else scoreSpecial(play, location, 'rampartVictim', pushes(play.state, play.state.seatOnTurn).length)
}

function scoreRoom(play: Play, location: Location, spaces: number): void {
  const seat = play.state.seatOnTurn
  const track = TRACKS[locationNumber(location)] as Track
  const reached = stepsReached(play.state, seat, track, spaces)
  const lost = spaces - (reached - stepsOn(playerAt(play.state, seat), track))
  play.emit({ type: 'LocationScored', seat, location, spaces, lost })
  advance(play, seat, track, reached)
}

function scoreSpecial(play: Play, location: Location, decision: 'towerTrack' | 'rampartVictim', targets: number): void {
  const seat = play.state.seatOnTurn
  play.emit({ type: 'LocationScored', seat, location, spaces: 1, lost: targets > 0 ? 0 : 1 })
  if (targets > 0) openSpaces(play, seat, decision, 1)
}

/** Clockwise, lap by lap, until everybody still at the table has placed all agents. */
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
  const order = seatsInOrder(play.state)
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

function beginRound(play: Play, round: number): void {
  play.emit({ type: 'RoundBegan', round })
  play.emit({ type: 'TurnBegan', seat: seatsInOrder(play.state).find((seat) => !hasLeft(play.state, seat)) as number })
}

function grantCounsellors(play: Play): void {
  const order = seatsInOrder(play.state)
  const granted = oneByOne(
    order.map((seat) => counsellorsDue(play.state, seat)),
    play.state.reserve,
  )
  order.forEach((seat, place) => {
    const counsellors = granted[place] as number
    if (counsellors > 0) play.emit({ type: 'CounsellorsGranted', seat, counsellors })
  })
}

/** A short reserve goes round the table one at a time. */
function oneByOne(due: readonly number[], reserve: number): number[] {
  let left = reserve
  const granted = due.map(() => 0)
  for (let lap = 1; lap <= Math.max(...due); lap++) {
    for (const [place, wanted] of due.entries()) if (wanted >= lap && left-- > 0) granted[place] = lap
  }
  return granted
}

function counsellorsDue(state: State, seat: number): number {
  if (hasLeft(state, seat)) return 0
  const led = TRACKS.filter((track) => isAloneAhead(state, seat, track)).length
  return state.rules.round4 === 'one' ? Math.min(1, led) : led
}

/** Secret domain cards are opened and move their markers, thresholds and chips aside; then everything is counted. */
function finalScoring(play: Play): void {
  const stayed = seatsInOrder(play.state).filter((seat) => !hasLeft(play.state, seat))
  for (const seat of stayed) if (!playerAt(play.state, seat).domainOpen) openDomain(play, seat)
  for (const seat of stayed) play.emit({ type: 'SeatScored', seat, ...scoreOf(play.state, seat) })
  play.emit({ type: 'MatchEnded', places: finalPlaces(play.state) })
}

function openDomain(play: Play, seat: number): void {
  const domain = playerAt(play.state, seat).domain as Track
  play.emit({ type: 'DomainRevealed', seat, domain, counsellors: 0 })
  const from = stepsOn(playerAt(play.state, seat), domain)
  if (from < LAST_STEP) moveMarker(play, 'MarkerAdvanced', seat, domain, Math.min(LAST_STEP, from + DOMAIN_SPACES))
}
