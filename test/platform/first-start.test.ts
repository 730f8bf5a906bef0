/** The first start as in the container: a folder of root's, a user without rights there, no terminal, a Postgres elsewhere. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller } from '../api/rest.js'
import { shipped } from '../support/bundle.js'
import { emptyDatabase, type FreshDatabase } from '../support/database.js'
import { temporaryFolder } from '../support/postgres.js'
import { chancery, startServer } from '../support/process.js'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpen(dirname(folder)))
/** Root may write anywhere, so root has to become somebody else; that one must be able to read the sources. */
const canBeTried = process.platform === 'linux' && (!isRoot || isOpen(fileURLToPath(new URL('../..', import.meta.url))))

let database: FreshDatabase
let app: string
beforeAll(async () => {
  database = await emptyDatabase()
  app = join(await temporaryFolder(), 'app')
  await mkdir(app)
  await chmod(app, 0o555)
})
afterAll(async () => {
  await rm(dirname(app), { recursive: true, force: true })
  await database.drop()
})

/** The health check of the image, run as the engine runs it. */
async function checkHealth(url: string): Promise<number | null> {
  const [, command = '[]'] = /^HEALTHCHECK .*\n +CMD (\[.*\])$/m.exec(await readFile('Dockerfile', 'utf8')) ?? []
  const [, ...args]: string[] = JSON.parse(command)
  const child = spawn(process.execPath, args, { env: { PORT: new URL(url).port }, stdio: 'ignore' })
  await once(child, 'exit')
  return child.exitCode
}

test.runIf(canBeTried)('nothing is lost: the server serves, and a token is made for whoever reaches the database', async () => {
  const place = { cwd: app, ...(isRoot && { uid: NOBODY, gid: NOBODY }) }
  // As compose passes them: the password apart from the address.
  const { password } = new URL(database.url)
  const DATABASE_URL = Object.assign(new URL(database.url), { password: '' }).href
  const env = { DATABASE_URL, PGPASSWORD: password, NODE_ENV: 'production', SECRETS_KEY: 'ab'.repeat(32) }

  const server = await startServer(env, place, shipped)
  expect(server.said()).toContain(`${join(app, 'data', 'admin-token')} can't be written: EACCES`)
  expect(server.said()).toContain('run: chancery admin token')
  expect(await checkHealth(server.url)).toBe(0)

  const made = await chancery(['admin', 'token'], env, place, shipped)
  expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^chy_\S{43}\n$/), stderr: '' })
  const asAdmin = caller(server.url, made.stdout.trim())
  expect(await asAdmin('GET', '/v1/me')).toMatchObject({ status: 200, body: { player: { name: 'admin' } } })
  expect(await server.end()).toBe(0)
  expect(await checkHealth(server.url)).toBe(1)
  expect(await readdir(app)).toEqual([])
})

test.runIf(canBeTried)('with a volume the token is in a file there', async () => {
  const other = await emptyDatabase()
  const volume = join(dirname(app), 'data')
  await mkdir(volume)
  await chmod(volume, 0o777)
  const place = { cwd: app, ...(isRoot && { uid: NOBODY, gid: NOBODY }) }
  const server = await startServer({ DATABASE_URL: other.url, DATA_DIR: join(volume, 'postgres') }, place, shipped)
  expect(server.said()).toContain(`Administrator's token: in the file ${join(volume, 'admin-token')}`)
  const token = (await readFile(join(volume, 'admin-token'), 'utf8')).trim()
  expect(await caller(server.url, token)('GET', '/v1/me')).toMatchObject({ status: 200 })
  expect(await server.end()).toBe(0)
  await other.drop()
})

test('a database without tables, or none at all, is named', async () => {
  const empty = await emptyDatabase()
  const none = await chancery(['admin', 'token'], { DATABASE_URL: empty.url })
  expect(none).toMatchObject({ code: 1, stderr: 'chancery: The database has no tables yet: start a server on it first.\n' })
  await empty.drop()
  const DATA_DIR = join(dirname(app), 'nowhere')
  const nowhere = await chancery(['admin', 'token'], { DATA_DIR })
  expect(nowhere).toMatchObject({
    code: 2,
    stderr: `chancery: There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL.\n`,
  })
})
