/** Servers that are killed while bots think: what they thought about is thought about again, and every decision is made once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { type Call, caller } from '../api/rest.js'
import { administer } from '../support/administer.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { type RunningServer, startServer } from '../support/process.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const open = (): Promise<RunningServer> => startServer({ DATABASE_URL: database.url, BOT_THREADS: '1', RATE_LIMIT: '0' })

async function registered({ url }: RunningServer, name: string): Promise<string> {
  const { body } = await caller(url)('POST', '/v1/players', { name, kind: 'bot' })
  return body.token
}

const botsOnly = { game: 'kingdoms', seats: 2, join: false, bots: [{ bot: 'search:1' }, { bot: 'greedy' }] }

async function made(call: Call): Promise<string> {
  const { body } = await call('POST', '/v1/matches', botsOnly)
  expect(body).toMatchObject({ status: 'running' })
  return body.id
}

/** Some server has a decision of the match in hand, after so many entries. */
async function isThinking(match: string, entries: number): Promise<boolean> {
  const rows = await administer(
    database.url,
    `select 1 as one from deadline d where match_id = $1 and taken_until > now() and (select count(*) from entry e where e.match_id = d.match_id) >= $2`,
    [match, entries],
  )
  return rows.length > 0
}

async function thinking(match: string, entries: number): Promise<void> {
  while (!(await isThinking(match, entries))) await sleep(2)
}

/** The log of a match that is over. */
async function proof(call: Call, match: string): Promise<Transcript> {
  while ((await call('GET', `/v1/matches/${match}`)).body.status !== 'over') await sleep(50)
  return Transcript.parse((await call('GET', `/v1/matches/${match}/log`)).body)
}

function expectOneAnswerEach(transcript: Transcript): void {
  expect(verifyTranscript(transcript)).toMatchObject({ ok: true, over: true })
  const commands = transcript.entries.slice(1).map(({ command }) => command)
  expect(commands.every((command) => command.type === 'move' && command.by === 'house')).toBe(true)
}

test('the next start goes on where the one before was killed, again and again', { timeout: 180_000 }, async () => {
  let server = await open()
  const token = await registered(server, 'Killer')
  const match = await made(caller(server.url, token))
  for (const entries of [2, 12, 25]) {
    await thinking(match, entries)
    await server.kill()
    server = await open()
  }
  expectOneAnswerEach(await proof(caller(server.url, token), match))
  expect(await server.end()).toBe(0)
})

test('another server takes over what a killed one had in hand', { timeout: 180_000 }, async () => {
  const [here, there] = [await open(), await open()]
  const token = await registered(there, 'Survivor')
  const matches = [await made(caller(here.url, token)), await made(caller(here.url, token))]
  for (const match of matches) await thinking(match, 3)
  await here.kill()
  for (const match of matches) expectOneAnswerEach(await proof(caller(there.url, token), match))
  expect(await there.end()).toBe(0)
})

test('a server that is told to end does not wait for its bots', { timeout: 60_000 }, async () => {
  const server = await startServer({ DATABASE_URL: database.url, BOT_THREADS: '1', BOT_SECONDS: '600' })
  const call = caller(server.url, await registered(server, 'Impatient'))
  const bots = Array.from({ length: 3 }, () => ({ bot: 'search:5' }))
  const { body } = await call('POST', '/v1/matches', { game: 'medieval-realms', seats: 3, join: false, bots })
  await thinking(body.id, 1)
  expect(await server.end()).toBe(0)
})
