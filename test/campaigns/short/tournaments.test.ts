import { expect, test } from 'vitest'
import { SHORT } from '../../../campaigns/flags.js'
import { tournaments } from '../../../campaigns/tournaments.js'

test('a tournament on one quiet server and again on two that are killed comes to the same', { timeout: 240_000 }, async () => {
  const { counts, failures } = await tournaments({ seed: 1, ...SHORT.tournaments }, () => {})
  expect(failures).toEqual([])
  expect(counts).toMatchObject({ tables: 12, 'kills of a server': 2 * SHORT.tournaments.kills })
})
