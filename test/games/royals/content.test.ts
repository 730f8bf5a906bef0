import { describe, expect, test } from 'vitest'
import { seededDice } from '../../../src/dice/seeded.js'
import { TITLES } from '../../../src/games/royals/content.js'
import { royals } from '../../../src/games/royals/index.js'
import type { Content } from '../../../src/games/royals/pack.js'
import { playout } from '../../support/playout.js'
import { move } from '../../support/scenario.js'
import { OWN_COPY } from './pack.js'
import { census } from './probe.js'
import { arranged, cityMarker, claim, claimed, endPlay } from './table.js'

/** The first reason for which the options are refused, with the field it is about. */
const reason = (content: unknown): string => {
  const parsed = royals.schema.options.safeParse({ content })
  const [issue] = parsed.error?.issues ?? []
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'accepted'
}
const { cities, titles, epochMarkers, countryMarkers } = structuredClone(OWN_COPY) as Required<Content> & typeof OWN_COPY
const changed = <T>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.with(index, { ...(list[index] as T), ...change }) as T[]

const BAD_PACKS: readonly (readonly [string, unknown, string])[] = [
  ['a city too few', { cities: cities.slice(1) }, 'content.cities: The board has 5 cities in france, this pack 4.'],
  [
    'a name twice',
    { cities: changed(cities, 1, { city: 'Paris' }) },
    'content.cities.1.city: Paris is in the list twice (entry 0).',
  ],
  [
    'a title twice in a city',
    {
      cities: changed(cities, 9, {
        positions: [
          { title: 'king', influence: 4 },
          { title: 'king', influence: 3 },
        ],
      }),
    },
    'content.cities.9.positions.1.title: London cannot have two positions with the title king.',
  ],
  [
    'a tie that could not be broken',
    { cities: changed(cities, 8, { bonus: 4 }) },
    'content.cities.8.bonus: Köln and München both have a baron: their bonuses must differ to break ties.',
  ],
  [
    'a title that no city has',
    {
      cities: cities.map((city) => ({
        ...city,
        positions: city.positions.map((one) => (one.title === 'duke' ? { ...one, title: 'baron' as const } : one)),
      })),
    },
    'content.cities: No city has a duke: the noble house bonus could not be reached.',
  ],
  [
    'titles out of order',
    { titles: titles.toReversed() },
    'content.titles.0.title: Titles stand in order of rank: marshal belongs here.',
  ],
  [
    'a cost that does not rise',
    { titles: changed(titles, 3, { cards: 3 }) },
    'content.titles.3.cards: A duke must need more cards than a countess.',
  ],
  [
    'points that do not rise',
    { titles: changed(titles, 6, { points: 12 }) },
    'content.titles.6.points: A king must be worth more than a princess.',
  ],
  [
    'points that cannot be halved',
    { titles: changed(titles, 0, { points: 3 }) },
    'content.titles.0.points: A title marker can be halved: its points must be even.',
  ],
  [
    'a lower marker that is not lower',
    { countryMarkers: { ...countryMarkers, spain: { higher: 6, lower: 6 } } },
    'content.countryMarkers.spain.lower: The lower marker must be worth less than the higher one.',
  ],
  [
    'noble houses that rise',
    { nobleHouseMarkers: [8, 12, 16] },
    'content.nobleHouseMarkers.1: Noble house markers stand from the highest to the lowest.',
  ],
]

describe('the figures of the box', () => {
  const { cities: ours } = royals.view(arranged().state, 0)

  test('[Y52] 5, 4, 3 and 4 cities, every title four times, one King alone in a city of each country', () => {
    const count = (country: string) => ours.filter((city) => city.country === country).length
    expect(['france', 'germanStates', 'britain', 'spain'].map(count)).toEqual([5, 4, 3, 4])
    const all = ours.flatMap(({ positions }) => positions.map(({ title }) => title))
    expect(TITLES.map((title) => all.filter((one) => one === title).length)).toEqual([4, 4, 4, 4, 4, 4, 4])
    expect(ours.filter(({ positions }) => positions[0]?.title === 'king').map(({ positions }) => positions.length)).toEqual([
      1, 1, 1, 1,
    ])
  })

  test('[Y52] what public pages say of Madrid, Valencia and Cologne', () => {
    const of = (name: string) =>
      ours.find(({ city }) => city === name)?.positions.map(({ title, needed, influence }) => [title, needed, influence])
    expect(of('Madrid')).toEqual([['king', 8, 4]])
    expect(of('Valencia')?.map(([title]) => title)).toEqual(['duke', 'marshal'])
    expect(of('Cologne')).toEqual([
      ['cardinal', 5, 2],
      ['baron', 2, 1],
    ])
  })

  test('[Y52] the set of figures that comes with the game passes its own checks', () => {
    expect(reason({})).toBe('accepted')
    const { titles: rows, countryMarkers: markers } = royals.view(arranged().state, 0)
    expect(rows.map(({ value }) => value)).toEqual([4, 6, 8, 10, 12, 14, 16])
    expect(markers.map(({ higher, lower }) => [higher, lower])).toEqual([
      [14, 7],
      [12, 6],
      [10, 5],
      [8, 4],
    ])
  })
})

describe('the figures of one’s own copy', () => {
  test('[Y53] a pack replaces the tables it names, and play follows it', () => {
    const options = { content: { cities } as Content }
    const table = arranged({ options, hands: ['GGGGG'] })
    table.when(move(0, claim('cardinal Köln'))).thenAmongOthers(claimed(0, 'cardinal Köln', 'GGGGG'), cityMarker(0, 'Köln', 3))
    table.when(move(0, claim('cardinal Cologne'))).thenRefused('NO_SUCH_CITY')
    const dear = arranged({ options: { content: { titles } as Content }, hands: ['FFFFFFB'] })
    dear.when(move(0, claim('princess Bordeaux'))).thenRefused('NOT_ENOUGH_CARDS')
  })

  test('[Y53] the epoch markers of the pack are paid out', () => {
    const table = arranged({
      options: { content: { epochMarkers } as Content },
      held: { 'king Paris': 1 },
      display: 'FG',
      deck: '',
      discard: 'F',
    })
    table.when(move(0, endPlay), { 'country:2': ['F1'] }).thenAmongOthers({
      type: 'CountryScored',
      epoch: 1,
      country: 'france',
      influence: [0, 4],
      awards: [{ seat: 1, points: 8 }],
    })
  })

  test('[Y53] whole matches with a pack keep every card, cube and point', () => {
    for (const seats of [2, 3, 4, 5]) {
      const options = { content: OWN_COPY, colours: ['black', 'grey', 'white', 'purple', 'orange'] }
      let first: unknown
      for (const { after } of playout(royals, { seats, options, seed: seats, leaving: 0.002, maxEntries: 2086 })) {
        first ??= census(after)
        expect(census(after)).toEqual(first)
        const seen = royals.view(after, 1)
        expect(royals.view(royals.imagine(seen, 1, seededDice(seats)), 1)).toEqual(seen)
      }
    }
  })

  test('[Y53] a sound pack is accepted', () => {
    expect(reason(OWN_COPY)).toBe('accepted')
  })

  test.each(BAD_PACKS)('[Y53] %s is refused with the reason and the field', (_, content, message) => {
    expect(reason(content)).toBe(message)
  })

  test('[Y53] unknown tables, missing epochs and figures out of range are refused by field', () => {
    expect(reason({ cubes: 3 })).toMatch(/^content: Unrecognized key/)
    expect(reason({ epochMarkers: epochMarkers.slice(1) })).toMatch(/^content\.epochMarkers: /)
    expect(reason({ cities: changed(cities, 0, { bonus: 0 }) })).toMatch(/^content\.cities\.0\.bonus: /)
  })

  test('[Y2] a list of colours names each of the five once', () => {
    const colours = ['black', 'black', 'white', 'grey', 'orange']
    expect(royals.schema.options.safeParse({ colours }).error?.issues[0]?.message).toBe('Name each of the five colours once.')
  })
})
