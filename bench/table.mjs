/** One table: what was measured, the figure, and whether it reaches what is aimed at. */
import { cpus } from 'node:os'

/** `goal` is a sentence, `holds` whether it is met; both are left out for figures that only inform. */
export const row = (what, figure, goal, holds) => ({ what, figure, goal: goal ?? '', holds })

export function printTable(rows) {
  console.log(
    `\n${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}; load generator, server and Postgres share them\n`,
  )
  printRows(rows, console.log)
}

export function printRows(rows, print) {
  const widths = [Math.max(...rows.map(({ what }) => what.length)), Math.max(...rows.map(({ figure }) => figure.length))]
  for (const { what, figure, goal, holds } of rows) {
    const mark = holds === undefined ? '' : holds ? 'reached' : 'MISSED'
    print(`${what.padEnd(widths[0])}  ${figure.padStart(widths[1])}  ${goal ? `${goal}: ${mark}` : ''}`.trimEnd())
  }
}

export const thousands = (number) => Math.round(number).toLocaleString('en-US')
export const decimals = (number, digits = 2) => number.toFixed(digits)
