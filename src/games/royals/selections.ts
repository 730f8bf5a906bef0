/** Ways to pick cards of a hand, cards of a kind being alike: how many there are, and each by its index. */
import { type Choices, computed } from '../choices.js'
import { itemAt, numberAt } from '../lists.js'
import { type Counts, total } from './cards.js'

/** In how many ways 0, 1, 2, ... cards can be picked from these. */
export function ways(counts: Counts): number[] {
  let sums = [1]
  for (let kind = 0; kind < counts.length; kind++) sums = withKind(sums, numberAt(counts, kind))
  return sums
}

/** The same with `count` cards of one more kind. */
function withKind(sums: number[], count: number): number[] {
  if (count === 0) return sums
  const next: number[] = []
  let window = 0
  for (let size = 0; size < sums.length + count; size++) {
    if (size < sums.length) window += numberAt(sums, size)
    if (size > count) window -= numberAt(sums, size - count - 1)
    next.push(window)
  }
  return next
}

/** All ways to pick `size` of these cards. */
export function selections(counts: Counts, size: number): Choices<number[]> {
  return computed(ways(counts)[size] ?? 0, (index) => selection(counts, size, index))
}

/** By kind in how many ways so many cards can be picked from the kinds behind it. */
function waysBehind(counts: Counts): number[][] {
  const behind: number[][] = []
  let sums = [1]
  for (let kind = counts.length - 1; kind >= 0; kind--) {
    behind[kind] = sums
    sums = withKind(sums, numberAt(counts, kind))
  }
  return behind
}

/** The index-th way to pick `size` cards: most of the first kind first. */
export function selection(counts: Counts, size: number, index: number): number[] {
  const behind = waysBehind(counts)
  const picked = counts.slice()
  let [rest, left] = [index, size]
  for (let kind = 0; kind < counts.length; kind++) {
    const after = itemAt(behind, kind)
    let count = Math.min(numberAt(counts, kind), left)
    for (; count >= 0 && rest >= (after[left - count] ?? 0); count--) rest -= after[left - count] ?? 0
    if (count < 0) throw new RangeError(`no selection at ${index}`)
    picked[kind] = count
    left -= count
  }
  return picked
}

/** The index of a way to pick cards. */
export function indexOfSelection(counts: Counts, picked: Counts): number {
  const behind = waysBehind(counts)
  let [index, left] = [0, total(picked)]
  for (let kind = 0; kind < counts.length; kind++) {
    const after = itemAt(behind, kind)
    const count = numberAt(picked, kind)
    for (let more = Math.min(numberAt(counts, kind), left); more > count; more--) index += after[left - more] ?? 0
    left -= count
  }
  return index
}
