/** How the administrator's token is handed out: never before it is stored, and never lost. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introduceAdministrator } from '../src/administrator.js'
import { administer } from './support/administer.js'
import { startApp, type TestApp } from './support/app.js'
import { temporaryFolder } from './support/postgres.js'

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await startApp()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Nobody, not even root, makes files there. */
const CLOSED = '/proc/chancery'

const introduce = (settings: { adminToken?: string; adminTokenFile?: string; dataDir?: string }, isTerminal = false) =>
  introduceAdministrator(
    server.app.accounts,
    { adminToken: undefined, adminTokenFile: undefined, dataDir: join(CLOSED, 'postgres'), ...settings },
    isTerminal,
  )
const administrators = () => administer(server.databaseUrl, 'select name from player where admin')
const tokens = async () => (await administer(server.databaseUrl, 'select from token')).length
const scopesOf = async (token: string) => (await server.app.accounts.authenticate(token)).scopes
const chosen = () => `chy_${randomBytes(32).toString('base64url')}`

test('a token that cannot be stored makes no administrator, and the operator is told what to do', async () => {
  const said = await introduce({})
  expect(said).toMatch(
    /^No administrator was made, because its token could not be stored: \/proc\/chancery\/admin-token can't be/,
  )
  expect(said).toMatch(/Set ADMIN_TOKEN or ADMIN_TOKEN_FILE, or run: chancery admin token$/)
  const named = introduce({ adminTokenFile: join(CLOSED, 'token') }, true)
  await expect(named).rejects.toMatchObject({
    message: expect.stringMatching(/^ADMIN_TOKEN_FILE: .*can't be written/),
    exitCode: 2,
  })
  expect(await administrators()).toEqual([])
})

test('a file is written once, for its owner alone, and read ever after', async () => {
  const adminTokenFile = join(folder, 'new', 'token')
  expect(await introduce({ adminTokenFile })).toBe(`Administrator's token: in the file ${adminTokenFile}`)
  const token = (await readFile(adminTokenFile, 'utf8')).trim()
  expect((await stat(adminTokenFile)).mode & 0o777).toBe(0o600)
  expect(await scopesOf(token)).toContain('admin')
  const before = await tokens()
  expect(await introduce({ adminTokenFile })).toBeUndefined()
  expect([await tokens(), (await readFile(adminTokenFile, 'utf8')).trim()]).toEqual([before, token])
})

test('a file that is there is left alone: it may be of another database', async () => {
  const fresh = await startApp()
  const at = (dataDir: string) =>
    introduceAdministrator(fresh.app.accounts, { adminToken: undefined, adminTokenFile: undefined, dataDir }, false)
  await writeFile(join(folder, 'admin-token'), 'of another database')
  const said = await at(join(folder, 'postgres'))
  expect(said).toMatch(
    /^No administrator was made.*admin-token can't be written: it is there already, perhaps of another database\./,
  )
  expect(await readFile(join(folder, 'admin-token'), 'utf8')).toBe('of another database')
  const own = join(folder, 'data-2-admin-token')
  expect(await at(join(folder, 'data-2'))).toBe(`Administrator's token: in the file ${own}`)
  const { scopes } = await fresh.app.accounts.authenticate((await readFile(own, 'utf8')).trim())
  expect(scopes).toContain('admin')
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([])
  await fresh.close()
})

test('a token that the operator chose is valid, at whichever start it was chosen', async () => {
  const adminToken = chosen()
  for (const _ of ['first', 'second']) expect(await introduce({ adminToken })).toBeUndefined()
  expect(await scopesOf(adminToken)).toContain('admin')
  const adminTokenFile = join(folder, 'chosen')
  await writeFile(adminTokenFile, `${chosen()}\n`)
  expect(await introduce({ adminTokenFile })).toBeUndefined()
  expect(await scopesOf((await readFile(adminTokenFile, 'utf8')).trim())).toContain('admin')
  expect(await administrators()).toEqual([{ name: 'admin' }])
})

test("what is no token, a player's token and a revoked one are refused", async () => {
  const refusal = async (adminToken: string) => introduce({ adminToken }).catch(({ message }) => message)
  expect(await refusal('hunter2')).toBe('ADMIN_TOKEN: expected chy_ and 43 letters, digits, - or _.')
  expect(await refusal((await server.register('Anne')).token)).toBe('ADMIN_TOKEN: this is the token of a player; choose another.')
  const gone = chosen()
  await introduce({ adminToken: gone })
  const caller = await server.app.accounts.authenticate(gone)
  await server.app.accounts.revoke(caller, caller.tokenId ?? '')
  expect(await refusal(gone)).toBe('ADMIN_TOKEN: this token has been revoked; choose another.')
})

test('on a terminal it is shown once; a player who is called admin does not stand in the way', async () => {
  const first = server
  server = await startApp()
  // Nobody can register so any more, but somebody may have.
  await administer(
    server.databaseUrl,
    `insert into player (id, name, name_key, kind) values (gen_random_uuid(), 'Admin', 'admin', 'person')`,
  )
  const said = await introduce({}, true)
  const [, token = ''] = /^Administrator's token, shown this once:\n {2}(chy_\S+)$/.exec(said ?? '') ?? []
  expect(await scopesOf(token)).toContain('admin')
  expect(await introduce({}, true)).toBeUndefined()
  expect(await administrators()).toEqual([{ name: expect.stringMatching(/^admin-[0-9a-f]{8}$/) }])
  await server.close()
  server = first
})

test('the command in docs/operations.md makes a token that can be chosen', async () => {
  const [, command = ''] = /`(echo "chy_[^`]+)`/.exec(await readFile('docs/operations.md', 'utf8')) ?? []
  const { stdout } = await promisify(execFile)('bash', ['-euc', command])
  expect(await introduce({ adminToken: stdout.trim() })).toBeUndefined()
  expect(await scopesOf(stdout.trim())).toContain('admin')
})
