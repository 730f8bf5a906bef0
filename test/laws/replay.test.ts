/** Law 1: a log is the match. Law 3: every match ends, and no piece is lost on the way. */
import { describe, expect, test } from 'vitest'
import type { AnyGame, Viewer } from '../../src/games/contract.js'
import { opening, playout } from '../support/playout.js'
import { name, probed } from '../support/probes.js'
import { demand, expectJson, expectSame, freeze } from '../support/same.js'

const MATCHES = 6
/** A sentence for people. */
const SENTENCE = /^\p{Lu}.*[.!]$/su

const viewers = (seats: number): Viewer[] => [...Array.from({ length: seats }, (_, seat) => seat), 'spectator', 'referee']

/** Parses a value as it would be read back from its JSON, and holds the outcome against it. */
function readBack(game: AnyGame, kind: 'view' | 'notice' | 'event', value: unknown) {
  expectJson(value, kind)
  const parsed = game.schema[kind].safeParse(value)
  if (!parsed.success) throw new Error(`${game.id} ${kind} does not parse: ${parsed.error.message} in ${JSON.stringify(value)}`)
  expectSame(parsed.data, value, kind)
  return parsed.data
}

describe.each(probed)('$game.id', ({ game, probe }) => {
  describe.each(probe.cases.map((setting) => ({ setting, title: name(setting) })))('$title', ({ setting }) => {
    test.each([0, 0.02])('replays, ends and keeps its pieces (leaving: %d)', (leaving) => {
      for (let seed = 0; seed < MATCHES; seed++) {
        let replayed = freeze(opening(game, setting))
        let pieces: Record<string, number> | undefined
        for (const { events, after, decided } of playout(game, { ...setting, seed, leaving, maxEntries: probe.maxEntries })) {
          for (const event of events) replayed = freeze(game.evolve(replayed, readBack(game, 'event', event)))
          expectSame(replayed, after)
          expectSame(decided, after, 'the state that decide hands over')
          expectJson(after, 'the state')
          pieces ??= probe.census(after)
          expectSame(probe.census(after), pieces)
        }
        expect(
          game
            .phase(replayed)
            .over?.map(({ seat }) => seat)
            .sort(),
        ).toEqual(Array.from({ length: setting.seats }, (_, seat) => seat))
      }
    })

    test('every view and notice fits its schema and is described in words', () => {
      for (const { command, events, after } of playout(game, { ...setting, seed: 99, leaving: 0.01 })) {
        for (const viewer of viewers(setting.seats)) {
          readBack(game, 'view', game.view(after, viewer))
          for (const event of events) {
            const notice = game.notice(event, viewer)
            if (!notice) continue
            readBack(game, 'notice', notice)
            const words = game.describe.notice(notice)
            demand(SENTENCE.test(words), () => `a sentence about ${JSON.stringify(notice)}, not "${words}"`)
          }
        }
        if (command.type !== 'move') continue
        const words = game.describe.move(command.move)
        demand(SENTENCE.test(words), () => `a sentence about ${JSON.stringify(command.move)}, not "${words}"`)
      }
    })
  })
})
