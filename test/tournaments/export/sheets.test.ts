import { describe, expect, test } from 'vitest'
import { seededStream } from '../../../src/dice/seeded.js'
import { jsonText, SHEET_FORMATS, sheetText } from '../../../src/tournaments/export/sheet-text.js'
import { type Cell, SHEETS, type Sheet, sheetOf } from '../../../src/tournaments/export/sheets.js'
import { tournamentOf } from '../../../src/tournaments/state.js'
import { playedSmall } from '../archive/small.js'

const textOf = (sheet: Sheet, format: (typeof SHEET_FORMATS)[number]): string => [...sheetText(sheet, format)].join('')

/** CSV as RFC 4180 has it. */
function parsedCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

describe('sheets as text', () => {
  const TEXTS = ['', 'a', 'a,b', 'say "yes"', 'two\nlines', 'two\r\nlines', '=1+1', '+x', '-x', '@x', 'é\u{1F451}', ',', '"']
  const chance = seededStream(2)
  const cell = (): Cell =>
    [TEXTS[Math.floor(chance() * TEXTS.length)] ?? '', 12, -1.5, true, null][Math.floor(chance() * 5)] ?? null
  const sheet: Sheet = { columns: ['one', 'two', 'three'], rows: Array.from({ length: 80 }, () => [cell(), cell(), cell()]) }

  test('CSV is read back by whoever knows the RFC; what looks like a formula is marked as text', () => {
    const expected = sheet.rows.map((row) =>
      row.map((one) => (one === null ? '' : typeof one === 'string' && /^[=+@-]/.test(one) ? `'${one}` : String(one))),
    )
    expect(parsedCsv(textOf(sheet, 'csv'))).toEqual([['one', 'two', 'three'], ...expected])
  })

  test('JSON and NDJSON are the same objects', () => {
    const objects = sheet.rows.map(([one, two, three]) => ({ one, two, three }))
    expect(JSON.parse(textOf(sheet, 'json'))).toEqual(objects)
    const lines = textOf(sheet, 'ndjson').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(objects)
    expect(JSON.parse([...jsonText([])].join(''))).toEqual([])
  })
})

describe('sheets of a tournament', async () => {
  const { archived } = await playedSmall()
  const tournament = tournamentOf(archived.setting, archived.records)

  test.each(SHEETS)('%s: as many cells as columns in every row', (name) => {
    const { columns, rows } = sheetOf(name, tournament)
    expect(new Set(columns).size).toBe(columns.length)
    for (const row of rows) expect(row).toHaveLength(columns.length)
    for (const format of SHEET_FORMATS) expect(textOf({ columns, rows }, format)).not.toContain('undefined')
  })

  test('a line for each entrant, each pair, and each seat of each table', () => {
    expect(sheetOf('entrants', tournament).rows).toHaveLength(4)
    expect(sheetOf('standings', tournament).rows).toHaveLength(4)
    expect(sheetOf('crosstable', tournament).rows).toHaveLength(12)
    expect(sheetOf('tables', tournament).rows).toHaveLength(2 * tournament.tables.length)
  })

  test('seats have the places that are recorded', () => {
    const { columns, rows } = sheetOf('tables', tournament)
    const of = (row: readonly Cell[], name: string) => row[columns.indexOf(name)]
    for (const row of rows) {
      const { seat, place, score } =
        tournament.results.get(Number(of(row, 'table')))?.places.find((one) => one.seat === of(row, 'seat')) ?? {}
      expect([of(row, 'seat'), of(row, 'place'), of(row, 'score')]).toEqual([seat, place, score])
      expect(of(row, 'entrant')).toBe(tournament.tables[Number(of(row, 'table')) - 1]?.seats[Number(seat)])
    }
  })

  test('before it has begun there is nothing to tell of tables', () => {
    const open = { ...tournament, matches: new Map(), results: new Map() }
    expect(sheetOf('tables', open).rows.every((row) => row.at(-2) === null)).toBe(true)
  })
})
