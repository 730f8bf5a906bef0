/** How well each seat stands. */
import { itemAt } from '../lists.js'
import { shares } from '../standing.js'
import { DOMAIN_SPACES, HAND, LAST_STEP, LEAD_POINTS, ROUNDS, spaceAt, trackNumber } from './content.js'
import { dueWorth, majorityWorth, type Pieces, piecesOf, progressWorth, type Steps, stepsOf } from './prospects.js'
import type { View } from './schema.js'
import type { DecisionName } from './vocabulary.js'
import { WEIGHTS } from './weights.js'

const FORWARD: readonly DecisionName[] = ['accuserAdvance', 'influenceAdvance', 'lastCardAdvance']

export function evaluate(view: View): number[] {
  const steps = view.players.map(stepsOf)
  if (view.places) return shares(finalPoints(view), WEIGHTS.spread, view.leftInOrder)
  const pieces = piecesOf(view)
  const expected = view.players.map((player, seat) => {
    const own = itemAt(steps, seat)
    const turns = turnsLeft(view, seat)
    const held = own.reduce((sum, step) => sum + spaceAt(step), player.chips + player.counsellors)
    const later = [...own]
    const now = turnWorth(view, pieces, later, seat)
    const coming =
      turns === 0 ? 0 : WEIGHTS.nextTurn * majorityWorth(view, pieces, later, seat) + turns * progressWorth(view, own)
    return held + now + coming + domainWorth(view, steps, seat) + meansWorth(player, turns)
  })
  return shares(expected, WEIGHTS.spread + WEIGHTS.spreadPerRound * (ROUNDS - view.round), view.leftInOrder)
}

const finalPoints = ({ places, players }: View): number[] =>
  players.map(({ seat }) => places?.find((one) => one.seat === seat)?.score ?? 0)

/** Turns that a seat has not begun yet. */
function turnsLeft({ round, starter, seatOnTurn, players, stage }: View, seat: number): number {
  if (starter === null || seatOnTurn === null || stage === 'placement') return ROUNDS
  const seats = players.length
  const place = (one: number): number => (one - starter + seats) % seats
  return ROUNDS - round + (place(seat) > place(seatOnTurn) ? 1 : 0)
}

/** What the turn under way will still bring; the steps go on as far as that. */
function turnWorth(view: View, pieces: Pieces, steps: number[], seat: number): number {
  const { choice, stage, turn, seatOnTurn } = view
  const chosen = choice?.seat === seat && FORWARD.includes(choice.decision) ? choice.spaces * WEIGHTS.space : 0
  if (seatOnTurn !== seat || stage === 'placement' || stage === 'cleanup') return chosen
  if (stage === 'scoring') return chosen + dueWorth(view, steps)
  return chosen + WEIGHTS.thisTurn * majorityWorth(view, pieces, steps, seat) + WEIGHTS.action * turn.actionsLeft
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
