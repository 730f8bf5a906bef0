/** `chancery mcp` as a process of its own, as a program that hosts a language model starts it. */
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededStream } from '../../src/dice/seeded.js'
import { connected, firstIdIn, playToTheEnd, use } from '../api/mcp/naive-model.js'
import { startApp, type TestApp } from '../support/app.js'
import { run } from './recorder.js'

const BIN = fileURLToPath(new URL('../../bin/chancery.mjs', import.meta.url))

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function spawned(url: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'naive', version: '1' })
  const env = { PATH: process.env.PATH ?? '', ...(token !== undefined && { CHANCERY_TOKEN: token }) }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp', '--url', url], env, stderr: 'ignore' }),
  )
  return client
}

test('a match of Kingdoms is played to its end over standard input and output', { timeout: 120_000 }, async () => {
  const [anne, ben] = [
    await spawned(app.url, (await app.register('Anne')).token),
    await spawned(app.url, (await app.register('Ben')).token),
  ]
  const made = await use(anne, 'create_match', { game: 'kingdoms', seats: 2 })
  await use(ben, 'join_match', { match: firstIdIn(made.text) })
  const ends = await Promise.all([anne, ben].map((client, seat) => playToTheEnd(client, seededStream(seat))))
  for (const end of ends) expect(end).toContain('It is over. Final places:')
  await Promise.all([anne.close(), ben.close()])
})

test('what it offers is what the server offers', { timeout: 60_000 }, async () => {
  const [local, remote] = [await spawned(app.url), await connected(app.url)]
  expect(await local.listTools()).toEqual(await remote.listTools())
  expect(await local.listResources()).toEqual(await remote.listResources())
  expect(local.getInstructions()).toBe(remote.getInstructions())
  expect(await use(local, 'my_turns')).toEqual(await use(remote, 'my_turns'))
  await local.close()
})

test('a server that refuses or does not answer is told to whoever asked', { timeout: 60_000 }, async () => {
  await expect(spawned(app.url, 'chy_nonsense')).rejects.toThrow('TOKEN_INVALID')
  await expect(spawned('http://127.0.0.1:9')).rejects.toThrow('does not answer')
})

test('wrong usage is one line', async () => {
  const { code, err } = await run('mcp', 'kingdoms')
  expect({ code, err }).toEqual({ code: 2, err: ['chancery: mcp: expected no arguments, got "kingdoms"'] })
})
