/** Groups in which nobody has met anybody, found by trying everything, within bounds. */
import type { Contender } from './contenders.js'

/** Null if there are none, or none was found in so many steps at most. Those who are near each other in the list are tried first. */
export function unmetGroups(
  contenders: readonly Contender[],
  seats: number,
  most: number,
): readonly (readonly Contender[])[] | null {
  let steps = 0
  const taken = new Set<Contender>()
  const groups: Contender[][] = []
  const fill = (group: Contender[], from: number): boolean => {
    if (group.length === seats) {
      groups.push(group)
      if (open()) return true
      groups.pop()
      return false
    }
    for (let index = from; index < contenders.length && steps < most; index++) {
      const one = contenders[index]
      if (!one || taken.has(one) || group.some(({ met }) => met.has(one.number))) continue
      steps++
      taken.add(one)
      if (fill([...group, one], index + 1)) return true
      taken.delete(one)
    }
    return false
  }
  /** The first who has no group yet must be in one: so no division is tried twice. */
  const open = (): boolean => {
    const index = contenders.findIndex((one) => !taken.has(one))
    const first = contenders[index]
    if (!first) return true
    taken.add(first)
    if (fill([first], index + 1)) return true
    taken.delete(first)
    return false
  }
  return open() ? groups : null
}
