import { expect, test } from 'vitest'
import { SHORT } from '../../../campaigns/flags.js'
import { hostile } from '../../../campaigns/hostile/index.js'

test('strangers send what they can think of: no 5xx, no misfit, and honest players go on', { timeout: 180_000 }, async () => {
  const { counts, failures } = await hostile({ seed: 1, ...SHORT.hostile }, () => {})
  expect(failures).toEqual([])
  expect(counts.requests).toBeGreaterThanOrEqual(SHORT.hostile.requests)
  expect(counts['honest moves']).toBeGreaterThan(0)
})
