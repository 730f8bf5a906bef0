/** Whether a host's own deck, lands and start resources make sense: one clear sentence for everything that does not. */
import {
  type Amount,
  type CardRow,
  COLOURS,
  type Colour,
  type Content,
  type Count,
  CURRENCIES,
  type Effect,
  isLeader,
  isOneOf,
  type LandRow,
  LEADERS,
  type Leader,
  MOST,
  RESOURCES,
  type Resource,
} from './cards.js'
import { completed, isStandard } from './catalogue.js'
import { BONUS_EVERY, BUFFERS, EVENT_FIELDS, ROUNDS, SECTIONS, START_LEADERS, STRENGTH, SUPPLIED_GOODS } from './content.js'

export interface Fault {
  readonly path: (string | number)[]
  readonly message: string
}

const MOST_CARDS = 300
const MOST_POINTS = 9999
const LANDS_ON_THE_MAP = 10

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
  ...(isStandard(content) ? [] : boundFaults(completed(content))),
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

/** Counts that grow with the leaders of a seat. */
const OF_LEADERS: readonly Count[] = ['mayors', 'strength']

function effectFaults({ when, colours, gain, per, except }: Effect): string[] {
  const faults: string[] = []
  if (when === 'cardPlayed' && colours.length === 0) faults.push('an effect of cardPlayed names the colours that it answers to')
  if (when !== 'cardPlayed' && colours.length > 0) faults.push(`colours belong to cardPlayed, not to ${when}`)
  if (new Set(colours).size < colours.length || colours.length > COLOURS.length) faults.push('a colour is named twice')
  if (when === 'production' && !isOneOf(CURRENCIES, gain)) faults.push('production gives resources or leaders')
  if (when === 'end' && gain !== 'points') faults.push('the end of the game gives points only')
  if (isLeader(gain) && OF_LEADERS.includes(per))
    faults.push('leaders are not given by mayors or strength: they would grow without end')
  if (gain !== 'choice' && except.length > 0) faults.push('except belongs to a choice')
  if (new Set(except).size === RESOURCES.length) faults.push('except leaves nothing to choose')
  return faults
}

/** A seat that could own or gain more than moves and events can carry would be stuck in the middle of a match. */
function boundFaults(content: Content): Fault[] {
  const bounds = boundsOf(content.deck)
  return [...leaderFaults(bounds), ...pointFaults(bounds), ...gainFaults(content.deck, bounds), ...bidFaults(content, bounds)]
}

const leaderFaults = ({ leaders }: Bounds): Fault[] =>
  LEADERS.filter((leader) => leaders[leader] > MOST.leaders).map((leader) => ({
    path: ['deck'],
    message: `a seat could come to own ${leaders[leader]} ${leader}s, and a placement names at most ${MOST.leaders}`,
  }))

const pointFaults = ({ points }: Bounds): Fault[] =>
  points > MOST_POINTS
    ? [{ path: ['deck'], message: `a seat could score ${points} points in play, and ${MOST_POINTS} is the most` }]
    : []

const gainFaults = (deck: readonly CardRow[], bounds: Bounds): Fault[] =>
  deck.flatMap(({ id, effects }, index) =>
    effects.flatMap((effect, number) => {
      const most = isOneOf(RESOURCES, effect.gain) ? mostAtOnce(bounds.counts, effect) : 0
      const message = `${id}: up to ${most} ${effect.gain} at once, and ${MOST.atOnce} is the most`
      return most > MOST.atOnce ? [{ path: ['deck', index, 'effects', number], message }] : []
    }),
  )

/** Only of resources: bids of leaders stay within the bound of leaders. */
function bidFaults(content: Content, bounds: Bounds): Fault[] {
  const bidIn = new Set(content.deck.filter(({ kind }) => kind === 'auction').map(({ cost }) => cost.pay))
  return RESOURCES.filter((resource) => bidIn.has(resource)).flatMap((resource) => {
    const most = mostMarkers(content, bounds, resource)
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
  if (lands.length === LANDS_ON_THE_MAP && numbers.size === LANDS_ON_THE_MAP) return faults
  return [...faults, { path: ['lands'], message: `the map has the lands 1 to ${LANDS_ON_THE_MAP}, each once` }]
}

function twiceNamed(amounts: readonly Amount[]): string[] {
  const kinds = amounts.map(({ resource }) => resource)
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) < index))]
}

/** A field that is emptied stays empty for the round, so no more cards than this ever leave the fields. */
const MOST_IN_PLAY = ROUNDS * EVENT_FIELDS

/** The most that one seat can come to own with a deck, however everybody plays: never too low, and often far above what happens. */
interface Bounds {
  readonly leaders: Readonly<Record<Leader, number>>
  /** Without the scoring at the end of the game. */
  readonly points: number
  /** The highest that each count can be. */
  readonly counts: Counts
}

type Counts = Readonly<Record<Count, number>>

/** Leaders first, by counts that do not depend on them: no leader is given by mayors or strength. */
function boundsOf(deck: readonly CardRow[]): Bounds {
  const ofCards = countsOfCards(deck)
  const most = (leader: Leader): number => START_LEADERS[leader] + mostGained(deck, ofCards, ({ gain }) => gain === leader)
  const leaders = { mayor: most('mayor'), admiral: most('admiral'), general: most('general') }
  const counts = {
    ...ofCards,
    mayors: leaders.mayor + BUFFERS,
    strength: leaders.admiral * STRENGTH.admiral + leaders.general * STRENGTH.general,
  }
  return { leaders, points: mostGained(deck, counts, ({ gain }) => gain === 'points'), counts }
}

/** What one effect can give when it happens once. */
const mostAtOnce = (counts: Counts, { amount, per }: Effect): number => amount * counts[per]

/** Everything that gives markers: start and pair, mayors, lands and supply of every round, cards, and the markers of the point track. */
function mostMarkers({ deck, lands, start }: Content, { leaders, points, counts }: Bounds, resource: Resource): number {
  const gives = ({ gain, except }: Effect): boolean => gain === resource || (gain === 'choice' && !except.includes(resource))
  const ofMayors = isOneOf(SECTIONS, resource) ? leaders.mayor : 0
  const ofLands = sumOf(
    lands.flatMap(({ rewards }) => rewards),
    resource,
  )
  const supplied = resource === 'goods' ? SUPPLIED_GOODS : 0
  const once = sumOf(start, resource) + 1 + Math.floor(points / BONUS_EVERY)
  return once + ROUNDS * (ofMayors + ofLands + supplied) + mostGained(deck, counts, gives)
}

const sumOf = (amounts: readonly Amount[], resource: Resource): number =>
  amounts.reduce((sum, one) => (one.resource === resource ? sum + one.amount : sum), 0)

function countsOfCards(deck: readonly CardRow[]): Counts {
  const cards = (colour: Colour): number => Math.min(cardsOf(deck, colour), MOST_IN_PLAY)
  return {
    one: 1,
    mayors: 0,
    strength: 0,
    colours: COLOURS.filter((colour) => cards(colour) > 0).length,
    orangeCards: cards('orange'),
    redCards: cards('red'),
    yellowCards: cards('yellow'),
    greenCards: cards('green'),
    greyCards: cards('grey'),
    turquoiseCards: cards('turquoise'),
    blackCards: cards('black'),
    violetCards: cards('violet'),
    whiteCards: cards('white'),
    blueCards: cards('blue'),
  }
}

const cardsOf = (deck: readonly CardRow[], colour: Colour): number =>
  deck.reduce((sum, row) => (row.colour === colour ? sum + row.copies : sum), 0)

/** What the effects of this kind give if the best cards of the deck are all played by one seat in the first round. */
function mostGained(deck: readonly CardRow[], counts: Counts, isMeant: (effect: Effect) => boolean): number {
  const worths = deck
    .map(({ copies, effects }) => ({ copies, worth: worthOf(effects.filter(isMeant), counts) }))
    .toSorted((a, b) => b.worth - a.worth)
  let open = MOST_IN_PLAY
  let sum = 0
  for (const { copies, worth } of worths) {
    const played = Math.min(copies, open)
    open -= played
    sum += played * worth
  }
  return sum
}

const worthOf = (effects: readonly Effect[], counts: Counts): number =>
  effects.reduce((sum, effect) => sum + mostAtOnce(counts, effect) * timesOf(effect, counts), 0)

/** How often an effect can happen. */
function timesOf({ when, colours }: Effect, counts: Counts): number {
  switch (when) {
    case 'played':
      return 1
    case 'cardPlayed':
      return colours.reduce((sum, colour) => sum + counts[`${colour}Cards`], 0)
    case 'production':
      return ROUNDS - 1
    case 'end':
      return 0
  }
}
