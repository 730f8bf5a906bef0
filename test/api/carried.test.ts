/** What a bot is told of its turns brings along what it may do, so that it need not look. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller, startMatch } from './rest.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '1000' } })
})
afterAll(() => app.close())

let names = 0
/** Two players of their own, each with all its points. */
async function newcomers(): Promise<{ players: [Call, Call]; tokens: [string, string] }> {
  const tokenOf = async () => (await app.register(`Newcomer ${++names}`)).token
  const tokens: [string, string] = [await tokenOf(), await tokenOf()]
  return { players: [caller(app.url, tokens[0]), caller(app.url, tokens[1])], tokens }
}

const CASTLES = [1, 2, 3, 4].map((column) => ({ type: 'placeCastle', rank: 1, row: 1, column }))
const left = (headers: Headers): number => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

test('a list of turns carries what a look at each match would, ten of them at most and a point for each', async () => {
  const table = await newcomers()
  const [anne] = table.players
  const matches = [await startMatch(table), await startMatch(table)]
  const { body } = await anne('GET', '/v1/me/turns?include=view,legalMoves')
  for (const turn of body.items) expect(turn).toEqual((await anne('GET', `/v1/matches/${turn.id}?include=view,legalMoves`)).body)
  expect(body.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(matches.toSorted())
  const plain = await anne('GET', '/v1/me/turns')
  expect(plain.body.items[0]).not.toHaveProperty('legalMoves')
  const seen = await anne('GET', '/v1/me/turns?include=view')
  expect(left(plain.headers) - left(seen.headers)).toBe(1 + matches.length)
  for (let more = 0; more < 9; more++) await startMatch(table)
  const page = (await anne('GET', '/v1/me/turns?include=legalMoves&first=100')).body
  expect(page).toMatchObject({ items: { length: 10 }, next: expect.any(String) })
  const rest = (await anne('GET', `/v1/me/turns?include=legalMoves&after=${page.next}`)).body
  expect(rest).toMatchObject({ items: [{ legalMoves: { seat: 0 } }], next: null })
})

test('without points left a turn is told without them', async () => {
  const table = await newcomers()
  const [anne] = table.players
  await startMatch(table)
  const pings = `/v1/me/webhooks/${randomUUID()}/ping`
  let points = left((await anne('GET', '/v1/me')).headers)
  while (points > 60) points = left((await anne('POST', pings)).headers)
  while (points > 1) points = left((await anne('GET', '/v1/me')).headers)
  const { items } = (await anne('GET', '/v1/me/turns?include=legalMoves')).body
  expect(items).toMatchObject([{ yourTurn: true }])
  expect(items[0]).not.toHaveProperty('legalMoves')
})

test('a move waits for the next turn, for the end or for its time, and is answered with the match as it is then', async () => {
  const table = await newcomers()
  const [anne, ben] = table.players
  const match = await startMatch(table)
  const moves = `/v1/matches/${match}/moves`
  const first = anne('POST', `${moves}?include=legalMoves&wait=30`, CASTLES[0])
  expect((await ben('GET', `/v1/matches/${match}?wait=30`)).body).toMatchObject({ version: 2, yourTurn: true })
  const unanswered = (await ben('POST', `${moves}?wait=0.01`, CASTLES[1])).body
  expect(unanswered).toMatchObject({ version: 3, yourTurn: false, match: { version: 3, yourTurn: false } })
  expect(unanswered.match).not.toHaveProperty('view')
  const { match: now, ...accepted } = (await first).body
  expect(accepted).toMatchObject({ version: 2, yourTurn: false, text: [expect.any(String), expect.any(String)] })
  expect(accepted).not.toHaveProperty('legalMoves')
  expect(now).toEqual((await anne('GET', `/v1/matches/${match}?include=legalMoves`)).body)
  const last = anne('POST', `${moves}?wait=30`, CASTLES[2])
  await ben('GET', `/v1/matches/${match}?wait=30`)
  await ben('POST', `/v1/matches/${match}/leave`, {})
  expect((await last).body).toMatchObject({ version: 4, status: 'running', match: { version: 5, status: 'over' } })
})

test('by GraphQL too', async () => {
  const { players, tokens } = await newcomers()
  const match = await startMatch({ players })
  const SUBMIT = `mutation ($input: SubmitMoveInput!, $wait: Int) { submitMove(input: $input) {
    ... on MoveAccepted { version match(wait: $wait) { version yourTurn legalMoves(first: 1) { version } } } } }`
  const [anne, ben] = [asker(app.url, tokens[0]), asker(app.url, tokens[1])]
  const waiting = anne(SUBMIT, { input: { matchId: match, move: CASTLES[0] }, wait: 30 })
  await players[1]('GET', `/v1/matches/${match}?wait=30`)
  await ben(SUBMIT, { input: { matchId: match, move: CASTLES[1] } })
  const now = { version: 3, yourTurn: true, legalMoves: { version: 3 } }
  expect((await waiting).data.submitMove).toEqual({ version: 2, match: now })
})

test('an accepted move is told even if nothing can wait for the next turn', async () => {
  const { players, tokens } = await newcomers()
  const match = await startMatch({ players })
  const move = players[0]('POST', `/v1/matches/${match}/moves?wait=30`, CASTLES[0])
  await players[1]('GET', `/v1/matches/${match}?wait=30`)
  const { tokenId } = (await players[0]('GET', '/v1/me')).body
  await caller(app.url, tokens[0])('DELETE', `/v1/me/tokens/${tokenId}`)
  const { status, body } = await move
  expect([status, body.version]).toEqual([200, 2])
  expect(body).not.toHaveProperty('match')
})

test('items of an inbox carry it as pages and as a stream, if the match still waits at their version', async () => {
  const table = await newcomers()
  const [anne, ben] = table.players
  const { next } = (await ben('GET', '/v1/me/stream')).body
  const match = await startMatch(table)
  await anne('POST', `/v1/matches/${match}/moves`, CASTLES[0])
  const carried = (await ben('GET', `/v1/me/stream?after=${next}&include=view,legalMoves&wait=30`)).body.items
  const { view, legalMoves } = (await ben('GET', `/v1/matches/${match}?include=view,legalMoves`)).body
  expect(carried).toMatchObject([{ version: 1 }, { version: 2, yourTurn: true, view, legalMoves }])
  expect(carried[0]).not.toHaveProperty('view')
  const told = await firstLine(`/v1/me/stream?include=legalMoves`, table.tokens[1])
  expect(told).toMatchObject({ match, version: 2, legalMoves })
  expect(told).not.toHaveProperty('view')
  await ben('POST', `/v1/matches/${match}/moves`, CASTLES[1])
  const old = (await ben('GET', `/v1/me/stream?after=${next}&include=legalMoves`)).body.items
  expect(old.map((item: object) => 'legalMoves' in item)).toEqual([false, false, false])
})

async function firstLine(path: string, token: string): Promise<unknown> {
  const leaving = new AbortController()
  const headers = { accept: 'application/x-ndjson', authorization: `Bearer ${token}` }
  const { body } = await fetch(app.url + path, { headers, signal: leaving.signal })
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) break
  }
  leaving.abort()
  return JSON.parse(text.slice(0, text.indexOf('\n')))
}
