/** How well each seat stands. */
import { itemAt, numberAt } from '../lists.js'
import { shares } from '../standing.js'
import {
  BONUS_ROUND,
  DOMAIN_SPACES,
  HAND,
  LAST_STEP,
  LEAD_POINTS,
  locationNumber,
  ROOM_COUNT,
  ROUNDS,
  spaceAt,
  trackNumber,
} from './content.js'
import { type Judged, type JudgedSeat, judgedState, judgedView, type Steps } from './judged.js'
import { dearestSpace, dueWorth, leadsOf, nextTurnWorth, progressWorth, thisTurnWorth } from './prospects.js'
import type { View } from './schema.js'
import type { State } from './state.js'
import { openClans, suspectsWorth } from './suspects.js'
import { WEIGHTS } from './weights.js'

export const evaluate = (view: View): number[] => judge(judgedView(view))
export const evaluateState = (state: State): number[] => judge(judgedState(state))

function judge(match: Judged): number[] {
  const { players, agents, round, left } = match
  if (match.places) return shares(finalPoints(match), WEIGHTS.spread, left)
  const leads = leadsOf(agents)
  const open = openClans(match)
  const expected = players.map((player, seat) => {
    const { steps } = player
    const turns = turnsLeft(match, seat)
    const later = steps.slice()
    const now = turnWorth(match, itemAt(leads, seat), later, seat)
    const coming =
      turns === 0 ? 0 : nextTurnWorth(match, itemAt(leads, seat), later) + turns * (WEIGHTS.perTurn + progressWorth(match, steps))
    const standing = usesOf(turns) * (suspectsWorth(match, seat, open) + placesWorth(match, itemAt(agents, seat)))
    return (
      heldPoints(player) +
      now +
      coming +
      domainWorth(match, seat) +
      aheadWorth(match, seat) +
      meansWorth(player, turns) +
      standing
    )
  })
  return shares(expected, WEIGHTS.spread + WEIGHTS.spreadPerRound * (ROUNDS - round), left)
}

function heldPoints({ steps, chips, counsellors }: JudgedSeat): number {
  let points = chips + counsellors
  for (const step of steps) points += spaceAt(step)
  return points
}

const finalPoints = ({ places, players }: Judged): number[] =>
  players.map(({ seat }) => places?.find((one) => one.seat === seat)?.score ?? 0)

/** Whether a seat has its turn of this round still before it. */
function isToCome({ starter, seatOnTurn, players }: Judged, seat: number): boolean {
  if (starter === null || seatOnTurn === null) return false
  const place = (one: number): number => (one - starter + players.length) % players.length
  return place(seat) > place(seatOnTurn)
}

/** Turns that a seat has not begun yet. */
const turnsLeft = (match: Judged, seat: number): number =>
  match.stage === 'placement' || match.round === 0 ? ROUNDS : ROUNDS - match.round + (isToCome(match, seat) ? 1 : 0)

/** What the turn under way will still bring; the steps go on as far as that. */
function turnWorth(match: Judged, leads: readonly number[], steps: number[], seat: number): number {
  const { stage, actionsLeft, seatOnTurn } = match
  if (stage === 'placement' || stage === 'cleanup') return 0
  if (seatOnTurn !== seat) return isToCome(match, seat) ? WEIGHTS.turn : 0
  const chosen = choiceWorth(match, steps)
  if (stage === 'scoring') return WEIGHTS.scoring + chosen + dueWorth(match, steps)
  return WEIGHTS.acting + chosen + thisTurnWorth(match, leads, steps) + WEIGHTS.action * actionsLeft
}

/** What an open choice means to the seat on turn, whoever makes it. */
function choiceWorth({ choice }: Judged, steps: Steps): number {
  switch (choice?.decision) {
    case 'accuserAdvance':
    case 'influenceAdvance':
    case 'lastCardAdvance':
      return choice.spaces * WEIGHTS.space
    case 'accusedChoosesLoss':
    case 'accuserChoosesLoss':
      return -choice.spaces * WEIGHTS.loss * dearestSpace(steps)
    case 'towerTrack':
      return WEIGHTS.tower
    case 'rampartVictim':
      return WEIGHTS.rampart
    default:
      return 0
  }
}

/** Two spaces for a card that stays hidden, and points for being alone ahead on its track. */
function domainWorth({ players }: Judged, seat: number): number {
  const { domain, domainOpen, steps } = itemAt(players, seat)
  if (domain === null) return domainOpen ? 0 : 1
  const track = trackNumber(domain)
  const now = numberAt(steps, track)
  const last = domainOpen ? now : Math.min(LAST_STEP, now + DOMAIN_SPACES)
  const lead = last > mostOfOthers(players, seat, track) ? LEAD_POINTS * WEIGHTS.lead : 0
  return lead + WEIGHTS.hiddenDomain * (spaceAt(last) - spaceAt(now))
}

/** Before the counsellors of round 4, for each track on which the seat is alone ahead. */
function aheadWorth({ round, players }: Judged, seat: number): number {
  if (round > BONUS_ROUND) return 0
  const { steps } = itemAt(players, seat)
  let worth = 0
  for (let track = 0; track < steps.length; track++)
    if (numberAt(steps, track) > mostOfOthers(players, seat, track)) worth += WEIGHTS.ahead
  return worth
}

function mostOfOthers(players: Judged['players'], seat: number, track: number): number {
  let most = 0
  for (let other = 0; other < players.length; other++)
    if (other !== seat) most = Math.max(most, numberAt(itemAt(players, other).steps, track))
  return most
}

/** How much of what needs several turns can still be used. */
const usesOf = (turns: number): number => Math.min(1, turns / 3)

/** Rooms with agents, and to be with the king, where accusations are made. */
function placesWorth({ king }: Judged, agents: readonly number[]): number {
  let worth = numberAt(agents, locationNumber(king)) > 0 ? WEIGHTS.besideKing : 0
  for (let room = 0; room < ROOM_COUNT; room++) if (numberAt(agents, room) > 0) worth += WEIGHTS.room
  return worth
}

/** Chips, counsellors and cards, while there are turns to use them. */
function meansWorth({ chips, counsellors, handCount }: JudgedSeat, turns: number): number {
  const cards = Math.min(handCount, Math.max(0, turns - 1))
  return (
    usesOf(turns) * (WEIGHTS.chip * Math.min(chips, turns) + WEIGHTS.counsellor * counsellors) +
    (cards * WEIGHTS.card * (HAND + 1 - handCount / 2)) / HAND
  )
}
