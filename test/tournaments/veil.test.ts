/** Tables that share a deal: until the last of them has ended, nobody learns from one what is dealt at another. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, type Caller } from '../../src/accounts/caller.js'
import { itemAt } from '../../src/games/lists.js'
import type { TableCard } from '../../src/tournaments/shapes.js'
import { type Player, play, problemOf } from '../match/server.js'
import { begun, create, openTournaments, PATIENCE, type TournamentServer, tablesOf, until, withScope } from './server.js'

let here: TournamentServer
let there: TournamentServer
let organiser: Player
let admin: Player
let players: readonly Player[]
let id: string
/** Two tables of different groups that have the same deal: the first is played to its end, the second stays open. */
let ended: TableCard
let open: TableCard

const at = ({ seats }: TableCard): Player[] => seats.map(({ entrant }) => itemAt(players, entrant - 1))
const matchOf = ({ match }: TableCard): string => match ?? 'not begun'

beforeAll(async () => {
  here = await openTournaments()
  there = await openTournaments(here.databaseUrl)
  organiser = await here.organiser()
  admin = withScope(await here.player(), 'admin')
  const made = [await here.player(), await here.player(), await here.player(), await here.player()]
  players = made.map((player, index) => (index === 3 ? withScope(player, 'admin') : player))
  id = (await create(here, organiser, { format: 'swiss', rounds: 1, clock: { kind: 'decision', seconds: 86_400 } })).id
  for (const player of players) await here.tournaments.enter(player, id, {})
  await here.tournaments.start(organiser, id)
  await begun(here, id, 4)
  const tables = await tablesOf(here, admin, id)
  const fourth = (table: TableCard): boolean => at(table).includes(itemAt(players, 3))
  ended = itemAt(
    tables.filter((table) => !fourth(table)),
    0,
  )
  open = itemAt(
    tables.filter(({ deal, number }) => deal === ended.deal && number !== ended.number),
    0,
  )
  for (const { matches } of [here, there]) await matches.view(itemAt(at(ended), 0), matchOf(ended))
  await play(here, at(ended), matchOf(ended), Number.POSITIVE_INFINITY)
  await until(here, async () => (await here.tournaments.card(anonymous, id)).tablesEnded === 1)
}, PATIENCE)
afterAll(async () => {
  await there.close()
  await here.close()
})

/** Who may not see a table: everybody but its seats and administrators who do not play. */
const strangers = (): readonly (readonly [string, Caller])[] => [
  ['nobody known', anonymous],
  ['its organiser', organiser],
  ['whoever has the same deal elsewhere', itemAt(at(open), 0)],
  ['an administrator who plays in the tournament', itemAt(players, 3)],
]

const reads = (caller: Caller, match: string): readonly (readonly [string, () => Promise<unknown>])[] =>
  [here, there].flatMap(({ matches }): (readonly [string, () => Promise<unknown>])[] => [
    ['card', () => matches.card(caller, match)],
    ['view', () => matches.view(caller, match)],
    ['parts', () => matches.parts(caller, match, ['view'])],
    ['notices', () => matches.notices(caller, match, { first: 10, after: 0 })],
    ['stream', () => matches.requireFollowable(caller, match)],
    ['log', () => matches.log(caller, match)],
    ...(caller.scopes.has('admin') ? ([['referee', () => matches.view(caller, match, { referee: true })]] as const) : []),
  ])

describe('before the last table of a deal has ended', () => {
  test('strangers find no match, one that has ended no more than one that runs', async () => {
    for (const table of [ended, open])
      for (const [who, caller] of strangers()) {
        if (table === open && at(open).some((player) => player.player.id === caller.player?.id)) continue
        for (const [what, read] of reads(caller, matchOf(table)))
          expect([who, what, await problemOf(read())]).toEqual([who, what, '404 NOT_FOUND'])
        const { items } = await here.matches.list(caller, { player: itemAt(at(ended), 0).player.id }, { first: 100 })
        expect(items).toEqual([])
      }
  })

  test('its own seats see what they have seen, and neither secret nor the whole log', async () => {
    for (const { matches } of [here, there])
      for (const player of at(ended)) {
        expect(await matches.card(player, matchOf(ended))).toMatchObject({ status: 'over', secret: null, tournament: id })
        expect(await matches.log(player, matchOf(ended))).toMatchObject({ complete: false })
        expect((await matches.view(player, matchOf(ended))).viewer).toBe((await matches.card(player, matchOf(ended))).you)
        expect(await problemOf(matches.view(player, matchOf(ended), { referee: true }))).toBe('403 SCOPE_MISSING')
      }
  })

  test('administrators who do not play look on as referees, and have no secret either', async () => {
    for (const { matches } of [here, there]) {
      expect((await matches.view(admin, matchOf(open), { referee: true })).viewer).toBe('referee')
      expect(await matches.card(admin, matchOf(ended))).toMatchObject({ secret: null })
      expect(await matches.log(admin, matchOf(ended))).toMatchObject({ complete: false })
    }
  })

  test('the tournament tells that a table has ended, and not how', async () => {
    for (const caller of [anonymous, organiser, itemAt(at(open), 0)]) {
      const tables = await tablesOf(there, caller, id)
      const shown = tables.find(({ number }) => number === ended.number)
      expect(shown).toMatchObject({ status: 'played', match: null })
      expect(shown?.seats.map(({ place, score }) => [place, score])).toEqual([
        [null, null],
        [null, null],
      ])
      const { items } = await here.tournaments.records(caller, id, { first: 100, after: 0 })
      expect(items.find(({ type }) => type === 'tableEnded')?.record).toMatchObject({ places: [], head: null })
      expect((await here.tournaments.standings(caller, id)).items.map(({ points, played }) => [points, played])).toEqual(
        players.map(() => [0, 0]),
      )
      expect((await here.tournaments.crosstable(caller, id)).rows.flatMap(({ cells }) => cells)).toEqual([])
    }
  })

  test('results and ratings of players say nothing of it', async () => {
    await here.ratings.sweep()
    for (const { player } of at(ended)) {
      expect(await here.matches.results(player.id)).toEqual([])
      expect(await here.ratings.ofPlayer(player.id)).toEqual([])
    }
  })
})

describe('the seats of a table', () => {
  test('cannot be handed over, nor the match be taken back, aborted by agreement or played again', async () => {
    const [mine] = at(open)
    if (!mine) throw new Error('nobody sits there')
    const match = matchOf(open)
    const tried = [
      () => here.matches.agreeToAbort(mine, match, { agree: true }),
      () => here.matches.takeBack(mine, match, { to: 1, agree: true }),
      () => here.matches.offerSeat(mine, match, { player: organiser.player.id, expiresInHours: 1 }),
      () => here.matches.handOverToHouse(mine, match),
      () => here.matches.rematch(itemAt(at(ended), 0), matchOf(ended)),
    ]
    for (const one of tried) expect(await problemOf(one())).toBe('409 OF_TOURNAMENT')
    for (const stranger of [organiser, itemAt(at(ended), 0)])
      expect(await problemOf(here.matches.join(stranger, match, {}))).toBe('404 NOT_FOUND')
    expect(await problemOf(here.matches.cancel(organiser, match))).toBe('404 NOT_FOUND')
  })
})

describe('when the last one has ended', () => {
  beforeAll(async () => {
    await play(there, at(open), matchOf(open), Number.POSITIVE_INFINITY)
    await until(here, async () => (await here.tournaments.card(anonymous, id)).tablesEnded === 2)
  }, PATIENCE)

  test('everybody sees all of both, on every server, also one that knew them before', async () => {
    for (const { matches } of [here, there])
      for (const [, caller] of strangers())
        for (const table of [ended, open]) {
          const card = await matches.card(caller, matchOf(table))
          expect(card).toMatchObject({ status: 'over', visibility: 'public' })
          expect(card.secret).toMatch(/^[0-9a-f]{64}$/)
          expect(await matches.log(caller, matchOf(table))).toMatchObject({ complete: true })
          expect(await problemOf(matches.view(caller, matchOf(table)))).toBe('no problem')
        }
    expect((await here.matches.card(anonymous, matchOf(ended))).secret).toBe(
      (await here.matches.card(anonymous, matchOf(open))).secret,
    )
  })

  test('both count', async () => {
    await here.ratings.sweep()
    for (const { player } of [...at(ended), ...at(open)])
      expect(await here.ratings.ofPlayer(player.id)).toMatchObject([{ game: 'kingdoms', matches: 1 }])
    const tables = (await tablesOf(here, anonymous, id)).filter(({ deal }) => deal === ended.deal)
    expect(tables.flatMap(({ seats }) => seats.map(({ place }) => place)).every((place) => place !== null)).toBe(true)
    expect((await there.tournaments.standings(anonymous, id)).items.reduce((sum, { played }) => sum + played, 0)).toBe(4)
    const { items } = await there.tournaments.records(anonymous, id, { first: 100, after: 0 })
    const places = items.filter(({ type }) => type === 'tableEnded').map(({ record }) => record)
    expect(places).toHaveLength(2)
    for (const record of places) expect(record).toMatchObject({ head: expect.any(String) })
  })

  test('the secret of the tournament stays hidden, as do tables with other deals', async () => {
    expect((await here.tournaments.card(organiser, id)).secret).toBeNull()
    const other = (await tablesOf(here, admin, id)).find(({ deal }) => deal !== ended.deal)
    expect(await problemOf(here.matches.card(anonymous, other?.match ?? ''))).toBe('404 NOT_FOUND')
  })
})
