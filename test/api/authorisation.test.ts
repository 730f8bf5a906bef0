/**
 * The matrix of who may do what: every operation of all transports by every kind of caller, held to docs/authorisation.json. An operation that is
 * not in the table fails. `AUTHORISATION=print` prints what was found, one rule for operations that answer alike.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Authorisation, readAuthorisation } from '../../src/authorisation.js'
import { startApp, type TestApp } from '../support/app.js'
import { mcpOperations } from './authorisation.mcp.js'
import { graphqlOperations, restOperations, type Try } from './authorisation.operations.js'
import { openWorld, type World } from './authorisation.world.js'
import { socketAsker } from './socket.js'

const table: Authorisation = readAuthorisation(readFileSync('docs/authorisation.json', 'utf8'))
let app: TestApp
let world: World
let operations: Map<string, Try>
beforeAll(async () => {
  app = await startApp()
  world = await openWorld(app, (await app.app.accounts.bootstrap()) ?? '')
  const stage = { url: app.url, world }
  operations = new Map([...restOperations(stage), ...graphqlOperations(stage), ...mcpOperations(stage)])
}, 60_000)
afterAll(() => app.close())

const expected = (operation: string): Readonly<Record<string, string>> | undefined =>
  table.rules[table.operations[operation] ?? '']?.outcomes

/** Lists first: what the others make would push the match that is looked for off the page. */
const inOrder = (some: ReadonlyMap<string, Try> = operations): [string, Try][] =>
  [...some].sort(([a], [b]) => Number(/atches$/.test(b)) - Number(/atches$/.test(a)))

test('every operation is in the table, and nothing else; every rule is about every caller', () => {
  expect(Object.keys(table.operations).toSorted()).toEqual([...operations.keys()].toSorted())
  expect(Object.keys(table.callers)).toEqual(Object.keys(world.callers))
  expect([...new Set(Object.values(table.operations))].toSorted()).toEqual(Object.keys(table.rules).toSorted())
  for (const { outcomes } of Object.values(table.rules)) expect(Object.keys(outcomes)).toEqual(Object.keys(table.callers))
})

async function outcomesOf(tries: readonly [string, Try][]): Promise<Record<string, Record<string, string>>> {
  const found: Record<string, Record<string, string>> = {}
  for (const [name, attempt] of tries) {
    const outcomes = Object.entries(world.callers).map(async ([who, as]) => [who, await attempt(as)] as const)
    found[name] = Object.fromEntries(await Promise.all(outcomes))
  }
  return found
}

test('every caller gets from every operation what the table says', { timeout: 300_000 }, async () => {
  const found = await outcomesOf(inOrder())
  if (process.env.AUTHORISATION === 'print') console.log(JSON.stringify(found))
  expect(found).toEqual(Object.fromEntries([...operations.keys()].map((name) => [name, expected(name)])))
})

/** In a world of its own: most of what can be done once has been done in the other. */
test('queries and mutations over a socket are answered as by HTTP, whoever sends them', { timeout: 300_000 }, async () => {
  const other = await startApp()
  const sockets = new Map<string | undefined, ReturnType<typeof socketAsker>>()
  const askAs = (url: string, token: string | undefined) => {
    const known = sockets.get(token) ?? socketAsker(url, token)
    sockets.set(token, known)
    return known
  }
  world = await openWorld(other, (await other.app.accounts.bootstrap()) ?? '')
  const tries = [...graphqlOperations({ url: other.url, world, askAs })].filter(([name]) => !name.includes(' subscription '))
  expect(tries.length).toBeGreaterThan(100)
  const found = await outcomesOf(inOrder(new Map(tries)))
  expect(found).toEqual(Object.fromEntries(tries.map(([name]) => [name, expected(name)])))
  for (const socket of sockets.values()) await socket.close()
  await other.close()
})
