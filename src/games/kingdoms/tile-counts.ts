/** Tiles counted by kind, as views show them: always in the order of `TILES`, so that equal sets look equal. */
import { itemAt } from '../lists.js'
import { copiesOf, kindOf, numberOfTile, PIECES, TILES, type Tile } from './content.js'
import type { View } from './schema.js'

type TileCounts = View['unseen']

/** Made once and shared by all views, so nobody may write to them. */
const COUNTS: readonly (readonly TileCounts[number][])[] = TILES.map((tile) =>
  Array.from({ length: copiesOf(tile) + 1 }, (_, count) => Object.freeze({ tile, count })),
)
const NUMBER_OF_PIECE: readonly number[] = PIECES.map((piece) => numberOfTile(kindOf(piece)))
const NO_TILES: readonly number[] = TILES.map(() => 0)

/** How many of each kind are in the bag. It is in the order of `PIECES`, so both are walked side by side and nothing is looked up. */
export function numbersIn(bag: readonly string[]): number[] {
  const numbers = NO_TILES.slice()
  let found = 0
  for (let piece = 0; piece < PIECES.length && found < bag.length; piece++) {
    if (bag[found] !== PIECES[piece]) continue
    addOne(numbers, NUMBER_OF_PIECE[piece] ?? 0)
    found++
  }
  if (found < bag.length) throw new RangeError(`${bag[found]} is not in its place in the bag`)
  return numbers
}

/** The same with some tiles more. */
export function withTiles(numbers: readonly number[], tiles: readonly Tile[]): number[] {
  const sum = numbers.slice()
  for (const tile of tiles) addOne(sum, numberOfTile(tile))
  return sum
}

function addOne(numbers: number[], number: number): void {
  numbers[number] = (numbers[number] ?? 0) + 1
}

export function countsOf(numbers: readonly number[]): TileCounts {
  const counts: TileCounts = []
  for (let number = 0; number < numbers.length; number++) {
    const count = numbers[number] ?? 0
    if (count > 0) counts.push(itemAt(itemAt(COUNTS, number), count))
  }
  return counts
}

export const countsIn = (tiles: readonly Tile[]): TileCounts => (tiles.length === 0 ? [] : countsOf(withTiles(NO_TILES, tiles)))
