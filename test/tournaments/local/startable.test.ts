/** Which tables are played at once. */
import { describe, expect, test } from 'vitest'
import { seededStream } from '../../../src/dice/seeded.js'
import type { LocalEntrant } from '../../../src/tournaments/local/file-entrant.js'
import { advance, begin, type Log, tablesExpected } from '../../../src/tournaments/local/log.js'
import { startable } from '../../../src/tournaments/local/running.js'
import type { Table } from '../../../src/tournaments/record.js'
import { replay } from '../../../src/tournaments/replaying.js'
import { TournamentSetting } from '../../../src/tournaments/setting.js'
import type { Tournament } from '../../../src/tournaments/state.js'

const house = (name: string): LocalEntrant => ({ name, version: null, who: { kind: 'house', bot: 'random' }, rating: null })
const program = (name: string): LocalEntrant => ({ name, version: null, who: { kind: 'program', command: name }, rating: null })
const settingOf = (format: string, seats: number, more: object = {}) =>
  TournamentSetting.parse({ name: 'T', games: [{ game: 'kingdoms', seats }], format, seed: 3, ...more })

function begun(format: string, seats: number, entrants: readonly LocalEntrant[], more?: object): Log {
  const start = begin({ setting: settingOf(format, seats, more), entrants })
  if (!start.ok) throw new Error(start.refusal.message)
  return start.log
}

const resultOf = ({ number, seats }: Table) => ({
  table: number,
  outcome: 'played' as const,
  places: seats.map((_, seat) => ({ seat: (seat + number) % seats.length, place: seat + 1, score: 0 })),
  left: [],
  head: null,
})

const programsAt = ({ entrants }: Tournament, { seats }: Table): number[] =>
  seats.filter((number) => entrants[number - 1]?.who.kind === 'program')

/** Plays it with tables that end in any order; gives the order in which each program began its tables, and its records. */
function played(log: Log, atOnce: number, seed: number) {
  const chance = seededStream(seed)
  const lines = new Map<number, unknown>()
  const inPlay = new Map<number, Table>()
  const begunBy = new Map<number, number[]>()
  let most = 0
  for (;;) {
    const tables = advance(log, 'id', (table) => (lines.has(table.number) ? resultOf(table) : undefined))
    if (tables.length === 0) return { records: log.records, begunBy, most }
    // A cast: nothing but whether there is a line is asked.
    for (const table of startable(log.tournament, tables, inPlay, { journal: { lines: lines as never }, atOnce })) {
      const busy = [...inPlay.values()].flatMap((one) => programsAt(log.tournament, one))
      for (const number of programsAt(log.tournament, table)) {
        expect(busy).not.toContain(number)
        begunBy.set(number, [...(begunBy.get(number) ?? []), table.number])
      }
      inPlay.set(table.number, table)
    }
    most = Math.max(most, [...inPlay.values()].filter((one) => programsAt(log.tournament, one).length === 0).length)
    const ended = [...inPlay.keys()][Math.floor(chance() * inPlay.size)]
    if (ended === undefined) throw new Error('nothing is played, and the tournament is not over')
    inPlay.delete(ended)
    lines.set(ended, true)
  }
}

const FORMATS: [string, number, object?][] = [
  ['roundRobin', 2, { repeats: 2 }],
  ['roundRobin', 3],
  ['swiss', 2],
  ['knockout', 2],
  ['ladder', 2, { rounds: 4 }],
]

describe.each(FORMATS)('%s at tables of %i', (format, seats, more) => {
  const ENTRANTS = [house('a'), program('p'), house('b'), program('q'), house('c'), house('d'), program('r')]

  test('records are the same however many tables are played at once and whichever ends first', () => {
    const first = played(begun(format, seats, ENTRANTS, more), 1, 1)
    for (const [atOnce, seed] of [
      [1, 2],
      [2, 3],
      [8, 4],
      [50, 5],
    ] as const) {
      const other = played(begun(format, seats, ENTRANTS, more), atOnce, seed)
      expect(other.records).toEqual(first.records)
      expect(other.most).toBeLessThanOrEqual(atOnce)
    }
  })

  test('they replay', () => {
    const { records } = played(begun(format, seats, ENTRANTS, more), 4, 9)
    expect(replay(settingOf(format, seats, more), records)).toMatchObject({ ok: true, tournament: { status: 'over' } })
    expect(records.at(-1)).toEqual({ type: 'ended', by: 'format' })
  })

  test('a program plays one table at a time, in the order of their numbers', () => {
    for (let seed = 1; seed <= 5; seed++)
      for (const numbers of played(begun(format, seats, ENTRANTS, more), 6, seed).begunBy.values())
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  })

  test('in the end there were as many tables as were expected', () => {
    const log = begun(format, seats, ENTRANTS, more)
    advance(log, 'id', () => undefined)
    const expected = tablesExpected(log.tournament)
    played(log, 4, 1)
    expect(tablesExpected(log.tournament)).toBe(log.tournament.tables.length)
    // Of a knock-out only the round is known, and a ladder of an odd number alternates.
    if (format === 'roundRobin' || format === 'swiss') expect(expected).toBe(log.tournament.tables.length)
  })
})

test('a limit of tables at once holds for those that are played', () => {
  const log = begun('roundRobin', 2, [house('a'), house('b'), house('c'), house('d')], { atOnce: { all: 2 } })
  expect(played(log, 50, 1).most).toBe(2)
})

test('what cannot be played is refused with a sentence', () => {
  const refused = (format: string, seats: number, names: string[]) =>
    begin({ setting: settingOf(format, seats), entrants: names.map(house) })
  expect(refused('roundRobin', 2, ['a'])).toMatchObject({ ok: false, refusal: { code: 'TOO_FEW_ENTRANTS' } })
  expect(refused('knockout', 4, ['a', 'b', 'c'])).toMatchObject({ ok: false, refusal: { code: 'CANNOT_SEAT' } })
})
