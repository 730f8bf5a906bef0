import { expect, test } from 'vitest'
import { SHORT } from '../../../campaigns/flags.js'
import { race } from '../../../campaigns/race.js'

test('two servers, moves racing through both: one truth', { timeout: 180_000 }, async () => {
  const { counts, failures } = await race({ seed: 1, ...SHORT.race }, () => {})
  expect(failures).toEqual([])
  expect(counts).toMatchObject({ matches: SHORT.race.matches, 'updates lost': 0, 'moves played twice': 0 })
  expect(counts['moves sent to both servers with one key']).toBeGreaterThan(20)
  expect(counts['pairs of rival moves']).toBeGreaterThan(20)
})
