/** A campaign is worth what its proof can find: each loss, made on purpose, must be found. */
import { describe, expect, test } from 'vitest'
import type { Played, Told } from '../../campaigns/played.js'
import { itemOf, prove, ranges } from '../../campaigns/proof.js'
import { itemAt } from '../../src/games/lists.js'
import { games } from '../../src/games/registry.js'
import { simulateMatch } from '../../src/match/offline/simulation.js'
import type { Transcript } from '../../src/match/offline/transcript.js'

const game = itemAt(games, 0)

/** A match that was played without any loss, and what seat 0 heard of it. */
function played(): { match: Played; log: Transcript; items: Told[] } {
  const options = game.schema.options.parse({})
  const { transcript: log } = simulateMatch(game, { seats: game.seats.min, options, seed: 1, match: 1 })
  const promised = log.entries.flatMap(({ version, hash, command }) =>
    command.type === 'move' ? [{ seat: command.seat, version, head: hash, move: command.move }] : [],
  )
  const items = log.entries.map((entry) => itemOf(game, entry, 0, entry.version === log.entries.length))
  const heard = [{ where: 'seat 0', viewer: 0, items }]
  return { log, items, match: { id: log.match, game, seats: log.seats, promised, heard } }
}

describe('proof', () => {
  test('a match without loss passes', () => {
    const { match, log } = played()
    expect(prove(match, log)).toEqual({ entries: log.entries.length, lost: 0, twice: 0, failures: [] })
  })

  test('an acknowledged move that is not in the log is a loss', () => {
    const { match, log } = played()
    match.promised.push({ seat: 0, version: log.entries.length + 1, head: '00', move: itemAt(log.entries, 1).command })
    expect(prove(match, log).lost).toBe(1)
  })

  test('an acknowledged move that is there with another hash is a loss', () => {
    const { match, log } = played()
    match.promised[3] = { ...itemAt(match.promised, 3), head: '0'.repeat(64) }
    expect(prove(match, log).lost).toBe(1)
  })

  test('a move in the log that nobody was told about was played twice', () => {
    const { match, log } = played()
    match.promised.splice(4, 1)
    expect(prove(match, log).twice).toBe(1)
  })

  test('two moves acknowledged as one are a loss', () => {
    const { match, log } = played()
    match.promised.push(itemAt(match.promised, 0))
    expect(prove(match, log).lost).toBe(1)
  })

  test('a changed log does not verify', () => {
    const { match, log } = played()
    const entry = itemAt(log.entries, 2)
    log.entries[2] = { ...entry, rules: entry.rules + 1 }
    expect(prove(match, log).failures.join()).toMatch(/does not verify at entry 3/)
  })

  test.each([
    ['a gap', (items: Told[]) => items.splice(3, 1), /told 1-3 5-/],
    ['a repetition', (items: Told[]) => items.splice(3, 0, itemAt(items, 2)), /told 1-3 3-/],
    ['disorder', (items: Told[]) => items.splice(2, 2, itemAt(items, 3), itemAt(items, 2)), /told 1-2 4 3 5-/],
    ['an end too early', (items: Told[]) => items.pop(), /instead of/],
    ['other words', (items: Told[]) => items.splice(0, 1, { ...itemAt(items, 0), ...{ text: [] } }), /told version 1 otherwise/],
  ])('a stream with %s is found', (_, spoil, finds) => {
    const { match, log, items } = played()
    spoil(items)
    expect(prove(match, log).failures.join()).toMatch(finds)
  })

  test('numbers are told as ranges', () => {
    expect(ranges([1, 2, 3, 5, 4, 4])).toBe('1-3 5 4 4')
    expect(ranges([])).toBe('nothing')
  })
})
