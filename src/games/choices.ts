/**
 * A list of legal moves that is computed only where it is looked at: it has a size and an element at each index, so
 * that a client can page through it and a bot can draw from it uniformly without anyone building the whole list.
 */
import { anyAt } from './lists.js'

export interface Choices<Move> extends Iterable<Move> {
  readonly size: number
  /**
   * True if every legal move is in the list; false if it is a varied sample of a larger space. What a move may leave to the rules is named in the
   * list, and the shorter move that means the same is not listed besides.
   */
  readonly complete: boolean
  at(index: number): Move
}

/** A class, because an object literal with an iterator of its own is costly to make, and every move of every search makes one. */
class Computed<Move> implements Choices<Move> {
  // Declared only: the constructor makes them, and a field that is defined first costs a second write.
  declare readonly size: number
  declare readonly at: (index: number) => Move
  declare readonly complete: boolean

  constructor(size: number, at: (index: number) => Move, complete: boolean) {
    this.size = size
    this.at = at
    this.complete = complete
  }

  *[Symbol.iterator](): Iterator<Move> {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }
}

/** `size` moves, the i-th of which is `at(i)`. */
export const computed = <Move>(size: number, at: (index: number) => Move, complete = true): Choices<Move> =>
  new Computed(size, at, complete)

export const listed = <Move>(moves: readonly Move[], complete = true): Choices<Move> =>
  computed(moves.length, (index) => anyAt(moves, index), complete)

const nothing: Choices<never> = listed([])
export const none = <Move>(): Choices<Move> => nothing

/** Several lists one after the other; complete if all of them are. */
export function joined<Move>(...parts: readonly Choices<Move>[]): Choices<Move> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const at = (index: number): Move => {
    let rest = index
    for (const part of parts) {
      if (rest < part.size) return part.at(rest)
      rest -= part.size
    }
    throw new RangeError(`no move at ${index} of ${size}`)
  }
  return computed(
    size,
    at,
    parts.every((part) => part.complete),
  )
}
