/** What a request asks of Postgres, and how Postgres goes about it: the statements of a server in this process, explained one by one. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import utils from 'pg/lib/utils.js'
import { elementsOf, isArray } from './binary-elements.mjs'

const asking = new AsyncLocalStorage()

/** From now on, what is sent to Postgres on behalf of a request is written down. Returns what ends that. */
export function recordStatements() {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (statement, ...rest) {
    asking.getStore()?.push(typeof statement === 'string' ? { text: statement, values: rest[0] } : statement)
    return query.call(this, statement, ...rest)
  }
  return () => {
    pg.Client.prototype.query = query
  }
}

/** The statements of one request, sweeps of the server left out. */
export async function statementsOf(http, { method, path, token, body }) {
  const statements = []
  const headers = token && { authorization: `Bearer ${token}` }
  // It is sent as soon as somebody waits for it, so that has to be in here.
  const answer = await asking.run(statements, async () => await http.inject({ method, url: path, headers, payload: body }))
  if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.body}`)
  return { answer: answer.json(), statements: statements.filter(({ text }) => text && !CONTROL.test(text)) }
}

const CONTROL = /^\s*(begin|commit|rollback|set|select set_config|listen|notify|select pg_notify)\b/i

/** A named statement is planned anew for its first five executions and perhaps never again. */
const UNTIL_SETTLED = 5
const RUNS = 3
const WRITES = /\b(insert into|update \w+ set|delete from)\b|\bfor (no key )?update\b/i

/** Milliseconds, pages touched and sequential scans of all statements. */
export async function explained(client, statements) {
  const plans = []
  for (const one of statements) plans.push(await explain(client, one))
  return {
    ms: plans.reduce((sum, { ms }) => sum + ms, 0),
    pages: plans.reduce((sum, { pages }) => sum + pages, 0),
    scanned: plans.flatMap(({ plan }) => scanned(plan)),
    plans,
  }
}

async function explain(client, { name, text, values = [] }) {
  await client.query('begin')
  try {
    await client.query(`set local plan_cache_mode = ${name ? 'auto' : 'force_custom_plan'}`)
    await client.query(`prepare explained as ${text}`)
    const execute = `execute explained${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
    return { text, ...(WRITES.test(text) ? await written(client, execute) : await analyzed(client, execute)) }
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** It has been written already, so it may be refused now: then nothing is counted, but how Postgres goes about it can be seen. */
async function written(client, execute) {
  await client.query('savepoint before')
  try {
    return counted(await analysis(client, execute))
  } catch {
    await client.query('rollback to before')
    const { rows } = await client.query(`explain (format json) ${execute}`)
    return { plan: rows[0]['QUERY PLAN'][0].Plan, pages: 0, ms: 0 }
  }
}

async function analysis(client, execute) {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${execute}`)
  return rows[0]['QUERY PLAN'][0]
}

const counted = ({ Plan: plan, 'Execution Time': ms }) => ({
  plan,
  ms,
  pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
})

async function analyzed(client, execute) {
  for (let run = 0; run < UNTIL_SETTLED; run++) await client.query(execute)
  const runs = []
  for (let run = 0; run < RUNS; run++) runs.push(counted(await analysis(client, execute)))
  return runs.toSorted((one, other) => one.ms - other.ms)[0]
}

const literal = (value) => {
  const prepared = Buffer.isBuffer(value) ? bytesInWords(value) : utils.prepareValue(value)
  return prepared === null || prepared === undefined ? 'null' : pg.escapeLiteral(String(prepared))
}
const bytesInWords = (bytes) => (isArray(bytes) ? utils.prepareValue(elementsOf(bytes)) : `\\x${bytes.toString('hex')}`)

/** As many rows are a page or two of lists; more of them grow with what is stored. */
const FEW = 1000

/** Tables that a plan reads from end to end and that are not small, parts that were never executed left out. */
export const scanned = (node) => [
  ...(node['Node Type'] === 'Seq Scan' && rowsRead(node) > FEW ? [node['Relation Name']] : []),
  ...(node.Plans ?? []).flatMap(scanned),
]

function rowsRead(node) {
  if (node['Actual Loops'] === undefined) return node['Plan Rows']
  return node['Actual Loops'] === 0 ? 0 : node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
}
