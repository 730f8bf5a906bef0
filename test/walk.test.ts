/**
 * docs/walk.md lists the files and functions that one move passes on its way from a socket to another player's stream. Here a real move is
 * traced with V8's own call counts, and the page must say the same. `WALK=print` prints what was traced.
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bus, createBus } from '../src/platform/bus.js'
import { createLogger } from '../src/platform/logger.js'
import { startApp } from './support/app.js'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const page = fileURLToPath(new URL('../docs/walk.md', import.meta.url))

let server: Awaited<ReturnType<typeof startApp>>
/** Of a second server: to the only one nothing is sent. */
let otherBus: Bus
let tokens: [string, string]
let match: string
const session = new Session()

const post = async (path: string, token: string, body: object): Promise<{ id: string }> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { id: string }
}

beforeAll(async () => {
  server = await startApp({ env: { RATE_LIMIT: '6000' } })
  otherBus = await createBus({ url: server.databaseUrl, logger: createLogger('silent') })
  tokens = [(await server.register('Anne')).token, (await server.register('Ben')).token]
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(async () => {
  session.disconnect()
  await otherBus.close()
  await server.close()
})

/** The same castle each time but for its column: both seats have two of rank 1 and more of other ranks. */
const MOVES = [
  [0, 1, 1],
  [1, 1, 2],
  [0, 2, 3],
  [1, 2, 4],
  [0, 3, 5],
  [1, 3, 6],
] as const

const MUTATION = `mutation ($input: KingdomsPlaceCastleInput!) {
  kingdomsPlaceCastle(input: $input) { __typename ... on MoveAccepted { version } ... on MoveRefused { message } }
}`

interface Watcher {
  /** Resolves when the stream has told of the next entry. */
  heard(): Promise<void>
  stop(): Promise<void>
}

async function watch(token: string): Promise<Watcher> {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const { body } = await fetch(`${server.url}/v1/matches/${match}/notices?after=1`, { headers, signal: abort.signal })
  const reader = body?.getReader()
  return {
    async heard() {
      let text = ''
      while (!text.includes('data: ')) text += new TextDecoder().decode((await reader?.read())?.value)
    },
    stop: async () => abort.abort(),
  }
}

/** Constructors are no part of it: once the code around them is optimised, V8 does not count them. */
const isClass = (file: string, name: string): boolean =>
  /^[A-Z]/.test(name) && new RegExp(`\\bclass ${name}\\b`).test(readFileSync(file, 'utf8'))

/** File and function of everything of ours that was called since it was last asked. */
async function called(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const names = result.flatMap(({ url, functions }) => {
    const file = url.replace('file://', '')
    if (!file.startsWith(src) || file.includes('/generated/')) return []
    return (
      functions
        // Without the nameless, and what V8 makes of the fields of a class and names in angle brackets.
        .filter(({ functionName, ranges }) => /^[^<]/.test(functionName) && (ranges[0]?.count ?? 0) > 0)
        .filter(({ functionName }) => !isClass(file, functionName))
        .map(({ functionName }) => `${file.slice(src.length)} ${functionName}`)
    )
  })
  return new Set(names)
}

/** Postgres tells the server of its own call, too; on a busy machine after the followers, who were woken at once, have heard of the move. */
const LAST_STEP = 'platform/bus.ts call'
const LOOKS = 200

async function calledUntil(last: string): Promise<Set<string>> {
  const trace = await called()
  for (let look = 0; look < LOOKS && !trace.has(last); look++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    for (const step of await called()) trace.add(step)
  }
  return trace
}

test('a move passes the files and functions that the page lists', { retry: 2 }, async () => {
  match = (await post('/v1/matches', tokens[0], { game: 'kingdoms', seats: 2, options: { starter: 'seat0' } })).id
  await post(`/v1/matches/${match}/join`, tokens[1], {})
  const watchers = [await watch(tokens[0]), await watch(tokens[1])] as const
  const traces: Set<string>[] = []
  for (const [seat, rank, column] of MOVES) {
    await called()
    const input = { matchId: match, rank, row: 1 + seat, column, idempotencyKey: `walk-${column}` }
    await post('/graphql', tokens[seat], { query: MUTATION, variables: { input } })
    for (const watcher of watchers) await watcher.heard()
    traces.push(await calledUntil(LAST_STEP))
  }
  for (const watcher of watchers) await watcher.stop()
  // Timers and first times are no part of the way. V8 forgets the count of a function now and then, so one trace of five may lack it.
  const counted = traces.slice(1)
  const way = [...new Set(counted.flatMap((trace) => [...trace]))]
    .filter((step) => counted.filter((trace) => trace.has(step)).length >= counted.length - 1)
    .sort()
  const files = [...new Set(way.map((step) => step.split(' ')[0]))]
  if (process.env.WALK === 'print') console.log(`${files.length} files, ${way.length} functions\n${way.join('\n')}`)
  expect(stepsIn(readFileSync(page, 'utf8'))).toEqual(way)
})

/** Rows such as `| match/step.ts | step, fold | ... |`. */
const stepsIn = (text: string): string[] =>
  [...text.matchAll(/^\| `([\w/.-]+\.ts)` \| ([^|]+) \|/gm)]
    .flatMap(([, file, functions = '']) => functions.split(',').map((name) => `${file} ${name.trim().replaceAll('`', '')}`))
    .sort()
