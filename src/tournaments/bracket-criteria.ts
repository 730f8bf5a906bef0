/**
 * What makes a pairing of a bracket good, in the order of the FIDE Handbook (C.04.3 of 2017, part C), each criterion as a sum over pairs. Those about colours are left out: everybody plays all
 * seats. Where a sum is over those who are not paired, it is told by what each pair takes away from it.
 */
import { type Bracket, type Edge, gap, isInside, lowest, type Node, timesMet } from './bracket.js'
import type { Float } from './contenders.js'
import { type Criterion, counting, fewestLarge } from './digits.js'
import { rounded } from './points.js'

type Rule = Criterion<Edge>

/** In the order in which they count. */
export function criteriaOf(bracket: Bracket, nodes: readonly Node[]): readonly Rule[] {
  const { next, rest, repeats, also } = bracket
  const size = nodes.length
  return [
    // C.4: everybody has an opponent, but for the one who has the bye.
    ...(rest ? [counting(size, () => 1)] : []),
    ...(repeats ? [fewestRepeats(nodes)] : []),
    // C.5: as many pairs as can be.
    counting<Edge>(size, (edge) => (isInside(edge) ? 1 : 0)),
    // C.6: the points of pairs differ as little as can be.
    smallestGaps(bracket, nodes),
    // C.7: the same in the bracket after it.
    ...(next.length > 0
      ? [counting<Edge>(size, ({ low }) => (low.role === 'next' ? 1 : 0)), smallestNextGaps(bracket, nodes)]
      : []),
    ...also,
    // C.12 to C.15: nobody floats the same way as in the last round, then as in the one before.
    ...LOOKING_BACK.flatMap((back) => [fewestDown(back, size), fewestUp(back, size)]),
    // C.16 to C.19: those who do, as little as can be.
    ...LOOKING_BACK.flatMap((back) => [
      smallestFloats(nodes, ({ high }) => floated(high, back, 'down')),
      smallestFloats(nodes, ({ low }) => floated(low, back, 'up')),
    ]),
  ]
}

const LOOKING_BACK = [0, 1] as const
type Back = (typeof LOOKING_BACK)[number]

const floated = ({ contender }: Node, back: Back, way: Float): boolean => contender.floats[back] === way

/** Only where no pairing is without them. Two who met twice are worse than two twos who met once. */
function fewestRepeats(nodes: readonly Node[]): Rule {
  const most = Math.max(0, ...nodes.flatMap(({ contender }) => [...contender.met.values()]))
  return counting(nodes.length, (edge) => -(timesMet(edge) ** 2), most ** 2)
}

/** Whoever is not paired counts as paired with somebody who has a point less than all of the bracket. */
const gapBelow = (bottom: number, { contender }: Node): number => rounded(contender.points - (bottom - 1))

function smallestGaps({ bottom }: Bracket, nodes: readonly Node[]): Rule {
  const own = nodes.filter(({ role }) => role === 'moved' || role === 'resident')
  const values = [...own.map((node) => gapBelow(bottom, node)), ...gapsBetween(own)]
  return fewestLarge(values, nodes.length, (edge) =>
    isInside(edge) ? { away: [gapBelow(bottom, edge.high), gapBelow(bottom, edge.low)], added: [gap(edge)] } : NOTHING,
  )
}

const NOTHING = { away: [], added: [] }

const gapsBetween = (nodes: readonly Node[]): readonly number[] =>
  nodes.flatMap((high, index) => nodes.slice(index + 1).map((low) => gap({ high, low })))

/** All who are not paired in this bracket float down into the next: a pair inside it takes two away from there. */
function smallestNextGaps({ next }: Bracket, nodes: readonly Node[]): Rule {
  const bottom = lowest(next)
  const values = [...nodes.map((node) => gapBelow(bottom, node)), ...gapsBetween(nodes)]
  return fewestLarge(values, nodes.length, (edge) => ({
    away: [gapBelow(bottom, edge.high), gapBelow(bottom, edge.low)],
    added: isInside(edge) ? [] : [gap(edge)],
  }))
}

/** Residents who float down. Who has floated into the bracket floats in any case. */
const fewestDown = (back: Back, size: number): Rule =>
  counting<Edge>(2 * size, (edge) => {
    if (!isInside(edge)) return 0
    const { high, low } = edge
    const spared = high.role === 'resident' && floated(high, back, 'down') && gap(edge) === 0
    return Number(spared) + Number(floated(low, back, 'down'))
  })

const fewestUp = (back: Back, size: number): Rule =>
  counting<Edge>(size, (edge) => (isInside(edge) && gap(edge) > 0 && floated(edge.low, back, 'up') ? -1 : 0))

function smallestFloats(nodes: readonly Node[], isSame: (edge: Edge) => boolean): Rule {
  const values = gapsBetween(nodes.filter(({ role }) => role === 'moved' || role === 'resident'))
  return fewestLarge(values, nodes.length, (edge) =>
    isInside(edge) && gap(edge) > 0 && isSame(edge) ? { away: [], added: [gap(edge)] } : NOTHING,
  )
}
