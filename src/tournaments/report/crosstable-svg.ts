/** A crosstable as a picture that stands alone: who met whom, and the share that the one has taken from the other. */
import { type CrosstableRow, crosstableOf, type Encounter } from '../crosstable.js'
import { labelOf } from '../crosstable-text.js'
import type { Tournament } from '../state.js'
import { escaped, figure, shortened } from './markup.js'

/** Beyond this there is no room for figures. */
const MOST_WITH_FIGURES = 32
const LONGEST_NAME = 36
const LETTER = 7.3
const NUMBER = 26
const HEAD = 24
const MARGIN = 4

interface Grid {
  readonly width: number
  readonly height: number
  /** Where the first column begins. */
  readonly left: number
  readonly hasFigures: boolean
}

const STYLE = `
.crosstable { font: 13px system-ui, sans-serif; fill: #1d2733 }
.crosstable .head { fill: #5b6b7c; font-size: 12px }
.crosstable .figures { text-anchor: middle; font-variant-numeric: tabular-nums }
.crosstable .number { text-anchor: end }
.crosstable .ahead { fill: #2f6fd0 }
.crosstable .behind { fill: #d9822b }
.crosstable .nobody { fill: #8a97a5; fill-opacity: .12 }
@media (prefers-color-scheme: dark) {
  .crosstable { fill: #e3e9f0 }
  .crosstable .head { fill: #9fb0c2 }
  .crosstable .ahead { fill: #5c9cff }
  .crosstable .behind { fill: #f0a050 }
}`

export const crosstableSvg = (tournament: Tournament): string =>
  drawnCrosstable(tournament.setting.name, crosstableOf(tournament), (entrant) => labelOf(tournament, entrant))

export function drawnCrosstable(title: string, rows: readonly CrosstableRow[], label: (entrant: number) => string): string {
  const labels = rows.map(({ entrant }) => shortened(label(entrant), LONGEST_NAME))
  const grid = gridOf(labels)
  const width = grid.left + rows.length * grid.width + (grid.hasFigures ? 70 : 0) + MARGIN
  const height = HEAD + rows.length * grid.height + MARGIN
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="crosstable" viewBox="0 0 ${figure(width)} ${figure(height)}" width="${figure(width)}" height="${figure(height)}" role="img">`,
    `<title>Crosstable of ${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    ...(grid.hasFigures ? headOf(rows, grid) : []),
    ...rows.flatMap((row, index) => rowOf(row, index, labels, grid)),
    '</svg>',
  ].join('\n')
}

function gridOf(labels: readonly string[]): Grid {
  const longest = Math.max(0, ...labels.map((label) => [...label].length))
  const hasFigures = labels.length <= MOST_WITH_FIGURES
  const left = NUMBER + longest * LETTER + 10
  return hasFigures ? { width: 58, height: 26, left, hasFigures } : { width: 14, height: 14, left, hasFigures }
}

const middleOf = ({ left, width }: Grid, column: number): number => left + (column + 0.5) * width

const headOf = (rows: readonly CrosstableRow[], grid: Grid): string[] => [
  ...rows.map((_, column) => text(middleOf(grid, column), HEAD - 8, 'head figures', `${column + 1}`)),
  text(grid.left + rows.length * grid.width + 36, HEAD - 8, 'head figures', 'all'),
]

function rowOf({ against, met, points }: CrosstableRow, index: number, labels: readonly string[], grid: Grid): string[] {
  const top = HEAD + index * grid.height
  const line = top + grid.height / 2 + 4.5
  const all = grid.hasFigures
    ? [text(grid.left + against.length * grid.width + 36, line, 'figures', shareText({ met, points }))]
    : []
  return [
    text(NUMBER - 6, line, 'head number', `${index + 1}`),
    text(NUMBER, line, '', labels[index] ?? ''),
    ...against.flatMap((cell, column) => cellOf(cell, column, top, line, grid)),
    ...all,
  ]
}

function cellOf(cell: Encounter | null, column: number, top: number, line: number, grid: Grid): string[] {
  const box = `x="${figure(grid.left + column * grid.width + 1)}" y="${figure(top + 1)}" width="${grid.width - 2}" height="${grid.height - 2}" rx="3"`
  if (!cell || cell.met === 0) return [`<rect ${box} class="nobody"/>`]
  const share = cell.points / cell.met
  const side = share >= 0.5 ? 'ahead' : 'behind'
  return [
    `<rect ${box} class="${side}" fill-opacity="${figure(0.08 + 0.8 * Math.abs(share - 0.5))}"/>`,
    ...(grid.hasFigures ? [text(middleOf(grid, column), line, 'figures', shareText(cell))] : []),
  ]
}

const shareText = ({ points, met }: Encounter): string => (met === 0 ? '' : `${figure(points, 1)}/${met}`)

const text = (x: number, y: number, kind: string, content: string): string =>
  `<text x="${figure(x)}" y="${figure(y)}"${kind === '' ? '' : ` class="${kind}"`}>${escaped(content)}</text>`
