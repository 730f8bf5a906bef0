/** Pictures and pages of tournaments: right figures, nothing from outside, and names that are only names. */
import { describe, expect, test } from 'vitest'
import { crosstableOf } from '../../../src/tournaments/crosstable.js'
import type { LocalEntrant } from '../../../src/tournaments/local/file-entrant.js'
import { advance, begin } from '../../../src/tournaments/local/log.js'
import { crosstableSvg } from '../../../src/tournaments/report/crosstable-svg.js'
import { escaped, shortened } from '../../../src/tournaments/report/markup.js'
import { reportPage } from '../../../src/tournaments/report/page.js'
import { strengthsSvg } from '../../../src/tournaments/report/strengths-svg.js'
import { TournamentSetting } from '../../../src/tournaments/setting.js'
import type { Tournament } from '../../../src/tournaments/state.js'
import { tagsOf } from '../../support/markup.js'

const NASTY = `<script>alert("1")</script>&amp;'`

/** Everybody before whoever entered later. */
function tournamentOf(names: readonly string[], format = 'roundRobin', more: object = {}): Tournament {
  const games = [{ game: 'kingdoms', seats: 2 }]
  const setting = TournamentSetting.parse({ name: `Of ${NASTY}`, games, format, seed: 1, ...more })
  const entrants = names.map(
    (name): LocalEntrant => ({ name, version: null, who: { kind: 'house', bot: 'random' }, rating: null }),
  )
  const begun = begin({ setting, entrants })
  if (!begun.ok) throw new Error(begun.refusal.message)
  advance(begun.log, 'id', ({ number, seats: [first = 0, second = 0] }) => {
    const best = first < second ? 0 : 1
    const places = [
      { seat: best, place: 1, score: 9 },
      { seat: 1 - best, place: 2, score: 3 },
    ]
    return { table: number, outcome: 'played', places, left: number === 2 ? [1 - best] : [], head: null }
  })
  return begun.log.tournament
}

const pageOf = (tournament: Tournament, more: object = {}): string =>
  reportPage({ tournament, id: 'some', commitment: 'c', secret: 's', ...more })

describe('a crosstable as a picture', () => {
  const names = ['Anne', 'Ben', 'Carl', NASTY]
  const tournament = tournamentOf(names)
  const svg = crosstableSvg(tournament)

  test('is well-formed, with a name for each row and a cell for each pair', () => {
    const tags = tagsOf(svg)
    expect(tags.filter((tag) => tag === 'rect')).toHaveLength(16)
    expect([...svg.matchAll(/class="(?:ahead|behind)"/g)]).toHaveLength(12)
    for (const name of names) expect(svg).toContain(`>${escaped(name)}<`)
  })

  test('tells what the crosstable tells', () => {
    const cells = crosstableOf(tournament).flatMap(({ against }) =>
      against.flatMap((cell) => (cell ? [`${cell.points}/${cell.met}`] : [])),
    )
    const drawn = [...svg.matchAll(/class="figures">([\d.]+\/\d+)</g)].map(([, text]) => text)
    const sums = crosstableOf(tournament).map(({ points, met }) => `${points}/${met}`)
    expect(drawn.toSorted()).toEqual([...cells, ...sums].toSorted())
    expect(drawn).toContain('2/2')
  })

  test('grows with its names and has no figures where there is no room', () => {
    const many = crosstableSvg(tournamentOf(Array.from({ length: 40 }, (_, index) => `Bot ${index}`)))
    expect(many).not.toMatch(/class="figures"/)
    expect(tagsOf(many).filter((tag) => tag === 'rect')).toHaveLength(1600)
  })

  test('is drawn before anybody has played', () => {
    expect(tagsOf(crosstableSvg({ ...tournament, results: new Map() })).filter((tag) => tag === 'rect')).toHaveLength(16)
  })
})

describe('strengths as a picture', () => {
  const xOf = (svg: string) => [...svg.matchAll(/<circle cx="([\d.-]+)"/g)].map(([, x]) => Number(x))

  test('stand in the order of their figures, within the picture', () => {
    const svg = strengthsSvg(NASTY, [
      { name: 'Anne', points: 320, interval: [200, 500] },
      { name: NASTY, points: 0, interval: [-100, 90] },
      { name: 'Carl', points: -410.5, interval: [Number.NEGATIVE_INFINITY, -250] },
    ])
    expect(tagsOf(svg)).toContain('circle')
    const [first = 0, second = 0, third = 0] = xOf(svg)
    expect(first).toBeGreaterThan(second)
    expect(second).toBeGreaterThan(third)
    const width = Number(/viewBox="0 0 ([\d.]+)/.exec(svg)?.[1])
    for (const [, x] of svg.matchAll(/ (?:x1|x2|cx)="([^"]+)"/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0)
      expect(Number(x)).toBeLessThanOrEqual(width)
    }
    expect(svg).not.toContain('NaN')
  })

  test('nobody is drawn as nothing', () => {
    expect(tagsOf(strengthsSvg('none', []))).not.toContain('circle')
  })
})

describe('the page', () => {
  test('is well-formed and has every part', () => {
    const page = pageOf(tournamentOf(['Anne', 'Ben', 'Carl']))
    expect([...page.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual(
      expect.arrayContaining(['Standings', 'Crosstable', 'Tables', 'To check it']),
    )
    expect(
      tagsOf(
        page
          .replace('<!doctype html>', '')
          .replace(/<meta [^>]*>/g, '')
          .replaceAll('<br>', ''),
      ),
    ).toContain('svg')
  })

  test('tells the result of every table, and who left', () => {
    const tournament = tournamentOf(['Anne', 'Ben', 'Carl'])
    const rows = pageOf(tournament).match(/<td class="text">1\. .*?<\/td>/g) ?? []
    expect(rows).toHaveLength(tournament.tables.length)
    expect(rows.filter((row) => row.includes('1. Anne (9)   2. Ben (3'))).toHaveLength(2)
    expect(rows.filter((row) => row.includes(', left)'))).toHaveLength(1)
  })

  test('a name is only a name', () => {
    const page = pageOf(tournamentOf(['Anne', NASTY, 'Carl']))
    expect(page).not.toMatch(/<script/i)
    expect(page).toContain(escaped(NASTY))
  })

  test('asks for nothing from outside, and the browser is told so', () => {
    const page = pageOf(tournamentOf(['Anne', 'Ben', 'Carl']))
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|\/\/|url\(|@import|<link|<img|\ssrc=|\shref=/)
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  })

  test('tells what programs did wrong', () => {
    const fault = {
      kind: 'nonsense',
      reason: 'expected <something>',
      line: 'what',
      match: 3,
      seat: 1,
      move: 4,
      stderr: ['<why>'],
    }
    const programs = [{ entrant: 2, moves: 1, counts: { nonsense: 1 }, faults: [fault] }]
    const page = pageOf(tournamentOf(['Anne', 'Ben', 'Carl']), { programs })
    expect(page).toContain('Ben: 1 move; 1 fault (wrote nonsense: 1)')
    expect(page).toContain('match 3, seat 1, move 4: wrote nonsense: expected &lt;something&gt;')
    expect(page).toContain('standard error: &lt;why&gt;')
  })

  test.each(['swiss', 'knockout', 'ladder'])('there is one of a %s', (format) => {
    const page = pageOf(tournamentOf(['Anne', 'Ben', 'Carl'], format, { rounds: 2 }))
    expect(page).toContain('Round 2')
    expect(page).toMatch(/bye: /)
  })
})

test('names are cut between characters', () => {
  expect(shortened('abc', 3)).toBe('abc')
  expect(shortened('a\u{1F451}\u{1F451}\u{1F451}', 3)).toBe('a\u{1F451}…')
})
