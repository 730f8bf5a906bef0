/** Seeks for rated matches, and seeks that say how strong the others are to be. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { type Stream, seededStream } from '../../src/dice/seeded.js'
import { CreateSeek, type Seek } from '../../src/match/finding-shapes.js'
import { admits, fittingTogether, type Range } from '../../src/match/lobby/ranges.js'
import { type Player, problemOf, type Server, twoServers } from '../match/server.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'

describe('those who fit together', () => {
  interface Seeker extends Range {
    readonly id: number
    readonly rating: number
  }
  const seeker = (draw: Stream, id: number): Seeker => {
    const rating = Math.round(50 * draw())
    const [least, most] = [rating - Math.round(15 * draw()), rating + Math.round(15 * draw())]
    return { id, rating, least: draw() < 0.3 ? null : least, most: draw() < 0.3 ? null : most }
  }
  const accepts = (one: Seeker, other: Seeker): boolean => admits(one, other.rating)
  const agree = (one: Seeker, other: Seeker): boolean => accepts(one, other) && accepts(other, one)
  const pairsOf = <T>(all: readonly T[]): [T, T][] =>
    all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]))
  const crowd = (seed: number) => {
    const draw = seededStream(seed)
    return Array.from({ length: Math.floor(12 * draw()) }, (_, id) => seeker(draw, id))
  }
  const seeds = Array.from({ length: 300 }, (_, seed) => seed)

  test('are as many as there are seats, each once, and each accepts each', () => {
    for (const seed of seeds)
      for (const seats of [2, 3, 4]) {
        const group = fittingTogether(crowd(seed), seats, accepts)
        if (!group) continue
        expect(new Set(group.map(({ id }) => id)).size).toBe(seats)
        expect(pairsOf(group).every(([one, other]) => agree(one, other))).toBe(true)
      }
  })

  test('of two who want each other none is missed, and nobody waits who came before both', () => {
    for (const seed of seeds) {
      const waiting = crowd(seed)
      const [oldest] = pairsOf(waiting).filter(([one, other]) => agree(one, other))
      expect(fittingTogether(waiting, 2, accepts)).toEqual(oldest)
    }
  })

  test('are the oldest where nobody minds', () => {
    for (const seed of seeds)
      for (const seats of [2, 3, 4]) {
        const waiting = crowd(seed)
        const group = fittingTogether(waiting, seats, () => true)
        expect(group).toEqual(waiting.length < seats ? undefined : waiting.slice(0, seats))
      }
  })

  test('a range has both its ends', () => {
    expect([19, 20, 25, 30, 31].filter((rating) => admits({ least: 20, most: 30 }, rating))).toEqual([20, 25, 30])
    expect(admits({ least: null, most: null }, 0)).toBe(true)
  })
})

describe('on two servers', () => {
  let database: FreshDatabase
  let here: Server
  let there: Server
  beforeAll(async () => {
    const both = await twoServers()
    ;({ database, here, there } = both)
    return both.close
  })

  const clock = { kind: 'decision', seconds: 3600 }
  const seek = (player: Caller, wanted: object = {}, server = here): Promise<Seek> =>
    server.finding.seek(player, CreateSeek.parse({ game: 'kingdoms', seats: 2, ...wanted }))
  const rated = (mu: number, game = 'kingdoms'): Promise<Player> =>
    here.player().then(async (player) => {
      await administer(
        database.url,
        'insert into rating (game, player_id, mu, sigma, matches, number) values ($1, $2, $3, 2, 20, 1)',
        [game, player.player.id, mu],
      )
      return player
    })

  test('a rated seek is paired with rated ones, and their match is rated', async () => {
    const [anne, ben, cleo] = [await here.player(), await here.player(), await here.player()]
    expect(await seek(anne, { clock })).toMatchObject({ rated: false, leastRating: null, mostRating: null, status: 'waiting' })
    expect(await seek(ben, { clock, rated: true })).toMatchObject({ rated: true, status: 'waiting' })
    const { match } = await seek(cleo, { clock, rated: true }, there)
    const card = await here.matches.card(ben, match ?? '')
    expect(card).toMatchObject({ rated: true, status: 'running' })
    expect(card.seats.map(({ player }) => player?.id)).not.toContain(anne.player.id)
  })

  test('needs a clock by which a seat leaves, and a range that holds somebody', async () => {
    const player = await here.player()
    expect(await problemOf(seek(player, { rated: true }))).toBe('400 NOT_RATEABLE')
    expect(await problemOf(seek(player, { rated: true, clock: { ...clock, onExpiry: 'botOnce' } }))).toBe('400 NOT_RATEABLE')
    expect(await problemOf(seek(player, { leastRating: 30, mostRating: 20 }))).toBe('400 INVALID_INPUT')
  })

  test('both want the other to be as strong as the other is; whoever has not been rated counts as 25', async () => {
    const options = { starter: 'seat0' }
    const [strong, weak, newcomer, alsoStrong] = [await rated(35), await rated(15), await here.player(), await rated(34)]
    expect(await seek(strong, { options, leastRating: 30 })).toMatchObject({ status: 'waiting', leastRating: 30 })
    expect((await seek(weak, { options })).status, 'weak wants anybody, but strong does not want weak').toBe('waiting')
    expect((await seek(newcomer, { options, leastRating: 20, mostRating: 30 }, there)).status).toBe('waiting')
    const { match } = await seek(alsoStrong, { options, mostRating: 40 }, there)
    const card = await here.matches.card(strong, match ?? '')
    expect(new Set(card.seats.map(({ player }) => player?.id))).toEqual(new Set([strong.player.id, alsoStrong.player.id]))
    // A rating in another game says nothing.
    const elsewhere = await rated(50, 'royals')
    expect((await seek(elsewhere, { options, leastRating: 20 })).status).toBe('paired')
  })

  test('a sweep pairs whoever has become as strong as was wanted', async () => {
    const options = { starter: 'random' }
    const [strong, rising] = [await rated(35), await rated(20)]
    const waiting = await seek(strong, { options, leastRating: 30 })
    expect((await seek(rising, { options })).status).toBe('waiting')
    await here.finding.pairWaiting()
    expect((await here.finding.seeks(strong, { status: 'waiting' }, { first: 1 })).items).toMatchObject([{ id: waiting.id }])
    await administer(database.url, 'update rating set mu = 31 where player_id = $1', [rising.player.id])
    await there.finding.pairWaiting()
    expect((await here.finding.seeks(strong, { status: 'paired' }, { first: 1 })).items).toMatchObject([{ id: waiting.id }])
  })
})
