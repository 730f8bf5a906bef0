/** The figures of a copy that is unlike ours in every table. */
import type { Country, Figures, Title } from '../../../src/games/royals/content.js'

const pair = (higher: number, lower: number) => ({ higher, lower })
const city = (name: string, country: Country, bonus: number, ...positions: [Title, number][]) => ({
  city: name,
  country,
  bonus,
  positions: positions.map(([title, influence]) => ({ title, influence })),
})

export const OWN_COPY: Figures = {
  titles: [
    { title: 'marshal', cards: 1, points: 2 },
    { title: 'baron', cards: 2, points: 4 },
    { title: 'countess', cards: 3, points: 6 },
    { title: 'duke', cards: 4, points: 8 },
    { title: 'cardinal', cards: 5, points: 10 },
    { title: 'princess', cards: 7, points: 12 },
    { title: 'king', cards: 8, points: 20 },
  ],
  cities: [
    city('Paris', 'france', 9, ['king', 5], ['marshal', 1]),
    city('Lyon', 'france', 5, ['princess', 3]),
    city('Avignon', 'france', 4, ['cardinal', 3], ['baron', 2]),
    city('Nantes', 'france', 3, ['duke', 2]),
    city('Bordeaux', 'france', 2, ['countess', 2], ['marshal', 1]),
    city('Wien', 'germanStates', 8, ['king', 5]),
    city('Berlin', 'germanStates', 5, ['duke', 2], ['countess', 1]),
    city('München', 'germanStates', 4, ['princess', 4], ['baron', 1]),
    city('Köln', 'germanStates', 3, ['cardinal', 2], ['baron', 1]),
    city('London', 'britain', 8, ['king', 4], ['princess', 3]),
    city('Dublin', 'britain', 3, ['cardinal', 2], ['marshal', 1]),
    city('Edinburgh', 'britain', 4, ['duke', 2], ['countess', 1]),
    city('Madrid', 'spain', 7, ['king', 4]),
    city('Sevilla', 'spain', 4, ['cardinal', 2], ['baron', 1]),
    city('Barcelona', 'spain', 3, ['princess', 3], ['countess', 1]),
    city('Valencia', 'spain', 2, ['duke', 2], ['marshal', 1]),
  ],
  countryMarkers: {
    france: pair(15, 9),
    germanStates: pair(13, 7),
    britain: pair(9, 5),
    spain: pair(10, 6),
  },
  nobleHouseMarkers: [16, 12, 9],
  epochMarkers: [
    {
      france: pair(8, 4),
      germanStates: pair(7, 4),
      britain: pair(6, 3),
      spain: pair(5, 2),
    },
    {
      france: pair(10, 5),
      germanStates: pair(9, 5),
      britain: pair(8, 4),
      spain: pair(7, 3),
    },
    {
      france: pair(12, 6),
      germanStates: pair(11, 6),
      britain: pair(10, 5),
      spain: pair(9, 4),
    },
  ],
}
