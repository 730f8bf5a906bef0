/** A campaign is worth what its proof can find: each loss, made on purpose, must be found. */
import { describe, expect, test } from 'vitest'
import { itemOf, prove, ranges } from '../../src/campaigns/proof.js'
import type { Table } from '../../src/campaigns/table.js'
import type { NoticeItem } from '../../src/client/index.js'
import { games } from '../../src/games/registry.js'
import { simulateMatch } from '../../src/match/offline/simulation.js'
import type { Transcript } from '../../src/match/offline/transcript.js'

const [game] = games as [(typeof games)[number]]

/** A match that was played without any loss. */
function played(): { table: Table; log: Transcript } {
  const { transcript: log } = simulateMatch(game, {
    seats: game.seats.min,
    options: game.schema.options.parse({}),
    seed: 1,
    match: 1,
  })
  const promised = log.entries.flatMap(({ version, hash, command }) =>
    command.type === 'move' ? [{ seat: command.seat, version, head: hash, move: command.move }] : [],
  )
  const items = log.entries.map((entry) => itemOf(game, entry, 0) as NoticeItem)
  return { log, table: { id: log.match, game, seats: log.seats, promised, heard: [{ where: 'seat 0', viewer: 0, items }] } }
}

describe('proof', () => {
  test('a match without loss passes', () => {
    const { table, log } = played()
    expect(prove(table, log)).toEqual({ entries: log.entries.length, lost: 0, twice: 0, failures: [] })
  })

  test('an acknowledged move that is not in the log is a loss', () => {
    const { table, log } = played()
    table.promised.push({ seat: 0, version: log.entries.length + 1, head: '00', move: log.entries[1]?.command as object })
    expect(prove(table, log).lost).toBe(1)
  })

  test('an acknowledged move that is there with another hash is a loss', () => {
    const { table, log } = played()
    table.promised[3] = { ...(table.promised[3] as Table['promised'][number]), head: '0'.repeat(64) }
    expect(prove(table, log).lost).toBe(1)
  })

  test('a move in the log that nobody was told about was played twice', () => {
    const { table, log } = played()
    table.promised.splice(4, 1)
    expect(prove(table, log).twice).toBe(1)
  })

  test('two moves acknowledged as one are a loss', () => {
    const { table, log } = played()
    table.promised.push(table.promised[0] as Table['promised'][number])
    expect(prove(table, log).lost).toBe(1)
  })

  test('a changed log does not verify', () => {
    const { table, log } = played()
    const entry = log.entries[2] as Transcript['entries'][number]
    log.entries[2] = { ...entry, rules: entry.rules + 1 }
    expect(prove(table, log).failures.join()).toMatch(/does not verify at entry 3/)
  })

  test.each([
    ['a gap', (items: NoticeItem[]) => items.splice(3, 1), /told 1-3 5-/],
    ['a repetition', (items: NoticeItem[]) => items.splice(3, 0, items[2] as NoticeItem), /told 1-3 3-/],
    ['disorder', (items: NoticeItem[]) => items.splice(2, 2, items[3] as NoticeItem, items[2] as NoticeItem), /told 1-2 4 3 5-/],
    ['an end too early', (items: NoticeItem[]) => items.pop(), /instead of/],
    [
      'other words',
      (items: NoticeItem[]) => items.splice(0, 1, { ...(items[0] as NoticeItem), text: [] }),
      /told version 1 otherwise/,
    ],
  ])('a stream with %s is found', (_, spoil, finds) => {
    const { table, log } = played()
    spoil(table.heard[0]?.items as NoticeItem[])
    expect(prove(table, log).failures.join()).toMatch(finds)
  })

  test('numbers are told as ranges', () => {
    expect(ranges([1, 2, 3, 5, 4, 4])).toBe('1-3 5 4 4')
    expect(ranges([])).toBe('nothing')
  })
})
