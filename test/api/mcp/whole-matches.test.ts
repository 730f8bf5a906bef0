/** Whoever knows nothing but the answers of the tools finishes a match of every game. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededStream } from '../../../src/dice/seeded.js'
import { games } from '../../../src/games/registry.js'
import { startApp, type TestApp } from '../../support/app.js'
import { connected, firstIdIn, playToTheEnd, use } from './naive-model.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test.each(games.map(({ id, seats }) => [id, seats.min] as const))('%s, by %i models', { timeout: 120_000 }, async (id, seats) => {
  const clients = await Promise.all(
    Array.from({ length: seats }, async (_, seat) => connected(app.url, (await app.register(`${id} ${seat}`)).token)),
  )
  const [host, ...guests] = clients
  if (!host) throw new Error('nobody plays')
  const { text: offered } = await use(host, 'list_games')
  expect(offered).toContain(`- ${id}:`)
  expect((await use(host, 'create_match', { game: id, seats })).text).toContain('is open')
  for (const guest of guests) {
    const found = await use(guest, 'find_matches', { joinable: true, game: id })
    expect((await use(guest, 'join_match', { match: firstIdIn(found.text) })).isError).toBe(false)
  }
  const ends = await Promise.all(clients.map((client, seat) => playToTheEnd(client, seededStream(seat))))
  for (const end of ends) expect(end).toMatch(/It is over\. Final places:\n- place 1: seat \d/)
  await Promise.all(clients.map((client) => client.close()))
})
