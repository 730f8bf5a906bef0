import { describe, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { crosstableOf } from '../../src/tournaments/crosstable.js'
import { crosstableText } from '../../src/tournaments/crosstable-text.js'
import { after } from '../../src/tournaments/state.js'
import { begun, duels, entered, type Played, settingOf, withRound } from './synthetic.js'

const robin = settingOf({ format: 'roundRobin' })

describe('crosstable', () => {
  test('counts tables and who was ahead, in the order of the standings', () => {
    const tournament = withRound(begun(robin, 3), duels('1-2 0, 2-1 =, 1-3 1, 3-1 1, 2-3 1, 3-2 0'))
    expect(crosstableOf(tournament)).toEqual([
      { entrant: 2, against: [null, { met: 2, points: 1.5 }, { met: 2, points: 2 }], met: 4, points: 3.5 },
      { entrant: 1, against: [{ met: 2, points: 0.5 }, null, { met: 2, points: 1 }], met: 4, points: 1.5 },
      { entrant: 3, against: [{ met: 2, points: 0 }, { met: 2, points: 1 }, null], met: 4, points: 1 },
    ])
  })

  test('knows nothing of tables that were not played', () => {
    const tournament = withRound(begun(robin, 3), duels('1-2 +, 1-3 x'))
    expect(crosstableOf(tournament).every(({ met, points }) => met === 0 && points === 0)).toBe(true)
  })

  test('both sides of every encounter make as many points as there were tables', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const next = seededStream(seed)
      const seats = 2 + Math.floor(next() * 4)
      const entrants = seats + Math.floor(next() * 6)
      const table = (): Played => {
        const order = Array.from({ length: entrants }, (_, index) => index + 1).sort(() => next() - 0.5)
        const lowest = Array.from({ length: seats }, () => 1 + Math.floor(next() * seats)).sort((a, b) => a - b)
        return { seats: order.slice(0, seats), places: lowest.map((one) => 1 + lowest.filter((other) => other < one).length) }
      }
      const rows = crosstableOf(
        withRound(begun(settingOf({ seats, format: 'roundRobin' }), entrants), Array.from({ length: 20 }, table)),
      )
      rows.forEach((row, a) => {
        row.against.forEach((one, b) => {
          const other = rows[b]?.against[a]
          expect(one?.met).toBe(other?.met)
          if (one && other) expect(one.points + other.points).toBe(one.met)
        })
      })
      expect(rows.reduce((sum, { met }) => sum + met, 0)).toBe(20 * seats * (seats - 1))
    }
  })

  test('reads well in a terminal', () => {
    const named = [entered(4, null, 'Ada'), { ...entered(5, null, 'Bo'), version: '1.2' }].reduce(after, begun(robin, 3))
    const tournament = withRound(named, duels('4-5 1, 5-4 =, 4-1 1, 1-2 1, 2-3 =, 5-3 1'))
    expect(crosstableText(tournament)).toBe(
      [
        '               1      2    3      4      5  against  points  place',
        '1  Ada         *  1.5/2  1/1      -      -    2.5/3     2.5      1',
        '2  Bo 1.2  0.5/2      *    -      -    1/1    1.5/3     1.5      2',
        '3  bot 1     0/1      -    *    1/1      -      1/2       1      3',
        '4  bot 2       -      -  0/1      *  0.5/1    0.5/2     0.5      4',
        '5  bot 3       -    0/1    -  0.5/1      *    0.5/2     0.5      4',
      ].join('\n'),
    )
  })
})
