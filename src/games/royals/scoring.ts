/** Epoch scoring, title scoring and the final order. */
import type { Placing } from '../contract.js'
import { placings } from '../placings.js'
import { boardOf, citiesIn, epochMarkersOf, pointsOfTitle, positionAt, positionsIn } from './board.js'
import { COUNTRIES, type Country, TITLES, type Title } from './content.js'
import type { Event } from './schema.js'
import { holderOf, type Player, type State } from './state.js'

/** What decides which seats take the markers of a country. */
interface CountryStanding {
  readonly seat: number
  readonly influence: number
  /** Rank of the highest title held in the country, and the best bonus of a city where it is held. */
  readonly title: number
  readonly bonus: number
}

export const epochScores = (state: State): Event[] => COUNTRIES.map((name, country) => countryScore(state, name, country))

function countryScore(state: State, name: Country, country: number): Event {
  const { higher, lower } = epochMarkersOf(boardOf(state.options), state.epoch, name)
  const standings = state.players.map((_, seat) => standing(state, seat, country))
  const ranked = standings.filter(({ influence }) => influence > 0).sort(byInfluence)
  const awards = ranked.slice(0, 2).map(({ seat }, index) => ({ seat, points: index === 0 ? higher : lower }))
  return {
    type: 'CountryScored',
    epoch: state.epoch,
    country: name,
    influence: standings.map(({ influence }) => influence),
    awards,
  }
}

/** Only positions that the seat holds now count; displaced cubes give no influence. */
function standing(state: State, seat: number, country: number): CountryStanding {
  const board = boardOf(state.options)
  let [influence, title, bonus] = [0, -1, 0]
  for (const city of citiesIn(board, country))
    for (const number of positionsIn(board, city)) {
      if (holderOf(state, number) !== seat) continue
      const position = positionAt(board, number)
      influence += position.influence
      if (position.title > title) [title, bonus] = [position.title, 0]
      if (position.title === title) bonus = Math.max(bonus, position.bonus)
    }
  return { seat, influence, title, bonus }
}

/** Influence, then the higher title, then the city with the higher bonus in which that title is held. */
const byInfluence = (a: CountryStanding, b: CountryStanding): number =>
  b.influence - a.influence || b.title - a.title || b.bonus - a.bonus

/** From Marshal to King: most cubes take the marker, two tied take a half each, more than two or no cubes leave it unawarded. */
export const titleScores = (state: State): Event[] => TITLES.map((title, rank) => titleScore(state, title, rank))

function titleScore(state: State, title: Title, rank: number): Event {
  const seats = state.players.length
  const cubes = state.titleCubes.slice(rank * seats, (rank + 1) * seats)
  const most = Math.max(...cubes)
  const winners = cubes.flatMap((count, seat) => (count === most && most > 0 ? [seat] : []))
  const points = pointsOfTitle(boardOf(state.options), rank)
  return {
    type: 'TitleScored',
    title,
    cubes,
    awards: winners.length > 2 ? [] : winners.map((seat) => ({ seat, points: points / winners.length })),
  }
}

export const pointsOf = ({ markers }: Player): number => sum(markers, ({ points }) => points)
const highestMarker = ({ markers }: Player): number => Math.max(0, ...markers.map(({ points }) => points))

/** Most points; then the highest single marker, where half a title marker counts with its own points; then the place is shared. */
export const finalPlaces = (state: State): Placing[] =>
  placings(
    state.players.map((player, seat) => ({
      seat,
      score: pointsOf(player),
      key: [pointsOf(player), highestMarker(player)],
    })),
    state.left,
  )

const sum = <T>(list: readonly T[], value: (item: T) => number): number => list.reduce((all, item) => all + value(item), 0)
