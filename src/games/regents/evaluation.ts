/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { DOMAIN_SPACES, HAND, LAST_STEP, LEAD_POINTS, ROUNDS, spaceAt, trackNumber } from './content.js'
import {
  type Agents,
  agentsOf,
  dearestSpace,
  dueWorth,
  nextTurnWorth,
  progressWorth,
  type Steps,
  stepsOf,
  thisTurnWorth,
} from './prospects.js'
import type { View } from './schema.js'
import { WEIGHTS } from './weights.js'

export function evaluate(view: View): number[] {
  const steps = view.players.map(stepsOf)
  if (view.places) return shares(finalPoints(view), WEIGHTS.spread, view.leftInOrder)
  const agents = agentsOf(view)
  const expected = view.players.map((player, seat) => {
    const own = itemAt(steps, seat)
    const turns = turnsLeft(view, seat)
    const held = own.reduce((sum, step) => sum + spaceAt(step), player.chips + player.counsellors)
    const later = [...own]
    const now = turnWorth(view, agents, later, seat)
    const coming = turns === 0 ? 0 : nextTurnWorth(view, agents, later, seat) + turns * progressWorth(view, own)
    return held + now + coming + domainWorth(view, steps, seat) + meansWorth(player, turns)
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
function turnWorth(view: View, agents: Agents, steps: number[], seat: number): number {
  const { stage, turn, seatOnTurn } = view
  if (stage === 'placement' || stage === 'cleanup') return 0
  if (seatOnTurn !== seat) return isToCome(view, seat) ? WEIGHTS.turn : 0
  const chosen = choiceWorth(view, steps)
  if (stage === 'scoring') return WEIGHTS.ownTurn + chosen + dueWorth(view, steps)
  return WEIGHTS.ownTurn + chosen + thisTurnWorth(view, agents, steps, seat) + WEIGHTS.action * turn.actionsLeft
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
      return -choice.spaces * dearestSpace(steps)
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
  const now = itemAt(itemAt(steps, seat), track)
  const last = domainOpen ? now : Math.min(LAST_STEP, now + DOMAIN_SPACES)
  const most = steps.reduce((best, other, owner) => (owner === seat ? best : Math.max(best, itemAt(other, track))), 0)
  const lead = last > most ? LEAD_POINTS * WEIGHTS.lead : 0
  return lead + WEIGHTS.hiddenDomain * (spaceAt(last) - spaceAt(now))
}

/** Chips, counsellors and cards, while there are turns to use them; agents outside. */
function meansWorth({ chips, counsellors, handCount, agentsOutside }: View['players'][number], turns: number): number {
  const uses = Math.min(1, turns / 3)
  const cards = Math.min(handCount, Math.max(0, turns - 1))
  return (
    uses * (WEIGHTS.chip * Math.min(chips, turns) + WEIGHTS.counsellor * counsellors) +
    (cards * WEIGHTS.card * (HAND + 1 - handCount / 2)) / HAND +
    agentsOutside * WEIGHTS.outside * uses
  )
}
