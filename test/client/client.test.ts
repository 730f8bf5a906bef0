import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import {
  ChanceryProblem,
  type Client,
  type ContentOf,
  connect,
  type GameId,
  type LegalMove,
  type Match,
  type NoticeItem,
  register,
  type TournamentRecord,
  type ViewOf,
} from '../../src/client/index.js'
import { games, registered } from '../../src/games/registry.js'
import { verifyTranscript } from '../../src/match/offline/transcript.js'
import { organiserOf } from '../api/organiser.js'
import { startApp, type TestApp } from '../support/app.js'
import { faultyFetch } from './faults.js'

let server: TestApp
let names = 0
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const newToken = async (): Promise<string> => (await register({ url: server.url, name: `Client ${names++}` })).token
const newClient = async (): Promise<Client> => connect({ url: server.url, token: await newToken(), longestPause: 50 })

/** A match of Kingdoms that has begun with seat 0. */
async function begun(...clients: Client[]): Promise<string> {
  const [host, ...guests] = clients as [Client, ...Client[]]
  const { id } = await host.createMatch({ game: 'kingdoms', seats: clients.length, options: { starter: 'seat0' } })
  for (const guest of guests) await guest.join(id)
  return id
}

const atRandom = <T>({ legalMoves }: { legalMoves: readonly { move: T }[] }): T =>
  (legalMoves[Math.floor(Math.random() * legalMoves.length)] as { move: T }).move

const problemOf = (promise: Promise<unknown>): Promise<ChanceryProblem> =>
  promise.then(
    () => Promise.reject(new Error('this should have failed')),
    (error: unknown) => (error instanceof ChanceryProblem ? error : Promise.reject(error)),
  )

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('playing', () => {
  test('four clients play a whole match with nothing but legal moves, and its log verifies', { timeout: 120_000 }, async () => {
    const clients = await Promise.all([newClient(), newClient(), newClient(), newClient()])
    const id = await begun(...clients)
    await Promise.all(clients.map((client) => client.play(atRandom as never, { match: id })))
    const match = await clients[0].match(id)
    expect(match).toMatchObject({ status: 'over', awaiting: [] })
    expect(match.secret).toMatch(/^[0-9a-f]{64}$/)
    const log = await clients[0].log(id)
    if (log.format !== 'chancery-match/1') throw new Error('the log is not complete')
    expect(verifyTranscript(log)).toMatchObject({ ok: true, over: true, entries: match.version })
  })

  test('one bot plays all its matches side by side until it is stopped', { timeout: 120_000 }, async () => {
    const [bot, ...others] = await Promise.all([newClient(), newClient(), newClient(), newClient()])
    const stop = new AbortController()
    const playing = bot.play(atRandom as never, { signal: stop.signal })
    const ids = await Promise.all(others.map((other) => begun(other, bot)))
    await Promise.all(others.map((other, index) => other.play(atRandom as never, { match: ids[index] })))
    stop.abort()
    await playing
    for (const id of ids) expect((await bot.match(id)).status).toBe('over')
  })

  test('a choice that throws ends the loop with its error', async () => {
    const [anne, ben] = await Promise.all([newClient(), newClient()])
    const id = await begun(anne, ben)
    const choose = () => Promise.reject(new Error('no idea'))
    await expect(anne.play(choose, { match: id })).rejects.toThrow('no idea')
  })

  test('an error may be left to the caller, and the other matches go on', async () => {
    const [anne, ben] = await Promise.all([newClient(), newClient()])
    const id = await begun(anne, ben)
    const stop = new AbortController()
    const errors: unknown[] = []
    const onError = (error: unknown): void => {
      errors.push(error)
      stop.abort()
    }
    await anne.play(() => ({ type: 'placeTile', row: 1, column: 1 }) as never, { match: id, signal: stop.signal, onError })
    expect(errors).toMatchObject([{ code: 'NO_DRAWN_TILE', status: 422 }])
  })
})

describe('asking', () => {
  test('games, matches, views, moves, checks', async () => {
    const [anne, ben] = await Promise.all([newClient(), newClient()])
    const id = await begun(anne, ben)
    expect((await anne.games()).map((game) => game.id)).toEqual(games.map((game) => game.id))
    expect((await anne.me()).scopes).toContain('play')
    expect((await collect(anne.matches({ mine: true }))).map((match) => match.id)).toEqual([id])
    expect(await anne.view(id, { at: 1 })).toMatchObject({ game: 'kingdoms', version: 1, viewer: 0 })
    const page = await anne.legalMoves(id, { first: 7 })
    expect(page).toMatchObject({ decision: 'turn', next: 7 })
    expect(await collect(anne.everyLegalMove(id))).toHaveLength(page.total)
    expect(await anne.check<'kingdoms'>(id, { type: 'placeCastle', rank: 1, row: 1, column: 1 })).toEqual({
      legal: true,
      refusal: null,
    })
    expect(await ben.check<'kingdoms'>(id, { type: 'drawTile' })).toMatchObject({
      legal: false,
      refusal: { code: 'NOT_YOUR_TURN' },
    })
    expect(await anne.leave(id)).toMatchObject({ status: 'over' })
  })

  test('a game, what lies in its box and its rules, without a token', async () => {
    const anyone = connect({ url: server.url, longestPause: 50 })
    for (const { id, content, name, rules } of games) {
      // A cast: ids of the registry are those of the SDK, as the test below says.
      const known = id as GameId
      expect(await anyone.game(known)).toMatchObject({
        id,
        name,
        rules,
        schemas: { view: expect.any(Object), content: expect.any(Object) },
      })
      expect(await anyone.content(known)).toEqual(content)
      expect(await anyone.rules(known)).toMatch(new RegExp(`^# ${name}\n`))
    }
    expectTypeOf((await anyone.game('royals')).id).toEqualTypeOf<'royals'>()
    const { maps } = await anyone.content('regents')
    expectTypeOf(maps).toEqualTypeOf<ContentOf<'regents'>['maps']>()
    expect(maps.length).toBeGreaterThan(0)
    for (const ask of [anyone.game, anyone.content, anyone.rules])
      expect(await problemOf(ask('chess' as GameId))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('legal moves of two positions are never mixed', async () => {
    const token = await newToken()
    const smallPages: typeof fetch = (input, init) => fetch(String(input).replace('first=1000', 'first=5'), init)
    const anne = connect({ url: server.url, token, fetch: smallPages })
    const id = await begun(anne, await newClient())
    const readAndMove = async (): Promise<void> => {
      let read = 0
      for await (const { move } of anne.everyLegalMove(id)) if (++read === 3) await anne.submit(id, move)
    }
    expect(await problemOf(readAndMove())).toMatchObject({ code: 'POSITION_CHANGED' })
  })

  test('problems have the code, status and words of the server', async () => {
    const [anne, ben] = await Promise.all([newClient(), newClient()])
    const id = await begun(anne, ben)
    expect(await problemOf(ben.submit<'kingdoms'>(id, { type: 'drawTile' }))).toMatchObject({
      status: 422,
      code: 'NOT_YOUR_TURN',
      version: 1,
      isPassing: false,
    })
    expect(await problemOf(anne.submit<'kingdoms'>(id, { type: 'drawTile' }, { expectedVersion: 0 }))).toMatchObject({
      status: 412,
      code: 'STALE_VERSION',
    })
    expect(await problemOf(anne.match('11111111-1111-4111-8111-111111111111'))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      version: undefined,
    })
    expect(await problemOf(connect({ url: server.url, token: 'chy_wrong' }).me())).toMatchObject({ status: 401 })
    expect((await problemOf(connect({ url: server.url }).me())).code).toBe('TOKEN_REQUIRED')
  })
})

describe('a bad connection', () => {
  const faultyClient = async (retries = 8) => {
    const faulty = faultyFetch()
    return {
      faulty,
      client: connect({ url: server.url, token: await newToken(), fetch: faulty.fetch, retries, longestPause: 50 }),
    }
  }

  test('a move whose answer is lost is sent again with the same key, and played once', async () => {
    const { faulty, client } = await faultyClient()
    const id = await begun(client, await newClient())
    faulty.fault = { loseAnswers: 3 }
    const accepted = await client.submit<'kingdoms'>(id, { type: 'placeCastle', rank: 1, row: 2, column: 2 })
    expect(accepted.version).toBe(2)
    expect((await client.match(id)).version).toBe(2)
    const sent = faulty.calls.filter(({ path }) => path.endsWith('/moves'))
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  })

  test('two equal moves are two moves, each with a key of its own', async () => {
    const { faulty, client } = await faultyClient()
    const id = await begun(client, await newClient())
    const move = { type: 'placeCastle', rank: 1, row: 2, column: 2 } as const
    await client.submit<'kingdoms'>(id, move)
    expect((await problemOf(client.submit<'kingdoms'>(id, move))).code).toBe('NOT_YOUR_TURN')
    expect(new Set(faulty.calls.filter(({ path }) => path.endsWith('/moves')).map(({ key }) => key)).size).toBe(2)
  })

  test('making and joining are repeated with a key too: one match, one seat', async () => {
    const { faulty, client } = await faultyClient()
    faulty.fault = { loseAnswers: 2 }
    const { id } = await client.createMatch({ game: 'kingdoms', seats: 2, options: { noLuck: true } })
    expect((await collect(client.matches({ mine: true }))).map((match) => match.id)).toEqual([id])
    const guest = await faultyClient()
    guest.faulty.fault = { loseAnswers: 2 }
    expect(await guest.client.join(id)).toMatchObject({ you: 1, status: 'running' })
  })

  test('what must not be done twice is not repeated by itself', async () => {
    const { faulty, client } = await faultyClient()
    const id = await begun(client, await newClient())
    faulty.fault = { loseAnswers: 1 }
    expect(await problemOf(client.leave(id))).toMatchObject({ status: 0, code: 'UNREACHABLE' })
    expect(faulty.calls.filter(({ path }) => path.endsWith('/leave'))).toHaveLength(1)
  })

  test('a busy server is asked again, not before it says so', async () => {
    const { faulty, client } = await faultyClient()
    faulty.fault = { answer: { times: 1, status: 503, headers: { 'retry-after': '1' } } }
    await client.me()
    const [first, second] = faulty.calls.slice(-2).map(({ at }) => at) as [number, number]
    expect(second - first).toBeGreaterThanOrEqual(990)
  })

  test('the number of attempts is bounded', async () => {
    const { faulty, client } = await faultyClient(2)
    faulty.fault = { answer: { times: 100, status: 502 } }
    expect(await problemOf(client.me())).toMatchObject({ status: 502, code: 'BUSY', isPassing: true })
    expect(faulty.calls).toHaveLength(3)
  })

  test('a refusal is final', async () => {
    const { faulty, client } = await faultyClient()
    const id = await begun(await newClient(), client)
    const before = faulty.calls.length
    expect((await problemOf(client.submit<'kingdoms'>(id, { type: 'drawTile' }))).code).toBe('NOT_YOUR_TURN')
    expect(faulty.calls.length - before).toBe(1)
  })

  test('an attempt that takes too long is given up', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const client = connect({ url: server.url, fetch: never, timeout: 20, retries: 1, longestPause: 1 })
    expect(await problemOf(client.games())).toMatchObject({ status: 0, code: 'UNREACHABLE' })
  })

  test('nobody is there', async () => {
    const client = connect({ url: 'http://127.0.0.1:9', retries: 1, longestPause: 1 })
    expect((await problemOf(client.games())).message).toMatch(/^UNREACHABLE: The server gave no answer: .+/)
    await expect(collect(client.notices('11111111-1111-4111-8111-111111111111'))).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })

  test('a stream that breaks off again and again tells everything once and in order', { timeout: 120_000 }, async () => {
    const faulty = faultyFetch()
    const token = await newToken()
    const client = connect({ url: server.url, token, longestPause: 50 })
    const other = await newClient()
    const id = await begun(client, other)
    faulty.fault = { cutStreamsAfter: () => 1 + Math.floor(Math.random() * 3_000) }
    const heard = collect<NoticeItem>(
      connect({ url: server.url, token, fetch: faulty.fetch, retries: 1000, longestPause: 10 }).notices(id),
    )
    await Promise.all([other.play(atRandom as never, { match: id }), playWithoutStream(client, id)])
    const versions = (await heard).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: (await other.match(id)).version }, (_, index) => index + 1))
    expect(faulty.calls.filter(({ path }) => path.endsWith('/notices')).length).toBeGreaterThan(3)
  })

  /** Plays the seat by asking again and again, so that it needs no stream. */
  async function playWithoutStream(client: Client, id: string): Promise<void> {
    for (;;) {
      const page = await client.legalMoves(id)
      if (page.decision !== null) await client.submit(id, atRandom({ legalMoves: page.moves }))
      else if ((await client.match(id)).status === 'over') return
      else await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  test('so does that of a tournament, which ends with it; resumed after its end, it ends', { timeout: 60_000 }, async () => {
    const faulty = faultyFetch()
    faulty.fault = { cutStreamsAfter: () => 1 + Math.floor(Math.random() * 600) }
    const organiser = connect({ url: server.url, token: await organiserOf(server) })
    const games = [{ game: 'kingdoms', seats: 2 }]
    const { id } = await organiser.call('POST /v1/tournaments', {
      body: { name: 'Cut off', format: 'roundRobin', games, bots: ['greedy', 'random'] },
    })
    const follower = connect({ url: server.url, fetch: faulty.fetch, retries: 1000, longestPause: 10 })
    const heard = collect(follower.records(id))
    await organiser.call('POST /v1/tournaments/{id}/start', { id })
    const { items, newest } = await heard.then(() => organiser.call('GET /v1/tournaments/{id}/records', { id, first: 1000 }))
    // How a table ended is told later than that it did.
    const told = (records: readonly TournamentRecord[]) => records.map(({ number, type, text }) => ({ number, type, text }))
    expect(told(await heard)).toEqual(told(items))
    expect(items.at(-1)?.type).toBe('ended')
    expect(faulty.calls.filter(({ path }) => path.endsWith('/records')).length).toBeGreaterThan(3)
    expect(await collect(follower.records(id, { after: newest }))).toEqual([])
    expect(await collect(follower.records(id, { after: newest - 1 }))).toHaveLength(1)
  })

  test('a stream to something that is not there fails at once', async () => {
    const { faulty, client } = await faultyClient()
    await expect(collect(client.notices('11111111-1111-4111-8111-111111111111'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(faulty.calls).toHaveLength(1)
  })

  test('a stream that was resumed after the end of the match ends', async () => {
    const [anne, ben] = await Promise.all([newClient(), newClient()])
    const id = await begun(anne, ben)
    const { version } = await anne.leave(id)
    expect(await collect(anne.notices(id, { after: version }))).toEqual([])
    expect((await collect(anne.notices(id))).map((item) => item.version)).toEqual([1, 2])
  })

  test('whoever stops listening is let go', async () => {
    const [anne, ben] = await Promise.all([newClient(), newClient()])
    const id = await begun(anne, ben)
    const stop = new AbortController()
    const heard: number[] = []
    for await (const { version } of anne.notices(id, { signal: stop.signal })) {
      heard.push(version)
      stop.abort()
    }
    expect(heard).toEqual([1])
    for await (const { match, yourTurn } of anne.inbox()) {
      expect({ match, yourTurn }).toEqual({ match: id, yourTurn: true })
      break
    }
  })
})

describe('types', () => {
  test('the key of every game in the registry is its id', () => {
    expect(Object.entries(registered).map(([key, { id }]) => [key, id])).toEqual(games.map(({ id }) => [id, id]))
  })

  test('are those of the game', () => {
    expectTypeOf<Match<'kingdoms'>['view']>().toEqualTypeOf<ViewOf<'kingdoms'>>()
    expectTypeOf<ViewOf<'kingdoms'>['bagCount']>().toEqualTypeOf<number>()
    expectTypeOf<LegalMove<'kingdoms'>['move']['type']>().toEqualTypeOf<
      'placeCastle' | 'drawTile' | 'placeTile' | 'placeStartTile' | 'chooseTile'
    >()
    const bag = (match: Match): number => (match.game === 'kingdoms' ? match.view.bagCount : 0)
    expectTypeOf(bag).returns.toEqualTypeOf<number>()
  })
})
