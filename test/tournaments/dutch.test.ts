import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import type { Edge, Node } from '../../src/tournaments/bracket.js'
import { residentOrder } from '../../src/tournaments/bracket-order.js'
import type { Contender, Float } from '../../src/tournaments/contenders.js'
import { counting, worthOf } from '../../src/tournaments/digits.js'
import { dutchPairing, type Pair, termsFor } from '../../src/tournaments/dutch.js'
import { homogeneous, pairingByTheBook } from './dutch-by-the-book.js'

const named = (pairs: readonly Pair[]) =>
  pairs.map(([a, b]) => `${Math.min(a.number, b.number)}-${Math.max(a.number, b.number)}`).sort()

const newcomers = (size: number): Contender[] =>
  Array.from({ length: size }, (_, index) => ({
    number: index + 1,
    points: 0,
    byes: 0,
    met: new Map(),
    floats: [null, null] as const,
  }))

/** A tournament among so many, each round paired as it is asked for. `draws`: how many of ten tables are level. */
function* rounds(seed: number, size: number, count: number, draws: number): Generator<readonly Contender[]> {
  const next = seededStream(seed)
  let field = newcomers(size)
  for (let round = 1; round <= count; round++) {
    const contenders = field.toSorted((a, b) => b.points - a.points || a.number - b.number)
    yield contenders
    const { pairs, floating } = dutchPairing(contenders)
    const moved = new Map<Contender, Contender>()
    for (const [a, b] of pairs) {
      const share = next() * 10 < draws ? 0.5 : next() < 0.5 + (b.number - a.number) / 20 ? 1 : 0
      moved.set(a, played(a, b, share))
      moved.set(b, played(b, a, 1 - share))
    }
    for (const one of floating)
      moved.set(one, { ...one, points: one.points + 1, byes: one.byes + 1, floats: ['down', one.floats[0]] })
    field = field.map((one) => moved.get(one) ?? one)
    // Somebody leaves now and then.
    if (next() < 0.15 && field.length > 3) field.splice(Math.floor(next() * field.length), 1)
  }
}

/** Contenders of whom many have met, with few different points, who floated as it happens: it need not have come about by rounds. */
function acquainted(seed: number, size: number): readonly Contender[] {
  const next = seededStream(seed)
  const floats = [null, null, 'down', 'up'] as const
  const float = (): Float => floats[Math.floor(next() * 4)] ?? null
  const density = 0.4 + 0.4 * next()
  const pairs = new Set<string>()
  for (let a = 1; a <= size; a++) for (let b = a + 1; b <= size; b++) if (next() < density) pairs.add(`${a} ${b}`)
  const groups = 1 + (Math.floor(seed / 6) % 3)
  return Array.from({ length: size }, (_, index) => index + 1)
    .map((number) => ({
      number,
      points: Math.floor(next() * groups),
      byes: 0,
      met: new Map(
        Array.from({ length: size }, (_, index) => index + 1)
          .filter((other) => pairs.has(`${Math.min(number, other)} ${Math.max(number, other)}`))
          .map((other) => [other, 1]),
      ),
      floats: [float(), float()] as const,
    }))
    .toSorted((a, b) => b.points - a.points || a.number - b.number)
}

function played(one: Contender, other: Contender, share: number): Contender {
  const float: Float = one.points > other.points ? 'down' : one.points < other.points ? 'up' : null
  const met = new Map(one.met).set(other.number, (one.met.get(other.number) ?? 0) + 1)
  return { ...one, points: one.points + share, met, floats: [float, one.floats[0]] }
}

describe('the Dutch system', () => {
  test('pairs as the book does, over hundreds of small tournaments', () => {
    let compared = 0
    for (let seed = 1; seed <= 150; seed++) {
      for (const contenders of rounds(seed, 3 + (seed % 6), 6, seed % 4)) {
        const book = pairingByTheBook(contenders)
        if (!book) continue
        const ours = dutchPairing(contenders)
        compared++
        expect([named(ours.pairs), ours.floating.map(({ number }) => number)], `seed ${seed}`).toEqual([
          named(book.pairs),
          book.floating.map(({ number }) => number),
        ])
      }
    }
    expect(compared).toBeGreaterThan(600)
  })

  test('pairs as the book does where many have met', () => {
    let compared = 0
    for (let seed = 1; seed <= 400; seed++) {
      const contenders = acquainted(seed, 4 + (seed % 6))
      const book = pairingByTheBook(contenders)
      if (!book) continue
      compared++
      const { pairs, floating } = dutchPairing(contenders)
      expect([named(pairs), floating], `seed ${seed}`).toEqual([named(book.pairs), book.floating])
    }
    expect(compared).toBeGreaterThan(130)
  })

  test.each([
    [6, 3],
    [7, 3],
    [7, 2],
    [8, 4],
    [8, 3],
    [9, 4],
    [10, 5],
  ])('puts all pairings of %i residents into the order in which the book tries them, %i pairs', (size, pairs) => {
    const residents = newcomers(size)
    const worth = worthOf(residentOrder(size, pairs))
    const node = (contender: Contender): Node => ({ role: 'resident', index: residents.indexOf(contender), contender })
    const sumOf = (tried: readonly Pair[]) =>
      tried.reduce((sum, [a, b]) => {
        const [high, low] = a.number < b.number ? [node(a), node(b)] : [node(b), node(a)]
        return sum + worth({ high, low })
      }, 0n)
    const seen = new Set<string>()
    let last: bigint | null = null
    for (const tried of homogeneous(residents, pairs)) {
      const name = named(tried).join()
      if (seen.has(name)) continue
      seen.add(name)
      const sum = sumOf(tried)
      if (last !== null) expect(sum < last, name).toBe(true)
      last = sum
    }
    expect(seen.size).toBeGreaterThan(10)
  })

  test('the short way finds what weighing everything finds', () => {
    for (let seed = 1; seed <= 6; seed++) {
      for (const contenders of rounds(seed, 30 + seed, 6, seed % 4)) {
        // A criterion that says nothing, with which the short way is not taken.
        const terms = { ...termsFor(contenders), also: [counting<Edge>(1, () => 0)] }
        const [short, long] = [dutchPairing(contenders), dutchPairing(contenders, terms)]
        expect([named(short.pairs), short.floating], `seed ${seed}`).toEqual([named(long.pairs), long.floating])
      }
    }
  })
})
