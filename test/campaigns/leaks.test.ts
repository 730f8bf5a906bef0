import { describe, expect, test } from 'vitest'
import { SHORT } from '../../campaigns/flags.js'
import { leaks } from '../../campaigns/leaks/index.js'
import { IN_THE_RULES, IN_THE_SERVER, isPlantable } from '../../campaigns/leaks/plants.js'
import { games } from '../../src/games/registry.js'

describe('leaks', () => {
  test('in random matches of all games, nothing is sent to a seat that it could not know', { timeout: 180_000 }, async () => {
    const { counts, failures } = await leaks({ seed: 1, ...SHORT.leaks }, () => {})
    expect(failures).toEqual([])
    expect(counts.matches).toBe(games.length)
    expect(counts['entries that hid something from the seat']).toBeGreaterThan(5)
    expect(counts['draws exchanged that the seat could not see']).toBeGreaterThan(5)
  })

  test.each([...IN_THE_SERVER, ...IN_THE_RULES])('the server still has the place where to plant: $name', async (plant) => {
    expect(await isPlantable(plant)).toBe(true)
  })
})
