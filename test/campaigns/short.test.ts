/** The short forms of the campaigns; that of `leaks` is beside its proofs. */
import { describe, expect, test } from 'vitest'
import { SHORT } from '../../campaigns/flags.js'
import { hostile } from '../../campaigns/hostile/index.js'
import { kills } from '../../campaigns/kills.js'
import { race } from '../../campaigns/race.js'
import { rewind } from '../../campaigns/rewind.js'
import { streams } from '../../campaigns/streams.js'

const quiet = () => {}

describe('campaigns', { timeout: 180_000 }, () => {
  test('the server and Postgres are killed while clients play: nothing is lost, nothing is played twice', async () => {
    const { counts, failures } = await kills({ seed: 1, ...SHORT.kills }, quiet)
    expect(failures).toEqual([])
    expect(counts).toMatchObject({ 'moves lost': 0, 'moves played twice': 0 })
    expect(counts['kills of the server']).toBeGreaterThanOrEqual(SHORT.kills.kills)
    expect(counts['kills of Postgres']).toBe(SHORT.kills.databaseKills)
    expect(counts['moves acknowledged']).toBeGreaterThan(100)
  })

  test('two servers, moves racing through both: one truth', async () => {
    const { counts, failures } = await race({ seed: 1, ...SHORT.race }, quiet)
    expect(failures).toEqual([])
    expect(counts).toMatchObject({ matches: SHORT.race.matches, 'updates lost': 0, 'moves played twice': 0 })
    expect(counts['moves sent to both servers with one key']).toBeGreaterThan(20)
    expect(counts['pairs of rival moves']).toBeGreaterThan(20)
  })

  test('streams that are cut and resumed tell everything once and in order', async () => {
    const { counts, failures } = await streams({ seed: 1, ...SHORT.streams }, quiet)
    expect(failures).toEqual([])
    expect(counts['cuts of the most cut stream']).toBeGreaterThanOrEqual(SHORT.streams.kills)
  })

  test('the database goes back under a running server: no gap, clients are told, play goes on to the end', async () => {
    const { counts, failures } = await rewind({ seed: 1, ...SHORT.rewind }, quiet)
    expect(failures).toEqual([])
    expect(counts).toMatchObject({
      'times that matches went back': SHORT.rewind.kills,
      'restores of the data folder': SHORT.rewind.databaseKills,
    })
    expect(counts['streams that were told to look again']).toBeGreaterThan(0)
  })

  test('strangers send what they can think of: no 5xx, no misfit, and honest players go on', async () => {
    const { counts, failures } = await hostile({ seed: 1, ...SHORT.hostile }, quiet)
    expect(failures).toEqual([])
    expect(counts.requests).toBeGreaterThanOrEqual(SHORT.hostile.requests)
    expect(counts['honest moves']).toBeGreaterThan(0)
  })
})
