/** Backup and restore, as an operator does them: by command, on servers under play, embedded and not. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIntoDatabase } from '../../src/platform/backup/restore.js'
import { isFailure } from '../../src/platform/failure.js'
import { type Call, caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { startApp } from '../support/app.js'
import { emptyDatabase, type FreshDatabase } from '../support/database.js'
import { temporaryFolder } from '../support/postgres.js'
import { chancery, startServer } from '../support/process.js'
import { playOn, proven } from '../support/rest-play.js'

let folder: string
let target: FreshDatabase
let file: string
beforeAll(async () => {
  folder = await temporaryFolder()
  target = await emptyDatabase()
  file = join(folder, 'first.backup')
})
afterAll(async () => {
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

const SECRETS_KEY = 'cd'.repeat(32)
const linesOf = (path: string): string[] => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
const versionOf = async (call: Call, match: string): Promise<number> => (await call('GET', `/v1/matches/${match}`)).body.version

async function seated(url: string): Promise<{ match: string; tokens: string[] }> {
  const register = async (name: string): Promise<string> => (await caller(url)('POST', '/v1/players', { name })).body.token
  const tokens = [await register('Anne'), await register('Ben')]
  const [anne, ben] = tokens.map((token) => caller(url, token))
  const match = (await anne?.('POST', '/v1/matches', { game: 'kingdoms', seats: 2 }))?.body.id
  await ben?.('POST', `/v1/matches/${match}/join`, {})
  return { match, tokens }
}

test('an embedded database is backed up under play, and the match goes on in an external one', { timeout: 120_000 }, async () => {
  const env = { DATA_DIR: join(folder, 'data'), SECRETS_KEY }
  const server = await startServer(env)
  const { match, tokens } = await seated(server.url)
  const players = tokens.map((token) => caller(server.url, token))
  const anne = caller(server.url, tokens[0])
  await playOn(players, match, 5)

  const before = await versionOf(anne, match)
  let ended = false
  const backup = chancery(['backup', file], env).finally(() => {
    ended = true
  })
  // At most as many moves as leave the match running.
  for (let moves = 0; !ended && moves < 25; moves++) {
    await playOn(players, match, 1)
    await sleep(20)
  }
  expect(await backup).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/first\.backup: \d+ rows of \d+ tables, \d+ bytes\n$/),
  })
  const after = await versionOf(anne, match)
  expect(after).toBeGreaterThan(before)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await server.end()).toBe(0)

  expect(await chancery(['restore', file], { DATABASE_URL: target.url })).toMatchObject({ code: 0, stderr: '' })
  const restored = await startApp({ databaseUrl: target.url, env: { SECRETS_KEY } })
  const again = tokens.map((token) => caller(restored.url, token))
  const version = await versionOf(caller(restored.url, tokens[0]), match)
  expect(version).toBeGreaterThanOrEqual(before)
  expect(version).toBeLessThanOrEqual(after)
  await playOn(again, match)
  expect(await proven(caller(restored.url, tokens[0]), match, folder)).toMatchObject({ code: 0 })
  await restored.close()
})

test('an external database becomes an embedded one, row by row the same', { timeout: 120_000 }, async () => {
  const [copy, back] = [join(folder, 'external.backup'), join(folder, 'embedded.backup')]
  const env = { DATA_DIR: join(folder, 'copy') }
  expect(await chancery(['backup', copy], { DATABASE_URL: target.url })).toMatchObject({ code: 0, stderr: '' })
  expect(await chancery(['restore', copy], env)).toMatchObject({ code: 0, stderr: '' })
  expect(await chancery(['backup', back], env)).toMatchObject({ code: 0, stderr: '' })
  const rows = (path: string) => linesOf(path).slice(1, -1).sort()
  expect(rows(back)).toEqual(rows(copy))
  expect(rows(copy).length).toBeGreaterThan(50)
})

test('what is not empty, not whole or in use is refused and left as it is', async () => {
  // What the command does and prints, without the time that a process of its own takes.
  const progress = { table: () => {}, done: () => {} }
  const restore = (path: string, force = true): Promise<string> =>
    readIntoDatabase(target.url, path, { force, caches: ['snapshot'], progress, onStrange: () => {} }).then(
      () => '',
      (error) => (isFailure(error) ? error.message.replaceAll(folder, '') : `no failure: ${error.stack}`),
    )
  const players = () => administer(target.url, 'select name from player order by name')
  const before = await players()
  const refused = await chancery(['restore', file], { DATABASE_URL: target.url })
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^chancery: The database is not empty: it has rows in \w+\. .* --force .*\n$/),
  ])

  const whole = await readFile(file)
  const lines = linesOf(file)
  const variant = async (name: string, bytes: Buffer | string): Promise<string> => {
    await writeFile(join(folder, name), bytes)
    return join(folder, name)
  }
  const altered = lines.join('\n').replace('"Anne"', '"Anna"')
  const nonsense = lines.join('\n').replace(/"\d{4}-\d\d-\d\d [^"]+"/, '"yesterday or so"')
  const newer = lines.join('\n').replace('"version":1', '"version":2')
  const later = lines.join('\n').replace('20261116000000_init', '20991116000000_later')
  const cases: [string, Buffer | string, string][] = [
    ['altered', gzipSync(`${altered}\n`), 'is damaged: its checksum is another.'],
    ['short', whole.subarray(0, whole.length / 2), 'is damaged: unexpected end of file.'],
    ['unfinished', gzipSync(`${lines.slice(0, -1).join('\n')}\n`), 'is damaged: it ends too early.'],
    ['text', 'hello', 'is damaged: incorrect header check.'],
    ['newer', gzipSync(newer), 'is no backup of a kind that this version of Chancery reads.'],
  ]
  for (const [name, bytes, complaint] of cases) expect(await restore(await variant(name, bytes))).toBe(`/${name}: ${complaint}`)
  expect(await restore(await variant('later', gzipSync(later)))).toMatch(
    /^This version of Chancery does not have the migration 20991116000000_later:/,
  )
  expect(await restore(await variant('nonsense', gzipSync(nonsense)))).toMatch(
    /^The database refuses: invalid input syntax for type timestamp/,
  )
  const row = lines.findIndex((line) => line.startsWith('["'))
  const begins = lines.flatMap((line, at) => (line.startsWith('{"table"') ? [at] : []))
  /** Where a table begins, or the one that is so many places after it. */
  const start = (table: string, after = 0): number =>
    begins[begins.findIndex((at) => lines[at]?.startsWith(`{"table":"${table}"`)) + after] ?? lines.length - 1
  const resealed = async (name: string, some: readonly string[]) => restore(await variant(name, gzipSync(sealed(some))))
  const without = lines.toSpliced(start('token'), start('token', 1) - start('token'))
  expect(await resealed('no token', without)).toBe('The backup has no token: a table that its migrations make is missing.')
  expect(await resealed('a row less', lines.toSpliced(row, 1))).toMatch(
    /^The backup has \d+ rows of \w+, and says that there are \d+\.$/,
  )
  const long = gzipSync(`${lines[0]}\n["${'x'.repeat(70_000_000)}`)
  expect(await restore(await variant('long', long))).toBe('/long: is damaged: a line of it is too long.')
  expect(await restore('/nowhere', false)).toMatch(/^\/nowhere: ENOENT/)
  const server = await startApp({ databaseUrl: target.url, env: { SECRETS_KEY } })
  expect(await restore(file)).toBe('A server uses this database: stop it first.')
  await server.close()
  expect(await players()).toEqual(before)

  await administer(target.url, "update player set name = 'Somebody'")
  expect(await restore(file)).toBe('')
  expect(await players()).toEqual(before)
  expect((await chancery(['backup', file], { DATABASE_URL: target.url })).stderr).toMatch(/is there already; choose another name/)
})

/** The lines without the last, which is made anew: whoever alters a backup can do that too. */
function sealed(lines: readonly string[]): string {
  const text = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join('')
  const rows = lines.filter((line) => line.startsWith('[')).length
  return `${text}${JSON.stringify({ rows, sha256: createHash('sha256').update(text).digest('hex') })}\n`
}
