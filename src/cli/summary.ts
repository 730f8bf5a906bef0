/** What a run of matches amounts to: means with spreads, by seat or by bot. */
import { clipped } from '../platform/complaint.js'
import type { Outcome } from './simulate/matches.js'

const LONGEST_NAME = 40

/** Mean and standard deviation of numbers that come one by one (Welford). */
function tally() {
  let count = 0
  let mean = 0
  let squares = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  return {
    add(value: number): void {
      count++
      const before = value - mean
      mean += before / count
      squares += before * (value - mean)
      min = Math.min(min, value)
      max = Math.max(max, value)
    },
    get mean() {
      return mean
    },
    get sum() {
      return mean * count
    },
    text: (digits: number): string =>
      `${mean.toFixed(digits)} ± ${Math.sqrt(count > 1 ? squares / (count - 1) : 0).toFixed(digits)}`,
    range: (): string => `${min} to ${max}`,
  }
}

interface Summary {
  /** `rowOf` says for which row a seat has played; its own unless seats are rotated. */
  add(outcome: Outcome, rowOf?: (seat: number) => number): void
  lines(): string[]
}

/** One row for each seat. `bots`, if they were named, has a name for each row. */
export function summary(seats: number, bots?: readonly string[]): Summary {
  const began = performance.now()
  const scores = Array.from({ length: seats }, tally)
  const places = Array.from({ length: seats }, tally)
  const firsts = Array.from({ length: seats }, tally)
  const length = tally()
  let matches = 0
  return {
    add({ places: reached, entries }, rowOf = (seat) => seat) {
      matches++
      length.add(entries)
      for (const { seat, place, score } of reached) {
        const row = rowOf(seat)
        scores[row]?.add(score)
        places[row]?.add(place)
        firsts[row]?.add(place === 1 ? 100 : 0)
      }
    },
    lines() {
      const seconds = Math.max((performance.now() - began) / 1000, 0.001)
      const rows = scores.map((score, seat) => [
        `${seat}`,
        score.text(1),
        score.range(),
        places[seat]?.text(2) ?? '',
        `${firsts[seat]?.mean.toFixed(1)} %`,
        ...(bots ? [clipped(bots[seat] ?? '', LONGEST_NAME)] : []),
      ])
      return [
        ...aligned([['seat', 'score', 'range', 'place', 'first', ...(bots ? ['bot'] : [])], ...rows]),
        '',
        `${matches} ${matches === 1 ? 'match' : 'matches'} of ${length.text(1)} entries (${length.range()})`,
        `${(matches / seconds).toFixed(1)} matches/s, ${((length.sum - matches) / seconds).toFixed(0)} moves/s`,
      ]
    },
  }
}

/** Columns as wide as their widest cell. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
}
