/** Bots of the house by REST and by GraphQL: named, seated, and refused in words where there is no such bot. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { type Ask, asker } from './graphql.js'
import { type Call, caller } from './rest.js'

let app: TestApp
let call: Call
let ask: Ask
beforeAll(async () => {
  app = await startApp({ env: { BOT_THREADS: '1' } })
  const { token } = await app.register('Host of bots')
  call = caller(app.url, token)
  ask = asker(app.url, token)
})
afterAll(() => app.close())

const holders = '{ status seats { player { name kind } } }'
const seated = { status: 'running', seats: [{ player: { kind: 'bot' } }, { player: { name: 'House search:1', kind: 'house' } }] }

test('at creation', async () => {
  const bots = [{ bot: 'search:1' }]
  const made = await call('POST', '/v1/matches', { game: 'kingdoms', seats: 2, bots })
  expect(made.body).toMatchObject(seated)
  const shared = await ask(`mutation { createMatch(input: {game: kingdoms, seats: 2, bots: [{bot: "search:1"}]}) ${holders} }`)
  expect(shared.data?.createMatch).toMatchObject(seated)
  const ofGame = await ask(`mutation($input: KingdomsCreateMatchInput!) { kingdomsCreateMatch(input: $input) ${holders} }`, {
    input: { seats: 2, bots },
  })
  expect(ofGame.data?.kingdomsCreateMatch).toMatchObject(seated)
})

test('as a substitute, and in a clock', async () => {
  const clock = { kind: 'decision', seconds: 60, onExpiry: 'botOnce', bot: 'search:4' }
  const { body } = await call('POST', '/v1/matches', { game: 'kingdoms', seats: 2, bots: [{ bot: 'random' }], clock })
  expect(body.clock).toMatchObject({ bot: 'search:4' })
  const given = await ask(`mutation($id: ID!) { handOverToHouse(matchId: $id, bot: "random") ${holders} }`, { id: body.id })
  expect(given.data?.handOverToHouse).toMatchObject({ seats: Array(2).fill({ player: { name: 'House random' } }) })
})

test('one that there is not is refused with the names of those that there are', async () => {
  const match = { game: 'kingdoms', seats: 2, bots: [{ bot: 'search:6' }] }
  const refused = await call('POST', '/v1/matches', match)
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', detail: expect.stringContaining('search:5') } })
  const answer = await ask('mutation { createMatch(input: {game: kingdoms, seats: 2, bots: [{bot: "deep"}]}) { id } }')
  expect(answer.errors).toMatchObject([{ message: expect.stringContaining('search:5'), extensions: { code: 'INVALID_INPUT' } }])
})
