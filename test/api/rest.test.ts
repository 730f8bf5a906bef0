import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { IssuedToken } from '../../src/accounts/shapes.js'
import { ProblemDocument } from '../../src/api/http/errors.js'
import { MatchPage, TokenList } from '../../src/api/rest/lists.js'
import { GameList, Me, Registered, shapesOf } from '../../src/api/rest/shapes.js'
import { games } from '../../src/games/registry.js'
import { EVERYTHING } from '../../src/match/finding-shapes.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { MatchCard, MoveCheck } from '../../src/match/shapes.js'
import { type Call, caller, openTable, playOn, type Reply, startMatch, type Table } from './rest.js'

const shapes = shapesOf(games)

/** Answers are not parsed again in the server, so here every one of them is held against its documented schema. */
function fits(reply: Reply, status: number, schema: z.ZodType): Reply {
  expect(reply.body, JSON.stringify(reply.body)).toSatisfy((body: unknown) => schema.safeParse(body).success)
  expect(reply.status).toBe(status)
  return reply
}

function refused(reply: Reply, status: number, code: string): Reply {
  expect(reply.body).toMatchObject({ status, code })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  return fits(reply, status, ProblemDocument)
}

let table: Table
let anne: Call
let ben: Call

beforeAll(async () => {
  table = await openTable()
  ;[anne, ben] = table.players
})
afterAll(() => table.app.close())

describe('players and tokens', () => {
  test('registration answers with a player and a token that works', async () => {
    const { body } = fits(await table.anyone('POST', '/v1/players', { name: `Dora ${Date.now()}`, kind: 'bot' }), 201, Registered)
    const me = fits(await caller(table.app.url, body.token)('GET', '/v1/me'), 200, Me)
    expect(me.body.player).toEqual(body.player)
    expect((await table.anyone('GET', `/v1/players/${body.player.id}`)).body).toEqual({
      ...body.player,
      results: [],
      acceptance: EVERYTHING,
    })
  })

  test('a token is issued with fewer scopes, listed and revoked', async () => {
    const issued = fits(await anne('POST', '/v1/me/tokens', { label: 'reader', scopes: ['read'] }), 201, IssuedToken)
    const reader = caller(table.app.url, issued.body.token)
    refused(await reader('POST', '/v1/matches', { game: 'kingdoms', seats: 2 }), 403, 'SCOPE_MISSING')
    const listed = fits(await anne('GET', '/v1/me/tokens'), 200, TokenList)
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toContain(issued.body.id)
    expect(JSON.stringify(listed.body)).not.toContain(issued.body.token)
    expect((await anne('DELETE', `/v1/me/tokens/${issued.body.id}`)).status).toBe(204)
    refused(await reader('GET', '/v1/me'), 401, 'TOKEN_REVOKED')
  })

  test('no token and a wrong one are 401, and say how to send one', async () => {
    expect(refused(await table.anyone('GET', '/v1/me'), 401, 'TOKEN_REQUIRED').headers.get('www-authenticate')).toMatch(/^Bearer/)
    refused(await caller(table.app.url, 'chy_nonsense')('GET', '/v1/me'), 401, 'TOKEN_INVALID')
  })
})

describe('matches', () => {
  test('games come with the schemas of all they take and give', async () => {
    const { body } = fits(await table.anyone('GET', '/v1/games'), 200, GameList)
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(games.map(({ id }) => id))
    expect(body.items[0].schemas.move.oneOf.length).toBeGreaterThan(1)
  })

  test('created, listed, joined, played by legal moves to the end, and its log verifies', async () => {
    const made = fits(
      await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } }),
      201,
      MatchCard,
    )
    expect(made.headers.get('location')).toBe(`/v1/matches/${made.body.id}`)
    const match = `/v1/matches/${made.body.id}`
    const open = fits(await anne('GET', '/v1/matches?status=open&mine=true'), 200, MatchPage)
    expect(open.body.items.map(({ id }: { id: string }) => id)).toContain(made.body.id)
    const joined = fits(await ben('POST', `${match}/join`), 200, MatchCard)
    expect(joined.body).toMatchObject({ status: 'running', awaiting: [{ seat: 0 }] })
    const seen = fits(await anne('GET', match), 200, shapes.Match)
    expect(seen.body).toMatchObject({ you: 0, secret: null, result: null, view: { startTile: expect.any(String) } })
    fits(await anne('GET', `${match}/legal-moves?first=3`), 200, shapes.LegalMoves)

    expect(fits(await table.stranger('GET', `${match}/log`), 200, shapes.Log).body.format).toBe('chancery-notices/1')
    await playOn(table, made.body.id)
    const over = fits(await ben('GET', match), 200, shapes.Match)
    expect(over.body).toMatchObject({ status: 'over', awaiting: [], result: [{ place: 1 }, {}], secret: expect.any(String) })
    const log = fits(await ben('GET', `${match}/log`), 200, shapes.Log)
    expect(verifyTranscript(log.body)).toEqual({ ok: true, entries: over.body.version, over: true })
  })

  test('lists are read page by page, each match once', async () => {
    const made = new Set<string>()
    for (let i = 0; i < 5; i++) made.add((await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 3 })).body.id)
    const seen: string[] = []
    let after = ''
    do {
      const { body } = fits(await anne('GET', `/v1/matches?status=open&mine=true&first=2${after}`), 200, MatchPage)
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      after = body.next && `&after=${body.next}`
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining([...made]))
  })

  test('a seat is given up before the start, and lost after it', async () => {
    const { body } = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 3 })
    expect(fits(await anne('POST', `/v1/matches/${body.id}/leave`), 200, MatchCard).body.seats[0].player).toBeNull()
    const match = await startMatch(table)
    expect(fits(await ben('POST', `/v1/matches/${match}/leave`), 200, MatchCard).body).toMatchObject({ status: 'over' })
  })

  test('a private match does not exist for strangers', async () => {
    const { body } = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2, visibility: 'private' })
    for (const path of ['', '/view', '/log', '/notices'])
      refused(await table.stranger('GET', `/v1/matches/${body.id}${path}`), 404, 'NOT_FOUND')
    refused(await table.stranger('POST', `/v1/matches/${body.id}/join`), 404, 'NOT_FOUND')
    expect((await ben('POST', `/v1/matches/${body.id}/join`, { invitation: body.invitation })).status).toBe(200)
  })
})

describe('play', () => {
  const castle = { type: 'placeCastle', rank: 1, row: 1, column: 1 }

  test('an accepted move answers with version, head and notices', async () => {
    const match = await startMatch(table)
    const played = fits(await anne('POST', `/v1/matches/${match}/moves`, castle), 200, shapes.Accepted)
    expect(played.body).toMatchObject({
      version: 2,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      notices: [{ type: 'CastlePlaced', seat: 0 }, {}],
    })
  })

  test("refusals are 422 with the game's code and the version, and a check says the same without effect", async () => {
    const match = await startMatch(table)
    const early = refused(await ben('POST', `/v1/matches/${match}/moves`, castle), 422, 'NOT_YOUR_TURN')
    expect(early.body.version).toBe(1)
    refused(await anne('POST', `/v1/matches/${match}/moves`, { type: 'fly' }), 422, 'MALFORMED_MOVE')
    refused(await anne('POST', `/v1/matches/${match}/moves`), 422, 'MALFORMED_MOVE')
    refused(await anne('POST', `/v1/matches/${match}/moves`, 'null'), 422, 'MALFORMED_MOVE')
    refused(await table.stranger('POST', `/v1/matches/${match}/moves`, castle), 403, 'NOT_SEATED')
    const check = fits(await ben('POST', `/v1/matches/${match}/moves/check`, castle), 200, MoveCheck)
    expect(check.body).toMatchObject({ legal: false, refusal: { code: 'NOT_YOUR_TURN' } })
    expect((await anne('POST', `/v1/matches/${match}/moves/check`, castle)).body).toEqual({ legal: true, refusal: null })
    expect((await anne('GET', `/v1/matches/${match}`)).body.version).toBe(1)
  })

  test('If-Match takes a version or an ETag; a stale one is 412, a malformed one 400', async () => {
    const match = await startMatch(table)
    const path = `/v1/matches/${match}/moves`
    const etag = (await anne('GET', `/v1/matches/${match}`)).headers.get('etag') as string
    for (const bad of ['', 'soon', '"v1', '1, 2', '-1'])
      refused(await anne('POST', path, castle, { 'if-match': bad }), 400, 'INVALID_INPUT')
    refused(await anne('POST', path, castle, { 'if-match': '"0"' }), 412, 'STALE_VERSION')
    const ofBen = (await ben('GET', `/v1/matches/${match}`)).headers.get('etag') as string
    // The same number, but another seat, another history, or no tag that was ever sent.
    for (const other of [ofBen, etag.replace(/-s0-.{12}/, '-s0-000000000000'), etag.replace('v1', 'v9'), '"v1-s0-x"', '"v1-s0-"'])
      refused(await anne('POST', path, castle, { 'if-match': other }), 412, 'STALE_VERSION')
    const whole = (await anne('GET', `/v1/matches/${match}?include=view,legalMoves`)).headers.get('etag') as string
    const view = (await anne('GET', `/v1/matches/${match}/view`)).headers.get('etag') as string
    for (const own of [whole, view])
      expect((await anne('POST', path, { ...castle, row: 99 }, { 'if-match': own })).status).toBe(422)
    expect((await anne('POST', path, castle, { 'if-match': etag })).status).toBe(200)
    refused(await ben('POST', path, { ...castle, row: 2 }, { 'if-match': etag }), 412, 'STALE_VERSION')
    expect((await ben('POST', path, { ...castle, row: 2 }, { 'if-match': '2' })).status).toBe(200)
  })

  test('the same key plays once; with another move it is refused', async () => {
    const match = await startMatch(table)
    const path = `/v1/matches/${match}/moves`
    const once = await anne('POST', path, castle, { 'idempotency-key': 'k1' })
    const again = await anne('POST', path, castle, { 'idempotency-key': 'k1' })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(once.body)
    refused(await anne('POST', path, { ...castle, column: 2 }, { 'idempotency-key': 'k1' }), 422, 'IDEMPOTENCY_KEY_REUSED')
    refused(await anne('POST', path, castle, { 'idempotency-key': 'a key' }), 400, 'INVALID_INPUT')
    const made = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2 }, { 'idempotency-key': `m${match}` })
    expect((await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 2 }, { 'idempotency-key': `m${match}` })).body.id).toBe(
      made.body.id,
    )
  })

  test('an ETag names version and viewer; If-None-Match answers 304 until something changes', async () => {
    const match = `/v1/matches/${await startMatch(table)}`
    const first = await anne('GET', match)
    const etag = first.headers.get('etag') as string
    expect(etag).toMatch(/^"v1-s0-/)
    expect(first.headers.get('cache-control')).toMatch(/^private/)
    expect((await anne('GET', match, undefined, { 'if-none-match': `W/${etag}, "x"` })).status).toBe(304)
    expect((await ben('GET', match, undefined, { 'if-none-match': etag })).status).toBe(200)
    expect((await table.stranger('GET', `${match}/view`)).headers.get('etag')).toMatch(/^"v1-spectator-/)
    await anne('POST', `${match}/moves`, castle)
    expect((await anne('GET', match, undefined, { 'if-none-match': etag })).status).toBe(200)
  })

  test('somebody joining changes the ETag of an open match, though not its version', async () => {
    const { body } = await anne('POST', '/v1/matches', { game: 'kingdoms', seats: 3 })
    const before = await anne('GET', `/v1/matches/${body.id}`)
    await ben('POST', `/v1/matches/${body.id}/join`)
    const after = await anne('GET', `/v1/matches/${body.id}`, undefined, {
      'if-none-match': before.headers.get('etag') as string,
    })
    expect(after.status).toBe(200)
    expect(after.body.version).toBe(before.body.version)
  })

  test('a view looks back, and not ahead', async () => {
    const match = await startMatch(table)
    await anne('POST', `/v1/matches/${match}/moves`, castle)
    const now = fits(await anne('GET', `/v1/matches/${match}/view`), 200, shapes.Seen)
    const then = fits(await anne('GET', `/v1/matches/${match}/view?at=1`), 200, shapes.Seen)
    expect([now.body.version, then.body.version]).toEqual([2, 1])
    expect(now.body.view.board[0].castle).not.toBeNull()
    expect(then.body.view.board[0].castle).toBeNull()
    refused(await anne('GET', `/v1/matches/${match}/view?at=3`), 400, 'VERSION_AHEAD')
  })

  test('legal moves come page by page', async () => {
    const match = await startMatch(table)
    const all = await anne('GET', `/v1/matches/${match}/legal-moves?first=1000`)
    const paged: unknown[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await anne('GET', `/v1/matches/${match}/legal-moves?first=50&after=${after}`)
      paged.push(...body.moves)
      after = body.next
    }
    expect(paged).toEqual(all.body.moves)
    expect(all.body).toMatchObject({ total: paged.length, next: null, complete: true })
  })
})
