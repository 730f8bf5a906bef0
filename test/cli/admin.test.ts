/** `chancery admin` on a running server; the commands of docs/operations.md as printed. */
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { caller } from '../api/rest.js'
import { startApp, type TestApp } from '../support/app.js'
import { temporaryFolder } from '../support/postgres.js'
import { run } from './recorder.js'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = await temporaryFolder()
  vi.stubEnv('CHANCERY_URL', app.url)
  vi.stubEnv('DATABASE_URL', app.databaseUrl)
  vi.stubEnv('CHANCERY_TOKEN', (await app.app.accounts.bootstrap()) ?? '')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const PAGE = readFileSync('docs/operations.md', 'utf8')
const documented = [...PAGE.matchAll(/^npx chancery (admin (?!token).*?)(?: {2,}#.*)?$/gm)].map(([, line]) => line ?? '')
const words = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

test('the documented commands do what they say', async () => {
  expect(documented.length).toBe(11)
  const [anne, olga] = [await app.register('Anne'), await app.register('Olga')]
  const bots = join(folder, 'bots.txt')
  await writeFile(bots, 'Bot 1\nBot 2\n')
  const { open, running } = await matchesOf(await app.register('Hugo'), await app.register('Ines'))
  const players = { $PLAYER: anne.player.id, $ORGANISER: olga.player.id }
  const known: Record<string, string> = { ...players, $OPEN: open, $MATCH: running, 'bots.txt': bots }
  for (const line of documented) {
    const ran = await run(...words(line).map((word) => known[word] ?? word))
    expect([line, ran.code, ran.err]).toEqual([line, 0, []])
  }
  const { out } = await run('admin', 'acts', '--json')
  const acts = JSON.parse(out[0] ?? '').items.map(({ act }: { act: string }) => act)
  expect(acts).toEqual(['abortMatch', 'cancelMatch', 'resetTokens', 'erase', 'resetTokens', 'unblock', 'block'])
})

const matchesOf = async (host: { token: string }, guest: { token: string }): Promise<{ open: string; running: string }> => {
  const as = caller(app.url, host.token)
  const [open, running] = [await as('POST', '/v1/matches', NEW), await as('POST', '/v1/matches', NEW)].map(({ body }) => body.id)
  await caller(app.url, guest.token)('POST', `/v1/matches/${running}/join`, {})
  return { open, running }
}
const NEW = { game: 'kingdoms', seats: 2 }

test('prints tables for people: players, acts and tokens', async () => {
  const { player } = await app.register('Zoe')
  const { out } = await run('admin', 'players', '--find', 'zoe')
  expect(out[0]).toMatch(/^ID {36}NAME {2}KIND {2}CREATED {11}BLOCKED {2}ERASED$/)
  expect(out[1]).toMatch(new RegExp(`^${player.id} {2}Zoe {3}bot {3}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`))
  expect((await run('admin', 'players', '--find', player.id)).out[1]).toContain('Zoe')
  expect((await run('admin', 'players', '--first', '1')).out.at(-1)).toMatch(/^more with --after \S+$/)
  const names = join(folder, 'names.json')
  await writeFile(names, '[{"name":"Json 1","kind":"person"},{"name":"admin"}]')
  const registered = await run('admin', 'register', names)
  expect(registered.code).toBe(1)
  expect(registered.out[1]).toMatch(/^Json 1 {2}chy_\S{43}$/)
  expect(registered.out[2]).toMatch(/^admin {3}NAME_RESERVED$/)
})

test('refuses in one line, with an exit code', async () => {
  const { player } = await app.register('Safe')
  const cases: [argv: string[], code: number, says: RegExp][] = [
    [['erase', player.id, '--reason', 'x'], 2, /^chancery: admin erase cannot be undone: add --yes if you mean it\.$/],
    [['block', player.id], 2, /^chancery: --reason: expected why/],
    [['block', 'Safe', '--reason', 'x'], 2, /^chancery: ID: expected an id, got "Safe"$/],
    [['block'], 2, /^chancery: admin block: expected one ID, got nothing$/],
    [['players', 'Anne'], 2, /^chancery: admin players: expected no argument, got "Anne"$/],
    [['ban', 'Anne'], 2, /^chancery: admin: expected one of token, ratings, players, block/],
    [['unblock', player.id.replace(/^.{8}/, '00000000'), '--reason', 'x'], 1, /refuses: NOT_FOUND: There is no such player\.$/],
    [['players', '--url', 'http://127.0.0.1:1'], 1, /^chancery: http:\/\/127\.0\.0\.1:1 does not answer: /],
    [['players', '--token-file', join(folder, 'nowhere')], 2, /^chancery: --token-file: .* cannot be read \(ENOENT\)$/],
    [['players', '--token', 'chy_x'], 2, /Unknown option '--token'/],
  ]
  for (const [argv, code, says] of cases) {
    const ran = await run('admin', ...argv)
    expect([argv, ran.code, ran.out]).toEqual([argv, code, []])
    expect(ran.err.join('\n')).toMatch(says)
  }
  const file = join(folder, 'token')
  await writeFile(file, `${(await app.register('Not an administrator')).token}\n`)
  expect((await run('admin', 'players', '--token-file', file)).err[0]).toMatch(/refuses: SCOPE_MISSING: /)
  vi.stubEnv('CHANCERY_TOKEN', '')
  expect(await run('admin', 'players')).toMatchObject({ code: 2, err: [expect.stringMatching(/^chancery: Set CHANCERY_TOKEN/)] })
})

test('tells how it is used', async () => {
  const { out } = await run('admin', '--help')
  for (const command of ['players', 'block ID', 'erase ID', 'register FILE', 'cancel ID', 'abort ID', 'chancery admin token'])
    expect(out.join('\n')).toContain(command)
})
