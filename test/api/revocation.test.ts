/** A revocation ends all that the token has opened, at once, on every server, and the tokens that it made with it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller, openTable, playOn, startMatch, type Table } from './rest.js'

let here: Table
let there: TestApp
let match: string
beforeAll(async () => {
  here = await openTable()
  there = await startApp({ databaseUrl: here.app.databaseUrl })
  match = await startMatch(here)
})
afterAll(async () => {
  await there.close()
  await here.app.close()
})

/** Well below the time after which streams look at their token by themselves. */
const AT_ONCE_MS = 5000
const STILL_OPEN = 'still open'
const within = (work: Promise<string>): Promise<string> => Promise.race([work, sleep(AT_ONCE_MS, STILL_OPEN, { ref: false })])

interface Opened {
  /** How it ended. */
  readonly ended: Promise<string>
  /** What was sent. */
  heard(): string
  stop(): void
}

async function openStream(url: string, token: string, path: string, accept: string): Promise<Opened> {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept }
  const response = await fetch(url + path, { headers, signal: abort.signal })
  expect(response.status).toBe(200)
  let heard = ''
  const read = async () => {
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk)
    return 'ended'
  }
  return { ended: read().catch(() => 'cut'), heard: () => heard, stop: () => abort.abort() }
}

/** Asks for news that do not come. */
function openPoll(url: string, token: string, path: string): Opened {
  const answer = caller(url, token)('GET', `${path}${path.includes('?') ? '&' : '?'}wait=25`)
  return { ended: answer.then(({ status, body }) => `${status} ${body.code}`), heard: () => '', stop: () => {} }
}

const FOLLOW = 'subscription ($id: ID!, $after: Int) { matchNotices(matchId: $id, after: $after) { version } }'

type Socket = Opened & { subscribe(id: string, after: number): void }

async function openSocket(url: string, token: string): Promise<Socket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  let heard = ''
  const acknowledged = new Promise<void>((done) => {
    socket.on('message', (message) => {
      heard += message
      if (String(message).includes('connection_ack')) done()
    })
  })
  const ended = new Promise<string>((done) => socket.on('close', (code, reason) => done(`${code} ${reason}`)))
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })))
  await acknowledged
  const subscribe = (id: string, after: number) =>
    socket.send(JSON.stringify({ id, type: 'subscribe', payload: { query: FOLLOW, variables: { id: match, after } } }))
  return { ended, heard: () => heard, stop: () => socket.terminate(), subscribe }
}

const version = async (): Promise<number> => (await here.anyone('GET', `/v1/matches/${match}`)).body.version

/** One of each kind, waiting for news. */
async function openAll(url: string, token: string): Promise<Record<string, Opened>> {
  const after = await version()
  const notices = `/v1/matches/${match}/notices?after=${after}`
  const socket = await openSocket(url, token)
  socket.subscribe('1', after)
  const opened = {
    sse: await openStream(url, token, notices, 'text/event-stream'),
    ndjson: await openStream(url, token, notices, 'application/x-ndjson'),
    inbox: await openStream(url, token, '/v1/me/stream', 'text/event-stream'),
    poll: openPoll(url, token, notices),
    socket,
  }
  // The poll and the subscription have no answer yet that would tell that they wait.
  await sleep(300)
  return opened
}

const ENDS = { sse: 'ended', ndjson: 'ended', inbox: 'ended', poll: '401 TOKEN_REVOKED', socket: '4403 TOKEN_REVOKED' }

async function endsOf(opened: Record<string, Opened>): Promise<Record<string, string>> {
  const ends = Object.entries(opened).map(async ([kind, { ended }]) => [kind, await within(ended)] as const)
  const told = Object.fromEntries(await Promise.all(ends))
  for (const { stop } of Object.values(opened)) stop()
  return told
}

const issue = async (call: Call): Promise<{ id: string; token: string; call: Call }> => {
  const { status, body } = await call('POST', '/v1/me/tokens', { scopes: ['read', 'play'] })
  expect(status).toBe(201)
  return { ...body, call: caller(here.app.url, body.token) }
}

describe('what a token has opened', () => {
  test('ends with its revocation, on this server and on another; what others opened goes on', async () => {
    const anne = here.players[0] as Call
    const { id, token } = await issue(anne)
    const other = await issue(anne)
    const after = await version()
    const kept = await openStream(there.url, other.token, `/v1/matches/${match}/notices?after=${after}`, 'application/x-ndjson')
    const opened = [await openAll(here.app.url, token), await openAll(there.url, token)]
    expect((await anne('DELETE', `/v1/me/tokens/${id}`)).status).toBe(204)
    expect(await Promise.all(opened.map(endsOf))).toEqual([ENDS, ENDS])
    await playOn(here, match, 1)
    await expect.poll(kept.heard).toContain(`"version":${after + 1}`)
    kept.stop()
  })

  test('tells nothing of a move that is made right after it', async () => {
    const anne = here.players[0] as Call
    const { id, token } = await issue(anne)
    const after = await version()
    const opened = await openAll(there.url, token)
    await anne('DELETE', `/v1/me/tokens/${id}`)
    await caller(there.url, here.tokens[0])('GET', '/v1/me')
    await expect.poll(async () => (await caller(there.url, token)('GET', '/v1/me')).status).toBe(401)
    await playOn(here, match, 1)
    expect(await endsOf(opened)).toEqual(ENDS)
    for (const { heard } of Object.values(opened)) expect(heard()).not.toContain(`"version":${after + 1}`)
  })

  test('is closed to new subscriptions as well', async () => {
    const anne = here.players[0] as Call
    const { id, token } = await issue(anne)
    const socket = await openSocket(here.app.url, token)
    await anne('DELETE', `/v1/me/tokens/${id}`)
    socket.subscribe('late', 0)
    expect(await within(socket.ended)).toBe('4403 TOKEN_REVOKED')
    expect(socket.heard()).not.toContain('"late"')
  })
})

describe('the tokens that a token made', () => {
  test('are revoked with it, and theirs too, and all that they opened ends', async () => {
    const anne = here.players[0] as Call
    const parent = await issue(anne)
    const child = await issue(parent.call)
    const grandchild = await issue(child.call)
    const sibling = await issue(anne)
    const opened = await openAll(there.url, grandchild.token)
    expect((await anne('DELETE', `/v1/me/tokens/${parent.id}`)).status).toBe(204)
    expect(await endsOf(opened)).toEqual(ENDS)
    for (const { call } of [parent, child, grandchild]) expect((await call('GET', '/v1/me')).body.code).toBe('TOKEN_REVOKED')
    expect((await sibling.call('GET', '/v1/me')).status).toBe(200)
    const { body } = await anne('GET', '/v1/me/tokens?first=100')
    const revoked = body.items.filter(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null)
    expect(revoked.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([parent.id, child.id, grandchild.id]))
  })

  test('none escapes by being made while its maker is revoked', async () => {
    const anne = here.players[0] as Call
    for (let round = 0; round < 5; round++) {
      const parent = await issue(anne)
      const makers = [here.app.url, there.url].flatMap((url) => [caller(url, parent.token), caller(url, parent.token)])
      const [, ...made] = await Promise.all([
        anne('DELETE', `/v1/me/tokens/${parent.id}`),
        ...makers.map((call) => call('POST', '/v1/me/tokens', { scopes: ['read'] })),
      ])
      for (const { status, body } of made) {
        if (status === 201) expect((await caller(here.app.url, body.token)('GET', '/v1/me')).body.code).toBe('TOKEN_REVOKED')
        else expect(body.code).toBe('TOKEN_REVOKED')
      }
    }
  })

  test('a token that takes the place of its maker lives on when that one is revoked', async () => {
    const [, ben] = here.players as [Call, Call]
    const old = await issue(ben)
    const child = await issue(old.call)
    const opened = await openAll(there.url, old.token)
    const { status, body } = await old.call('POST', '/v1/me/tokens', { scopes: ['read'], replace: true })
    expect(status).toBe(201)
    const fresh = caller(here.app.url, body.token)
    expect((await fresh('GET', '/v1/me')).status).toBe(200)
    expect(await endsOf(opened)).toEqual(ENDS)
    for (const { call } of [old, child]) expect((await call('GET', '/v1/me')).body.code).toBe('TOKEN_REVOKED')
    // It stands where the old one stood: whoever made that one revokes it.
    expect((await asker(here.app.url, here.tokens[1])(`mutation { revokeToken(id: "${body.id}") }`)).data).toEqual({
      revokeToken: true,
    })
    expect((await fresh('GET', '/v1/me')).status).toBe(401)
  })
})
