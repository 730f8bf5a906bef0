/**
 * The whole content of Medieval Realms as data, each figure marked with where it comes from. The German rulebook gives the
 * rules of every family of cards in words, but prints deck, lands and start resources only as pictures: those figures are
 * reconstructed, and a host who has the printed game replaces them through the option `content`.
 */
import {
  type Amount,
  type CardRow,
  type Colour,
  type Cost,
  type Count,
  type Effect,
  type Gain,
  type LandRow,
  type Leader,
  RESOURCES,
  type Resource,
} from './cards.js'

/** `public`: a public source other than the rulebook. `derived`: follows from the rulebook. `reconstructed`: our own figure. */
export type Source = 'rulebook' | 'public' | 'derived' | 'reconstructed'

export const ROUNDS = 7 // rulebook
export const EVENT_FIELDS = 12 // rulebook
export const COMING_FIELDS = 6 // rulebook
export const FIELDS_PER_PRICE = 4 // rulebook: fields 1-4 cost 1 goods, 5-8 cost 2, 9-12 cost 3
export const HAND_LIMIT = 4 // rulebook
export const SUPPLIED_GOODS = 2 // rulebook: for every seat, every round
export const BONUS_EVERY = 5 // rulebook: at each multiple of this many points the seat chooses a marker
export const RESOURCES_PER_POINT = 2 // rulebook: leftovers
export const STRENGTH = { admiral: 1, general: 2, buffer: 2 } as const // rulebook

/** Mayors' sections: all resources but combat (public). */
export const SECTIONS = ['goods', 'science', 'culture', 'religion', 'gold', 'raw'] as const

/** General and admiral one each: derived from the worked examples and public; four mayors: rulebook (two seats) and public. */
export const START_LEADERS: Readonly<Record<Leader, number>> = { mayor: 4, admiral: 1, general: 1 }
/** Buffer mayors of each seat, only with two seats (rulebook). */
export const BUFFERS = 2

export const MOST_SEATS = 5

/** Lands in play by number of seats (rulebook: 9 and 10 only with five). */
export const landsInPlay = (seats: number): number => (seats === 5 ? 10 : 8)
/** Fields from the first that are swept at the end of a round, by number of seats (rulebook). */
export const sweptFields = (seats: number): number => 6 - seats

/** Points for 0 to 5 great personalities in play (rulebook); more than five are worth no more (ruling). */
export const PERSONALITY_POINTS = [0, 1, 3, 6, 10, 15] as const

/** Reconstructed: one of each, so that seats can compete for every majority from the first round on. */
export const START_RESOURCES: readonly Amount[] = RESOURCES.map((resource) => ({ resource, amount: 1 }))

/** Reconstructed. That a land shows a combination of resources is public; that combat comes mostly from lands is derived. */
export const LANDS: readonly LandRow[] = [
  { land: 1, rewards: amounts(['combat', 1], ['goods', 1]) },
  { land: 2, rewards: amounts(['combat', 1], ['raw', 1]) },
  { land: 3, rewards: amounts(['combat', 2], ['gold', 1]) },
  { land: 4, rewards: amounts(['combat', 2]) },
  { land: 5, rewards: amounts(['combat', 1], ['science', 1]) },
  { land: 6, rewards: amounts(['combat', 1], ['culture', 1]) },
  { land: 7, rewards: amounts(['combat', 1], ['religion', 1]) },
  { land: 8, rewards: amounts(['combat', 1], ['gold', 1], ['goods', 1]) },
  { land: 9, rewards: amounts(['combat', 1], ['raw', 1], ['goods', 1]) },
  { land: 10, rewards: amounts(['combat', 2], ['culture', 1]) },
]

function amounts(...held: readonly (readonly [Resource, number])[]): Amount[] {
  return held.map(([resource, amount]) => ({ resource, amount }))
}

/** Where the figures of a card come from. `rules`: kind, colour, cost and effect of its family; `shown`: what its picture adds. */
export interface Provenance {
  readonly rules: Source
  readonly shown: Source
  readonly copies: Source
  readonly name: Source
}
export type PrintedCard = CardRow & { readonly source: Provenance }

/** The rulebook describes the family completely. */
const WRITTEN: Provenance = { rules: 'rulebook', shown: 'rulebook', copies: 'reconstructed', name: 'rulebook' }
/** Which leader the card gives follows from its name. */
const NAMED: Provenance = { rules: 'rulebook', shown: 'derived', copies: 'reconstructed', name: 'rulebook' }
/** The colour, resource or condition on the card is printed as a picture. */
const PICTURED: Provenance = { rules: 'rulebook', shown: 'reconstructed', copies: 'reconstructed', name: 'reconstructed' }

const effect = (when: Effect['when'], gain: Gain, amount: number, more: Partial<Effect> = {}): Effect => ({
  when,
  colours: [],
  gain,
  amount,
  per: 'one',
  condition: 'one',
  atLeast: 0,
  except: [],
  ...more,
})
const played = (gain: Gain, amount: number, more?: Partial<Effect>): Effect => effect('played', gain, amount, more)
const eachRound = (gain: Gain, amount: number): Effect => effect('production', gain, amount)
const onPlaying = (colour: Colour, gain: Gain): Effect => effect('cardPlayed', gain, 1, { colours: [colour] })
const atEndPer = (per: Count): Effect => effect('end', 'points', 1, { per })
const atEndIf = (condition: Count, atLeast: number): Effect => effect('end', 'points', 3, { condition, atLeast })

const costs = (pay: Cost['pay'], ...figures: number[]): Cost => ({ pay, amounts: figures, plus: 0, plusPer: 'one' })
const bidIn = (pay: Cost['pay']): Cost => costs(pay)

type Face = Pick<CardRow, 'name' | 'copies' | 'effects'> & { readonly source: Provenance }
const card = (
  id: string,
  family: CardRow['family'],
  seal: Pick<CardRow, 'kind' | 'colour' | 'cost'>,
  face: Face,
): PrintedCard => ({
  id,
  family,
  ...seal,
  ...face,
  personality: family === 'artist' || family === 'missionary' || family === 'scientist',
})

const leader = (given: Leader): PrintedCard =>
  card(
    `leader-${given}`,
    'leader',
    { kind: 'auction', colour: 'yellow', cost: bidIn('gold') },
    { name: `Leader: ${given}`, copies: 4, effects: [played(given, 1)], source: WRITTEN },
  )

const city = (name: string, colour: Colour, given: Resource): PrintedCard =>
  card(
    `city-${name.toLowerCase()}`,
    'city',
    { kind: 'simple', colour: 'green', cost: costs('raw', 5) },
    {
      name,
      copies: 1,
      effects: [onPlaying(colour, given), onPlaying(colour, 'points'), atEndPer('mayors')],
      source: PICTURED,
    },
  )

const territory = (given: Resource, copies: number): PrintedCard =>
  card(
    `territory-${given}`,
    'territory',
    { kind: 'auction', colour: 'grey', cost: bidIn('combat') },
    { name: `Territory: ${given}`, copies, effects: [played(given, 5)], source: PICTURED },
  )

const island = (name: string, condition: Count, atLeast: number): PrintedCard =>
  card(
    `island-${name.toLowerCase()}`,
    'island',
    { kind: 'simple', colour: 'turquoise', cost: { ...costs('admiral', 1), plus: 1, plusPer: 'turquoiseCards' } },
    { name, copies: 1, effects: [played('points', 2), atEndIf(condition, atLeast)], source: PICTURED },
  )

const PERSONALITIES = {
  artist: { colour: 'violet', pay: 'culture' },
  missionary: { colour: 'white', pay: 'religion' },
  scientist: { colour: 'blue', pay: 'science' },
} as const

const personality = (family: keyof typeof PERSONALITIES, name: string, counted: Count): PrintedCard =>
  card(
    `${family}-${name.toLowerCase().replaceAll(' ', '-')}`,
    family,
    { kind: 'majority', colour: PERSONALITIES[family].colour, cost: costs(PERSONALITIES[family].pay, 5) },
    { name, copies: 1, effects: [played('points', 2), atEndPer(counted)], source: PICTURED },
  )

const development = (name: string, given: Resource): PrintedCard =>
  card(
    `development-${given}`,
    'development',
    { kind: 'simple', colour: 'blue', cost: costs('science', 5) },
    { name, copies: 1, effects: [played('points', 2), played(given, 1, { per: 'mayors' })], source: PICTURED },
  )

const patronage = (family: 'gallery' | 'cathedral', colour: Colour, name: string, copies: number): PrintedCard =>
  card(
    family,
    family,
    { kind: 'majority', colour, cost: costs('culture', 5) },
    { name, copies, effects: [played('points', 5)], source: WRITTEN },
  )

const discovery = (family: 'gunpowder' | 'university' | 'harbour', name: string, given: Leader, copies: number): PrintedCard =>
  card(
    family,
    family,
    { kind: 'simple', colour: 'blue', cost: costs('science', 4) },
    { name, copies, effects: [played(given, 1)], source: NAMED },
  )

/** 90 cards: the fewest that never run out when all twelve fields are emptied in each of the first six rounds. */
export const DECK: readonly PrintedCard[] = [
  card(
    'fortress',
    'fortress',
    { kind: 'majority', colour: 'orange', cost: costs('raw', 6) },
    { name: 'Fortress', copies: 5, effects: [eachRound('combat', 1), atEndPer('strength')], source: WRITTEN },
  ),
  card(
    'market',
    'market',
    { kind: 'simple', colour: 'red', cost: costs('goods', 6) },
    { name: 'Market', copies: 5, effects: [atEndPer('colours')], source: WRITTEN },
  ),
  leader('mayor'),
  leader('admiral'),
  leader('general'),
  city('Paris', 'violet', 'culture'),
  city('Rome', 'white', 'religion'),
  city('Bologna', 'blue', 'science'),
  city('Florence', 'yellow', 'gold'),
  city('Vienna', 'grey', 'combat'),
  city('Venice', 'turquoise', 'goods'),
  city('Bruges', 'red', 'goods'),
  city('Constantinople', 'black', 'gold'),
  city('Prague', 'orange', 'raw'),
  territory('goods', 2),
  territory('gold', 2),
  territory('raw', 2),
  territory('science', 1),
  territory('culture', 1),
  territory('religion', 1),
  island('Crete', 'violetCards', 2),
  island('Iona', 'whiteCards', 2),
  island('Sicily', 'blueCards', 2),
  island('Mallorca', 'greenCards', 2),
  island('Malta', 'yellowCards', 2),
  island('Corsica', 'greyCards', 2),
  island('Cyprus', 'colours', 6),
  island('Rhodes', 'strength', 4),
  card(
    'war',
    'war',
    { kind: 'majority', colour: 'black', cost: costs('combat', 7, 7, 6, 5) },
    { name: 'War', copies: 6, effects: [played('points', 6)], source: WRITTEN },
  ),
  personality('artist', 'Giotto', 'violetCards'),
  personality('artist', 'Hildegard', 'greenCards'),
  personality('artist', 'Dante', 'yellowCards'),
  personality('artist', 'Chaucer', 'redCards'),
  personality('artist', 'Van Eyck', 'turquoiseCards'),
  personality('missionary', 'Francis', 'whiteCards'),
  personality('missionary', 'Cyril', 'violetCards'),
  personality('missionary', 'Boniface', 'greyCards'),
  personality('missionary', 'Bernard', 'blackCards'),
  personality('missionary', 'Dominic', 'greenCards'),
  personality('scientist', 'Roger Bacon', 'blueCards'),
  personality('scientist', 'Albertus Magnus', 'whiteCards'),
  personality('scientist', 'Fibonacci', 'yellowCards'),
  personality('scientist', 'Villard', 'orangeCards'),
  personality('scientist', 'Averroes', 'greyCards'),
  development('Windmill', 'goods'),
  development('Heavy plough', 'raw'),
  development('Bookkeeping', 'gold'),
  development('Printing press', 'culture'),
  development('Mechanical clock', 'religion'),
  patronage('gallery', 'violet', 'Art gallery', 4),
  patronage('cathedral', 'white', 'Cathedral', 3),
  card(
    'tithe',
    'tithe',
    { kind: 'simple', colour: 'white', cost: costs('religion', 5) },
    {
      name: 'Church tithe',
      copies: 3,
      effects: [played('points', 2), played('choice', 4, { except: ['religion'] })],
      source: WRITTEN,
    },
  ),
  card(
    'inquisition',
    'inquisition',
    { kind: 'simple', colour: 'white', cost: costs('religion', 4) },
    { name: 'Inquisition', copies: 2, effects: [played('general', 1)], source: WRITTEN },
  ),
  discovery('gunpowder', 'Gunpowder', 'general', 1),
  discovery('university', 'University', 'mayor', 2),
  discovery('harbour', 'Harbour', 'admiral', 1),
]
