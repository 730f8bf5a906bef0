/** Ratings over a number of matches, drawn: numbers in, SVG out. It stands alone: no script, no font and no picture from elsewhere. */
import { itemAt } from '../games/lists.js'
import { xmlText } from '../platform/xml.js'
import { marginOf, type Rating } from './rating.js'

export interface RatingLine {
  readonly name: string
  /** After each match, the oldest first. */
  readonly points: readonly Rating[]
}

const WIDTH = 720
const HEIGHT = 320
const FRAME = { left: 48, right: 16, top: 36, bottom: 40 } as const
/** One after the other; told apart also by those who see no red or no green. */
const COLOURS = ['#0b5fa5', '#c8550e', '#2a8a6e', '#8c3b8f', '#8a6d00', '#5b6770'] as const
/** Names that fit beside each other above the plot. */
const MOST_NAMED = COLOURS.length

/**
 * Of one line the interval is drawn in which the strength lies in 95 of 100 cases; several have their names instead. The first match is on the left, however long ago it was: ratings change by
 * matches, not by days. `from`: the number of the first match that is drawn.
 */
export function plot(title: string, lines: readonly RatingLine[], from = 1): string {
  const longest = Math.max(2, ...lines.map(({ points }) => points.length))
  const scale = scaleOf(lines, longest)
  const drawn = lines.map((line, index) => drawLine(line, itemAt(COLOURS, index % COLOURS.length), scale, lines.length === 1))
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${xmlText(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${FRAME.left}" y="17" font-size="14" fill="#222">${xmlText(title)}</text>`,
    ...axes(scale, longest, from),
    ...drawn.flat(),
    ...(lines.length > 1 ? names(lines) : []),
    '</svg>',
  ].join('\n')}\n`
}

interface Scale {
  /** By the number of the match, from 1. */
  x(match: number): number
  y(rating: number): number
  /** Lines across, from the lowest. */
  readonly ticks: readonly number[]
}

const rounded = (length: number): number => Math.round(length * 10) / 10

function scaleOf(lines: readonly RatingLine[], longest: number): Scale {
  const drawn = lines.filter(({ points }) => points.length > 0)
  const margin = lines.length === 1 ? marginOf : () => 0
  const edge = (points: readonly Rating[], side: -1 | 1) => points.map((one) => one.mu + side * margin(one))
  const least = drawn.length === 0 ? 0 : Math.min(...drawn.map(({ points }) => Math.min(...edge(points, -1))))
  const most = drawn.length === 0 ? 50 : Math.max(...drawn.map(({ points }) => Math.max(...edge(points, 1))))
  const step = stepFor(most - least)
  const bottom = Math.floor(least / step) * step
  const top = Math.max(bottom + step, Math.ceil(most / step) * step)
  const [wide, high] = [WIDTH - FRAME.left - FRAME.right, HEIGHT - FRAME.top - FRAME.bottom]
  return {
    x: (match) => rounded(FRAME.left + (wide * (match - 1)) / (longest - 1)),
    y: (rating) => rounded(FRAME.top + (high * (top - rating)) / (top - bottom)),
    ticks: Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, index) => bottom + index * step),
  }
}

const MOST_TICKS = 6

/** The smallest of 1, 2, 5, 10, 20, ... that gives few enough lines across. */
function stepFor(height: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [power, 2 * power, 5 * power]) if (height / step <= MOST_TICKS) return step
}

function axes({ x, y, ticks }: Scale, longest: number, from: number): string[] {
  const right = WIDTH - FRAME.right
  const across = ticks.flatMap((tick) => [
    `<line x1="${FRAME.left}" y1="${y(tick)}" x2="${right}" y2="${y(tick)}" stroke="#ddd"/>`,
    `<text x="${FRAME.left - 8}" y="${y(tick) + 4}" text-anchor="end" fill="#555">${tick}</text>`,
  ])
  const below = HEIGHT - FRAME.bottom + 18
  const ends = [1, Math.ceil(longest / 2), longest].map(
    (match) => `<text x="${x(match)}" y="${below}" text-anchor="middle" fill="#555">${from + match - 1}</text>`,
  )
  return [...across, ...ends, `<text x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle" fill="#555">rated matches</text>`]
}

function drawLine({ points }: RatingLine, colour: string, { x, y }: Scale, isAlone: boolean): string[] {
  const at = (side: -1 | 0 | 1) => points.map((one, index) => `${x(index + 1)},${y(one.mu + side * marginOf(one))}`)
  if (points.length === 0) return []
  const band = `<polygon points="${[...at(1), ...at(-1).toReversed()].join(' ')}" fill="${colour}" fill-opacity="0.15"/>`
  const line = `<polyline points="${at(0).join(' ')}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`
  const [end] = at(0).slice(-1)
  const [left, top] = (end ?? '').split(',')
  return [...(isAlone ? [band] : []), line, `<circle cx="${left}" cy="${top}" r="3" fill="${colour}"/>`]
}

const names = (lines: readonly RatingLine[]): string[] =>
  lines.slice(0, MOST_NAMED).map(({ name }, index) => {
    const left = FRAME.left + index * ((WIDTH - FRAME.left - FRAME.right) / MOST_NAMED)
    return `<text x="${rounded(left)}" y="${FRAME.top - 4}" font-size="11" fill="${itemAt(COLOURS, index)}">${xmlText(shortened(name))}</text>`
  })

const LONGEST_NAME = 16
const shortened = (name: string): string => {
  const letters = [...name]
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name
}
