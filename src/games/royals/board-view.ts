/**
 * The board as everybody sees it. A search looks at thousands of tables that differ in a cube or two, so a view shares with the one before all
 * rows that are the same in both.
 */
import { itemAt, numberAt } from '../lists.js'
import { type Board, cityAt, positionAt, positionsIn } from './board.js'
import { isCityMarkerTaken } from './bonuses.js'
import type { Counts } from './cards.js'
import { COUNTRIES, countryAt, titleAt } from './content.js'
import { epochAt, epochMarkersAt, epochMarkersIn, type Takers, takersIn } from './markers.js'
import type { View } from './schema.js'
import { holderOf, nobleHousesOf, type State } from './state.js'

export type BoardView = Pick<View, 'cities' | 'titles' | 'countryMarkers' | 'nobleHouses' | 'epochMarkers'>

/** A view of the board and what it was made from. */
interface Drawn extends BoardView {
  readonly state: State
  readonly board: Board
  readonly takers: Takers
  /** Epoch markers without an owner, by epoch and country. */
  readonly unawarded: Counts
}

let last: Drawn | undefined

export function boardView(state: State, board: Board): BoardView {
  const takers = takersIn(state, board)
  const before = last?.board === board && last.state.players.length === state.players.length ? last : undefined
  last = before ? redrawn(before, state, takers) : drawn(state, board, takers)
  return last
}

function drawn(state: State, board: Board, takers: Takers): Drawn {
  const { cities, titles } = board.figures
  const unawarded = epochMarkersIn(state.removed)
  return {
    state,
    board,
    takers,
    unawarded,
    cities: cities.map((_, city) => cityView(state, board, takers, city)),
    titles: titles.map((_, rank) => titleView(state, board, rank)),
    countryMarkers: COUNTRIES.map((_, country) => countryMarkersView(state, board, takers, country)),
    nobleHouses: nobleHousesView(state, takers),
    epochMarkers: takers.epochs.map((_, place) => epochMarkersView(state, board, takers, unawarded, place)),
  }
}

function redrawn(before: Drawn, state: State, takers: Takers): Drawn {
  const { board, state: old } = before
  const unawarded = state.removed === old.removed ? before.unawarded : epochMarkersIn(state.removed)
  const isScored = state.epochsScored !== old.epochsScored || unawarded !== before.unawarded
  return {
    state,
    board,
    takers,
    unawarded,
    cities: redrawnCities(before, state, takers),
    titles: redrawnTitles(before, state),
    countryMarkers:
      takers.countries === before.takers.countries && state.countryMarkersTaken === old.countryMarkersTaken
        ? before.countryMarkers
        : COUNTRIES.map((_, country) => countryMarkersView(state, board, takers, country)),
    nobleHouses:
      takers.nobleHouses === before.takers.nobleHouses && state.nobleHousesTaken === old.nobleHousesTaken
        ? before.nobleHouses
        : nobleHousesView(state, takers),
    epochMarkers:
      takers.epochs === before.takers.epochs && !isScored
        ? before.epochMarkers
        : takers.epochs.map((_, place) => epochMarkersView(state, board, takers, unawarded, place)),
  }
}

/** The very same list if nothing has changed. */
function redrawnCities(before: Drawn, state: State, takers: Takers): View['cities'] {
  let rows = before.cities
  for (let city = 0; city < before.cities.length; city++) {
    if (itemAt(before.takers.cities, city) === itemAt(takers.cities, city) && isSameCity(before, state, city)) continue
    if (rows === before.cities) rows = rows.slice()
    rows[city] = cityView(state, before.board, takers, city)
  }
  return rows
}

function isSameCity({ board, state: { holders, displaced } }: Drawn, state: State, city: number): boolean {
  if (holders !== state.holders)
    for (const number of positionsIn(board, city)) if (holders[number] !== state.holders[number]) return false
  return isSameRow(displaced, state.displaced, city, state.players.length)
}

function redrawnTitles(before: Drawn, state: State): View['titles'] {
  let rows = before.titles
  for (let rank = 0; rank < rows.length; rank++) {
    if (isSameRow(before.state.titleCubes, state.titleCubes, rank, state.players.length)) continue
    if (rows === before.titles) rows = rows.slice()
    rows[rank] = titleView(state, before.board, rank)
  }
  return rows
}

/** Whether there are as many cubes of each seat as before. */
function isSameRow(before: Counts, now: Counts, row: number, seats: number): boolean {
  if (before === now) return true
  for (let at = row * seats; at < (row + 1) * seats; at++) if (before[at] !== now[at]) return false
  return true
}

type CityView = View['cities'][number]

function cityView(state: State, board: Board, takers: Takers, city: number): CityView {
  const { city: name, country, bonus } = cityAt(board, city)
  return {
    city: name,
    country,
    bonus,
    markerTaken: isCityMarkerTaken(state, board, city),
    taker: itemAt(takers.cities, city),
    positions: positionsIn(board, city).map((number) => positionView(state, board, number)),
    displaced: cubesAt(state, state.displaced, city),
  }
}

function positionView(state: State, board: Board, number: number): CityView['positions'][number] {
  const { title, needed, influence } = positionAt(board, number)
  const holder = holderOf(state, number)
  return { title: titleAt(title), needed, influence, holder: holder < 0 ? null : holder }
}

function titleView(state: State, { figures }: Board, rank: number): View['titles'][number] {
  const { title, cards, points } = itemAt(figures.titles, rank)
  return { title, needed: cards, value: points, cubes: cubesAt(state, state.titleCubes, rank) }
}

function cubesAt(state: State, cubes: Counts, row: number): { seat: number; count: number }[] {
  const seats = state.players.length
  const list: { seat: number; count: number }[] = []
  for (let seat = 0; seat < seats; seat++) {
    const count = numberAt(cubes, row * seats + seat)
    if (count > 0) list.push({ seat, count })
  }
  return list
}

function countryMarkersView(state: State, { figures }: Board, takers: Takers, index: number): View['countryMarkers'][number] {
  const country = countryAt(index)
  const { higher, lower } = figures.countryMarkers[country]
  const taken = numberAt(state.countryMarkersTaken, index)
  return { country, higher, lower, taken, takers: [...itemAt(takers.countries, index)] }
}

const nobleHousesView = ({ options, players, nobleHousesTaken }: State, { nobleHouses }: Takers): View['nobleHouses'] => ({
  values: [...nobleHousesOf(options, players.length)],
  taken: nobleHousesTaken,
  takers: [...nobleHouses],
})

function epochMarkersView(
  state: State,
  board: Board,
  { epochs }: Takers,
  unawarded: Counts,
  place: number,
): View['epochMarkers'][number] {
  const epoch = epochAt(place)
  const { higher, lower } = epochMarkersAt(board, place)
  const awarded = epoch <= state.epochsScored ? 2 - numberAt(unawarded, place) : null
  return { epoch, country: countryAt(place % COUNTRIES.length), higher, lower, awarded, takers: [...itemAt(epochs, place)] }
}
