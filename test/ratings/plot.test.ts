/** The plot of a rating history: drawn to scale, and safe whoever is called whatever. */
import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { itemAt } from '../../src/games/lists.js'
import { plot } from '../../src/ratings/plot.js'
import type { Rating } from '../../src/ratings/rating.js'

/** A walk that becomes surer. */
function walk(seed: number, length: number): Rating[] {
  const draw = seededStream(seed)
  let mu = 25
  return Array.from({ length }, (_, index) => {
    mu += 4 * draw() - 2
    return { mu, sigma: 8 / Math.sqrt(index + 1) }
  })
}

const pairs = (svg: string, shape: string): [x: number, y: number][] =>
  [...svg.matchAll(new RegExp(`<${shape} points="([^"]*)"`, 'g'))].flatMap(([, points = '']) =>
    points.split(' ').map((one): [number, number] => {
      const [x, y] = one.split(',').map(Number)
      return [x ?? Number.NaN, y ?? Number.NaN]
    }),
  )

const lengths = [1, 2, 3, 10, 57, 1000]

describe('of one player', () => {
  test.each(lengths)('%i matches: every point inside of the frame, in order, the higher the better', (length) => {
    const points = walk(length, length)
    const svg = plot('Anne', [{ name: 'Anne', points }])
    const line = pairs(svg, 'polyline')
    expect(line).toHaveLength(length)
    for (const [x, y] of [...line, ...pairs(svg, 'polygon')]) {
      expect(x).toBeGreaterThanOrEqual(48)
      expect(x).toBeLessThanOrEqual(704)
      expect(y).toBeGreaterThanOrEqual(36)
      expect(y).toBeLessThanOrEqual(280)
    }
    for (const [index, [x, y]] of line.entries()) {
      if (index === 0) continue
      const [beforeX, beforeY] = itemAt(line, index - 1)
      expect(x).toBeGreaterThan(beforeX)
      const rises = itemAt(points, index).mu - itemAt(points, index - 1).mu
      if (Math.abs(rises) > 0.2) expect(Math.sign(beforeY - y)).toBe(Math.sign(rises))
    }
  })

  test('the band is as wide as the interval, by the same scale as the lines across', () => {
    const svg = plot('Anne', [{ name: 'Anne', points: [{ mu: 20, sigma: 5 }] }])
    const ticks = [...svg.matchAll(/y="([\d.]+)" text-anchor="end" fill="#555">(-?\d+)</g)].map(([, y, tick]) => [
      Number(y) - 4,
      tick,
    ])
    const [[bottom = 0, least] = [], [next = 0, second] = []] = ticks
    const unit = (Number(bottom) - Number(next)) / (Number(second) - Number(least))
    const [[, upper] = [0, 0], [, lower] = [0, 0]] = pairs(svg, 'polygon')
    expect((lower - upper) / unit).toBeCloseTo(2 * 1.96 * 5, 0)
  })

  test('a strength that is known for certain has a place too', () => {
    expect(plot('Anne', [{ name: 'Anne', points: [{ mu: 20, sigma: 0 }] }])).not.toMatch(/NaN|Infinity/)
  })

  test('matches are numbered from the first that is drawn', () => {
    const svg = plot('Anne', [{ name: 'Anne', points: walk(1, 100) }], 901)
    expect([...svg.matchAll(/y="298"[^>]*>(\d+)</g)].map(([, match]) => match)).toEqual(['901', '950', '1000'])
  })

  test('nobody has played yet', () => {
    const svg = plot('Nobody', [{ name: 'Nobody', points: [] }])
    expect(svg).not.toMatch(/NaN|Infinity|polyline/)
  })
})

test('several have a line and a name each, and no band', () => {
  const svg = plot(
    'All',
    ['Anne', 'Ben', 'Carl'].map((name, seed) => ({ name, points: walk(seed, 20) })),
  )
  expect([...svg.matchAll(/<polyline/g)]).toHaveLength(3)
  expect(svg).not.toContain('<polygon')
  for (const name of ['Anne', 'Ben', 'Carl']) expect(svg).toContain(`>${name}</text>`)
})

test('a name is text and nothing else', () => {
  const svg = plot('<script>alert("&\'")</script>', [
    { name: ']]><a b="c">\u0000\ud800', points: walk(1, 3) },
    { name: 'B', points: walk(2, 3) },
  ])
  expect(svg).toContain('<title>&lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;</title>')
  expect(svg).toContain('>]]&gt;&lt;a b=&quot;c&quot;&gt;\ufffd\ufffd</text>')
  expect(svg.match(/<(?!\/?(?:svg|title|rect|text|line|polyline|circle)\b)/g)).toBeNull()
})
