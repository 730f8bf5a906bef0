/** Ratings after one result: what openskill publishes, and what holds whoever plays whom. */
import { rate as openskill } from 'openskill'
import { bradleyTerryFull } from 'openskill/models'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { itemAt } from '../../src/games/lists.js'
import { loadRate, type Placed, type Rate } from '../../src/ratings/rate.js'
import { ordinalOf, type Rating, UNRATED } from '../../src/ratings/rating.js'

let rate: Rate
beforeAll(async () => {
  rate = await loadRate()
})

const PLAYERS = ['anne', 'ben', 'carl', 'dora', 'emil']
const placed = (...places: number[]): Placed[] => places.map((place, seat) => ({ player: itemAt(PLAYERS, seat), place }))
const below = (draw: Stream, most: number): number => Math.floor(draw() * most)
/** The same law over many matches. */
const always = (law: (draw: Stream) => void): void => {
  for (let seed = 0; seed < 200; seed++) law(seededStream(seed))
}

/** A match of two to five, with ties, between players of any strength. */
function randomMatch(draw: Stream): { places: Placed[]; before: Map<string, Rating> } {
  const seats = 2 + below(draw, 4)
  const scores = Array.from({ length: seats }, () => below(draw, 4))
  const places = placed(...scores.map((score) => 1 + scores.filter((other) => other > score).length))
  const before = new Map(places.map(({ player }) => [player, { mu: 50 * draw(), sigma: 0.5 + 8 * draw() }]))
  return { places, before }
}

const of = (ratings: ReadonlyMap<string, Rating>, player: string): Rating => ratings.get(player) ?? UNRATED

describe('known answers', () => {
  /** The library adds some uncertainty before every match, which its published figures of the model alone leave out. */
  const published: Rating = { mu: 25, sigma: Math.sqrt((25 / 3) ** 2 - (25 / 300) ** 2) }
  const figures: [mus: number[], sigma: number][] = [
    [[27.63523138347365, 22.36476861652635], 8.065506316323548],
    [[30.2704627669473, 25, 19.7295372330527], 7.788474807872566],
    [[32.90569415042095, 27.63523138347365, 22.36476861652635, 17.09430584957905], 7.5012190693964005],
    [[35.5409255338946, 30.2704627669473, 25, 19.729537233052703, 14.4590744661054], 7.202515895247076],
  ]

  test.each(figures)('%o, as openskill publishes them for Bradley-Terry with full pairing', (mus, sigma) => {
    const places = placed(...mus.map((_, index) => index + 1))
    const after = rate(places, new Map(places.map(({ player }) => [player, published])))
    for (const [index, mu] of mus.entries()) {
      const rating = of(after, itemAt(PLAYERS, index))
      expect(rating.mu).toBeCloseTo(mu, 10)
      expect(rating.sigma).toBeCloseTo(sigma, 10)
    }
  })

  test('the same results in the same order give the very ratings that openskill alone gives', () => {
    const draw = seededStream(1)
    let ours = new Map<string, Rating>()
    const theirs: Record<string, Rating> = Object.fromEntries(PLAYERS.map((player) => [player, { mu: 25, sigma: 25 / 3 }]))
    for (let match = 0; match < 500; match++) {
      const { places } = randomMatch(draw)
      ours = new Map([...ours, ...rate(places, ours)])
      const sorted = places.toSorted((one, other) => (one.player < other.player ? -1 : 1))
      const rated = openskill(
        sorted.map(({ player }) => [theirs[player] ?? UNRATED]),
        { model: bradleyTerryFull, rank: sorted.map(({ place }) => place) },
      )
      for (const [index, { player }] of sorted.entries()) theirs[player] = itemAt(rated, index)[0] ?? UNRATED
    }
    expect(Object.fromEntries(ours)).toEqual(theirs)
  })

  test('whoever has not been rated has the ordinal 0', () => {
    expect(ordinalOf(UNRATED)).toBe(0)
  })
})

describe('whoever plays whom', () => {
  test('it does not matter who sits where', () => {
    always((draw) => {
      const { places, before } = randomMatch(draw)
      const seated = places.map((one) => ({ one, lot: draw() })).toSorted((one, other) => one.lot - other.lot)
      expect(
        rate(
          seated.map(({ one }) => one),
          before,
        ),
      ).toEqual(rate(places, before))
    })
  })

  test('who wins alone gains, who is last alone loses, and all are surer than before', () => {
    always((draw) => {
      const { places, before } = randomMatch(draw)
      const after = rate(places, before)
      const last = Math.max(...places.map(({ place }) => place))
      const alone = (place: number) => places.filter((one) => one.place === place).length === 1
      for (const { player, place } of places) {
        if (place === 1 && alone(1)) expect(of(after, player).mu).toBeGreaterThan(of(before, player).mu)
        if (place === last && last > 1 && alone(last)) expect(of(after, player).mu).toBeLessThan(of(before, player).mu)
        // A little uncertainty comes with every match, so that nobody's rating stands still for ever.
        expect(of(after, player).sigma).toBeLessThan(Math.hypot(of(before, player).sigma, 25 / 300))
        expect(of(after, player).sigma).toBeGreaterThan(0)
      }
    })
  })

  test('equals are ordered as they were placed, and together they neither gain nor lose', () => {
    always((draw) => {
      const { places } = randomMatch(draw)
      const after = rate(places, new Map())
      const mus = places.map(({ player }) => of(after, player).mu)
      for (const one of places)
        for (const other of places)
          expect(Math.sign(of(after, one.player).mu - of(after, other.player).mu)).toBe(Math.sign(other.place - one.place))
      expect(mus.reduce((sum, mu) => sum + mu, 0)).toBeCloseTo(25 * places.length, 9)
    })
  })

  test.each([2, 3, 4, 5])('a tie of %i equals moves nobody', (seats) => {
    const after = rate(placed(...Array.from({ length: seats }, () => 1)), new Map())
    expect([...after.values()].map(({ mu }) => mu)).toEqual(Array.from({ length: seats }, () => 25))
  })

  test('an upset moves more than what was to be expected', () => {
    const before = new Map([
      ['anne', { mu: 35, sigma: 3 }],
      ['ben', { mu: 20, sigma: 3 }],
    ])
    const expected = of(rate(placed(1, 2), before), 'anne').mu - 35
    const upset = of(rate(placed(2, 1), before), 'ben').mu - 20
    expect(upset).toBeGreaterThan(5 * expected)
  })

  test('in the long run the ratings have the order of planted strengths', () => {
    const draw = seededStream(7)
    let ratings = new Map<string, Rating>()
    for (let match = 0; match < 2000; match++) {
      const played = PLAYERS.filter(() => draw() < 0.7)
      if (played.length < 2) continue
      // Each two are five points apart, and how well somebody plays differs from match to match.
      const results = played.map((player) => ({ player, did: PLAYERS.indexOf(player) * 5 + 8 * (draw() + draw() - 1) }))
      const places = results.map(({ player, did }) => ({ player, place: 1 + results.filter((other) => other.did > did).length }))
      ratings = new Map([...ratings, ...rate(places, ratings)])
    }
    const order = [...ratings].toSorted(([, one], [, other]) => one.mu - other.mu).map(([player]) => player)
    expect(order).toEqual(PLAYERS)
  })
})
