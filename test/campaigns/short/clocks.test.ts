import { expect, test } from 'vitest'
import { clocks } from '../../../campaigns/clocks.js'
import { SHORT } from '../../../campaigns/flags.js'

test('clocks of seconds on two servers that are killed, and Postgres too: every deadline once, none early', {
  timeout: 180_000,
}, async () => {
  const { counts, failures } = await clocks({ seed: 1, ...SHORT.clocks }, () => {})
  expect(failures).toEqual([])
  expect(counts).toMatchObject({ matches: SHORT.clocks.matches, 'moves lost': 0, 'moves nobody made': 0 })
  expect(counts['deadlines that passed']).toBeGreaterThan(0)
})
