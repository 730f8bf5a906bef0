/** Finding opponents by both transports, and its page, run as printed. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Acceptance, Invitation, Seek } from '../../src/match/finding-shapes.js'
import { InboxItem } from '../../src/match/inbox-shapes.js'
import { administer } from '../support/administer.js'
import { startApp, type TestApp } from '../support/app.js'
import { asker } from './graphql.js'
import { type Call, caller } from './rest.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let names = 0
interface One {
  readonly name: string
  readonly id: string
  readonly call: Call
  readonly ask: ReturnType<typeof asker>
}
async function somebody(): Promise<One> {
  const name = `Somebody ${++names}`
  const { token, player } = await app.register(name)
  return { name, id: player.id, call: caller(app.url, token), ask: asker(app.url, token) }
}

const equipped = ['bash', 'curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0)

test.skipIf(!equipped)('docs/finding-opponents.md runs as printed', { timeout: 60_000 }, async () => {
  const page = readFileSync('docs/finding-opponents.md', 'utf8')
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, CHANCERY_URL: app.url },
  })
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(/^\d+$/),
    expect.stringMatching(/"status":"running","you":1,"players":\["House greedy","Anne [\d ]+","House search:1"\]/),
    '{"game":"kingdoms","seat":1,"status":"pending","guest":"bot"}',
    '{"status":"running","you":1}',
    '{"status":"waiting","match":null}',
    '{"status":"paired","playing":true}',
    '1',
    expect.stringContaining('"atOnce":20'),
    '{"status":409,"code":"NOT_ACCEPTED"}',
    '{"seat":0,"kept":false}',
    '{"seat":1,"kept":true}',
    '{"kind":"invited","game":"royals","status":"open"}',
  ])
})

test('GraphQL: invited, told, declined; invited with the match, accepted', async () => {
  const [anne, ben] = [await somebody(), await somebody()]
  const { data } = await anne.ask('mutation { createMatch(input: { game: kingdoms, seats: 3 }) { id } }')
  const match = data.createMatch.id
  const INVITE = `mutation ($input: InvitePlayerInput!) { invitePlayer(input: $input) { id match game seatCount seat status guest { id } host { id } clock { kind } } }`
  const invited = await anne.ask(INVITE, { input: { matchId: match, player: ben.name, seat: 2 } })
  expect(invited.data.invitePlayer).toMatchObject({
    match,
    game: 'kingdoms',
    seatCount: 3,
    seat: 2,
    status: 'pending',
    clock: null,
  })
  const LOOK = '{ me { invitations { items { id } next } inbox { kind about match game version yourTurn } } }'
  const { id } = invited.data.invitePlayer
  const told = { kind: 'invited', about: id, match, game: 'kingdoms', version: 0, yourTurn: false }
  expect((await ben.ask(LOOK)).data.me).toEqual({ invitations: { items: [{ id }], next: null }, inbox: [told] })
  expect((await anne.ask(INVITE, { input: { matchId: match, player: ben.id } })).code).toBe('ALREADY_INVITED')
  expect((await anne.ask(INVITE, { input: { matchId: match, player: anne.id } })).code).toBe('INVITED_ONESELF')
  const DECLINE = 'mutation ($id: ID!) { declineInvitation(id: $id) { status } }'
  expect((await ben.ask(DECLINE, { id })).data.declineInvitation).toEqual({ status: 'declined' })
  expect((await ben.ask(DECLINE, { id: 'nonsense' })).code).toBe('NOT_FOUND')
  const sent = await anne.ask('{ me { invitations(side: sent, status: declined) { items { id guest { name } } } } }')
  expect(sent.data.me.invitations.items).toEqual([{ id, guest: { name: ben.name } }])

  await anne.ask('mutation ($ben: [String!]) { kingdomsCreateMatch(input: { seats: 2, invite: $ben }) { id } }', {
    ben: [ben.id],
  })
  const { items } = (await ben.ask(LOOK)).data.me.invitations
  const ACCEPT = 'mutation ($id: ID!) { acceptInvitation(input: { invitationId: $id }) { status you } }'
  expect((await ben.ask(ACCEPT, { id: items[0].id })).data.acceptInvitation).toEqual({ status: 'running', you: 1 })
})

test('GraphQL: seeks and what players accept', async () => {
  const [anne, ben] = [await somebody(), await somebody()]
  const SEEK = `mutation ($key: String) { createSeek(input: { game: medievalRealms, seats: 2, clock: { kind: decision, seconds: 60 }, idempotencyKey: $key }) { id game seats options clock { seconds } status match } }`
  const first = (await anne.ask(SEEK, { key: 'k' })).data.createSeek
  expect(first).toMatchObject({ game: 'medievalRealms', seats: 2, clock: { seconds: 60 }, status: 'waiting', match: null })
  expect((await anne.ask(SEEK, { key: 'k' })).data.createSeek.id).toBe(first.id)
  expect((await ben.ask(SEEK)).data.createSeek).toMatchObject({ status: 'paired', match: expect.any(String) })
  expect((await anne.ask('{ me { seeks(status: paired) { items { id } } } }')).data.me.seeks.items).toEqual([{ id: first.id }])
  expect((await anne.ask('mutation ($id: ID!) { withdrawSeek(id: $id) { status } }', first)).code).toBe('SEEK_ENDED')

  const ACCEPTS = `mutation ($input: AcceptanceInput!) { setAcceptance(input: $input) { games { game seats } atOnce invitations untimed } }`
  const input = { games: [{ game: 'medievalRealms', seats: [2, 3] }, { game: 'royals' }], atOnce: 2, untimed: false }
  const stated = { games: [input.games[0], { game: 'royals', seats: null }], atOnce: 2, invitations: true, untimed: false }
  expect((await ben.ask(ACCEPTS, { input })).data.setAcceptance).toEqual(stated)
  const READ = 'query ($player: ID!) { playerAcceptance(player: $player) { games { game seats } atOnce invitations untimed } }'
  expect((await asker(app.url)(READ, { player: ben.name })).data.playerAcceptance).toEqual(stated)
  expect((await asker(app.url)(READ, { player: 'Nobody of this name' })).data.playerAcceptance).toBeNull()
  expect((await ben.ask('{ me { acceptance { atOnce } } }')).data.me.acceptance).toEqual({ atOnce: 2 })
})

test('REST: what is answered has the shapes that are published', async () => {
  const [anne, ben] = [await somebody(), await somebody()]
  const { body: match } = await anne.call('POST', '/v1/matches', { game: 'royals', seats: 4 })
  const { status, body } = await anne.call('POST', `/v1/matches/${match.id}/invitations`, { player: ben.name })
  expect([status, Invitation.parse(body)]).toEqual([201, body])
  expect((await ben.call('GET', '/v1/me/invitations')).body).toEqual({ items: [body], next: null })
  const { items } = (await ben.call('GET', '/v1/me/stream')).body
  expect(items.map((item: unknown) => InboxItem.parse(item))).toMatchObject([{ kind: 'invited', about: body.id }])
  const sought = await ben.call('POST', '/v1/me/seeks', { game: 'royals', seats: 5 })
  expect([sought.status, Seek.parse(sought.body)]).toEqual([201, sought.body])
  const withdrawn = await ben.call('POST', `/v1/me/seeks/${sought.body.id}/withdraw`)
  expect(withdrawn).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
  expect((await ben.call('PUT', '/v1/me/acceptance', { atOnce: 0 })).status).toBe(400)
  const { body: stated } = await ben.call('PUT', '/v1/me/acceptance', { atOnce: 3 })
  expect(Acceptance.parse(stated)).toEqual(stated)
  expect((await caller(app.url)('GET', `/v1/players/${ben.id}`)).body.acceptance).toEqual(stated)
  for (const wrong of [{ player: '' }, { player: ben.name, expiresInMinutes: 4 }, { player: ben.name, expiresInMinutes: 20_161 }])
    expect((await anne.call('POST', `/v1/matches/${match.id}/invitations`, wrong)).status).toBe(400)
  expect((await anne.call('POST', '/v1/me/seeks', { game: 'royals', seats: 2, rated: true })).status).toBe(400)
})

test('open seats are listed by game, seats, clock, and whether one can be taken', async () => {
  const [anne, ben] = [await somebody(), await somebody()]
  const made = async (more: object) =>
    (await anne.call('POST', '/v1/matches', { game: 'regents', seats: 3, ...more })).body.id as string
  const [plain, five, timed, kept] = [
    await made({}),
    await made({ seats: 5 }),
    await made({ clock: { kind: 'bank', seconds: 60 } }),
    await made({ join: true, invite: [ben.id, (await somebody()).id] }),
  ]
  const listed = async (query: string) =>
    (await caller(app.url)('GET', `/v1/matches?status=open&game=regents&${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await listed('')).toEqual([kept, timed, five, plain])
  expect(await listed('seats=5')).toEqual([five])
  expect(await listed('timed=true')).toEqual([timed])
  expect(await listed('timed=false&seats=3')).toEqual([kept, plain])
  expect(await listed('joinable=true')).toEqual([timed, five, plain])
  expect(await listed('joinable=false')).toEqual([kept])
  const { data } = await anne.ask(
    '{ matches(filter: { game: regents, joinable: true, seats: 3, timed: false }) { nodes { id } } }',
  )
  expect(data.matches.nodes).toEqual([{ id: plain }])
})

test('a server ends what is due and pairs what another has left, by itself', { timeout: 30_000 }, async () => {
  const [anne, ben, host] = [await somebody(), await somebody(), await somebody()]
  const { body: seek } = await anne.call('POST', '/v1/me/seeks', { game: 'regents', seats: 3 })
  const others = [ben.id, host.id]
  await administer(
    app.databaseUrl,
    `insert into seek (id, player_id, terms, game, seats, options, expires_at)
     select gen_random_uuid(), other, terms, game, seats, options, expires_at from seek, unnest($2::uuid[]) as other where seek.id = $1`,
    [seek.id, others],
  )
  const { body: match } = await host.call('POST', '/v1/matches', { game: 'kingdoms', seats: 2, invite: [ben.id] })
  const { body: due } = await anne.call('POST', '/v1/me/seeks', { game: 'royals', seats: 4 })
  await administer(app.databaseUrl, 'update invitation set expires_at = now() where match_id = $1', [match.id])
  await administer(app.databaseUrl, 'update seek set expires_at = now() where id = $1', [due.id])
  const found = async (one: One, path: string) => (await one.call('GET', path)).body.items.length
  const patience = { timeout: 20_000 }
  await expect.poll(() => found(anne, '/v1/me/seeks?status=paired'), patience).toBe(1)
  await expect.poll(() => found(anne, '/v1/me/seeks?status=expired'), patience).toBe(1)
  await expect.poll(() => found(host, '/v1/me/invitations?side=sent&status=expired'), patience).toBe(1)
  await expect.poll(() => found(ben, '/v1/matches?mine=true&status=running&game=regents'), patience).toBe(1)
})
