/** Short lists that never change in place: the arithmetic of every engine. */

/** The item at an index that the caller knows to be inside. An index outside is a bug, so it throws. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  return item === undefined ? outside(list, index) : item
}

/** The same of whole numbers alone, for inner loops: V8 reads lists of one kind several times as fast. */
export function numberAt(list: readonly number[], index: number): number {
  const number = list[index]
  return number === undefined ? outside(list, index) : number
}

/** Apart, so that `itemAt` is small enough to be inlined wherever it is called. */
function outside(list: readonly unknown[], index: number): never {
  throw new RangeError(`there is nothing at index ${index} of ${list.length}`)
}

/** A copy with one item exchanged. `slice` and one write: `Array.with` is several times slower. */
export function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  const copy = list.slice()
  copy[index] = value
  return copy
}

/** A copy of some counts with one of them changed by `by`. */
export const changed = (counts: readonly number[], index: number, by: number): number[] =>
  replaced(counts, index, itemAt(counts, index) + by)

/** Without an item; the list itself if it is not in it. By hand: `toSpliced` takes several times as long, and `filter` calls a function for each item. */
export function without<T>(list: readonly T[], item: T): readonly T[] {
  const index = list.indexOf(item)
  if (index < 0) return list
  const rest = list.slice(0, index)
  for (let at = index + 1; at < list.length; at++) rest.push(itemAt(list, at))
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
