/** Who may do what with a tournament, and when. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous } from '../../src/accounts/caller.js'
import { ChangeTournament, EnterHouse, WithdrawEntrant } from '../../src/tournaments/shapes.js'
import { type Player, problemOf } from '../match/server.js'
import { create, EVERYTHING, openTournaments, type TournamentServer, until, withScope } from './server.js'

let server: TournamentServer
let organiser: Player
let admin: Player
beforeAll(async () => {
  server = await openTournaments()
  organiser = await server.organiser()
  admin = withScope(await server.player(), 'admin')
})
afterAll(() => server.close())

const clock = { kind: 'decision', seconds: 86_400 }
const setting = { name: 'Changed', games: [{ game: 'kingdoms', seats: 2 }], format: 'swiss', clock }
const change = (caller: Player, id: string, chosen: object = {}) =>
  server.tournaments.change(caller, id, ChangeTournament.parse({ ...setting, ...chosen }))
const withdraw = (caller: Player, id: string, chosen: object = {}) =>
  server.tournaments.withdraw(caller, id, WithdrawEntrant.parse(chosen))
const enterHouse = (caller: Player, id: string, bot: string) =>
  server.tournaments.enterHouse(caller, id, EnterHouse.parse({ bot }))

describe('making one', () => {
  test('is for those who may organise', async () => {
    expect(await problemOf(create(server, anonymous))).toBe('401 TOKEN_REQUIRED')
    expect(await problemOf(create(server, await server.player()))).toBe('403 SCOPE_MISSING')
    expect(await create(server, admin)).toMatchObject({ status: 'open', organiser: { id: admin.player.id } })
  })

  test('is done once for each idempotency key', async () => {
    const key = randomUUID()
    const made = await create(server, organiser, { bots: ['random'] }, key)
    expect(await create(server, organiser, { bots: ['random'] }, key)).toEqual(made)
    expect(await problemOf(create(server, organiser, { bots: ['greedy'] }, key))).toBe('422 IDEMPOTENCY_KEY_REUSED')
  })

  test('commits to a secret that nobody is shown', async () => {
    const { commitment, secret, records } = await create(server, organiser, { bots: ['random', 'greedy'] })
    expect(commitment).toMatch(/^[0-9a-f]{64}$/)
    expect({ secret, records }).toEqual({ secret: null, records: 2 })
  })

  test('draws a seed where none is given', async () => {
    const seeds = await Promise.all(
      [1, 2, 3].map(async () => (await create(server, organiser, { seed: undefined })).setting.seed),
    )
    expect(new Set(seeds).size).toBe(3)
  })

  test.each([
    ['400 UNKNOWN_GAME', { games: [{ game: 'chess', seats: 2 }] }],
    ['400 SEATS_OUT_OF_RANGE', { games: [{ game: 'kingdoms', seats: 9 }] }],
    ['400 INVALID_OPTIONS', { games: [{ game: 'kingdoms', seats: 2, options: { no: 1 } }] }],
    ['409 CANNOT_SEAT', { format: 'swiss', games: [2, 3].map((seats) => ({ game: 'kingdoms', seats })) }],
    ['400 INVALID_INPUT', { clock: { ...clock, onExpiry: 'botFromNowOn' } }],
    ['409 ALREADY_ENTERED', { bots: ['random', 'random'] }],
  ])('is refused as %s', async (problem, chosen) => {
    expect(await problemOf(create(server, organiser, chosen))).toBe(problem)
  })
})

describe('its organiser alone', () => {
  test('changes, starts, pauses, resumes and ends it, and enters bots of the house', async () => {
    const { id } = await create(server, organiser, { bots: ['random'] })
    const other = await server.organiser()
    const acts = [
      () => change(other, id),
      ...(['start', 'pause', 'resume', 'end'] as const).map((act) => () => server.tournaments[act](other, id)),
      () => enterHouse(other, id, 'greedy'),
      () => withdraw(other, id, { entrant: 1 }),
    ]
    for (const act of acts) expect(await problemOf(act())).toBe('403 NOT_ORGANISER')
    const player = await server.player()
    expect(await problemOf(server.tournaments.start(player, id))).toBe('403 SCOPE_MISSING')
    expect(await problemOf(server.tournaments.start(organiser, randomUUID()))).toBe('404 NOT_FOUND')
    expect(await enterHouse(organiser, id, 'greedy')).toMatchObject({ number: 2, name: 'greedy', player: { kind: 'house' } })
  })

  test('and administrators', async () => {
    const { id } = await create(server, organiser, { bots: ['random'] })
    expect(await change(admin, id)).toMatchObject({ name: 'Changed', setting: { format: 'swiss', seed: 1 } })
    expect(await server.tournaments.end(admin, id)).toMatchObject({ status: 'over' })
  })

  test('and what runs is not changed', async () => {
    const { id } = await create(server, organiser, { bots: ['random', 'greedy'], atOnce: { all: 1 } })
    expect(await problemOf(server.tournaments.pause(organiser, id))).toBe('409 NOT_RUNNING')
    expect(await problemOf(server.tournaments.resume(organiser, id))).toBe('409 NOT_PAUSED')
    await server.tournaments.start(organiser, id)
    expect(await problemOf(change(organiser, id))).toBe('409 ALREADY_STARTED')
    expect(await problemOf(enterHouse(organiser, id, 'search:1'))).toBe('409 ENTRY_CLOSED')
    await server.tournaments.end(organiser, id)
    for (const act of ['start', 'pause', 'resume'] as const)
      expect(await problemOf(server.tournaments[act](organiser, id))).toBe('409 TOURNAMENT_OVER')
  })

  test('again, which changes nothing', async () => {
    const { id } = await create(server, organiser, { bots: ['random', 'greedy'], atOnce: { all: 1 } })
    const written = async () =>
      (await server.tournaments.records(organiser, id, { first: 1000, after: 0 })).items.map(({ type }) => type)
    for (const act of ['start', 'pause', 'start', 'pause', 'resume', 'resume', 'end', 'end'] as const)
      await server.tournaments[act](organiser, id)
    const acts = (await written()).filter((type) => ['started', 'paused', 'resumed', 'ended'].includes(type))
    expect(acts).toEqual(['started', 'paused', 'resumed', 'ended'])
  })

  test('not with too few', async () => {
    const { id } = await create(server, organiser, { bots: ['random'] })
    expect(await problemOf(server.tournaments.start(organiser, id))).toBe('409 TOO_FEW_ENTRANTS')
  })
})

describe('entering', () => {
  test('is for whoever may play, where tables have a clock', async () => {
    const [untimed, timed] = [await create(server, organiser), await create(server, organiser, { clock })]
    const player = await server.player()
    expect(await problemOf(server.tournaments.enter(player, untimed.id, {}))).toBe('409 CLOCK_NEEDED')
    expect(await server.tournaments.enter(player, timed.id, {})).toMatchObject({ number: 1, player: { id: player.player.id } })
    expect(await problemOf(server.tournaments.enter(anonymous, timed.id, {}))).toBe('401 TOKEN_REQUIRED')
    expect(await problemOf(change(organiser, timed.id, { clock: undefined }))).toBe('409 CLOCK_NEEDED')
  })

  test('again gives the same entrant; another version comes after the one before has withdrawn', async () => {
    const { id } = await create(server, organiser, { clock })
    const player = await server.player()
    const first = await server.tournaments.enter(player, id, { version: '1.0' })
    expect(await server.tournaments.enter(player, id, { version: '1.0' })).toEqual(first)
    expect(await problemOf(server.tournaments.enter(player, id, { version: '1.1' }))).toBe('409 ALREADY_ENTERED')
    expect(await withdraw(player, id)).toMatchObject([{ number: 1, withdrawn: true }])
    expect(await server.tournaments.enter(player, id, { version: '1.1' })).toMatchObject({ number: 2, version: '1.1' })
    expect((await server.tournaments.card(player, id)).you).toEqual([2])
    expect((await server.tournaments.card(anonymous, id)).you).toEqual([])
  })

  test('at the same moment gives everybody a number of their own', async () => {
    const { id } = await create(server, organiser, { clock })
    const players = await Promise.all(Array.from({ length: 12 }, () => server.player()))
    const cards = await Promise.all(players.map((player) => server.tournaments.enter(player, id, {})))
    expect(cards.map(({ number }) => number).sort((one, other) => one - other)).toEqual(players.map((_, index) => index + 1))
    expect((await server.tournaments.entrants(anonymous, id, EVERYTHING)).items.map(({ number }) => number)).toEqual(
      players.map((_, index) => index + 1),
    )
  })

  test('and withdrawing is everybody’s own matter, or the organiser’s', async () => {
    const { id } = await create(server, organiser, { clock, bots: ['random'] })
    const [one, other] = [await server.player(), await server.player()]
    await server.tournaments.enter(one, id, {})
    expect(await problemOf(withdraw(other, id))).toBe('403 NOT_ENTERED')
    expect(await problemOf(withdraw(other, id, { entrant: 2 }))).toBe('403 NOT_ORGANISER')
    expect(await problemOf(withdraw(organiser, id, { entrant: 7 }))).toBe('404 NO_SUCH_ENTRANT')
    expect(await withdraw(organiser, id, { entrant: 2, reason: 'was away' })).toMatchObject([{ number: 2, withdrawn: true }])
    expect(await problemOf(withdraw(organiser, id, { entrant: 2 }))).toBe('409 ALREADY_WITHDRAWN')
    const { items } = await server.tournaments.records(anonymous, id, { first: 10, after: 2 })
    expect(items).toMatchObject([{ number: 3, type: 'withdrew', record: { reason: 'was away' } }])
  })
})

describe('reading', () => {
  test('lists the newest first, by what is asked for, in pages', async () => {
    const host = await server.organiser()
    const made = [
      await create(server, host, { format: 'swiss', clock }),
      await create(server, host, { games: [{ game: 'royals', seats: 2 }], bots: ['random'] }),
      await create(server, host, { format: 'ladder' }),
    ]
    const ids = made.map(({ id }) => id)
    const of = async (filter: object) =>
      (await server.tournaments.list(anonymous, { organiser: host.player.id, ...filter }, EVERYTHING)).items.map(({ id }) => id)
    expect(await of({})).toEqual(ids.toReversed())
    expect(await of({ format: 'swiss' })).toEqual([ids[0]])
    expect(await of({ game: 'royals' })).toEqual([ids[1]])
    expect(await of({ status: 'over' })).toEqual([])
    expect(await of({ organiser: 'nobody of this name' })).toEqual([])
    const player = await server.player('An entrant')
    await server.tournaments.enter(player, ids[0] ?? '', {})
    expect(await of({ player: 'An entrant' })).toEqual([ids[0]])
    const paged: string[] = []
    for (let after: string | undefined; ; ) {
      const { items, next } = await server.tournaments.list(anonymous, { organiser: host.player.id }, { first: 1, after })
      paged.push(...items.map(({ id }) => id))
      if (next === null) break
      after = next
    }
    expect(paged).toEqual(ids.toReversed())
    expect(await problemOf(server.tournaments.list(anonymous, {}, { first: 1, after: 'x' }))).toBe('400 INVALID_INPUT')
  })

  test('pages of entrants, rounds and tables go on after a number', async () => {
    const { id } = await create(server, organiser, { bots: ['random', 'greedy', 'search:1'], atOnce: { all: 1 } })
    await server.tournaments.start(organiser, id)
    await until(server, async () => (await server.tournaments.card(anonymous, id)).tables === 6)
    await server.tournaments.end(organiser, id)
    const { items, next } = await server.tournaments.tables(anonymous, id, {}, { first: 4 })
    expect([items.map(({ number }) => number), next]).toEqual([[1, 2, 3, 4], '4'])
    const rest = await server.tournaments.tables(anonymous, id, {}, { first: 4, after: '4' })
    expect([rest.items.map(({ number }) => number), rest.next]).toEqual([[5, 6], null])
    expect((await server.tournaments.tables(anonymous, id, { entrant: 1 }, EVERYTHING)).items).toHaveLength(4)
    expect((await server.tournaments.rounds(anonymous, id, EVERYTHING)).items).toHaveLength(3)
    expect(await problemOf(server.tournaments.tables(anonymous, id, {}, { first: 4, after: 'x' }))).toBe('400 INVALID_INPUT')
  })

  test('names follow the accounts: whoever is erased has none', async () => {
    const { id } = await create(server, organiser, { clock, bots: ['random'] })
    const player = await server.player('Soon Forgotten')
    await server.tournaments.enter(player, id, {})
    const told = async () =>
      JSON.stringify([
        await server.tournaments.entrants(anonymous, id, EVERYTHING),
        await server.tournaments.records(anonymous, id, { first: 100, after: 0 }),
        await server.tournaments.standings(anonymous, id),
      ])
    expect(await told()).toContain('Soon Forgotten')
    await server.administration.erase(admin, player.player.id, { reason: 'asked to' })
    expect(await told()).not.toContain('Soon Forgotten')
    const { rows } = await server.pool.query('select 1 from tournament_record where record::text like $1', ['%Forgotten%'])
    expect(rows).toEqual([])
  })
})
