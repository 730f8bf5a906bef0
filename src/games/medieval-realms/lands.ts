/** The fight for the lands, and what leaders bring in. All realms show the same map: strengths are compared land by land. */
import type { OfType } from '../evolving.js'
import { itemAt } from '../lists.js'
import { playerAt, stillPlaying } from '../seating.js'
import type { Amount, LandRow, Resource } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { landsInPlay, MOST_SEATS, STRENGTH } from './content.js'
import type { Event, Placement } from './schema.js'
import type { State } from './state.js'

type Outcomes = OfType<Event, 'LandsFought'>['outcomes']
type Harvests = OfType<Event, 'ResourcesProduced'>['harvests']

/** The lands on which a leader stands, and who controls them for this round. */
export function fightForLands(state: State): Outcomes {
  const strengths = strengthsIn(state)
  const outcomes: Outcomes = []
  for (let land = 1; land <= landsInPlay(state.players.length); land++) {
    const contenders = contendersAt(strengths, land)
    if (contenders.length === 0) continue
    outcomes.push({ land, contenders, controller: controllerOf(state, strengths, contenders, land) })
  }
  return outcomes
}

/** By seat and land: a seat has either military leaders or buffers on a land, never both. */
type Strengths = readonly (readonly number[])[]

const NO_LEADERS: readonly number[] = new Array<number>(landsInPlay(MOST_SEATS) + 1).fill(0)

function strengthsIn(state: State): Strengths {
  const strengths: number[][] = state.players.map(() => NO_LEADERS.slice())
  for (const seat of stillPlaying(state)) addStrengths(itemAt(strengths, seat), placementOf(state, seat))
  return strengths
}

function addStrengths(strengths: number[], { admirals, generals, buffers }: Placement): void {
  for (const land of admirals) strengths[land] = (strengths[land] ?? 0) + STRENGTH.admiral
  for (const land of generals) strengths[land] = (strengths[land] ?? 0) + STRENGTH.general
  for (const land of buffers) strengths[land] = (strengths[land] ?? 0) + STRENGTH.buffer
}

const strengthAt = (strengths: Strengths, seat: number, land: number): number => strengths[seat]?.[land] ?? 0

function contendersAt(strengths: Strengths, land: number): number[] {
  const contenders: number[] = []
  for (let seat = 0; seat < strengths.length; seat++) if (strengthAt(strengths, seat, land) > 0) contenders.push(seat)
  return contenders
}

/** The seat whose military leaders are stronger there than those of every other; a buffer can block and never wins. */
function controllerOf(state: State, strengths: Strengths, contenders: readonly number[], land: number): number | null {
  let strongest = -1
  let most = 0
  for (const seat of contenders) {
    const strength = strengthAt(strengths, seat, land)
    if (strength < most) continue
    strongest = strength > most ? seat : -1
    most = strength
  }
  return strongest < 0 || placementOf(state, strongest).buffers.includes(land) ? null : strongest
}

function placementOf(state: State, seat: number): Placement {
  const { placement } = playerAt(state, seat)
  if (!placement) throw new Error(`seat ${seat} has not placed its leaders`)
  return placement
}

/** One resource for each mayor, and the rewards of the lands controlled. */
export function harvestsOf(state: State, outcomes: Outcomes): Harvests {
  const { lands } = catalogueOf(state.options)
  const harvests: Harvests = []
  for (const seat of stillPlaying(state)) {
    const fromMayors = counted(placementOf(state, seat).mayors)
    harvests.push({ seat, fromMayors, fromLands: rewardsOf(seat, outcomes, lands) })
  }
  return harvests
}

function rewardsOf(seat: number, outcomes: Outcomes, lands: readonly LandRow[]): Amount[] {
  const rewards: Amount[] = []
  for (const { land, controller } of outcomes)
    if (controller === seat) for (const reward of itemAt(lands, land - 1).rewards) rewards.push(reward)
  return rewards
}

/** Of mayors as they are placed, which is in the order of their sections. */
function counted(resources: readonly Resource[]): Amount[] {
  const amounts: Amount[] = []
  for (let from = 0; from < resources.length; ) {
    const resource = itemAt(resources, from)
    let to = from + 1
    while (resources[to] === resource) to++
    amounts.push({ resource, amount: to - from })
    from = to
  }
  return amounts
}
