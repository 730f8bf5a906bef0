/** Text in lines and columns; colours take no room. */
import { stripVTControlCharacters } from 'node:util'

export const widthOf = (text: string): number => [...stripVTControlCharacters(text)].length

export const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
const paddedLeft = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text

export function centred(text: string, width: number): string {
  const room = Math.max(0, width - widthOf(text))
  const before = Math.floor(room / 2)
  return ' '.repeat(before) + text + ' '.repeat(room - before)
}

/** At least this much is left for words, however narrow the terminal is. */
const NARROWEST = 20

/** Broken between words; lines after the first are indented by as much as `hang` says. */
export function wrapped(text: string, width: number, hang = 0): string[] {
  const room = Math.max(width, NARROWEST)
  const [indent = ''] = /^ */.exec(text) ?? []
  const [first = '', ...words] = text.slice(indent.length).split(' ')
  const lines: string[] = []
  let line = indent + first
  for (const word of words) {
    const longer = `${line} ${word}`
    if (widthOf(longer) <= room) line = longer
    else {
      lines.push(line)
      line = ' '.repeat(hang) + word
    }
  }
  return [...lines, line]
}

/** Rows in columns as wide as their widest cell; columns of numbers are flush right. A dot stands for none. */
export function inColumns(rows: readonly (readonly string[])[], gap = 2): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: count }, (_, column) => {
    const cells = rows.map((row) => row[column] ?? '')
    return { width: Math.max(...cells.map(widthOf)), place: isOfFigures(cells) ? paddedLeft : padded }
  })
  return rows.map((row) =>
    columns
      .map(({ width, place }, column) => place(row[column] ?? '', width))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
}

const isOfFigures = (cells: readonly string[]): boolean => cells.filter(isFigure).length * 2 >= cells.length
const isFigure = (cell: string): boolean => /^([+-]?\d+|\.)$/.test(stripVTControlCharacters(cell))

/** `goldMine` as `gold mine`. */
export const asWords = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Blocks of lines put together as long as they fit on a page; one that fits on none has a page of its own. */
export function inPages(blocks: readonly (readonly string[])[], rows: number): string[][] {
  const pages: string[][] = []
  for (const block of blocks) {
    const page = pages.at(-1)
    if (page && page.length + block.length <= rows) page.push(...block)
    else pages.push([...block])
  }
  return pages
}
