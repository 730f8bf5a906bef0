/** Who may have a bye: those who have had fewest. */
import type { Contender } from './contenders.js'

/** So many of a field of one: small fields may need all there are, large ones hardly a second. */
const CHOICES = 2000

/** So many of the contenders, the lowest first; then other choices that are as fair, within bounds. */
export function byeChoices(contenders: readonly Contender[], count: number): readonly (readonly Contender[])[] {
  const waiting = contenders.toReversed().toSorted((a, b) => a.byes - b.byes)
  const most = waiting[count - 1]?.byes ?? 0
  const sure = waiting.filter(({ byes }) => byes < most)
  const equal = waiting.filter(({ byes }) => byes === most)
  const choices: (readonly Contender[])[] = []
  for (const choice of subsets(equal, Math.max(0, count - sure.length))) {
    choices.push([...sure, ...choice])
    if (choices.length * contenders.length >= CHOICES) break
  }
  return choices
}

function* subsets<T>(list: readonly T[], count: number): Generator<readonly T[]> {
  if (count === 0) return yield []
  for (const [index, one] of list.entries()) for (const more of subsets(list.slice(index + 1), count - 1)) yield [one, ...more]
}
