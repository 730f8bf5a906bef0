import { describe, expect, test } from 'vitest'
import { readFlags, SHORT } from '../../campaigns/flags.js'

describe('the command line of a campaign', () => {
  test('sizes are those of the form unless they are given', () => {
    const { campaign, flags } = readFlags(['race', '--short', '--seed', '7', '--matches', '9', '--game', 'royals'])
    expect(campaign).toBe('race')
    expect(flags).toMatchObject({ ...SHORT.race, seed: 7, matches: 9, game: 'royals' })
  })

  test.each([
    [
      ['frob'],
      /^unknown campaign "frob": expected one of kills, race, streams, rewind, leaks, plants, hostile, clocks, tournaments\./,
    ],
    [['race', 'leaks'], /^one campaign at a time/],
    [['race', '--frob'], /^Unknown option '--frob'\./],
    [['race', '--seed', 'x'], /^--seed: expected a whole number, not "x"\.$/],
    [['race', '--game', 'chess'], /^--game: expected one of kingdoms, /],
  ])('%j is refused in one line', (args, line) => {
    const told = refusal(args)
    expect(told).toMatchObject({ exitCode: 2, message: expect.stringMatching(line) })
    expect(told).toMatchObject({ message: expect.not.stringContaining('\n') })
  })

  test('without a campaign it tells what there is', () => {
    expect(refusal([])).toMatchObject({ exitCode: 2, message: expect.stringContaining('--database-kills N') })
  })
})

function refusal(args: readonly string[]): unknown {
  try {
    return readFlags(args)
  } catch (error) {
    return error
  }
}
