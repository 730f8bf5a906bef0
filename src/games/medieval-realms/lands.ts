/** The fight for the lands, and what leaders bring in. All realms show the same map: strengths are compared land by land. */
import type { OfType } from '../evolving.js'
import { itemAt } from '../lists.js'
import { playerAt, stillPlaying } from '../seating.js'
import type { Amount, LandRow, Resource } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { landsInPlay, STRENGTH } from './content.js'
import type { Event, Placement } from './schema.js'
import { amountsIn, NOTHING, type State, withAmount } from './state.js'

type Outcomes = OfType<Event, 'LandsFought'>['outcomes']
type Harvests = OfType<Event, 'ResourcesProduced'>['harvests']

/** The lands on which a leader stands, and who controls them for this round. */
export function fightForLands(state: State): Outcomes {
  const lands = landsInPlay(state.players.length)
  const seats = stillPlaying(state)
  const strengths = seats.map((seat) => strengthsOf(placementOf(state, seat), lands))
  const outcomes: Outcomes = []
  for (let land = 1; land <= lands; land++) {
    const contenders = seats.filter((_, index) => strengthAt(strengths, index, land) > 0)
    if (contenders.length === 0) continue
    const strongest = strongestAt(strengths, land)
    const controller = strongest < 0 ? null : itemAt(seats, strongest)
    const isBuffer = controller !== null && placementOf(state, controller).buffers.includes(land)
    outcomes.push({ land, contenders, controller: isBuffer ? null : controller })
  }
  return outcomes
}

/** By land; there is no land 0. A seat has either military leaders or buffers on a land, never both. */
function strengthsOf({ admirals, generals, buffers }: Placement, lands: number): number[] {
  const strengths = new Array<number>(lands + 1).fill(0)
  addStrength(strengths, admirals, STRENGTH.admiral)
  addStrength(strengths, generals, STRENGTH.general)
  addStrength(strengths, buffers, STRENGTH.buffer)
  return strengths
}

function addStrength(strengths: number[], lands: readonly number[], strength: number): void {
  for (const land of lands) strengths[land] = (strengths[land] ?? 0) + strength
}

const strengthAt = (strengths: readonly (readonly number[])[], index: number, land: number): number => strengths[index]?.[land] ?? 0

/** The index of whoever is stronger there than all others; -1 if nobody is. */
function strongestAt(strengths: readonly (readonly number[])[], land: number): number {
  let [strongest, most] = [-1, 0]
  for (let index = 0; index < strengths.length; index++) {
    const strength = strengthAt(strengths, index, land)
    if (strength < most) continue
    strongest = strength > most ? index : -1
    most = strength
  }
  return strongest
}

function placementOf(state: State, seat: number): Placement {
  const { placement } = playerAt(state, seat)
  if (!placement) throw new Error(`seat ${seat} has not placed its leaders`)
  return placement
}

/** One resource for each mayor, and the rewards of the lands controlled. */
export function harvestsOf(state: State, outcomes: Outcomes): Harvests {
  const { lands } = catalogueOf(state.options)
  return stillPlaying(state).map((seat) => ({
    seat,
    fromMayors: counted(placementOf(state, seat).mayors),
    fromLands: rewardsOf(seat, outcomes, lands),
  }))
}

function rewardsOf(seat: number, outcomes: Outcomes, lands: readonly LandRow[]): Amount[] {
  const rewards: Amount[] = []
  for (const { land, controller } of outcomes) if (controller === seat) rewards.push(...itemAt(lands, land - 1).rewards)
  return rewards
}

function counted(resources: readonly Resource[]): Amount[] {
  let stock = NOTHING
  for (const resource of resources) stock = withAmount(stock, resource, 1)
  return amountsIn(stock)
}
