import { expect, test } from 'vitest'
import { SHORT } from '../../campaigns/flags.js'
import { leaks } from '../../campaigns/leaks/index.js'
import { IN_THE_RULES, IN_THE_SERVER, isPlantable } from '../../campaigns/leaks/plants.js'
import { games } from '../../src/games/registry.js'

/** With this seed the listener has a seat in the match of each game, and every match has its least number of seats. */
const SEATED_EVERYWHERE = 31

test('in random matches of all games, nothing is sent to a seat that it could not know', { timeout: 180_000 }, async () => {
  const { counts, failures } = await leaks({ seed: SEATED_EVERYWHERE, ...SHORT.leaks }, () => {})
  expect(failures).toEqual([])
  expect(counts.matches).toBe(games.length)
  expect(counts['entries that hid something from the seat']).toBeGreaterThan(5)
  expect(counts['draws exchanged that the seat could not see']).toBeGreaterThan(5)
})

/** The full campaign `plants` runs rarely; that its places are still there is seen at once. */
test.each([...IN_THE_SERVER, ...IN_THE_RULES])('a leak can still be planted: $name', async (plant) => {
  expect(await isPlantable(plant)).toBe(true)
})
