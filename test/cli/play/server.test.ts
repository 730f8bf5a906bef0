/** Play on a server, from the terminal. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, connect } from '../../../src/client/index.js'
import { startApp, type TestApp } from '../../support/app.js'
import { chancery } from '../../support/process.js'
import { piped } from './piped.js'
import { playToTheEnd } from './reader.js'

const folder = mkdtempSync(join(tmpdir(), 'chancery-play-server-'))
let server: TestApp
let ann: { token: string; client: Client }
let ben: { token: string; client: Client }
let env: Record<string, string>

beforeAll(async () => {
  server = await startApp()
  const player = async (name: string) => {
    const { token } = await server.register(name, 'person')
    return { token, client: connect({ url: server.url, token }) }
  }
  ann = await player('Ann')
  ben = await player('Ben')
  env = { XDG_DATA_HOME: folder, CHANCERY_TOKEN: ann.token }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Begun, with Ann at seat 0 and Ben at seat 1. */
async function matchOfTwo(): Promise<string> {
  const { id } = await ann.client.createMatch({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
  await ben.client.join(id)
  return id
}

test('a match with another player is played to its end, and its log is checked against what the server told', {
  timeout: 60_000,
}, async () => {
  const id = await matchOfTwo()
  const bens = ben.client.play(({ legalMoves }) => legalMoves[0]?.move ?? expect.fail('no move'), { match: id })
  const match = piped(['play', '--match', id, '--url', server.url], env)
  const end = await playToTheEnd(match, 4)
  await bens
  expect(await match.exit).toBe(0)
  expect(match.printed()).toContain('seat 0: you, seat 1: Ben')
  const { result } = await ann.client.match(id)
  expect([...end.matchAll(/^ {2}(\d)\. +seat (\d)/gm)].map(([, place, seat]) => [Number(place), Number(seat)])).toEqual(
    result?.map(({ place, seat }) => [place, seat]),
  )
  const [, ...command] = /^chancery (verify) (\S+) (--head) (\w+)$/m.exec(end) ?? []
  expect((await chancery(command)).stdout).toMatch(/right, \d+ entries, match over[\s\S]*has the head/)
})

test('q leaves the match as it is, and resume goes on with the last one or the one that is named', async () => {
  const id = await matchOfTwo()
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${ann.token}\n`)
  const first = piped(['play', '--match', id, '--url', server.url, '--token-file', tokenFile], { XDG_DATA_HOME: folder })
  await first.screen()
  await first.type('{"type":"placeCastle","rank":9,"row":1,"column":1}')
  expect(await first.screen()).toMatch(/Not allowed: rank/)
  await first.type('q')
  expect(await first.screen()).toContain(`The match goes on at ${server.url} as ${id}.`)
  expect(await first.exit).toBe(0)
  for (const argv of [['resume'], ['resume', id, '--url', server.url]]) {
    const again = piped(argv, env)
    expect(await again.screen()).toMatch(/Kingdoms, epoch 1[\s\S]*Place a castle/)
    again.end()
    expect(await again.exit).toBe(0)
  }
  expect((await ann.client.match(id)).version).toBe(1)
})

test('while others are waited for, a signal ends it', async () => {
  const { id } = await ben.client.createMatch({ game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })
  const match = piped(['play', '--match', id, '--url', server.url], env)
  await expect.poll(async () => (await ben.client.match(id)).status, { timeout: 20_000 }).toBe('running')
  match.signal('SIGINT')
  expect(await match.exit).toBe(0)
})

test('what the server refuses is told in one line', async () => {
  const cases: [string[], RegExp][] = [
    [['play', '--match', 'nonsense', '--url', server.url], /NOT_FOUND/],
    [['play', '--match', await matchOfTwo(), '--url', 'http://127.0.0.1:1'], /UNREACHABLE/],
  ]
  for (const [argv, complaint] of cases) {
    const match = piped(argv, env)
    expect(await match.exit).toBe(1)
    expect(match.complained().trimEnd()).toMatch(complaint)
    expect(match.complained().trimEnd().split('\n')).toHaveLength(1)
  }
})

test('a new match asks the server for its bots', { timeout: 60_000 }, async () => {
  const match = piped(['play', 'kingdoms', '--bots', 'random', '--url', server.url], env)
  await playToTheEnd(match, 8)
  expect(await match.exit).toBe(0)
})
