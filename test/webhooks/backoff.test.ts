import { expect, test } from 'vitest'
import { backoff, isTroubled } from '../../src/webhooks/backoff.js'

const HOUR = 3_600_000
const middle = backoff(1, () => 0.5)

test('ten attempts in three days and a little, each later than the one before', () => {
  const pauses = Array.from({ length: 9 }, (_, tried) => middle.retryMs(tried + 1) ?? 0)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  const all = pauses.reduce((sum, ms) => sum + ms, 0) / HOUR
  expect([Math.floor(all), middle.retryMs(10)]).toEqual([75, undefined])
})

test('spread by a fifth to either side', () => {
  const [least, most] = [backoff(1, () => 0), backoff(1, () => 1)]
  for (const tries of [1, 5, 9]) {
    const usual = middle.retryMs(tries) ?? 0
    expect(least.retryMs(tries)).toBeCloseTo(usual * 0.8)
    expect(most.retryMs(tries)).toBeCloseTo(usual * 1.2)
  }
})

test('a receiver rests from the fifth failure on, for twice as long each time, half an hour at most', () => {
  expect([4, 5].map(isTroubled)).toEqual([false, true])
  expect([0, 4, 5, 6, 7, 12, 100].map((failures) => Math.round(middle.restMs(failures) / 1000))).toEqual([
    0, 0, 15, 30, 60, 1800, 1800,
  ])
})
