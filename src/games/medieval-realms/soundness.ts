/** Whether a host's own deck, lands and start resources make sense: one clear sentence for everything that does not. */
import { type Amount, type CardRow, COLOURS, type Effect, type LandRow, LEADERS, RESOURCES } from './cards.js'

export interface Content {
  readonly deck: readonly CardRow[]
  readonly lands: readonly LandRow[]
  readonly start: readonly Amount[]
}

export interface Fault {
  readonly path: (string | number)[]
  readonly message: string
}

const MOST_CARDS = 300
const LANDS = 10

export const faultsOf = (content: Content): Fault[] => [
  ...deckFaults(content.deck),
  ...content.deck.flatMap((row, index) =>
    cardFaults(row).map(({ path, message }) => ({ path: ['deck', index, ...path], message })),
  ),
  ...landFaults(content.lands),
  ...twiceNamed(content.start).map((resource) => ({
    path: ['start'],
    message: `${resource} is given twice in the start resources`,
  })),
]

function deckFaults(deck: readonly CardRow[]): Fault[] {
  if (deck.length === 0) return []
  const faults: Fault[] = []
  const cards = deck.reduce((sum, { copies }) => sum + copies, 0)
  if (cards > MOST_CARDS) faults.push({ path: ['deck'], message: `${cards} cards are more than the ${MOST_CARDS} allowed` })
  const ids = deck.map(({ id }) => id)
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) faults.push({ path: ['deck', index, 'id'], message: `${id} is the id of another card` })
  })
  return faults
}

function cardFaults(row: CardRow): Fault[] {
  const faults: Fault[] = []
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(row.id))
    faults.push({ path: ['id'], message: `${row.id}: letters, digits and hyphens only` })
  const { amounts, plus } = row.cost
  if (row.kind === 'auction') {
    if (amounts.length > 0 || plus > 0)
      faults.push({ path: ['cost'], message: `${row.id} is auctioned: its cost is the bid, without amounts` })
  } else if (amounts.length !== 1 && amounts.length !== 4)
    faults.push({ path: ['cost', 'amounts'], message: `${row.id} costs one amount, or four for 2, 3, 4 and 5 seats` })
  row.effects.forEach((effect, index) => {
    for (const message of effectFaults(effect)) faults.push({ path: ['effects', index], message: `${row.id}: ${message}` })
  })
  return faults
}

const OF_A_SEAT: readonly string[] = [...RESOURCES, ...LEADERS]

function effectFaults({ when, colours, gain, except }: Effect): string[] {
  const faults: string[] = []
  if (when === 'cardPlayed' && colours.length === 0) faults.push('an effect of cardPlayed names the colours that it answers to')
  if (when !== 'cardPlayed' && colours.length > 0) faults.push(`colours belong to cardPlayed, not to ${when}`)
  if (new Set(colours).size < colours.length || colours.length > COLOURS.length) faults.push('a colour is named twice')
  if (when === 'production' && !OF_A_SEAT.includes(gain)) faults.push('production gives resources or leaders')
  if (when === 'end' && gain !== 'points') faults.push('the end of the game gives points only')
  if (gain !== 'choice' && except.length > 0) faults.push('except belongs to a choice')
  if (new Set(except).size === RESOURCES.length) faults.push('except leaves nothing to choose')
  return faults
}

function landFaults(lands: readonly LandRow[]): Fault[] {
  if (lands.length === 0) return []
  const numbers = new Set(lands.map(({ land }) => land))
  const faults = lands.flatMap(({ land, rewards }, index) =>
    twiceNamed(rewards).map((resource) => ({ path: ['lands', index], message: `land ${land} names ${resource} twice` })),
  )
  if (lands.length === LANDS && numbers.size === LANDS) return faults
  return [...faults, { path: ['lands'], message: `the map has the lands 1 to ${LANDS}, each once` }]
}

function twiceNamed(amounts: readonly Amount[]): string[] {
  const kinds = amounts.map(({ resource }) => resource)
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) < index))]
}
