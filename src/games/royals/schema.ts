/** Every shape of Royals that goes in or out. */
import { z } from 'zod'
import type { OfType } from '../evolving.js'
import { LeaveReason } from '../seating.js'
import { COLOURS, COUNTRIES, EDITION_NAMES, PAIRS } from './content.js'
import { Content, country, points, title } from './pack.js'

const colour = z.enum(COLOURS).meta({ id: 'RoyalsColour' })
const jokers = z
  .enum(['whenShort', 'always'])
  .meta({ id: 'RoyalsJokers', description: 'whenShort: jokers only for a seat that lacks matching cards; always: at will.' })
const starterRule = z.enum(['random', 'seat0']).meta({ id: 'RoyalsStarter' })
const edition = z.enum(EDITION_NAMES).meta({ id: 'RoyalsEdition', description: 'A named set of figures that never changes.' })

const eachOnce = (list: readonly string[]): boolean => new Set(list).size === COLOURS.length
export const Options = z
  .strictObject({
    jokers: jokers.default('whenShort'),
    starter: starterRule.default('random').describe('Who begins.'),
    colours: z
      .array(colour)
      .length(COLOURS.length)
      .refine(eachOnce, { message: 'Name each of the five colours once.' })
      .default([...COLOURS])
      .describe(
        'Colours by seat; black and white have 46 cubes, the others 36. Two seats play black and white in the order given here.',
      ),
    evenCubes: z.boolean().default(false).describe('From three seats on everybody plays with 36 cubes, whatever the colour.'),
    edition: edition.default('reconstruction'),
    content: Content.optional(),
  })
  .meta({ id: 'RoyalsOptions' })
export type Options = z.infer<typeof Options>

const seat = z.int().min(0).max(4).describe('Seat number, from 0.')
const count = z.int().min(0)
const city = z.string().max(40).describe('Name of a city, as the view spells it.')
const epoch = z.int().min(0).max(3)
const pair = z.enum(PAIRS).meta({ id: 'RoyalsPair', description: 'A kind of intrigue card: the two countries that it shows.' })

export const DRAW_OPTIONS = ['threeCountryCards', 'countryAndIntrigue'] as const
export type DrawOption = (typeof DRAW_OPTIONS)[number]
const SOURCES = [...COUNTRIES, 'countryDeck', 'intrigueDeck'] as const
export type Source = (typeof SOURCES)[number]
const drawOption = z.enum(DRAW_OPTIONS).meta({ id: 'RoyalsDrawOption' })
const source = z.enum(SOURCES).meta({
  id: 'RoyalsSource',
  description: 'Where a card comes from: a country names an open card of the display, a deck is drawn blind.',
})

const some = z.int().min(0).max(24).default(0)
const countryPayment = z
  .strictObject({ france: some, germanStates: some, britain: some, spain: some })
  .meta({ id: 'RoyalsCountryPayment' })
const intriguePayment = z
  .strictObject({
    franceGermanStates: some,
    franceBritain: some,
    franceSpain: some,
    germanStatesBritain: some,
    germanStatesSpain: some,
    britainSpain: some,
  })
  .meta({ id: 'RoyalsIntriguePayment' })
const cards = countryPayment.optional().describe('The country cards you pay with; left out, the cheapest legal payment is used.')
const intrigue = intriguePayment
  .optional()
  .describe('The intrigue cards you pay with; left out, the cheapest legal payment is used.')

export const Move = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('draw'),
      option: drawOption.optional().describe('From your second turn on, with the first card that you draw.'),
      sources: z
        .array(source)
        .min(1)
        .max(3)
        .describe('Drawn in this order. Name fewer than you must draw to look at a card first.'),
    })
    .describe('Draw one or more of the cards that you must draw.'),
  z.strictObject({ type: z.literal('claim'), city, title, cards }).describe('Occupy a free position.'),
  z.strictObject({ type: z.literal('takeOver'), city, title, cards, intrigue }).describe('Take over a position of another seat.'),
  z.strictObject({ type: z.literal('endPlay') }).describe('Play no more cards in this turn.'),
  z
    .strictObject({ type: z.literal('discard'), cards: countryPayment, intrigue: intriguePayment })
    .describe('Discard exactly the cards above the hand limit, of either kind.'),
])
export type Move = z.infer<typeof Move>
/** The moves that put a cube on a position. */
export type PlayMove = OfType<Move, 'claim' | 'takeOver'>

const countryCards = z
  .strictObject({ france: count, germanStates: count, britain: count, spain: count })
  .meta({ id: 'RoyalsCountryCards' })
const intrigueCards = z
  .strictObject({
    franceGermanStates: count,
    franceBritain: count,
    franceSpain: count,
    germanStatesBritain: count,
    germanStatesSpain: count,
    britainSpain: count,
  })
  .meta({ id: 'RoyalsIntrigueCards' })
const hand = z.strictObject({ cards: countryCards, intrigue: intrigueCards }).meta({ id: 'RoyalsHand' })
const placing = z.strictObject({ seat, place: z.int().min(1), score: count }).meta({ id: 'RoyalsPlacing' })
const awards = z
  .array(z.strictObject({ seat, points }).meta({ id: 'RoyalsAward' }))
  .describe('Who takes a marker, the better one first; what is not awarded leaves the game.')
const bySeat = z.array(count)

const shared = [
  z.strictObject({ type: z.literal('MatchBegan'), starter: seat }),
  z.strictObject({
    type: z.literal('TurnBegan'),
    seat,
    round: z.int().min(1),
    firstDraw: count.nullable().describe('Country cards to draw in a first turn; null in every later turn.'),
  }),
  z.strictObject({ type: z.literal('DrawOptionChosen'), seat, option: drawOption, owedCards: count, owedIntrigue: count }),
  z.strictObject({ type: z.literal('DisplayCardTaken'), seat, country }),
  z.strictObject({ type: z.literal('IntrigueDeckRenewed'), shuffle: count }),
  z.strictObject({ type: z.literal('PositionClaimed'), seat, city, title, cards: countryCards }),
  z.strictObject({
    type: z.literal('PositionTakenOver'),
    seat,
    city,
    title,
    from: seat,
    cards: countryCards,
    intrigue: intrigueCards,
  }),
  z.strictObject({ type: z.literal('CityMarkerTaken'), seat, city, points }),
  z.strictObject({ type: z.literal('CountryMarkerTaken'), seat, country, points }),
  z.strictObject({ type: z.literal('NobleHouseMarkerTaken'), seat, points }),
  z.strictObject({ type: z.literal('PlayEnded'), seat, surplusCards: count, surplusIntrigue: count }),
  z.strictObject({ type: z.literal('CardsDiscarded'), seat, cards: countryCards, intrigue: intrigueCards }),
  z.strictObject({ type: z.literal('CountryDeckRenewed'), shuffle: count }),
  z.strictObject({ type: z.literal('CountryScored'), epoch, country, influence: bySeat, awards }),
  z.strictObject({ type: z.literal('EpochEnded'), epoch }),
  z.strictObject({ type: z.literal('LastRoundBegan') }),
  z.strictObject({ type: z.literal('TitleScored'), title, cubes: bySeat, awards }),
  z.strictObject({ type: z.literal('SeatLeft'), seat, reason: LeaveReason, cards: countryCards, intrigue: intrigueCards }),
  z.strictObject({
    type: z.literal('MatchEnded'),
    places: z.array(placing),
    hands: z.array(hand).describe('By seat: all is open now.'),
  }),
] as const

const piece = z.string()
export const Event = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('DisplayFilled'), pieces: z.array(piece) }),
  z.strictObject({ type: z.literal('CountryCardDrawn'), seat, piece }),
  z.strictObject({ type: z.literal('IntrigueCardDrawn'), seat, piece }),
])
export type Event = z.infer<typeof Event>

export const Notice = z.discriminatedUnion('type', [
  ...shared,
  z.strictObject({ type: z.literal('DisplayFilled'), countries: z.array(country).describe('The new open cards.') }),
  z.strictObject({
    type: z.literal('CountryCardDrawn'),
    seat,
    secretCountry: country.nullable().describe('The card if you may see it.'),
  }),
  z.strictObject({
    type: z.literal('IntrigueCardDrawn'),
    seat,
    secretPair: pair.nullable().describe('The card if you may see it.'),
  }),
])
export type Notice = z.infer<typeof Notice>

const settings = z
  .strictObject({
    jokers,
    starter: starterRule,
    colours: z.array(colour),
    evenCubes: z.boolean(),
    edition,
    ownFigures: z.boolean().describe('The host has replaced figures of the edition; the view shows those in play.'),
  })
  .meta({ id: 'RoyalsSettings' })
const cubesOfSeat = z.strictObject({ seat, count: z.int().min(1) }).meta({ id: 'RoyalsCubes' })
const position = z
  .strictObject({ title, needed: count.describe('Country cards needed.'), influence: count, holder: seat.nullable() })
  .meta({ id: 'RoyalsPosition' })
const cityView = z
  .strictObject({
    city,
    country,
    bonus: points,
    markerTaken: z.boolean(),
    positions: z.array(position),
    displaced: z
      .array(cubesOfSeat)
      .describe('Displaced cubes on the city field: no influence, but they count for the country bonus.'),
  })
  .meta({ id: 'RoyalsCity' })
const titleView = z
  .strictObject({ title, needed: count, value: points.describe('Points of the whole marker.'), cubes: z.array(cubesOfSeat) })
  .meta({ id: 'RoyalsTitleRow' })
const countryView = z
  .strictObject({ country, higher: points, lower: points, taken: count.describe('Country markers taken so far.') })
  .meta({ id: 'RoyalsCountryMarkers' })
const epochView = z
  .strictObject({
    epoch,
    country,
    higher: points,
    lower: points,
    awarded: count.nullable().describe('Markers awarded; null before the scoring.'),
  })
  .meta({ id: 'RoyalsEpochMarkers' })
const nobleHouses = z
  .strictObject({ values: z.array(points).describe('Highest first.'), taken: count })
  .meta({ id: 'RoyalsNobleHouses' })

const MARKER_KINDS = ['city', 'country', 'nobleHouse', 'epoch', 'title', 'halfTitle'] as const
const marker = z
  .strictObject({
    kind: z.enum(MARKER_KINDS).meta({ id: 'RoyalsMarkerKind' }),
    of: z.string().describe('City, country or title; for an epoch marker country and year.'),
    points,
  })
  .meta({ id: 'RoyalsMarker' })
export type Marker = z.infer<typeof marker>

const player = z
  .strictObject({
    seat,
    colour,
    cubes: count.describe('Cubes in supply.'),
    cardCount: count,
    intrigueCount: count,
    shown: countryCards,
    markerCount: count,
    hand: hand.nullable().describe('Your own; every hand after the end.'),
    markers: z.array(marker).nullable().describe('Your own; everybody’s after the end.'),
    points: count.nullable().describe('Sum of the markers, if you may see them.'),
    left: z.boolean(),
  })
  .meta({
    id: 'RoyalsPlayer',
    description: 'shown: cards that everybody knows to be in this hand, taken from the display and not laid down since.',
  })

const STAGES = ['draw', 'play', 'discard'] as const
export type Stage = (typeof STAGES)[number]
export const View = z
  .strictObject({
    options: settings,
    epoch: epoch.describe('0 before the start.'),
    round: count,
    lastRound: z.boolean().describe('The third epoch has ended: the match ends with this round.'),
    starter: seat.nullable(),
    turn: seat.nullable(),
    stage: z.enum(STAGES).meta({ id: 'RoyalsStage' }).nullable(),
    drawOption: drawOption.nullable().describe('The option chosen in this turn.'),
    owedCards: count.describe('Country cards still to be drawn in this turn.'),
    owedIntrigue: count.describe('Intrigue cards still to be drawn in this turn.'),
    display: z.array(country),
    countryDeckCount: count,
    countryShuffle: count,
    countryDiscard: countryCards,
    intrigueDeckCount: count,
    intrigueShuffle: count,
    intrigueDiscard: intrigueCards,
    unseenCards: countryCards,
    unseenIntrigue: intrigueCards,
    cities: z.array(cityView),
    titles: z.array(titleView),
    countryMarkers: z.array(countryView),
    nobleHouses,
    epochMarkers: z.array(epochView),
    players: z.array(player),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places.'),
    decks: hand.nullable().describe('What is left in the two decks, for the referee.'),
  })
  .meta({
    id: 'RoyalsView',
    description: 'unseenCards and unseenIntrigue: all cards whose place you do not know, in the decks or in the hands of others.',
  })
export type View = z.infer<typeof View>
