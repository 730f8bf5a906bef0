/**
 * What cards are made of. A card is a row of data: its cost and its effects are read by `costs.ts` and `effects.ts`, so a new
 * card is a new row and no new code.
 */
import { z } from 'zod'

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
  const strings: readonly string[] = words
  return strings.includes(word)
}
export const isLeader = (word: string): word is Leader => isOneOf(LEADERS, word)

export const resource = z.enum(RESOURCES).meta({ id: 'MedievalRealmsResource', description: 'A kind of resource marker.' })
export const leader = z.enum(LEADERS).meta({ id: 'MedievalRealmsLeader', description: 'A kind of leader.' })
export const colour = z.enum(COLOURS).meta({ id: 'MedievalRealmsColour', description: 'The colour of a seal.' })
export const kind = z.enum(KINDS).meta({ id: 'MedievalRealmsKind', description: 'How a card leaves its event field.' })
export const family = z.enum(FAMILIES).meta({ id: 'MedievalRealmsFamily', description: 'The family of a card.' })
export const currency = z.enum(CURRENCIES).meta({ id: 'MedievalRealmsCurrency', description: 'What a cost is paid in.' })
const count = z.enum(COUNTS).meta({ id: 'MedievalRealmsCount', description: 'Something of a seat that is counted.' })
const moment = z.enum(MOMENTS).meta({ id: 'MedievalRealmsMoment', description: 'When an effect happens.' })
const gain = z.enum(GAINS).meta({ id: 'MedievalRealmsGain', description: 'What an effect gives.' })

export const Amount = z.strictObject({ resource, amount: z.int().min(0).max(MOST.atOnce) }).meta({ id: 'MedievalRealmsAmount' })
export type Amount = z.infer<typeof Amount>

export const Effect = z
  .strictObject({
    when: moment,
    colours: z.array(colour).max(COLOURS.length).default([]).describe('With cardPlayed: another own card of these colours.'),
    gain,
    amount: z.int().min(1).max(99).describe('How much for each thing counted by per.'),
    per: count.default('one').describe('Multiplies the amount.'),
    condition: count.default('one').describe('Nothing is gained unless this count is high enough.'),
    atLeast: z.int().min(0).max(99).default(0).describe('The least count that meets the condition.'),
    except: z.array(resource).max(RESOURCES.length).default([]).describe('With choice: kinds that may not be chosen.'),
  })
  .meta({ id: 'MedievalRealmsEffect' })
export type Effect = z.infer<typeof Effect>

export const Cost = z
  .strictObject({
    pay: currency,
    amounts: z
      .array(z.int().min(1).max(99))
      .max(4)
      .default([])
      .describe('One figure, or four: for 2, 3, 4 and 5 seats. None in an auction.'),
    plus: z.int().min(0).max(99).default(0).describe('More for each thing counted by plusPer.'),
    plusPer: count.default('one'),
  })
  .meta({ id: 'MedievalRealmsCost', description: 'Paid to play the card, bid in its auction, and compared for its majority.' })
export type Cost = z.infer<typeof Cost>

export const CardRow = z
  .strictObject({
    id: z.string().min(1).max(40).describe('Letters, digits and hyphens; the second copy of `war` is the card `war/2`.'),
    family,
    name: z.string().min(1).max(80),
    copies: z.int().min(1).max(60),
    kind,
    colour,
    cost: Cost,
    effects: z.array(Effect).max(12),
    personality: z.boolean().default(false).describe('A great personality.'),
  })
  .meta({ id: 'MedievalRealmsCardRow', description: 'One kind of card.' })
export type CardRow = z.infer<typeof CardRow>

export const LandRow = z
  .strictObject({ land: z.int().min(1).max(10), rewards: z.array(Amount).min(1).max(RESOURCES.length) })
  .meta({ id: 'MedievalRealmsLandRow', description: 'What the seat that controls a land receives.' })
export type LandRow = z.infer<typeof LandRow>

/** What a host may replace. An empty list stands for the standard rows. */
export interface Content {
  readonly deck: readonly CardRow[]
  readonly lands: readonly LandRow[]
  readonly start: readonly Amount[]
}
