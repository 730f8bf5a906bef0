/** A bot with many matches sends what is ready at once in one request, and is none the worse for it when something goes wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChanceryProblem, type Client, connect, type MoveOf, register } from '../../src/client/index.js'
import { startApp, type TestApp } from '../support/app.js'
import { type FaultyFetch, faultyFetch } from './faults.js'

let server: TestApp
let names = 0
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

interface Bot {
  readonly client: Client
  readonly faulty: FaultyFetch
}

async function newBot(): Promise<Bot> {
  const faulty = faultyFetch()
  const { token } = await register({ url: server.url, name: `Gathering ${names++}` })
  return { faulty, client: connect({ url: server.url, token, fetch: faulty.fetch, longestPause: 50 }) }
}

/** Matches of Kingdoms in which the bot is to move, against players who do not. */
async function waiting({ client }: Bot, count: number): Promise<string[]> {
  const other = await newBot()
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await client.createMatch({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
      await other.client.join(id)
      return id
    }),
  )
}

type Chosen = MoveOf<'kingdoms'>
const CASTLE: Chosen = { type: 'placeCastle', rank: 1, row: 1, column: 1 }

/** Chooses in all matches at the same moment: when so many have asked. */
function atOnce(count: number, choose: (match: string) => Chosen) {
  let asked = 0
  let all: () => void = () => undefined
  const whenAll = new Promise<void>((resolve) => {
    all = resolve
  })
  return async ({ match }: { match: { id: string } }): Promise<Chosen> => {
    if (++asked === count) all()
    await whenAll
    return choose(match.id)
  }
}

/** Plays until the condition holds. */
async function playUntil(
  { client }: Bot,
  choose: ReturnType<typeof atOnce>,
  isDone: () => Promise<boolean>,
): Promise<ChanceryProblem[]> {
  const stop = new AbortController()
  const problems: ChanceryProblem[] = []
  const onError = (error: unknown): void => {
    if (error instanceof ChanceryProblem) problems.push(error)
  }
  const playing = client.play<'kingdoms'>(choose, { signal: stop.signal, onError })
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
  stop.abort()
  await playing
  return problems
}

const versions = ({ client }: Bot, ids: readonly string[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => (await client.match(id)).version))
const sent = ({ faulty }: Bot) => faulty.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/moves'))
const together = (bot: Bot) => sent(bot).filter(({ path }) => path === '/v1/moves')
const keysIn = (body: string): string[] =>
  JSON.parse(body).moves.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey)

test('moves that are ready at once go in one request', async () => {
  const bot = await newBot()
  const ids = await waiting(bot, 5)
  const choose = atOnce(5, () => CASTLE)
  await playUntil(bot, choose, async () => (await versions(bot, ids)).every((version) => version === 2))
  expect(sent(bot).map(({ path }) => path)).toEqual(['/v1/moves'])
  expect(new Set(keysIn(itemOf(together(bot)).body)).size).toBe(5)
})

const itemOf = <T>([only]: readonly T[]): T => {
  if (only === undefined) throw new Error('there is none')
  return only
}

test('a move alone goes as ever', async () => {
  const bot = await newBot()
  const ids = await waiting(bot, 1)
  await playUntil(
    bot,
    atOnce(1, () => CASTLE),
    async () => (await versions(bot, ids))[0] === 2,
  )
  expect(sent(bot).map(({ path }) => path)).toEqual([`/v1/matches/${ids[0]}/moves`])
})

test('one that is refused is told by its problem, and harms no other; the turn of each goes on with what its answer brought', async () => {
  const bot = await newBot()
  const ids = await waiting(bot, 4)
  const first = new Set(ids)
  const choose = atOnce(4, (match) => {
    if (!first.delete(match)) return { type: 'placeTile', row: 5, column: 5 }
    return match === ids[1] ? { type: 'placeTile', row: 1, column: 1 } : { type: 'drawTile' }
  })
  const problems = await playUntil(bot, choose, async () => (await versions(bot, ids)).toString() === '3,1,3,3')
  expect(problems).toMatchObject([{ code: 'NO_DRAWN_TILE', status: 422, version: 1 }])
  expect(together(bot).map(({ body }) => keysIn(body).length)).toEqual([4, 3])
  expect(sent(bot)).toHaveLength(2)
})

test('a request whose answer is lost is repeated move by move with the same keys: each is played once', async () => {
  const bot = await newBot()
  const ids = await waiting(bot, 3)
  const played = atOnce(3, () => CASTLE)
  const choose: typeof played = (turn) => {
    bot.faulty.fault = { loseAnswers: 1 }
    return played(turn)
  }
  // The looks have been answered when the choice is made; the next answer is that of the moves.
  const problems = await playUntil(bot, choose, async () => sent(bot).length === 4)
  expect(problems).toEqual([])
  expect(await versions(bot, ids)).toEqual([2, 2, 2])
  const [all, ...alone] = sent(bot)
  expect(all?.path).toBe('/v1/moves')
  expect(alone.map(({ key }) => key).toSorted()).toEqual(keysIn(all?.body ?? '').toSorted())
})

test('of more than a hundred the rest goes in a second request', { timeout: 60_000 }, async () => {
  const bot = await newBot()
  const ids = await waiting(bot, 103)
  const choose = atOnce(103, () => CASTLE)
  await playUntil(bot, choose, async () => (await bot.client.turns()).length === 0)
  expect((await versions(bot, ids)).every((version) => version === 2)).toBe(true)
  expect(new Set(together(bot).map(({ body }) => keysIn(body).length))).toEqual(new Set([100, 3]))
})
