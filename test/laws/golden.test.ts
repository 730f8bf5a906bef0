/** Law 5: old matches replay to the very state they ended in. New files: GOLDEN=write npm run test:only -- test/laws/golden */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { AnyGame } from '../../src/games/contract.js'
import { statesOf } from '../../src/match/offline/take-back.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { goldenCases, goldenMatches, writeMissingGoldens } from '../support/golden.js'
import { name, probed } from '../support/probes.js'

if (process.env.GOLDEN === 'write') for (const { game, probe } of probed) writeMissingGoldens(game, probe)

const eventTypes = (game: AnyGame): string[] =>
  (game.schema.event as z.ZodDiscriminatedUnion<z.ZodObject[]>).options.flatMap((member) => [
    ...(member.shape.type as z.ZodLiteral<string>).values,
  ])

describe.each(probed)('$game.id', ({ game, probe }) => {
  const goldens = goldenMatches(game)

  test.each(goldens)('$file replays by its events alone to its final state', ({ transcript, final }) => {
    const options = game.schema.options.parse(transcript.options)
    expect(statesOf(game, game.initial(options, transcript.seats), transcript.entries).at(-1)).toEqual(final)
  })

  test.each(goldens)('$file verifies: chain, rolls, and the rules where they are still the same', ({ transcript }) => {
    const entries = transcript.entries.length
    const older = transcript.entries.filter(({ rules }) => rules < game.rules)
    const unjudged = { entries: older.length, rules: [...new Set(older.map(({ rules }) => rules))] }
    expect(verifyTranscript(transcript)).toEqual({ ok: true, entries, over: true, ...(older.length > 0 && { unjudged }) })
  })

  test('there is a golden match under the rules in force for every seat count and variant, and with seats leaving', () => {
    const current = goldens.filter(({ transcript }) => transcript.entries.every(({ rules }) => rules === game.rules))
    const covered = (seats: number, options: object) => {
      const wanted = game.schema.options.parse(options)
      return current.some(
        ({ transcript }) =>
          transcript.seats === seats &&
          Object.keys(options).every((key) => isDeepStrictEqual(transcript.options[key], wanted[key])),
      )
    }
    expect(probe.cases.filter(({ seats, options }) => !covered(seats, options)).map(name)).toEqual([])
    expect(goldenCases(game, probe).length).toBeLessThanOrEqual(current.length)
    const leaves = current.filter(({ transcript }) => transcript.entries.some(({ command }) => command.type === 'leave'))
    expect(leaves.length).toBeGreaterThan(0)
  })

  test('every kind of event happens in a golden match', () => {
    const seen = new Set(
      goldens.flatMap(({ transcript }) => transcript.entries.flatMap(({ events }) => events.map(({ type }) => type))),
    )
    expect(eventTypes(game).filter((type) => !seen.has(type))).toEqual([])
  })
})
