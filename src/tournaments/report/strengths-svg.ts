/** Strengths with their intervals as a picture that stands alone. */
import { escaped, figure, shortened, signed } from './markup.js'

export interface DrawnStrength {
  readonly name: string
  /** On the scale of Elo ratings. */
  readonly points: number
  readonly interval: readonly [number, number]
}

const LONGEST_NAME = 36
const LETTER = 7.3
const PLOT = 520
const ROW = 26
const AXIS = 30
const MARGIN = 14
/** Where an interval has no bound, or one that is out of all proportion, it is cut here. */
const WIDEST = 1200
const STEPS = [10, 20, 50, 100, 200, 400]
const MOST_MARKS = 9

const STYLE = `
.strengths { font: 13px system-ui, sans-serif; fill: #1d2733 }
.strengths .axis { fill: #5b6b7c; font-size: 12px; text-anchor: middle }
.strengths line { stroke: #8a97a5; stroke-opacity: .3 }
.strengths .zero { stroke-opacity: .8 }
.strengths .interval { stroke: #2f6fd0; stroke-opacity: .55; stroke-width: 5; stroke-linecap: round }
.strengths circle { fill: #2f6fd0 }
@media (prefers-color-scheme: dark) {
  .strengths { fill: #e3e9f0 }
  .strengths .axis { fill: #9fb0c2 }
  .strengths .interval { stroke: #5c9cff }
  .strengths circle { fill: #5c9cff }
}`

interface Scale {
  readonly left: number
  readonly low: number
  readonly high: number
}

/** Strongest first. */
export function strengthsSvg(title: string, strengths: readonly DrawnStrength[]): string {
  const labels = strengths.map(({ name }) => shortened(name, LONGEST_NAME))
  const scale = scaleOf(strengths, Math.max(0, ...labels.map((label) => [...label].length)) * LETTER + 10)
  const width = scale.left + PLOT + MARGIN
  const height = strengths.length * ROW + AXIS
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="strengths" viewBox="0 0 ${figure(width)} ${height}" width="${figure(width)}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    ...marksOf(scale).flatMap((mark) => markAt(mark, scale, strengths.length * ROW)),
    ...strengths.flatMap((one, index) => rowOf(one, labels[index] ?? '', index * ROW + ROW / 2, scale)),
    '</svg>',
  ].join('\n')
}

const cut = (value: number): number => Math.max(-WIDEST, Math.min(WIDEST, value))

function scaleOf(strengths: readonly DrawnStrength[], left: number): Scale {
  const bounds = strengths.flatMap(({ points, interval }) => [points, ...interval].map(cut))
  const low = Math.min(-50, ...bounds)
  const high = Math.max(50, ...bounds)
  const room = (high - low) * 0.04
  return { left, low: low - room, high: high + room }
}

const across = ({ left, low, high }: Scale, points: number): number => left + (PLOT * (cut(points) - low)) / (high - low)

function marksOf({ low, high }: Scale): number[] {
  const step = STEPS.find((one) => (high - low) / one <= MOST_MARKS) ?? 400
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

function markAt(mark: number, scale: Scale, bottom: number): string[] {
  const x = figure(across(scale, mark))
  return [
    `<line x1="${x}" y1="0" x2="${x}" y2="${bottom}"${mark === 0 ? ' class="zero"' : ''}/>`,
    `<text x="${x}" y="${bottom + 18}" class="axis">${signed(mark)}</text>`,
  ]
}

function rowOf({ points, interval: [low, high] }: DrawnStrength, label: string, middle: number, scale: Scale): string[] {
  return [
    `<text x="0" y="${figure(middle + 4.5)}">${escaped(label)}</text>`,
    `<line x1="${figure(across(scale, low))}" y1="${middle}" x2="${figure(across(scale, high))}" y2="${middle}" class="interval"/>`,
    `<circle cx="${figure(across(scale, points))}" cy="${middle}" r="5"/>`,
  ]
}
