import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { caller } from './rest.js'

const REGISTER = 'mutation ($name: String!) { registerPlayer(input: { name: $name }) { player { name } token } }'

let server: TestApp
let admin: string

beforeAll(async () => {
  server = await startApp({ env: { REGISTRATION: 'closed' } })
  admin = (await server.app.accounts.bootstrap()) as string
})
afterAll(() => server.close())

describe('where registration is closed', () => {
  test('REST lets the administrator make players, and nobody else', async () => {
    const made = await caller(server.url, admin)('POST', '/v1/players', { name: 'Guest of REST' })
    expect(made).toMatchObject({ status: 201, body: { player: { name: 'Guest of REST' } } })
    for (const token of [undefined, made.body.token]) {
      const refused = await caller(server.url, token)('POST', '/v1/players', { name: 'Late comer' })
      expect(refused).toMatchObject({ status: 403, body: { code: 'REGISTRATION_CLOSED' } })
    }
  })

  test('GraphQL lets the administrator make players, and nobody else', async () => {
    const made = await asker(server.url, admin)(REGISTER, { name: 'Guest of GraphQL' })
    expect(made.data.registerPlayer.player).toEqual({ name: 'Guest of GraphQL' })
    for (const token of [undefined, made.data.registerPlayer.token])
      expect((await asker(server.url, token)(REGISTER, { name: 'Late comer' })).code).toBe('REGISTRATION_CLOSED')
  })

  test("an administrator's token without the scope admin does not do", async () => {
    const issued = await caller(server.url, admin)('POST', '/v1/me/tokens', { scopes: ['read', 'play'] })
    const refused = await caller(server.url, issued.body.token)('POST', '/v1/players', { name: 'Late comer' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'REGISTRATION_CLOSED' } })
  })
})
