import { expect, test } from 'vitest'
import { SHORT } from '../../../campaigns/flags.js'
import { streams } from '../../../campaigns/streams.js'

test('streams that are cut and resumed tell everything once and in order', { timeout: 180_000 }, async () => {
  const { counts, failures } = await streams({ seed: 1, ...SHORT.streams }, () => {})
  expect(failures).toEqual([])
  expect(counts['cuts of the most cut stream']).toBeGreaterThanOrEqual(SHORT.streams.kills)
})
