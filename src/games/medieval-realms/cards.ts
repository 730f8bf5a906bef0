/**
 * What cards are made of. A card is a row of data: its cost and its effects are read by `costs.ts` and `effects.ts`, so a new
 * card is a new row and no new code.
 */
import { z } from 'zod'
import { words } from '../described.js'

export const RESOURCES = ['goods', 'science', 'culture', 'religion', 'gold', 'raw', 'combat'] as const
export type Resource = (typeof RESOURCES)[number]

export const LEADERS = ['mayor', 'admiral', 'general'] as const
export type Leader = (typeof LEADERS)[number]

export const COLOURS = ['orange', 'red', 'yellow', 'green', 'grey', 'turquoise', 'black', 'violet', 'white', 'blue'] as const
export type Colour = (typeof COLOURS)[number]

export const FAMILIES = [
  'fortress',
  'market',
  'leader',
  'city',
  'territory',
  'island',
  'war',
  'artist',
  'missionary',
  'scientist',
  'development',
  'gallery',
  'cathedral',
  'tithe',
  'inquisition',
  'gunpowder',
  'university',
  'harbour',
] as const

/** How a card leaves its event field: bought, given to whoever has most of its resource, or sold to the highest bid. */
export const KINDS = ['simple', 'majority', 'auction'] as const

/** What can be counted of a seat; `one` is always 1, `violetCards` are its violet cards in play. */
export const COUNTS = [
  'one',
  'mayors',
  'strength',
  'colours',
  'orangeCards',
  'redCards',
  'yellowCards',
  'greenCards',
  'greyCards',
  'turquoiseCards',
  'blackCards',
  'violetCards',
  'whiteCards',
  'blueCards',
] as const
export type Count = (typeof COUNTS)[number]

/** The colour that each count of cards is about. */
export const COUNTED_COLOUR: Readonly<Record<`${Colour}Cards`, Colour>> = {
  orangeCards: 'orange',
  redCards: 'red',
  yellowCards: 'yellow',
  greenCards: 'green',
  greyCards: 'grey',
  turquoiseCards: 'turquoise',
  blackCards: 'black',
  violetCards: 'violet',
  whiteCards: 'white',
  blueCards: 'blue',
}

/** When an effect happens: as its card comes into play, whenever the owner plays another card of a colour, every round, after the last round. */
export const MOMENTS = ['played', 'cardPlayed', 'production', 'end'] as const
export type Moment = (typeof MOMENTS)[number]

export const CURRENCIES = [...RESOURCES, ...LEADERS] as const
export type Currency = (typeof CURRENCIES)[number]

/** `choice`: resources of one kind, named by the seat. `card`: cards from the event fields into the hand, chosen by the seat. */
export const GAINS = ['points', ...RESOURCES, ...LEADERS, 'choice', 'card'] as const
export type Gain = (typeof GAINS)[number]

/** The highest figures that moves and events can carry. `soundness.ts` refuses a host's deck that could lead to higher ones. */
export const MOST = { atOnce: 999, leaders: 99, bid: 9999 } as const

export function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  for (const one of words) if (one === word) return true
  return false
}
/** Word by word, as every rule about a cost asks: a look through the list takes V8 several times as long. */
export const isLeader = (word: string): word is Leader => word === 'mayor' || word === 'admiral' || word === 'general'

const RESOURCE_MEANINGS: Readonly<Record<Resource, string>> = {
  goods: 'Goods: pay for activating cards, and set the turn order.',
  science: 'Science.',
  culture: 'Culture.',
  religion: 'Religion.',
  gold: 'Gold: leaders are bid for in it.',
  raw: 'Raw materials.',
  combat: 'Combat: territories are bid for in it.',
}
const LEADER_MEANINGS: Readonly<Record<Leader, string>> = {
  mayor: 'Serves in a section and brings one resource of it each round.',
  admiral: 'Stands on a land with strength 1.',
  general: 'Stands on a land with strength 2.',
}

export const resource = words(RESOURCES, {
  id: 'MedievalRealmsResource',
  description: 'A kind of resource marker.',
  values: RESOURCE_MEANINGS,
})
export const leader = words(LEADERS, { id: 'MedievalRealmsLeader', description: 'A kind of leader.', values: LEADER_MEANINGS })
export const colour = words(COLOURS, {
  id: 'MedievalRealmsColour',
  description: 'The colour of a seal. No hand holds two cards of one colour.',
  values: {
    orange: 'Fortresses.',
    red: 'Markets.',
    yellow: 'Leaders.',
    green: 'Cities.',
    grey: 'Territories.',
    turquoise: 'Islands.',
    black: 'Wars.',
    violet: 'Artists and art galleries.',
    white: 'Missionaries, cathedrals, church tithes and inquisitions.',
    blue: 'Scientists, developments, gunpowder, universities and harbours.',
  },
})
export const kind = words(KINDS, {
  id: 'MedievalRealmsKind',
  description: 'How a card leaves its event field.',
  values: {
    simple: 'It goes to the hand of whoever activates it.',
    majority: 'It goes to the hand of the seat with most of the resource that it costs.',
    auction: 'It is sold to the highest bid and comes into play at once.',
  },
})
export const family = words(FAMILIES, {
  id: 'MedievalRealmsFamily',
  description: 'The family of a card: what follows is said of the standard deck.',
  values: {
    fortress: 'Combat each round; points for military strength at the end.',
    market: 'Points for different colours in play at the end.',
    leader: 'Gives a leader.',
    city: 'Pays for each other card of one colour that is played; points for mayors at the end.',
    territory: 'Gives five of one resource.',
    island: 'Costs admirals; points at once, and for a condition at the end.',
    war: 'Six points.',
    artist: 'A great personality, for culture.',
    missionary: 'A great personality, for religion.',
    scientist: 'A great personality, for science.',
    development: 'Points, and a resource for each mayor.',
    gallery: 'Five points.',
    cathedral: 'Five points.',
    tithe: 'Points, and four markers of a kind to be chosen.',
    inquisition: 'Gives a general.',
    gunpowder: 'Gives a general.',
    university: 'Gives a mayor.',
    harbour: 'Gives an admiral.',
  },
})
export const currency = words(CURRENCIES, {
  id: 'MedievalRealmsCurrency',
  description: 'What a cost is paid in: resources, or leaders who are then gone.',
  values: { ...RESOURCE_MEANINGS, ...LEADER_MEANINGS },
})
const count = words(COUNTS, {
  id: 'MedievalRealmsCount',
  description: 'Something of a seat that is counted.',
  values: {
    one: 'Always 1.',
    mayors: 'Its mayors, buffers included.',
    strength: 'Strength of its admirals (1 each) and generals (2 each).',
    colours: 'Different colours among its cards in play.',
    orangeCards: 'Its orange cards in play.',
    redCards: 'Its red cards in play.',
    yellowCards: 'Its yellow cards in play.',
    greenCards: 'Its green cards in play.',
    greyCards: 'Its grey cards in play.',
    turquoiseCards: 'Its turquoise cards in play.',
    blackCards: 'Its black cards in play.',
    violetCards: 'Its violet cards in play.',
    whiteCards: 'Its white cards in play.',
    blueCards: 'Its blue cards in play.',
  },
})
const moment = words(MOMENTS, {
  id: 'MedievalRealmsMoment',
  description: 'When an effect happens.',
  values: {
    played: 'As its card comes into play.',
    cardPlayed: 'Whenever its owner plays another card of one of the colours named.',
    production: 'Every round after the reveal.',
    end: 'After the last round.',
  },
})
const gain = words(GAINS, {
  id: 'MedievalRealmsGain',
  description: 'What an effect gives.',
  values: {
    points: 'Points.',
    ...RESOURCE_MEANINGS,
    ...LEADER_MEANINGS,
    choice: 'Markers of one kind that the seat names.',
    card: 'Cards that the seat takes from the event fields into its hand, without a price.',
  },
})

export const Amount = z
  .strictObject({
    resource: resource.describe('The kind.'),
    amount: z.int().min(0).max(MOST.atOnce).describe('How many markers.'),
  })
  .meta({ id: 'MedievalRealmsAmount', description: 'Markers of one kind.' })
export type Amount = z.infer<typeof Amount>

export const Effect = z
  .strictObject({
    when: moment.describe('When it happens.'),
    colours: z.array(colour).max(COLOURS.length).default([]).describe('With cardPlayed: another own card of these colours.'),
    gain: gain.describe('What it gives.'),
    amount: z.int().min(1).max(99).describe('How much for each thing counted by per.'),
    per: count.default('one').describe('Multiplies the amount.'),
    condition: count.default('one').describe('Nothing is gained unless this count is high enough.'),
    atLeast: z.int().min(0).max(99).default(0).describe('The least count that meets the condition.'),
    except: z.array(resource).max(RESOURCES.length).default([]).describe('With choice: kinds that may not be chosen.'),
  })
  .meta({ id: 'MedievalRealmsEffect', description: 'One effect of a card.' })
export type Effect = z.infer<typeof Effect>

export const Cost = z
  .strictObject({
    pay: currency.describe('What it is paid in.'),
    amounts: z
      .array(z.int().min(1).max(99))
      .max(4)
      .default([])
      .describe('One figure, or four: for 2, 3, 4 and 5 seats. None in an auction.'),
    plus: z.int().min(0).max(99).default(0).describe('More for each thing counted by plusPer.'),
    plusPer: count.default('one').describe('What the surcharge is counted by.'),
  })
  .meta({ id: 'MedievalRealmsCost', description: 'Paid to play the card, bid in its auction, and compared for its majority.' })
export type Cost = z.infer<typeof Cost>

export const CardRow = z
  .strictObject({
    id: z.string().min(1).max(40).describe('Letters, digits and hyphens; the second copy of `war` is the card `war/2`.'),
    family: family.describe('Its family.'),
    name: z.string().min(1).max(80).describe('Its name for people.'),
    copies: z.int().min(1).max(60).describe('How many such cards there are.'),
    kind: kind.describe('How it leaves its event field.'),
    colour: colour.describe('The colour of its seal.'),
    cost: Cost.describe('What it costs.'),
    effects: z
      .array(Effect)
      .max(12)
      .describe('What it does. All of one moment are worked out together, from the position before them.'),
    personality: z.boolean().default(false).describe('A great personality: several are worth more at the end.'),
  })
  .meta({ id: 'MedievalRealmsCardRow', description: 'One kind of card.' })
export type CardRow = z.infer<typeof CardRow>

export const LandRow = z
  .strictObject({
    land: z.int().min(1).max(10).describe('Number of the land.'),
    rewards: z.array(Amount).min(1).max(RESOURCES.length).describe('What its controller receives each round.'),
  })
  .meta({ id: 'MedievalRealmsLandRow', description: 'What the seat that controls a land receives.' })
export type LandRow = z.infer<typeof LandRow>

/** What a host may replace. An empty list stands for the standard rows. */
export interface Content {
  readonly deck: readonly CardRow[]
  readonly lands: readonly LandRow[]
  readonly start: readonly Amount[]
}
