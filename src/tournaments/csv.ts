/** Tables as CSV (RFC 4180), one line each. */

export type Cell = string | number | boolean | null

/** A text that a spreadsheet would take for a formula is written as a text. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const plain = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`
