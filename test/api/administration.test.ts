/** What administrators do with players: who is refused, what ends, what stays, and what is written down. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createLogger } from '../../src/platform/logger.js'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller, openTable, playOn, startMatch, type Table } from './rest.js'

let here: Table
let there: TestApp
let admin: Call
let adminToken: string
let adminId: string
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const logger = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  here = await openTable(await startApp({ logger }))
  there = await startApp({ databaseUrl: here.app.databaseUrl })
  adminToken = (await here.app.app.accounts.bootstrap()) ?? ''
  admin = caller(here.app.url, adminToken)
  adminId = (await admin('GET', '/v1/me')).body.player.id
})
afterAll(async () => {
  await there.close()
  await here.app.close()
})

let names = 0
interface Somebody {
  readonly id: string
  readonly name: string
  readonly token: string
  readonly call: Call
}
async function somebody(name = `Somebody ${++names}`): Promise<Somebody> {
  const { player, token } = await here.app.register(name)
  return { id: player.id, name, token, call: caller(here.app.url, token) }
}
const act = (id: string, what: string, body: object = { reason: 'a test' }) =>
  admin('POST', `/v1/admin/players/${id}/${what}`, body)
const everywhere = (token: string): Call[] => [caller(here.app.url, token), caller(there.url, token)]

/** How a stream ends: because all is told, or cut short; or that it does not. */
async function follow(url: string, path: string, token: string): Promise<Promise<string>> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } })
  expect(response.status).toBe(200)
  const read = async () => {
    let heard = ''
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk)
    return heard.includes('event: end') ? 'over' : 'ended'
  }
  return Promise.race([read().catch(() => 'cut'), sleep(5000, 'still open', { ref: false })])
}

async function socketOf(url: string, token: string): Promise<{ ended: Promise<string> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const ended = new Promise<string>((done) => socket.on('close', (code, reason) => done(`${code} ${reason}`)))
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })))
  await new Promise((done) => socket.once('message', done))
  return { ended }
}

describe('a blocked player', () => {
  test('is refused at once on every server with every token, and what was open ends', async () => {
    const anne = await somebody()
    const child = (await anne.call('POST', '/v1/me/tokens', { scopes: ['read'] })).body.token
    const ticket = (await anne.call('POST', '/v1/me/stream-tickets', { address: '/v1/me/stream' })).body.address
    const streams = [follow(here.app.url, '/v1/me/stream', anne.token), follow(there.url, '/v1/me/stream', child)]
    await sleep(200)
    const sockets = [await socketOf(here.app.url, anne.token), await socketOf(there.url, child)]
    const polls = everywhere(anne.token).map((call) => call('GET', '/v1/me/turns?wait=25'))
    await sleep(300)
    const blocked = await act(anne.id, 'block')
    expect(blocked).toMatchObject({ status: 200, body: { id: anne.id, blockedAt: expect.any(String) } })
    expect(await Promise.all(streams)).toEqual(['ended', 'ended'])
    for (const { ended } of sockets) expect(await ended).toBe('4403 PLAYER_BLOCKED')
    for (const poll of polls) expect(await poll).toMatchObject({ status: 403, body: { code: 'PLAYER_BLOCKED' } })
    for (const call of [...everywhere(anne.token), ...everywhere(child)])
      expect(await call('GET', '/v1/me')).toMatchObject({ status: 403, body: { code: 'PLAYER_BLOCKED' } })
    expect((await asker(there.url, anne.token)('{ me { player { id } } }')).code).toBe('PLAYER_BLOCKED')
    expect((await here.anyone('GET', ticket)).body.code).toBe('PLAYER_BLOCKED')
  })

  test('keeps its seats and its idempotency keys are of no use; unblocked it plays and follows again', async () => {
    const [anne, ben] = [await somebody(), await somebody()]
    const key = { 'idempotency-key': `key-${anne.id}` }
    const body = { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } }
    const made = await anne.call('POST', '/v1/matches', body, key)
    await ben.call('POST', `/v1/matches/${made.body.id}/join`, {})
    const before = follow(there.url, '/v1/me/stream', anne.token)
    await sleep(200)
    await act(anne.id, 'block')
    expect(await before).toBe('ended')
    expect((await anne.call('POST', '/v1/matches', body, key)).body.code).toBe('PLAYER_BLOCKED')
    expect((await here.anyone('GET', `/v1/matches/${made.body.id}`)).body.seats[0]).toMatchObject({
      player: { name: anne.name },
      left: false,
    })
    expect((await act(anne.id, 'unblock')).body.blockedAt).toBe(null)
    // The other server hears of it a moment later.
    const stays = () => Promise.race([follow(there.url, '/v1/me/stream', anne.token).catch(() => 'refused'), sleep(300, 'open')])
    await expect.poll(stays, { timeout: 5000 }).toBe('open')
    const again = follow(here.app.url, `/v1/matches/${made.body.id}/notices?after=0`, anne.token)
    await sleep(200)
    await playOn({ players: [anne.call, ben.call] }, made.body.id, 1)
    await ben.call('POST', `/v1/matches/${made.body.id}/leave`, {})
    expect(await again).toBe('over')
  })

  test('a server that missed the message ends what is open as soon as it asks the database', async () => {
    const anne = await somebody()
    const open = follow(here.app.url, '/v1/me/stream', anne.token)
    await sleep(200)
    await administer(here.app.databaseUrl, 'update player set blocked_at = now() where id = $1', [anne.id])
    await here.app.app.accounts.forget(undefined)
    expect(await open).toBe('ended')
  })
})

describe('an erased player', () => {
  const seatsOf = async (match: string) => (await here.anyone('GET', `/v1/matches/${match}`)).body

  test('has neither name nor tokens; running matches go on without it, open ones have a free seat or are closed', async () => {
    const [anne, ben, cleo] = [await somebody('Anne of Erasure'), await somebody(), await somebody()]
    const running = await startMatch({ players: [anne.call, ben.call, cleo.call] as never })
    const joined = (await ben.call('POST', '/v1/matches', { game: 'kingdoms', seats: 3 })).body.id
    await anne.call('POST', `/v1/matches/${joined}/join`, {}, { 'idempotency-key': 'Anne-of-Erasure-1' })
    const hosted = (await anne.call('POST', '/v1/matches', { game: 'kingdoms', seats: 3, visibility: 'private' })).body.id
    const over = await startMatch({ players: [anne.call, ben.call] })
    await ben.call('POST', `/v1/matches/${over}/leave`, {})
    await anne.call('POST', '/v1/me/tokens', { scopes: ['read'], label: 'phone of Anne of Erasure' })
    const erased = await act(anne.id, 'erase')
    expect(erased).toMatchObject({ status: 200, body: { erasedAt: expect.any(String) } })
    const name = `erased ${anne.id.replaceAll('-', '').slice(0, 12)}`
    expect(erased.body.name).toBe(name)
    for (const call of everywhere(anne.token))
      await expect.poll(async () => (await call('GET', '/v1/me')).body.code).toBe('TOKEN_INVALID')
    expect((await seatsOf(running)).seats[0]).toMatchObject({ player: { id: anne.id, name }, left: true })
    expect((await seatsOf(running)).status).toBe('running')
    expect((await seatsOf(joined)).seats[1].player).toBe(null)
    expect((await admin('GET', `/v1/matches/${hosted}`)).body.status).toBe('cancelled')
    expect((await seatsOf(over)).seats[0].player.name).toBe(name)
    const log = (await ben.call('GET', `/v1/matches/${running}/log`)).body
    expect(JSON.stringify(log)).toContain('"removed"')
    await playOn({ players: [ben.call, ben.call, cleo.call] as never }, running, 1)
  })

  test('its name is nowhere in the database, and free', async () => {
    const tables = await administer(
      here.app.databaseUrl,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(8)
    for (const { name } of tables) {
      const found = await administer(here.app.databaseUrl, `select from "${name}" t where t::text ilike '%of_erasure%'`)
      expect([name, found.length]).toEqual([name, 0])
    }
    expect(await somebody('Anne of Erasure')).toBeDefined()
  })

  test('cannot be imitated, and cannot be acted on again', async () => {
    const anne = await somebody()
    const { name } = (await act(anne.id, 'erase')).body
    expect((await here.anyone('POST', '/v1/players', { name })).body.code).toBe('NAME_RESERVED')
    for (const what of ['block', 'unblock', 'erase', 'reset-tokens'])
      expect((await act(anne.id, what)).body.code).toBe('PLAYER_ERASED')
  })

  test('departs at the next sweep if the server died before', async () => {
    const [anne, ben] = [await somebody(), await somebody()]
    const match = await startMatch({ players: [anne.call, ben.call] })
    await administer(here.app.databaseUrl, 'update player set erased_at = now() where id = $1', [anne.id])
    await expect.poll(async () => (await seatsOf(match)).seats[0].left, { timeout: 10_000 }).toBe(true)
    // What it had asked for before is too late.
    expect((await anne.call('POST', '/v1/matches', { game: 'kingdoms', seats: 2 })).body.code).toBe('TOKEN_REVOKED')
  })

  test('may be oneself, by name, with a token that may do all that any may', async () => {
    const anne = await somebody()
    const reader = caller(here.app.url, (await anne.call('POST', '/v1/me/tokens', { scopes: ['read'] })).body.token)
    expect((await reader('DELETE', '/v1/me', { name: anne.name })).body.code).toBe('SCOPE_MISSING')
    expect((await anne.call('DELETE', '/v1/me', { name: 'Ben' })).body.code).toBe('NAME_DIFFERS')
    expect((await anne.call('DELETE', '/v1/me', { name: anne.name })).status).toBe(204)
    expect((await anne.call('GET', '/v1/me')).body.code).toBe('TOKEN_INVALID')
    const ben = await somebody()
    const answer = await asker(here.app.url, ben.token)(`mutation { eraseMe(name: "${ben.name}") }`)
    expect(answer.data).toEqual({ eraseMe: true })
  })
})

describe('tokens that are reset', () => {
  test('all are revoked, and one is handed out, with the scope organise if it is asked for', async () => {
    const anne = await somebody()
    const child = (await anne.call('POST', '/v1/me/tokens', { scopes: ['read'] })).body.token
    const { status, body } = await act(anne.id, 'reset-tokens', { reason: 'lost', organise: true })
    expect(status).toBe(200)
    for (const token of [anne.token, child])
      for (const call of everywhere(token))
        await expect.poll(async () => (await call('GET', '/v1/me')).body.code).toBe('TOKEN_REVOKED')
    expect((await caller(there.url, body.token)('GET', '/v1/me')).body.scopes).toEqual(['read', 'play', 'host', 'organise'])
    const plain = (await act(anne.id, 'reset-tokens')).body.token
    expect((await caller(there.url, plain)('GET', '/v1/me')).body.scopes).toEqual(['read', 'play', 'host'])
  })
})

describe('webhooks of a player whose tokens are reset', () => {
  test('are disabled, for a thief may have made them; the player resumes what is its own', async () => {
    const anne = await somebody()
    const hook = { url: 'http://127.0.0.1:9/', events: ['turn'] }
    const made = [
      (await anne.call('POST', '/v1/me/webhooks', hook)).body.id,
      (await anne.call('POST', '/v1/me/webhooks', hook)).body.id,
    ]
    await anne.call('POST', `/v1/me/webhooks/${made[0]}/ping`)
    const { body } = await act(anne.id, 'reset-tokens')
    expect(body.webhooksDisabled).toBe(2)
    const again = caller(here.app.url, body.token)
    const disabled = { status: 'disabled', disabledBecause: 'tokensReset', disabledAt: expect.any(String) }
    expect((await again('GET', '/v1/me/webhooks')).body.items).toMatchObject([disabled, disabled])
    const { items } = (await again('GET', `/v1/me/webhooks/${made[0]}/deliveries`)).body
    expect(items).toMatchObject([{ type: 'ping', status: 'failed' }])
    const resumed = await again('POST', `/v1/me/webhooks/${made[1]}`, { paused: false })
    expect(resumed.body).toMatchObject({ status: 'active', disabledBecause: null })
    expect((await act(anne.id, 'reset-tokens')).body.webhooksDisabled).toBe(1)
    expect((await act((await somebody()).id, 'reset-tokens')).body.webhooksDisabled).toBe(0)
  })
})

describe('administrators', () => {
  test('cannot shut themselves out', async () => {
    for (const what of ['block', 'erase', 'reset-tokens']) expect((await act(adminId, what)).body.code).toBe('OWN_ACCOUNT')
    const { name } = (await admin('GET', '/v1/me')).body.player
    expect((await admin('DELETE', '/v1/me', { name })).body.code).toBe('LAST_ADMINISTRATOR')
    const second = await somebody()
    await administer(here.app.databaseUrl, 'update player set admin = true where id = $1', [second.id])
    await administer(here.app.databaseUrl, `update token set scopes = '{admin,read}' where player_id = $1`, [second.id])
    expect((await act(second.id, 'reset-tokens')).body.code).toBe('ADMINISTRATOR_TOKENS')
    const other = caller(there.url, second.token)
    const both = await Promise.all([
      act(second.id, 'block'),
      other('POST', `/v1/admin/players/${adminId}/block`, { reason: 'at the same moment' }),
    ])
    expect(both.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'LAST_ADMINISTRATOR'].toSorted())
    await administer(here.app.databaseUrl, 'update player set blocked_at = null where admin')
    await here.app.app.accounts.forget(undefined)
    await administer(here.app.databaseUrl, 'update player set admin = false where id = $1', [second.id])
  })

  test('list players by name, in pages, by kind and whether they are blocked', async () => {
    for (const name of ['Zoe 1', 'zoe 2', 'ZOE 3', 'Zo']) await here.app.register(name, name === 'zoe 2' ? 'person' : 'bot')
    const list = async (query: string) => (await admin('GET', `/v1/admin/players?${query}`)).body
    const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)
    expect(namesOf(await list('name=ZOE'))).toEqual(['Zoe 1', 'zoe 2', 'ZOE 3'])
    const first = await list('name=zo&first=3')
    expect(namesOf(first)).toEqual(['Zo', 'Zoe 1', 'zoe 2'])
    expect(await list(`name=zo&first=3&after=${first.next}`)).toMatchObject({ items: [{ name: 'ZOE 3' }], next: null })
    expect(namesOf(await list('name=zoe&kind=person'))).toEqual(['zoe 2'])
    const [zoe] = (await list('name=zoe')).items
    await act(zoe.id, 'block')
    expect(namesOf(await list('name=zo&blocked=true'))).toEqual(['Zoe 1'])
    expect(namesOf(await list('name=zo&blocked=false'))).toEqual(['Zo', 'zoe 2', 'ZOE 3'])
    expect((await admin('GET', `/v1/admin/players/${zoe.id}`)).body).toMatchObject({ name: 'Zoe 1', administrator: false })
    expect((await admin('GET', '/v1/admin/players?after=AAA')).status).toBe(400)
    for (const id of ['x', '%00', '__proto__', `${zoe.id.slice(0, -1)}G`]) {
      expect((await admin('GET', `/v1/admin/players/${id}`)).status).toBe(404)
      expect((await admin('POST', `/v1/admin/players/${id}/block`, { reason: 'x' })).status).toBe(404)
    }
    const { data } = await asker(
      here.app.url,
      adminToken,
    )('{ players(filter: { name: "zoe" }, first: 2) { items { name } next } }')
    expect(namesOf(data.players)).toEqual(['Zoe 1', 'zoe 2'])
  })

  test('are held to what they did: a list that only grows, and a line of the log', async () => {
    const anne = await somebody()
    await act(anne.id, 'block', { reason: 'shouting' })
    await act(anne.id, 'unblock', { reason: 'said sorry' })
    const { items, next } = (await admin('GET', `/v1/admin/acts?player=${anne.id}&first=1`)).body
    expect(items).toMatchObject([{ act: 'unblock', reason: 'said sorry', by: { id: adminId }, player: { name: anne.name } }])
    const rest = (await admin('GET', `/v1/admin/acts?player=${anne.id}&first=1&after=${next}`)).body
    expect(rest).toMatchObject({ items: [{ act: 'block', reason: 'shouting' }], next: null })
    const { data } = await asker(here.app.url, adminToken)(`{ acts(player: "${anne.id}") { items { act } } }`)
    expect(data.acts.items).toEqual([{ act: 'unblock' }, { act: 'block' }])
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'administration', act: 'block', by: adminId, player: anne.id, reason: 'shouting' }),
    )
    for (const change of ['update act set reason = reason', 'delete from act', 'truncate act'])
      await expect(administer(here.app.databaseUrl, change)).rejects.toThrow('acts are never changed')
    expect((await act(anne.id, 'block', {})).status).toBe(400)
  })
})
