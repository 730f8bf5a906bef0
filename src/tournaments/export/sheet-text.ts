/** Sheets as text, row by row: as CSV (RFC 4180), as JSON, or as one JSON value a line. */
import { itemAt } from '../../games/lists.js'
import type { Cell, Sheet } from './sheets.js'

export const SHEET_FORMATS = ['csv', 'ndjson', 'json'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

export function sheetText(sheet: Sheet, format: SheetFormat): Generator<string, void, undefined> {
  switch (format) {
    case 'csv':
      return csvText(sheet)
    case 'ndjson':
      return ndjsonText(objectsOf(sheet))
    case 'json':
      return jsonText(objectsOf(sheet))
  }
}

function* csvText({ columns, rows }: Sheet): Generator<string, void, undefined> {
  for (const row of [columns, ...rows]) yield `${row.map(csvCell).join(',')}\r\n`
}

/** Names are chosen by strangers: a spreadsheet would work out what looks like a formula, so that is marked as text. */
function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const objectsOf = ({ columns, rows }: Sheet): object[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, itemAt(row, index)])))

export function* ndjsonText(items: Iterable<object>): Generator<string, void, undefined> {
  for (const item of items) yield `${JSON.stringify(item)}\n`
}

export function* jsonText(items: Iterable<object>): Generator<string, void, undefined> {
  let before = '[\n'
  for (const item of items) {
    yield `${before}${JSON.stringify(item)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
