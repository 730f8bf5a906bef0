import { expect, test } from 'vitest'
import { SHORT } from '../../../campaigns/flags.js'
import { rewind } from '../../../campaigns/rewind.js'

test('the database goes back under a running server: no gap, clients are told, play goes on to the end', {
  timeout: 180_000,
}, async () => {
  const { counts, failures } = await rewind({ seed: 1, ...SHORT.rewind }, () => {})
  expect(failures).toEqual([])
  expect(counts).toMatchObject({
    'times that matches went back': SHORT.rewind.kills,
    'restores of the data folder': SHORT.rewind.databaseKills,
  })
  expect(counts['streams that were told to look again']).toBeGreaterThan(0)
})
