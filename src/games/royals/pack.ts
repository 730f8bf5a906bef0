/** A pack: the figures of the host's own copy of the game. The shape of the option `content`, and why a pack is refused. */
import { z } from 'zod'
import { numberAt } from '../lists.js'
import { CITIES_OF, type City, COUNTRIES, EPOCHS, TITLES, type TitleFigures } from './content.js'
import { country, title } from './vocabulary.js'

const MOST = 99
export const points = z.int().min(1).max(MOST).describe('Victory points.')

export const titleFigures = z
  .strictObject({
    title: title.describe('The title.'),
    cards: z.int().min(1).max(12).describe('Country cards needed for a position with this title.'),
    points: z.int().min(2).max(MOST).describe('Victory points of the whole title marker; an even number.'),
  })
  .meta({ id: 'RoyalsTitleFigures', description: 'The figures of a title, the same in every city.' })

const positionFigures = z
  .strictObject({
    title: title.describe('The title of the position.'),
    influence: z.int().min(1).max(MOST).describe('Influence of its holder in the country.'),
  })
  .meta({ id: 'RoyalsPositionFigures', description: 'A position of a city.' })

export const cityFigures = z
  .strictObject({
    city: z.string().min(1).max(40).describe('The name by which moves call the city.'),
    country: country.describe('The country it lies in.'),
    bonus: points.describe('Victory points of the city marker.'),
    positions: z.array(positionFigures).min(1).max(2).describe('Its one or two positions, of different titles.'),
  })
  .meta({ id: 'RoyalsCityFigures', description: 'A city of the board.' })

const markerPair = z
  .strictObject({ higher: points.describe('Points of the better marker.'), lower: points.describe('Points of the other one.') })
  .refine(({ higher, lower }) => higher > lower, {
    path: ['lower'],
    message: 'The lower marker must be worth less than the higher one.',
  })
  .meta({ id: 'RoyalsMarkerPairFigures', description: 'Two markers, for the first and the second.' })
export const markersByCountry = z
  .strictObject({
    france: markerPair.describe('Markers of France.'),
    germanStates: markerPair.describe('Markers of the German States.'),
    britain: markerPair.describe('Markers of Britain.'),
    spain: markerPair.describe('Markers of Spain.'),
  })
  .meta({ id: 'RoyalsMarkersByCountry', description: 'A pair of markers for each country.' })

type Complain = (path: (string | number)[], message: string) => void
/** A check that reports every fault it finds, each with the field it is about. */
const checked =
  <T>(check: (value: T, complain: Complain) => void) =>
  (value: T, context: z.RefinementCtx<T>): void =>
    check(value, (path, message) => context.addIssue({ code: 'custom', path, message }))

function checkTitles(titles: readonly TitleFigures[], complain: Complain): void {
  titles.forEach((entry, rank) => {
    const below = titles[rank - 1]
    if (entry.title !== TITLES[rank]) complain([rank, 'title'], `Titles stand in order of rank: ${TITLES[rank]} belongs here.`)
    if (below && entry.cards <= below.cards)
      complain([rank, 'cards'], `A ${entry.title} must need more cards than a ${below.title}.`)
    if (below && entry.points <= below.points)
      complain([rank, 'points'], `A ${entry.title} must be worth more than a ${below.title}.`)
    if (entry.points % 2 !== 0) complain([rank, 'points'], 'A title marker can be halved: its points must be even.')
  })
}

function checkCities(cities: readonly City[], complain: Complain): void {
  for (const name of COUNTRIES) {
    const found = cities.filter((city) => city.country === name).length
    if (found !== CITIES_OF[name]) complain([], `The board has ${CITIES_OF[name]} cities in ${name}, this pack ${found}.`)
  }
  for (const name of TITLES)
    if (!cities.some((city) => holds(city, name)))
      complain([], `No city has a ${name}: the noble house bonus could not be reached.`)
  cities.forEach((city, index) => {
    checkPositions(city, index, complain)
    for (const [before, other] of cities.slice(0, index).entries()) checkPair(city, index, other, before, complain)
  })
}

const holds = (city: City, name: string): boolean => city.positions.some((position) => position.title === name)

function checkPositions(city: City, index: number, complain: Complain): void {
  const [first, second] = city.positions
  if (first && second && first.title === second.title)
    complain([index, 'positions', 1, 'title'], `${city.city} cannot have two positions with the title ${second.title}.`)
}

/** The bonus is the second tie-break of the epoch scoring, so equal bonuses could leave a tie unbroken. */
function checkPair(city: City, index: number, other: City, before: number, complain: Complain): void {
  if (city.city === other.city) complain([index, 'city'], `${city.city} is in the list twice (entry ${before}).`)
  const shared = city.positions.find(({ title: name }) => holds(other, name))
  if (shared && city.country === other.country && city.bonus === other.bonus)
    complain(
      [index, 'bonus'],
      `${city.city} and ${other.city} both have a ${shared.title}: their bonuses must differ to break ties.`,
    )
}

function checkFalling(markers: readonly number[], complain: Complain): void {
  markers.forEach((value, index) => {
    if (index > 0 && value >= numberAt(markers, index - 1))
      complain([index], 'Noble house markers stand from the highest to the lowest.')
  })
}

export const Content = z
  .strictObject({
    titles: z
      .array(titleFigures)
      .length(TITLES.length)
      .superRefine(checked(checkTitles))
      .optional()
      .describe('From Marshal to King.'),
    cities: z.array(cityFigures).superRefine(checked(checkCities)).optional().describe('All cities of the board.'),
    countryMarkers: markersByCountry
      .optional()
      .describe('For a cube in every city of a country: the first seat, then the second.'),
    nobleHouseMarkers: z
      .array(points)
      .length(3)
      .superRefine(checked(checkFalling))
      .optional()
      .describe('Highest first; two seats play with the last one only.'),
    epochMarkers: z.array(markersByCountry).length(EPOCHS).optional().describe('One for each epoch.'),
  })
  .meta({ id: 'RoyalsContent', description: 'Figures of your own copy; what is left out is taken from the edition.' })
export type Content = z.infer<typeof Content>
