/** A bot that is told by webhooks, one that polls its turns and one that follows its inbox play whole matches against each other. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../campaigns/server-process.js'
import { games } from '../../src/games/registry.js'
import { Transcript, verifyTranscript } from '../../src/match/offline/transcript.js'
import { createLogger } from '../../src/platform/logger.js'
import { type Call, caller } from '../api/rest.js'
import { startApp, type TestApp } from '../support/app.js'
import { type Got, type Receiver, receiver } from '../webhooks/receiver.js'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))

/** What each may ask for besides joining, looking and moving. */
const BOTS = [
  { name: 'Webhook', command: [process.execPath, 'webhook-bot.mjs'], own: 'POST /v1/me/webhooks' },
  { name: 'Polling', command: ['python3', 'polling-bot.py'], own: 'GET /v1/me/turns' },
  { name: 'Stream', command: ['python3', 'stream-bot.py'], own: 'GET /v1/me/stream' },
] as const
const MOVE = 'POST /v1/matches/:id/moves'
const SHARED = ['GET /v1/matches/:id', 'POST /v1/matches/:id/join', MOVE]
/** Every game on its own, where a bot has one match to wait for; and all of them at once. */
const ROUNDS = [...games.map(({ id }) => [id]), games.map(({ id }) => id)]

/** A line of the access log. */
interface Line {
  readonly player?: string
  readonly operation?: string
  readonly status: number
}

let server: TestApp
let host: Call
let relay: Receiver
let port: number
const lines: Line[] = []
const running: ChildProcess[] = []
beforeAll(async () => {
  server = await startApp({ logger: createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) }) })
  port = await freePort()
  relay = await receiver((got, response) => {
    response.writeHead(204).end()
    void passOn(got)
    return true
  })
  host = caller(server.url, (await server.register('Host')).token)
})
afterAll(async () => {
  for (const child of running) child.kill()
  await relay.close()
  await server.close()
})

const answers = { forged: new Set<number>(), genuine: new Set<number>() }
/** Every event reaches the bot with a wrong signature first, and then twice. */
async function passOn({ headers, body }: Got): Promise<void> {
  const named = (name: string): [string, string] => [name, String(headers[name])]
  const genuine = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(named)
  const forged: [string, string][] = [...genuine.slice(0, 2), ['webhook-signature', `v1,${'A'.repeat(43)}=`]]
  const post = async (kind: keyof typeof answers, given: [string, string][]): Promise<void> => {
    // When its last match is over the bot listens no longer.
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: given, body }).catch(() => undefined)
    if (answer) answers[kind].add(answer.status)
  }
  await post('forged', forged)
  await post('genuine', genuine)
  await post('genuine', genuine)
}

async function openMatch(game: string): Promise<string> {
  const { body } = await host('POST', '/v1/matches', { game, seats: BOTS.length, join: false })
  return body.id
}

/** Resolves with all that it said. */
function run([program, file]: readonly [string, string], matches: readonly string[]): Promise<string> {
  const child = spawn(program, [join(examples, file), ...matches], {
    env: { ...process.env, CHANCERY_URL: server.url, WAIT: '5', PORT: String(port), WEBHOOK_URL: relay.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${file} said:\n${output}`)))),
  )
}

async function requireProven(match: string): Promise<void> {
  const { body: card } = await host('GET', `/v1/matches/${match}`)
  expect(card).toMatchObject({ status: 'over', result: expect.any(Array) })
  const transcript = Transcript.parse((await host('GET', `/v1/matches/${match}/log`)).body)
  expect(verifyTranscript(transcript)).toEqual({ ok: true, entries: card.version, over: true })
}

const hasPython = spawnSync('python3', ['--version']).status === 0

const described = (games: readonly string[]): string => (games.length > 1 ? 'all games at once' : `one match of ${games[0]}`)

test.skipIf(!hasPython).each(ROUNDS.map((games) => ({ games, name: described(games) })))(
  'three bots that hear of their turns in three ways finish $name, with at most 1.5 requests a move',
  { timeout: 240_000 },
  async ({ games, name }) => {
    const matches = await Promise.all(games.map(openMatch))
    const said = await Promise.all(BOTS.map(({ command }) => run(command, matches)))
    await Promise.all(matches.map(requireProven))
    expect(answers).toEqual({ forged: new Set([401]), genuine: new Set([204]) })
    for (const [at, bot] of BOTS.entries()) console.log(`${bot.name}, ${name}: ${await requireFew(bot.own, said[at] ?? '')}`)
  },
)

/** What the bot says of its requests, after it was compared with what the server has seen. */
async function requireFew(own: string, said: string): Promise<string> {
  const [summary = '', requests, moves] = /(\d+) requests for (\d+) moves.*/.exec(said) ?? []
  const [player] = /^.+(?= plays \d+ match)/m.exec(said) ?? []
  const { id } = (await host('GET', `/v1/players/${encodeURIComponent(String(player))}`)).body
  // A stream is logged when the server has noticed its end.
  await vi.waitFor(() => expect(lines.filter((line) => line.player === id)).toHaveLength(Number(requests)))
  const sent = lines.filter((line) => line.player === id)
  const operations = new Set(sent.map(({ operation }) => operation))
  expect(operations).toContain(own)
  expect([...SHARED, own]).toEqual(expect.arrayContaining([...operations]))
  expect(sent.filter(({ operation, status }) => operation === MOVE && status === 200)).toHaveLength(Number(moves))
  expect(sent.length / Number(moves)).toBeLessThanOrEqual(1.5)
  return summary
}
