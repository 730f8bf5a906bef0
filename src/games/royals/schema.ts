/** Every shape of Royals that goes in or out. */
import { z } from 'zod'
import { LeaveReason, member, placing as placingOf } from '../described.js'
import type { OfType } from '../evolving.js'
import { COLOURS } from './content.js'
import { countryCards, countryPayment, hand, intrigueCards, intriguePayment } from './holdings.js'
import { Content, points } from './pack.js'
import { sinceShuffle } from './since-shuffle.js'
import {
  colour,
  country,
  drawOption,
  edition,
  intrigueRenewal,
  jokers,
  markerKind,
  pair,
  source,
  stage,
  starterRule,
  title,
} from './vocabulary.js'

const eachOnce = (list: readonly string[]): boolean => new Set(list).size === COLOURS.length
export const Options = z
  .strictObject({
    jokers: jokers.default('whenShort').describe('When jokers may be used.'),
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
    edition: edition.default('reconstruction').describe('The set of figures played with.'),
    content: Content.optional().describe('Figures that replace those of the edition; left out, none are replaced.'),
    intrigueRenewal: intrigueRenewal
      .optional()
      .describe('When the discarded intrigue cards are shuffled to be drawn again; left out, atOnce.'),
  })
  .meta({ id: 'RoyalsOptions', description: 'What the host chooses about the rules.' })
export type Options = z.infer<typeof Options>

const seat = z.int().min(0).max(4).describe('Seat number, from 0.')
const count = z.int().min(0)
const city = z.string().max(40).describe('Name of a city, as the view spells it.')
const epoch = z.int().min(0).max(3).describe('Number of the epoch, 1 to 3.')

const cards = countryPayment.optional().describe('The country cards you pay with; left out, the cheapest legal payment is used.')
const intrigue = intriguePayment
  .optional()
  .describe('The intrigue cards you pay with; left out, the cheapest legal payment is used.')

export const Move = z.discriminatedUnion('type', [
  member('draw', 'Draw one or more of the cards that you must draw.', {
    option: drawOption.optional().describe('From your second turn on, with the first card that you draw.'),
    sources: z
      .array(source)
      .min(1)
      .max(3)
      .describe('Drawn in this order. Name fewer than you must draw to look at a card first.'),
  }),
  member('claim', 'Occupy a free position.', { city, title: title.describe('The title of the position in this city.'), cards }),
  member('takeOver', 'Take over a position of another seat.', {
    city,
    title: title.describe('The title of the position in this city.'),
    cards,
    intrigue,
  }),
  member('endPlay', 'Play no more cards in this turn.', {}),
  member('discard', 'Discard exactly the cards above the hand limit, of either kind.', {
    cards: countryPayment.describe('The country cards to discard.'),
    intrigue: intriguePayment.describe('The intrigue cards to discard.'),
  }),
])
export type Move = z.infer<typeof Move>
/** The moves that put a cube on a position. */
export type PlayMove = OfType<Move, 'claim' | 'takeOver'>

const placing = placingOf('RoyalsPlacing', seat, count.describe('Victory points at the end.'))
const awards = z
  .array(
    z
      .strictObject({ seat: seat.describe('The seat that takes the marker.'), points: points.describe('What it is worth.') })
      .meta({ id: 'RoyalsAward', description: 'A marker and who takes it.' }),
  )
  .describe('Who takes a marker, the better one first; what is not awarded leaves the game.')
const bySeat = z.array(count)
const actor = seat.describe('The seat that did it.')
const shuffle = count.describe('Number of shuffles of this deck, the first one included.')
const spent = countryCards.describe('The country cards laid down.')
const position = { city: city.describe('The city of the position.'), title: title.describe('Its title.') }

const shared = [
  member('MatchBegan', 'The match begins.', { starter: seat.describe('The seat that begins every round.') }),
  member('TurnBegan', 'A seat is on turn and must draw.', {
    seat: seat.describe('The seat on turn.'),
    round: z.int().min(1).describe('Number of the round, from 1.'),
    firstDraw: count.nullable().describe('Country cards to draw in a first turn; null in every later turn.'),
  }),
  member('DrawOptionChosen', 'A seat chose what to draw in this turn.', {
    seat: actor,
    option: drawOption.describe('What it chose.'),
    owedCards: count.describe('Country cards it must draw.'),
    owedIntrigue: count.describe('Intrigue cards it must draw.'),
  }),
  member('DisplayCardTaken', 'An open country card went into a hand.', { seat: actor, country: country.describe('The card.') }),
  member('IntrigueDeckRenewed', 'The discarded intrigue cards were shuffled and are the deck now.', { shuffle }),
  member('PositionClaimed', 'A free position was occupied.', { seat: actor, ...position, cards: spent }),
  member('PositionTakenOver', 'A position changed hands; the cube that gave way stands on the city field.', {
    seat: actor,
    ...position,
    from: seat.describe('The seat that held it before.'),
    cards: spent,
    intrigue: intrigueCards.describe('The intrigue cards laid down.'),
  }),
  member('CityMarkerTaken', 'The first seat in a city took its marker.', {
    seat: actor,
    city,
    points: points.describe('Points of the marker.'),
  }),
  member('CountryMarkerTaken', 'A seat with a cube in every city of a country took a marker.', {
    seat: actor,
    country: country.describe('The country.'),
    points: points.describe('Points of the marker.'),
  }),
  member('NobleHouseMarkerTaken', 'A seat with a cube on all seven titles took a marker.', {
    seat: actor,
    points: points.describe('Points of the marker.'),
  }),
  member('PlayEnded', 'A seat plays no more cards in this turn.', {
    seat: actor,
    surplusCards: count.describe('Country cards above the limit of 12, to be discarded.'),
    surplusIntrigue: count.describe('Intrigue cards above the limit of 4, to be discarded.'),
  }),
  member('CardsDiscarded', 'A seat came down to the hand limit.', {
    seat: actor,
    cards: countryCards.describe('Country cards discarded.'),
    intrigue: intrigueCards.describe('Intrigue cards discarded.'),
  }),
  member('CountryDeckRenewed', 'The discarded country cards were shuffled and are the deck now: an epoch ends.', { shuffle }),
  member('CountryScored', 'A country was scored at the end of an epoch.', {
    epoch,
    country: country.describe('The country.'),
    influence: bySeat.describe('Influence in this country, by seat.'),
    awards,
  }),
  member('EpochEnded', 'An epoch is over and scored.', { epoch }),
  member('LastRoundBegan', 'The third epoch is over: the match ends with this round.', {}),
  member('TitleScored', 'A title was scored at the end of the match.', {
    title: title.describe('The title.'),
    cubes: bySeat.describe('Cubes on the title, by seat.'),
    awards,
  }),
  member('SeatLeft', 'A seat left the match; its hand is discarded.', {
    seat: seat.describe('The seat that left.'),
    reason: LeaveReason.describe('Why it left.'),
    cards: countryCards.describe('Country cards of its hand.'),
    intrigue: intrigueCards.describe('Intrigue cards of its hand.'),
  }),
  member('MatchEnded', 'The match is over.', {
    places: z.array(placing).describe('Every seat, best place first.'),
    hands: z.array(hand).describe('By seat: all is open now.'),
  }),
] as const

const piece = z.string().describe('The single card: kind and number.')
export const Event = z.discriminatedUnion('type', [
  ...shared,
  member('DisplayFilled', 'Country cards were laid open.', { pieces: z.array(piece).describe('The new open cards.') }),
  member('CountryCardDrawn', 'A country card was drawn blind.', { seat: actor, piece }),
  member('IntrigueCardDrawn', 'An intrigue card was drawn.', { seat: actor, piece }),
])
export type Event = z.infer<typeof Event>

export const Notice = z
  .discriminatedUnion('type', [
    ...shared,
    member('DisplayFilled', 'Country cards were laid open.', { countries: z.array(country).describe('The new open cards.') }),
    member('CountryCardDrawn', 'A country card was drawn blind.', {
      seat: actor,
      secretCountry: country.nullable().describe('The card if you may see it: your own, or you are the referee; else null.'),
    }),
    member('IntrigueCardDrawn', 'An intrigue card was drawn.', {
      seat: actor,
      secretPair: pair.nullable().describe('The card if you may see it: your own, or you are the referee; else null.'),
    }),
  ])
  .describe('Something that happened in a match of Royals, as one viewer may know it.')
export type Notice = z.infer<typeof Notice>

const settings = z
  .strictObject({
    jokers: jokers.describe('When jokers may be used.'),
    starter: starterRule.describe('How the starter was found.'),
    colours: z.array(colour).describe('The order in which colours go to seats.'),
    evenCubes: z.boolean().describe('Whether everybody plays with 36 cubes, from three seats on.'),
    edition: edition.describe('The set of figures played with.'),
    intrigueRenewal: intrigueRenewal.describe('When the intrigue deck is renewed.'),
    ownFigures: z.boolean().describe('The host has replaced figures of the edition; the view shows those in play.'),
  })
  .meta({ id: 'RoyalsSettings', description: 'The options of a match, without the figures of the host.' })
const cubesOfSeat = z
  .strictObject({ seat: seat.describe('Whose cubes.'), count: z.int().min(1).describe('How many.') })
  .meta({ id: 'RoyalsCubes', description: 'Cubes of one seat.' })
const needed = count.describe('Country cards needed for a position with this title.')
const positionView = z
  .strictObject({
    title: title.describe('Its title.'),
    needed: count.describe('Country cards needed.'),
    influence: count.describe('Influence of its holder in the country.'),
    holder: seat.nullable().describe('The seat whose cube is here; null if it is free.'),
  })
  .meta({ id: 'RoyalsPosition', description: 'A position of a city: free, or held by one seat.' })
const cityView = z
  .strictObject({
    city: city.describe('Its name, by which moves call it.'),
    country: country.describe('The country it lies in.'),
    bonus: points.describe('Points of the city marker, for the first seat in the city.'),
    markerTaken: z.boolean().describe('Whether that marker is gone.'),
    taker: seat.nullable().describe('The seat that everybody saw take the marker; null while it lies here.'),
    positions: z.array(positionView).describe('Its one or two positions.'),
    displaced: z
      .array(cubesOfSeat)
      .describe('Displaced cubes on the city field: no influence, but they count for the country bonus.'),
  })
  .meta({ id: 'RoyalsCity', description: 'A city and who is in it.' })
const titleView = z
  .strictObject({
    title: title.describe('The title.'),
    needed,
    value: points.describe('Points of the whole marker.'),
    cubes: z.array(cubesOfSeat).describe('Cubes on the title; seats without any are left out. They stay to the end.'),
  })
  .meta({ id: 'RoyalsTitleRow', description: 'A title and the cubes on its marker.' })
const higher = points.describe('Points of the better marker.')
const lower = points.describe('Points of the other marker.')
const takers = z.array(seat)
const countryView = z
  .strictObject({
    country: country.describe('The country.'),
    higher,
    lower,
    taken: count.describe('Country markers taken so far, the higher one first.'),
    takers: takers.describe('The seats that everybody saw take them, the higher one first.'),
  })
  .meta({ id: 'RoyalsCountryMarkers', description: 'The markers for a cube in every city of a country.' })
const epochView = z
  .strictObject({
    epoch,
    country: country.describe('The country.'),
    higher,
    lower,
    awarded: count.nullable().describe('Markers awarded; null before the scoring.'),
    takers: takers.describe('The seats that everybody saw take them, the higher one first; empty before the scoring.'),
  })
  .meta({ id: 'RoyalsEpochMarkers', description: 'The markers of a country for the scoring of an epoch.' })
const nobleHouses = z
  .strictObject({
    values: z.array(points).describe('Points of the markers in play, highest first.'),
    taken: count.describe('Markers taken so far, the highest first.'),
    takers: takers.describe('The seats that everybody saw take them, the highest first.'),
  })
  .meta({ id: 'RoyalsNobleHouses', description: 'The markers for a cube on all seven titles.' })

const marker = z
  .strictObject({
    kind: markerKind.describe('What it was won for.'),
    of: z.string().describe('City, country or title; for an epoch marker country and year.'),
    points: points.describe('What it is worth.'),
  })
  .meta({ id: 'RoyalsMarker', description: 'A marker that a seat has won.' })
export type Marker = z.infer<typeof marker>

const player = z
  .strictObject({
    seat,
    colour: colour.describe('Its colour.'),
    cubes: count.describe('Cubes in supply; a claim or takeover takes two.'),
    cardCount: count.describe('Country cards in its hand.'),
    intrigueCount: count.describe('Intrigue cards in its hand.'),
    shown: countryCards.describe(
      'Country cards that everybody knows to be in this hand: taken from the display, not laid down since.',
    ),
    markerCount: count.describe('Markers it has won.'),
    hand: hand.nullable().describe('Your own; every hand after the end; null if you may not see it.'),
    markers: z.array(marker).nullable().describe('Your own; everybody’s after the end; null if you may not see them.'),
    points: count.nullable().describe('Sum of the markers; null if you may not see them.'),
    left: z.boolean().describe('Whether it has left the match.'),
    sinceShuffle: sinceShuffle.describe('What everybody can tell about its hidden cards since the decks were last shuffled.'),
  })
  .meta({ id: 'RoyalsPlayer', description: 'A seat, as far as you may know it.' })

export const View = z
  .strictObject({
    options: settings.describe('What the host chose for this match.'),
    epoch: epoch.describe('Number of the epoch; 0 before the start.'),
    round: count.describe('Number of the round; 0 before the start.'),
    lastRound: z.boolean().describe('The third epoch has ended: the match ends with this round.'),
    starter: seat.nullable().describe('The seat that begins every round; null before the start.'),
    turn: seat.nullable().describe('The seat on turn; null before the start and after the end.'),
    stage: stage.nullable().describe('The part of the turn; null if nobody is on turn.'),
    drawOption: drawOption.nullable().describe('The option chosen in this turn; null before that and in a first turn.'),
    owedCards: count.describe('Country cards still to be drawn in this turn.'),
    owedIntrigue: count.describe('Intrigue cards still to be drawn in this turn.'),
    display: z.array(country).describe('Open country cards; three at the beginning of a turn.'),
    countryDeckCount: count.describe('Country cards left in the deck.'),
    countryShuffle: shuffle,
    countryDiscard: countryCards.describe('Country cards on the discard pile.'),
    intrigueDeckCount: count.describe('Intrigue cards left in the deck.'),
    intrigueShuffle: shuffle,
    intrigueDiscard: intrigueCards.describe('Intrigue cards on the discard pile.'),
    unseenCards: countryCards.describe('Country cards whose place you do not know: in the deck or in hands of others.'),
    unseenIntrigue: intrigueCards.describe('Intrigue cards whose place you do not know: in the deck or in hands of others.'),
    deckCards: countryCards.describe(
      'The most of each kind of the unseen country cards that may be in the deck, which was shuffled from cards that everybody saw. Others are in hands.',
    ),
    deckIntrigue: intrigueCards.describe(
      'The most of each kind of the unseen intrigue cards that may be in the deck, which was shuffled from cards that everybody saw. Others are in hands.',
    ),
    heldUnseen: hand.describe(
      'Hidden cards in the hands that you may not see, all together, when their deck was last shuffled: their kinds follow from what was shuffled.',
    ),
    cities: z.array(cityView).describe('All 16 cities, by country.'),
    titles: z.array(titleView).describe('The seven titles, from the lowest rank to the highest.'),
    countryMarkers: z.array(countryView).describe('Markers for a cube in every city, by country.'),
    nobleHouses: nobleHouses.describe('Markers for a cube on all seven titles.'),
    epochMarkers: z.array(epochView).describe('Markers of the three epoch scorings, by epoch and country.'),
    players: z.array(player).describe('Every seat, by number.'),
    leftInOrder: z.array(seat).describe('Seats that have left, the first leaver first.'),
    places: z.array(placing).nullable().describe('Final places, best first; null until the end.'),
    decks: hand.nullable().describe('What is left in the two decks, for the referee; null for everybody else.'),
  })
  .meta({ id: 'RoyalsView', description: 'A match of Royals as one viewer may know it.' })
export type View = z.infer<typeof View>
