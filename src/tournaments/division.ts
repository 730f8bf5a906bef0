/** How contenders are divided into groups, and how two are exchanged to make it better. */
import type { Stream } from '../dice/seeded.js'
import { itemAt, numberAt } from '../games/lists.js'
import type { Contender } from './contenders.js'

/** Where somebody would be if nobody had met before. */
interface Home {
  readonly pod: number
  /** Those of one part are not to be in one group: they are equally strong. */
  readonly part: string
}

export type Division = readonly (readonly Contender[])[]

/** What can be wrong with a division; the first that differs decides, and less is better. */
type Flaws = readonly [repeats: number, gaps: number, sameParts: number, displaced: number]

export interface Homes {
  readonly contenders: readonly Contender[]
  readonly division: Division
  readonly home: ReadonlyMap<Contender, Home>
}

/** Their number is a multiple of `seats`. */
export function homesOf(contenders: readonly Contender[], seats: number): Homes {
  const division: (readonly Contender[])[] = []
  const home = new Map<Contender, Home>()
  let waiting: readonly Contender[] = []
  for (const points of new Set(contenders.map((one) => one.points))) {
    const all = [...waiting, ...contenders.filter((one) => one.points === points)]
    const pods = Math.floor(all.length / seats)
    for (let pod = 0; pod < pods; pod++) {
      const members = Array.from({ length: seats }, (_, part) => itemAt(all, part * pods + pod))
      members.forEach((one, part) => {
        home.set(one, { pod: division.length, part: `${points} ${part}` })
      })
      division.push(members)
    }
    waiting = all.slice(pods * seats)
  }
  return { contenders, division, home }
}

/** Two meet again: worse, the more often they have. */
export const repeatsOf = (division: Division): number => division.reduce((sum, pod) => sum + repeatsIn(pod), 0)

const repeatsIn = (pod: readonly Contender[]): number => pairSum(pod, (a, b) => (a.met.get(b.number) ?? 0) ** 2)

function pairSum(pod: readonly Contender[], of: (a: Contender, b: Contender) => number): number {
  let sum = 0
  for (const [index, a] of pod.entries())
    for (let other = index + 1; other < pod.length; other++) sum += of(a, itemAt(pod, other))
  return sum
}

function flawsOf(homes: Homes, pod: readonly Contender[], index: number): Flaws {
  const partOf = (one: Contender) => homes.home.get(one)?.part
  return [
    repeatsIn(pod),
    pairSum(pod, (a, b) => (a.points - b.points) ** 2),
    pairSum(pod, (a, b) => Number(partOf(a) === partOf(b))),
    pod.reduce((sum, one) => sum + Math.abs((homes.home.get(one)?.pod ?? 0) - index), 0),
  ]
}

/** Below 0 if the first is better. What differs by less than a millionth is the order of adding. */
function compareFlaws(a: Flaws, b: Flaws): number {
  const differing = a.findIndex((value, index) => Math.abs(value - numberAt(b, index)) > 1e-6)
  return differing < 0 ? 0 : numberAt(a, differing) - numberAt(b, differing)
}

const together = (a: Flaws, b: Flaws): Flaws => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]

export const isBetter = (homes: Homes, one: Division, other: Division): boolean =>
  compareFlaws(total(homes, one), total(homes, other)) < 0

const total = (homes: Homes, division: Division): Flaws =>
  division.map((pod, index) => flawsOf(homes, pod, index)).reduce(together, [0, 0, 0, 0])

const SWEEPS = 30

/** Exchanges two of different groups as long as it helps, within bounds. */
export function improved(homes: Homes, start: Division): Division {
  const pods = start.map((pod) => [...pod])
  for (let sweep = 0; sweep < SWEEPS; sweep++) if (!exchangedAny(homes, pods)) break
  return pods
}

/** In place. */
function exchangedAny(homes: Homes, pods: Contender[][]): boolean {
  let any = false
  for (let a = 0; a < pods.length; a++)
    for (let b = a + 1; b < pods.length; b++) if (exchangedBetween(homes, pods, a, b)) any = true
  return any
}

function exchangedBetween(homes: Homes, pods: Contender[][], a: number, b: number): boolean {
  const one = itemAt(pods, a)
  const other = itemAt(pods, b)
  const flaws = () => together(flawsOf(homes, one, a), flawsOf(homes, other, b))
  let least = flaws()
  let any = false
  for (let i = 0; i < one.length; i++) {
    for (let j = 0; j < other.length; j++) {
      swap(one, i, other, j)
      const now = flaws()
      if (compareFlaws(now, least) < 0) {
        least = now
        any = true
      } else swap(one, i, other, j)
    }
  }
  return any
}

function swap(one: Contender[], i: number, other: Contender[], j: number): void {
  const kept = itemAt(one, i)
  one[i] = itemAt(other, j)
  other[j] = kept
}

/** So many exchanges of two by lot. */
export function disturbed(division: Division, next: Stream, times: number): Division {
  const pods = division.map((pod) => [...pod])
  const lot = (size: number): number => Math.floor(next() * size)
  for (let time = 0; time < times; time++) {
    const one = itemAt(pods, lot(pods.length))
    const other = itemAt(pods, lot(pods.length))
    swap(one, lot(one.length), other, lot(other.length))
  }
  return pods
}
