/**
 * The examples of the reference are real: their calls are made again, and must be answered as openapi/examples.json says. `EXAMPLES=write` writes that
 * file anew; `npm run generate` then puts it into the document.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call as Recorded, Recording } from '../../src/api/rest/examples.js'
import { type Operation, writtenDocument } from '../support/reference.js'
import { OPERATIONS, openWorld, PROBLEMS, type Sent, type World } from './examples.calls.js'
import { type Promised, promisedBy } from './promised.js'
import { shortened } from './shortened.js'
import { type StandIns, standIns } from './stand-ins.js'

const FILE = 'openapi/examples.json'
const PATIENCE_MS = 10_000

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}
let routes: ReadonlyMap<string, Route>
let world: World
let promised: Promised
beforeAll(async () => {
  const document = await writtenDocument()
  promised = promisedBy(document)
  routes = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [operation.operationId, { method: method.toUpperCase(), path, operation }] as const,
      ),
    ),
  )
  world = await openWorld()
})
afterAll(() => world.close())

function send({ method, path }: Route, { token, id, game, query, body, headers, url = world.app.url }: Sent): Promise<Response> {
  const address = path.replace('{id}', id ?? '').replace('{game}', game ?? '') + (query ? `?${new URLSearchParams(query)}` : '')
  return fetch(url + address, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

/** A stream is read until its first item is there: some do not end. */
async function firstItem(response: Response, end: RegExp): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    const found = end.exec(text)
    if (found) return text.slice(0, found.index + found[0].length)
  }
  return text
}

async function answerOf(response: Response, type: string): Promise<unknown> {
  if (type === 'application/x-ndjson') return JSON.parse(await firstItem(response, /\}\n/))
  if (type === 'text/event-stream') return firstItem(response, /data: .*\n\n/)
  const text = await response.text()
  return type.endsWith('json') ? JSON.parse(text) : text
}

/** Every answer, problems too, must be what the document promises. */
async function record(operation: string, name: string, sent: Sent, stand: StandIns): Promise<Recorded> {
  const asked = Date.now()
  const route = routes.get(operation)
  if (!route) throw new Error(`there is no operation ${operation}`)
  const response = await send(route, sent)
  const type = response.headers.get('content-type')?.split(';', 1)[0]
  const whole = type === undefined ? undefined : await answerOf(response, type)
  expect(promised(route.operation, response, whole)).toBeUndefined()
  const answer = shortened(whole)
  const isCut = JSON.stringify(answer) !== JSON.stringify(whole)
  const { id, game, query, body } = sent
  const path = { ...(id !== undefined && { id }), ...(game !== undefined && { game }) }
  const call = { ...(id !== undefined && { path }), ...(query && { query }), ...(body !== undefined && { body }) }
  const recorded = { ...call, status: response.status, ...(type && { type, answer }), ...(isCut && { isCut: true as const }) }
  return stand(recorded, `${operation} ${name}`, asked)
}

async function recordAll(): Promise<Recording> {
  const stand = standIns()
  // First, so that ids which many examples share do not change with any of them.
  const { anne, ben, running, open, over } = world
  stand([anne.player.id, ben.player.id, running, open, over], 'world', Date.now())
  const problems: Record<string, unknown> = {}
  for (const [code, failing] of Object.entries(PROBLEMS)) {
    const { operation, ...sent } = await failing(world)
    problems[code] = (await record(operation, code, sent, stand)).answer
  }
  const operations: Recording['operations'] = {}
  for (const [operation, examples] of Object.entries(OPERATIONS)) {
    const calls: Record<string, Recorded> = {}
    for (const [name, sent] of Object.entries(examples(world))) calls[name] = await record(operation, name, sent, stand)
    operations[operation] = calls
  }
  return { operations, problems }
}

test('every operation has an example, and no other', () => {
  expect(Object.keys(OPERATIONS).toSorted()).toEqual([...routes.keys()].toSorted())
})

test('the recorded calls are answered as recorded', { timeout: 60_000 }, async () => {
  const recording = await recordAll()
  for (const [operation, calls] of Object.entries(recording.operations))
    for (const [name, { status }] of Object.entries(calls))
      expect([operation, name, status < 300]).toEqual([operation, name, true])
  for (const [code, problem] of Object.entries(recording.problems)) expect(problem).toMatchObject({ code: code.split('.')[0] })
  if (process.env.EXAMPLES === 'write') writeFileSync(FILE, `${JSON.stringify(recording, null, 1)}\n`)
  expect(recording, 'see "Examples of the reference" in CONTRIBUTING.md').toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
})
