/** The most that one seat can come to with a deck, whoever plays how: never too low, and often far above what happens. */
import { type Amount, type CardRow, COLOURS, type Count, type Effect, type LandRow, type Leader, type Resource } from './cards.js'
import { BONUS_EVERY, BUFFERS, EVENT_FIELDS, ROUNDS, SECTIONS, START_LEADERS, STRENGTH, SUPPLIED_GOODS } from './content.js'

/** A field that is emptied stays empty for the round, so that no more cards than this ever leave the fields. */
const MOST_IN_PLAY = ROUNDS * EVENT_FIELDS

export interface Reach {
  readonly leaders: Readonly<Record<Leader, number>>
  /** Before the end of the game. */
  readonly points: number
  /** The highest that each count can be. */
  readonly counts: Counts
}

type Counts = Readonly<Record<Count, number>>

/** Leaders first, by counts that do not depend on them: no leader is given by mayors or strength. */
export function reachOf(deck: readonly CardRow[]): Reach {
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
export const mostAtOnce = ({ counts }: Pick<Reach, 'counts'>, { amount, per }: Effect): number => amount * counts[per]

interface Content {
  readonly deck: readonly CardRow[]
  readonly lands: readonly LandRow[]
  readonly start: readonly Amount[]
}

/** Start and pair, mayors, lands and supply of every round, cards, and the markers of the point track. */
export function mostMarkers({ deck, lands, start }: Content, { leaders, points, counts }: Reach, resource: Resource): number {
  const gives = ({ gain, except }: Effect): boolean => gain === resource || (gain === 'choice' && !except.includes(resource))
  const ofMayors = (SECTIONS as readonly string[]).includes(resource) ? leaders.mayor : 0
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
  const ofColours = COLOURS.map((colour) => [`${colour}Cards`, Math.min(cardsOf(deck, [colour]), MOST_IN_PLAY)] as const)
  const colours = ofColours.filter(([, cards]) => cards > 0).length
  return { one: 1, mayors: 0, strength: 0, colours, ...Object.fromEntries(ofColours) } as Counts
}

const cardsOf = (deck: readonly CardRow[], colours: readonly string[]): number =>
  deck.reduce((sum, { colour, copies }) => (colours.includes(colour) ? sum + copies : sum), 0)

/** What the effects of this kind give if the best cards of the deck all come into play before one seat, in the first round. */
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
  effects.reduce((sum, effect) => sum + mostAtOnce({ counts }, effect) * timesOf(effect, counts), 0)

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
