/** Who sees what, now and when looking back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, SCOPES } from '../../src/accounts/caller.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { begin, openServer, play, problemOf, type Server } from './server.js'

let database: FreshDatabase
let server: Server
let other: Server
let players: [Caller, Caller, Caller]
const nobody: Caller = { player: null, scopes: new Set(), tokenId: null }
beforeAll(async () => {
  database = await freshDatabase()
  server = await openServer(database.url)
  other = await openServer(database.url)
  players = [await server.player(), await server.player(), await server.player()]
})
afterAll(async () => {
  await other.close()
  await server.close()
  await database.drop()
})

const stayed = (): Caller[] => [players[0], players[2]]

describe('a match in which seat 1 leaves', () => {
  let match: string
  let left: number
  /** By viewer: what was seen at each version, when it was new. */
  const seen: unknown[][] = [[], [], [], []]
  const viewers = () => [...players, nobody]
  const look = async () => {
    for (const [index, viewer] of viewers().entries()) seen[index]?.push(await server.matches.view(viewer, match))
  }

  beforeAll(async () => {
    match = await begin(server, players)
    for (const [index, viewer] of viewers().entries()) seen[index]?.push(await server.matches.view(viewer, match, { at: 0 }))
    await look()
    for (let move = 0; move < 12; move++) {
      await play(server, players, match, 1)
      await look()
    }
    left = (await server.matches.leave(players[1], match)).version
    await look()
    for (let move = 0; move < 6; move++) {
      const { awaiting } = await server.matches.card(players[0], match)
      expect(awaiting.map(({ seat }) => seat)).not.toContain(1)
      await play(server, [players[0], players[0], players[2]], match, 1)
      await look()
    }
  })

  test('looking back, everybody sees exactly what they saw then, on any server', async () => {
    for (const { matches } of [server, other])
      for (const [index, viewer] of viewers().entries())
        for (const [at, then] of (seen[index] ?? []).entries()) expect(await matches.view(viewer, match, { at })).toEqual(then)
  })

  test('whoever left saw with the seat until then, and sees as a spectator from then on', async () => {
    expect(await server.matches.view(players[1], match, { at: left - 1 })).toMatchObject({ viewer: 1 })
    for (const at of [left, left + 3, undefined]) {
      const spectator = await server.matches.view(nobody, match, { at })
      expect(await server.matches.view(players[1], match, { at })).toEqual(spectator)
    }
    const told = async (viewer: Caller) => (await server.matches.notices(viewer, match, { first: 100, after: 0 })).items
    const [leaver, spectator, seat] = [await told(players[1]), await told(nobody), await told(players[0])]
    expect(leaver.filter(({ version }) => version >= left)).toEqual(spectator.filter(({ version }) => version >= left))
    expect(leaver.slice(0, left - 1)).not.toEqual(spectator.slice(0, left - 1))
    expect(leaver.slice(0, left - 1)).not.toEqual(seat.slice(0, left - 1))
  })

  test('pages, log and stream tell each viewer the same', async () => {
    for (const viewer of viewers()) {
      const { items: pages } = await server.matches.notices(viewer, match, { first: 100, after: 0 })
      const log = await other.matches.log(viewer, match)
      expect(log.complete ? [] : log.entries).toEqual(pages)
      const streamed: unknown[] = []
      const stop = new AbortController()
      for await (const item of other.matches.follow(viewer, match, 0, stop.signal)) {
        streamed.push(item)
        if (streamed.length === pages.length) break
      }
      expect(streamed).toEqual(pages)
    }
  })

  test('an empty seat moves no more', async () => {
    expect(await server.matches.submit(players[1], match, { move: { type: 'drawTile' } })).toMatchObject({ ok: false })
    expect(await server.matches.legalMoves(players[1], match, { first: 9 })).toMatchObject({ total: 0, decision: null })
  })

  test('what is still to come is refused', async () => {
    const { version } = await server.matches.card(players[0], match)
    for (const viewer of viewers())
      expect(await problemOf(server.matches.view(viewer, match, { at: version + 1 }))).toBe('400 VERSION_AHEAD')
  })

  test('who stayed keeps their own secrets to themselves', async () => {
    const views = await Promise.all(
      [...stayed(), nobody].map(
        async (viewer) => (await server.matches.view(viewer, match)).view as { startTile: unknown; secrets: unknown },
      ),
    )
    expect(views.map(({ secrets }) => secrets)).toEqual([null, null, null])
    expect(views[2]?.startTile).toBeNull()
  })
})

describe('the referee', () => {
  test('is an administrator without a seat, and every look is noted', async () => {
    const match = await begin(server, players)
    const admin: Caller = { ...(await server.player()), scopes: new Set(SCOPES) }
    const look = (caller: Caller) => server.matches.view(caller, match, { referee: true })
    expect(await look(admin)).toMatchObject({ viewer: 'referee', view: { secrets: expect.anything() } })
    expect(server.refereed).toEqual([match])
    expect(await problemOf(look(await server.player()))).toBe('403 SCOPE_MISSING')
    expect(await problemOf(look(nobody))).toBe('401 TOKEN_REQUIRED')
    expect(await problemOf(look({ ...players[0], scopes: new Set(SCOPES) }))).toBe('403 REFEREE_PLAYS')
    expect(await server.matches.view(admin, match)).toMatchObject({ viewer: 'spectator', view: { secrets: null } })
    expect(server.refereed).toEqual([match])
  })

  test('stays shut to whoever has left the match', async () => {
    const match = await begin(server, players)
    await server.matches.leave(players[1], match)
    const leaver: Caller = { ...players[1], scopes: new Set(SCOPES) }
    expect(await problemOf(server.matches.view(leaver, match, { referee: true }))).toBe('403 REFEREE_PLAYS')
  })
})
