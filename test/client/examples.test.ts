/** The examples are run as a reader would run them, against each other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Transcript } from '../../src/match/offline/transcript.js'
import { caller } from '../api/rest.js'
import { startApp, type TestApp } from '../support/app.js'
import { regrets } from '../support/preference.js'
import { type ExampleBots, exampleBots, isPossible, NEEDS, NOT_HERE } from './example-bots.js'

let server: TestApp
let bots: ExampleBots
beforeAll(async () => {
  server = await startApp()
  bots = await exampleBots(server.url)
})
afterAll(async () => {
  await server.close()
  await bots.close()
})
const start: ExampleBots['start'] = (...given) => bots.start(...given)

/** By seat, how much better each move could have been by the measure of the kit. */
async function regretsOf(match: string | undefined): Promise<number[][]> {
  const { token } = await server.register(`Reader of ${match?.slice(0, 8)}`)
  const transcript = Transcript.parse((await caller(server.url, token)('GET', `/v1/matches/${match}/log`)).body)
  return Array.from({ length: transcript.seats }, (_, seat) => regrets(transcript, seat))
}

describe('examples', () => {
  /** The same bot in three languages: it always makes a move that is best by its own measure. */
  test.for([
    ['TypeScript', 'TypeScript'],
    ['Python', 'TypeScript'],
    ['bash', 'Python'],
  ] as const)('%s plays against %s', { timeout: 90_000 }, async ([host, guest], { skip }) => {
    skip(!isPossible(host, guest), NOT_HERE)
    const one = start(host)
    const [, match] = await one.says(/in match ([0-9a-f-]{36})/)
    const two = start(guest, match as string)
    const places = await Promise.all([one, two].map(async (bot) => Number((await bot.says(/over: place (\d), score -?\d+/))[1])))
    expect(Math.min(...places)).toBe(1)
    for (const regrets of await regretsOf(match)) {
      expect(regrets.length).toBeGreaterThan(20)
      expect(regrets.filter((regret) => regret > 0)).toEqual([])
    }
  })

  /** Against the house nobody has to be waited for: a newcomer's first match. */
  test.for(['TypeScript', 'Python', 'bash'] as const)(
    '%s plays against a bot of the house',
    { timeout: 90_000 },
    async (name, { skip }) => {
      skip(!isPossible(name), NOT_HERE)
      const bot = name === 'bash' ? start(name, { AGAINST: 'random' }) : start(name, '--against', 'random')
      const [, place] = await bot.says(/over: place (\d), score -?\d+/)
      expect(['1', '2']).toContain(place)
    },
  )

  /** Three seats of Royals, in which a turn is several moves: whoever asks no more than needed sends 1.0 to 1.5 requests a move. */
  test('REST, GraphQL and the SDK need no more than 1.5 requests a move', { timeout: 120_000 }, async ({ skip }) => {
    skip(!isPossible('Python'), NOT_HERE)
    const host = start('Python', 'royals', '3')
    const [, match] = await host.says(/in match ([0-9a-f-]{36})/)
    const bots = { REST: host, GraphQL: start('GraphQL', match as string), SDK: start('TypeScript', match as string) }
    for (const [name, bot] of Object.entries(bots)) {
      await bot.says(/over: place \d, score \d+/)
      const [said, requests, moves] = await bot.says(/(\d+) requests for (\d+) moves.*/)
      console.log(`${name}: ${said}`)
      expect(Number(moves)).toBeGreaterThan(20)
      expect(Number(requests) / Number(moves)).toBeLessThanOrEqual(1.5)
    }
  })

  test('all of them end when their match is called off', { timeout: 30_000 }, async () => {
    const admin = caller(server.url, (await server.app.accounts.bootstrap()) ?? '')
    for (const name of Object.keys(NEEDS).filter((one) => isPossible(one))) {
      const bot = start(name)
      const [, match] = await bot.says(/in match ([0-9a-f-]{36})/)
      expect((await admin('POST', `/v1/admin/matches/${match}/cancel`, { reason: 'a test' })).status).toBe(200)
      await bot.says(/cancelled: the match has no result/)
    }
  })

  test.for(Object.keys(NEEDS))('%s tells in one line why it may not join', { timeout: 30_000 }, async (name, { skip }) => {
    skip(!isPossible(name), NOT_HERE)
    const bot = start(name, '00000000-0000-4000-8000-000000000000')
    await bot.says(/NOT_FOUND/)
    expect((await bot.says(/^.*$/s))[0]).not.toMatch(/\n\s+at /)
  })
})
