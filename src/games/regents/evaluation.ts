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
import {
  agentsOf,
  dearestSpace,
  dueWorth,
  leadsOf,
  nextTurnWorth,
  progressWorth,
  type Steps,
  stepsOf,
  thisTurnWorth,
} from './prospects.js'
import type { View } from './schema.js'
import { openClans, suspectsWorth } from './suspects.js'
import { WEIGHTS } from './weights.js'

export function evaluate(view: View): number[] {
  const steps = view.players.map(stepsOf)
  if (view.places) return shares(finalPoints(view), WEIGHTS.spread, view.leftInOrder)
  const agents = agentsOf(view)
  const leads = leadsOf(agents)
  const open = openClans(view)
  const expected = view.players.map((player, seat) => {
    const own = itemAt(steps, seat)
    const turns = turnsLeft(view, seat)
    const held = own.reduce((sum, step) => sum + spaceAt(step), player.chips + player.counsellors)
    const later = [...own]
    const now = turnWorth(view, itemAt(leads, seat), later, seat)
    const coming =
      turns === 0 ? 0 : nextTurnWorth(view, itemAt(leads, seat), later) + turns * (WEIGHTS.perTurn + progressWorth(view, own))
    const standing = usesOf(turns) * (suspectsWorth(view, seat, open) + placesWorth(view, itemAt(agents, seat)))
    return (
      held + now + coming + domainWorth(view, steps, seat) + aheadWorth(view, steps, seat) + meansWorth(player, turns) + standing
    )
  })
  return shares(expected, WEIGHTS.spread + WEIGHTS.spreadPerRound * (ROUNDS - view.round), view.leftInOrder)
}

const finalPoints = ({ places, players }: View): number[] =>
  players.map(({ seat }) => places?.find((one) => one.seat === seat)?.score ?? 0)

/** Whether a seat has its turn of this round still before it. */
function isToCome({ starter, seatOnTurn, players }: View, seat: number): boolean {
  if (starter === null || seatOnTurn === null) return false
  const place = (one: number): number => (one - starter + players.length) % players.length
  return place(seat) > place(seatOnTurn)
}

/** Turns that a seat has not begun yet. */
const turnsLeft = (view: View, seat: number): number =>
  view.stage === 'placement' || view.round === 0 ? ROUNDS : ROUNDS - view.round + (isToCome(view, seat) ? 1 : 0)

/** What the turn under way will still bring; the steps go on as far as that. */
function turnWorth(view: View, leads: readonly number[], steps: number[], seat: number): number {
  const { stage, turn, seatOnTurn } = view
  if (stage === 'placement' || stage === 'cleanup') return 0
  if (seatOnTurn !== seat) return isToCome(view, seat) ? WEIGHTS.turn : 0
  const chosen = choiceWorth(view, steps)
  if (stage === 'scoring') return WEIGHTS.scoring + chosen + dueWorth(view, steps)
  return WEIGHTS.acting + chosen + thisTurnWorth(view, leads, steps) + WEIGHTS.action * turn.actionsLeft
}

/** What an open choice means to the seat on turn, whoever makes it. */
function choiceWorth({ choice }: View, steps: Steps): number {
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
function domainWorth({ players }: View, steps: readonly Steps[], seat: number): number {
  const { domain, domainOpen } = itemAt(players, seat)
  if (domain === null) return domainOpen ? 0 : 1
  const track = trackNumber(domain)
  const now = numberAt(itemAt(steps, seat), track)
  const last = domainOpen ? now : Math.min(LAST_STEP, now + DOMAIN_SPACES)
  const lead = last > mostOfOthers(steps, seat, track) ? LEAD_POINTS * WEIGHTS.lead : 0
  return lead + WEIGHTS.hiddenDomain * (spaceAt(last) - spaceAt(now))
}

/** Before the counsellors of round 4, for each track on which the seat is alone ahead. */
function aheadWorth({ round }: View, steps: readonly Steps[], seat: number): number {
  if (round > BONUS_ROUND) return 0
  const own = itemAt(steps, seat)
  let worth = 0
  for (let track = 0; track < own.length; track++)
    if (numberAt(own, track) > mostOfOthers(steps, seat, track)) worth += WEIGHTS.ahead
  return worth
}

function mostOfOthers(steps: readonly Steps[], seat: number, track: number): number {
  let most = 0
  for (let other = 0; other < steps.length; other++)
    if (other !== seat) most = Math.max(most, numberAt(itemAt(steps, other), track))
  return most
}

/** How much of what needs several turns can still be used. */
const usesOf = (turns: number): number => Math.min(1, turns / 3)

/** Rooms with agents, and to be with the king, where accusations are made. */
function placesWorth({ king }: View, agents: readonly number[]): number {
  let worth = numberAt(agents, locationNumber(king)) > 0 ? WEIGHTS.besideKing : 0
  for (let room = 0; room < ROOM_COUNT; room++) if (numberAt(agents, room) > 0) worth += WEIGHTS.room
  return worth
}

/** Chips, counsellors and cards, while there are turns to use them. */
function meansWorth({ chips, counsellors, handCount }: View['players'][number], turns: number): number {
  const cards = Math.min(handCount, Math.max(0, turns - 1))
  return (
    usesOf(turns) * (WEIGHTS.chip * Math.min(chips, turns) + WEIGHTS.counsellor * counsellors) +
    (cards * WEIGHTS.card * (HAND + 1 - handCount / 2)) / HAND
  )
}
