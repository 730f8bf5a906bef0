/** Worlds over the wire: the same by REST and GraphQL, for points, and within bounds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { asker } from './graphql.js'
import { caller, openTable, startMatch, type Table } from './rest.js'

let table: Table
let match: string
beforeAll(async () => {
  table = await openTable()
  match = await startMatch(table)
})
afterAll(() => table.app.close())

test('GraphQL tells what REST tells', async () => {
  const [anne] = table.players
  const ask = asker(table.app.url, table.tokens[0])
  const rest = await anne('POST', `/v1/matches/${match}/imagine`, { seed: 3, count: 2, view: true, legalMoves: 1 })
  const WORLD = '{ state awaiting { seat decision } over { seat place score } view legalMoves { seat total complete moves } }'
  const imagined = await ask(
    `query ($match: ID!) { it: imagine(matchId: $match, input: { seed: 3, count: 2, view: true, legalMoves: 1 }) { game version seat worlds ${WORLD} } }`,
    { match },
  )
  expect(imagined.data.it).toEqual(rest.body)
  const { state, legalMoves } = rest.body.worlds[0]
  const body = { state, moves: [{ seat: 0, move: legalMoves[0].moves[0] }, { seat: 1, move: null }, { seat: 1 }], seed: 4 }
  const tried = { ...body, moves: [body.moves[0], { seat: 1 }, { seat: 1 }] }
  const applied = await anne('POST', '/v1/games/kingdoms/apply', tried)
  expect(applied.body.results.map(({ refusal }: { refusal: unknown }) => refusal)).toEqual([null, null, null])
  const asked = await ask(
    `query ($input: ApplyMovesInput!) { it: apply(game: kingdoms, input: $input) { results { refusal { code } events world { state over { seat place score } } } } }`,
    { input: body },
  )
  expect(asked.data.it.results.map(({ events }: { events: unknown }) => events)).toEqual(
    applied.body.results.map(({ events }: { events: unknown }) => events),
  )
  expect(asked.data.it.results[0].world.state).toBe(applied.body.results[0].world.state)
  expect(asked.data.it.results[1].world.over).toEqual(applied.body.results[1].world.over)
})

test('what is hidden from a seat is dealt anew in its worlds', async () => {
  const worlds = await Promise.all(
    table.players.map(
      async (player) => (await player('POST', `/v1/matches/${match}/imagine`, { seed: 1, count: 20, view: true })).body.worlds,
    ),
  )
  const dealt = worlds.map(
    (of) => new Set(of.map(({ view }: { view: { secrets: unknown } }) => JSON.stringify(view.secrets))).size,
  )
  for (const ways of dealt) expect(ways).toBeGreaterThan(1)
})

test.each([
  ['no seed', {}],
  ['too many worlds', { seed: 1, count: 21 }],
  ['a seed out of range', { seed: -1 }],
  ['what is not known', { seed: 1, truth: true }],
])('%s is refused', async (_, body) => {
  const answer = await table.players[0]('POST', `/v1/matches/${match}/imagine`, body)
  expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('a request may be longer than others, and is bounded', async () => {
  const [anne] = table.players
  const moves = [{ seat: 0 }]
  const long = await anne('POST', '/v1/games/kingdoms/apply', { state: 'x'.repeat(200_000), moves, seed: 1 })
  expect([long.status, long.body.code]).toEqual([422, 'STATE_NOT_SIGNED'])
  const tooLong = await anne('POST', '/v1/games/kingdoms/apply', { state: 'x'.repeat(300_000), moves, seed: 1 })
  expect([tooLong.status, tooLong.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
  const many = { begin: { seats: 2 }, moves: Array.from({ length: 51 }, () => ({ seat: 0 })), seed: 1 }
  expect((await anne('POST', '/v1/games/kingdoms/apply', many)).body.code).toBe('INVALID_INPUT')
})

test('each world costs a point', async () => {
  const strict = await startApp({ env: { RATE_LIMIT: '100' }, databaseUrl: table.app.databaseUrl })
  try {
    const anne = caller(strict.url, table.tokens[0])
    const left = ({ headers }: { headers: Headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const before = left(await anne('GET', '/v1/me'))
    const imagined = await anne('POST', `/v1/matches/${match}/imagine`, { seed: 1, count: 10 })
    expect(left(imagined)).toBe(before - 10)
    const moves = Array.from({ length: 50 }, () => ({ seat: 0 }))
    const applied = await anne('POST', '/v1/games/kingdoms/apply', { begin: { seats: 2 }, moves, seed: 1 })
    // A long answer costs besides.
    expect(left(applied)).toBeLessThanOrEqual(before - 60)
    const refused = await anne('POST', '/v1/games/kingdoms/apply', { begin: { seats: 2 }, moves, seed: 1 })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    const asked = await asker(
      strict.url,
      table.tokens[0],
    )('{ it: apply(game: kingdoms, input: { begin: { seats: 2 }, seed: 1 }) { game } }')
    expect(asked.code).toBe('RATE_LIMITED')
  } finally {
    await strict.close()
  }
})
