/** A database that an earlier version made and played on: its backup is restored, brought up to date by a start, and played on. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Call, caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { emptyDatabase } from '../support/database.js'
import { temporaryFolder } from '../support/postgres.js'
import { chancery, startServer } from '../support/process.js'
import { playOn, proven } from '../support/rest-play.js'

/** Made by the version of commit ed1e6a9: one match of Kingdoms to its end, one of each game begun, one that waits for players. */
const EARLIER = fileURLToPath(new URL('../fixtures/ed1e6a9.backup', import.meta.url))

/** A token for everybody: those that were handed out are not in a backup, only their hashes. */
async function tokensFor(url: string): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  for (const { id, name } of await administer(url, 'select id, name from player where not admin order by name')) {
    const token = `chy_${randomBytes(32).toString('base64url')}`
    const hash = createHash('sha256').update(token).digest('base64url')
    const scopes = ['read', 'play', 'host', 'organise']
    await administer(url, 'insert into token (id, player_id, hash, label, scopes) values ($1, $2, $3, $4, $5)', [
      randomUUID(),
      id,
      hash,
      'upgrade',
      scopes,
    ])
    tokens.set(String(name), token)
  }
  return tokens
}

test('restored, migrated and played on', { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder()
  const database = await emptyDatabase()
  const env = { DATABASE_URL: database.url, RATE_LIMIT: '0' }
  expect(await chancery(['restore', EARLIER], env)).toMatchObject({ code: 0, stderr: '' })
  const applied = () => administer(database.url, 'select migration_name from _prisma_migrations')
  expect(await applied()).toEqual([{ migration_name: '20261116000000_init' }])

  const tokens = await tokensFor(database.url)
  const server = await startServer(env, { cwd: folder })
  expect((await applied()).length).toBeGreaterThan(4)
  expect(server.said()).not.toMatch(/administrator/i)
  const as = (name: string): Call => caller(server.url, tokens.get(name))
  const players = ['Anne', 'Ben', 'Cleo'].map(as)

  const { items: matches } = (await as('Anne')('GET', '/v1/matches?first=100')).body
  const withStatus = (status: string) => matches.filter((match: { status: string }) => match.status === status)
  expect([withStatus('over').length, withStatus('running').length, withStatus('open').length]).toEqual([1, 4, 1])
  expect(await proven(as('Anne'), withStatus('over')[0].id, folder)).toMatchObject({ code: 0 })

  for (const { id, game } of withStatus('running')) {
    const before = (await as('Anne')('GET', `/v1/matches/${id}`)).body.version
    await playOn(players, id, game === 'kingdoms' ? Number.POSITIVE_INFINITY : 10)
    const after = (await as('Anne')('GET', `/v1/matches/${id}`)).body
    expect(after.version).toBeGreaterThanOrEqual(before + 10)
    if (after.status === 'over') expect(await proven(as('Anne'), id, folder)).toMatchObject({ code: 0 })
  }

  const waiting = withStatus('open')[0].id
  expect(await as('Anne')('POST', `/v1/matches/${waiting}/join`, {})).toMatchObject({ status: 200 })
  await playOn([as('Anne'), as('Dora')], waiting, 4)
  expect((await as('Anne')('GET', `/v1/matches/${waiting}`)).body).toMatchObject({ status: 'running', version: 5 })

  const token = (await chancery(['admin', 'token'], env)).stdout.trim()
  expect(await caller(server.url, token)('GET', '/v1/me')).toMatchObject({ body: { player: { name: 'admin' } } })
  expect(await server.end()).toBe(0)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
