/** Seeks: each is in at most one match, with compatible ones of other players, the oldest first, on however many servers. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import { games } from '../../src/games/registry.js'
import { Acceptance, CreateSeek, PENDING, type Seek, SeekFilter } from '../../src/match/finding-shapes.js'
import { administer } from '../support/administer.js'
import type { FreshDatabase } from '../support/database.js'
import { begin, create, type Player, problemOf, type Server, twoServers } from './server.js'

let database: FreshDatabase
let here: Server
let there: Server
beforeAll(async () => {
  const both = await twoServers()
  ;({ database, here, there } = both)
  return both.close
})

const players = (count: number): Promise<Player[]> => Promise.all(Array.from({ length: count }, () => here.player()))
type Wanted = Partial<CreateSeek>
const seek = (player: Caller, wanted: Wanted = {}, server = here, key?: string): Promise<Seek> =>
  server.finding.seek(player, CreateSeek.parse({ game: 'kingdoms', seats: 2, ...wanted }), key)
const seeks = async (player: Caller, status: Seek['status'] = 'waiting') =>
  (await there.finding.seeks(player, SeekFilter.parse({ status }), { first: 100 })).items
const accepts = (player: Caller, stated: object) => here.finding.setAcceptance(player, Acceptance.parse(stated))
/** The same for another player, without the pairing that follows. */
const copySeek = (id: string, { player }: Player) =>
  administer(
    database.url,
    `insert into seek (id, player_id, terms, game, seats, options, expires_at)
     select gen_random_uuid(), $2, terms, game, seats, options, expires_at from seek where id = $1`,
    [id, player.id],
  )
/** Others would be paired with what a test has left waiting. */
const withdrawAll = async (...those: Player[]) => {
  for (const player of those) for (const { id } of await seeks(player)) await here.finding.withdrawSeek(player, id)
}

describe('two who seek the same', () => {
  test('are paired at once, in a match that has begun, and are told so', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    const cursor = (await here.matches.inbox(anne, { first: 10 })).next
    const first = await seek(anne)
    expect(first).toMatchObject({ game: 'kingdoms', seats: 2, status: 'waiting', match: null, endedAt: null })
    expect(await seeks(anne)).toEqual([first])
    const second = await seek(ben, {}, there)
    expect(second).toMatchObject({ status: 'paired', match: expect.any(String), endedAt: expect.any(String) })
    const match = second.match ?? ''
    expect(await seeks(anne, 'paired')).toMatchObject([{ id: first.id, match }])
    const card = await here.matches.card(anne, match)
    expect(card).toMatchObject({ status: 'running', version: 1, seatCount: 2, seating: 'random', visibility: 'public' })
    expect(new Set(card.seats.map(({ player }) => player?.id))).toEqual(new Set([anne.player.id, ben.player.id]))
    expect((await there.matches.inbox(anne, { first: 10, after: cursor })).items).toMatchObject([
      { kind: 'paired', match, about: first.id, version: 0 },
      { kind: 'entry', match, about: null, version: 1 },
    ])
    expect(await problemOf(here.finding.withdrawSeek(anne, first.id))).toBe('409 SEEK_ENDED')
  })

  test.each(games.map((game) => [game.id, game] as const))('%s: with every number of seats', async (game, { seats }) => {
    for (let count = seats.min; count <= seats.max; count++) {
      const all = await players(count)
      const asked = []
      for (const player of all) asked.push(await seek(player, { game, seats: count }))
      expect(asked.map(({ status }) => status)).toEqual(all.map((_, index) => (index === count - 1 ? 'paired' : 'waiting')))
      expect(await here.matches.card(all[0] as Player, asked.at(-1)?.match ?? '')).toMatchObject({ status: 'running', game })
    }
  })

  test('play by the clock that they sought', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    const clock = { kind: 'bank', seconds: 3600, increment: 10, onExpiry: 'leave', absence: false } as const
    expect(await seek(anne, { clock })).toMatchObject({ clock, status: 'waiting' })
    const { match } = await seek(ben, { clock })
    expect(await here.matches.card(anne, match ?? '')).toMatchObject({ status: 'running', clock })
  })

  test('do not if game, seats, options or clock differ', async () => {
    const clock = { kind: 'decision', increment: 0, onExpiry: 'leave', absence: false } as const
    const timed = [60, 61].map((seconds): Wanted => ({ clock: { ...clock, seconds } }))
    const wanted: Wanted[] = [...timed, {}, { options: { starter: 'seat0' } }, { seats: 3 }, { game: 'royals' }]
    const all = await players(wanted.length)
    for (const [index, player] of all.entries()) expect(await seek(player, wanted[index])).toMatchObject({ status: 'waiting' })
    await withdrawAll(...all)
  })

  test('do if one of them spells out a default', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    const { options } = await seek(anne)
    expect(Object.keys(options)).toContain('starter')
    expect(await seek(ben, { options })).toMatchObject({ status: 'paired' })
  })

  test('are nobody with themselves, however often they seek it', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    for (let often = 0; often < 3; often++) expect(await seek(anne)).toMatchObject({ status: 'waiting' })
    expect(await here.finding.pairWaiting()).toBe(0)
    expect(await seek(ben)).toMatchObject({ status: 'paired' })
    expect(await seeks(anne)).toHaveLength(2)
    await withdrawAll(anne)
  })
})

describe('a law', () => {
  /** Every seek is in at most one match, every match is of as many seeks of different players, and nobody waits who could play. */
  async function examine(all: readonly Player[], seats: number): Promise<void> {
    const { rows } = await here.pool.query<{ id: string; match_id: string | null; player_id: string; status: string }>(
      'select id, match_id, player_id, status from seek where player_id = any($1)',
      [all.map(({ player }) => player.id)],
    )
    const matches = new Set(rows.flatMap(({ match_id }) => match_id ?? []))
    for (const match of matches) {
      const paired = rows.filter(({ match_id }) => match_id === match)
      const { rows: seated } = await here.pool.query<{ player_id: string }>('select player_id from seat where match_id = $1', [
        match,
      ])
      expect(new Set(seated.map(({ player_id }) => player_id))).toEqual(new Set(paired.map(({ player_id }) => player_id)))
      expect(seated).toHaveLength(seats)
      expect((await here.matches.card(all[0] as Player, match)).status).toBe('running')
    }
    const waiting = rows.filter(({ status }) => status === 'waiting')
    expect(new Set(waiting.map(({ player_id }) => player_id)).size).toBeLessThan(seats)
    expect(matches.size * seats + waiting.length).toBe(rows.length)
  }

  test('a hundred seeks on two servers at the same moment', async () => {
    const all = await players(100)
    await Promise.all(all.map((player, index) => seek(player, {}, index % 2 ? here : there)))
    await examine(all, 2)
  })

  test('some players seek several times, with three seats', async () => {
    const all = await players(20)
    const wanted = { seats: 3, options: { starter: 'seat0' } }
    await Promise.all(
      all.flatMap((player, index) => [0, 1, 2].map((round) => seek(player, wanted, (index + round) % 2 ? here : there))),
    )
    await examine(all, 3)
    await withdrawAll(...all)
  })

  test('withdrawing at the same moment ends one way or the other', async () => {
    const all = await players(30)
    const made = await Promise.all(all.map((player) => seek(player, { seats: 4 })))
    const late = await players(30)
    const outcomes = await Promise.all([
      ...made.map(({ id }, index) => problemOf(there.finding.withdrawSeek(all[index] as Player, id))),
      ...late.map((player) => seek(player, { seats: 4 }).then(() => 'sought')),
    ])
    await there.finding.pairWaiting()
    const { rows } = await here.pool.query<{ id: string; status: string }>('select id, status from seek where id = any($1)', [
      made.map(({ id }) => id),
    ])
    for (const [index, { id }] of made.entries()) {
      const status = rows.find((row) => row.id === id)?.status
      expect(outcomes[index]).toBe(status === 'paired' ? '409 SEEK_ENDED' : 'no problem')
    }
    await withdrawAll(...late)
  })

  test('withdrawn after it was chosen, a seek is in no match', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    const { id } = await seek(anne)
    const other = await here.pool.connect()
    await other.query('begin')
    // Whoever pairs has looked at the seeks by the time it waits for this lock.
    await other.query('select from player where id = $1 for no key update', [anne.player.id])
    const sought = seek(ben, {}, there)
    const waiters = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
      union all select from pg_locks where not granted and locktype = 'transactionid'`
    await expect.poll(async () => (await here.pool.query(waiters)).rowCount).toBeGreaterThan(0)
    await here.finding.withdrawSeek(anne, id)
    await other.query('commit')
    other.release()
    expect(await sought).toMatchObject({ status: 'waiting' })
    expect(await seeks(anne, 'withdrawn')).toMatchObject([{ id, match: null }])
    await withdrawAll(ben)
  })

  test('the oldest go first', async () => {
    const [young, old, older, last] = (await players(4)) as [Player, Player, Player, Player]
    const wanted = { seats: 3, options: { starter: 'seat0' } }
    await seek(young, wanted)
    await administer(database.url, `update seek set created_at = now() + interval '1 hour' where player_id = $1`, [
      young.player.id,
    ])
    const { id } = await seek(old, wanted)
    await copySeek(id, older)
    await seek(last, wanted)
    for (const player of [old, older, last]) expect(await seeks(player, 'paired')).toHaveLength(1)
    expect(await seeks(young)).toHaveLength(1)
    await withdrawAll(young)
  })
})

describe('a seek', () => {
  test('is made once under its key', async () => {
    const [anne] = (await players(1)) as [Player]
    const made = await Promise.all([here, there, here].map((server) => seek(anne, {}, server, 'once')))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await problemOf(seek(anne, { seats: 3 }, here, 'once'))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    await withdrawAll(anne)
  })

  test('is refused beyond its bounds', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    expect(await problemOf(seek(anne, { game: 'chess' }))).toBe('400 UNKNOWN_GAME')
    expect(await problemOf(seek(anne, { seats: 9 }))).toBe('400 SEATS_OUT_OF_RANGE')
    expect(await problemOf(seek(anne, { options: { starter: 'nobody' } }))).toBe('400 INVALID_OPTIONS')
    const outcomes = await Promise.all(
      Array.from({ length: PENDING.seeks + 5 }, (_, index) => problemOf(seek(anne, {}, index % 2 ? here : there))),
    )
    expect(outcomes.filter((one) => one === 'no problem')).toHaveLength(PENDING.seeks)
    expect(outcomes.filter((one) => one === '409 TOO_MANY_SEEKS')).toHaveLength(5)
    const page = await here.finding.seeks(anne, SeekFilter.parse({}), { first: 15 })
    const rest = await here.finding.seeks(anne, SeekFilter.parse({}), { first: 15, after: page.next ?? '' })
    expect(new Set([...page.items, ...rest.items].map(({ id }) => id)).size).toBe(PENDING.seeks)
    expect(await problemOf(here.finding.seeks(anne, SeekFilter.parse({}), { first: 15, after: 'x' }))).toBe('400 INVALID_INPUT')
    const [{ id }] = page.items as [Seek]
    expect(await problemOf(here.finding.withdrawSeek(ben, id))).toBe('404 NOT_FOUND')
    expect(await here.finding.withdrawSeek(anne, id)).toMatchObject({ status: 'withdrawn', endedAt: expect.any(String) })
    expect(await problemOf(here.finding.withdrawSeek(anne, id))).toBe('409 SEEK_ENDED')
    await withdrawAll(anne)
  })

  test('that has expired is not paired, swept or not', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    const { id } = await seek(anne)
    await administer(database.url, `update seek set expires_at = now() - interval '1 second' where id = $1`, [id])
    expect(await seek(ben)).toMatchObject({ status: 'waiting' })
    await Promise.all([here, there].map(({ finding }) => finding.expireSeeks()))
    expect(await seeks(anne, 'expired')).toMatchObject([{ id, match: null }])
    await withdrawAll(ben)
  })

  test('whose server died before pairing it is paired by the sweep, and the match begins', async () => {
    const [anne, ben] = (await players(2)) as [Player, Player]
    const { id } = await seek(anne)
    await copySeek(id, ben)
    expect((await Promise.all([here, there].map(({ finding }) => finding.pairWaiting()))).some((found) => found > 0)).toBe(true)
    const [{ match }] = (await seeks(anne, 'paired')) as [Seek]
    expect(await here.matches.card(ben, match ?? '')).toMatchObject({ status: 'running' })
  })

  test('of a blocked or erased player is not paired', async () => {
    const admin = await here.accounts.authenticate((await here.accounts.bootstrap()) ?? '')
    const [blocked, erased, anne] = (await players(3)) as [Player, Player, Player]
    await seek(blocked)
    await here.administration.block(admin, blocked.player.id, { reason: 'test' })
    expect(await seek(erased)).toMatchObject({ status: 'waiting' })
    await here.administration.eraseMe(erased, erased.player.name)
    expect((await here.pool.query('select from seek where player_id = $1', [erased.player.id])).rowCount).toBe(0)
    expect(await problemOf(seek(erased))).toBe('401 TOKEN_REVOKED')
    expect(await seek(anne)).toMatchObject({ status: 'waiting' })
    await here.administration.unblock(admin, blocked.player.id, { reason: 'test' })
    await here.finding.pairWaiting()
    expect(await seeks(anne, 'paired')).toHaveLength(1)
  })
})

describe('what a player accepts', () => {
  test('bounds their seeks, when they are made and when they are paired', async () => {
    const [bot, anne] = (await players(2)) as [Player, Player]
    await seek(bot, { seats: 3 })
    await accepts(bot, { untimed: false })
    expect(await problemOf(seek(bot))).toBe('409 NOT_ACCEPTED')
    await accepts(bot, { games: [{ game: 'kingdoms', seats: [2] }] })
    expect(await problemOf(seek(bot, { seats: 3 }))).toBe('409 NOT_ACCEPTED')
    const others = await players(2)
    for (const player of others) expect(await seek(player, { seats: 3 })).toMatchObject({ status: 'waiting' })
    expect(await seek(anne, { seats: 3 })).toMatchObject({ status: 'paired' })
    expect(await seeks(bot)).toHaveLength(1)
    await withdrawAll(bot)
  })

  test('bounds how many matches they are paired for, whatever happens at the same moment', async () => {
    const [bot] = (await players(1)) as [Player]
    await accepts(bot, { atOnce: 3 })
    await begin(here, [bot, ...(await players(1))])
    const kinds: Wanted[] = [{}, { options: { starter: 'seat0' } }, { game: 'royals' }, { game: 'medieval-realms' }]
    for (const wanted of kinds) await seek(bot, wanted)
    const others = await players(4)
    await Promise.all(others.map((player, index) => seek(player, kinds[index], index % 2 ? here : there)))
    await Promise.all([here, there].map(({ finding }) => finding.pairWaiting()))
    expect(await seeks(bot, 'paired')).toHaveLength(2)
    expect(await seeks(bot)).toHaveLength(2)
    // As soon as there is room, the next.
    const [{ match }] = (await seeks(bot, 'paired')) as [Seek]
    await here.matches.leave(bot, match ?? '')
    await there.finding.pairWaiting()
    expect(await seeks(bot, 'paired')).toHaveLength(3)
    await withdrawAll(bot, ...others)
  })

  test('is not used up by invitations that nobody has answered', async () => {
    const [bot, host, other, ben] = (await players(4)) as [Player, Player, Player, Player]
    await accepts(bot, { atOnce: 1 })
    const invite = (by: Player) => create(here, by, { invite: [bot.player.id] })
    await invite(host)
    expect(await problemOf(invite(other)), 'all invitations may be accepted').toBe('409 NOT_ACCEPTED')
    await seek(bot)
    expect(await seek(ben)).toMatchObject({ status: 'paired' })
    await seek(bot)
    expect(await seek(other), 'it has a match now').toMatchObject({ status: 'waiting' })
    await withdrawAll(bot, other)
  })
})
