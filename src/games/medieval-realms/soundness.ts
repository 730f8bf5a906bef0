/** Whether a host's own deck, lands and start resources make sense: one clear sentence for everything that does not. */
import {
  type Amount,
  type CardRow,
  COLOURS,
  type Effect,
  type LandRow,
  LEADERS,
  MOST,
  RESOURCES,
  type Resource,
} from './cards.js'
import { DECK, LANDS as STANDARD_LANDS, START_RESOURCES } from './content.js'
import { mostAtOnce, mostMarkers, type Reach, reachOf } from './reach.js'

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
const MOST_POINTS = 9999
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
  ...(isStandard(content) ? [] : boundFaults(filledUp(content))),
]

const isStandard = ({ deck, lands, start }: Content): boolean => deck.length + lands.length + start.length === 0

/** With the standard rows for what the host leaves empty. */
const filledUp = ({ deck, lands, start }: Content): Content => ({
  deck: orStandard(deck, DECK),
  lands: orStandard(lands, STANDARD_LANDS),
  start: orStandard(start, START_RESOURCES),
})

const orStandard = <T>(own: readonly T[], standard: readonly T[]): readonly T[] => (own.length > 0 ? own : standard)

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
    faults.push({ path: ['id'], message: `${row.id}: an id begins with a letter and goes on with letters, digits and hyphens` })
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
const isOne = <T extends string>(kinds: readonly T[], kind: string): kind is T => (kinds as readonly string[]).includes(kind)

const OF_LEADERS: readonly string[] = ['mayors', 'strength']

function effectFaults({ when, colours, gain, per, except }: Effect): string[] {
  const faults: string[] = []
  if (when === 'cardPlayed' && colours.length === 0) faults.push('an effect of cardPlayed names the colours that it answers to')
  if (when !== 'cardPlayed' && colours.length > 0) faults.push(`colours belong to cardPlayed, not to ${when}`)
  if (new Set(colours).size < colours.length || colours.length > COLOURS.length) faults.push('a colour is named twice')
  if (when === 'production' && !OF_A_SEAT.includes(gain)) faults.push('production gives resources or leaders')
  if (when === 'end' && gain !== 'points') faults.push('the end of the game gives points only')
  if (isOne(LEADERS, gain) && OF_LEADERS.includes(per))
    faults.push('leaders are not given by mayors or strength: they would grow without end')
  if (gain !== 'choice' && except.length > 0) faults.push('except belongs to a choice')
  if (new Set(except).size === RESOURCES.length) faults.push('except leaves nothing to choose')
  return faults
}

/** A seat that could go beyond what moves and events can say would be stuck in the middle of a match. */
function boundFaults(content: Content): Fault[] {
  const reach = reachOf(content.deck)
  return [...leaderFaults(reach), ...pointFaults(reach), ...gainFaults(content.deck, reach), ...bidFaults(content, reach)]
}

const leaderFaults = ({ leaders }: Reach): Fault[] =>
  LEADERS.filter((leader) => leaders[leader] > MOST.leaders).map((leader) => ({
    path: ['deck'],
    message: `a seat could come to own ${leaders[leader]} ${leader}s, and a placement names at most ${MOST.leaders}`,
  }))

const pointFaults = ({ points }: Reach): Fault[] =>
  points > MOST_POINTS
    ? [{ path: ['deck'], message: `a seat could score ${points} points in play, and ${MOST_POINTS} is the most` }]
    : []

const gainFaults = (deck: readonly CardRow[], reach: Reach): Fault[] =>
  deck.flatMap(({ id, effects }, index) =>
    effects.flatMap((effect, number) => {
      const most = isOne(RESOURCES, effect.gain) ? mostAtOnce(reach, effect) : 0
      const message = `${id}: up to ${most} ${effect.gain} at once, and ${MOST.atOnce} is the most`
      return most > MOST.atOnce ? [{ path: ['deck', index, 'effects', number], message }] : []
    }),
  )

/** Only resources: a bid of leaders is within the bound of leaders. */
function bidFaults(content: Content, reach: Reach): Fault[] {
  const bid = new Set(content.deck.flatMap(({ kind, cost }) => (kind === 'auction' ? [cost.pay as string] : [])))
  return RESOURCES.filter((resource) => bid.has(resource)).flatMap((resource: Resource) => {
    const most = mostMarkers(content, reach, resource)
    return most > MOST.bid
      ? [{ path: [], message: `a seat could come to own ${most} ${resource}, and bids end at ${MOST.bid}` }]
      : []
  })
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
