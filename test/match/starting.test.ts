/** A full match that nobody has started: readers leave it as it is, the sweep starts it, and what cannot start is reported. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lobby } from '../../src/match/lobby/lobby.js'
import { starting } from '../../src/match/lobby/starting.js'
import type { Submission } from '../../src/match/matches.js'
import { LONG_PAGE, PAGE } from '../../src/match/shapes.js'
import { secretStore } from '../../src/match/store/secrets.js'
import { asker } from '../api/graphql.js'
import { caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'

const secrets = secretStore(null)
let app: TestApp
let pool: pg.Pool
let players: { player: { id: string }; token: string }[]
beforeAll(async () => {
  app = await startApp()
  pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 })
  // An idle connection of a pool that has ended may still be closing when its database is dropped.
  pool.on('error', () => {})
  players = [await app.register('Anne'), await app.register('Ben')]
})
afterAll(async () => {
  await pool.end()
  await app.close()
})

const tokenOf = (seat: number): string => players[seat]?.token ?? ''
const made = async (): Promise<string> =>
  (await caller(app.url, tokenOf(0))('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })).body.id
const joinOnly = (match: string) => lobby(pool, secrets).join(players[1]?.player.id ?? '', match, {}, undefined)

/** Nobody can write an entry until this is released; everybody can read. */
async function holdTheLog(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table entry in share mode')
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** Every row of every table that a start or a look could touch, with the transaction that wrote it. */
const rows = async (): Promise<unknown> => {
  const tables = ['match', 'seat', 'entry', 'snapshot', 'request_key', 'secret', 'player', 'token']
  return Promise.all(
    tables.map((table) => administer(app.databaseUrl, `select xmin::text as writer, * from ${table} order by 1, 2`)),
  )
}

const LOOK = `query($id: ID!) { match(id: $id) { status version awaiting { seat } view { __typename }
  notices { items { version } next } log { complete } } matches(first: ${PAGE.max}) { nodes { id status version } } }`
const LEGAL = `query($id: ID!) { match(id: $id) { legalMoves(first: ${LONG_PAGE.max}) { total } } }`

describe('looking at a full match that has not begun', () => {
  test('shows it as open and writes nothing, by REST and by GraphQL; the sweep starts it', async () => {
    const match = await made()
    const release = await holdTheLog()
    await joinOnly(match)
    const before = await rows()
    for (const seat of [0, 1]) {
      const get = (path: string) => caller(app.url, tokenOf(seat))('GET', path)
      const ask = asker(app.url, tokenOf(seat))
      const at = `/v1/matches/${match}`
      expect((await get(at)).body).toMatchObject({ status: 'open', version: 0, awaiting: [], you: seat })
      expect((await get(`${at}/view`)).body).toMatchObject({ version: 0, viewer: seat })
      expect((await get(`${at}/legal-moves`)).body).toMatchObject({ status: 409, code: 'NOT_STARTED' })
      expect((await get(`${at}/notices`)).body).toEqual({
        items: [],
        next: 0,
        version: 0,
        status: 'open',
        awaiting: [],
        yourTurn: false,
        clocks: null,
      })
      expect((await get(`${at}/log`)).body).toMatchObject({ match: { status: 'open' }, entries: [] })
      expect((await get('/v1/matches?mine=true')).body.items).toMatchObject([{ id: match, status: 'open' }])
      const { data, errors } = await ask(LOOK, { id: match })
      expect(errors).toBeUndefined()
      expect(data.match).toMatchObject({
        status: 'open',
        version: 0,
        awaiting: [],
        notices: { items: [] },
        log: { complete: false },
      })
      expect((await ask(LEGAL, { id: match })).data).toEqual({ match: { legalMoves: null } })
    }
    expect(await rows()).toEqual(before)
    await release()
    const status = async () => (await caller(app.url, tokenOf(0))('GET', `/v1/matches/${match}`)).body.status
    await expect.poll(status, { timeout: 15_000 }).toBe('running')
    expect(await administer(app.databaseUrl, 'select version from entry where match_id = $1', [match])).toEqual([{ version: 1 }])
  })

  test('the query of the sweep reads the index of full matches, not every match that waits for players', async () => {
    await administer(
      app.databaseUrl,
      `insert into match (id, game, options, seats, visibility, seating, commitment, created_by)
       select gen_random_uuid(), 'kingdoms', '{}', 2, 'public', 'chosen', '', gen_random_uuid() from generate_series(1, 5000)`,
    )
    await administer(app.databaseUrl, 'analyze match')
    const plan = await administer(
      app.databaseUrl,
      `explain select id from match where status = 'open' and full_at is not null order by full_at`,
    )
    expect(JSON.stringify(plan)).toContain('match_status_full_at_idx')
  })
})

describe('a start that is refused', () => {
  const answering = (answer: Submission, onStuck: (match: string, error: unknown) => void = () => {}) =>
    starting({
      pool,
      secrets,
      live: {
        takeIn() {
          throw new Error('nothing was begun')
        },
      },
      submissions: { command: async () => answer },
      onStuck,
    })
  const refused = (code: string): Submission => ({ ok: false, refusal: { code, message: 'No.' }, version: 0 })

  test('because somebody else was first is as good as a start; any other refusal is an error', async () => {
    const match = await made()
    const release = await holdTheLog()
    await joinOnly(match)
    await answering(refused('ALREADY_STARTED')).begin(match)
    await expect(answering(refused('NO_SUCH_SEAT')).begin(match)).rejects.toThrow(
      `match ${match} cannot start: NO_SUCH_SEAT, No.`,
    )
    await release()
  })

  test('is reported once, however often it is tried', async () => {
    const match = await made()
    const release = await holdTheLog()
    await joinOnly(match)
    const stuck: string[] = []
    const starts = answering(refused('NO_SUCH_SEAT'), (which) => void stuck.push(which))
    for (let sweep = 0; sweep < 3; sweep++) expect(await starts.startWaiting()).toBeGreaterThan(0)
    expect(stuck.filter((which) => which === match)).toEqual([match])
    await release()
  })

  test('does not happen to a match that still waits for players: it is left alone', async () => {
    await answering(refused('NO_SUCH_SEAT')).begin(await made())
  })
})
