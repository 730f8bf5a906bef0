/** A player's matches and results, and what is done about matches as a whole, by both transports and the SDK. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlayerCard } from '../../src/api/rest/shapes.js'
import { connect } from '../../src/client/index.js'
import { EVERYTHING } from '../../src/match/finding-shapes.js'
import { MatchCard } from '../../src/match/shapes.js'
import { RESULTS } from '../../src/match/viewing/results.js'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller } from './rest.js'

let app: TestApp
let admin: Call
let adminToken: string
beforeAll(async () => {
  app = await startApp()
  adminToken = (await app.app.accounts.bootstrap()) ?? ''
  admin = caller(app.url, adminToken)
})
afterAll(() => app.close())

interface Person {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly call: Call
}

let people = 0
async function person(): Promise<Person> {
  const name = `Person ${++people}`
  const { player, token } = await app.register(name, 'person')
  return { id: player.id, name, token, call: caller(app.url, token) }
}

/** A running match of Kingdoms of these players. */
async function match(players: readonly Person[], more: object = {}): Promise<string> {
  const [host, ...others] = players
  const made = await host?.call('POST', '/v1/matches', {
    game: 'kingdoms',
    seats: players.length,
    options: { starter: 'seat0' },
    ...more,
  })
  const { id, invitation } = made?.body ?? {}
  for (const { call } of others) await call('POST', `/v1/matches/${id}/join`, invitation ? { invitation } : {})
  return id
}

/** The second resigns, so the first wins. */
async function won(winner: Person, loser: Person, more: object = {}): Promise<string> {
  const id = await match([winner, loser], more)
  await loser.call('POST', `/v1/matches/${id}/leave`, {})
  return id
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)

describe('a player', () => {
  test('is found by id or name, with figures by game of public matches that are over', async () => {
    const [anne, ben] = [await person(), await person()]
    await won(anne, ben)
    await won(anne, ben)
    await won(ben, anne)
    await won(anne, ben, { visibility: 'private' })
    const aborted = await match([anne, ben])
    for (const { call } of [anne, ben]) await call('POST', `/v1/matches/${aborted}/abort`)
    const results = [
      {
        game: 'kingdoms',
        played: 3,
        won: 2,
        places: [
          { place: 1, times: 2 },
          { place: 2, times: 1 },
        ],
      },
    ]
    const card = { id: anne.id, name: anne.name, kind: 'person', createdAt: expect.any(String), results, acceptance: EVERYTHING }
    for (const named of [anne.id, anne.name, anne.name.toUpperCase()]) {
      const { status, body } = await caller(app.url)('GET', `/v1/players/${encodeURIComponent(named)}`)
      expect([status, PlayerCard.parse(body)]).toEqual([200, card])
    }
    const ask = asker(app.url)
    const { data } = await ask(
      `{ player(id: "${anne.name}") { id } playerResults(player: "${anne.name}") { game played won places { place times } } }`,
    )
    expect(data).toEqual({ player: { id: anne.id }, playerResults: results })
    expect((await ask('{ playerResults(player: "nobody at all") { game } }')).data).toEqual({ playerResults: null })
    expect((await caller(app.url)('GET', '/v1/players/nobody')).body.code).toBe('NOT_FOUND')
    expect((await caller(app.url)('GET', '/v1/players/%00')).status).toBe(404)
    expect(await connect({ url: app.url }).player(anne.name)).toEqual(card)
  })

  test('has matches that are listed, the private ones only to those who may see them, page by page', async () => {
    const [anne, ben, stranger] = [await person(), await person(), await person()]
    const shown = [await won(anne, ben), await won(ben, anne)].reverse()
    const hidden = await won(anne, ben, { visibility: 'private' })
    const list = async (call: Call, query: string) => (await call('GET', `/v1/matches?${query}`)).body
    for (const named of [anne.id, encodeURIComponent(anne.name)]) {
      expect(ids((await list(stranger.call, `player=${named}&status=over`)).items)).toEqual(shown)
      expect(ids((await list(caller(app.url), `player=${named}`)).items)).toEqual(shown)
      expect(ids((await list(ben.call, `player=${named}&status=over`)).items)).toEqual([hidden, ...shown])
      expect(ids((await list(admin, `player=${named}`)).items)).toEqual([hidden, ...shown])
    }
    // A page is full, and says whether there is more, by what may be seen alone.
    const first = await list(stranger.call, `player=${anne.id}&first=1`)
    expect([ids(first.items), first.next]).toEqual([[shown[0]], expect.any(String)])
    const second = await list(stranger.call, `player=${anne.id}&first=1&after=${first.next}`)
    expect([ids(second.items), second.next]).toEqual([[shown[1]], null])
    expect(await list(stranger.call, `player=${anne.id}&mine=true`)).toEqual({ items: [], next: null })
    expect(ids((await list(ben.call, `player=${anne.id}&mine=true&game=kingdoms`)).items)).toEqual([hidden, ...shown])
    expect(await list(stranger.call, 'player=nobody')).toEqual({ items: [], next: null })
    const { data } = await asker(
      app.url,
      stranger.token,
    )(`{ matches(filter: { player: "${anne.name}", status: over }) { nodes { id } } }`)
    expect(ids(data.matches.nodes)).toEqual(shown)
  })

  test('is looked for among their seats, however many matches there are', async () => {
    const [anne, ben] = [await person(), await person()]
    const id = await won(anne, ben)
    const { databaseUrl: url } = app
    await administer(
      url,
      `with made as (insert into match (id, game, options, seats, visibility, seating, status, commitment, created_by, result)
       select gen_random_uuid(), 'kingdoms', '{}', 2, 'public', 'chosen', 'over', '', $1::uuid, '[{"seat":0,"place":1,"score":0}]'
       from generate_series(1, 8000) returning id)
       insert into seat (match_id, seat, player_id) select id, 0, $1::uuid from made`,
      [ben.id],
    )
    await administer(url, 'analyze match, seat')
    const plan = await administer(url, `explain ${RESULTS.replace('$1', `'${anne.id}'`)}`)
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).not.toMatch(/Seq Scan on (match|seat)/)
    const listed = await administer(
      url,
      `explain with theirs as materialized (select match_id from seat where player_id = '${anne.id}')
       select m.id from theirs join match m on m.id = theirs.match_id where m.visibility = 'public' order by m.created_at desc limit 21`,
    )
    expect(listed.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (match|seat)/)
    expect(ids((await anne.call('GET', `/v1/matches?player=${anne.id}`)).body.items)).toEqual([id])
    expect((await anne.call('GET', `/v1/players/${ben.id}`)).body.results).toMatchObject([{ played: 8001, won: 8000 }])
  })
})

describe('by REST and GraphQL', () => {
  test('a match is aborted by all, played again, cancelled, and closed by an administrator', async () => {
    const [anne, ben] = [await person(), await person()]
    const id = await match([anne, ben])
    const first = await anne.call('POST', `/v1/matches/${id}/abort`)
    expect([first.status, MatchCard.parse(first.body)]).toMatchObject([200, { status: 'running', abortAgreed: [0] }])
    expect((await anne.call('POST', `/v1/matches/${id}/abort`, { agree: false })).body.abortAgreed).toEqual([])
    const ask = asker(app.url, anne.token)
    const abort = `mutation { abortMatch(matchId: "${id}") { status abortAgreed } }`
    expect((await ask(abort)).data.abortMatch).toEqual({ status: 'running', abortAgreed: [0] })
    expect((await asker(app.url, ben.token)(abort)).data.abortMatch).toEqual({ status: 'aborted', abortAgreed: [] })
    const move = await anne.call('POST', `/v1/matches/${id}/moves`, { type: 'drawTile' })
    expect([move.status, move.body.code]).toEqual([422, 'MATCH_ABORTED'])
    const again = await ask(`mutation { askForRematch(matchId: "${id}") { id rematchOf you seats { keptFor { id } } } }`)
    expect(again.data.askForRematch).toMatchObject({
      rematchOf: id,
      you: 0,
      seats: [{ keptFor: null }, { keptFor: { id: ben.id } }],
    })
    const rematch = again.data.askForRematch.id
    expect((await ben.call('POST', `/v1/matches/${rematch}/cancel`)).body.code).toBe('NOT_HOST')
    expect((await ask(`mutation { cancelMatch(matchId: "${rematch}") { status } }`)).data.cancelMatch).toEqual({
      status: 'cancelled',
    })
    expect((await ben.call('POST', `/v1/matches/${id}/rematch`)).body.code).toBe('MATCH_CANCELLED')

    const other = await match([anne, ben])
    expect((await anne.call('POST', `/v1/admin/matches/${other}/abort`, { reason: 'x' })).body.code).toBe('SCOPE_MISSING')
    expect((await admin('POST', `/v1/admin/matches/${other}/abort`, {})).body.code).toBe('INVALID_INPUT')
    expect((await admin('POST', `/v1/admin/matches/${other}/abort`, { reason: 'stuck' })).body.status).toBe('aborted')
    const open = (await anne.call('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })).body.id
    const cancel = `mutation { adminCancelMatch(matchId: "${open}", reason: "spam") { status } }`
    expect((await ask(cancel)).code).toBe('SCOPE_MISSING')
    expect((await asker(app.url, adminToken)(cancel)).data.adminCancelMatch).toEqual({ status: 'cancelled' })
  })
})

describe('the SDK', () => {
  test('play ends when its match is aborted or cancelled, and so do streams', { timeout: 30_000 }, async () => {
    const [anne, ben] = [await person(), await person()]
    const clients = [anne, ben].map(({ token }) => connect({ url: app.url, token }))
    const [one, other] = clients as [(typeof clients)[0], (typeof clients)[0]]
    const id = await match([anne, ben])
    // The first is to move and does not: it waits for something else to happen.
    const played = other.play(() => Promise.reject(new Error('it is not my turn')), { match: id })
    const heard = (async () => {
      const told: string[] = []
      for await (const { status } of one.notices(id)) told.push(status)
      return told
    })()
    await one.abort(id)
    expect((await one.abort(id, { agree: false })).abortAgreed).toEqual([])
    await one.abort(id)
    expect(await other.abort(id)).toMatchObject({ status: 'aborted' })
    await played
    expect(await heard).toEqual(['running', 'aborted'])
    const again = await one.rematch(id)
    const waiting = one.play(() => Promise.reject(new Error('it has not begun')), { match: again.id })
    expect(await one.cancel(again.id)).toMatchObject({ status: 'cancelled' })
    await waiting
    for await (const _ of one.notices(again.id)) throw new Error('nothing has happened')
  })
})
