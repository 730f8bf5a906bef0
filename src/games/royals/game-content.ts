/** What lies in the box of Royals, as clients are told. */
import { z } from 'zod'
import { itemAt, numberAt } from '../lists.js'
import {
  CITIES_OF,
  COLOURS,
  COLOURS_FOR_TWO,
  COUNTRIES,
  COUNTRIES_OF_PAIR,
  COUNTRY_JOKER,
  COUNTRY_LIMIT,
  CUBES,
  CUBES_PER_CLAIM,
  cardsInPlay,
  countryAt,
  DISPLAY_SIZE,
  EDITION_NAMES,
  EDITIONS,
  EPOCH_YEARS,
  EVEN_CUBES,
  FIRST_DRAW,
  INTRIGUE_CARDS,
  INTRIGUE_JOKER,
  INTRIGUE_LIMIT,
  INTRIGUE_PRICE,
  INTRIGUE_PRICE_OF_A_KING,
  PAIRS,
} from './content.js'
import { cityFigures, markersByCountry, points, titleFigures } from './pack.js'
import { colour, country, edition, pair } from './vocabulary.js'

const figure = z.int().min(0)
const seats = figure.describe('Number of seats.')

const cardRow = z
  .strictObject({ country: country.describe('The country.'), cards: figure.describe('Its country cards in play.') })
  .meta({ id: 'RoyalsCardRow', description: 'The country cards of a country.' })
const countryRow = z
  .strictObject({ country: country.describe('The country.'), cities: figure.describe('Its cities.') })
  .meta({ id: 'RoyalsCountryRow', description: 'A country of the board.' })
const seatsRow = z
  .strictObject({
    seats,
    countryCards: z.array(cardRow).describe('Country cards in play, by country.'),
    firstDraw: z.array(figure).describe('Country cards drawn in a first turn, in turn order.'),
  })
  .meta({ id: 'RoyalsSeatsRow', description: 'What depends on the number of seats.' })
const intrigueRow = z
  .strictObject({
    pair: pair.describe('The kind.'),
    countries: z.array(country).describe('The two countries that it shows.'),
    copies: figure.describe('How many of it there are.'),
  })
  .meta({ id: 'RoyalsIntrigueRow', description: 'A kind of intrigue card.' })
const colourRow = z
  .strictObject({
    colour: colour.describe('The colour.'),
    cubes: figure.describe('Its cubes.'),
    forTwo: z.boolean().describe('Whether two seats play with it.'),
  })
  .meta({ id: 'RoyalsColourRow', description: 'A colour of cubes.' })
const editionRow = z
  .strictObject({
    edition: edition.describe('The name of the set.'),
    titles: z.array(titleFigures).describe('From Marshal to King.'),
    cities: z.array(cityFigures).describe('All cities of the board.'),
    countryMarkers: markersByCountry.describe('For a cube in every city of a country: the first seat, then the second.'),
    nobleHouseMarkers: z
      .array(points)
      .describe('For a cube on all titles, highest first; two seats play with the last one only.'),
    epochMarkers: z.array(markersByCountry).describe('For influence, one for each epoch.'),
  })
  .meta({ id: 'RoyalsEditionRow', description: 'A set of figures: map, titles and markers.' })

export const GameContent = z
  .strictObject({
    countries: z.array(countryRow).describe('The countries of the board.'),
    cardsBySeats: z.array(seatsRow).describe('Cards in play and first draws, for each number of seats.'),
    intrigueCards: z.array(intrigueRow).describe('The kinds of intrigue cards.'),
    colours: z.array(colourRow).describe('The colours and their cubes.'),
    evenCubes: figure.describe('Cubes of everybody with the option evenCubes, from three seats on.'),
    figureSets: z.array(editionRow).describe('The sets of figures; a host may replace them with the option content.'),
    epochYears: z.array(figure).describe('The year of each epoch, as markers name it.'),
    displaySize: figure.describe('Country cards that lie open at the beginning of a turn.'),
    countryLimit: figure.describe('Country cards in hand at the end of a turn, at most.'),
    intrigueLimit: figure.describe('Intrigue cards in hand at the end of a turn, at most.'),
    cubesPerClaim: figure.describe('Cubes for a claim or a takeover.'),
    countryJoker: figure.describe('Country cards that stand for one.'),
    intrigueJoker: figure.describe('Intrigue cards that stand for one.'),
    intriguePrice: figure.describe('Intrigue cards for taking over a position.'),
    intriguePriceOfKing: figure.describe('Intrigue cards for taking over a King.'),
  })
  .meta({ id: 'RoyalsGameContent', description: 'What lies in the box of Royals.' })
export type GameContent = z.infer<typeof GameContent>

export const gameContent: GameContent = {
  countries: COUNTRIES.map((name) => ({ country: name, cities: CITIES_OF[name] })),
  cardsBySeats: FIRST_DRAW.flatMap((firstDraw, number) => (firstDraw.length === 0 ? [] : [ofSeats(number, firstDraw)])),
  intrigueCards: PAIRS.map((name, index) => ({
    pair: name,
    countries: itemAt(COUNTRIES_OF_PAIR, index).map(countryAt),
    copies: numberAt(INTRIGUE_CARDS, index),
  })),
  colours: COLOURS.map((name) => ({ colour: name, cubes: CUBES[name], forTwo: COLOURS_FOR_TWO.includes(name) })),
  evenCubes: EVEN_CUBES,
  figureSets: EDITION_NAMES.map(ofEdition),
  epochYears: [...EPOCH_YEARS],
  displaySize: DISPLAY_SIZE,
  countryLimit: COUNTRY_LIMIT,
  intrigueLimit: INTRIGUE_LIMIT,
  cubesPerClaim: CUBES_PER_CLAIM,
  countryJoker: COUNTRY_JOKER,
  intrigueJoker: INTRIGUE_JOKER,
  intriguePrice: INTRIGUE_PRICE,
  intriguePriceOfKing: INTRIGUE_PRICE_OF_A_KING,
}

function ofSeats(number: number, firstDraw: readonly number[]): GameContent['cardsBySeats'][number] {
  const inPlay = cardsInPlay(number)
  const countryCards = COUNTRIES.map((name, index) => ({ country: name, cards: numberAt(inPlay, index) }))
  return { seats: number, countryCards, firstDraw: [...firstDraw] }
}

function ofEdition(name: (typeof EDITION_NAMES)[number]): GameContent['figureSets'][number] {
  const { titles, cities, countryMarkers, nobleHouseMarkers, epochMarkers } = EDITIONS[name]
  return {
    edition: name,
    titles: [...titles],
    cities: cities.map(({ positions, ...city }) => ({ ...city, positions: [...positions] })),
    countryMarkers,
    nobleHouseMarkers: [...nobleHouseMarkers],
    epochMarkers: [...epochMarkers],
  }
}
