/** News of all matches of a player, in the order of the database's clock. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../src/accounts/caller.js'
import type { InboxItem } from '../../src/match/inbox-shapes.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, play, problemOf, type Server } from './server.js'

let database: FreshDatabase
let server: Server
let players: [Caller, Caller]
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const newPlayers = async (): Promise<[Caller, Caller]> => [await server.player(), await server.player()]
const named = ({ match, version }: Pick<InboxItem, 'match' | 'version'>) => `${match} ${version}`
const page = async (after?: string) => (await server.matches.inbox(players[0], { first: 100, after })).items

/** Listens until told to stop; what was heard is in the list. */
function listen(after?: string): { heard: InboxItem[]; stop(): Promise<void> } {
  const heard: InboxItem[] = []
  const abort = new AbortController()
  const done = (async () => {
    for await (const item of server.matches.followInbox(players[0], after, abort.signal)) heard.push(item)
  })()
  const stop = () => {
    abort.abort()
    return done
  }
  return { heard, stop }
}

describe('an inbox', () => {
  test('opens with the matches that wait for the player, and goes on with all that happens', async () => {
    players = await newPlayers()
    const waits = await begin(server, players)
    const another = await begin(server, players)
    await play(server, players, another, 1)
    expect((await page()).map(named)).toEqual([`${waits} 1`])
    const { heard, stop } = listen()
    await expect.poll(() => heard.length).toBe(1)
    await play(server, players, another, 2)
    await expect.poll(() => heard.map(named), { timeout: 5000 }).toEqual([`${waits} 1`, `${another} 3`, `${another} 4`])
    expect(heard.map(({ yourTurn }) => yourTurn)).toEqual([true, true, false])
    await stop()
  })

  test('resumed after any of its items it tells the rest, exactly', async () => {
    players = await newPlayers()
    const matches = [await begin(server, players), await begin(server, players), await begin(server, players)]
    const [{ cursor }] = (await page()).slice(-1) as [InboxItem]
    await Promise.all(matches.map((match) => play(server, players, match, 5)))
    expect(await page(cursor)).toHaveLength(15)
    const all = (await page(cursor)).map(named)
    expect(new Set(all).size).toBe(15)
    for (const match of matches)
      expect(all.filter((name) => name.startsWith(match))).toEqual([2, 3, 4, 5, 6].map((version) => `${match} ${version}`))
    for (const [index, item] of (await page(cursor)).entries())
      expect((await page(item.cursor)).map(named)).toEqual(all.slice(index + 1))
    const paged: string[] = []
    for (let after = cursor; ; ) {
      const { items } = await server.matches.inbox(players[0], { first: 4, after })
      if (items.length === 0) break
      paged.push(...items.map(named))
      after = (items.at(-1) as InboxItem).cursor
    }
    expect(paged).toEqual(all)
  })

  test('does not skip an entry that began to be written earlier and was committed later', async () => {
    players = await newPlayers()
    const [late, prompt] = [await begin(server, players), await begin(server, players)]
    const [{ cursor }] = (await page()).slice(-1) as [InboxItem]
    const { heard, stop } = listen(cursor)
    const slow = new pg.Client({ connectionString: database.url })
    await slow.connect()
    await slow.query('begin')
    await slow.query(
      `insert into entry (match_id, version, seat, rules, command, events, rolls, awaiting, at, hash)
       select match_id, 2, seat, rules, command, events, rolls, awaiting, at, 'later' from entry where match_id = $1 and version = 1`,
      [late],
    )
    await play(server, players, prompt, 2)
    await new Promise((done) => setTimeout(done, 300))
    expect(heard).toEqual([])
    expect(await page(cursor)).toEqual([])
    await slow.query('commit')
    await slow.end()
    const wanted = [`${late} 2`, `${prompt} 2`, `${prompt} 3`]
    await expect.poll(() => heard.map(named), { timeout: 8000 }).toEqual(wanted)
    expect((await page(cursor)).map(named)).toEqual(wanted)
    await stop()
  })

  test('opens page by page, as many as were asked for, and goes on with what happened meanwhile', async () => {
    players = await newPlayers()
    const matches: string[] = []
    for (let i = 0; i < 5; i++) matches.push(await begin(server, players))
    const one = await server.matches.inbox(players[0], { first: 1 })
    expect(one.items.map(named)).toEqual([`${matches[0]} 1`])
    await play(server, players, matches[1] as string, 1)
    const told = [...one.items]
    for (let after = one.next; ; ) {
      const { items, next } = await server.matches.inbox(players[0], { first: 2, after })
      if (items.length === 0) break
      told.push(...items)
      after = next
    }
    expect(told.map(named)).toEqual([0, 2, 3, 4].map((i) => `${matches[i]} 1`).concat(`${matches[1]} 2`))
    for (const [index, { cursor }] of told.entries())
      expect((await page(cursor)).map(named)[0]).toBe(told[index + 1] && named(told[index + 1] as InboxItem))
  })

  test('with nothing to tell it hands out a cursor, after which comes what happens between two connections', async () => {
    players = await newPlayers()
    const start = await server.matches.startInbox(players[0])
    const { items, next } = await server.matches.inbox(players[0], { first: 10 })
    expect(items).toEqual([])
    const match = await begin(server, players)
    await play(server, players, match, 1)
    for (const after of [start, next]) expect((await page(after)).map(named)).toEqual([`${match} 1`, `${match} 2`])
  })

  test('begins anew for whoever holds a cursor of the time before', async () => {
    players = await newPlayers()
    const match = await begin(server, players)
    for (const old of ['opening', '12345_00000000-0000-0000-0000-000000000000_0', `99_${match}_1`])
      expect((await page(old)).map(named)).toEqual([`${match} 1`])
  })

  test('tells what waits again, and the minute before the cursor, when the clock was put back', async () => {
    players = await newPlayers()
    const [waits, moved] = [await begin(server, players), await begin(server, players)]
    await play(server, players, moved, 1)
    const cursor = (await server.matches.inbox(players[0], { first: 10 })).next
    const ahead = cursor.replace(/(?<=^i\.[0-9a-z]+\.)\d+/, (at) => String(Number(at) + 3_600_000_000))
    expect((await page(ahead)).map(named)).toEqual([`${waits} 1`, `${moved} 1`, `${moved} 2`])
  })

  test('is the player’s own, needs the scope read, and knows its own cursors', async () => {
    players = await newPlayers()
    await begin(server, players)
    expect((await server.matches.inbox(await server.player(), { first: 10 })).items).toEqual([])
    expect(await problemOf(server.matches.inbox({ ...players[0], scopes: new Set(['play']) }, { first: 10 }))).toBe(
      '403 SCOPE_MISSING',
    )
    for (const after of [
      '',
      'x',
      '1_2_3',
      `99999999999999999999_00000000-0000-0000-0000-000000000000_1`,
      '1_00000000-0000-0000-0000-000000000000_9999999999',
      'i.a.1.00000000-0000-0000-0000-000000000000',
      'i.a.1.00000000-0000-0000-0000-000000000000.1.2',
      'i.a.-1.00000000-0000-0000-0000-000000000000.1',
      'i.A.1.00000000-0000-0000-0000-000000000000.1',
      'i.a.1.no-match.1',
    ])
      expect(await problemOf(page(after)), after).toBe('400 INVALID_INPUT')
  })
})
