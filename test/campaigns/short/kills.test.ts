/** The short forms of the campaigns are a file each, so that workers share them; that of `leaks` is beside its proofs. */
import { expect, test } from 'vitest'
import { SHORT } from '../../../campaigns/flags.js'
import { kills } from '../../../campaigns/kills.js'

test('the server and Postgres are killed while clients play: nothing is lost, nothing is played twice', {
  timeout: 180_000,
}, async () => {
  const { counts, failures } = await kills({ seed: 1, ...SHORT.kills }, () => {})
  expect(failures).toEqual([])
  expect(counts).toMatchObject({ 'moves lost': 0, 'moves played twice': 0 })
  expect(counts['kills of the server']).toBeGreaterThanOrEqual(SHORT.kills.kills)
  expect(counts['kills of Postgres']).toBe(SHORT.kills.databaseKills)
  expect(counts['moves acknowledged']).toBeGreaterThan(100)
})
