/** Short lists that never change in place: the arithmetic of every engine. */

/**
 * The item at an index that the caller knows to be inside. An index outside is a bug, so it throws.
 *
 * V8 has lists of small whole numbers, of fractions and of anything else. A function that reads lists of more than one kind makes all of them lists of anything, number by number, and
 * whoever reads them later is several times as slow: so there is a function for each kind, and `itemAt` takes no numbers (docs/decisions/0043).
 */
export function itemAt<T>(list: readonly T[] & NoNumbers<T>, index: number): T {
  const item = list[index]
  return item === undefined ? outside(list, index) : item
}
type NoNumbers<T> = [T] extends [number] ? never : unknown

/** The same of whole numbers alone. */
export function numberAt<N extends number>(list: readonly N[], index: number): N {
  const number = list[index]
  return number === undefined ? outside(list, index) : number
}

/** The same of numbers that may be fractions, or too large for the small ones of V8. */
export function fractionAt(list: readonly number[], index: number): number {
  const fraction = list[index]
  return fraction === undefined ? outside(list, index) : fraction
}

/** The same where nobody knows what is in the list, and nobody is in a hurry. */
export function anyAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  return item === undefined ? outside(list, index) : item
}

/** Apart, so that those above are small enough to be inlined wherever they are called. */
function outside(list: readonly unknown[], index: number): never {
  throw new RangeError(`there is nothing at index ${index} of ${list.length}`)
}

/**
 * The same list as V8 has those that were written out or pushed. `map`, `fill`, `flatMap` and `Array.from` make lists that may have holes, and code that meets both is slower: states
 * that are imagined are made of the same kinds of lists as those that are played.
 */
export function packed<T>(list: readonly T[] & NoNumbers<T>): T[] {
  const copy: T[] = []
  for (let at = 0; at < list.length; at++) copy.push(itemAt(list, at))
  return copy
}

/** The same of whole numbers alone. */
export function packedNumbers(list: readonly number[]): number[] {
  const copy: number[] = []
  for (let at = 0; at < list.length; at++) copy.push(numberAt(list, at))
  return copy
}

/** A copy with one item exchanged. `slice` and one write: `Array.with` is several times slower. */
export function replaced<T>(list: readonly T[] & NoNumbers<T>, index: number, value: T): T[] {
  const copy = list.slice()
  copy[index] = value
  return copy
}

/** The same of whole numbers alone: writing changes the kind of a list as reading does. */
export function renumbered(list: readonly number[], index: number, number: number): number[] {
  const copy = list.slice()
  copy[index] = number
  return copy
}

/** A copy of some counts with one of them changed by `by`. */
export const changed = (counts: readonly number[], index: number, by: number): number[] =>
  renumbered(counts, index, numberAt(counts, index) + by)

/** Without an item; the list itself if it is not in it. By hand: `toSpliced` takes several times as long, and `filter` calls a function for each item. */
export function without<T>(list: readonly T[], item: T): readonly T[] {
  const index = list.indexOf(item)
  if (index < 0) return list
  const rest = list.slice(0, index)
  for (let at = index + 1; at < list.length; at++) rest.push(list[at] as T) // inside
  return rest
}

/** Without some items, each of which is in the list once at the most. */
export function withoutAll<T>(list: readonly T[], items: readonly T[]): readonly T[] {
  const rest = list.slice()
  for (const item of items) {
    const index = rest.indexOf(item)
    if (index >= 0) rest.splice(index, 1)
  }
  return rest
}

/** The same text as a name of properties: of those V8 keeps a single copy, so that names of pieces are compared by address. Equal texts from elsewhere, such as a stored state, need not be that copy; they are compared letter by letter. */
export const unique = (text: string): string => itemAt(Object.keys({ [text]: 0 }), 0)
