/**
 * Groups for tables of more than two seats in a Swiss tournament. Byes go to the lowest of those who have had fewest. The others are divided as the Dutch system makes pairs: those with equally many points are
 * cut into as many parts as a table has seats, and each group has one of each part; the lowest, who are left over, float down. Then some are exchanged, so that nobody meets again if it can be helped.
 *
 * Whether it can is found out by trying everything, within bounds. Beyond that, two are exchanged as long as it helps, beginning with this division and with some that lots have disturbed.
 */
import type { Stream } from '../dice/seeded.js'
import { byeChoices } from './bye-choices.js'
import type { Contender } from './contenders.js'
import { type Division, disturbed, type Homes, homesOf, improved, isBetter, repeatsOf } from './division.js'
import { unmetGroups } from './unmet-groups.js'

export interface Pods {
  readonly pods: Division
  readonly byes: readonly Contender[]
}

export function podsFor(contenders: readonly Contender[], seats: number, next: Stream): Pods {
  const choices = byeChoices(contenders, contenders.length % seats).map((byes) => ({
    byes,
    homes: homesWithout(contenders, seats, byes),
  }))
  const [first] = choices
  if (!first) return { pods: [], byes: contenders }
  if (repeatsOf(first.homes.division) === 0) return { pods: first.homes.division, byes: first.byes }
  const near = improved(first.homes, first.homes.division)
  if (repeatsOf(near) === 0) return { pods: near, byes: first.byes }
  for (const { byes, homes } of choices) {
    const pods = withoutRepeats(homes, seats, Math.ceil(STEPS / choices.length))
    if (pods) return { pods, byes }
  }
  return { pods: withFewRepeats(first.homes, near, next), byes: first.byes }
}

const homesWithout = (contenders: readonly Contender[], seats: number, byes: readonly Contender[]): Homes =>
  homesOf(
    contenders.filter((one) => !byes.includes(one)),
    seats,
  )

/** Of all that is tried for one round. */
const STEPS = 200_000

function withoutRepeats(homes: Homes, seats: number, steps: number): Division | null {
  const found = unmetGroups(homes.contenders, seats, steps)
  if (!found) return null
  const near = improved(homes, homes.division)
  return repeatsOf(near) === 0 ? near : improved(homes, found)
}

const DISTURBED = 10

function withFewRepeats(homes: Homes, start: Division, next: Stream): Division {
  let best = start
  for (let time = 0; time < DISTURBED; time++) {
    const other = improved(homes, disturbed(best, next, best.length))
    if (isBetter(homes, other, best)) best = other
  }
  return best
}
