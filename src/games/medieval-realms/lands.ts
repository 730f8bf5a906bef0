/** The fight for the lands, and what leaders bring in. All realms show the same map: strengths are compared land by land. */
import type { OfType } from '../evolving.js'
import { itemAt } from '../lists.js'
import { playerAt, stillPlaying } from '../seating.js'
import type { Amount, Resource } from './cards.js'
import { catalogueOf } from './catalogue.js'
import { landsInPlay, STRENGTH } from './content.js'
import type { Event, Placement } from './schema.js'
import { amountsIn, NOTHING, type State } from './state.js'

type Outcomes = OfType<Event, 'LandsFought'>['outcomes']
type Harvests = OfType<Event, 'ResourcesProduced'>['harvests']

/** The lands on which a leader stands, and who controls them for this round. */
export function fightForLands(state: State): Outcomes {
  const seats = stillPlaying(state)
  const outcomes: Outcomes = []
  for (let land = 1; land <= landsInPlay(state.players.length); land++) {
    const contenders = seats.filter((seat) => strengthAt(state, seat, land) > 0)
    if (contenders.length > 0) outcomes.push({ land, contenders, controller: controllerOf(state, contenders, land) })
  }
  return outcomes
}

/** The seat whose military leaders are stronger there than those of every other; a buffer can block and never wins. */
function controllerOf(state: State, contenders: readonly number[], land: number): number | null {
  const strongest = contenders.reduce((best, seat) =>
    strengthAt(state, seat, land) > strengthAt(state, best, land) ? seat : best,
  )
  const most = strengthAt(state, strongest, land)
  const tied = contenders.some((seat) => seat !== strongest && strengthAt(state, seat, land) === most)
  return tied || placementOf(state, strongest).buffers.includes(land) ? null : strongest
}

/** A seat has either military leaders or buffers on a land, never both. */
function strengthAt(state: State, seat: number, land: number): number {
  const { admirals, generals, buffers } = placementOf(state, seat)
  return on(admirals, land) * STRENGTH.admiral + on(generals, land) * STRENGTH.general + on(buffers, land) * STRENGTH.buffer
}

function placementOf(state: State, seat: number): Placement {
  const { placement } = playerAt(state, seat)
  if (!placement) throw new Error(`seat ${seat} has not placed its leaders`)
  return placement
}

function on(lands: readonly number[], land: number): number {
  let count = 0
  for (const one of lands) if (one === land) count++
  return count
}

/** One resource for each mayor, and the rewards of the lands controlled. */
export function harvestsOf(state: State, outcomes: Outcomes): Harvests {
  const { lands } = catalogueOf(state.options)
  return stillPlaying(state).map((seat) => ({
    seat,
    fromMayors: counted(placementOf(state, seat).mayors),
    fromLands: outcomes.flatMap(({ land, controller }): Amount[] => (controller === seat ? itemAt(lands, land - 1).rewards : [])),
  }))
}

function counted(resources: readonly Resource[]): Amount[] {
  const stock = { ...NOTHING }
  for (const resource of resources) stock[resource]++
  return amountsIn(stock)
}
