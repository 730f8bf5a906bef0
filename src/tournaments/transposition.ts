/** The upper half of a bracket against its lower half. */
import { itemAt, numberAt } from '../games/lists.js'
import type { Contender } from './contenders.js'

/** By index of an upper one: that of the lower one it has, or -1. */
type Choice = readonly number[]

/**
 * For each of the upper ones an opponent of the lower ones whom they have not met: for the first the highest with whom all others can have one, too, then for the next, and so on. Null if they
 * cannot all have one.
 */
export function firstTransposition(upper: readonly Contender[], lower: readonly Contender[]): readonly Contender[] | null {
  const mayMeet = (one: number, other: number): boolean => !itemAt(upper, one).met.has(itemAt(lower, other).number)
  let choice: Choice | null = upper.map(() => -1)
  for (let one = 0; one < upper.length && choice; one++) choice = served(choice, one, 0, lower.length, mayMeet)
  if (!choice) return null
  let best: Choice = choice
  for (let one = 0; one < upper.length; one++) best = withHighest(best, one, lower.length, mayMeet)
  return best.map((other) => itemAt(lower, other))
}

type MayMeet = (one: number, other: number) => boolean

/** Those before `one` keep what they have. */
function withHighest(choice: Choice, one: number, size: number, mayMeet: MayMeet): Choice {
  const kept = new Set(choice.slice(0, one))
  for (let other = 0; other < numberAt(choice, one); other++) {
    if (kept.has(other) || !mayMeet(one, other)) continue
    const holder = choice.indexOf(other)
    const taken = choice.with(one, other)
    const next = holder < 0 ? taken : served(taken.with(holder, -1), holder, one + 1, size, mayMeet)
    if (next) return next
  }
  return choice
}

/** Finds something for one who has nothing, if need be by moving others, but none before `from`; null if it cannot be. */
function served(choice: Choice, one: number, from: number, size: number, mayMeet: MayMeet): Choice | null {
  const now = [...choice]
  const tried = new Set(now.slice(0, from))
  const serve = (who: number): boolean => {
    for (let other = 0; other < size; other++) {
      if (tried.has(other) || !mayMeet(who, other)) continue
      tried.add(other)
      const holder = now.indexOf(other)
      if (holder >= 0 && !serve(holder)) continue
      now[who] = other
      return true
    }
    return false
  }
  return serve(one) ? now : null
}
