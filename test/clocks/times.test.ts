/** The arithmetic of clocks, over matches that never were: whatever happens in them, these hold. */
import { describe, expect, test } from 'vitest'
import { Clock } from '../../src/clocks/clock.js'
import { type Change, charged, deadlineOf, type Span, type Times, timesAfter, timesAtFirst } from '../../src/clocks/times.js'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { itemAt } from '../../src/games/lists.js'

const BANK = Clock.parse({ kind: 'bank', seconds: 60, increment: 5 })
const LIMIT = Clock.parse({ kind: 'decision', seconds: 60 })
const SEATS = 4

const below = (draw: Stream, most: number): number => Math.floor(draw() * most)

/** Spans as the service writes them, one after the other, and some that overlap as those of absences may. */
const spansOf = (draw: Stream): Span[] =>
  Array.from({ length: below(draw, 5) }, () => {
    const from = below(draw, 200_000)
    const to = from + below(draw, 60_000)
    return { from, to, known: from + below(draw, to - from + 1) }
  })

interface Moment {
  readonly change: Change
  readonly times: Times
}

/** A match in which seats decide at the same time or one after the other, and are asked anew at times without having decided. */
function matchOf(draw: Stream, clock: Clock, spans: readonly Span[], away?: Times['away']): Moment[] {
  const moments: Moment[] = []
  let times: Times = { ...timesAtFirst(clock, SEATS), ...(away && { away }) }
  let awaiting: Change['after'] = []
  let at = 0
  for (let version = 1; version < 30; version++) {
    at += below(draw, 15_000)
    const decided =
      version > 1 && awaiting.length > 0 && draw() < 0.9 ? itemAt(awaiting, below(draw, awaiting.length)).seat : null
    const asked = Array.from({ length: SEATS }, (_, seat) => seat).filter(() => draw() < 0.4)
    const after = asked.map((seat) => {
      const open = seat === decided ? undefined : awaiting.find((one) => one.seat === seat)
      return { seat, since: open && draw() < 0.8 ? open.since : version }
    })
    const change = { at, before: awaiting, after, decided }
    times = timesAfter(clock, times, change, spans)
    moments.push({ change, times })
    awaiting = after
  }
  return moments
}

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)

describe('whatever happens', () => {
  test('a clock runs for exactly the seats that are awaited, each from when its decision opened', () => {
    for (const seed of SEEDS) {
      const draw = seededStream(seed)
      const spans = spansOf(draw)
      for (const { change, times } of matchOf(draw, seed % 2 ? BANK : LIMIT, spans))
        expect(times.opened.flatMap((opened, seat) => (opened === null ? [] : [seat]))).toEqual(
          change.after.map(({ seat }) => seat),
        )
    }
  })

  test('until its deadline a seat is charged what it had, and not a millisecond more', () => {
    for (const seed of SEEDS) {
      const draw = seededStream(seed)
      const clock = seed % 2 ? BANK : LIMIT
      const spans = spansOf(draw)
      for (const { times } of matchOf(draw, clock, spans))
        for (const [seat, opened] of times.opened.entries()) {
          if (opened === null) continue
          const deadline = deadlineOf(clock, times, seat, spans) ?? 0
          const had = times.banks?.[seat] ?? clock.seconds * 1000
          // Whatever is known later is known by then: nothing is written down after the deadlines that it moves.
          const known = spans.map((span) => ({ ...span, known: 0 }))
          expect(charged(opened, deadline, known)).toBe(had)
          expect(charged(opened, deadline + 1, known)).toBeLessThanOrEqual(had + 1)
        }
    }
  })

  test('what is taken from the banks is what was charged, and every decision adds the increment', () => {
    for (const seed of SEEDS) {
      const draw = seededStream(seed)
      let before = timesAtFirst(BANK, SEATS)
      for (const { change, times } of matchOf(draw, BANK, [])) {
        for (const [seat, bank] of (times.banks ?? []).entries()) {
          const opened = before.opened[seat] ?? null
          const isClosed = opened !== null && times.opened[seat] !== opened
          const had = before.banks?.[seat] ?? 0
          const added = change.decided === seat ? 5_000 : 0
          expect(bank).toBe(isClosed ? Math.max(0, had - (change.at - (opened ?? 0))) + added : had)
        }
        before = times
      }
    }
  })

  test('of what is known from the start, no deadline of a seat is earlier than the one before', () => {
    for (const seed of SEEDS) {
      const draw = seededStream(seed)
      const clock = seed % 2 ? BANK : LIMIT
      const known = (spans: Span[]): Span[] => spans.map((span) => ({ ...span, known: 0 }))
      const [spans, away] = [known(spansOf(draw)), Array.from({ length: SEATS }, () => known(spansOf(draw)))]
      const latest = new Map<number, number>()
      for (const { times } of matchOf(draw, clock, spans, seed % 3 ? away : undefined))
        for (const seat of times.opened.keys()) {
          const deadline = deadlineOf(clock, times, seat, spans)
          if (deadline === null) continue
          expect(deadline).toBeGreaterThanOrEqual(latest.get(seat) ?? 0)
          latest.set(seat, deadline)
        }
    }
  })

  test('a span that is not charged never brings a deadline nearer, and moves it by no more than its length', () => {
    for (const seed of SEEDS) {
      const draw = seededStream(seed)
      const [more, ...spans] = [{ from: below(draw, 100_000), to: 0, known: 0 }, ...spansOf(draw)]
      const longer = [...spans, { ...itemAt([more], 0), to: more.from + 20_000 }]
      const { times } = itemAt(matchOf(draw, LIMIT, spans), 10)
      for (const seat of times.opened.keys()) {
        const without = deadlineOf(LIMIT, times, seat, spans)
        const moved = (deadlineOf(LIMIT, times, seat, longer) ?? 0) - (without ?? 0)
        expect(moved).toBeGreaterThanOrEqual(0)
        if (spans.length === 0) expect(moved).toBeLessThanOrEqual(20_000)
      }
    }
  })
})

describe('by hand', () => {
  const opened = (at: number): Times => ({ banks: null, opened: [at, null], at })

  test('a limit of a minute, with ten seconds of a restart in it', () => {
    const down = [{ from: 30_000, to: 40_000, known: 35_000 }]
    expect(deadlineOf(LIMIT, opened(0), 0, [])).toBe(60_000)
    expect(deadlineOf(LIMIT, opened(0), 0, down)).toBe(70_000)
    expect(deadlineOf(LIMIT, opened(36_000), 0, down)).toBe(100_000)
    expect(deadlineOf(LIMIT, opened(50_000), 0, down)).toBe(110_000)
    expect(deadlineOf(LIMIT, opened(0), 1, down)).toBeNull()
  })

  test('whoever decided before a span was written down is charged for what of it had passed', () => {
    const down = [{ from: 30_000, to: 40_000, known: 35_000 }]
    expect(charged(0, 34_000, down)).toBe(34_000)
    expect(charged(0, 35_000, down)).toBe(30_000)
    expect(charged(0, 50_000, down)).toBe(40_000)
  })

  test('spans that overlap are not given twice', () => {
    const spans = [
      { from: 10_000, to: 30_000, known: 0 },
      { from: 20_000, to: 40_000, known: 0 },
      { from: 25_000, to: 26_000, known: 0 },
    ]
    expect(charged(0, 60_000, spans)).toBe(30_000)
    expect(deadlineOf(LIMIT, opened(0), 0, spans)).toBe(90_000)
  })
})

test('a clock outside its bounds is refused, and a limit has no increment', () => {
  const wrong = [
    { kind: 'decision', seconds: 0 },
    { kind: 'decision', seconds: 60 * 86_400 + 1 },
    { kind: 'decision', seconds: 10, increment: 1 },
    { kind: 'bank', seconds: 10, increment: 7 * 86_400 + 1 },
    { kind: 'bank', seconds: 1.5 },
    { kind: 'hourglass', seconds: 10 },
    { kind: 'bank', seconds: 10, onExpiry: 'explode' },
    { kind: 'bank', seconds: 10, secs: 1 },
  ]
  for (const clock of wrong) expect(Clock.safeParse(clock).success).toBe(false)
})
