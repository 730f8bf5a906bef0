import { type Board, boardOf } from '../../../src/games/royals/board.js'
import { isCityMarkerTaken } from '../../../src/games/royals/bonuses.js'
import { countPile, plus } from '../../../src/games/royals/cards.js'
import { COUNTRIES, PAIRS, TITLES } from '../../../src/games/royals/content.js'
import { nobleHousesOf, type State } from '../../../src/games/royals/state.js'
import type { Probe } from '../../support/probe.js'

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)

/** Points on markers that still lie on the board. */
function pointsOnBoard(state: State, board: Board): number {
  const { cities, countryMarkers, epochMarkers, titles } = board.figures
  return sum([
    ...cities.map(({ bonus }, city) => (isCityMarkerTaken(state, board, city) ? 0 : bonus)),
    ...COUNTRIES.flatMap((country, index) =>
      [countryMarkers[country].higher, countryMarkers[country].lower].slice(state.countryMarkersTaken[index]),
    ),
    ...nobleHousesOf(state.options, state.players.length).slice(state.nobleHousesTaken),
    ...epochMarkers
      .slice(state.epochsScored)
      .flatMap((markers) => COUNTRIES.flatMap((country) => [markers[country].higher, markers[country].lower])),
    ...(state.epochsScored < 3 ? titles.map(({ points }) => points) : []),
  ])
}

/** Every card, every cube of each colour and every point of a marker is in exactly one place. */
export function census(state: State): Record<string, number> {
  const seats = state.players.length
  const board = boardOf(state.options)
  const displayed = COUNTRIES.map((_, country) => state.display.filter((card) => card === country).length)
  const hands = state.players.reduce<readonly number[]>(
    (all, { cards }) => plus(all, cards),
    plus(state.countryDiscard, displayed),
  )
  const country = plus(countPile(state.countryDeck, COUNTRIES.length), hands)
  const intrigues = state.players.reduce<readonly number[]>((all, { intrigue }) => plus(all, intrigue), state.intrigueDiscard)
  const intrigue = plus(countPile(state.intrigueDeck, PAIRS.length), intrigues)
  const held = state.players.flatMap(({ markers }) => markers.map(({ points }) => points))
  const cubes = state.players.map((player, seat) => {
    const on = (list: readonly number[], rows: number): number =>
      sum(Array.from({ length: rows }, (_, row) => list[row * seats + seat] as number))
    const onBoard = state.holders.filter((holder) => holder === seat).length + on(state.displaced, board.figures.cities.length)
    const onTitles = on(state.titleCubes, TITLES.length)
    return [`cubes${seat}`, onBoard === onTitles ? player.cubes + onBoard + onTitles : Number.NaN] as const
  })
  return {
    ...Object.fromEntries(COUNTRIES.map((name, index) => [name, country[index] as number])),
    ...Object.fromEntries(PAIRS.map((name, index) => [name, intrigue[index] as number])),
    ...Object.fromEntries(cubes),
    points: pointsOnBoard(state, board) + sum(held) + sum(state.removed.map(({ points }) => points)),
  }
}

export const probe: Probe = {
  id: 'royals',
  cases: [
    ...[2, 3, 4, 5].flatMap((seats) => [
      { seats, options: {} },
      { seats, options: { jokers: 'always', evenCubes: true } },
    ]),
    { seats: 2, options: { intrigueRenewal: 'whenNeeded' } },
    { seats: 4, options: { colours: ['white', 'grey', 'black', 'orange', 'purple'] } },
  ],
  smallest: { seats: 2, options: { starter: 'seat0' } },
  // A turn takes at least one of at most 99 country cards, and four decks are opened; 5 entries a turn, 100 claims, start and leaves besides.
  maxEntries: 4 * 99 * 5 + 100 + 6,
  // what views work `deckCards` and `deckIntrigue` out from, of which only the sum over hidden hands is known
  beyondRecall: ['older'],
  census,
}
