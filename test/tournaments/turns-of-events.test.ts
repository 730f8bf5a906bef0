/** What comes between the start of a tournament and its end: pauses, withdrawals, aborts, those who are gone and those who do not answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous } from '../../src/accounts/caller.js'
import { itemAt } from '../../src/games/lists.js'
import { entryRating } from '../../src/tournaments/entry-rating.js'
import { TournamentRecord } from '../../src/tournaments/record.js'
import { replay } from '../../src/tournaments/replaying.js'
import { TournamentSetting } from '../../src/tournaments/setting.js'
import type { TableCard } from '../../src/tournaments/shapes.js'
import { type Player, play } from '../match/server.js'
import { begun, create, openTournaments, PATIENCE, played, type TournamentServer, tablesOf, until, withScope } from './server.js'

let server: TournamentServer
let organiser: Player
let admin: Player
beforeAll(async () => {
  server = await openTournaments()
  organiser = await server.organiser()
  admin = withScope(await server.player(), 'admin')
})
afterAll(() => server.close())

const slow = { kind: 'decision', seconds: 86_400 }

async function started(chosen: object, players: readonly Player[] = []): Promise<string> {
  const { id } = await create(server, organiser, chosen)
  for (const player of players) await server.tournaments.enter(player, id, {})
  await server.tournaments.start(organiser, id)
  return id
}

const newPlayers = (number: number): Promise<Player[]> => Promise.all(Array.from({ length: number }, () => server.player()))
const atTable = (players: readonly Player[], { seats }: TableCard): Player[] =>
  seats.map(({ entrant }) => itemAt(players, entrant - 1))

async function recordsOf(id: string): Promise<TournamentRecord[]> {
  const { items } = await server.tournaments.records(anonymous, id, { first: 1000, after: 0 })
  return items.map(({ record }) => TournamentRecord.parse(record))
}

async function expectReplays(id: string): Promise<void> {
  const { setting } = await server.tournaments.card(anonymous, id)
  expect(replay(setting, await recordsOf(id))).toMatchObject({ ok: true })
}

test('while it is paused no table begins, and those that have begun are counted', { timeout: PATIENCE }, async () => {
  const players = await newPlayers(2)
  const id = await started({ clock: slow, deals: 'fresh', atOnce: { entrant: 1 } }, players)
  await begun(server, id, 1)
  await server.tournaments.pause(organiser, id)
  const [first] = await tablesOf(server, anonymous, id)
  if (!first) throw new Error('there is no table')
  await play(server, atTable(players, first), first.match ?? '', Number.POSITIVE_INFINITY)
  await until(server, async () => (await server.tournaments.card(anonymous, id)).tablesEnded === 1)
  await server.tournaments.sweep()
  expect(await server.tournaments.card(anonymous, id)).toMatchObject({ status: 'paused', tablesBegun: 1 })
  await server.tournaments.resume(organiser, id)
  await begun(server, id, 2)
})

describe('whoever withdraws', () => {
  test('forfeits tables that have not begun, and plays the others', { timeout: PATIENCE }, async () => {
    const players = await newPlayers(3)
    const id = await started({ clock: slow, deals: 'fresh', atOnce: { all: 1 } }, players)
    await begun(server, id, 1)
    const [first] = await tablesOf(server, admin, id)
    if (!first) throw new Error('there is no table')
    const [gone] = atTable(players, first)
    if (!gone) throw new Error('nobody sits there')
    await server.tournaments.withdraw(gone, id, {})
    await until(server, async () => (await server.tournaments.card(anonymous, id)).tablesEnded === 3)
    const tables = await tablesOf(server, admin, id)
    expect(tables.map(({ status }) => status).sort()).toEqual(['begun', 'forfeit', 'forfeit', 'forfeit', 'made', 'made'])
    expect((await server.matches.card(gone, first.match ?? '')).status).toBe('running')
    await expectReplays(id)
  })

  test.each([
    ['blocked', 'block'],
    ['erased', 'erase'],
  ] as const)('because the account was %s has withdrawn', async (_, act) => {
    const players = await newPlayers(2)
    const id = await started({ clock: slow, format: 'ladder' }, players)
    await begun(server, id, 2)
    await server.administration[act](admin, itemAt(players, 0).player.id, { reason: 'a test' })
    await until(server, async () => (await server.tournaments.card(anonymous, id)).entrants === 1)
    expect((await recordsOf(id)).filter(({ type }) => type === 'withdrew')).toMatchObject([{ entrant: 1 }])
  })

  test('before the start is found, too', { timeout: PATIENCE }, async () => {
    const [player] = await newPlayers(1)
    if (!player) throw new Error('there is no player')
    const { id } = await create(server, organiser, { clock: slow })
    await server.tournaments.enter(player, id, {})
    await server.administration.block(admin, player.player.id, { reason: 'a test' })
    await until(server, async () => (await server.tournaments.card(anonymous, id)).entrants === 0)
  })
})

test('a match that an administrator aborts counts for nothing', { timeout: PATIENCE }, async () => {
  const players = await newPlayers(2)
  const id = await started({ clock: slow, deals: 'fresh' }, players)
  await begun(server, id, 2)
  const [first, second] = await tablesOf(server, anonymous, id)
  await server.matches.abortAsAdministrator(admin, first?.match ?? '', { reason: 'a test' })
  if (!second) throw new Error('there is no table')
  await play(server, atTable(players, second), second.match ?? '', Number.POSITIVE_INFINITY)
  await played(server, id)
  expect((await tablesOf(server, anonymous, id)).map(({ status }) => status)).toEqual(['void', 'played'])
  expect((await server.tournaments.standings(anonymous, id)).items.map(({ played: tables }) => tables)).toEqual([1, 1])
  await expectReplays(id)
})

test('what the organiser ends is over: matches that run are aborted, and everything is shown', {
  timeout: PATIENCE,
}, async () => {
  const players = await newPlayers(4)
  const id = await started({ clock: slow, format: 'swiss', rounds: 2 }, players)
  await begun(server, id, 4)
  const [first] = await tablesOf(server, admin, id)
  if (!first) throw new Error('there is no table')
  await play(server, atTable(players, first), first.match ?? '', Number.POSITIVE_INFINITY)
  await until(server, async () => (await server.tournaments.card(anonymous, id)).tablesEnded === 1)
  await server.tournaments.end(organiser, id)
  const card = await played(server, id)
  expect(card).toMatchObject({ status: 'over', rounds: 1, tablesEnded: 4 })
  const tables = await tablesOf(server, anonymous, id)
  expect(tables.map(({ status }) => status)).toEqual(['played', 'void', 'void', 'void'])
  for (const { match, status } of tables) {
    const shown = await server.matches.card(anonymous, match ?? '')
    expect(shown).toMatchObject({ status: status === 'void' ? 'aborted' : 'over', visibility: 'public' })
    expect(shown.secret).not.toBeNull()
    expect(await server.matches.log(anonymous, match ?? '')).toMatchObject({ complete: true })
  }
  await expectReplays(id)
})

test('who never answers loses by the clock and is withdrawn; the others finish', { timeout: PATIENCE }, async () => {
  const players = await newPlayers(1)
  const id = await started(
    { clock: { kind: 'decision', seconds: 1 }, format: 'swiss', rounds: 2, bots: ['random', 'greedy'] },
    players,
  )
  await played(server, id)
  const records = await recordsOf(id)
  const silent = records.find((record) => record.type === 'entered' && record.who.kind === 'player')
  if (silent?.type !== 'entered') throw new Error('nobody entered')
  expect(records.filter(({ type }) => type === 'withdrew')).toEqual([
    { type: 'withdrew', entrant: silent.entrant, reason: 'lost every table of a round by the clock' },
  ])
  const { items } = await server.tournaments.standings(anonymous, id)
  expect(items.at(-1)).toMatchObject({ entrant: silent.entrant, withdrawn: true })
  await expectReplays(id)
})

test('whoever resigns all tables of a round was there, and plays on', { timeout: PATIENCE }, async () => {
  const players = await newPlayers(2)
  const id = await started({ clock: slow, format: 'ladder' }, players)
  await begun(server, id, 2)
  const [mine] = players
  if (!mine) throw new Error('there is no player')
  for (const { match } of await tablesOf(server, mine, id)) await server.matches.leave(mine, match ?? '')
  await begun(server, id, 4)
  expect(await server.tournaments.card(anonymous, id)).toMatchObject({ status: 'running', entrants: 2, rounds: 2 })
})

test.each([
  ['', {}, [{ matches: 2 }]],
  [' unless the organiser does not want it', { rated: false }, []],
  [' unless it is played with other content', { games: [{ game: 'royals', seats: 2, options: { content: {} } }] }, []],
] as const)('tables count for ratings%s', async (_, chosen, expected) => {
  const players = await newPlayers(2)
  const id = await started({ clock: slow, ...chosen }, players)
  await begun(server, id, 2)
  for (const { match } of await tablesOf(server, admin, id)) await server.matches.leave(itemAt(players, 0), match ?? '')
  await played(server, id)
  await server.ratings.sweep()
  expect(await server.ratings.ofPlayer(itemAt(players, 1).player.id)).toMatchObject(expected)
})

test('entrants are ranked by their ratings in the games that are played', () => {
  const setting = TournamentSetting.parse({
    name: 'x',
    games: [
      { game: 'kingdoms', seats: 2 },
      { game: 'royals', seats: 2 },
    ],
    format: 'swiss',
    seed: 1,
  })
  const of = (game: string, mu: number) => ({ game, mu })
  expect(entryRating(setting, [])).toBeNull()
  expect(entryRating(setting, [of('regents', 40)])).toBeNull()
  expect(entryRating(setting, [of('regents', 40), of('royals', 30)])).toBe(30)
  expect(entryRating(setting, [of('kingdoms', 20), of('royals', 30)])).toBe(25)
})

test('late entrants play from the next round on', { timeout: PATIENCE }, async () => {
  const id = await started({ format: 'ladder', clock: slow, bots: ['random', 'greedy'] })
  await until(server, async () => (await server.tournaments.card(anonymous, id)).rounds >= 1)
  const [late] = await newPlayers(1)
  if (!late) throw new Error('there is no player')
  const { number, from } = await server.tournaments.enter(late, id, {})
  await until(
    server,
    async () => (await server.tournaments.tables(anonymous, id, { entrant: number }, { first: 1 })).items.length > 0,
  )
  const { items } = await server.tournaments.tables(anonymous, id, { entrant: number }, { first: 1 })
  expect(items[0]?.round).toBeGreaterThanOrEqual(from)
  await server.tournaments.end(organiser, id)
  await played(server, id)
  await expectReplays(id)
})
