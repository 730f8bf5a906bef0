/**
 * The Dutch system as the FIDE Handbook tells it (C.04.3 of 2017), without colours: every candidate is made in the order of part B and D and judged by part C, and the first of the best is
 * taken. Slow and plain; for few contenders.
 */
import type { Contender } from '../../src/tournaments/contenders.js'

type Pair = readonly [Contender, Contender]
interface Candidate {
  readonly pairs: readonly Pair[]
  readonly floating: readonly Contender[]
}
type MayHaveBye = (one: Contender) => boolean

const legal = (one: Contender, other: Contender) => !one.met.has(other.number)
const without = <T>(list: readonly T[], gone: readonly T[]): T[] => list.filter((one) => !gone.includes(one))

function* subsets<T>(list: readonly T[], size: number): Generator<T[]> {
  if (size === 0) yield []
  else
    for (const [index, one] of list.entries()) for (const rest of subsets(list.slice(index + 1), size - 1)) yield [one, ...rest]
}

/** The first `size` of all orders of a list, in lexicographic order. */
function* arrangements<T>(list: readonly T[], size: number): Generator<T[]> {
  if (size === 0) yield []
  else for (const one of list) for (const rest of arrangements(without(list, [one]), size - 1)) yield [one, ...rest]
}

/** Every set of pairs, complete or not. */
function* allPairings(list: readonly Contender[]): Generator<Pair[]> {
  const [first, ...rest] = list
  if (!first) return yield []
  yield* allPairings(rest)
  for (const other of rest)
    if (legal(first, other)) for (const more of allPairings(without(rest, [other]))) yield [[first, other], ...more]
}

export function canAllBePaired(list: readonly Contender[], mayHaveBye: MayHaveBye): boolean {
  const [first, ...rest] = list
  if (!first) return true
  if (list.length % 2 === 1 && mayHaveBye(first) && canAllBePaired(rest, () => false)) return true
  return rest.some((other) => legal(first, other) && canAllBePaired(without(rest, [other]), mayHaveBye))
}

const compareLists = (a: readonly number[], b: readonly number[]): number => {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (Math.abs(difference) > 1e-9) return difference
  }
  return 0
}

const descending = (list: readonly number[]) => list.toSorted((a, b) => b - a)

const psd = (pairs: readonly Pair[], floating: readonly Contender[], bottom: number): number[] =>
  descending([...pairs.map(([a, b]) => Math.abs(a.points - b.points)), ...floating.map(({ points }) => points - bottom + 1)])

/** C.7: pairs of the next bracket, which are to be many, and their differences. */
function nextQuality(floating: readonly Contender[], next: readonly Contender[]): number[] {
  const all = [...floating, ...next]
  const bottom = Math.min(...next.map(({ points }) => points))
  let best: number[] | null = null
  for (const pairs of allPairings(all)) {
    // Those who float down together could not be paired before.
    if (pairs.some(([a, b]) => floating.includes(a) && floating.includes(b))) continue
    const value = [-pairs.length, ...psd(pairs, without(all, pairs.flat()), bottom)]
    if (!best || compareLists(value, best) < 0) best = value
  }
  return best ?? []
}

interface Book {
  readonly moved: readonly Contender[]
  readonly residents: readonly Contender[]
  readonly next: readonly Contender[]
  readonly isValid: (floating: readonly Contender[]) => boolean
}

/** Lists to be compared one after the other; lower is better. */
function quality({ moved, residents, next }: Book, { pairs, floating }: Candidate): number[][] {
  const bottom = Math.min(...residents.map(({ points }) => points))
  const uneven = pairs.map(([a, b]): Pair => (a.points < b.points ? [b, a] : [a, b])).filter(([a, b]) => a.points > b.points)
  const down = [...uneven.map(([a]) => a), ...floating].filter((one) => !moved.includes(one))
  const count = (list: readonly Contender[], back: 0 | 1, way: string) => list.filter(({ floats }) => floats[back] === way).length
  const ups = uneven.map(([, b]) => b)
  const gaps = (back: 0 | 1, which: 0 | 1) =>
    descending(
      uneven.filter((pair) => pair[which].floats[back] === (which === 0 ? 'down' : 'up')).map(([a, b]) => a.points - b.points),
    )
  return [
    [-pairs.length],
    psd(pairs, floating, bottom),
    next.length > 0 ? nextQuality(floating, next) : [],
    [count(down, 0, 'down'), count(ups, 0, 'up'), count(down, 1, 'down'), count(ups, 1, 'up')],
    gaps(0, 0),
    gaps(0, 1),
    gaps(1, 0),
    gaps(1, 1),
  ]
}

const compareQuality = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number => {
  for (const [index, list] of a.entries()) {
    const difference = compareLists(list, b[index] ?? [])
    if (difference !== 0) return difference
  }
  return 0
}

/** All ways to part a list into S1 of a size and S2, in the order of D.2. */
function exchanges(list: readonly Contender[], size: number): { s1: Contender[]; s2: Contender[] }[] {
  const s1 = list.slice(0, size)
  const s2 = list.slice(size)
  const number = (one: Contender) => list.indexOf(one) + 1
  const sum = (ones: readonly Contender[]) => ones.reduce((all, one) => all + number(one), 0)
  const ways = Array.from({ length: size + 1 }, (_, count) =>
    [...subsets(s1, count)].flatMap((out) => [...subsets(s2, count)].map((into) => ({ out, into }))),
  ).flat()
  ways.sort(
    (a, b) =>
      a.out.length - b.out.length ||
      sum(a.into) - sum(a.out) - (sum(b.into) - sum(b.out)) ||
      compareLists(descending(b.out.map(number)), descending(a.out.map(number))) ||
      compareLists(
        a.into.map(number).sort((x, y) => x - y),
        b.into.map(number).sort((x, y) => x - y),
      ),
  )
  const sorted = (ones: readonly Contender[]) => list.filter((one) => ones.includes(one))
  return ways.map(({ out, into }) => ({ s1: sorted([...without(s1, out), ...into]), s2: sorted([...without(s2, into), ...out]) }))
}

/** All pairs of a list, of so many, in the order in which the rules try them. */
export function* homogeneous(list: readonly Contender[], size: number): Generator<Pair[]> {
  for (const { s1, s2 } of exchanges(list, size))
    for (const chosen of arrangements(s2, size)) yield s1.map((one, index): Pair => [one, chosen[index] as Contender])
}

function* candidates({ moved, residents }: Book, movedPairs: number, pairs: number): Generator<Candidate> {
  for (const s1 of subsets(moved, movedPairs))
    for (const chosen of arrangements(residents, movedPairs))
      for (const rest of homogeneous(without(residents, chosen), pairs - movedPairs)) {
        const all = [...s1.map((one, index): Pair => [one, chosen[index] as Contender]), ...rest]
        yield { pairs: all, floating: without([...moved, ...residents], all.flat()) }
      }
}

function pairBook(book: Book): Candidate {
  const { moved, residents } = book
  const valid = [...allPairings([...moved, ...residents])].filter(
    (pairs) =>
      !pairs.some(([a, b]) => moved.includes(a) && moved.includes(b)) &&
      book.isValid(without([...moved, ...residents], pairs.flat())),
  )
  const most = Math.max(...valid.map(({ length }) => length))
  const ofMoved = (pairs: readonly Pair[]) => pairs.filter(([a]) => moved.includes(a)).length
  const mostMoved = Math.max(...valid.filter(({ length }) => length === most).map(ofMoved))
  let best: { candidate: Candidate; value: number[][] } | null = null
  for (const candidate of candidates(book, mostMoved, most)) {
    if (!candidate.pairs.every(([a, b]) => legal(a, b)) || !book.isValid(candidate.floating)) continue
    const value = quality(book, candidate)
    if (!best || compareQuality(value, best.value) < 0) best = { candidate, value }
  }
  if (!best) throw new Error('no candidate')
  return best.candidate
}

/** Null if not all can be paired without anybody meeting twice. */
export function pairingByTheBook(contenders: readonly Contender[]): Candidate | null {
  const least = Math.min(...contenders.map(({ byes }) => byes))
  const mayHaveBye: MayHaveBye = ({ byes }) => byes === least
  if (!canAllBePaired(contenders, mayHaveBye)) return null
  const groups = [...new Set(contenders.map(({ points }) => points))].map((points) =>
    contenders.filter((one) => one.points === points),
  )
  const byeOnly = (floating: readonly Contender[]) =>
    floating.length === 0 || (floating.length === 1 && floating.every(mayHaveBye))
  const pairs: Pair[] = []
  let moved: readonly Contender[] = []
  for (const [index, residents] of groups.entries()) {
    const later = groups.slice(index + 1)
    const all = later.flat()
    const book: Book = { moved, residents, next: later[0] ?? [], isValid: all.length > 0 ? () => true : byeOnly }
    const made = all.length > 0 || completes([...moved, ...residents]) ? pairBook(book) : null
    if (!made || !completes([...made.floating, ...all])) {
      const penultimate = pairBook({ ...book, next: [], isValid: (floating) => completes([...floating, ...all]) })
      const last = pairBook({ moved: penultimate.floating, residents: all, next: [], isValid: byeOnly })
      return { pairs: [...pairs, ...penultimate.pairs, ...last.pairs], floating: last.floating }
    }
    pairs.push(...made.pairs)
    moved = made.floating
  }
  return { pairs, floating: moved }

  function completes(list: readonly Contender[]): boolean {
    return canAllBePaired(list, mayHaveBye)
  }
}
